//! `audit960 audit`: the main job.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context as _, bail};
use audit960_answers::{
    check, free_folder_beside, unfinished_folder_beside, write_outcome, write_speed,
};
use audit960_audit::{self as pipeline, Examination, Options, Stopped, TableValues};
use audit960_dataset::{Door, can_be_resumed};
use audit960_replay::forensics::StartFinder;
use audit960_report::{Format, Language, Style, counted};
use audit960_types::{Code, Severity, shell_word};

use crate::commands::choice::choice;
use crate::commands::common::{
    ColumnArgs, LimitArgs, PositionsArg, TableArgs, ThreadArgs, exit_code,
};
use crate::commands::format::TextFormatArgs;
use crate::commands::report::{self, REPORT};
use crate::commands::tablebase::{TablebaseArgs, tell_damaged};
use crate::console::Console;
use crate::output;
use crate::signals::Signals;

/// Read archives, replay every game, write the dataset and print a summary
///
/// INPUT is a file, a folder (walked in sorted order), or - for standard input. Files are PGN, games in JSON
/// of Lichess and chess.com, in Parquet or Arrow IPC, or EPD and FEN with one position per line, plain or as
/// zstd, gzip, bzip2 or zip, recognised by content.
/// Nothing is skipped silently: every byte belongs to a game or a named gap, and every repair, omission
/// and doubt is a finding with file, line and column.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("help/audit.txt").trim_end())]
pub(crate) struct Args {
    /// Files, folders, or - for standard input. In builds with object stores also URIs of objects and of
    /// folders of objects (which end in /)
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<String>,
    /// Folder for the dataset; must be empty or not exist [default: games-audit for games.pgn]
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Continue an audit that was killed, stopped or failed. It needs the same inputs and options. Text after the last checkpoint is replayed again; the dataset is that of an uninterrupted audit.
    /// If DIR holds no audit, a new one starts; if nothing is missing, nothing is done. Without --out it is the audit that
    /// was stopped beside the first input
    #[arg(long)]
    resume: bool,
    /// Add to the dataset in DIR. Inputs that it knows by size and checksum are skipped, and the rows of
    /// the others follow its own, as in one audit of old and new inputs with the same options. The dataset
    /// stays unchanged until everything is written; if there is none, a new one starts. With --resume,
    /// continues such a run that was interrupted. --duplicates and --infer-start compare all games with each other:
    /// for these audit old and new inputs anew
    #[arg(long, requires = "out", conflicts_with_all = ["duplicates", "infer_start"])]
    append: bool,
    /// Megabytes of text between two checkpoints
    #[arg(long, value_name = "N", default_value = "4096", value_parser = clap::value_parser!(u64).range(1..))]
    checkpoint: u64,
    /// Write the report, too: DIR/report.html
    #[arg(long)]
    report: bool,
    /// Language of the report: en, fr or de
    #[arg(
        long,
        value_name = "LANG",
        default_value = "en",
        value_parser = choice::<Language>(),
        hide_possible_values = true,
        requires = "report"
    )]
    lang: Language,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Keep the moves of every game in table games. They are in UCI_Chess960, with the clocks and evaluations from
    /// comments
    #[arg(long)]
    with_moves: bool,
    #[command(flatten)]
    positions: PositionsArg,
    #[command(flatten)]
    columns: ColumnArgs,
    /// Read every game a second time with pgn-reader and shakmaty. Table crosscheck says where they disagree
    #[arg(long)]
    crosscheck: bool,
    /// Look for copies of earlier games. They have the same moves, moves that are a prefix of the other's, or the same
    /// players and date
    #[arg(long)]
    duplicates: bool,
    /// Find the lost start positions of Chess960 games. Games for which exactly one fits are replayed. Inputs are read twice, because the games of a round share a position
    #[arg(long)]
    infer_start: bool,
    /// With --infer-start, for double Chess960 too. White and Black may start from different arrangements
    #[arg(long, requires = "infer_start")]
    double: bool,
    /// Propose small changes that let damaged games replay to the end. Findings name them, and none is
    /// applied
    #[arg(long)]
    propose: bool,
    /// Replay past illegal moves after which play went on. At most three per game, if only one piece can be meant. Such a game stays damaged, and is in no ledger and no statistics
    #[arg(long)]
    keep_illegal: bool,
    #[command(flatten)]
    tables: TableArgs,
    #[command(flatten)]
    tablebase: TablebaseArgs,
    // Findings on standard error.
    #[command(flatten)]
    format: TextFormatArgs,
    /// Print every finding, not the first 5 errors and warnings of each code
    #[arg(long)]
    all_findings: bool,
    /// No progress, no findings, no speed
    #[arg(short, long)]
    quiet: bool,
    /// Exit with 0 even if there are findings of severity error
    #[arg(long)]
    exit_zero: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Endings of names that nobody gives a folder or an archive.
