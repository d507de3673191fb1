//! `audit960 start`: the 960 start positions themselves.

use std::hash::{BuildHasher as _, RandomState};
use std::io::Write as _;
use std::process::ExitCode;

use audit960_board::start::{DoubleStart, DrawMethod};
use audit960_dataset::Door;
use audit960_inputs::starts::{Drawing, NumberedBy, write_start, write_starts};
use audit960_report::Format;
use clap::Subcommand;

use crate::commands::common::{FormatArgs, choice, formats_and};
use crate::output;

/// Show, list or draw start positions
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("help/start.txt").trim_end())]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Show(ShowArgs),
    List(ListArgs),
    Draw(DrawArgs),
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        match self.what {
            What::Show(args) => args.run(),
            What::List(args) => args.run(),
            What::Draw(args) => args.run(),
        }
    }
}

/// Show a start position: numbers, mirror, FEN, castling, diagram
#[derive(Debug, clap::Args)]
struct ShowArgs {
    /// Number, White's first rank such as RNBQKBNR, or FEN; WHITE/BLACK for double Chess960, each a number
    /// or eight letters
    #[arg(value_name = "NUMBER|ARRANGEMENT|FEN", required = true, num_args = 1..)]
    position: Vec<String>,
    /// The numbering that a number belongs to
    #[arg(long, value_parser = choice::<NumberedBy>(), default_value = "scharnagl")]
    numbering: NumberedBy,
}

impl ShowArgs {
    fn run(self) -> anyhow::Result<ExitCode> {
        // An unquoted FEN arrives as several arguments, split at its blanks.
        let (white, black) = self.numbering.named(&self.position.join(" "))?;
        let mut out = output::stdout();
        write_start(DoubleStart { white, black }, output::colour(), &mut out)?;
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}

/// List the 960 start positions
#[derive(Debug, clap::Args)]
#[command(mut_arg("format", |arg| arg.value_parser(formats_and(&[Format::Epd]))))]
struct ListArgs {
    #[command(flatten)]
    format: FormatArgs,
    /// List the 921,600 of double Chess960 instead: White's Scharnagl number times 960 plus Black's
    #[arg(long)]
    double: bool,
}

impl ListArgs {
    fn run(self) -> anyhow::Result<ExitCode> {
        self.format.write(Door::default(), |form, out| {
            Ok(write_starts(self.double, form, out)?)
        })?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Draw start positions and show the dice
///
/// All methods but `die` give each position the same probability. The same seed always gives the same
/// draw.
#[derive(Debug, clap::Args)]
#[command(mut_arg("format", |arg| arg.value_parser(formats_and(&[Format::Dice, Format::Fen]))))]
struct DrawArgs {
    /// How to draw
    #[arg(long, value_parser = choice::<DrawMethod>(), default_value = "uniform")]
    method: DrawMethod,
    /// Draw again if the orthodox position comes up
    #[arg(long)]
    exclude_orthodox: bool,
    /// Seed of the random numbers [default: chosen at random and printed]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How many positions to draw
    #[arg(short = 'n', long = "count", value_name = "N", default_value_t = 1)]
    count: u64,
    /// Draw White's and Black's positions separately, for double Chess960
    #[arg(long)]
    double: bool,
    /// Draw again if a position was already drawn, so that none comes twice
    #[arg(long)]
    distinct: bool,
    #[command(flatten)]
    format: FormatArgs,
}

impl DrawArgs {
    fn run(self) -> anyhow::Result<ExitCode> {
        let seed = self.seed.unwrap_or_else(|| RandomState::new().hash_one(()));
        let drawing = Drawing {
            method: self.method,
            exclude_orthodox: self.exclude_orthodox,
            double: self.double,
            distinct: self.distinct,
            count: self.count,
        };
        let format = self.format.format_or(Format::Dice)?;
        self.format.write_as(format, Door::default(), |form, out| {
            drawing.write(seed, form, out)
        })?;
        if self.seed.is_none() {
            let mut err = output::stderr();
            writeln!(err, "(--seed {seed} draws the same again)")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
