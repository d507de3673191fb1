//! `audit960 start draw`: draw start positions, with every throw shown.

use std::collections::HashSet;
use std::hash::{BuildHasher as _, RandomState};
use std::io::Write;
use std::process::ExitCode;

use anyhow::bail;
use audit960_board::Position;
use audit960_board::start::{DOUBLE_COUNT, DoubleStart, Draw, DrawMethod, START_COUNT, SplitMix64};
use audit960_views::starts::{drawn_frame, write_dice};

use crate::commands::format::Format;
use crate::output;

/// Draw start positions and show the dice
///
/// All methods but `die` give each position the same probability. The same seed gives the same draw
/// for ever.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// How to draw
    #[arg(long, value_enum, default_value = "uniform")]
    method: MethodName,
    /// Draw again where the orthodox position comes up
    #[arg(long)]
    exclude_orthodox: bool,
    /// Where the random numbers start [default: chosen at random and printed]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How many positions to draw
    #[arg(short = 'n', long = "count", value_name = "N", default_value_t = 1)]
    count: u64,
    /// Draw White's and Black's positions apart, for double Chess960
    #[arg(long)]
    double: bool,
    /// Draw again what was drawn before: no position comes twice
    #[arg(long)]
    distinct: bool,
    /// How the positions are printed
    #[arg(long, value_enum, default_value = "dice")]
    format: DrawFormat,
}

/// How drawn positions are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum DrawFormat {
    /// Each position with the throws that led to it
    Dice,
    /// A FEN a line (X-FEN)
    Fen,
    /// RFC 4180
    Csv,
    /// An array of objects
    Json,
}

/// A method of drawing.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum MethodName {
    /// A number from 0 to 959
    Uniform,
    /// Bodlaender's: bishops, queen and knights by die, thrown again where it shows too much
    Bodlaender,
    /// A club's procedure with one die; not uniform
    Die,
    /// One of 480 mirror pairs, then a coin for the reading direction
    MirrorPair,
}

impl MethodName {
    const fn method(self) -> DrawMethod {
        match self {
            Self::Uniform => DrawMethod::Uniform,
            Self::Bodlaender => DrawMethod::Bodlaender,
            Self::Die => DrawMethod::OneDie,
            Self::MirrorPair => DrawMethod::MirrorPair,
        }
    }
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let seed = self.seed.unwrap_or_else(|| RandomState::new().hash_one(()));
        let mut random = SplitMix64::new(seed);
        let mut out = output::stdout();
        self.check_count()?;
        let (mut drawn, mut seen) = (Vec::new(), HashSet::new());
        for _ in 0..self.count {
            let (start, draws) = loop {
                let (start, draws) = self.draw(&mut random);
                if !self.distinct || seen.insert(start) {
                    break (start, draws);
                }
            };
            match self.format {
                DrawFormat::Dice => write_dice(self.double.then_some(start), &draws, &mut out)?,
                DrawFormat::Fen => {
                    writeln!(
                        out,
                        "{}",
                        Position::chess960(start.white, start.black).xfen()
                    )?;
                }
                DrawFormat::Csv | DrawFormat::Json => drawn.push(start),
            }
        }
        match self.format {
            DrawFormat::Csv => Format::Csv.write(&drawn_frame(&drawn, self.double), &mut out)?,
            DrawFormat::Json => Format::Json.write(&drawn_frame(&drawn, self.double), &mut out)?,
            DrawFormat::Dice | DrawFormat::Fen => {}
        }
        out.flush()?;
        if self.seed.is_none() {
            let mut err = output::stderr();
            writeln!(err, "(--seed {seed} draws the same again)")?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// A position, with the draws that led to it: White's alone, or White's and Black's.
    fn draw(&self, random: &mut SplitMix64) -> (DoubleStart, Vec<Draw>) {
        let method = self.method.method();
        let of = |white: &Draw, black: &Draw| DoubleStart {
            white: white.start,
            black: black.start,
        };
        if self.double {
            let [white, black] = method.draw_double(random, self.exclude_orthodox);
            (of(&white, &black), vec![white, black])
        } else {
            let draw = method.draw(random, self.exclude_orthodox);
            (of(&draw, &draw), vec![draw])
        }
    }

    /// Refuses to draw more positions without repeats than there are.
    fn check_count(&self) -> anyhow::Result<()> {
        let all = if self.double {
            u64::from(DOUBLE_COUNT)
        } else {
            u64::from(START_COUNT)
        };
        let all = all - u64::from(self.exclude_orthodox);
        if self.distinct && self.count > all {
            bail!(
                "{} positions without repeats cannot be drawn: there are {all}",
                self.count
            );
        }
        Ok(())
    }
}
