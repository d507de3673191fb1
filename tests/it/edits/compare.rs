//! What must come out of an edited text, and what is wrong if it does not.

use audit960_types::{Code, Severity, Verdict};

use super::edit::Edit;
use super::games::{Base, Joined, joined};
use super::judge::{ReadGame, Reading, judge};
use super::places::{
    has_second_event, has_second_section, is_at_edge, line_starts, parts, untiled,
};
use crate::support::{Audit, Game, audit_text};

/// An edit of a game between two others.
#[derive(Clone, Debug)]
pub(super) struct Case<'b> {
    pub(super) before: &'b Base,
    pub(super) game: std::borrow::Cow<'b, Base>,
    pub(super) after: &'b Base,
    pub(super) edit: Edit,
}

/// What went wrong, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    /// The audit panicked.
    Panic,
    /// Games and gaps do not cover the text, or overlap.
    Tiling,
    /// A neighbour has other moves, tags or findings, or a verdict other than `ok`.
    Neighbour,
    /// An `ok` game without a move beside the real one.
    Phantom,
    /// More games than are written, and nothing is said of it.
    Torn,
    /// Other moves than before the edit, and no warning or error.
    Silent,
    /// All verdicts are `ok`, and moves are lost or a word that could be a move is unread.
    FalseOk,
    /// Moves are lost without a finding of severity error: the run would end with exit code 0.
    ExitZero,
    /// The text is strict PGN, and other moves than those written come out, or no verdict `ok`.
    Strict,
    /// The text is strict PGN in every respect, and an error is reported.
    FalseError,
    /// Move numbers show that half-moves are lost or doubled, and no error says so.
    Numbers,
}

impl Class {
    pub(super) const ALL: [(Self, &str); 11] = [
        (Self::Panic, "panic"),
        (Self::Tiling, "tiling"),
        (Self::Neighbour, "neighbour"),
        (Self::Phantom, "phantom"),
        (Self::Torn, "torn"),
        (Self::Silent, "silent"),
        (Self::FalseOk, "false ok"),
        (Self::ExitZero, "exit 0"),
        (Self::Strict, "misread"),
        (Self::FalseError, "false error"),
        (Self::Numbers, "numbers"),
    ];
}

/// A demand that is not met.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    pub(super) class: Class,
    pub(super) detail: String,
}

const fn fail(class: Class, detail: String) -> Result<(), Failure> {
    Err(Failure { class, detail })
}

/// Audits the edited text and compares; true if the text is still strict PGN.
///
/// # Errors
///
/// The first demand that is not met.
pub(super) fn examine(case: &Case<'_>) -> Result<bool, Failure> {
    let joined = joined(
        case.before,
        &case.game.sample,
        Some(&case.edit.change),
        case.after,
    );
    let audited = std::panic::catch_unwind(|| audit_text(&joined.text));
    let Ok(audit) = audited else {
        let detail = "the audit panicked".to_owned();
        return Err(Failure {
            class: Class::Panic,
            detail,
        });
    };
    if let Some(detail) = untiled(&audit, joined.text.len()) {
        return Err(Failure {
            class: Class::Tiling,
            detail,
        });
    }
    let view = View::new(case, &joined, &audit);
    view.left_neighbour()?;
    let known = (joined.end, &case.after.read);
    let reading = judge(&joined.text, joined.start, Some(known));
    view.right_neighbour(&reading)?;
    view.phantom()?;
    if reading.is_strict() {
        view.strict(&reading)?;
    } else {
        view.damaged(&reading)?;
    }
    Ok(reading.is_strict())
}

/// An audit, seen from the edited game.
struct View<'c> {
    case: &'c Case<'c>,
    text: &'c [u8],
    start: usize,
    end: usize,
    games: &'c [Game],
    /// Where there is no game.
    gaps: Vec<std::ops::Range<usize>>,
    /// Offset, code and message of each finding.
    findings: Vec<(usize, Code, &'c str)>,
    /// The edit reaches the first line of the right neighbour.
    is_at_edge: bool,
    /// A further Event line stands in the game, not directly below another: by definition a game of
    /// its own begins there.
    has_second_event: bool,
    /// A tag name stands again behind an empty line: another game begins there by definition.
    has_second_section: bool,
}

