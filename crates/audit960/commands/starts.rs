//! `audit960 starts`: results, popularity and openings of the start positions, and the positions themselves.

mod named;
mod pick;

use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;
use audit960_answers::LotteryRule;
use audit960_audit::condition::Filter;
use audit960_board::start::Numbering;
use audit960_dataset::Door;

use audit960_answers::starts::named;
use audit960_answers::starts::results::{GroupBy, PairsBy, Shown, Sort};
use audit960_answers::{Inputs, StartsQuery};
use audit960_report::grouped;
use audit960_source::is_read_once;
use audit960_types::Moveless;
use clap::Subcommand;

use self::named::{ListArgs, ShowArgs};
use self::pick::PickArgs;
use crate::commands::choice::choice;
use crate::commands::common::{JoinArgs, QueryArgs, exit_code};
use crate::commands::filters::tell_unmet;
use crate::commands::format::FormatArgs;
use crate::console::Console;
use crate::output;

/// Show how the 960 start positions scored, and how often they were played
///
/// Counts games with start_kind = chess960. Scores are White's, from 0 to 1 per game. Each position is
/// compared with what such players, with such ratings and at such a speed, score from all positions.
/// adjusted_score is the archive's mean score plus the best estimate of the position's difference, with
/// its 95 % interval; with few games it stays near the mean. q_value: if every position with a q up to
/// this one is called different, about this share of these calls is wrong; positions with fewer than 20
/// games with a result have none.
///
/// If there are lines of EPD or FEN but no such games, counts the lines that hold each position.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = include_str!("help/starts.txt").trim_end())]
pub(crate) struct Args {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    results: ResultArgs,
}

#[derive(Debug, Subcommand)]
enum What {
    Show(ShowArgs),
    List(ListArgs),
    Pick(PickArgs),
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        match self.what {
            None => self.results.run(),
            Some(What::Show(args)) => args.run(),
            Some(What::List(args)) => args.run(),
            Some(What::Pick(args)) => args.run(),
        }
    }
}

/// What is asked about games or lines.
#[derive(Debug, clap::Args)]
struct ResultArgs {
    /// Datasets or archives
    #[arg(required = true, value_name = "DIR|INPUT")]
    inputs: Vec<String>,
    /// Order of the positions: start (its number), games, score, adjusted, p, q, draws, plies or incidents. p and q begin
    /// with the smallest, the others but start with the largest
    #[arg(long, value_parser = choice::<Sort>(), hide_possible_values = true, default_value = "games",
        conflicts_with_all = ["by", "popularity", "pairs", "pentanomial", "model"])]
    sort: Sort,
    /// Leave out positions, groups, pairs, openings with fewer games
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_games: u64,
    /// At most so many rows
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Show how games from this position begin. START is a number or White's first rank; with --by or --popularity, only
    /// what they show of it
    #[arg(long, value_name = "START", conflicts_with_all = ["pairs", "lines"])]
    start: Option<String>,
    /// Length of the openings in half-moves, 1 to 4
    #[arg(long, value_name = "K", requires = "start", default_value_t = 1,
        conflicts_with_all = ["by", "popularity"],
        value_parser = clap::value_parser!(u8).range(1..=audit960_answers::OPENING_PLIES as i64))]
    moves: u8,
    /// Show how often each position was played, and by which lots
    #[arg(long, conflicts_with = "pairs")]
    popularity: bool,
    /// Which games share one lot
    #[arg(long, value_parser = choice::<LotteryRule>(), requires = "popularity", default_value = "usual")]
    lots: LotteryRule,
    /// Show results (or popularity) by a column of games, two (year,venue), rating, king-file or mirror-pair
    ///
    /// Any column of table games will do (source, event, year ...). rating is the mean of both in bands of 200;
    /// start-kind and fen count games from all positions. Beyond 100,000 groups, the others are summed.
    #[arg(long, value_name = "COLUMN[,COLUMN]", value_parser = GroupBy::parse,
        conflicts_with_all = ["pairs", "lines", "model"])]
    by: Option<GroupBy>,
    /// Compare each position with the same one in this dataset or archive. The conditions on games hold for both
    #[arg(long, value_name = "DIR|INPUT",
        conflicts_with_all = ["popularity", "pairs", "start", "lines", "model", "by"])]
    against: Option<String>,
    /// Compare with the games that meet this condition. It takes the place of --where, for the same archive unless
    /// --against names another
    #[arg(long, value_name = "SQL", allow_hyphen_values = true,
        conflicts_with_all = ["popularity", "pairs", "start", "lines", "model", "by"])]
    against_where: Option<Filter>,
    /// Show the pairs of positions of double Chess960
    #[arg(long)]
    pairs: bool,
    /// Show the fitted model: White's advantage and more by kind of game
    #[arg(long, conflicts_with_all = ["popularity", "pairs", "start", "lines"])]
    model: bool,
    /// Show pairs of games with colours reversed, as engine testers play them. Pairs by points, Elo with
    /// the interval that pairs give; --min-games counts pairs
    #[arg(long, value_parser = choice::<PairsBy>(), value_name = "BY", num_args = 0..=1, default_missing_value = "match",
        conflicts_with_all = ["popularity", "pairs", "start", "lines", "model", "by", "against", "against_where"])]
    pentanomial: Option<PairsBy>,
    /// Show each position's draw rate beside the one expected
    #[arg(long,
        conflicts_with_all = ["popularity", "pairs", "start", "lines", "model", "by", "against", "against_where", "pentanomial"])]
    draw_rates: bool,
    /// Count lines of EPD or FEN instead of games
    #[arg(long, conflicts_with = "popularity")]
    lines: bool,
    #[command(flatten)]
    format: FormatArgs,
    /// Count the results of games without moves, too. They are tag sections alone, and games that were won or drawn
    /// without being played
    #[arg(long, conflicts_with_all = ["popularity", "lines"])]
    count_moveless: bool,
    /// Exit with 0 even if archives gave findings of severity error
    #[arg(long)]
    exit_zero: bool,
    #[command(flatten)]
    join: JoinArgs,
    #[command(flatten)]
    ask: QueryArgs,
}

