//! A quick look at the moves of rows, before the rest of them is read.

use audit960_board::Move;
use audit960_dataset::tables::{ReadError, Rows};
use audit960_replay::PositionWatch;
use audit960_tree::is_possible;
use hashbrown::HashMap;

use super::moves::StartPositions;
use super::{LINE, StoredOptions};

/// Rows after which it is decided whether quick looks pay.
const LOOKS: usize = 256;

/// Bytes of six half-moves of four letters, each with the blank after it. Most games that cannot hold what is looked for
/// show it within them, and many games have the same ones.
const OPENING: usize = 30;

/// Looks at the moves of rows.
pub struct StoredLook {
    options: StoredOptions,
    watch: Box<dyn PositionWatch>,
    starts: StartPositions,
    /// What was seen within the first half-moves of games from the orthodox start.
    openings: HashMap<[u8; OPENING], Seen>,
}

/// What some half-moves of a game show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    /// A position that may be wanted, or half-moves that cannot be played.
    Wanted,
    /// Whatever follows, no position is wanted.
    Over,
    /// Neither.
    Open,
}

impl StoredLook {
    /// Looks for what `watch` looks for, at games that are read with these options.
    #[must_use]
    pub fn new(options: StoredOptions, watch: Box<dyn PositionWatch>) -> Self {
        Self {
            options,
            watch,
            starts: StartPositions::default(),
            openings: HashMap::new(),
        }
    }

    /// The columns that it reads.
    #[must_use]
    pub fn columns(options: &StoredOptions) -> Vec<&'static str> {
        let [fen, plies, _] = LINE;
        vec![fen, plies, options.moves.column()]
    }

    /// For each row for which `keeps` is true, whether a position of its game may be wanted; where that is so of most of
    /// the first ones, the others are not looked at.
    ///
    /// # Errors
    /// [`ReadError`] if a column is missing.
    pub fn narrow(&mut self, rows: &Rows, keeps: &mut [bool]) -> Result<(), ReadError> {
        let [fen, plies, _] = LINE;
        let (fens, plies) = (rows.texts(fen)?, rows.ints(plies)?);
        let moves = rows.texts(self.options.moves.column())?;
        let (mut looked, mut wanted) = (0, 0);
        for (row, keep) in keeps.iter_mut().enumerate().filter(|(_, keep)| **keep) {
            // Whoever reads a game without its moves reports it.
            let text = match moves.get(row) {
                None if plies.count(row) > 0 => continue,
                text => text.unwrap_or_default(),
            };
            *keep = self.may_be_wanted(fens.get(row), text);
            looked += 1;
            wanted += usize::from(*keep);
            if looked == LOOKS && 2 * wanted > looked {
                break;
            }
        }
        Ok(())
    }

    /// Whether a position of a game may be wanted; `true` if the game cannot be played.
    fn may_be_wanted(&mut self, fen: Option<&str>, moves: &str) -> bool {
        let opening = opening(moves).filter(|_| fen.is_none());
        let seen = opening.map(|(opening, text)| match self.openings.get(opening) {
            Some(seen) => *seen,
            None => {
                let seen = self.look(None, text);
                self.openings.insert(*opening, seen);
                seen
            }
        });
        match seen {
            Some(Seen::Wanted) => true,
            Some(Seen::Over) => false,
            Some(Seen::Open) | None => self.look(fen, moves) == Seen::Wanted,
        }
    }

    /// What half-moves show from the first position on.
    fn look(&mut self, fen: Option<&str>, moves: &str) -> Seen {
        let Ok(start) = self.starts.of(fen) else {
            return Seen::Wanted;
        };
        let mut position = start.clone();
        self.watch.begin();
        if self.watch.may_be_wanted(0, &position) {
            return Seen::Wanted;
        }
        let words = moves.split_ascii_whitespace();
        for (ply, word) in (1..).zip(words.take(self.options.max_moves as usize)) {
            if self.watch.is_over() {
                return Seen::Over;
            }
            let possible = |played: &Move| is_possible(&position, *played);
            let Some(played) = word.parse::<Move>().ok().filter(possible) else {
                return Seen::Wanted;
            };
            position.play(played);
            if self.watch.may_be_wanted(ply, &position) {
                return Seen::Wanted;
            }
        }
        match self.watch.is_over() {
            true => Seen::Over,
            false => Seen::Open,
        }
    }
}

