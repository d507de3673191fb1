//! The auditor of one worker: reads the games of spans, and keeps scratch space from text to text.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use audit960_pgn::read_span;
use audit960_types::{FactSink, Identity, TextSink, WithoutText, count_line_ends_in};

use crate::game::GameReplay;
use crate::options::AuditOptions;
use crate::scratch::Scratch;

/// Replays games into facts. Each worker has its own; the rows depend only on the text and the options.
#[derive(Debug)]
pub struct Auditor {
    options: AuditOptions,
    scratch: Scratch,
}

impl Auditor {
    /// An auditor with these options.
    #[must_use]
    pub fn new(options: AuditOptions) -> Self {
        let scratch = Scratch::new();
        Self { options, scratch }
    }

    /// Reads the games of a text that consists of whole spans, passes their facts to `sink`, and
    /// returns the number of line ends in the text. `identity` gives the place of a byte of the text in
    /// its archive. `cut` means that the last span goes on beyond the text, because it is longer than the
    /// longest game that is read.
    ///
    /// # Examples
    /// ```
    /// use audit960_replay::types::{Fact, FactSink, Finding, Identity};
    /// use audit960_replay::{AuditOptions, Auditor};
    ///
    /// struct Findings(Vec<(u64, u32, &'static str)>);
    /// impl FactSink for Findings {
    ///     fn fact(&mut self, fact: Fact<'_>) {
    ///         if let Fact::Finding(finding) = fact {
    ///             // Lines count from 0, columns from 1.
    ///             self.0.push((finding.line, finding.column, finding.code.as_str()));
    ///         }
    ///     }
    /// }
    ///
    /// let text = b"[Event \"?\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 *\n";
    /// let mut findings = Findings(Vec::new());
    /// let spans = audit960_source::spans(text);
    /// let lines = Auditor::new(AuditOptions::default())
    ///     .audit(text, spans, &|_| Identity::default(), false, &mut findings);
    /// assert_eq!(lines, 4);
    /// // The king cannot move two squares: reported at line 3, column 13.
    /// assert!(findings.0.iter().any(|(line, column, _)| (*line, *column) == (3, 13)));
    /// ```
    pub fn audit(
        &mut self,
        text: &[u8],
        spans: impl Iterator<Item = Range<usize>>,
        identity: &dyn Fn(usize) -> Identity,
        cut: bool,
        sink: &mut impl FactSink,
    ) -> u64 {
        self.audit_with_text(text, spans, identity, cut, &mut WithoutText(sink))
    }

    /// As [`Auditor::audit`]; the sink also receives the text of the games.
    pub fn audit_with_text(
        &mut self,
        text: &[u8],
        spans: impl Iterator<Item = Range<usize>>,
        identity: &dyn Fn(usize) -> Identity,
        cut: bool,
        sink: &mut impl TextSink,
    ) -> u64 {
        let mut replay = GameReplay::new(text, identity, &self.options, &mut self.scratch, sink);
        for span in spans {
            replay.begin_span(&span);
            replay.cut = cut && span.end == text.len();
            let end = span.end;
            // A bug that one game shows must not cost the others.
            let read = catch_unwind(AssertUnwindSafe(|| read_span(&text[span], &mut replay)));
            if let Err(panic) = read {
                replay.give_up_game(end, panic.as_ref());
            }
        }
        let (at, lines) = replay.counted();
        lines + count_line_ends_in(text, at..text.len())
    }
}
