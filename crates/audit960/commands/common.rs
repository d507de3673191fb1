//! Arguments shared by commands that read archives or datasets.

use std::ffi::OsStr;
use std::io::{self, BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use audit960_audit::TableTexts;
use audit960_dataset::Door;
use audit960_inputs::{Inputs, LawTableFiles};
use audit960_replay::{AuditOptions, MAX_OPENING_PLIES};
use audit960_report::{External, Format, TableForm, grouped};
use audit960_source::{Limits, MaxExpansion, parse_memory, set_columns};
use audit960_types::Choice;
use audit960_types::tables::ColumnGroup;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

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
            filter: self.filters.filter(),
            limits: self.limits.limits(),
            ..self.door.inputs(self.threads.count())
        };
        inputs.refuse_shared_games()?;
        Ok(inputs)
    }
}

/// How a command runs, and what it prints besides its result.
#[derive(Debug, clap::Args)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    threads: ThreadArgs,
    /// Print every finding, not the first 5 of each code
    #[arg(long)]
    all_findings: bool,
    /// No progress, no findings, no summary
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Exit with 0 even if there are findings of severity error
    #[arg(long)]
    exit_zero: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

impl RunArgs {
    /// The named inputs with these options.
    pub(crate) fn inputs(&self, names: &[String]) -> Inputs {
        self.limits.inputs(names.to_vec(), self.threads)
    }

    /// The console of the run.
    pub(crate) fn console(&self) -> Console {
        Console::new(Format::Text, self.all_findings, self.quiet)
    }

    /// The console of a run that SIGINT and SIGTERM stop.
    pub(crate) fn console_with_signals(&self) -> io::Result<(Console, Signals)> {
        let signals = Signals::watch()?;
        Ok((self.console().stopped_by(signals.clone()), signals))
    }

    /// 1 if there are findings of severity error, unless `--exit-zero` is given; else 0.
    pub(crate) fn exit_code(&self, has_errors: bool) -> ExitCode {
        exit_code(has_errors, self.exit_zero)
    }
}

/// Parses the name of a format of tables, or of one of `more`.
pub(crate) fn formats_and(more: &[Format]) -> ChoiceParser<Format> {
    choice_among(&[&Format::TABLES, more].concat())
}

/// How an answer is written, and where to.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct FormatArgs {
    /// The form of the answer; also --json, --csv [default: table, or as --out ends]
    #[arg(long, value_parser = choice_among(&Format::TABLES))]
    format: Option<Format>,
    /// Short for --format json
    #[arg(long, hide_short_help = true, conflicts_with_all = ["format", "csv"])]
    json: bool,
    /// Short for --format csv
    #[arg(long, hide_short_help = true, conflicts_with = "format")]
    csv: bool,
    /// Write to a file
    ///
    /// It is replaced when everything is written; its name says the format: .csv, .json, .jsonl, .arrow, .parquet, or .txt
    /// for the table. - is standard output.
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl FormatArgs {
    /// The file to write; none for standard output.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.out.as_deref().filter(|path| path.as_os_str() != "-")
    }

    /// The format that is asked for; `usual` without option and file.
    pub(crate) fn format_or(&self, usual: Format) -> anyhow::Result<Format> {
        let short = match (self.json, self.csv) {
            (true, _) => Some(Format::Json),
            (_, true) => Some(Format::Csv),
            _ => None,
        };
        match (self.format.or(short), self.file()) {
            (Some(format), _) => Ok(format),
            (None, Some(path)) => Format::of_path(path).with_context(|| {
                let path = output::shown(path);
                format!(
                    "{path}: the name of --out must end in .csv, .json, .jsonl, .arrow, .parquet or .txt, or \
                     --format say how it is written"
                )
            }),
            (None, None) => Ok(usual),
        }
    }

    /// The format that is asked for, else the table.
    pub(crate) fn format(&self) -> anyhow::Result<Format> {
        self.format_or(Format::Table)
    }

    /// Writes an answer to where it is asked for, in the format: `write` gets both. What is read must not be written to.
    pub(crate) fn write<T>(
        &self,
        door: Door,
        write: impl FnOnce(TableForm, &mut dyn Write) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        self.write_as(self.format()?, door, write)
    }

    /// The same in a format that [`Self::format_or`] has given.
    pub(crate) fn write_as<T>(
        &self,
        format: Format,
        mut door: Door,
        write: impl FnOnce(TableForm, &mut dyn Write) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let Some(path) = self.file() else {
            let form = output::on_screen(format);
            // The text of archives, unchanged.
            let mut out: Box<dyn Write> = match format {
                Format::Pgn => Box::new(BufWriter::new(output::data())),
                _ => Box::new(output::stdout()),
            };
            let done = write(form, &mut *out)?;
            out.flush()?;
            return Ok(done);
        };
        door.admit(path)?;
        let mut done = None;
        let replaced = door.replace(path, |file| {
            let mut out = BufWriter::new(file);
            let written = write(output::in_file(format), &mut out);
            let is_written = written.is_ok();
            done = Some(written);
            match is_written {
                true => out.flush(),
                false => Err(io::ErrorKind::Other.into()),
            }
        });
        match (done, replaced) {
            // The answer failed, not the file.
            (Some(Err(error)), _) => Err(error),
            (Some(Ok(done)), Ok(_)) => Ok(done),
            (_, Err(error)) => Err(error.into()),
            (None, Ok(_)) => bail!("{}: nothing was written", path.display()),
        }
    }
}

