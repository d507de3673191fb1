//! `audit960 draws`: the ledger of draws that could be claimed.

mod choices;
mod choosing;
mod claim;
mod watch;

use std::io::{BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use audit960_filter::{Chooser, check_for_archives, chosen};
use audit960_law::Standard;
use audit960_ledger::{
    Game, GameName, Ledger, LedgerRule, Tables, Wanted, judge_anew, load, records, sheet_of, table,
    write_pgn,
};
use audit960_replay::AuditOptions;
use audit960_report::{Style, grouped, write_sheet, write_table};
use audit960_types::Frame;

use self::choices::{LawChoice, LedgerFormat, SortChoice};
use self::choosing::Choosing;
use self::claim::ClaimArgs;
use self::watch::WatchArgs;
use crate::commands::asked::Asked;
use crate::commands::door::DoorArgs;
use crate::commands::filters::FilterArgs;
use crate::commands::format::{self, Format};
use crate::commands::limits::LimitArgs;
use crate::commands::one_game::Opening;
use crate::commands::tables::TableArgs;
use crate::output;
use crate::progress::Pass;
use audit960_dataset::{Storage, is_dataset};
use audit960_pipeline::{self as pipeline, Options};

/// List the draws that could be claimed, and what became of them
///
/// One line for every run without capture or pawn move in which a player could claim a draw (Laws
/// 9.3), and one for every position that stood for the third time or that a legal move could have made
/// stand so (9.2). A claim belongs to the player whose turn it is. Fifty moves: at a half-move clock
/// of 99 with a move that completes them (9.3.1), from 100 on without one (9.3.2). Repetition: with a
/// move after which the position stands for at least the third time (9.2.1), or where it stands so on
/// the board (9.2.2). Half a point is lost by a player who had a claim and lost the game; it is lost
/// once a game, whatever the number of claims.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
GAME is an ordinal (12), a source with an ordinal (games.pgn#12), or a source with the byte at which
the game begins (games.pgn@48210). Ordinals count from 0; a source may be named by the end of its
path, and left out where there is only one.

Examples:
  audit960 draws audit --missed
  audit960 draws audit --missed --law fide --sort clock
  audit960 draws audit --missed --no-engines --where \"plies > 200\"
  audit960 draws games.pgn --format pgn > claims.pgn
  audit960 draws audit --sheet games.pgn#12 --out sheet.html
  audit960 draws audit --rule repetition --format csv
  audit960 draws --watch round-5.pgn --format json
  audit960 draws games.pgn --claim 12 --ply 61 --move Rd1    was the claim with 31. Rd1 correct?")]
pub(crate) struct Args {
    /// Which draws
    #[arg(long, value_enum, default_value = "all")]
    rule: Rule,
    #[command(flatten)]
    claim: ClaimArgs,
    #[command(flatten)]
    watch: WatchArgs,
    #[command(flatten)]
    ledger: LedgerArgs,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let format = || {
            let format = self.ledger.format.of_table();
            format.context("that is text or, with --format json, JSON")
        };
        let mut out = output::stdout();
        if self.watch.is_asked() {
            let tables = self.ledger.tables()?;
            self.watch
                .run(&self.ledger.inputs, &tables, format()?, &mut out)?;
            return Ok(ExitCode::SUCCESS);
        }
        if self.claim.is_asked() {
            let tables = self.ledger.tables()?;
            let opening = Opening {
                door: self.ledger.door,
                limits: self.ledger.limits.limits(),
            };
            let inputs = &self.ledger.inputs;
            self.claim
                .run(inputs, opening, &tables, format()?, &mut out)?;
            out.flush()?;
            return Ok(ExitCode::SUCCESS);
        }
        drop(out);
        self.ledger.run(self.rule)
    }
}

/// Rules by which draws can be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Rule {
    /// Fifty moves by each player without capture or pawn move (Laws 9.3)
    Fifty,
    /// A position that stands for the third time, or that a move makes stand so (Laws 9.2)
    Repetition,
    /// Both
    All,
}

