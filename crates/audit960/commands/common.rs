//! Arguments shared by commands that read archives or datasets.

use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use audit960_answers::{Inputs, LawTableFiles};
use audit960_audit::TableTexts;
use audit960_ledger::GameName;
use audit960_replay::{AuditOptions, MAX_OPENING_PLIES};
use audit960_report::{External, Format, Language, grouped};
use audit960_source::{Limits, MaxExpansion, parse_memory, set_columns};
use audit960_types::tables::ColumnGroup;

use crate::commands::choice::choice;
use crate::commands::filters::FilterArgs;
use crate::console::Console;
use crate::output;
use crate::signals::Signals;

/// How a dataset is checked before it is read.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct VerifyArgs {
    /// Do not verify the checksums of a dataset's files (sizes and row counts are always checked)
    #[arg(long)]
    pub(crate) no_verify: bool,
}

impl VerifyArgs {
    /// `Inputs` with these options, and no names yet.
    pub(crate) fn inputs(self, threads: Option<NonZeroUsize>) -> Inputs {
        Inputs {
            no_verify: self.no_verify,
            threads,
            note: Some(output::note),
            ..Inputs::default()
        }
    }
}

/// The language of what people read.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct LanguageArgs {
    /// Language of sentences and headings: en, fr or de; JSON, CSV and Arrow are in English
    #[arg(long, value_name = "LANG", default_value = "en", value_parser = choice::<Language>(), hide_possible_values = true)]
    pub(crate) lang: Language,
}

/// How many threads work.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct ThreadArgs {
    /// Threads to use; 0 is all
    #[arg(short = 'j', long, value_name = "N", default_value_t = 0)]
    threads: usize,
}

impl ThreadArgs {
    /// The number of threads; `None` for all.
    pub(crate) const fn count(self) -> Option<NonZeroUsize> {
        NonZeroUsize::new(self.threads)
    }
}

/// Arguments of commands that query archives or datasets.
#[derive(Debug, clap::Args)]
pub(crate) struct QueryArgs {
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    door: VerifyArgs,
    #[command(flatten, next_help_heading = "Which games")]
    pub(crate) filters: FilterArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

impl QueryArgs {
    /// The named inputs with these options. Fails if they have games in common.
    pub(crate) fn inputs(&self, names: &[String]) -> anyhow::Result<Inputs> {
        let inputs = Inputs {
            names: names.to_vec(),
            filter: self.filters.filter()?,
            limits: self.limits.limits(),
            ..self.door.inputs(self.threads.count())
        };
        inputs.refuse_shared_games()?;
        Ok(inputs)
    }
}

/// How archives are read.
#[derive(Debug, clap::Args)]
pub(crate) struct ReadArgs {
    #[command(flatten)]
    threads: ThreadArgs,
    /// Nothing on standard error but why the run failed
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Exit with 0 even if there are findings of severity error
    #[arg(long)]
    exit_zero: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

impl ReadArgs {
    /// The named inputs with these options.
    pub(crate) fn inputs(&self, names: &[String]) -> Inputs {
        self.limits.inputs(names.to_vec(), self.threads)
    }

    /// 1 if there are findings of severity error, unless `--exit-zero` is given; else 0.
    pub(crate) fn exit_code(&self, has_errors: bool) -> ExitCode {
        exit_code(has_errors, self.exit_zero)
    }
}

/// How archives are read, and which of their findings are printed.
#[derive(Debug, clap::Args)]
pub(crate) struct RunArgs {
    /// Print every finding, not the first 5 of each code
    #[arg(long)]
    all_findings: bool,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

impl RunArgs {
    /// The console of the run.
    pub(crate) fn console(&self) -> Console {
        Console::new(Format::Text, self.all_findings, self.read.quiet)
    }

    /// The console of a run that SIGINT and SIGTERM stop.
    pub(crate) fn console_with_signals(&self) -> io::Result<(Console, Signals)> {
        let signals = Signals::watch()?;
        Ok((self.console().stopped_by(signals.clone()), signals))
    }
}

/// 1 if there are findings of severity error, unless `exit_zero`; else 0.
pub(crate) fn exit_code(has_errors: bool, exit_zero: bool) -> ExitCode {
    ExitCode::from(u8::from(has_errors && !exit_zero))
}

/// The user's own law and venue tables.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TableArgs {
    /// Law table to apply instead of the built-in one (see audit960 law)
    #[arg(long, value_name = "FILE")]
    law_table: Option<PathBuf>,
    /// Venue table to apply instead of the built-in one (audit960 law --venues)
    #[arg(long, value_name = "FILE")]
    venue_table: Option<PathBuf>,
}

impl TableArgs {
    /// Audit options with these tables, and the text of the user's own tables.
    pub(crate) fn audit(
        &self,
        with_moves: bool,
        keep_illegal: bool,
    ) -> anyhow::Result<(AuditOptions, TableTexts)> {
        let (tables, texts) = self.files().load()?;
        let options = AuditOptions {
            with_moves,
            keep_illegal,
            law: tables.law,
            venues: tables.venues,
            ..AuditOptions::default()
        };
        Ok((options, texts))
    }

    /// The paths of the tables.
    pub(crate) fn files(&self) -> LawTableFiles {
        LawTableFiles {
            law: self.law_table.clone(),
            venues: self.venue_table.clone(),
        }
    }
}

/// Whether a dataset answers questions about positions.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct PositionsArg {
    /// Keep what explore, find and endings ask for. What was played within PLIES half-moves, and how long endings lasted: they
    /// answer then from the dataset alone
    #[arg(
        long,
        value_name = "PLIES",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "24",
        value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_OPENING_PLIES))
    )]
    positions: Option<u32>,
}