impl ResultArgs {
    fn run(self) -> anyhow::Result<ExitCode> {
        let (external, file) = (self.join.read()?, self.join.name());
        let (sort, min_games, limit) = (self.sort, self.min_games, self.limit);
        let format = self.format.clone();
        let read = self.inputs.iter().chain(&self.against).map(Path::new);
        let door = Door::reading(read.chain(self.join.path()));
        let both = |input: &&String| match &self.against {
            Some(other) => *input == other,
            None => self.against_where.is_some(),
        };
        if let Some(name) = self
            .inputs
            .iter()
            .filter(both)
            .find(|name| is_read_once(name))
        {
            bail!(
                "{name}: both sides of the comparison would read it, and it can be read only once"
            );
        }
        let inputs = self.named(&self.inputs)?;
        let (exit_zero, question) = (self.exit_zero, self.question()?);
        let answer = format.write(door, |form, out| {
            let shown = Shown {
                sort,
                min_games,
                limit,
                form,
                external: external.as_ref().map(|source| (source, file.as_str())),
            };
            inputs.positions(&question, &shown, &Console::bar(false), out)
        })?;
        for sentence in answer.sentences(&question) {
            output::note(&sentence);
        }
        let errors = answer.tally.errors();
        if errors > 0 {
            let noun = if errors == 1 { "finding" } else { "findings" };
            let errors = grouped(errors);
            output::note(&format!(
                "{errors} {noun} of severity error; audit960 audit lists them"
            ));
        }
        tell_unmet(inputs.filter.as_ref());
        Ok(exit_code(answer.tally.errors() > 0, exit_zero))
    }

    /// Inputs with the options for all of them.
    fn named(&self, names: &[String]) -> anyhow::Result<Inputs> {
        Ok(Inputs {
            moveless: match self.count_moveless {
                true => Moveless::Counted,
                false => Moveless::Apart,
            },
            ..self.ask.inputs(names)?
        })
    }

    /// The question that the options ask.
    fn question(self) -> anyhow::Result<StartsQuery> {
        let against = self.against.is_some() || self.against_where.is_some();
        let start = self.start.as_deref();
        let start = start.map(|name| {
            let (white, black) = named(name, Numbering::Scharnagl)?;
            if white != black {
                bail!("--start: games are counted by White's arrangement alone; --pairs has those of double Chess960");
            }
            Ok(white)
        });
        let start = start.transpose()?;
        Ok(if self.popularity {
            StartsQuery::Popularity(self.by, self.lots, start)
        } else if let Some(by) = self.by {
            StartsQuery::Groups(by, start)
        } else if let Some(start) = start {
            if self.count_moveless {
                bail!("--count-moveless counts results: games without moves have no opening");
            }
            StartsQuery::Openings(start, self.moves.into())
        } else if let Some(by) = self.pentanomial {
            StartsQuery::Pentanomial(by)
        } else if against {
            let others = self.against.as_ref().map(std::slice::from_ref);
            StartsQuery::Against(Box::new(Inputs {
                filter: self.ask.filters.with(self.against_where.as_ref())?,
                ..self.named(others.unwrap_or(&self.inputs))?
            }))
        } else if self.pairs && self.lines {
            StartsQuery::LinePairs
        } else if self.pairs {
            StartsQuery::Pairs
        } else if self.lines {
            StartsQuery::Lines
        } else if self.model {
            StartsQuery::Model
        } else if self.draw_rates {
            StartsQuery::DrawRates
        } else {
            StartsQuery::Results
        })
    }
}