impl Rule {
    const fn ledger_rule(self) -> LedgerRule {
        match self {
            Self::Fifty => LedgerRule::Fifty,
            Self::Repetition => LedgerRule::Repetition,
            Self::All => LedgerRule::All,
        }
    }
}

/// The options of the ledger, whatever the rule.
#[derive(Debug, clap::Args)]
pub(crate) struct LedgerArgs {
    /// Datasets that audit960 audit has written; or archives, read as audit does
    #[arg(required = true, value_name = "DIR|INPUT")]
    inputs: Vec<String>,
    /// Only what cost a player half a point
    #[arg(long)]
    missed: bool,
    /// Which claims count for the half point
    #[arg(long, value_enum, default_value = "venue")]
    law: LawChoice,
    #[command(flatten)]
    tables: TableArgs,
    /// How the ledger is printed
    #[arg(long, value_enum, default_value = "table")]
    format: LedgerFormat,
    /// Order of the runs
    #[arg(long, value_enum, default_value = "archive")]
    sort: SortChoice,
    /// Write a page about the claims of one game, for an arbiter
    #[arg(long, value_name = "GAME", requires = "out",
        conflicts_with_all = ["format", "sort", "missed", "records"])]
    sheet: Option<GameName>,
    /// File for the sheet; must be empty or not exist
    #[arg(long, value_name = "FILE.html", requires = "sheet")]
    out: Option<PathBuf>,
    /// Show the records: longest run, longest game and so on, of one dataset or of archives
    #[arg(long, conflicts_with_all = ["sort", "missed", "law", "law_table", "venue_table"])]
    records: bool,
    /// Threads to use [default: all]
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    door: DoorArgs,
    #[command(flatten, next_help_heading = "Which games")]
    filters: FilterArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

