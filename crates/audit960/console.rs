//! Findings on standard error, and the progress bar.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use audit960_answers::ignored_sentence;
use audit960_audit::{Observer, ProgressCounts};
use audit960_report::{Format, write_finding, write_finding_json};
use audit960_source::{IgnoredFiles, Progress};
use audit960_types::{Code, Finding, Severity, harmless};

use crate::output;
use crate::progress::Bar;
use crate::signals::Signals;

/// How many findings of one code are printed without `--all-findings`.
const PRINTED: u64 = 5;

/// Prints findings and progress while archives are read.
#[derive(Debug)]
pub(crate) struct Console {
    format: Format,
    /// Whether every finding is printed, not only the first of each code.
    all: bool,
    quiet: bool,
    /// Whether only what was lost of whole inputs is said.
    losses: bool,
    /// Whether findings for information are counted, and not printed.
    hides_infos: bool,
    signals: Option<Signals>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    bar: Option<Bar>,
    counts: BTreeMap<Code, u64>,
    /// Whether there are findings that are not printed; those for information apart.
    more: bool,
    infos: bool,
    /// The first warnings of each code as text: they are printed after the errors.
    held: BTreeMap<(Reverse<Severity>, Code), Vec<u8>>,
    /// What was said about inputs: some questions read them twice.
    told: BTreeSet<String>,
}

impl State {
    /// Prints what was held, warnings first, and says if there may be more.
    fn print_held(&mut self) -> io::Result<()> {
        let mut text = Vec::new();
        for findings in std::mem::take(&mut self.held).into_values() {
            text.extend_from_slice(&findings);
        }
        // How many there are of each code stands in the summary.
        let left_out = match (self.more, self.infos) {
            (false, false) => None,
            (true, false) => Some("findings beyond the first five of each code"),
            (false, true) => Some("findings for information"),
            (true, true) => {
                Some("findings for information, and beyond the first five of each code")
            }
        };
        if let Some(left_out) = left_out {
            writeln!(text, "Not printed: {left_out}; --all-findings prints all")?;
        }
        self.counts.clear();
        (self.more, self.infos) = (false, false);
        self.print(&text)
    }

    /// Prints beside the progress bar.
    fn print(&self, text: &[u8]) -> io::Result<()> {
        self.beside_bar(|| io::stderr().write_all(text))
    }

    fn beside_bar(&self, write: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        let written = match &self.bar {
            Some(shown) => shown.bar.suspend(write),
            None => write(),
        };
        match written {
            // The reader closed the pipe; the audit goes on.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            written => written,
        }
    }
}

impl Console {
    /// Prints the first findings of each code, or all; nothing if `quiet`.
    pub(crate) fn new(format: Format, all: bool, quiet: bool) -> Self {
        Self {
            format,
            all,
            quiet,
            losses: false,
            hides_infos: false,
            signals: None,
            state: Mutex::default(),
        }
    }

    /// A console for an answer: the progress bar, and of all findings what was lost of whole inputs.
    pub(crate) fn bar(quiet: bool) -> Self {
        let mut console = Self::new(Format::Json, false, quiet);
        console.losses = true;
        console
    }

    /// The same console; of findings for information it says how many there are.
    pub(crate) fn without_infos(self) -> Self {
        let mut console = self;
        console.hides_infos = true;
        console
    }

    /// The same console; the run stops when a signal arrives.
    pub(crate) fn stopped_by(self, signals: Signals) -> Self {
        let mut console = self;
        console.signals = Some(signals);
        console
    }

    /// Writes to standard output beside the progress bar.
    pub(crate) fn beside_bar(&self, write: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        self.state().beside_bar(write)
    }

    fn print_held(&self, state: &mut State) {
        // That standard error cannot be written is no failure of the run.
        if matches!(self.format, Format::Text) {
            let _ = state.print_held();
        }
    }

    /// Says something about an input, once.
    fn tell(&self, what: &str) {
        if !self.quiet && self.state().told.insert(what.to_owned()) {
            // That standard error cannot be written is no failure of the run.
            let _ = writeln!(output::stderr(), "{}", harmless(what));
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Not every run tells its observer that it has ended: a failed one does not.
impl Drop for Console {
    fn drop(&mut self) {
        let mut state = self.state();
        self.print_held(&mut state);
    }
}

impl Observer for Console {
    fn begin(&self, progress: &Arc<Progress>, stored_bytes: Option<u64>) {
        self.state().bar = Some(Bar::new(Arc::clone(progress), stored_bytes, self.quiet));
    }

    fn wants_all_findings(&self) -> bool {
        self.all && !self.quiet
    }

    fn findings(&self, source: &str, findings: &[Finding]) -> io::Result<()> {
        if self.quiet {
            return Ok(());
        }
        if self.losses {
            let lost = findings.iter().filter(|finding| {
                let is_twice = matches!(finding.code, Code::RepeatedInput | Code::IdenticalInput);
                is_twice || finding.code.is_loss_of_input()
            });
            for finding in lost {
                self.loss(source, &finding.message);
                if finding.code == Code::UnreadableInput {
                    output::answer_is_incomplete();
                }
            }
            return Ok(());
        }
        let mut state = self.state();
        let mut text = Vec::new();
        for finding in findings {
            let out = if self.all {
                &mut text
            } else {
                let code = finding.code;
                let count = state.counts.entry(code).or_default();
                *count += 1;
                let count = *count;
                let is_hidden = self.hides_infos && code.severity() == Severity::Info;
                if is_hidden {
                    state.infos = true;
                    continue;
                }
                if count > PRINTED {
                    state.more = true;
                    continue;
                }
                match (self.format, code.severity()) {
                    (Format::Json, _) | (_, Severity::Error) => &mut text,
                    (_, severity) => state.held.entry((Reverse(severity), code)).or_default(),
                }
            };
            match self.format {
                Format::Json => write_finding_json(source, finding, out)?,
                _ => write_finding(source, finding, output::error_style(), out)?,
            }
        }
        state.print(&text)
    }

    fn is_stopped(&self) -> bool {
        self.signals.as_ref().is_some_and(Signals::is_received)
    }

    fn advance(&self, counts: ProgressCounts) {
        if let Some(bar) = &self.state().bar {
            bar.advance(counts);
        }
    }

    fn ignored(&self, files: &IgnoredFiles) {
        if let Some(ignored) = ignored_sentence(files) {
            self.tell(&ignored);
        }
    }

    fn loss(&self, source: &str, what: &str) {
        self.tell(&format!("{source}: {what}"));
    }

    fn end(&self) {
        let mut state = self.state();
        if let Some(shown) = state.bar.take() {
            shown.bar.finish_and_clear();
        }
        self.print_held(&mut state);
    }
}
