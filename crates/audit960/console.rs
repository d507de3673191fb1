//! Findings on standard error, and the progress bar.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use audit960_pipeline::{Observer, ProgressCounts};
use audit960_report::FindingFormat;
use audit960_source::Progress;
use audit960_types::{Code, Finding};

use crate::output;
use crate::progress::Bar;
use crate::signals::Signals;

/// How many findings of one code are printed without `--all-findings`.
const PRINTED: u64 = 20;

/// Prints findings and progress while archives are read.
#[derive(Debug)]
pub(crate) struct Console {
    format: FindingFormat,
    /// Whether every finding is printed, not only the first of each code.
    all: bool,
    quiet: bool,
    signals: Option<Signals>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    bar: Option<Bar>,
    printed: BTreeMap<Code, u64>,
}

impl Console {
    /// Prints the first findings of each code, or all; nothing if `quiet`.
    pub(crate) fn new(format: FindingFormat, all: bool, quiet: bool) -> Self {
        Self {
            format,
            all,
            quiet,
            signals: None,
            state: Mutex::default(),
        }
    }

    /// A console with the progress bar alone, for a run without findings to print.
    pub(crate) fn bar(quiet: bool) -> Self {
        Self::new(FindingFormat::Json, false, quiet)
    }

    /// The same console; the run stops when a signal arrives.
    pub(crate) fn stopped_by(self, signals: Signals) -> Self {
        Self {
            signals: Some(signals),
            ..self
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
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
        let mut state = self.state();
        let mut text = Vec::new();
        for finding in findings {
            let count = state.printed.entry(finding.code).or_default();
            *count += 1;
            if !self.all && *count > PRINTED {
                continue;
            }
            self.format
                .write(source, finding, output::error_style(), &mut text)?;
        }
        let write = || io::stderr().write_all(&text);
        let written = match &state.bar {
            Some(shown) => shown.bar.suspend(write),
            None => write(),
        };
        match written {
            // The reader closed the pipe; the audit goes on.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            written => written,
        }
    }

    fn is_stopped(&self) -> bool {
        self.signals.as_ref().is_some_and(Signals::is_received)
    }

    fn advance(&self, counts: ProgressCounts) {
        if let Some(bar) = &self.state().bar {
            bar.advance(counts);
        }
    }

    fn end(&self) {
        if let Some(shown) = self.state().bar.take() {
            shown.bar.finish_and_clear();
        }
    }
}