impl LedgerArgs {
    /// Prints what was asked for.
    pub(crate) fn run(self, rule: Rule) -> anyhow::Result<ExitCode> {
        let rule = rule.ledger_rule();
        if let (Some(name), Some(path)) = (&self.sheet, &self.out) {
            self.write_sheet(name, path, rule)?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut out = output::stdout();
        if self.records {
            self.write_records(&mut out)?;
        } else {
            self.write_ledger(rule, &mut out)?;
        }
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }

    fn write_ledger(&self, rule: LedgerRule, out: &mut dyn Write) -> anyhow::Result<()> {
        let with_moves = self.format == LedgerFormat::Pgn;
        let wanted = if with_moves {
            Wanted::Moves
        } else {
            Wanted::Facts
        };
        let mut ledger = self.ledger(wanted, rule)?;
        if self.missed {
            ledger.keep_missed();
        }
        let Some(format) = self.format.of_table() else {
            let mut out = BufWriter::new(output::data());
            for game in ledger.games_in_order(self.sort.sort()) {
                write_pgn(game, &mut out)?;
            }
            return Ok(out.flush()?);
        };
        let lines = ledger.lines(self.sort.sort());
        if format != Format::Table {
            return format.write(&table::for_programs(&lines, rule), out);
        }
        if !lines.is_empty() {
            let sources = ledger.short_names();
            let frame = |brief| table::for_people(&lines, rule, &sources, brief);
            write_fitting(&frame, out)?;
        }
        Ok(table::write_sum(&lines, rule, out)?)
    }

    /// What claims are judged by: the user's tables, else those that the first dataset was audited with,
    /// else those built in.
    fn tables(&self) -> anyhow::Result<Tables> {
        Ok(match self.datasets().next() {
            Some(dataset) => self.tables.for_dataset(&self.door.open(dataset)?)?,
            None => self.tables.load()?.0,
        })
    }

    fn write_sheet(&self, name: &GameName, path: &Path, rule: LedgerRule) -> anyhow::Result<()> {
        if path.symlink_metadata().is_ok_and(|meta| meta.len() > 0) {
            bail!("{} exists and is not empty", path.display());
        }
        let ledger = self.ledger(Wanted::Facts, rule)?;
        let mut game = name.find(&ledger)?.clone();
        if game.moves.is_none() {
            game.moves = self.moves_of(&game)?;
        }
        let tables = self.tables()?;
        let sheet = sheet_of(&game, &tables)?;
        Storage::new().replace(path, |file| {
            let mut out = BufWriter::new(file);
            write_sheet(&sheet, &mut out)?;
            out.flush()
        })?;
        Ok(())
    }

    fn write_records(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let Some(format) = self.format.of_table() else {
            bail!("--records is a table: its formats are table, csv and json");
        };
        let audit = AuditOptions {
            with_moves: true,
            ..AuditOptions::default()
        };
        let threads = pipeline::threads(self.threads.map(NonZeroUsize::get));
        let options = Options {
            threads,
            audit,
            limits: self.limits.limits(),
            ..Options::default()
        };
        let filter = self.filters.filter();
        let asked = Asked::of(
            &self.inputs,
            "--records",
            self.door,
            options,
            filter.as_ref(),
        )?;
        let records = records::of(&asked.dataset)?;
        match format {
            Format::Table => write_fitting(&|brief| records::frame(&records, brief), out),
            Format::Csv | Format::Json => format.write(&records::frame(&records, false), out),
        }
    }

    /// The moves of a game that was found in a dataset.
    fn moves_of(&self, game: &Game) -> anyhow::Result<Option<String>> {
        for dataset in self.datasets() {
            let found = load(&self.door.open(dataset)?, Wanted::MovesAt(game.identity))?;
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
            .filter(|path| is_dataset(path))
    }

    /// The games of all inputs together, judged as asked for.
    fn ledger(&self, wanted: Wanted, rule: LedgerRule) -> anyhow::Result<Ledger> {
        let mut ledger = Ledger::default();
        let standard = self.law.standard();
        let judged_anew = self.tables.are_given() || standard == Standard::Fide;
        let wanted = if judged_anew { Wanted::Moves } else { wanted };
        let filter = self.filters.filter();
        for dataset in self.datasets() {
            let dataset = chosen(
                self.door.open(dataset)?.with_threads(self.threads),
                filter.as_ref(),
            )?;
            let mut found = load(&dataset, wanted)?;
            if judged_anew {
                let tables = self.tables.for_dataset(&dataset)?;
                found
                    .games
                    .iter_mut()
                    .try_for_each(|game| judge_anew(game, &tables, standard))?;
            }
            ledger.append(found);
        }
        let archives: Vec<String> = self
            .inputs
            .iter()
            .filter(|input| !is_dataset(Path::new(input)))
            .cloned()
            .collect();
        if !archives.is_empty() {
            ledger.append(self.of_archives(&archives, standard)?);
        }
        ledger.keep(rule);
        Ok(ledger)
    }

    /// The games of archives, read as an audit reads them.
    fn of_archives(&self, archives: &[String], standard: Standard) -> anyhow::Result<Ledger> {
        let (tables, _) = self.tables.load()?;
        let filter = self.filters.filter();
        check_for_archives(filter.as_ref(), Chooser::UNKNOWN)?;
        let chooser = Chooser::new(filter);
        let options = AuditOptions {
            with_moves: chooser.asks_for_moves(),
            law: Arc::clone(&tables.law),
            venues: Arc::clone(&tables.venues),
            ..AuditOptions::default()
        };
        let threads = pipeline::threads(self.threads.map(NonZeroUsize::get));
        let make = || Choosing::new(chooser.clone());
        let observer = Pass::new(false);
        let parts = pipeline::fold(
            archives,
            self.limits.limits(),
            threads,
            &options,
            &observer,
            make,
            Choosing::begin,
        )?;
        let collectors = parts.into_iter().map(Choosing::into_collector);
        let (mut found, unread) = Ledger::of_archives(collectors);
        tell_unread(unread);
        if standard == Standard::Fide {
            found
                .games
                .iter_mut()
                .try_for_each(|game| judge_anew(game, &tables, standard))?;
        }
        Ok(found)
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
