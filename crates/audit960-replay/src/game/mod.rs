//! One game after the other: from the grammar's events to facts.

mod movetext;
mod row;
mod tags;

use audit960_pgn::{End, GameVisitor, TagPair};
use audit960_types::{Code, Effect, FactSink, Finding, GameResult, Gap, GapKind, Identity, Venue};

use crate::auditor::{AuditOptions, Scratch};
use crate::law::PgnDate;
use crate::place::Cursor;
use crate::run::RunLaw;
use crate::sheet::Sheet;
use crate::start::GameStart;

/// X-FEN of the orthodox position.
const ORTHODOX: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A finding before its place is counted.
#[derive(Debug)]
struct Pending {
    code: Code,
    at: usize,
    len: usize,
    ply: Option<u32>,
    message: String,
}

/// Check and mate marks that are missing or wrong.
#[derive(Debug, Default)]
struct Marks {
    count: u32,
    first: Option<(usize, u32)>,
}

/// Replays the games of one text. Offsets from the grammar count from the span's start; those kept
/// here from the text's.
pub(crate) struct GameReplay<'a, 'w, S> {
    text: &'a [u8],
    identity: &'w dyn Fn(usize) -> Identity,
    options: &'w AuditOptions,
    scratch: &'w mut Scratch,
    sink: &'w mut S,
    /// Whether the span goes on beyond the text.
    pub(crate) cut: bool,
    span: usize,
    span_len: usize,
    /// Games before this one in the text.
    index: u64,
    /// Where the game begins.
    begin: Cursor,
    sheet: Sheet<'a>,
    date: PgnDate,
    venue: Venue,
    law: RunLaw<'w>,
    start: GameStart,
    movetext_at: usize,
    reading: Reading,
    findings: Vec<Pending>,
    marks: Marks,
    /// Where the last move stands, from the span's start.
    last_at: usize,
    /// The last ply whose mark was looked at: any other has a right one, but `+` may be a mate.
    settled: u32,
    /// A Scharnagl number has been stated.
    stated: bool,
    /// Moves have been passed over.
    skipped: bool,
    marker: Option<GameResult>,
    failed: Option<Code>,
    /// Whether something has been said that is said once a game.
    said: Said,
}

/// How words are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    /// Not at all: there is no position, or a move has failed.
    Nothing,
    /// As SAN in the letters of the standard.
    English,
    /// In one of the other [`LANGUAGES`](audit960_pgn::LANGUAGES).
    Other(usize),
}

/// What is said once a game.
#[derive(Debug, Default)]
struct Said {
    control_bytes: bool,
}

impl<'a, 'w, S: FactSink> GameReplay<'a, 'w, S> {
    pub(crate) fn new(
        text: &'a [u8],
        identity: &'w dyn Fn(usize) -> Identity,
        options: &'w AuditOptions,
        scratch: &'w mut Scratch,
        sink: &'w mut S,
    ) -> Self {
        Self {
            text,
            identity,
            options,
            scratch,
            sink,
            cut: false,
            span: 0,
            span_len: 0,
            index: 0,
            begin: Cursor::default(),
            sheet: Sheet::new(),
            date: PgnDate::Unknown,
            venue: Venue::Unknown,
            law: RunLaw {
                table: &options.law,
                date: None,
                venue_clock: None,
            },
            start: GameStart::orthodox(false),
            movetext_at: 0,
            reading: Reading::Nothing,
            findings: Vec::new(),
            marks: Marks::default(),
            last_at: 0,
            settled: 0,
            stated: false,
            skipped: false,
            marker: None,
            failed: None,
            said: Said::default(),
        }
    }

    /// The next span of the text.
    pub(crate) fn begin_span(&mut self, span: &std::ops::Range<usize>) {
        self.span = span.start;
        self.span_len = span.len();
    }

    /// How far lines have been counted.
    pub(crate) fn counted(&self) -> (usize, u64) {
        (self.begin.at(), self.begin.lines())
    }

