//! `audit960 rows`: the rows of a range, for query engines and other languages.

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{bail, ensure};
use audit960_audit::condition::{Filter, GameFilter, by_tags, check_for_archives};
use audit960_audit::{KeepsGame, LostInput, Options, RowRequest, write_rows, write_tables};
use audit960_dataset::Door;
use audit960_dataset::tables::ColumnSelection;
use audit960_report::counted;
use audit960_source::{ByteRange, Stored, open_stored};
use audit960_types::harmless;

use crate::commands::common::{ColumnArgs, LimitArgs, PositionsArg, TableArgs};
use crate::output;

/// Write the rows of a range of an input as an Arrow IPC stream, or as Parquet files
///
/// For query engines and languages that read archives in many tasks; audit960 splits lists the ranges.
/// Ranges that tile an input give each of its games once, wherever they end. The same range gives the
/// same bytes, and a task uses one thread. What is wrong with a game is a row, never an exit code. If the
/// range is not the whole input, game and line are null: no task can count what comes before.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("help/rows.txt").trim_end())]
pub(crate) struct Args {
    /// The input: a path or a file:// URI; where object stores are built in, also s3://, gs://, az:// and https://
    #[arg(value_name = "URI")]
    input: String,
    /// First stored byte of the range
    #[arg(value_name = "START", default_value = "0")]
    start: u64,
    /// Stored byte after the last one of the range [default: the end of the input]
    #[arg(value_name = "END")]
    end: Option<u64>,
    /// The table: games, incidents, repetitions, diagnostics, gaps or positions
    #[arg(long, value_name = "TABLE", default_value = "games")]
    table: String,
    /// One row per game, with the rows of the other tables as lists in it; the last row describes the
    /// range, for audit960 finish
    #[arg(long, conflicts_with = "table")]
    nested: bool,
    /// Write all tables, as an audit writes them, and splits, for audit960 finish: each as a Parquet file
    /// into this folder, which is created
    #[arg(long, value_name = "DIR", conflicts_with_all = ["table", "nested", "columns", "limit"])]
    parquet: Option<PathBuf>,
    /// Only these columns, separated by commas, in the order of the table
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    columns: Option<Vec<String>>,
    /// At most N rows
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Only games that meet an SQL condition on the columns of table games, and what is about them
    #[arg(long = "where", value_name = "SQL", conflicts_with_all = ["nested", "parquet"])]
    filter: Option<Filter>,
    /// Keep the moves of every game (UCI_Chess960) in table games, with the clocks and evaluations from
    /// its comments
    #[arg(long)]
    with_moves: bool,
    #[command(flatten)]
    positions: PositionsArg,
    #[command(flatten)]
    on_request: ColumnArgs,
    /// Replay past illegal moves, as audit960 audit does with this option
    #[arg(long)]
    keep_illegal: bool,
    #[command(flatten)]
    tables: TableArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let columns = self.columns.as_deref();
        let names: Option<Vec<&str>> =
            columns.map(|names| names.iter().map(String::as_str).collect());
        let mut selection = ColumnSelection::of_part(&self.table, self.nested, columns)?;
        if columns.is_none() {
            selection = selection.with_group(self.on_request.group());
        }
        let games = self.game_filter(&selection)?;
        let range = ByteRange::new(self.start, self.end)?;
        if self.parquet.is_none() && io::stdout().is_terminal() {
            bail!(
                "rows are a binary Arrow stream; write them to a file or a pipe, not to a terminal"
            );
        }
        if let Some(folder) = &self.parquet {
            Door::reading([&self.input]).admit_folder(folder)?;
            if folder.exists() {
                bail!(
                    "{}: it exists; name a folder that does not",
                    output::shown(folder)
                );
            }
        }
        let (mut audit, table_texts) = self.tables.audit(self.with_moves, self.keep_illegal)?;
        audit.opening_plies = self.positions.plies();
        audit.columns = self.on_request.group().max(selection.group());
        // Totals and nested rows are about all games.
        let audit = match self.table.as_str() {
            "games" if !self.nested => by_tags(audit, self.filter.as_ref(), names.as_deref()),
            _ => audit.with_columns(games.needs()),
        };
        let options = Options {
            threads: 1,
            audit,
            players: self.on_request.players(),
            limits: self.limits.limits(),
            table_texts,
            ..Options::default()
        };
        let written = open_stored(&self.input)
            .map_err(anyhow::Error::from)
            .and_then(|input| self.within(input))
            .and_then(|input| match &self.parquet {
                Some(folder) => {
                    write_tables(input, range, folder, &options).map(|()| LostInput::new())
                }
                None => {
                    let out = io::stdout().lock();
                    let keeps: &KeepsGame<'_> = &|source, facts| games.keeps_from(source, facts);
                    let request = RowRequest {
                        selection: &selection,
                        limit: self.limit,
                        keeps: self.filter.is_some().then_some(keeps),
                    };
                    write_rows(input, range, request, &options, out)
                }
            });
        let error = match written {
            Ok(lost) => {
                self.tell(&lost);
                return Ok(ExitCode::SUCCESS);
            }
            Err(error) => error,
        };
        // A reader that closes the pipe wants no more rows and no message.
        if !output::is_broken_pipe(&error) {
            output::failure(&error);
        }
        Ok(ExitCode::from(1))
    }

    /// The input, if the range lies within it: one that became shorter after it was split would lack rows without
    /// a word.
    fn within(&self, input: Arc<dyn Stored>) -> anyhow::Result<Arc<dyn Stored>> {
        let last = self.end.unwrap_or(0).max(self.start);
        ensure!(
            last <= input.size(),
            "{}: the range goes to byte {last}, and the input has {} bytes: was it changed after it was split?",
            input.name(),
            input.size()
        );
        Ok(input)
    }

    /// Says what of the input could not be read, where the rows do not.
    fn tell(&self, lost: &LostInput) {
        if self.nested || self.table == "diagnostics" {
            return;
        }
        for (code, count) in lost {
            let times = counted(*count, "time", "times");
            output::note(&format!(
                "{}: {} {}, {times}: {} --table diagnostics says where",
                harmless(&self.input),
                code.as_str(),
                code.name(),
                code.meaning()
            ));
        }
    }

    /// The condition on games, for rows that are about games.
    fn game_filter(&self, selection: &ColumnSelection) -> anyhow::Result<GameFilter> {
        check_for_archives(self.filter.as_ref(), GameFilter::UNKNOWN)?;
        if self.filter.is_some() && !selection.is_of_games() {
            bail!("--where: rows of table {} are not about games", self.table);
        }
        Ok(GameFilter::new(self.filter.clone()))
    }
}
