//! Illegal moves after which the game went on: an arbiter may let them stand. If the option is set and
//! only one piece can be meant, that piece is moved and replay goes on. The game stays damaged.

use audit960_board::Move;
use audit960_pgn::{Language, MoveReading, read_move};
use audit960_types::{Code, GameToken, TextSink};

use super::{GameReplay, ReadMode};
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
        true
    }
}
