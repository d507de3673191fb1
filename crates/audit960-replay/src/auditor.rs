//! The auditor of one worker: reads the games of spans, and keeps scratch space from text to text.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use audit960_pgn::read_span;
use audit960_types::{Identity, TextSink, count_line_ends_in};

use crate::game::GameReplay;
use crate::options::AuditOptions;
use crate::scratch::Scratch;

/// Games that were given up in this process.
static GIVEN_UP: AtomicU64 = AtomicU64::new(0);

/// How many games this process could not read because of a bug (finding S018): a run with one of them failed in part,
/// whatever it was asked.
#[must_use]
pub fn games_given_up() -> u64 {
    GIVEN_UP.load(Ordering::Relaxed)
}

/// Replays games into facts. Each worker has its own; the rows depend only on the text and the options.
#[derive(Debug)]
pub struct Auditor {
    options: AuditOptions,
    scratch: Scratch,
    source: Arc<str>,
}

impl Auditor {
    /// An auditor with these options.
    #[must_use]
    pub fn new(options: AuditOptions) -> Self {
        let scratch = Scratch::new();
        let source = Arc::default();
        Self {
            options,
            scratch,
            source,
        }
    }

    /// Names the source of the text that follows, for a condition on tags.
    pub fn begin_source(&mut self, source: &Arc<str>) {
        self.source.clone_from(source);
    }

    /// Reads the games of a text that consists of whole spans, passes their facts, and their text if it takes it, to `sink`, and
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
        sink: &mut impl TextSink,
    ) -> u64 {
        let mut replay = GameReplay::new(
            text,
            &self.source,
            identity,
            &self.options,
            &mut self.scratch,
            sink,
        );
        for span in spans {
            replay.begin_span(&span);
            replay.cut = cut && span.end == text.len();
            let end = span.end;
            // A bug that one game shows must not cost the others.
            let read = catch_unwind(AssertUnwindSafe(|| read_span(&text[span], &mut replay)));
            if let Err(panic) = read {
                GIVEN_UP.fetch_add(1, Ordering::Relaxed);
                replay.give_up_game(end, panic.as_ref());
            }
        }
        let (at, lines) = replay.counted();
        lines + count_line_ends_in(text, at..text.len())
    }
}

#[cfg(test)]
mod tests {
    use audit960_types::{Code, Fact, FactSink, GapKind};

    use super::*;

    /// Takes what is said of games; the second is where it has a bug.
    #[derive(Default)]
    struct Broken {
        games: u64,
        gaps: Vec<(GapKind, u64)>,
        codes: Vec<Code>,
    }

    impl FactSink for Broken {
        fn fact(&mut self, fact: Fact<'_>) {
            match fact {
                Fact::Game(facts) if facts.white == Some("B") => panic!("a bug"),
                Fact::Game(_) => self.games += 1,
                Fact::Gap(gap) if gap.kind == GapKind::InternalError => {
                    self.gaps.push((gap.kind, gap.byte_length));
                }
                Fact::Finding(finding) => self.codes.push(finding.code),
                _ => {}
            }
        }
    }

    #[test]
    fn a_bug_costs_the_game_that_shows_it() {
        let game = |white: &str| {
            format!("[Event \"x\"]\n[White \"{white}\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n")
        };
        let text = ["A", "B", "C"].map(game).concat();
        let mut sink = Broken::default();
        let before = games_given_up();
        let spans = audit960_source::spans(text.as_bytes());
        Auditor::new(AuditOptions::default()).audit(
            text.as_bytes(),
            spans,
            &|_| Identity::default(),
            false,
            &mut sink,
        );
        assert_eq!(sink.games, 2);
        assert_eq!(sink.gaps.len(), 1);
        let given_up = |code: &&Code| **code == Code::InternalError;
        assert_eq!(sink.codes.iter().filter(given_up).count(), 1);
        assert_eq!(games_given_up(), before + 1);
    }
}
