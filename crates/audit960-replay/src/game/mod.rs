//! One game after the other: from the grammar's events to facts.

mod again;
mod board_tail;
mod boundaries;
mod findings;
mod illegal;
mod missing_start;
mod movetext;
mod numbers;
mod place;
mod repetitions;
mod rights;
mod row;
mod tags;
mod words;

use audit960_pgn::work::looked_at;
use audit960_pgn::{BetweenTags, End, GameVisitor, TagPair, could_be_move};
use audit960_types::{
    Code, Effect, FactSink, GameResult, Gap, GapKind, Identity, Remark, StartSearch, Venue,
};

use self::findings::Findings;
use self::illegal::Keeping;
use self::numbers::Numbering;
use self::place::SpanAt;
use self::rights::Inferred;
use crate::options::AuditOptions;
use crate::scratch::Scratch;
use crate::start::GameStart;
use crate::tag_roster::TagRoster;
use audit960_law::{GameDates, PgnDate};
use audit960_pgn::Cursor;

/// X-FEN of the orthodox position.
const ORTHODOX: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Check and mate marks that are missing or wrong.
#[derive(Debug, Default)]
struct Marks {
    count: u32,
    first: Option<(usize, u32)>,
}

/// Replays the games of one text. Offsets from the grammar count from the start of the span ([`SpanAt`]),
/// bare numbers from that of the text.
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
    roster: TagRoster<'a>,
    /// When the game was played, the competition left out.
    dates: GameDates,
    /// The date as it is written.
    written_date: PgnDate,
    venue: Venue,
    start: GameStart,
    movetext_at: usize,
    /// Where the first reading of the movetext stopped.
    movetext_end: usize,
    findings: Findings,
    /// What is known of the game.
    game: GameState<'a>,
    /// What this walk over its movetext has found.
    walk: Walk,
}

/// What is known of a game beside its tags: made anew for each.
#[derive(Debug, Default)]
struct GameState<'a> {
    /// A Scharnagl number has been stated.
    stated: bool,
    /// The termination marker, and where it stands in the text.
    marker: Option<(GameResult, usize)>,
    /// Castling rights that were inferred from the moves.
    inferred: Inferred,
    /// What the search for a missing start found.
    search: Option<StartSearch>,
    /// Illegal moves that are replayed.
    keeping: Keeping,
    /// Bytes before the movetext that belong to no rule of the grammar.
    unread_before_movetext: u64,
    /// The movetext is walked once more.
    walked_again: bool,
    /// A word began with a letter that English does not know.
    foreign_letter: bool,
    /// It was asked in which language the game stands before a marker.
    asked_language: bool,
    /// The first comment between tag pairs, and its offset.
    comment_between_tags: Option<(&'a [u8], usize)>,
    /// Offset and length of the first word between tag pairs that could be a move.
    move_between_tags: Option<(usize, usize)>,
}

/// What a walk over a movetext has found: made anew for each game, and where a game is read again.
#[derive(Debug, Default)]
struct Walk {
    reading: ReadMode,
    marks: Marks,
    numbering: Numbering,
    /// Where the last move stands.
    last_at: SpanAt,
    /// The last ply whose mark was looked at: any other has a right one, but `+` may be a mate.
    settled: u32,
    /// Moves have been passed over.
    skipped: bool,
    failed: Option<Code>,
    /// Offset of the word that failed.
    failed_at: usize,
    /// Bytes that belong to no rule of the grammar, and words that were not played.
    unread: u64,
    /// Offset behind the last unread word.
    unread_to: usize,
}

