//! Illegal moves in games that went on: which piece was meant, and the position afterwards.

use audit960_types::{Bitboard, Pattern, Role, Square, Wing};

use crate::attacks::{self, RANK_1, piece};
use crate::moves::Move;
use crate::position::{KING, Position, forward};

impl Position {
    /// The move that an illegal pattern stands for, if only one piece can be meant.
    ///
    /// Candidates are the pieces that fit the pattern and move like this if checks and pins are ignored;
    /// if there is none, the only piece of its kind. Pawns must move as pawns do. A square with a piece
    /// of the same side or with a king is not a target.
    #[must_use]
    pub fn resolve_illegal(&self, pattern: Pattern) -> Option<Move> {
        match pattern {
            Pattern::Castling(wing) => self.castling_ignoring_rights(wing),
            Pattern::Piece {
                role,
                from,
                to,
                promotion,
            } => {
                let (to, to_bit, from) = (to.index(), Bitboard::from(to).0, from.0);
                if (self.own() | self.roles[KING]) & to_bit != 0 {
                    return None;
                }
                let role = role.or_else(|| self.role_on(from))?;
                let named = self.roles[role as usize] & self.own() & from;
                if role == Role::Pawn {
                    let last_rank = (RANK_1 | RANK_1 << 56) & to_bit != 0;
                    let only = only(named & self.pawns_that_reach(to))?;
                    return match (last_rank, promotion) {
                        (false, None) => Some(Move::between(only, to)),
                        (true, Some(becomes)) => Some(Move::promoting(only, to, becomes)),
                        _ => None,
                    };
                }
                if promotion.is_some() {
                    return None;
                }
                let reach = piece(role, to, self.occupied());
                let only = match named & reach {
                    0 => only(named),
                    reaching => only(reaching),
                }?;
                Some(Move::between(only, to))
            }
        }
    }

    /// The kind of the piece on the only square of a set.
    fn role_on(&self, from: u64) -> Option<Role> {
        let (_, role) = self.piece_at(Bitboard(from).only()?)?;
        Some(role)
    }

    /// Squares from which a pawn of the side to move could go to a square if checks and pins are ignored;
    /// en passant excluded.
    pub(crate) fn pawns_that_reach(&self, to: usize) -> u64 {
        let (us, to_bit) = (self.turn, 1_u64 << to);
        if self.enemy() & to_bit != 0 {
            return attacks::pawn(us.other(), to);
        }
        let free = !self.occupied();
        let one = forward(us.other(), to_bit);
        let fourth = RANK_1 << [24, 32][us as usize];
        let two = if to_bit & fourth != 0 && one & free != 0 {
            forward(us.other(), one)
        } else {
            0
        };
        one | two
    }

    /// Castling on a wing, ignoring rights and checks: the king and exactly one rook of that wing are on
    /// the back rank, and the squares they cross are empty.
    fn castling_ignoring_rights(&self, wing: Wing) -> Option<Move> {
        let rook = self.wing_rooks(self.turn, wing).only()?.index();
        let king = self.king_square();
        self.free_to_castle(king, rook)?;
        Some(Move::between(king, rook))
    }

    /// Plays a move in a game that contains an illegal one: as [`Position::play`], but the king may
    /// already have been in check, so check is computed from scratch.
    pub fn play_after_illegal(&mut self, m: Move) {
        self.play(m);
        self.in_check = self.attacked_king();
        // An older check was not known when a double step was noted.
        if self.in_check && self.en_passant != 0 {
            self.note_en_passant_again();
        }
    }

    /// Plays a legal move after an illegal one and appends it in SAN; the mark shows any check.
    pub fn play_after_illegal_to_san(&mut self, m: Move, text: &mut String) {
        self.write_move(m, text);
        self.play_after_illegal(m);
        self.write_mark(text);
    }

    /// Whether a move captures a king, which is possible only after an illegal move.
    #[must_use]
    pub fn captures_king(&self, m: Move) -> bool {
        self.roles[KING] & self.enemy() & (1 << m.target()) != 0
    }
}

/// The square of a set with exactly one square.
fn only(set: u64) -> Option<usize> {
    Bitboard(set).only().map(Square::index)
}

#[cfg(test)]
mod tests {
    use audit960_types::SanWord;