    fn note(&mut self, code: Code, at: usize, len: usize, message: impl Into<String>) {
        self.findings.push(Pending {
            code,
            at,
            len,
            ply: None,
            message: message.into(),
        });
    }

    /// A finding about the half-move that comes next.
    fn note_move(&mut self, code: Code, at: usize, len: usize, message: impl Into<String>) {
        let ply = Some(self.scratch.line.plies() + 1);
        self.findings.push(Pending {
            code,
            at,
            len,
            ply,
            message: message.into(),
        });
    }

    /// The gravest effect of what has been found.
    fn effect(&self) -> Effect {
        self.findings
            .iter()
            .map(|f| f.code.effect())
            .max()
            .unwrap_or(Effect::None)
    }

    /// Hands the findings of a game on, in the order of the text.
    fn report_findings(&mut self, identity: Identity) {
        if self.findings.is_empty() {
            return;
        }
        self.findings.sort_by_key(|finding| finding.at);
        let mut cursor = self.begin;
        for pending in self.findings.drain(..) {
            let place = cursor.place(self.text, pending.at, pending.len);
            self.sink.finding(Finding {
                code: pending.code,
                identity,
                game: Some(self.index),
                line: place.line,
                column: place.column,
                ply: pending.ply,
                message: pending.message,
                excerpt: place.excerpt,
                caret: place.caret,
            });
        }
    }
}

impl<'a, S: FactSink> GameVisitor<'a> for GameReplay<'a, '_, S> {
    fn begin(&mut self, at: usize) {
        self.begin.advance(self.text, self.span + at);
        self.sheet.clear();
        self.reading = Reading::Nothing;
        self.marks = Marks::default();
        self.settled = 0;
        self.stated = false;
        self.skipped = false;
        self.marker = None;
        self.failed = None;
        self.said = Said::default();
    }

    fn tag(&mut self, pair: TagPair<'a>, at: usize) {
        self.take_tag(&pair, self.span + at);
    }

    fn has_tag(&self, name: &[u8]) -> bool {
        audit960_pgn::Tag::from_name(name).is_some_and(|tag| self.sheet.has(tag))
    }

    fn movetext(&mut self, at: usize) {
        self.movetext_at = self.span + at;
        self.set_up();
    }

    fn end(&mut self, at: usize, end: End) {
        self.end_movetext(self.span + at, end);
    }

    fn close(&mut self, at: usize) {
        let end = self.span + at;
        let identity = (self.identity)(self.begin.at());
        if self.cut && end == self.text.len() {
            self.findings.clear();
            let message = "the game is longer than 64 MiB; what lies beyond is a gap";
            self.note(Code::OversizeGame, self.begin.at(), 1, message);
        }
        self.write_row(identity, end);
        self.index += 1;
    }

    fn stray(&mut self, from: usize, to: usize) {
        let (from, to) = (self.span + from, self.span + to);
        let identity = (self.identity)(from);
        let byte_length = (to - from) as u64;
        self.sink.gap(&Gap {
            identity,
            byte_length,
            kind: GapKind::StrayText,
        });
        self.begin.advance(self.text, from);
        let text = self.text[from..to].trim_ascii_start();
        let at = to - text.len();
        let mut cursor = self.begin;
        let place = cursor.place(self.text, at, text.len());
        self.sink.finding(Finding {
            code: Code::StrayText,
            identity,
            game: None,
            line: place.line,
            column: place.column,
            ply: None,
            message: format!("{byte_length} bytes of text belong to no game"),
            excerpt: place.excerpt,
            caret: place.caret,
        });
    }

    fn blank(&mut self, from: usize, to: usize) {
        let (from, to) = (self.span + from, self.span + to);
        let mark = &self.text[from..to] == b"\xef\xbb\xbf";
        let kind = if mark {
            GapKind::ByteOrderMark
        } else {
            GapKind::Blank
        };
        let identity = (self.identity)(from);
        self.sink.gap(&Gap {
            identity,
            byte_length: (to - from) as u64,
            kind,
        });
    }
}