/// How something that is no table is printed.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct TextFormatArgs {
    /// The form of what is printed
    #[arg(long, value_parser = choice_among(&[Format::Text, Format::Json]), default_value = "text")]
    format: Format,
    /// Short for --format json
    #[arg(long, hide_short_help = true, conflicts_with = "format")]
    json: bool,
}

impl TextFormatArgs {
    /// The format that is asked for.
    pub(crate) const fn format(self) -> Format {
        match self.json {
            true => Format::Json,
            false => self.format,
        }
    }
}

/// 1 if there are findings of severity error, unless `exit_zero`; else 0.
pub(crate) fn exit_code(has_errors: bool, exit_zero: bool) -> ExitCode {
    ExitCode::from(u8::from(has_errors && !exit_zero))
}

/// Parses the name of one of the values of `T`; the help lists them.
pub(crate) fn choice<T: Choice>() -> ChoiceParser<T> {
    choice_among(T::ALL)
}

/// The same of some of its values.
pub(crate) fn choice_among<T: Choice>(values: &[T]) -> ChoiceParser<T> {
    ChoiceParser(values.to_vec())
}

/// Parses a name in any letter case, with dashes, underscores or blanks between its words.
#[derive(Clone, Debug)]
pub(crate) struct ChoiceParser<T>(Vec<T>);

impl<T: Choice> ChoiceParser<T> {
    fn names(&self) -> impl Iterator<Item = PossibleValue> {
        let value = |value: &T| PossibleValue::new(value.name()).help(value.meaning());
        self.0.iter().map(value)
    }
}

impl<T: Choice> TypedValueParser for ChoiceParser<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        text: &OsStr,
    ) -> Result<T, clap::Error> {
        let name = spelled(&text.to_string_lossy(), '-');
        match self.0.iter().find(|value| value.name() == name) {
            Some(value) => Ok(*value),
            // Fails, with the names that there are.
            None => PossibleValuesParser::new(self.names())
                .try_map(|_| Err("no such value"))
                .parse_ref(command, argument, text),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names()))
    }
}

/// A name in lower case, with one sign between its words.
pub(crate) fn spelled(name: &str, between: char) -> String {
    name.trim()
        .to_lowercase()
        .replace(['-', '_', ' '], &between.to_string())
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
    /// game (a sixteenth, at most 64 MiB); at least 64M
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

    /// The named inputs with these limits, and datasets checked as asked for.
    pub(crate) fn inputs_of(&self, door: VerifyArgs, names: Vec<String>) -> Inputs {
        Inputs {
            no_verify: door.no_verify,
            ..self.inputs(names, ThreadArgs::default())
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
