//! An audit on the terminal: its findings on standard error, and the progress bar.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use audit960_pipeline::{Counts, Observer};
use audit960_report::{Style, write_finding, write_finding_json};
use audit960_source::Progress;
use audit960_types::{Code, Finding};

use crate::progress::Bar;
use crate::signals::Signals;

/// Findings of one code that are printed, unless all are.
const PRINTED: u64 = 20;

/// How findings are printed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FindingFormat {
    Text(Style),
    Json,
}

/// What is printed while an audit runs.
#[derive(Debug)]
pub(crate) struct Console {
    format: FindingFormat,
    /// All findings, or the first of each code.
    all: bool,
    quiet: bool,
    signals: Signals,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    bar: Option<Bar>,
    printed: BTreeMap<Code, u64>,
}

impl Console {
    /// Prints the first findings of each code, or all; nothing where it is to be quiet.
    pub(crate) fn new(format: FindingFormat, all: bool, quiet: bool, signals: Signals) -> Self {
        Self {
            format,
            all,
            quiet,
            signals,
            state: Mutex::default(),
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
            match self.format {
                FindingFormat::Text(style) => write_finding(source, finding, style, &mut text)?,
                FindingFormat::Json => write_finding_json(source, finding, &mut text)?,
            }
        }
        let write = || io::stderr().write_all(&text);
        let written = match &state.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        };
        match written {
            // Nobody reads on: that is no failure of the audit.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            written => written,
        }
    }

    fn is_stopped(&self) -> bool {
        self.signals.came()
    }

    fn advance(&self, counts: Counts) {
        if let Some(bar) = &self.state().bar {
            if counts == Counts::default() {
                bar.advance();
            } else {
                bar.show(counts.games, counts.positions, counts.findings);
            }
        }
    }

    fn end(&self) {
        if let Some(bar) = self.state().bar.take() {
            bar.clear();
        }
    }
}