impl<'c> View<'c> {
    fn new(case: &'c Case<'c>, joined: &'c Joined, audit: &'c Audit) -> Self {
        let region = &joined.text[joined.start..joined.end];
        let lines = line_starts(&joined.text);
        let place = |line: u64, column: u32| {
            let start = lines
                .get(line as usize - 1)
                .copied()
                .unwrap_or(usize::MAX / 2);
            start + column as usize - 1
        };
        let findings = audit.findings.iter();
        Self {
            case,
            text: &joined.text,
            start: joined.start,
            end: joined.end,
            games: &audit.games,
            gaps: audit
                .gaps
                .iter()
                .map(|gap| {
                    let from = gap.identity.byte_offset as usize;
                    from..from + gap.byte_length as usize
                })
                .collect(),
            findings: findings
                .map(|f| (place(f.line, f.column), f.code, f.message.as_str()))
                .collect(),
            is_at_edge: is_at_edge(region),
            has_second_event: has_second_event(region),
            has_second_section: has_second_section(region),
        }
    }

    fn left_neighbour(&self) -> Result<(), Failure> {
        let found = self.findings.iter().find(|(at, ..)| *at < self.start);
        if let Some((_, code, message)) = found {
            return fail(Class::Neighbour, format!("left: {code:?} {message}"));
        }
        match self.games.first() {
            Some(game) if is_untouched(game, self.case.before) => Ok(()),
            other => fail(Class::Neighbour, format!("left: {}", describe(other))),
        }
    }

    /// Where the edit reaches the neighbour's first line, or leaves a tag pair above it, the neighbour's
    /// moves must still come out, or an error says what happened to them.
    fn right_neighbour(&self, reading: &Reading) -> Result<(), Failure> {
        let (game, after) = (self.games.last(), self.case.after);
        let found = self.findings.iter().find(|(at, ..)| *at >= self.end);
        if self.is_at_edge {
            let as_read = reading.games.last().and_then(|read| read.moves.as_ref());
            let moves = game.and_then(|game| game.moves.as_ref());
            let same = moves == Some(&after.moves) && game.is_some_and(|g| g.fen == after.fen);
            let as_written = reading.is_strict() && moves == as_read;
            if same || as_written || self.worst() == Some(Severity::Error) {
                return Ok(());
            }
            return fail(
                Class::Neighbour,
                format!("right, at the edge: {}", describe(game)),
            );
        }
        if let Some((_, code, message)) = found {
            return fail(Class::Neighbour, format!("right: {code:?} {message}"));
        }
        match game {
            Some(game) if is_untouched(game, after) => Ok(()),
            other => fail(Class::Neighbour, format!("right: {}", describe(other))),
        }
    }

    /// What comes out between the neighbours.
    fn region(&self) -> &[Game] {
        let last = self.games.len() - 1;
        self.games.get(1..last).unwrap_or_default()
    }

    /// The games of the region, but for tag pairs that stand apart: a span begins at an Event line
    /// behind an empty line, and what stands above is a game without moves and names, which is
    /// *damaged*, with an error.
    fn real_games(&self) -> impl Iterator<Item = &Game> {
        let told = self
            .findings
            .iter()
            .any(|(_, code, _)| matches!(code, Code::EmptyGame | Code::MissingStart));
        let apart = |game: &Game| {
            game.plies == 0 && matches!(game.verdict, Verdict::Damaged | Verdict::Rejected)
        };
        self.region()
            .iter()
            .filter(move |game| !(told && apart(game)))
    }