/// The first half-moves of a game, which end with a blank; `None` if they are not as long as most are.
fn opening(moves: &str) -> Option<(&[u8; OPENING], &str)> {
    let opening = moves.as_bytes().first_chunk::<OPENING>()?;
    let ends = opening.iter().skip(4).step_by(5).all(|byte| *byte == b' ');
    Some((opening, moves.get(..OPENING).filter(|_| ends)?))
}

#[cfg(test)]
mod tests {
    use audit960_board::Position;

    use super::*;
    use crate::stored::{StoredDetails, StoredMoves};

    /// Wants positions with a white pawn on e5; none is wanted once Black's queen has left d8.
    #[derive(Default)]
    struct Watch {
        over: bool,
    }

    impl PositionWatch for Watch {
        fn begin(&mut self) {
            self.over = false;
        }

        fn may_be_wanted(&mut self, _: u32, position: &Position) -> bool {
            let placement = position.placement();
            let ranks: Vec<&str> = placement.split('/').collect();
            self.over |= !ranks[0].contains('q');
            !self.over && ranks[3].contains('P')
        }

        fn is_over(&self) -> bool {
            self.over
        }
    }

    /// Each game twice, so that what its first half-moves show is known the second time.
    #[test]
    fn openings_that_were_seen_give_the_same_answer() {
        let options = StoredOptions {
            moves: StoredMoves::Opening,
            max_moves: 8,
            details: StoredDetails::Moves,
            grouping: None,
            min_plies: 0,
        };
        let mut look = StoredLook::new(options, Box::new(Watch::default()));
        for _ in 0..2 {
            for (moves, wanted) in [
                ("e2e4 g8f6 e4e5 f6d5 d2d4 d7d6 g1f3", true),
                // The pawn comes after the opening, and after half-moves that are not looked at.
                ("e2e4 g8f6 g1f3 b8c6 b1c3 a7a6 e4e5", true),
                ("e2e4 g8f6 g1f3 b8c6 b1c3 a7a6 a2a3 a6a5 e4e5", false),
                ("e2e4 g8f6 g1f3 b8c6 b1c3 a7a6 a2a3 a6a5", false),
                // The queen leaves before, within the opening and after it.
                ("e2e4 d7d6 g1f3 d8d7 b1c3 a7a6 e4e5", false),
                ("e2e4 d7d6 g1f3 b8c6 b1c3 d8d7 e4e5", false),
                ("e2e4 d7d6 g1f3 b8c6 b1c3 a7a6 a2a3 d8d7 e4e5", false),
                // Not playable: whoever reads the game reports it.
                ("e2e4 g8f6 e5e6 b8c6 b1c3 a7a6 a2a3", true),
                ("e2e4 g8f6 g1f3 b8c6 b1c3 a7a6 e5e6", true),
                ("e2e4 g8f6 e4e5", true),
                ("e2e4", false),
                ("", false),
            ] {
                assert_eq!(look.may_be_wanted(None, moves), wanted, "{moves}");
            }
            // From another start the same half-moves show something else.
            let fen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
            let moves = "e2e4 g8f6 e4e5 f6d5 d2d4 d7d6 g1f3";
            assert!(!look.may_be_wanted(Some(fen), moves));
        }
        // Those of the games that are long enough: three after 1... Nf6, and three after 1... d6.
        assert_eq!(look.openings.len(), 6);
    }
}
