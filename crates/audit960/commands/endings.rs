//! `audit960 endings`: how long games stayed in each material.

use std::process::ExitCode;

use audit960_answers::{ENDING_PIECES, EndingQuery};
use audit960_dataset::Door;
use audit960_report::TableForm;
use audit960_tree::EndingOptions;
use audit960_tree::find::{MaterialQuery, parse_material};

use crate::commands::common::QueryArgs;
use crate::commands::filters::tell_unmet;
use crate::commands::format::FormatArgs;
use crate::commands::position::{StartArgs, tell_left_out};
use crate::console::Console;

/// Show how long games stayed in each material, and what became of them
///
/// A row for each material, White's first: the games that had it on the board by result, and how long it stayed:
/// mean_stay and max_stay count half-moves after which it stood there, from the capture or promotion with which
/// it arose to the last one before the next. Of the half-move clock: its maximum with this material, and games in
/// which it reached 100 (at_100), when a draw can be claimed on the board; with the intended move it can at 99. ended counts games that ended with this material,
/// ended_drawn the draws among them, drawn_at_100 those that ended with a clock of at least 100. longest is the
/// game that stayed longest: its input and byte offset.
///
/// Damaged games count as far as they could be replayed; games without moves do not.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("help/endings.txt").trim_end())]
pub(crate) struct Args {
    /// Datasets written by audit960 audit with --positions (up to 7 pieces) or --with-moves, or archives, read as audit
    /// reads them
    #[arg(required = true, value_name = "DIR|INPUT")]
    inputs: Vec<String>,
    #[command(flatten)]
    start: StartArgs,
    /// Only this material, of White and Black or the other way round: KRBvKR
    #[arg(long, value_name = "MATERIAL")]
    material: Option<String>,
    /// With --material: the colours as written
    #[arg(long, requires = "material")]
    exact: bool,
    /// At most N pieces and pawns, kings included [default: 7; with --material, any]
    #[arg(long, value_name = "N", conflicts_with = "material", value_parser = clap::value_parser!(u32).range(2..=32))]
    pieces: Option<u32>,
    /// Only stays of at least N half-moves
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    min_stay: u32,
    /// Print only the first N materials; 0 is all [default: 20 in tables, else all]
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    ask: QueryArgs,
}

/// Rows of a table where no number is asked for.
const LIMIT: usize = 20;

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let material = self.material()?;
        let [white, black] = material.map_or([ENDING_PIECES, 0], |asked| asked.material.totals());
        let scan = self.start.scan()?;
        let query = |form: TableForm| EndingQuery {
            options: EndingOptions {
                max_pieces: self.pieces.unwrap_or(white + black),
                material,
                min_stay: self.min_stay,
            },
            scan: scan.clone(),
            top: match self.limit {
                Some(limit) => Some(limit).filter(|limit| *limit > 0),
                None => form.is_table().then_some(LIMIT),
            },
            form,
        };
        let inputs = self.ask.inputs(&self.inputs)?;
        let left_out = self
            .format
            .write(Door::reading(&self.inputs), |form, out| {
                inputs.endings(&query(form), &Console::bar(false), out)
            })?;
        tell_left_out(left_out);
        tell_unmet(inputs.filter.as_ref());
        Ok(ExitCode::SUCCESS)
    }

    /// The material that is asked for.
    fn material(&self) -> anyhow::Result<Option<MaterialQuery>> {
        let Some(text) = &self.material else {
            return Ok(None);
        };
        let material =
            parse_material(text).map_err(|error| anyhow::anyhow!("--material: {error}"))?;
        Ok(Some(MaterialQuery {
            material,
            exact: self.exact,
        }))
    }
}
