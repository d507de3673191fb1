//! `audit960 fifty`: the ledger of draws that could be claimed.

mod archive;
mod dataset;
mod game;
mod judge;
mod ledger;
mod line;
mod pgn;
mod records;
mod select;
mod sheet;
mod table;
mod words;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use audit960_analytics::{Dataset, set_threads};
use audit960_replay::AuditOptions;
use audit960_report::{Style, grouped, write_sheet, write_table};
use audit960_types::Frame;

use crate::commands::audit::load_law;
use crate::commands::format::{self, Format};
use crate::{output, pipeline};
use dataset::Wanted;
use judge::Law;
use ledger::{Ledger, Sort};
use select::GameName;

pub(crate) use dataset::telling;
pub(crate) use game::{Game, Run};
pub(crate) use line::Line;

/// List the draws by fifty moves that could be claimed, and what became of them
///
/// One line for every run without capture or pawn move in which a player could claim a draw (Laws
/// 9.3). A claim belongs to the player whose turn it is: at a half-move clock of 99 with a move that
/// completes the fifty (9.3.1), from 100 on without one (9.3.2). Half a point is lost by a player who
/// had a claim and lost the game.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
GAME is an ordinal (12), a source with an ordinal (games.pgn#12), or a source with the byte at which
the game begins (games.pgn@48210). Ordinals count from 0; a source may be named by the end of its
path, and left out where there is only one.

Examples:
  audit960 fifty audit
  audit960 fifty audit --missed --law fide --sort clock
  audit960 fifty games.pgn --format pgn > claims.pgn
  audit960 fifty audit --sheet games.pgn#12 --out sheet.html
  audit960 fifty audit --records")]
pub(crate) struct Args {
    /// Datasets that audit960 audit has written; or archives, read as audit does
    #[arg(required = true, value_name = "DIR|INPUT")]
    inputs: Vec<String>,
    /// Only what cost a player half a point
    #[arg(long)]
    missed: bool,
    /// Which claims count for the half point
    #[arg(long, value_enum, default_value = "venue")]
    law: Law,
    /// Law on draws to apply instead of the one built in (see audit960 law)
    #[arg(long, value_name = "FILE")]
    law_table: Option<PathBuf>,
    /// How the ledger is printed
    #[arg(long, value_enum, default_value = "table")]
    format: LedgerFormat,
    /// Order of the runs
    #[arg(long, value_enum, default_value = "archive")]
    sort: Sort,
    /// Write a page about the claims of one game, for an arbiter
    #[arg(long, value_name = "GAME", requires = "out",
        conflicts_with_all = ["format", "sort", "missed", "records"])]
    sheet: Option<GameName>,
    /// File for the sheet; must be empty or not exist
    #[arg(long, value_name = "FILE.html", requires = "sheet")]
    out: Option<PathBuf>,
    /// Show the records of a dataset: longest run, longest game and so on (DIR only)
    #[arg(long, conflicts_with_all = ["sort", "missed", "law", "law_table"])]
    records: bool,
    /// Threads to use [default: all]
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

/// How the ledger is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum LedgerFormat {
    /// Aligned columns for people, cut to the width of the terminal
    Table,
    /// Every column but the moves (RFC 4180)
    Csv,
    /// The same as an array of objects
    Json,
    /// The games, with comments where draws could be claimed
    Pgn,
}

impl LedgerFormat {
    /// The format of a table; `None` for games.
    const fn of_table(self) -> Option<Format> {
        match self {
            Self::Table => Some(Format::Table),
            Self::Csv => Some(Format::Csv),
            Self::Json => Some(Format::Json),
            Self::Pgn => None,
        }
    }
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        if let Some(threads) = self.threads {
            set_threads(threads)?;
        }
        if let (Some(name), Some(path)) = (&self.sheet, &self.out) {
            self.write_sheet(name, path)?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut out = output::stdout();
        if self.records {
            self.write_records(&mut out)?;
        } else {
            self.write_ledger(&mut out)?;
        }
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }

    fn write_ledger(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let with_moves = self.format == LedgerFormat::Pgn;
        let wanted = if with_moves {
            Wanted::Moves
        } else {
            Wanted::Facts
        };
        let mut ledger = self.ledger(wanted)?;
        if self.missed {
            ledger.keep_missed();
        }
        let Some(format) = self.format.of_table() else {
            return ledger
                .games_in_order(self.sort)
                .into_iter()
                .try_for_each(|game| pgn::write(game, out));
        };
        let lines = ledger.lines(self.sort);
        if format != Format::Table {
            return format.write(&table::for_programs(&lines), out);
        }
        if !lines.is_empty() {
            let one_source = ledger.sources.len() == 1;
            write_fitting(&|brief| table::for_people(&lines, one_source, brief), out)?;
        }
        Ok(table::write_sum(&lines, out)?)
    }

