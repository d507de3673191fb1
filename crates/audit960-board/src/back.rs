//! Taking back quiet moves: where a game ended with moves of pieces, a position shortly before its end is
//! reached faster from the last position than from the first.

use crate::moves::Move;
use crate::position::{PAWN, Position, SIDES, role_of};
use crate::zobrist::{self, EMPTY};

impl Position {
    /// The position before some moves of pieces that neither captured nor castled, given in the order
    /// played. Its key must be known: lost castling rights and captured pieces cannot be reconstructed
    /// from the later position, and the result is `None` where the key shows that there were any.
    #[must_use]
    pub fn before_quiet(
        &self,
        moves: impl DoubleEndedIterator<Item = Move> + ExactSizeIterator,
        key: u64,
    ) -> Option<Self> {
        let plies = u32::try_from(moves.len()).ok()?;
        let mut position = self.clone();
        position.clock = self.clock.checked_sub(plies)?;
        position.move_number = self
            .move_number
            .checked_sub((plies + 1 - self.turn as u32) / 2)?;
        if plies % 2 == 1 {
            position.turn = SIDES[1 - self.turn as usize];
            position.key ^= zobrist::BLACK;
        }
        // An en-passant capture is legal only directly after a pawn move.
        if self.en_passant != 0 {
            return None;
        }
        for m in moves.rev() {
            position.take_back(m)?;
        }
        if position.key != key {
            return None;
        }
        position.in_check = position.attacked_king();
        Some(position)
    }

    /// Takes back one move of a piece: squares and key only.
    fn take_back(&mut self, m: Move) -> Option<()> {
        let (from, to) = (m.origin(), m.target());
        let piece = self.board[to];
        if piece == EMPTY || self.board[from] != EMPTY || role_of(piece) == PAWN {
            return None;
        }
        let both = 1 << from | 1 << to;
        self.board[from] = piece;
        self.board[to] = EMPTY;
        self.roles[role_of(piece)] ^= both;
        self.sides[usize::from(piece >> 3 & 1)] ^= both;
        let keys = &zobrist::PIECES[usize::from(piece & 31)];
        self.key ^= keys[from] ^ keys[to];
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::start::{SplitMix64, Start};

    /// Random games: each position of the last quiet run, taken back from its end, equals the one played;
    /// where castling or a lost right lies between, the result is `None` or the same position.
    #[test]
    fn positions_taken_back_equal_those_played() {
        let mut random = SplitMix64::new(8);
        let (mut same, mut none) = (0, 0);
        for game in 0..300 {
            let start = Start::new(game * 3).unwrap();
            let mut position = Position::chess960(start, start);
            let (mut played, mut moves) = (vec![position.clone()], Vec::new());
            for _ in 0..120 {
                let mut legal = position.legal_moves();
                if let Some(m) = legal.iter().find(|m| position.is_castling(**m)) {
                    legal = vec![*m];
                }
                if legal.is_empty() {
                    break;
                }
                let m = legal[random.below(legal.len() as u32) as usize];
                position.play(m);
                moves.push(m);
                played.push(position.clone());
                let first = moves.len().saturating_sub(position.clock() as usize);
                for ply in first..=moves.len() {
                    let before = &played[ply];
                    let back = moves[ply..].iter().copied();
                    match position.before_quiet(back, before.key()) {
                        Some(back) => {
                            assert_eq!(format!("{back:?}"), format!("{before:?}"));
                            same += 1;
                        }
                        None => none += 1,
                    }
                }
            }
        }
        assert!(same > 10 * none && none > 0, "{same} {none}");
    }
}
