//! `audit960 query`: SQL over a dataset, or over the archive that it would be made of.

use std::process::ExitCode;

use audit960_answers::Inputs;
use audit960_answers::sql::write_answer;
use audit960_audit::Stopped;
use audit960_dataset::Door;
use audit960_dataset::tables::RowSet;
use audit960_replay::AuditOptions;
use audit960_report::counted;
use audit960_source::{Limits, parse_size};

use crate::commands::common::{ThreadArgs, VerifyArgs};
use crate::commands::format::FormatArgs;
use crate::console::Console;
use crate::output;
use crate::signals::Signals;

/// Query a dataset or an archive in SQL
///
/// DIR is a folder written by audit960 audit. An archive is audited first, and its tables last as long as the query: for several
/// questions audit it once. Tables are games, incidents, repetitions, diagnostics, gaps,
/// start_positions and castling; positions if the archive holds EPD or FEN; and what the audit was asked for:
/// duplicates, crosscheck, tree, known and endings (--positions), players. The dialect is that of polars;
/// DESCRIBE names the columns of a table. ORDER BY x DESC begins with the nulls, unless NULLS LAST is added.
/// In OVER (ORDER BY ...) nulls come first, and rows that are equal count one by one; whole numbers have 64
/// bits, and larger sums (of game_id) begin again at the other end; a % b has the sign of b. What the engine
/// would answer otherwise than SQL does is refused, with a way to ask the same.
///
/// If every row of the answer comes from one row of a table (no ORDER BY, GROUP BY, DISTINCT, JOIN or
/// function of several rows), the answer is written row group by row group, in the order of the table,
/// and may be of any size. Any other query keeps in memory the columns that it names, and is refused if that
/// needs more than --max-memory.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("help/query.txt").trim_end())]
pub(crate) struct Args {
    /// The dataset, or an archive or a folder of archives
    #[arg(value_name = "DIR|INPUT")]
    input: String,
    /// The query
    #[arg(value_name = "SQL")]
    sql: String,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Refuse a query that would need more memory
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = parse_size)]
    max_memory: u64,
    #[command(flatten)]
    door: VerifyArgs,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let signals = Signals::watch()?;
        let inputs = Inputs {
            names: vec![self.input.clone()],
            limits: Limits {
                memory: self.max_memory,
                ..Limits::default()
            },
            ..self.door.inputs(self.threads.count())
        };
        let console = Console::bar(false).stopped_by(signals.clone());
        let opened = inputs.dataset(RowSet::All, AuditOptions::default(), &console);
        let opened = match opened {
            Err(error) if error.is::<Stopped>() => return Ok(signals.exit_code()),
            opened => opened?,
        };
        let rows = self
            .format
            .write(Door::reading([&self.input]), |form, out| {
                Ok(write_answer(&opened.dataset, &self.sql, form, out)?)
            })?;
        if let Some(path) = self.format.file() {
            let rows = counted(rows, "row", "rows");
            output::note(&format!("{}: {rows}", output::shown(path)));
        }
        Ok(ExitCode::SUCCESS)
    }
}
