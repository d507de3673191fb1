//! `audit960 positions`: results, popularity and openings of the start positions.

mod choices;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;

use audit960_analytics::{Dataset, Grouping};
use audit960_board::start::Numbering;
use audit960_dataset::is_dataset;
use audit960_filter::{Chooser, Filter, check_for_archives, chosen};
use audit960_replay::AuditOptions;
use audit960_report::grouped;
use audit960_source::Chunk;
use audit960_statistics::{Comparison, analyse};
use audit960_types::{
    FactSink, Finding, GameFacts, Gap, IncidentFacts, PositionFacts, Severity, Tally,
};
use audit960_views::positions::{
    Shown, write_comparison, write_draw_rates, write_groups, write_line_pairs, write_lines,
    write_model, write_openings, write_pairs, write_pentanomial, write_popularity, write_results,
    write_start_groups,
};

use self::choices::By;
use crate::commands::asked::Asked;
use crate::commands::door::DoorArgs;
use crate::commands::filters::FilterArgs;
use crate::commands::format::Format;
use crate::commands::joined::JoinArgs;
use crate::commands::limits::LimitArgs;
use crate::output;
use crate::progress::Pass;
use audit960_pipeline::{self as pipeline, Options};
use audit960_views::starts::named;

/// Show how the 960 start positions scored, and how often they were played
///
/// Counts games with start_kind = chess960. Scores are White's, 0 to 1 a game. Each position is
/// compared with what games between such players, at such a speed, with such ratings, give from all
/// positions. adjusted_score is the archive's mean score plus the best guess of the position's
/// difference, with its 95 % interval: few games move it little. q_value: if every position with a q
/// up to this one is called different, about this share of them is called so wrongly; positions
/// with fewer than 20 decided games have none.
///
/// Where there are lines of EPD or FEN and no such games, counts in how many lines each position
/// stands.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  audit960 positions audit --sort q --min-games 100
  audit960 positions games.pgn --format csv > positions.csv
  audit960 positions audit --start 518 --moves 2
  audit960 positions audit --popularity --by year
  audit960 positions audit --model
  audit960 positions audit --since 2020 --min-elo 2200 --no-engines
  audit960 positions tcec --pentanomial
  audit960 positions audit --draw-rates --min-games 100
  audit960 positions audit --join evaluations.csv --format csv > joined.csv
  audit960 positions audit --by year --format csv > years.csv
  audit960 positions audit --against other-audit
  audit960 positions audit --where \"population = 'human'\" --against-where \"population = 'engine'\"
  audit960 positions openings.epd --lines")]