    use super::*;

    /// The position after some moves from the orthodox start position.
    fn after(moves: &str) -> Position {
        let mut position = Position::standard();
        for word in moves.split(' ').filter(|word| !word.is_empty()) {
            let played = position.play_san(SanWord::new(word.as_bytes()).unwrap());
            assert!(played.is_some(), "{word}");
        }
        position
    }

    /// Pattern of a piece's move to a square.
    fn to(role: Role, square: &str) -> Pattern {
        Pattern::Piece {
            role: Some(role),
            from: Bitboard::FULL,
            to: square.parse().unwrap(),
            promotion: None,
        }
    }

    fn meant(position: &Position, pattern: Pattern) -> Option<String> {
        let found = position.resolve_illegal(pattern)?;
        Some(found.to_string())
    }

    #[test]
    fn one_piece_alone_can_be_meant() {
        let start = after("");
        assert_eq!(
            meant(&start, to(Role::Queen, "d5")).as_deref(),
            Some("d1d5"),
            "the only queen"
        );
        assert_eq!(meant(&start, to(Role::Knight, "d5")), None, "two knights");
        assert_eq!(
            meant(&start, to(Role::Queen, "d2")),
            None,
            "a piece of its own"
        );
        assert_eq!(meant(&start, to(Role::Queen, "e8")), None, "the king");
        assert_eq!(
            meant(&start, to(Role::Pawn, "e5")),
            None,
            "no pawn goes there"
        );
        // Only the knight on c3 reaches d5, and it is pinned.
        let pinned = after("e4 e5 d4 Bb4+ Nc3 exd4");
        assert_eq!(
            meant(&pinned, to(Role::Knight, "d5")).as_deref(),
            Some("c3d5")
        );
        let pawn = after("f4 e5 a3 Qh4+");
        assert_eq!(meant(&pawn, to(Role::Pawn, "b4")).as_deref(), Some("b2b4"));
        assert_eq!(meant(&pawn, to(Role::Pawn, "e5")).as_deref(), Some("f4e5"));
    }

    #[test]
    fn castling_without_a_right() {
        let walked = after("e4 e5 Nf3 Nc6 Bc4 Bc5 Ke2 a6 Ke1 a5");
        let short = Pattern::Castling(Wing::HSide);
        assert_eq!(meant(&walked, short).as_deref(), Some("e1h1"));
        assert_eq!(meant(&walked, Pattern::Castling(Wing::ASide)), None);
        let mut castled = walked.clone();
        castled.play_after_illegal(walked.resolve_illegal(short).unwrap());
        assert!(
            castled.xfen().ends_with("PPPP1PPP/RNBQ1RK1 b kq - 1 6"),
            "{}",
            castled.xfen()
        );
    }

    #[test]
    fn a_check_that_nobody_saw() {
        let mut position = after("e4 e5 Qh5 a6 Qxe5+");
        let played = position.resolve_illegal(to(Role::Pawn, "h6")).unwrap();
        position.play_after_illegal(played);
        assert!(!position.in_check());
        assert!(position.captures_king(Move::between(36, 60)));
        assert!(!position.captures_king(Move::between(36, 52)));
        // White ignores it too: Black's king is still in check.
        position.play_after_illegal(Move::between(8, 16));
        assert!(position.in_check());
    }

    /// The knight's check is older than the double step, so the capture en passant is not legal; a capture of the pawn that
    /// checks is.
    #[test]
    fn en_passant_does_not_ignore_an_older_check() {
        let after = |fen: &str, moves: [&str; 2]| {
            let mut position = Position::from_fen(fen).unwrap().position;
            for played in moves {
                position.play_after_illegal(played.parse().unwrap());
            }
            position.xfen()
        };
        assert_eq!(
            after("4k3/2p5/8/3P4/8/5n2/P7/4K3 w - - 0 1", ["a2a3", "c7c5"]),
            "4k3/8/8/2pP4/8/P4n2/8/4K3 w - - 0 2"
        );
        assert_eq!(
            after("4k3/2p5/8/3P4/3K4/8/P7/8 w - - 0 1", ["a2a3", "c7c5"]),
            "4k3/8/8/2pP4/3K4/P7/8/8 w - c6 0 2"
        );
    }
}
