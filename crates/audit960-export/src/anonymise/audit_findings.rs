//! What an audit of a text finds, but for names.

use std::fmt::Write as _;

use audit960_replay::{AuditOptions, Auditor};
use audit960_source::spans;
use audit960_types::{Code, Fact, FactSink, Finding, GameFacts, Identity};

/// Everything that an audit of a text on its own reports, but for the texts of names and events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AuditFindings {
    /// Code, line and column of each finding.
    pub(crate) findings: Vec<(Code, u64, u32)>,
    /// The half-moves they are about.
    plies: Vec<Option<u32>>,
    /// Games, claims, repetitions and gaps, printed.
    facts: String,
}

impl AuditFindings {
    /// Audits a text, with the moves.
    pub(crate) fn of(text: &[u8]) -> Self {
        let mut reading = Self::default();
        let identity = |position: usize| Identity {
            frame_offset: 0,
            byte_offset: position as u64,
        };
        let options = AuditOptions {
            with_moves: true,
            ..AuditOptions::default()
        };
        Auditor::new(options).audit(text, spans(text), &identity, false, &mut reading);
        reading
    }

    /// Code, line and column of findings that were made about a game whose first line is `line`.
    pub(crate) fn places(findings: &[Finding], line: u64) -> Vec<(Code, u64, u32)> {
        let place = |finding: &Finding| (finding.code, finding.line - line, finding.column);
        findings.iter().map(place).collect()
    }

    fn print(&mut self, fact: &dyn std::fmt::Debug) {
        let written = writeln!(self.facts, "{fact:?}");
        debug_assert!(written.is_ok(), "a text takes every text");
    }
}

impl FactSink for AuditFindings {
    fn fact(&mut self, fact: Fact<'_>) {
        match fact {
            Fact::Finding(finding) => {
                self.findings
                    .push((finding.code, finding.line, finding.column));
                self.plies.push(finding.ply);
            }
            Fact::Skipped(_) => {}
            Fact::Game(facts) => self.print(&GameFacts {
                event: None,
                site: None,
                white: None,
                black: None,
                termination_raw: None,
                ..facts.clone()
            }),
            fact => self.print(&fact),
        }
    }
}
