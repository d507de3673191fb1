//! `audit960 find`: where positions, moves and material occur in games.

use std::process::ExitCode;

use anyhow::{Context as _, anyhow, bail};
use audit960_answers::FindOutput;
use audit960_dataset::Door;
use audit960_tree::find::{ClauseBuilder, FindError, FindOptions, FindQuery};

use crate::commands::common::QueryArgs;
use crate::commands::filters::tell_unmet;
use crate::commands::format::FormatArgs;
use crate::commands::position::{StartArgs, tell_left_out};
use crate::console::Console;

/// Find where positions, patterns, material and moves occur in games
///
/// All conditions must hold in one position. A hit is the first such position of a game: its source, the ordinal
/// of the game, the line at which the game begins, the half-moves before it, and the position as X-FEN. What
/// --then names must hold after a later half-move; the hit is then the position of the last --then. Damaged
/// games are searched as far as they could be replayed.
///
/// The conditions are one language, the same as options, as text (--query) and as JSON; docs/find.md
/// describes it.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("help/find.txt").trim_end())]
pub(crate) struct Args {
    /// Datasets written by audit960 audit with --positions or --with-moves, or archives, read as audit reads them
    #[arg(required = true, value_name = "DIR|INPUT")]
    inputs: Vec<String>,
    #[command(flatten, next_help_heading = "What is found")]
    conditions: Conditions,
    /// What holds after a later half-move: conditions as text or JSON; may be given several times
    #[arg(long, value_name = "QUERY", help_heading = "What is found")]
    then: Vec<String>,
    /// All conditions as text, or as JSON (an object, or an array of objects that hold one after the other)
    #[arg(long, value_name = "QUERY", help_heading = "What is found")]
    query: Option<String>,
    #[command(flatten)]
    start: StartArgs,
    /// Every position in which the conditions hold, not only the first of each game
    #[arg(long, conflicts_with = "count")]
    all: bool,
    /// Print only the number of games
    #[arg(long, conflicts_with = "limit")]
    count: bool,
    /// Print only the first N hits
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    ask: QueryArgs,
}

/// The conditions of a position, each as in the language.
#[derive(Debug, clap::Args)]
struct Conditions {
    /// The position, in FEN, X-FEN or Shredder-FEN; its clock and move number are ignored
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// A pattern of the board: the ranks of a FEN, in which a digit is so many squares with anything on them, ? one
    /// such square, . an empty one, A a piece of White's, a of Black's, * of either, and [Qr.] one of these
    #[arg(long, value_name = "PATTERN")]
    position: Option<String>,
    /// The material of both sides, of either colour
    #[arg(long, value_name = "KRBvKR")]
    material: Option<String>,
    /// The first part of --material is White's
    #[arg(long, requires = "material")]
    exact: bool,
    /// The material is on the board after at least N half-moves in a row
    #[arg(long, value_name = "N", requires = "material")]
    stay: Option<String>,
    /// The half-move that led to the position: pieces (KQ, any of them) or moves (Nf3,e4, any of them)
    #[arg(long, value_name = "MOVE")]
    moved: Option<String>,
    /// It captured one of these pieces
    #[arg(long, value_name = "PIECES")]
    captured: Option<String>,
    /// It was castling: any, O-O, O-O-O, white, black, or white:O-O and the like
    #[arg(long, value_name = "HOW", num_args = 0..=1, default_missing_value = "any")]
    castled: Option<String>,
    /// The last half-moves were these, in SAN or UCI_Chess960
    #[arg(long, value_name = "MOVES")]
    line: Option<String>,
    /// Side to move: white or black
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    /// Half-moves before the position: 20, 10-20, 10-, -20
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    ply: Option<String>,
}

impl Conditions {
    /// The clause that the options make.
    fn clause(&self) -> anyhow::Result<ClauseBuilder> {
        let mut clause = ClauseBuilder::default();
        let values = [
            ("fen", &self.fen),
            ("position", &self.position),
            ("material", &self.material),
            ("stay", &self.stay),
            ("moved", &self.moved),
            ("captured", &self.captured),
            ("castled", &self.castled),
            ("line", &self.line),
            ("side", &self.side),
            ("ply", &self.ply),
        ];
        for (name, value) in values {
            if let Some(value) = value {
                clause
                    .set(name, value)
                    .with_context(|| format!("--{name} {value:?}"))?;
            }
        }
        if self.exact {
            clause.set_flag("exact");
        }
        Ok(clause)
    }
}

/// A query as text or JSON.
fn parse(option: &str, text: &str) -> anyhow::Result<FindQuery> {
    let parsed: Result<FindQuery, FindError> = match text.trim_start().starts_with(['{', '[']) {
        true => FindQuery::parse_json(text),
        false => FindQuery::parse(text),
    };
    parsed.with_context(|| format!("{option} {text:?}"))
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let query = self.query()?;
        if self.count && self.format.format()?.is_binary() {
            bail!("--count prints a number, which --format arrow and parquet cannot hold");
        }
        let output = |form| FindOutput {
            options: FindOptions {
                all: self.all,
                count: self.count,
            },
            first: self.limit,
            form,
        };
        let inputs = self.ask.inputs(&self.inputs)?;
        let scan = self.start.scan()?;
        let mut left_out = self
            .format
            .write(Door::reading(&self.inputs), |form, out| {
                inputs.find(&query, &scan, &output(form), &Console::bar(false), out)
            })?;
        // A list of places is no count.
        left_out.games.copies_unknown &= self.count;
        tell_left_out(left_out);
        tell_unmet(inputs.filter.as_ref());
        Ok(ExitCode::SUCCESS)
    }

    /// What is asked for.
    fn query(&self) -> anyhow::Result<FindQuery> {
        let clause = self.conditions.clause()?;
        let mut query = match (&self.query, clause.is_empty()) {
            (Some(text), true) => Some(parse("--query", text)?),
            (Some(_), false) => {
                bail!("--query holds all conditions: put those of other options into it")
            }
            (None, true) => None,
            (None, false) => {
                let clause = clause.build(0).map_err(|error| anyhow!(error.message))?;
                Some(FindQuery::of(vec![clause]))
            }
        };
        for text in &self.then {
            let then = parse("--then", text)?;
            query = match query {
                Some(query) => Some(query.then(then)),
                None => bail!("--then names what holds later: name first what it comes after"),
            };
        }
        let query = query
            .context("nothing to find: name a condition, such as --fen, --material or --moved")?;
        if let Some(clause) = query.impossible_clause() {
            bail!(
                "no game can hold this: the half-moves of clause {} come too early for its moves, or for what comes before it",
                clause + 1
            );
        }
        Ok(query)
    }
}
