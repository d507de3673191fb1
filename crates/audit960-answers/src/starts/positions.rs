//! The tables of start positions, of datasets and archives alike.

use std::io::Write;

use crate::LotteryRule;
use crate::starts::results::{
    GroupBy, PairsBy, Shown, write_comparison, write_draw_rates, write_groups, write_line_pairs,
    write_lines, write_model, write_openings, write_pairs, write_pentanomial, write_popularity,
    write_results, write_start_groups,
};
use anyhow::{bail, ensure};
use audit960_audit::Observer;
use audit960_audit::condition::Filter;
use audit960_board::start::Start;
use audit960_dataset::tables::RowSet;
use audit960_dataset::{Dataset, GamesLeftOut, Grouping};
use audit960_replay::AuditOptions;
use audit960_report::counted;
use audit960_statistics::{Comparison, StartAnalysis, analyse, analyse_with_moveless};
use audit960_types::{Moveless, Tally};

use crate::{DatasetHandle, InputCounts, Inputs};

/// A question about start positions.
#[derive(Clone, Debug)]
pub enum StartsQuery {
    /// The results of each.
    Results,
    /// The model that was fitted to the results.
    Model,
    /// The draw rate of each.
    DrawRates,
    /// The openings from one of them, this many half-moves.
    Openings(Start, usize),
    /// How often each, or one of them, was played, in all games or by group, given what counts as one draw by lot.
    Popularity(Option<GroupBy>, LotteryRule, Option<Start>),
    /// Results for each group, of the games from all positions or from one.
    Groups(GroupBy, Option<Start>),
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
        question: &StartsQuery,
        shown: &Shown<'_>,
        observer: &dyn Observer,
        out: &mut dyn Write,
    ) -> anyhow::Result<InputCounts> {
        match question {
            StartsQuery::Openings(start, plies) => {
                let asked = self.games_of_all(observer)?;
                let left_out = write_openings(&asked.dataset, *start, *plies, shown, out)?;
                return Ok(InputCounts::of_left_out(left_out));
            }
            StartsQuery::Popularity(by, rule, start) => {
                let grouping = match by {
                    None => Grouping::ARCHIVE,
                    Some(GroupBy::Games(grouping)) => *grouping,
                    Some(GroupBy::Starts(_)) => {
                        bail!(
                            "--popularity is that of start positions: count it by a column of games"
                        )
                    }
                };
                let asked = self.games_of_all(observer)?;
                let left_out =
                    write_popularity(&asked.dataset, grouping, *rule, *start, shown, out)?;
                return Ok(InputCounts::of_left_out(left_out));
            }
            StartsQuery::Groups(by, start) => match by {
                GroupBy::Games(grouping) => {
                    let asked = self.games_of_all(observer)?;
                    let left_out = write_groups(*grouping, *start, &asked.dataset, shown, out)?;
                    return Ok(InputCounts::of_left_out(left_out));
                }
                GroupBy::Starts(_) if start.is_some() => {
                    bail!(
                        "--by mirror-pair and --by king-file group start positions: not with --start"
                    )
                }
                GroupBy::Starts(by) => {
                    let counted = self.tally_of_all(observer)?;
                    match self.moveless {
                        Moveless::Apart => write_start_groups(*by, &counted.tally, shown, out)?,
                        Moveless::Counted => {
                            write_start_groups(*by, &counted.tally.with_moveless(), shown, out)?;
                        }
                    }
                    return Ok(InputCounts::of_left_out(counted.left_out));
                }
            },
            StartsQuery::Pentanomial(by) => {
                let asked = self.games_of_all(observer)?;
                let left_out = write_pentanomial(&asked.dataset, *by, shown, out)?;
                return Ok(InputCounts::of_left_out(left_out));
            }
            StartsQuery::Against(others) => {
                let left_out = self.against(others, shown, observer, out)?;
                return Ok(InputCounts::of_left_out(left_out));
            }
            StartsQuery::Pairs => {
                let asked = self.games_of_all(observer)?;
                let left_out = pairs(&asked.dataset, shown, out)?;
                return Ok(InputCounts::of_left_out(left_out));
            }
            StartsQuery::LinePairs => {
                write_line_pairs(&self.games_of_all(observer)?.dataset, shown, out)?;
            }
            StartsQuery::Results
            | StartsQuery::Model
            | StartsQuery::DrawRates
            | StartsQuery::Lines => {
                return self.counted(question, shown, observer, out);
            }
        }
        Ok(InputCounts::default())
    }

    fn tally_of_all(&self, observer: &dyn Observer) -> anyhow::Result<InputCounts> {
        let opened = self.opened(
            self.filter.as_ref(),
            RowSet::Chess960,
            AuditOptions::default(),
            observer,
        )?;
        self.tally(&opened, self.filter.as_ref())
    }

    /// Writes a comparison with other inputs. Of the same inputs no game may be on both sides: intervals and p-values are
    /// those of different games.
    fn against(
        &self,
        others: &Self,
        shown: &Shown<'_>,
        observer: &dyn Observer,
        out: &mut dyn Write,
    ) -> anyhow::Result<GamesLeftOut> {
        let (own, theirs) = (self.filter.as_ref(), others.filter.as_ref());
        // Inputs that are the same are read once, with the columns of both conditions.
        let same = self.names == others.names;
        let needs = [own, theirs].into_iter().flatten().map(Filter::needs);
        let audit = needs.fold(AuditOptions::default(), AuditOptions::with_columns);
        let opened = self.opened(own.filter(|_| !same), RowSet::Chess960, audit, observer)?;
        let first = self.tally(&opened, own)?;
        let second = match same {
            false => others.tally_of_all(observer)?,
            true => {
                let both = Filter::both(own, theirs);
                let starts = self.tally(&opened, both.as_ref())?.tally.positions;
                let games: u64 = starts.values().map(|start| start.score.decided()).sum();
                ensure!(
                    games == 0,
                    "{} on both sides of the comparison: what --against and --against-where ask for must not meet the conditions of the first side",
                    counted(games, "game with a result is", "games with a result are")
                );
                others.tally(&opened, theirs)?
            }
        };
        let (one, other) = (self.analysis(&first.tally), self.analysis(&second.tally));
        write_comparison(&Comparison::of(&one, &other), shown, out)?;
        let mut left_out = first.left_out;
        left_out += second.left_out;
        Ok(left_out)
    }

    /// Answers the questions that are computed from counts.
    fn counted(
        &self,
        question: &StartsQuery,
        shown: &Shown<'_>,
        observer: &dyn Observer,
        out: &mut dyn Write,
    ) -> anyhow::Result<InputCounts> {
        let counted = self.tally_of_all(observer)?;
        let tally = &counted.tally;
        let lines_alone = tally.positions.is_empty() && tally.lines.verdicts.total() > 0;
        match question {
            StartsQuery::Lines => write_lines(&tally.lines, shown, out)?,
            _ if lines_alone => write_lines(&tally.lines, shown, out)?,
            StartsQuery::Model => write_model(&self.analysis(tally), shown.form, out)?,
            StartsQuery::DrawRates => write_draw_rates(&self.analysis(tally), shown, out)?,
            _ => {
                let lines = tally.lines.numbers.values().sum();
                write_results(
                    &self.analysis(tally),
                    &counted.moveless_by_start(),
                    shown,
                    lines,
                    out,
                )?;
            }
        }
        Ok(counted)
    }

    /// The comparison of the start positions.
    fn analysis(&self, tally: &Tally) -> StartAnalysis {
        match self.moveless {
            Moveless::Apart => analyse(tally),
            Moveless::Counted => analyse_with_moveless(tally),
        }
    }

    /// The inputs as one dataset.
    fn games_of_all(&self, observer: &dyn Observer) -> anyhow::Result<DatasetHandle> {
        self.dataset(RowSet::Games, AuditOptions::default(), observer)
    }
}

/// Writes the pairs of positions that games started from; those of lines if there are no games.
fn pairs(
    dataset: &Dataset,
    shown: &Shown<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<GamesLeftOut> {
    let answer = crate::pairs(dataset)?;
    if answer.value.is_empty() && dataset.has_positions() {
        write_line_pairs(dataset, shown, out)?;
    } else {
        write_pairs(answer.value, shown, out)?;
    }
    Ok(answer.left_out)
}