const OF_FILES: [&str; 4] = ["html", "htm", "pdf", "csv"];

/// Said where an audit can be resumed.
const CONTINUATION: &str = "the same command with --resume continues at the last checkpoint";

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let began = Instant::now();
        let beside = self.inputs.first().map_or("-", String::as_str);
        let out_folder = match &self.out {
            Some(folder) => folder.clone(),
            None if self.resume => unfinished_folder_beside(beside)?,
            None => free_folder_beside(beside)?,
        };
        let folder = output::shown(&out_folder);
        if self.out.is_none() {
            output::message(&format!("the dataset goes to {folder}"));
            if !self.resume
                && let Ok(unfinished) = unfinished_folder_beside(beside)
            {
                output::message(&format!(
                    "{} holds an audit that was not finished: --resume continues it",
                    output::shown(&unfinished)
                ));
            }
        }
        // `--report page.html` names an input.
        let named = self.inputs.iter().map(Path::new);
        for path in named.chain([out_folder.as_path()]) {
            let ending = path.extension().and_then(|ending| ending.to_str());
            if ending.is_some_and(|ending| OF_FILES.contains(&ending)) && !path.exists() {
                bail!(
                    "{}: an audit reads archives and writes a folder, and this is neither; in the folder --report writes the \
                     page, and audit960 query writes tables from it",
                    output::shown(path)
                );
            }
        }
        if !self.append && !self.resume && can_be_resumed(&out_folder) {
            bail!(
                "{folder} holds an audit that was not finished: --resume continues it; remove the folder to begin anew"
            );
        }
        let tables = self.tables.files();
        let folders = self.tablebase.folders();
        let read = self.inputs.iter().map(Path::new).chain(tables.paths());
        let read = read.chain(folders.folders.iter().map(PathBuf::as_path));
        Door::reading(read).admit_folder(&out_folder)?;
        let tablebase = folders.open_if_named()?;
        let (mut audit, table_texts) = self.tables.audit(self.with_moves, self.keep_illegal)?;
        audit.opening_plies = self.positions.plies();
        audit.columns = self.columns.group();
        let options = Options {
            threads: pipeline::threads(self.threads.count()),
            audit,
            crosscheck: self.crosscheck,
            duplicates: self.duplicates,
            players: self.columns.players(),
            examination: Examination {
                starts: self.infer_start.then_some(StartFinder {
                    double: self.double,
                }),
                repairs: self.propose,
            },
            limits: self.limits.limits(),
            table_values: tablebase.clone().map(TableValues::of).transpose()?,
            table_texts,
            checkpoint_chunks: Some(pipeline::checkpoint_chunks(self.checkpoint)),
            ..Options::default()
        };
        let signals = Signals::watch()?;
        let console = Console::new(self.format.format(), self.all_findings, self.quiet)
            .without_infos()
            .stopped_by(signals.clone());
        let (inputs, out) = (&self.inputs, &out_folder);
        let audited = match (self.append, self.resume) {
            (true, resume) => pipeline::append(inputs, out, options, resume, &console),
            (false, true) => pipeline::resume(inputs, out, options, &console),
            (false, false) => pipeline::audit(inputs, out, options, &console).map(Some),
        };
        let outcome = match audited {
            Err(error) if error.is::<Stopped>() => {
                output::message(&match can_be_resumed(&out_folder) {
                    true => format!("stopped; {CONTINUATION}"),
                    false => "stopped; nothing was written".to_owned(),
                });
                return Ok(signals.exit_code());
            }
            Err(error) => {
                if !self.resume && can_be_resumed(&out_folder) {
                    output::message(CONTINUATION);
                }
                return Err(error);
            }
            Ok(None) => return self.finish_complete(&out_folder),
            Ok(Some(outcome)) => outcome,
        };
        if let Some(tables) = &tablebase {
            tell_damaged(tables);
        }
        let tally = &outcome.tally;
        let is_empty = tally.verdicts.total() + tally.lines.verdicts.total() == 0;
        let mut out = output::stdout();
        let style = Style {
            width: 100,
            colour: output::colour(),
        };
        write_outcome(&outcome, self.crosscheck, style, &mut out)?;
        out.flush()?;
        // Nobody asked for this folder, and there is nothing to ask it.
        if self.out.is_none() && is_empty && outcome.unreadable.is_empty() {
            std::fs::remove_dir_all(&out_folder).with_context(|| folder.clone())?;
            output::message(&format!(
                "no game and no position was found; {folder} was removed"
            ));
            return Ok(exit_code(tally.errors() > 0, self.exit_zero));
        }
        // JSON lines are for programs; nothing else may stand between them.
        if !self.quiet && self.format.format() == Format::Text {
            let seconds = began.elapsed().as_secs_f64();
            write_speed(
                &outcome,
                &folder,
                seconds,
                self.resume,
                &mut output::stderr(),
            )?;
        }
        if self.report {
            report::Args::of_new(out_folder, self.lang, self.threads, self.quiet).run()?;
        } else if self.append && out_folder.join(REPORT).exists() {
            output::message(&format!(
                "{folder}/{REPORT} does not know what was added; audit960 report {folder} writes it anew"
            ));
        }
        if let Some((name, reason)) = outcome.unreadable.first() {
            let inputs = counted(outcome.unreadable.len() as u64, "input", "inputs");
            // --resume alone looks for an audit that was stopped.
            let named = match self.out {
                Some(_) => String::new(),
                None => format!("--out {} ", shell_word(&folder)),
            };
            output::message(&format!(
                "{name}: {reason}; {inputs} could not be read, and the dataset is marked incomplete; once they can be \
                 read, the same command with {named}--resume completes it"
            ));
            return Ok(ExitCode::from(2));
        }
        Ok(exit_code(outcome.tally.errors() > 0, self.exit_zero))
    }
}

impl Args {
    /// Ends a run whose dataset is already complete.
    fn finish_complete(&self, out_folder: &Path) -> anyhow::Result<ExitCode> {
        let dataset = check(out_folder, false)?;
        output::message(&format!(
            "{}: nothing is left to do: the dataset has these inputs, by their checksums",
            output::shown(out_folder)
        ));
        // The run that wrote the dataset may have died before its report.
        if self.report && !out_folder.join(REPORT).exists() {
            let folder = out_folder.to_owned();
            report::Args::of_new(folder, self.lang, self.threads, self.quiet).run()?;
        }
        let found = dataset.manifest()["totals"]["findings"].as_object();
        let mut codes = found
            .into_iter()
            .flatten()
            .filter_map(|(code, _)| Code::find(code));
        let has_errors = codes.any(|code| code.severity() == Severity::Error);
        Ok(exit_code(has_errors, self.exit_zero))
    }
}