impl PositionsArg {
    /// The number of half-moves, if positions are asked about.
    pub(crate) const fn plies(self) -> Option<u32> {
        self.positions
    }
}

/// One game of an input.
#[derive(Debug, clap::Args)]
pub(crate) struct GameArgs {
    #[command(flatten)]
    pub(crate) from: GameInput,
    /// The game: its number from 1 (12), its source and number (games.pgn#12), or its source and the byte at which it
    /// begins (games.pgn@48210); left out if there is only one
    #[arg(index = 2, value_name = "GAME")]
    pub(crate) game: Option<GameName>,
}

impl GameArgs {
    /// The game that is named, or the only one.
    pub(crate) fn game(&self) -> &GameName {
        self.game.as_ref().unwrap_or(&GameName::ONLY)
    }
}

/// An input with games that are named.
#[derive(Debug, clap::Args)]
pub(crate) struct GameInput {
    /// A dataset written by audit960 audit, or an archive
    #[arg(index = 1, value_name = "DIR|FILE")]
    pub(crate) input: String,
    #[command(flatten)]
    door: VerifyArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

impl GameInput {
    /// The input with these options.
    pub(crate) fn inputs(&self) -> Inputs {
        let names = vec![self.input.clone()];
        Inputs {
            no_verify: self.door.no_verify,
            ..self.limits.inputs(names, ThreadArgs::default())
        }
    }
}

/// Columns of games, and tables, that have to be asked for.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct ColumnArgs {
    /// Say who played: FIDE ids, teams, keys, and a table of players. A key is the same in
    /// every game of a player: the FIDE id, else the account, else the name in one form
    #[arg(long)]
    players: bool,
    /// Say how well, by clocks and evaluations in the text. Columns of table games have of
    /// each side the time left, time trouble, the longest think, accuracy and blunders
    #[arg(long)]
    quality: bool,
}

impl ColumnArgs {
    /// Whether there is a table of players.
    pub(crate) const fn players(self) -> bool {
        self.players
    }

    /// The last group of columns that games have.
    pub(crate) const fn group(self) -> ColumnGroup {
        ColumnGroup::asked(self.players, self.quality)
    }
}

/// Limits on memory and text; a finding reports each limit that is reached, and the other inputs go on.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Memory for zstd windows (half of it), for games and rows in flight (a quarter), and for the longest
    /// game (a sixteenth, at most 64 MiB); an answer that needs more is refused; at least 64M
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = parse_memory)]
    max_memory: u64,
    /// Limit on the text of a compressed input: a multiple of its stored bytes, and a total. The first
    /// GiB is always read
    #[arg(long, value_name = "RATIO[:SIZE]", default_value = "250:1T")]
    max_expansion: MaxExpansion,
    /// Columns of tables (Parquet, Arrow IPC) whose names do not say what they mean: movetext, a tag, winner, clocks,
    /// evals or move_times, and the name of the column, as in fen=InitialFen
    #[arg(long, value_name = "MEANING=COLUMN", value_delimiter = ',', value_parser = parse_column)]
    input_columns: Vec<(String, String)>,
}

/// Parses a meaning and the name of a column.
fn parse_column(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=').filter(|(meaning, column)| {
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let meaning = meaning.strip_prefix('%').unwrap_or(meaning);
        !meaning.is_empty() && meaning.bytes().all(is_name) && !column.is_empty()
    });
    let (meaning, column) = pair.ok_or(
        "must be movetext, a tag, winner, clocks, evals or move_times, =, and the name of a column",
    )?;
    Ok((meaning.to_owned(), column.to_owned()))
}

impl LimitArgs {
    /// The limits. From here on columns mean what the arguments say.
    pub(crate) fn limits(&self) -> Limits {
        if !self.input_columns.is_empty() {
            set_columns(self.input_columns.clone());
        }
        Limits {
            memory: self.max_memory,
            expansion: self.max_expansion,
        }
    }

    /// The named inputs with these limits.
    pub(crate) fn inputs(&self, names: Vec<String>, threads: ThreadArgs) -> Inputs {
        Inputs {
            names,
            limits: self.limits(),
            threads: threads.count(),
            note: Some(output::note),
            ..Inputs::default()
        }
    }
}

/// A file with columns about start positions.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct JoinArgs {
    /// Add columns from a CSV file, such as evaluations. Rows are matched by the columns that both have: start (Scharnagl
    /// number), arrangement (RNBQKBNR), fen
    #[arg(long, value_name = "FILE.csv")]
    join: Option<PathBuf>,
}

impl JoinArgs {
    /// The file, if one is named.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.join.as_deref()
    }

    /// The columns of the file, if one is named.
    pub(crate) fn read(&self) -> anyhow::Result<Option<External>> {
        let Some(path) = &self.join else {
            return Ok(None);
        };
        let shown = || path.display().to_string();
        let text = std::fs::read_to_string(path).with_context(shown)?;
        let external = External::read(&text).with_context(shown)?;
        let strangers = external.strangers();
        if let Some(first) = strangers.first() {
            let left_out = strangers.len();
            let rows = match left_out {
                1 => "1 row names".to_owned(),
                _ => format!("{} rows name", grouped(left_out as u64)),
            };
            output::message(&format!(
                "{}: {rows} no start position and is joined to nothing: the first is line {first}",
                shown()
            ));
        }
        Ok(Some(external))
    }

    /// The name of the file; empty if none is named.
    pub(crate) fn name(&self) -> String {
        let path = self.join.iter().map(|path| path.display().to_string());
        path.collect()
    }
}
