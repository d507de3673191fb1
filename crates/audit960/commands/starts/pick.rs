//! `audit960 starts pick`: start positions by lot.

use std::hash::{BuildHasher as _, RandomState};
use std::io::Write as _;
use std::process::ExitCode;

use audit960_answers::starts::Drawing;
use audit960_board::start::DrawMethod;
use audit960_dataset::Door;
use audit960_report::Format;

use crate::commands::choice::choice;
use crate::commands::format::{FormatArgs, formats_and};
use crate::output;

/// Pick start positions by lot and show the dice
///
/// All methods but `die` give each position the same probability. The same seed always picks the same
/// positions.
#[derive(Debug, clap::Args)]
#[command(mut_arg("format", |arg| arg.value_parser(formats_and(&[Format::Dice, Format::Fen]))))]
pub(super) struct PickArgs {
    /// How to pick
    #[arg(long, value_parser = choice::<DrawMethod>(), default_value = "uniform")]
    method: DrawMethod,
    /// Pick again if the orthodox position comes up
    #[arg(long)]
    exclude_orthodox: bool,
    /// Seed of the random numbers [default: chosen at random and printed]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How many positions to pick; without --distinct one may come twice
    #[arg(short = 'n', long = "count", value_name = "N", default_value_t = 1)]
    count: u64,
    /// Pick White's and Black's positions separately, for double Chess960
    #[arg(long)]
    double: bool,
    /// Pick again if a position was already picked, so that none comes twice
    #[arg(long)]
    distinct: bool,
    #[command(flatten)]
    format: FormatArgs,
}

impl PickArgs {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
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
            writeln!(err, "(--seed {seed} picks the same again)")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
