//! Findings on standard error.

use std::collections::BTreeMap;
use std::io::{self, Write as _};

use audit960_report::{Style, write_finding};
use audit960_types::{Code, Finding, Severity};

use crate::output;

/// Findings of one code that are printed, unless all are.
const PRINTED: u64 = 20;

/// Prints findings, the first of each code or all, and remembers how many there were.
pub(crate) struct Printer {
    quiet: bool,
    all: bool,
    style: Style,
    counts: BTreeMap<Code, u64>,
}

impl Printer {
    pub(crate) fn new(quiet: bool, all: bool) -> Self {
        let style = Style {
            width: 100,
            colour: output::error_colour(),
        };
        Self {
            quiet,
            all,
            style,
            counts: BTreeMap::new(),
        }
    }

    /// Prints a finding about a file.
    pub(crate) fn print(&mut self, source: &str, finding: &Finding) -> io::Result<()> {
        let count = self.counts.entry(finding.code).or_default();
        *count += 1;
        if self.quiet || !self.all && *count > PRINTED {
            return Ok(());
        }
        let mut text = Vec::new();
        write_finding(source, finding, self.style, &mut text)?;
        match io::stderr().write_all(&text) {
            // Nobody listens; the result goes to standard output all the same.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            result => result,
        }
    }

    /// Whether there were findings of severity error.
    pub(crate) fn has_errors(&self) -> bool {
        self.counts
            .keys()
            .any(|code| code.severity() == Severity::Error)
    }
}
