//! Replays games one after the other: turns the events of the parser into facts.

mod again;
mod board_tail;
mod boundaries;
mod empty;
mod end;
mod facts;
mod findings;
mod illegal;
mod king_steps;
mod long_moves;
mod missing_start;
mod movetext;
mod number_findings;
mod numbers;
mod offers;
mod plain_movetext;
mod repetitions;
mod rights;
mod row;
mod span_at;
mod tag_facts;
mod tags;
#[cfg(test)]
mod tests;
mod words;

pub use tag_facts::is_of_tags;

use std::any::Any;

use audit960_pgn::scanned::count_scanned;
use audit960_pgn::{BetweenTags, End, GameVisitor, TagPair, could_be_move, not_text, other_format};
use audit960_types::{
    Code, Diagnostic, Effect, Fact, GameResult, Gap, GapKind, Identity, StartSearch, TextSink,
    Venue, Wing,
};

use self::findings::Findings;
use self::illegal::IllegalMoveReplay;
use self::numbers::MoveNumbering;
use self::rights::Inferred;
use self::span_at::SpanAt;
use crate::options::AuditOptions;
use crate::scratch::Scratch;
use crate::start::GameStart;
use crate::tag_roster::TagRoster;
use audit960_law::{GameDates, PgnDate};
use audit960_pgn::Cursor;
use audit960_types::tables::ColumnGroup;

/// X-FEN of the orthodox position.
const ORTHODOX: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The check and mate marks of a game that are missing or wrong.
#[derive(Debug, Default)]
struct Marks {
    count: u32,
    first: Option<(usize, u32)>,
}

/// Replays the games of one text. Offsets from the parser count from the start of the span ([`SpanAt`]),
/// plain numbers from the start of the text.
pub(crate) struct GameReplay<'a, 'w, S> {
    text: &'a [u8],
    /// The name of the source that the text is from.
    source: &'w str,
    identity: &'w dyn Fn(usize) -> Identity,
    options: &'w AuditOptions,
    scratch: &'w mut Scratch,
    sink: &'w mut S,
    /// Whether clocks and evaluations of comments are read.
    keeps_notes: bool,
    /// Whether the last span goes on beyond the text.
    pub(crate) cut: bool,
    span: usize,
    span_len: usize,
    /// Number of games before this one in the text.
    index: u64,
    /// Offset and line of the start of the game.
    begin: Cursor,
    /// What the tags of the current game say.
    tags: TagSection<'a>,
    movetext_at: usize,
    /// Where the first walk over the movetext stopped.
    movetext_end: usize,
    findings: Findings,
    /// The state of the current game.
    game: GameState<'a>,
    /// The state of the current walk over its movetext.
    walk: Walk,
}

/// The tags of a game and what follows from them, complete when the tag section is over.
#[derive(Debug)]
struct TagSection<'a> {
    roster: TagRoster<'a>,
    /// When the game was played; without the competition unless there is no valid Date.
    dates: GameDates,
    /// The date as written.
    written_date: PgnDate,
    venue: Venue,
    start: GameStart,
}

/// The state of a game besides its tags, reset for each game.
#[derive(Debug, Default)]
struct GameState<'a> {
    /// A Scharnagl number has been stated.
    stated: bool,
    /// The termination marker and its offset in the text.
    marker: Option<(GameResult, usize)>,
    /// Castling rights that were inferred from the moves.
    inferred: Inferred,
    /// King moves of one step that mean castling: offset, and the wing.
    king_steps: Vec<(usize, Wing)>,
    /// The result of the search for a missing start.
    search: Option<StartSearch>,
    /// The state of the replay of illegal moves.
    keeping: IllegalMoveReplay,
    /// Number of bytes before the movetext that no rule of the grammar covers.
    unread_before_movetext: u64,
    /// Whether the movetext is being walked again.
    walked_again: bool,
    /// Whether a word began with a letter that SAN does not use in English.
    foreign_letter: bool,
    /// Whether the language of the moves before a marker has been determined.
    language_checked: bool,
    /// The first comment between tag pairs, and its offset.
    comment_between_tags: Option<(&'a [u8], usize)>,
    /// Offset and length of the first word between tag pairs that could be a move.
    move_between_tags: Option<(usize, usize)>,
}