pub(crate) struct Args {
    /// Datasets that audit960 audit has written; or archives, read as audit does
    #[arg(required = true, value_name = "DIR|INPUT")]
    inputs: Vec<String>,
    /// Order of the positions
    #[arg(long, value_enum, default_value = "games")]
    sort: choices::SortBy,
    /// Leave out positions (groups, pairs, openings) with fewer games, or lines
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_games: u64,
    /// Show how games from this position begin (number or White's first rank)
    #[arg(long, value_name = "START", conflicts_with_all = ["popularity", "pairs"])]
    start: Option<String>,
    /// Half-moves of the openings, 1 to 4
    #[arg(long, value_name = "K", requires = "start", default_value_t = 1,
        value_parser = clap::value_parser!(u8).range(1..=Dataset::OPENING_PLIES as i64))]
    moves: u8,
    /// Show ranks by games and by draws, and how positions may have been drawn
    #[arg(long, conflicts_with = "pairs")]
    popularity: bool,
    /// Which games have one draw in common
    #[arg(long, value_enum, requires = "popularity", default_value = "usual")]
    draws: choices::Draws,
    /// Show results (with --popularity: popularity) for each of these: exact for 100,000 groups, the
    /// others are summed
    #[arg(long, value_enum, conflicts_with_all = ["pairs", "start", "lines", "model"])]
    by: Option<choices::By>,
    /// Compare each position with the same one in this dataset or archive, of which the games count
    /// that --where and its like choose
    #[arg(long, value_name = "DIR|INPUT",
        conflicts_with_all = ["popularity", "pairs", "start", "lines", "model", "by"])]
    against: Option<String>,
    /// Compare with the games that fulfil this condition instead of that of --where [of the same
    /// archive unless --against names another]
    #[arg(long, value_name = "SQL",
        conflicts_with_all = ["popularity", "pairs", "start", "lines", "model", "by"])]
    against_where: Option<Filter>,
    /// Show the pairs of positions of double Chess960
    #[arg(long)]
    pairs: bool,
    /// Show what was fitted: White's advantage and more by kind of game, and how well it fits
    #[arg(long, conflicts_with_all = ["popularity", "pairs", "start", "lines"])]
    model: bool,
    /// Show games in pairs with colours reversed, as testers of engines play them: pairs by points, Elo
    /// with the interval that pairs give; --min-games counts pairs
    #[arg(long, value_enum, value_name = "BY", num_args = 0..=1, default_missing_value = "match",
        conflicts_with_all = ["popularity", "pairs", "start", "lines", "model", "by", "against", "against_where"])]
    pentanomial: Option<choices::Reversed>,
    /// Show how often each position is drawn, beside what its games let one expect
    #[arg(long,
        conflicts_with_all = ["popularity", "pairs", "start", "lines", "model", "by", "against", "against_where", "pentanomial"])]
    draw_rates: bool,
    /// Count lines of EPD or FEN instead of games
    #[arg(long, conflicts_with_all = ["popularity", "start"])]
    lines: bool,
    /// How the table is printed
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Threads to use [default: all]
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Exit with 0 also where archives gave findings of severity error
    #[arg(long)]
    exit_zero: bool,
    #[command(flatten)]
    join: JoinArgs,
    #[command(flatten)]
    door: DoorArgs,
    #[command(flatten, next_help_heading = "Which games")]
    filters: FilterArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let (external, file) = (self.join.read()?, self.join.name());
        let shown = &Shown {
            sort: self.sort.into(),
            min_games: self.min_games,
            form: self.format.form(),
            external: external.as_ref().map(|it| (it, file.as_str())),
        };
        let mut out = output::stdout();
        let tally = self.write(shown, &mut out)?;
        out.flush()?;
        let errors = tally.as_ref().map_or(0, grave);
        if errors > 0 {
            let mut err = output::stderr();
            writeln!(
                err,
                "{} findings of severity error; audit960 audit lists them",
                grouped(errors)
            )?;
        }
        Ok(ExitCode::from(u8::from(errors > 0 && !self.exit_zero)))
    }

    /// Answers what is asked. Gives what was counted, where archives may have been read for it.
    fn write(&self, shown: &Shown<'_>, out: &mut dyn Write) -> anyhow::Result<Option<Tally>> {
        if let Some(start) = &self.start {
            let (start, _) = named(start, Numbering::Scharnagl)?;
            let asked = self.dataset("--start")?;
            write_openings(&asked.dataset, start, self.moves.into(), shown, out)?;
        } else if self.popularity {
            let grouping = self.by.map(By::of_draws).transpose()?;
            let grouping = grouping.unwrap_or(Grouping::Archive);
            let (asked, rule) = (self.dataset("--popularity")?, self.draws.rule());
            write_popularity(&asked.dataset, grouping, rule, shown, out)?;
        } else if let Some(by) = self.by {
            match by.groups() {
                Ok(grouping) => {
                    write_groups(grouping, &self.dataset("--by")?.dataset, shown, out)?;
                }
                Err(by) => write_start_groups(by, &self.chosen_tally()?, shown, out)?,
            }
        } else if let Some(by) = self.pentanomial {
            let asked = self.dataset("--pentanomial")?;
            write_pentanomial(&asked.dataset, by.into(), shown, out)?;
        } else if self.against.is_some() || self.against_where.is_some() {
            write_comparison(&self.comparison()?, shown, out)?;
        } else if self.pairs {
            self.write_pairs(&self.dataset("--pairs")?.dataset, shown, out)?;
        } else {
            let tally = self.chosen_tally()?;
            let positions_alone = tally.positions.is_empty() && tally.lines.verdicts.total() > 0;
            if self.lines || positions_alone {
                write_lines(&tally.lines, shown, out)?;
            } else if self.model {
                write_model(&analyse(&tally), shown.form, out)?;
            } else if self.draw_rates {
                write_draw_rates(&analyse(&tally), shown, out)?;
            } else {
                let lines = tally.lines.numbers.values().sum();
                write_results(&analyse(&tally), shown, output::colour(), lines, out)?;
            }
            return Ok(Some(tally));
        }
        Ok(None)
    }

    fn write_pairs(
        &self,
        dataset: &Dataset,
        shown: &Shown<'_>,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let games = if self.lines {
            Vec::new()
        } else {
            dataset.pairs()?
        };
        if self.lines || games.is_empty() && dataset.has_positions() {
            write_line_pairs(dataset, shown, out)
        } else {
            write_pairs(games, shown, out)
        }
    }

    /// This archive and another, or two parts of it.
    fn comparison(&self) -> anyhow::Result<Comparison> {
        let first = self.chosen_tally()?;
        let others = self.against.as_ref().map(std::slice::from_ref);
        let filter = self.filters.with(self.against_where.as_ref());
        let second = self.tally(others.unwrap_or(&self.inputs), filter)?;
        Ok(Comparison::of(&analyse(&first), &analyse(&second)))
    }

    /// What was counted in the games that are wanted.
    fn chosen_tally(&self) -> anyhow::Result<Tally> {
        self.tally(&self.inputs, self.filters.filter())
    }

    /// What was counted in some inputs together.
    fn tally(&self, inputs: &[String], filter: Option<Filter>) -> anyhow::Result<Tally> {
        let (datasets, archives): (Vec<_>, Vec<_>) = inputs
            .iter()
            .cloned()
            .partition(|input| is_dataset(Path::new(input)));
        let mut tally = Tally::default();
        let mut copies = 0;
        for dataset in datasets {
            let dataset = chosen(
                self.door
                    .open(Path::new(&dataset))?
                    .with_threads(self.threads),
                filter.as_ref(),
            )?;
            copies += dataset.copies()?.len() as u64;
            tally.merge(&dataset.tally()?);
        }
        if !archives.is_empty() {
            let threads = pipeline::threads(self.threads.map(NonZeroUsize::get));
            check_for_archives(filter.as_ref(), Chooser::UNKNOWN)?;
            let counting = Counting {
                all: filter.is_none(),
                chooser: Chooser::new(filter),
                tally: Tally::default(),
            };
            let options = AuditOptions {
                with_moves: counting.chooser.asks_for_moves(),
                ..AuditOptions::default()
            };
            let (observer, make) = (Pass::new(false), || counting.clone());
            let parts = pipeline::fold(
                &archives,
                self.limits.limits(),
                threads,
                &options,
                &observer,
                make,
                Counting::begin,
            )?;
            for part in parts {
                tally.merge(&part.tally);
            }
        }
        if copies > 0 {
            let mut err = output::stderr();
            writeln!(
                err,
                "{} copies of other games are left out",
                grouped(copies)
            )?;
        }
        Ok(tally)
    }

    /// The dataset that an option is about.
    fn dataset(&self, option: &str) -> anyhow::Result<Asked> {
        let filter = self.filters.filter();
        let audit = AuditOptions {
            with_moves: true,
            ..AuditOptions::default()
        };
        let (door, filter) = (self.door, filter.as_ref());
        let options = Options {
            threads: pipeline::threads(self.threads.map(NonZeroUsize::get)),
            audit,
            limits: self.limits.limits(),
            ..Options::default()
        };
        Asked::of(&self.inputs, option, door, options, filter)
    }
}

/// Counts the games that are wanted. Lines of positions are none: with a condition they do not count.
#[derive(Clone)]
struct Counting {
    chooser: Chooser,
    all: bool,
    tally: Tally,
}

impl Counting {
    fn begin(&mut self, chunk: &Chunk) {
        self.chooser.begin(&chunk.source_name);
    }
}

impl FactSink for Counting {
    fn game(&mut self, facts: &GameFacts<'_>) {
        if self.chooser.keeps(facts) {
            self.tally.game(facts);
        }
    }

    fn incident(&mut self, _: &IncidentFacts<'_>) {}

    fn finding(&mut self, finding: Finding) {
        self.tally.finding(finding.code);
    }

    fn gap(&mut self, _: &Gap) {}

    fn position(&mut self, facts: &PositionFacts<'_>) {
        if self.all {
            FactSink::position(&mut self.tally, facts);
        }
    }
}

/// Findings that say that data are lost or contradictory. A dataset holds its own: they were told
/// when it was written.
fn grave(tally: &Tally) -> u64 {
    let findings = tally.findings.iter();
    findings
        .filter(|(code, _)| code.severity() == Severity::Error)
        .map(|(_, count)| count)
        .sum()
}
