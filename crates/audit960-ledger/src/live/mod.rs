//! Watches the boards of a broadcast file: what changes for an arbiter each time the file is read.

mod file;
mod games;
mod words;

use std::collections::BTreeMap;
use std::sync::Arc;

use audit960_replay::{AuditOptions, Auditor};
use audit960_source::spans;
use audit960_types::{GameEnd, GameResult, Identity, PositionValue, Side, Venue};

use self::games::Games;
use crate::article::Article;
use crate::judge::LawTables;
use crate::rules::ClaimRight;
use crate::value::AskedValues;

pub use file::{Nothing, Spectator, watch};

/// The identity of a board, independent of its place in the file. Boards with the same tags are
/// distinguished by their order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Board {
    /// Tag Event, `?` if missing.
    pub event: String,
    /// Tag Round, `?` if missing.
    pub round: String,
    /// Tag White, `?` if missing.
    pub white: String,
    /// Tag Black, `?` if missing.
    pub black: String,
    /// Counts boards with the same tags, from 1.
    nth: u32,
}

/// A claim that is possible at the turn after the last move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Possible {
    article: Article,
    /// The moves that may be intended, in SAN; empty where none is needed.
    moves: Vec<String>,
    /// The number of occurrences of the position (9.2.1: with the intended move), or the half-move clock
    /// (9.3).
    count: u32,
    /// Its number in the Laws of the day; `None` where their numbering is not known.
    article_of_the_day: Option<&'static str>,
    /// Whether players can claim by it where the game is played.
    right: ClaimRight,
    /// Whether it rests on a rule that the sources leave open for the date of the game.
    is_uncertain: bool,
}

/// The state of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// No claim is possible.
    Quiet,
    /// The side to move may claim.
    Claim(Vec<Possible>),
    /// The game is over without anybody's claim.
    Over(GameEnd),
    /// The record cannot be read on from here: an illegal move, or an impossible position. The reason, as
    /// a sentence without a full stop.
    Stopped(String),
    /// The game has a result.
    Ended(GameResult),
}

/// A board whose state has changed since the file was last read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardChange {
    /// The board.
    pub board: Board,
    /// Number of half-moves in the record.
    pub plies: u32,
    /// The last move with its move number; empty before the first.
    pub last_move: String,
    /// The side to move.
    pub side: Side,
    /// The new state.
    pub state: State,
    /// The number of the article by which the game is over in the Laws of its day, if known.
    pub over_article: Option<&'static str>,
    /// What the position with a claim is worth to the side to move by endgame tables, if they were asked.
    pub value: Option<PositionValue>,
    /// The half-move after which the game is over, with its move number, if it was not the last one.
    pub over_since: Option<String>,
    /// What the board was before.
    pub before: Before,
    /// Where the game is played.
    pub venue: Venue,
}

/// What a board was when the file was last read, as far as it matters to what is said of it now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Before {
    /// In play, or unknown.
    #[default]
    InPlay,
    /// The record could not be read on.
    Stopped,
    /// The game was over.
    Over,
}

/// The boards of a file, as they were when it was last read.
#[derive(Debug, Default)]
pub struct Boards {
    /// The tables by which claims are judged.
    tables: LawTables,
    /// The endgame tables that are asked about positions with a claim.
    values: AskedValues,
    /// The last known state of each board, and the number of half-moves then.
    said: BTreeMap<Board, (u32, State)>,
}

impl Boards {
    /// No boards yet.
    #[must_use]
    pub fn new(tables: LawTables, values: AskedValues) -> Self {
        Self {
            tables,
            values,
            said: BTreeMap::new(),
        }
    }

    /// Whether no board was seen yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.said.is_empty()
    }

    /// Parses the text of the file and returns the changes. A last word without white space after it may
    /// be incomplete and is not parsed yet. A board that is missing keeps its state: it may come back.
    pub fn read(&mut self, text: &[u8]) -> Vec<BoardChange> {
        let complete = text
            .iter()
            .rposition(u8::is_ascii_whitespace)
            .map_or(0, |last| last + 1);
        let text = &text[..complete];
        let identity = |position: usize| Identity {
            frame_offset: 0,
            byte_offset: position as u64,
        };
        let options = AuditOptions {
            with_moves: true,
            law: Arc::clone(&self.tables.law),
            venues: Arc::clone(&self.tables.venues),
            ..AuditOptions::default()
        };
        let mut games = Games::new(&self.tables, &self.values);
        Auditor::new(options).audit(text, spans(text), &identity, false, &mut games);
        let found = games.found.into_iter();
        found
            .filter_map(|change| update(&mut self.said, change))
            .collect()
    }
}

/// The change, if it is one, of a board whose state and number of half-moves are known.
fn update(
    said: &mut BTreeMap<Board, (u32, State)>,
    mut change: BoardChange,
) -> Option<BoardChange> {
    let (plies, now) = (change.plies, change.state.clone());
    let is_ended = |state: &State| matches!(state, State::Quiet | State::Ended(_));
    let before = said.insert(change.board.clone(), (plies, now.clone()));
    let Some((known_plies, before)) = before else {
        return (!is_ended(&now)).then_some(change);
    };
    change.before = match before {
        State::Stopped(_) => Before::Stopped,
        State::Over(_) => Before::Over,
        State::Quiet | State::Claim(_) | State::Ended(_) => Before::InPlay,
    };
    let is_news = match (&before, &now) {
        // The end of a game without a claim is not reported.
        (before, now) if is_ended(before) && is_ended(now) => false,
        // The same claim after another move is another claim.
        (State::Claim(_), State::Claim(_)) => known_plies != plies || before != now,
        (before, now) => before != now,
    };
    is_news.then_some(change)
}

#[cfg(test)]
mod tests;
