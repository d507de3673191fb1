//! Records that were translated to PGN: each has a row, also one that cannot be read.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::ops::Range;

use audit960_replay::Auditor;
use audit960_source::{Chunk, unreadable_reason};
use audit960_types::{
    Code, Fact, Finding, GameFacts, GameToken, Identity, TextSink, count_line_ends_in,
};

/// Replays the records of a chunk; returns the number of its line ends, which is that of records and empty lines.
pub(crate) fn replay_records(
    auditor: &mut Auditor,
    chunk: &Chunk,
    spans: &mut dyn Iterator<Item = Range<usize>>,
    cut: bool,
    sink: &mut impl TextSink,
) -> u64 {
    let text = &chunk.bytes;
    let identity = |at| chunk.identity(at);
    let games = Cell::new(0);
    let waiting = RefCell::new(VecDeque::new());
    let (mut counted, mut lines, mut before) = (0, 0, None::<(usize, u64)>);
    // The facts of a span come before the next span is asked for.
    let readable = std::iter::from_fn(|| {
        // Only where a finding names its line is it counted.
        let mut line_at = |start| {
            lines += count_line_ends_in(text, counted..start);
            counted = start;
            lines
        };
        if let Some((start, first)) = before.take()
            && games.get() > first + 1
        {
            let count = games.get() - first;
            let message = format!("the record holds {count} games");
            let (identity, line) = (chunk.identity(start), line_at(start));
            let finding = Finding::of_line(Code::SeveralGames, identity, line, message);
            waiting.borrow_mut().push_back(Waiting::Finding(finding));
        }
        loop {
            let span = spans.next()?;
            let record = text.get(span.clone()).unwrap_or_default();
            let start = span.start + record.iter().take_while(|byte| **byte == b'\n').count();
            let Some(reason) = unreadable_reason(record) else {
                before = Some((start, games.get() + rejected(&waiting)));
                return Some(span);
            };
            waiting.borrow_mut().push_back(Waiting::Rejected {
                identity: chunk.identity(span.start),
                line: line_at(start),
                byte_length: record.len() as u64,
                reason: String::from_utf8_lossy(reason).into_owned(),
            });
        }
    });
    let mut records = RecordSink {
        sink,
        games: &games,
        waiting: &waiting,
        inserted: 0,
    };
    let lines = auditor.audit(text, readable, &identity, cut, &mut records);
    records.catch_up();
    lines
}

/// How many of the facts that wait are rejected games.
fn rejected(waiting: &RefCell<VecDeque<Waiting>>) -> u64 {
    let waiting = waiting.borrow();
    let rejected = waiting
        .iter()
        .filter(|fact| matches!(fact, Waiting::Rejected { .. }));
    rejected.count() as u64
}

/// A fact that is reported before the next one of the auditor.
enum Waiting {
    /// A record that cannot be read.
    Rejected {
        identity: Identity,
        line: u64,
        byte_length: u64,
        reason: String,
    },
    /// A finding about the record before.
    Finding(Finding),
}

/// Forwards facts, with those that wait before them.
struct RecordSink<'s, S> {
    sink: &'s mut S,
    /// Games that were reported.
    games: &'s Cell<u64>,
    waiting: &'s RefCell<VecDeque<Waiting>>,
    /// Rejected records among them, which the auditor does not count.
    inserted: u64,
}

impl<S: TextSink> RecordSink<'_, S> {
    fn catch_up(&mut self) {
        loop {
            let Some(next) = self.waiting.borrow_mut().pop_front() else {
                return;
            };
            match next {
                Waiting::Finding(finding) => self.sink.fact(Fact::Finding(finding)),
                Waiting::Rejected {
                    identity,
                    line,
                    byte_length,
                    reason,
                } => {
                    let message = format!("the record is not read: {reason}");
                    let finding = Finding {
                        game: Some(self.games.get()),
                        ..Finding::of_line(Code::UnreadableRecord, identity, line, message)
                    };
                    self.sink.fact(Fact::Finding(finding));
                    self.sink.fact(Fact::Game(&GameFacts {
                        identity,
                        line,
                        byte_length,
                        codes: &[Code::UnreadableRecord],
                        ..GameFacts::default()
                    }));
                    self.games.set(self.games.get() + 1);
                    self.inserted += 1;
                }
            }
        }
    }
}

impl<S: TextSink> TextSink for RecordSink<'_, S> {
    fn fact(&mut self, mut fact: Fact<'_>) {
        self.catch_up();
        match &mut fact {
            Fact::Game(_) | Fact::Skipped(_) => self.games.set(self.games.get() + 1),
            Fact::Finding(finding) => {
                finding.game = finding.game.map(|game| game + self.inserted);
            }
            _ => {}
        }
        self.sink.fact(fact);
    }

    fn tag(&mut self, name: &[u8], raw: &[u8]) {
        self.catch_up();
        self.sink.tag(name, raw);
    }

    fn movetext(&mut self, language: Option<usize>) {
        self.sink.movetext(language);
    }

    fn token(&mut self, token: GameToken, at: usize, len: usize) {
        self.sink.token(token, at, len);
    }
}