/// The state of a walk over a movetext, reset for each game and each further walk.
#[derive(Debug, Default)]
struct Walk {
    reading: ReadMode,
    marks: Marks,
    numbering: MoveNumbering,
    /// Offset of the last move.
    last_at: SpanAt,
    /// The last ply whose mark was checked in detail. The marks of all others are right, except that a move
    /// marked `+` may mate.
    mark_checked_ply: u32,
    /// Whether moves have been skipped.
    skipped: bool,
    failed: Option<Code>,
    /// Offset of the word that failed.
    failed_at: usize,
    /// Number of bytes that no rule of the grammar covers or that belong to words not played.
    unread: u64,
    /// Offset after the last unread word.
    unread_to: usize,
}

/// How the words of a movetext are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ReadMode {
    /// Words are not read: there is no position, or a move has failed.
    #[default]
    Nothing,
    /// As SAN with the English letters of the standard.
    English,
    /// The same after an illegal move that was replayed: a king may be in check without notice.
    AfterIllegal,
    /// As English, with castling in place of the king moves in [`GameState::king_steps`].
    KingSteps,
    /// In one of the other [`LANGUAGES`](audit960_pgn::LANGUAGES).
    Other(usize),
}

impl<'a, 'w, S: TextSink> GameReplay<'a, 'w, S> {
    pub(crate) fn new(
        text: &'a [u8],
        source: &'w str,
        identity: &'w dyn Fn(usize) -> Identity,
        options: &'w AuditOptions,
        scratch: &'w mut Scratch,
        sink: &'w mut S,
    ) -> Self {
        Self {
            text,
            source,
            identity,
            options,
            scratch,
            sink,
            keeps_notes: options.with_moves || options.columns >= ColumnGroup::Quality,
            cut: false,
            span: 0,
            span_len: 0,
            index: 0,
            begin: Cursor::default(),
            tags: TagSection {
                roster: TagRoster::new(),
                dates: GameDates::NONE,
                written_date: PgnDate::Unknown,
                venue: Venue::Unknown,
                start: GameStart::orthodox(),
            },
            movetext_at: 0,
            movetext_end: 0,
            findings: Findings::new(),
            game: GameState::default(),
            walk: Walk::default(),
        }
    }

    /// The tags.
    pub(crate) fn roster(&self) -> &TagRoster<'a> {
        &self.tags.roster
    }

    /// Where the game was played.
    pub(crate) fn venue(&self) -> Venue {
        self.tags.venue
    }

    /// The text from the movetext on.
    pub(crate) fn movetext_text(&self) -> &'a [u8] {
        self.text
            .get(self.movetext_at..self.span_end())
            .unwrap_or_default()
    }

    /// Begins the next span of the text.
    pub(crate) fn begin_span(&mut self, span: &std::ops::Range<usize>) {
        self.span = span.start;
        self.span_len = span.len();
    }

    /// Converts an offset in the span to one in the text.
    #[inline(always)]
    fn in_text(&self, at: SpanAt) -> usize {
        self.span + at.0
    }

    /// Converts an offset in the text to one in the span.
    fn in_span(&self, at: usize) -> SpanAt {
        SpanAt(at - self.span)
    }

    /// The offset up to which lines have been counted, and their number.
    pub(crate) fn counted(&self) -> (usize, u64) {
        (self.begin.at(), self.begin.lines())
    }

    /// Adds a finding about `len` bytes at offset `at` of the text.
    fn note(&mut self, code: Code, at: usize, len: usize, message: impl Into<String>) {
        self.findings.add(Diagnostic::new(code, at, len, message));
    }

    /// Adds a finding about the next half-move.
    fn note_move(&mut self, code: Code, at: usize, len: usize, message: impl Into<String>) {
        self.note_ply(code, at, len, self.scratch.line.plies() + 1, message);
    }

    /// Adds a finding about a half-move.
    fn note_ply(
        &mut self,
        code: Code,
        at: usize,
        len: usize,
        ply: u32,
        message: impl Into<String>,
    ) {
        self.findings
            .add(Diagnostic::new(code, at, len, message).at_ply(ply));
    }

    /// The most severe effect of the findings on the verdict.
    fn effect(&self) -> Effect {
        self.findings
            .codes()
            .map(Code::effect)
            .max()
            .unwrap_or(Effect::None)
    }

    /// Reports a bug that the current game has shown: its bytes, up to `end`, become a gap.
    #[cold]
    pub(crate) fn give_up_game(&mut self, end: usize, panic: &(dyn Any + Send)) {
        // Nobody knows what state these are in.
        *self.scratch = Scratch::new();
        self.findings = Findings::new();
        let at = self.begin.at();
        let identity = (self.identity)(at);
        self.sink.fact(Fact::Gap(&Gap {
            identity,
            byte_length: (end - at) as u64,
            kind: GapKind::InternalError,
        }));
        let text = panic.downcast_ref::<&'static str>().copied();
        let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        let message = format!(
            "a bug in audit960; please report it with this text: {}",
            text.unwrap_or("a panic without a message")
        );
        let diagnostic = Diagnostic::new(Code::InternalError, at, 1, message);
        let mut cursor = self.begin;
        let place = cursor.place(self.text, at, 1);
        self.sink
            .fact(Fact::Finding(place.finding(diagnostic, identity, None)));
    }

    /// Reports the findings of a game, in the order of the text.
    fn report_findings(&mut self, identity: Identity) {
        if self.findings.is_empty() {
            return;
        }
        let mut cursor = self.begin;
        for diagnostic in self.findings.drain() {
            let place = cursor.place(self.text, diagnostic.at, diagnostic.len);
            self.sink.fact(Fact::Finding(place.finding(
                diagnostic,
                identity,
                Some(self.index),
            )));
        }
    }
}

