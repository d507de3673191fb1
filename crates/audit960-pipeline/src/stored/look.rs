//! A quick look at the moves of rows, before the rest of them is read.

use audit960_replay::PositionWatch;
use audit960_tables::{ReadError, Rows};
use audit960_tree::is_possible;

use super::moves::StartPositions;
use super::{LINE, StoredOptions};
use audit960_board::Move;

/// Rows after which it is decided whether quick looks pay.
const LOOKS: usize = 256;

/// Looks at the moves of rows.
pub struct StoredLook {
    options: StoredOptions,
    watch: Box<dyn PositionWatch>,
    starts: StartPositions,
}

impl StoredLook {
    /// Looks for what `watch` looks for, at games that are read with these options.
    #[must_use]
    pub fn new(options: StoredOptions, watch: Box<dyn PositionWatch>) -> Self {
        Self {
            options,
            watch,
            starts: StartPositions::default(),
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
        let Ok(start) = self.starts.of(fen) else {
            return true;
        };
        let mut position = start.clone();
        self.watch.begin();
        if self.watch.may_be_wanted(0, &position) {
            return true;
        }
        let words = moves.split_ascii_whitespace();
        for (ply, word) in (1..).zip(words.take(self.options.max_moves as usize)) {
            if self.watch.is_over() {
                return false;
            }
            let possible = |played: &Move| is_possible(&position, *played);
            let Some(played) = word.parse::<Move>().ok().filter(possible) else {
                return true;
            };
            position.play(played);
            if self.watch.may_be_wanted(ply, &position) {
                return true;
            }
        }
        false
    }
}
