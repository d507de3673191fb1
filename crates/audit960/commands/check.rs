//! `audit960 check`: the findings of files, and nothing else.

use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use audit960_audit::{Observer, ProgressCounts, Stopped};
use audit960_report::{Format, Sarif, write_finding, write_finding_json};
use audit960_source::{IgnoredFiles, Progress};
use audit960_types::{Finding, Severity};

use crate::commands::choice::choice_among;
use crate::commands::common::{ReadArgs, TableArgs};
use crate::commands::format::TextFormatArgs;
use crate::console::Console;
use crate::output;
use crate::signals::Signals;

/// Check files, and print every finding
///
/// INPUT is a file, a folder (walked in sorted order), or - for standard input: PGN, EPD and everything else that
/// audit960 audit reads, and compressed files. Every game is replayed. Nothing is written: audit960 audit
/// writes a dataset of the same games.
///
/// Findings go to standard output in the order of the text, each with file, line and column. audit960 explain CODE
/// says what one means and what to do.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("help/check.txt").trim_end())]
#[command(mut_arg("format", |arg| arg.value_parser(choice_among(&[Format::Text, Format::Json, Format::Sarif]))))]
pub(crate) struct Args {
    /// Files, folders, or - for standard input
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<String>,
    #[command(flatten)]
    format: TextFormatArgs,
    /// Print only findings of this severity and worse: info, warning or error. All are counted
    #[arg(long, value_name = "SEVERITY", default_value = "info")]
    severity: Severity,
    #[command(flatten)]
    tables: TableArgs,
    #[command(flatten)]
    read: ReadArgs,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let (audit, _) = self.tables.audit(false, false)?;
        let inputs = self.read.inputs(&self.inputs);
        let signals = Signals::watch()?;
        let format = self.format.format();
        let sarif = match format {
            Format::Sarif => Some(Sarif::begin(&mut output::stdout())?),
            _ => None,
        };
        let printer = Printer {
            format,
            severity: self.severity,
            console: Console::bar(self.read.quiet).stopped_by(signals.clone()),
            sarif: Mutex::new(sarif),
        };
        let checked = match inputs.check_files(audit, &printer) {
            Err(error) if error.is::<Stopped>() => return Ok(signals.exit_code()),
            checked => checked?,
        };
        let mut out = output::stdout();
        let sarif = printer.sarif.into_inner();
        match sarif.unwrap_or_else(PoisonError::into_inner) {
            Some(sarif) => sarif.end(env!("CARGO_PKG_VERSION"), &mut out)?,
            None if format == Format::Text => writeln!(out, "{}", checked.sentence())?,
            None => {}
        }
        out.flush()?;
        match checked.unreadable {
            0 => Ok(self.read.exit_code(checked.errors() > 0)),
            _ => Ok(ExitCode::from(2)),
        }
    }
}

/// Prints findings as they are made.
struct Printer {
    format: Format,
    severity: Severity,
    console: Console,
    sarif: Mutex<Option<Sarif>>,
}

impl Observer for Printer {
    fn begin(&self, progress: &Arc<Progress>, stored_bytes: Option<u64>) {
        self.console.begin(progress, stored_bytes);
    }

    fn wants_all_findings(&self) -> bool {
        true
    }

    fn findings(&self, source: &str, findings: &[Finding]) -> io::Result<()> {
        let mut sarif = self.sarif.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = Vec::new();
        let is_wanted = |finding: &&Finding| finding.code.severity() >= self.severity;
        for finding in findings.iter().filter(is_wanted) {
            match &mut *sarif {
                Some(sarif) => sarif.write(source, finding, &mut text)?,
                None if self.format == Format::Json => {
                    write_finding_json(source, finding, &mut text)?;
                }
                None => write_finding(
                    source,
                    finding,
                    output::on_screen(self.format).style,
                    &mut text,
                )?,
            }
        }
        self.console.beside_bar(|| {
            let mut out = output::stdout();
            out.write_all(&text)?;
            out.flush()
        })
    }

    fn is_stopped(&self) -> bool {
        self.console.is_stopped()
    }

    fn advance(&self, counts: ProgressCounts) {
        self.console.advance(counts);
    }

    fn ignored(&self, files: &IgnoredFiles) {
        self.console.ignored(files);
    }

    fn loss(&self, _source: &str, _what: &str) {
        // The finding says it.
    }

    fn end(&self) {
        self.console.end();
    }
}
