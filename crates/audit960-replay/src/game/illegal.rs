//! Illegal moves. One after which the game went on: an arbiter may let it stand, and if the option is set and only one
//! piece can be meant, that piece is moved and replay goes on; the game stays damaged. And one that ended the game, as
//! its record says: it is not played, and nothing is missing.

use audit960_board::Move;
use audit960_pgn::{Language, MoveReading, read_move};
use audit960_types::{Code, GameToken, TextSink};

use super::{GameReplay, ReadMode};
use crate::termination::declares_illegal_move;
use audit960_pgn::quoted;

/// Maximum number of illegal moves replayed in one game: with more, the record is hardly that of a game
/// as it was played.
const MAX_ILLEGAL_MOVES: u32 = 3;

/// The state of the replay of illegal moves in a game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct IllegalMoveReplay {
    /// Whether illegal moves are replayed.
    asked: bool,
    /// Number of illegal moves replayed so far.
    pub(super) kept: u32,
    /// Number of half-moves before the first of them; `None` without one.
    pub(super) legal_plies: Option<u32>,
}

impl<S: TextSink> GameReplay<'_, '_, S> {
    /// Replays a failed game again, past its illegal moves. Not where another language or another start
    /// was searched for, because then the whole record is in doubt.
    #[cold]
    pub(super) fn replay_illegal(&mut self) {
        let wanted = self.options.keep_illegal && self.walk.failed == Some(Code::IllegalMove);
        if wanted
            && !self.tags.start.foreign
            && !self.game.foreign_letter
            && self.game.search.is_none()
        {
            self.game.keeping = IllegalMoveReplay {
                asked: true,
                kept: 0,
                legal_plies: None,
            };
            self.walk_again(ReadMode::English);
        }
    }

    /// Whether the record, whose movetext ends at offset `stop`, says that its last word, at which it failed, is the
    /// illegal move that ended the game. Then all that was played has been replayed.
    pub(super) fn is_declared_illegal(&mut self, stop: usize) -> bool {
        self.walk.failed == Some(Code::IllegalMove) && self.ends_as_declared(stop)
    }

    #[cold]
    fn ends_as_declared(&mut self, stop: usize) -> bool {
        let before = &self.text[self.begin.at()..stop];
        if self.tags.start.foreign || !declares_illegal_move(&self.tags.roster, before) {
            return false;
        }
        let record = self.record();
        let at = self.walk.failed_at;
        let Some(last) = record.words().last().filter(|word| word.at == at) else {
            return false;
        };
        let len = last.len;
        self.findings.forget(Code::IllegalMove);
        self.walk.failed = None;
        self.walk.unread = self.walk.unread.saturating_sub(len as u64);
        let word = quoted(&self.text[at..at + len]);
        let message = format!(
            "{word} is the illegal move that ended the game, as the record says; not played"
        );
        self.note_move(Code::DeclaredIllegalMove, at, len, message);
        true
    }

    /// The move that an illegal word means, if only one piece can be meant.
    fn meant_by(&self, symbol: &[u8]) -> Option<Move> {
        let MoveReading::Move { candidates, .. } = read_move(symbol, &Language::ENGLISH) else {
            return None;
        };
        let position = &self.scratch.line.position;
        let mut meant = candidates
            .iter()
            .filter_map(|candidate| position.resolve_illegal(candidate.pattern));
        let first = meant.next()?;
        meant.all(|other| other == first).then_some(first)
    }

    /// Replays an illegal move, if that is enabled and only one piece can be meant; `false` if not.
    #[cold]
    pub(super) fn keep_illegal(&mut self, at: usize, len: usize) -> bool {
        if !self.game.keeping.asked || self.game.keeping.kept == MAX_ILLEGAL_MOVES {
            return false;
        }
        let symbol = &self.text[at..at + len];
        let Some(played) = self.meant_by(symbol) else {
            return false;
        };
        let message = format!(
            "{} is not legal here, but the game went on; replayed from {} to {}",
            quoted(symbol),
            played.from(),
            played.to()
        );
        self.note_move(Code::IllegalMoveKept, at, len, message);
        let plies = self.scratch.line.plies();
        self.game.keeping.kept += 1;
        self.game.keeping.legal_plies.get_or_insert(plies);
        self.walk.reading = ReadMode::AfterIllegal;
        self.sink.token(GameToken::IllegalMove, at, len);
        self.scratch.line.play_after_illegal(played);
        self.walk.last_at = self.in_span(at);
        true
    }
}