    fn write_sheet(&self, name: &GameName, path: &Path) -> anyhow::Result<()> {
        if std::fs::metadata(path).is_ok_and(|meta| meta.is_dir() || meta.len() > 0) {
            bail!("{} exists and is not empty", path.display());
        }
        let ledger = self.ledger(Wanted::Facts)?;
        let mut game = name.find(&ledger)?.clone();
        if game.moves.is_none() {
            game.moves = self.moves_of(&game)?;
        }
        let (table, _) = load_law(self.law_table.as_deref())?;
        let sheet = sheet::of(&game, &table)?;
        let file = File::create(path).with_context(|| path.display().to_string())?;
        let mut out = BufWriter::new(file);
        write_sheet(&sheet, &mut out)
            .and_then(|()| out.flush())
            .with_context(|| path.display().to_string())
    }

    fn write_records(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let [input] = self.inputs.as_slice() else {
            bail!("--records takes one dataset");
        };
        let Some(format) = self.format.of_table() else {
            bail!("--records is a table: its formats are table, csv and json");
        };
        let records = records::of(&Dataset::open(Path::new(input))?)?;
        match format {
            Format::Table => write_fitting(&|brief| records::frame(&records, brief), out),
            Format::Csv | Format::Json => format.write(&records::frame(&records, false), out),
        }
    }

    /// The moves of a game that was found in a dataset.
    fn moves_of(&self, game: &Game) -> anyhow::Result<Option<String>> {
        for dataset in self.datasets() {
            let found = dataset::load(&Dataset::open(dataset)?, Wanted::MovesAt(game.identity))?;
            let same = |other: &Game| other.source == game.source;
            if let Some(found) = found.games.into_iter().find(same) {
                return Ok(found.moves);
            }
        }
        Ok(None)
    }

    /// The inputs that are datasets.
    fn datasets(&self) -> impl Iterator<Item = &Path> {
        self.inputs
            .iter()
            .map(Path::new)
            .filter(|path| Dataset::is_at(path))
    }

    /// The games of all inputs together, judged as asked for.
    fn ledger(&self, wanted: Wanted) -> anyhow::Result<Ledger> {
        let (law, law_text) = load_law(self.law_table.as_deref())?;
        let mut ledger = Ledger::default();
        let judged_anew = law_text.is_some();
        let wanted = if judged_anew { Wanted::Moves } else { wanted };
        for dataset in self.datasets() {
            let mut found = dataset::load(&Dataset::open(dataset)?, wanted)?;
            if judged_anew {
                found
                    .games
                    .iter_mut()
                    .try_for_each(|game| judge::by_table(game, &law))?;
            }
            ledger.append(found);
        }
        let archives: Vec<String> = self
            .inputs
            .iter()
            .filter(|input| !Dataset::is_at(Path::new(input)))
            .cloned()
            .collect();
        if !archives.is_empty() {
            let threads = pipeline::threads(self.threads.map(NonZeroUsize::get));
            let options = AuditOptions {
                law,
                ..AuditOptions::default()
            };
            let (found, unread) = archive::load(&archives, threads, &options)?;
            tell_unread(unread);
            ledger.append(found);
        }
        if self.law == Law::Fide {
            ledger
                .games
                .iter_mut()
                .for_each(judge::as_if_claims_existed);
        }
        Ok(ledger)
    }
}

/// Prints a table for people, in brief where the screen is too narrow for all of it.
fn write_fitting(frame: &dyn Fn(bool) -> Frame, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut text = Vec::new();
    write_table(&frame(false), Style::plain(usize::MAX), &mut text)?;
    let text = String::from_utf8_lossy(&text);
    let width = text
        .lines()
        .map(|line| line.chars().count())
        .max()
        .unwrap_or(0);
    Format::Table.write(&frame(width > format::style().width), out)
}

/// Games that could not be read may hold claims that are not listed.
fn tell_unread(unread: u64) {
    if unread > 0 {
        let games = if unread == 1 { "game" } else { "games" };
        // Where standard error is closed there is nobody left to tell.
        let _ = writeln!(
            std::io::stderr(),
            "{} {games} could be read in part or not at all; audit960 audit tells why",
            grouped(unread)
        );
    }
}