/// How words are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ReadMode {
    /// Not at all: there is no position, or a move has failed.
    #[default]
    Nothing,
    /// As SAN in the letters of the standard.
    English,
    /// The same behind an illegal move that was replayed: kings may stand in check unseen.
    AfterIllegal,
    /// In one of the other [`LANGUAGES`](audit960_pgn::LANGUAGES).
    Other(usize),
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
            roster: TagRoster::new(),
            dates: GameDates::NONE,
            written_date: PgnDate::Unknown,
            venue: Venue::Unknown,
            start: GameStart::orthodox(),
            movetext_at: 0,
            movetext_end: 0,
            findings: Findings::new(),
            game: GameState::default(),
            walk: Walk::default(),
        }
    }

    /// The tags.
    pub(crate) fn roster(&self) -> &TagRoster<'a> {
        &self.roster
    }

    /// Where the game was played.
    pub(crate) fn venue(&self) -> Venue {
        self.venue
    }

    /// The text from the movetext on.
    pub(crate) fn movetext_text(&self) -> &'a [u8] {
        self.text
            .get(self.movetext_at..self.span_end())
            .unwrap_or_default()
    }

    /// The next span of the text.
    pub(crate) fn begin_span(&mut self, span: &std::ops::Range<usize>) {
        self.span = span.start;
        self.span_len = span.len();
    }

    /// Where an offset in the span lies in the text.
    #[inline(always)]
    fn in_text(&self, at: SpanAt) -> usize {
        self.span + at.0
    }

    /// Where an offset in the text lies in the span.
    fn in_span(&self, at: usize) -> SpanAt {
        SpanAt(at - self.span)
    }

    /// How far lines have been counted.
    pub(crate) fn counted(&self) -> (usize, u64) {
        (self.begin.at(), self.begin.lines())
    }

    fn note(&mut self, code: Code, at: usize, len: usize, message: impl Into<String>) {
        self.findings.add(Remark::new(code, at, len, message));
    }

    /// A finding about the half-move that comes next.
    fn note_move(&mut self, code: Code, at: usize, len: usize, message: impl Into<String>) {
        self.note_ply(code, at, len, self.scratch.line.plies() + 1, message);
    }

    /// A finding about a half-move.
    fn note_ply(
        &mut self,
        code: Code,
        at: usize,
        len: usize,
        ply: u32,
        message: impl Into<String>,
    ) {
        self.findings
            .add(Remark::new(code, at, len, message).at_ply(ply));
    }

    /// The gravest effect of what has been found.
    fn effect(&self) -> Effect {
        self.findings
            .codes()
            .map(Code::effect)
            .max()
            .unwrap_or(Effect::None)
    }

    /// Hands the findings of a game on, in the order of the text.
    fn report_findings(&mut self, identity: Identity) {
        if self.findings.is_empty() {
            return;
        }
        let mut cursor = self.begin;
        for remark in self.findings.drain() {
            let place = cursor.place(self.text, remark.at, remark.len);
            self.sink
                .finding(place.finding(remark, identity, Some(self.index)));
        }
    }
}

impl<'a, S: FactSink> GameVisitor<'a> for GameReplay<'a, '_, S> {
    fn begin(&mut self, at: usize) {
        self.begin.advance(self.text, self.in_text(SpanAt(at)));
        self.roster.clear();
        self.scratch.notes.clear();
        self.game = GameState::default();
        self.walk = Walk::default();
    }

    fn tag(&mut self, pair: TagPair<'a>, at: usize) {
        self.sink.tag(pair.name, pair.raw);
        self.take_tag(&pair, self.in_text(SpanAt(at)));
    }

    fn between_tags(&mut self, what: BetweenTags<'a>, at: usize, len: usize) {
        self.take_between_tags(what, self.in_text(SpanAt(at)), len);
    }

    fn movetext(&mut self, at: usize) {
        self.movetext_at = self.in_text(SpanAt(at));
        self.sink.movetext(None);
        self.set_up();
    }

    fn end(&mut self, at: usize, end: End) {
        self.end_movetext(self.in_text(SpanAt(at)), end);
    }

    fn close(&mut self, at: usize) {
        let end = self.in_text(SpanAt(at));
        let identity = (self.identity)(self.begin.at());
        if self.cut && end == self.text.len() {
            self.findings.clear();
            let read = end - self.begin.at();
            let message = format!(
                "only the first {read} bytes of the game are read; what lies beyond is a gap"
            );
            self.note(Code::OversizeGame, self.begin.at(), 1, message);
        }
        self.write_row(identity, end);
        self.index += 1;
    }

    fn stray_text(&mut self, from: usize, to: usize) {
        let [from, to] = [from, to].map(|at| self.in_text(SpanAt(at)));
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
        let moves = text
            .split(|byte| {
                byte.is_ascii_whitespace() || matches!(byte, b'.' | b'{' | b'}' | b'(' | b')')
            })
            .any(|word| word.iter().any(|byte| *byte != b'-') && could_be_move(word));
        looked_at(text.len());
        let (code, message) = if moves {
            let message = format!("{byte_length} bytes of text with moves belong to no game");
            (Code::StrayMoves, message)
        } else {
            let message = format!("{byte_length} bytes of text belong to no game");
            (Code::StrayText, message)
        };
        let remark = Remark::new(code, at, text.len(), message);
        self.sink.finding(place.finding(remark, identity, None));
    }

    fn blank(&mut self, from: usize, to: usize) {
        let [from, to] = [from, to].map(|at| self.in_text(SpanAt(at)));
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