impl<'a, S: TextSink> GameVisitor<'a> for GameReplay<'a, '_, S> {
    fn begin(&mut self, at: usize) {
        self.begin.advance(self.text, self.in_text(SpanAt(at)));
        self.tags.roster.clear();
        self.scratch.notes.clear();
        self.scratch.offers.clear();
        self.game = GameState::default();
        self.walk = Walk::default();
    }

    fn tag(&mut self, pair: TagPair<'a>, at: usize) {
        self.sink.tag(pair.name, pair.raw);
        self.handle_tag(&pair, self.in_text(SpanAt(at)));
    }

    fn between_tags(&mut self, what: BetweenTags<'a>, at: usize, len: usize) {
        self.handle_between_tags(what, self.in_text(SpanAt(at)), len);
    }

    fn movetext(&mut self, at: usize) {
        self.movetext_at = self.in_text(SpanAt(at));
        self.sink.movetext(None);
        self.set_up();
    }

    fn reads_movetext(&mut self) -> bool {
        self.is_replayed()
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
            let message =
                format!("only the first {read} bytes of the game are read; the rest is a gap");
            self.note(Code::OversizeGame, self.begin.at(), 1, message);
        }
        self.write_row(identity, end);
        self.index += 1;
    }

    fn stray_text(&mut self, from: usize, to: usize) {
        let [from, to] = [from, to].map(|at| self.in_text(SpanAt(at)));
        let identity = (self.identity)(from);
        let byte_length = (to - from) as u64;
        self.sink.fact(Fact::Gap(&Gap {
            identity,
            byte_length,
            kind: GapKind::StrayText,
        }));
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
        count_scanned(text.len());
        // A byte order mark may be before it.
        let begins_file = identity.byte_offset <= 3 && identity.frame_offset == 0;
        let (code, message) = if let Some(what) = not_text(text) {
            let message =
                format!("{byte_length} bytes that are not text belong to no game: {what}");
            (Code::StrayMoves, message)
        } else if let Some(what) = begins_file.then(|| other_format(text)).flatten() {
            let message = format!("{byte_length} bytes of text belong to no game: {what}");
            (Code::StrayMoves, message)
        } else if moves {
            let message = format!("{byte_length} bytes of text with moves belong to no game");
            (Code::StrayMoves, message)
        } else {
            let message = format!("{byte_length} bytes of text belong to no game");
            (Code::StrayText, message)
        };
        let diagnostic = Diagnostic::new(code, at, text.len(), message);
        self.sink
            .fact(Fact::Finding(place.finding(diagnostic, identity, None)));
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
        self.sink.fact(Fact::Gap(&Gap {
            identity,
            byte_length: (to - from) as u64,
            kind,
        }));
    }
}
