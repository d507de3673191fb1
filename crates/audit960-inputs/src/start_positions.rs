//! The tables of start positions, of datasets and archives alike.

use std::io::Write;

use crate::start_results::{
    GroupBy, PairsBy, Shown, write_comparison, write_draw_rates, write_groups, write_line_pairs,
    write_lines, write_model, write_openings, write_pairs, write_pentanomial, write_popularity,
    write_results, write_start_groups,
};
use anyhow::Context as _;
use audit960_analytics::{Dataset, DrawRule, Grouping};
use audit960_board::start::Start;
use audit960_pipeline::Observer;
use audit960_replay::AuditOptions;
use audit960_statistics::{Comparison, analyse};

use crate::{DatasetHandle, InputCounts, Inputs};

/// A question about start positions.
#[derive(Clone, Debug)]
pub enum PositionsQuery {
    /// The results of each.
    Results,
    /// The model that was fitted to the results.
    Model,
    /// The draw rate of each.
    DrawRates,
    /// The openings from one of them, this many half-moves.
    Openings(Start, usize),
    /// How often each was played, in all games or by group, given what counts as one draw by lot.
    Popularity(Option<GroupBy>, DrawRule),
    /// Results for each group.
    Groups(GroupBy),
    /// Pairs of games with colours reversed.
    Pentanomial(PairsBy),
    /// A comparison with the same positions in other inputs.
    Against(Box<Inputs>),
    /// The pairs of positions of double Chess960; those of lines of EPD and FEN if no game has any.
    Pairs,
    /// The number of lines of EPD and FEN with each.
    Lines,
    /// The same for pairs of positions.
    LinePairs,
}

impl Inputs {
    /// Writes the answer. Returns the counts, which are zero for questions that need a dataset.
    ///
    /// # Errors
    /// If an input cannot be read, or cannot answer the question; those of the writer.
    pub fn positions(
        &self,
        question: &PositionsQuery,
        shown: &Shown<'_>,
        observer: &dyn Observer,
        out: &mut dyn Write,
    ) -> anyhow::Result<InputCounts> {
        match question {
            PositionsQuery::Openings(start, plies) => {
                write_openings(
                    &self.dataset_for("--start")?.dataset,
                    *start,
                    *plies,
                    shown,
                    out,
                )?;
            }
            PositionsQuery::Popularity(by, rule) => {
                let grouping = match by.map(GroupBy::groups) {
                    None => Grouping::Archive,
                    Some(groups) => groups.ok().context(
                        "--popularity is counted by source, event, year, venue or time-control",
                    )?,
                };
                let asked = self.dataset_for("--popularity")?;
                write_popularity(&asked.dataset, grouping, *rule, shown, out)?;
            }
            PositionsQuery::Groups(by) => match by.groups() {
                Ok(grouping) => {
                    write_groups(grouping, &self.dataset_for("--by")?.dataset, shown, out)?;
                }
                Err(by) => {
                    let counted = self.tally(observer)?;
                    write_start_groups(by, &counted.tally, shown, out)?;
                    return Ok(counted.without_findings());
                }
            },
            PositionsQuery::Pentanomial(by) => {
                write_pentanomial(&self.dataset_for("--pentanomial")?.dataset, *by, shown, out)?;
            }
            PositionsQuery::Against(others) => {
                let (first, second) = (self.tally(observer)?, others.tally(observer)?);
                let (one, other) = (analyse(&first.tally), analyse(&second.tally));
                write_comparison(&Comparison::of(&one, &other), shown, out)?;
                return Ok(InputCounts {
                    copies: first.copies + second.copies,
                    ..InputCounts::default()
                });
            }
            PositionsQuery::Pairs => {
                pairs(&self.dataset_for("--pairs")?.dataset, shown, out)?;
            }
            PositionsQuery::LinePairs => {
                write_line_pairs(&self.dataset_for("--pairs")?.dataset, shown, out)?;
            }
            PositionsQuery::Results
            | PositionsQuery::Model
            | PositionsQuery::DrawRates
            | PositionsQuery::Lines => {
                return self.counted(question, shown, observer, out);
            }
        }
        Ok(InputCounts::default())
    }

    /// Answers the questions that are computed from counts.
    fn counted(
        &self,
        question: &PositionsQuery,
        shown: &Shown<'_>,
        observer: &dyn Observer,
        out: &mut dyn Write,
    ) -> anyhow::Result<InputCounts> {
        let counted = self.tally(observer)?;
        let tally = &counted.tally;
        let lines_alone = tally.positions.is_empty() && tally.lines.verdicts.total() > 0;
        match question {
            PositionsQuery::Lines => write_lines(&tally.lines, shown, out)?,
            _ if lines_alone => write_lines(&tally.lines, shown, out)?,
            PositionsQuery::Model => write_model(&analyse(tally), shown.form, out)?,
            PositionsQuery::DrawRates => write_draw_rates(&analyse(tally), shown, out)?,
            _ => {
                let lines = tally.lines.numbers.values().sum();
                write_results(&analyse(tally), shown, lines, out)?;
            }
        }
        Ok(counted)
    }

    /// The dataset, or one of the archives; `asker` is the option that needs it.
    fn dataset_for(&self, asker: &str) -> anyhow::Result<DatasetHandle> {
        self.dataset(asker, AuditOptions::default())
    }
}

fn pairs(dataset: &Dataset, shown: &Shown<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let games = dataset.pairs()?;
    if games.is_empty() && dataset.has_positions() {
        write_line_pairs(dataset, shown, out)
    } else {
        write_pairs(games, shown, out)
    }
}
