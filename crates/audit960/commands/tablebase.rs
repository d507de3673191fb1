//! `audit960 tablebase`: what endgame tables say of a position, and whether tables are sound.

use std::io::{self, BufRead as _};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use audit960_answers::{
    ProbedPosition, TablebaseFolders, checked_table, moves_table, positions_table, write_diagram,
};
use audit960_dataset::Door;
use audit960_epd::tablebase::EndgameTables;
use audit960_report::{Format, grouped};
use audit960_types::sanitized_json;
use clap::Subcommand;
use serde_json::{Map, Value};

use crate::commands::common::exit_code;
use crate::commands::format::FormatArgs;
use crate::output;

/// Look up positions in endgame tables (Syzygy), and check tables
///
/// A value counts under the clock of the fifty-move rule: a win that comes too late is a cursed win, its other
/// side a blessed loss. Tables are files named KQvKR.rtbw and KQvKR.rtbz.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("help/tablebase.txt").trim_end())]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Probe(ProbeArgs),
    Check(CheckArgs),
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        match self.what {
            What::Probe(args) => args.run(),
            What::Check(args) => args.run(),
        }
    }
}

/// Where endgame tables are.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct TablebaseArgs {
    /// Folder of endgame tables (Syzygy: KQvKR.rtbw, KQvKR.rtbz); several complete each other [default: the
    /// folders in AUDIT960_SYZYGY, separated as in PATH]
    #[arg(long = "tablebase", value_name = "DIR")]
    folders: Vec<PathBuf>,
}

impl TablebaseArgs {
    /// Whether folders are named by options.
    pub(crate) const fn is_given(&self) -> bool {
        !self.folders.is_empty()
    }

    /// The folders: those of the options, else those of the environment.
    pub(crate) fn folders(&self) -> TablebaseFolders {
        let mut folders = self.folders.clone();
        if folders.is_empty()
            && let Some(named) = std::env::var_os("AUDIT960_SYZYGY")
        {
            let named = std::env::split_paths(&named);
            folders.extend(named.filter(|folder| !folder.as_os_str().is_empty()));
        }
        TablebaseFolders { folders }
    }
}

/// Names the tables that are damaged, and those that were needed and are not there, once each.
pub(crate) fn tell_damaged(tables: &EndgameTables) {
    for table in tables.damaged() {
        output::message(&format!("{} {}", table.path.display(), table.problem));
    }
}

/// Show what a position is worth, and what each move leaves
///
/// The value is that of the side to move: win, cursed-win, draw, blessed-loss, loss, or unknown with the
/// reason. It is not certain where the table counts moves instead of half-moves and a half-move decides;
/// there a win is never shown.
#[derive(Debug, clap::Args)]
struct ProbeArgs {
    /// The positions, as FEN or lines of EPD; - reads them from standard input, one a line
    #[arg(value_name = "FEN", required = true, num_args = 1..)]
    fen: Vec<String>,
    /// Half-moves without capture or pawn move so far [default: those of the FEN]
    #[arg(long, value_name = "N")]
    clock: Option<u32>,
    /// In JSON, give the moves, too
    #[arg(long)]
    moves: bool,
    #[command(flatten)]
    tables: TablebaseArgs,
    #[command(flatten)]
    format: FormatArgs,
}

impl ProbeArgs {
    fn run(self) -> anyhow::Result<ExitCode> {
        let tables = self.tables.folders().open()?;
        match self.fen.as_slice() {
            [dash] if dash == "-" => self.probe_lines(&tables)?,
            [first, _, ..] if first.contains(' ') => {
                let found = self.fen.iter().map(|fen| {
                    let found = ProbedPosition::of_fen(&tables, fen, self.clock);
                    found.with_context(|| fen.clone())
                });
                self.write_all(&tables, found)?;
            }
            // An unquoted FEN arrives as several arguments, split at its blanks.
            fields => self.probe_one(&tables, &fields.join(" "))?,
        }
        tell_damaged(&tables);
        Ok(ExitCode::SUCCESS)
    }

    fn probe_one(&self, tables: &EndgameTables, fen: &str) -> anyhow::Result<()> {
        let found = ProbedPosition::of_fen(tables, fen, self.clock)?;
        self.format.write(Door::default(), |form, out| {
            if form.format == Format::Json {
                return Ok(write_object(self.json(tables, &found), out)?);
            }
            let moves = found.moves(tables);
            if form.is_table() {
                write_diagram(&found.position, form.style.colour, out)?;
                writeln!(out, "\n{}\n", found.sentence())?;
            }
            Ok(form.write(&moves_table(&found.position, &moves), out)?)
        })
    }

    /// Positions of standard input, one a line.
    fn probe_lines(&self, tables: &EndgameTables) -> anyhow::Result<()> {
        let lines = io::stdin().lock().lines().enumerate();
        let found = lines.filter_map(|(number, line)| {
            let probed = line
                .context("standard input")
                .and_then(|line| ProbedPosition::of_line(tables, &line, self.clock));
            let probed = probed.with_context(|| format!("line {}", number + 1));
            probed.transpose()
        });
        self.write_all(tables, found)
    }

    /// Writes positions: in JSON one object a line as soon as it is known.
    fn write_all(
        &self,
        tables: &EndgameTables,
        positions: impl Iterator<Item = anyhow::Result<ProbedPosition>>,
    ) -> anyhow::Result<()> {
        self.format.write(Door::default(), |form, out| {
            let mut rows = Vec::new();
            for found in positions {
                let found = found?;
                match form.format {
                    Format::Json => write_object(self.json(tables, &found), out)?,
                    _ => rows.push(found),
                }
            }
            match form.format {
                Format::Json => Ok(()),
                _ => Ok(form.write(&positions_table(&rows), out)?),
            }
        })
    }

    /// What is known of a position, with its moves if they are asked for.
    fn json(&self, tables: &EndgameTables, found: &ProbedPosition) -> Map<String, Value> {
        match self.moves {
            true => found.json_with_moves(&found.moves(tables)),
            false => found.json(),
        }
    }
}

fn write_object(object: Map<String, Value>, out: &mut dyn io::Write) -> io::Result<()> {
    let text = Value::Object(object).to_string();
    writeln!(out, "{}", sanitized_json(&text))
}

/// Check tables: every file is read whole, and a sample of its positions looked up
///
/// Checks names, sizes, headers and pairs of files, and that values and distances of a sample of positions
/// agree with those of the positions after each move.
#[derive(Debug, clap::Args)]
struct CheckArgs {
    /// Folders of tables
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,
    /// Positions of each table that are looked up
    #[arg(long, value_name = "N", default_value_t = 200)]
    sample: usize,
    #[command(flatten)]
    format: FormatArgs,
    /// Exit with 0 even if a table is damaged
    #[arg(long)]
    exit_zero: bool,
}

impl CheckArgs {
    fn run(self) -> anyhow::Result<ExitCode> {
        let folders = TablebaseFolders {
            folders: self.folders,
        };
        let check = folders.check(self.sample)?;
        self.format.write(Door::default(), |form, out| {
            form.write(&checked_table(&check.files), out)?;
            if form.is_table() {
                let problems = check.files.iter().filter(|file| file.problem.is_some());
                let positions: u64 = check.files.iter().map(|file| file.positions).sum();
                writeln!(
                    out,
                    "{} files, {} positions looked up, {} with problems",
                    check.files.len(),
                    grouped(positions),
                    problems.count()
                )?;
            }
            Ok(())
        })?;
        Ok(exit_code(check.has_problems(), self.exit_zero))
    }
}