    /// Whether a rule of its own makes the games *ok*: a record that begins again at 1 without a
    /// termination marker is two games; `0-0` at the end of a record, where nobody can castle, is the
    /// result; a further Event line, or a further tag section, begins a game, and no move is lost;
    /// words that could be moves and stand outside all games are an error there.
    fn is_ruled(&self, with_moves: &[&Game], reading: &Reading) -> bool {
        let found = |wanted: Code| self.findings.iter().any(|(_, code, _)| *code == wanted);
        // Behind a termination, perhaps with a mark glued to it.
        let outside = |at: &usize| {
            let ends = [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*"];
            let word = self.text[*at..].split(u8::is_ascii_whitespace).next();
            let holds = |end: &&[u8]| word.is_some_and(|word| has(word, end));
            self.gaps.iter().any(|gap| gap.contains(at)) || ends.iter().any(holds)
        };
        let stray = found(Code::StrayMoves) && reading.lost_words.iter().all(outside);
        let parted = (self.has_second_event || self.has_second_section)
            && self.is_loud()
            && self.is_read_part_by_part(with_moves);
        let read_otherwise = found(Code::ImplausibleClock)
            && matches!(with_moves, [one] if one.moves.as_ref() == Some(&self.case.game.moves));
        let double_loss = self
            .findings
            .iter()
            .any(|(_, code, message)| *code == Code::ResultSpelling && message.starts_with("0-0"));
        let base = &self.case.game.moves;
        let begins_again = matches!(with_moves, [one, _]
            if one.moves.as_ref().is_some_and(|moves| base.starts_with(moves.as_str())));
        double_loss
            || found(Code::NoTermination) && begins_again
            || parted
            || stray
            || read_otherwise
    }

    /// Whether the moves are those that the judge reads in the parts that the further Event lines and
    /// tag sections begin, or all of the game.
    fn is_read_part_by_part(&self, with_moves: &[&Game]) -> bool {
        let moves: Vec<_> = with_moves
            .iter()
            .filter_map(|game| game.moves.as_deref())
            .collect();
        let parts = parts(&self.text[self.start..self.end]);
        let readings: Vec<_> = parts.iter().map(|part| judge(part, 0, None)).collect();
        let games = readings.iter().flat_map(|reading| &reading.games);
        let read: Vec<_> = games
            .filter_map(|game| game.moves.as_deref())
            .filter(|moves| !moves.is_empty())
            .collect();
        let lost = readings
            .iter()
            .any(|reading| !reading.lost_words.is_empty());
        let all_read = read.iter().all(|game| moves.contains(game));
        moves.join(" ") == self.case.game.moves || !lost && all_read
    }

    /// The gravest finding behind the left neighbour.
    fn worst(&self) -> Option<Severity> {
        self.findings
            .iter()
            .map(|(_, code, _)| code.severity())
            .max()
    }

    fn is_loud(&self) -> bool {
        self.worst() > Some(Severity::Info)
    }

    fn phantom(&self) -> Result<(), Failure> {
        let ruled = self.has_second_event || self.has_second_section;
        let told = self.worst() == Some(Severity::Error);
        if self.region().len() < 2 || told || (ruled && self.is_loud()) {
            return Ok(());
        }
        let empty = |game: &&Game| game.plies == 0 && game.verdict == Verdict::Ok;
        match self.region().iter().find(empty) {
            Some(_) => fail(Class::Phantom, self.list()),
            None => Ok(()),
        }
    }

    fn strict(&self, reading: &Reading) -> Result<(), Failure> {
        let written = written(reading);
        if self.real_games().count() > written.len() {
            return fail(Class::Torn, format!("strict PGN: {}", self.list()));
        }
        let base = &self.case.game;
        let same_start =
            |game: &Game, read: &ReadGame| read.fen != base.read.fen || game.fen == base.fen;
        let right = self.real_games().count() == written.len()
            && self.real_games().zip(written).all(|(game, read)| {
                game.moves.as_deref().unwrap_or("") == read.moves.as_deref().unwrap_or("")
                    && same_start(game, read)
                    && (game.verdict == Verdict::Ok || reading.misnumbered)
            });
        // A marker in the middle that the numbers count on behind, or that stands where a number
        // announces a move: all moves come out as one game, with a warning.
        let read_on = self
            .findings
            .iter()
            .any(|(_, code, _)| *code == Code::EarlyTermination);
        let parts: Vec<_> = written
            .iter()
            .filter_map(|read| read.moves.as_deref())
            .collect();
        let whole = self.region().first().and_then(|game| game.moves.as_deref());
        let told = self.worst() == Some(Severity::Error);
        if read_on && (told || whole == Some(parts.join(" ").trim())) {
            return Ok(());
        }
        // An Event line below an empty line begins a span, and takes the tags above from the game.
        let apart = self.real_games().count() < self.region().len();
        if !(right || told && apart) {
            let moves: Vec<_> = written.iter().map(|read| read.moves.as_deref()).collect();
            let detail = format!("strict PGN: {}; written: {moves:?}", self.list());
            return fail(Class::Strict, detail);
        }
        let worst = self.worst();
        if reading.shifted && worst != Some(Severity::Error) {
            return fail(Class::Numbers, self.list());
        }
        let board = |code: &Code| {
            matches!(
                code,
                Code::ResultAgainstMate
                    | Code::ResultAgainstStalemate
                    | Code::TerminationAgainstBoard
                    | Code::ResultAgainstDeadPosition
            )
        };
        let errors = self
            .findings
            .iter()
            .filter(|(_, code, _)| code.severity() == Severity::Error);
        if !reading.misnumbered && !apart && errors.clone().any(|(_, code, _)| !board(code)) {
            return fail(Class::FalseError, self.list());
        }
        Ok(())
    }

    fn damaged(&self, reading: &Reading) -> Result<(), Failure> {
        let why = reading.oddity.unwrap_or("");
        let detail = || format!("{why}: {}", self.list());
        let with_moves: Vec<_> = self.region().iter().filter(|game| game.plies > 0).collect();
        let base = &self.case.game;
        let same = matches!(with_moves[..], [game]
            if game.moves.as_ref() == Some(&base.moves) && game.fen == base.fen);
        if !same && !self.is_loud() {
            return fail(Class::Silent, detail());
        }
        if self.region().len() > 1 && !self.is_loud() {
            return fail(Class::Torn, detail());
        }
        let out: Vec<_> = with_moves
            .iter()
            .map(|game| game.moves.as_deref())
            .collect();
        let read = reading
            .games
            .split_last()
            .map_or(&[][..], |(_, games)| games);
        let skipped = read.iter().map(|game| game.moves.as_deref());
        let skipped: Vec<_> = skipped.filter(|moves| *moves != Some("")).collect();
        let as_skipped = out == skipped;
        let none_lost = reading.lost_words.is_empty();
        let all_ok = self.region().iter().all(|game| game.verdict == Verdict::Ok);
        if all_ok && !self.region().is_empty() {
            let allowed = if as_skipped { none_lost } else { same };
            if !allowed && !self.is_ruled(&with_moves, reading) {
                return fail(Class::FalseOk, detail());
            }
        }
        let plies: u32 = with_moves.iter().map(|game| game.plies).sum();
        let fewer = (plies as usize) < base.moves.split(' ').count();
        // What a comment from `;` on swallowed is a comment.
        let begun = with_moves.iter().any(|game| {
            let moves = game.moves.as_deref().unwrap_or_default();
            base.moves.starts_with(moves)
        });
        let explained = as_skipped && none_lost || reading.commented_move && begun;
        let foreign = self
            .region()
            .iter()
            .any(|game| game.verdict.as_str() == "foreign");
        if fewer && !explained && !foreign && self.worst() != Some(Severity::Error) {
            return fail(Class::ExitZero, detail());
        }
        Ok(())
    }

    /// The games between the neighbours and all findings, for people.
    fn list(&self) -> String {
        let games: Vec<_> = self
            .region()
            .iter()
            .map(|game| describe(Some(game)))
            .collect();
        let codes: Vec<_> = self
            .findings
            .iter()
            .map(|(_, code, _)| code.as_str())
            .collect();
        format!(
            "{} games [{}]; findings {codes:?}",
            games.len(),
            games.join("; ")
        )
    }
}

/// Whether a text holds another.
fn has(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

/// The games read, but for the right neighbour.
fn written(reading: &Reading) -> &[ReadGame] {
    reading.games.split_last().map_or(&[], |(_, games)| games)
}

fn is_untouched(game: &Game, base: &Base) -> bool {
    game.verdict == Verdict::Ok
        && game.moves.as_ref() == Some(&base.moves)
        && game.fen == base.fen
        && game.white == base.white
}

fn describe(game: Option<&Game>) -> String {
    let Some(game) = game else {
        return "no game".to_owned();
    };
    let white = game.white.as_deref().unwrap_or("?");
    let moves = game.moves.as_deref().unwrap_or("");
    let start = moves
        .char_indices()
        .nth(60)
        .map_or(moves, |(at, _)| &moves[..at]);
    format!("{white}: {} {} plies {start}", game.verdict, game.plies)
}
