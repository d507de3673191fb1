//! Conversion between moves and their notation: patterns to moves, moves to SAN.

use audit960_types::{Pattern, Role, Square};

use super::SanError;
use crate::attacks::{self, FILE_A, piece, squares};
use crate::moves::Move;
use crate::position::{Position, role_of};

impl Position {
    /// The one legal move that a pattern fits, without playing it.
    ///
    /// # Errors
    /// [`SanError`] where none fits, or several do.
    ///
    /// # Examples
    /// ```
    /// use audit960_board::{Position, SanError};
    /// use audit960_board::types::{Bitboard, Pattern, Role, Square};
    ///
    /// // A knight, from anywhere.
    /// let (role, from) = (Some(Role::Knight), Bitboard::FULL);
    /// let knight = |to| Pattern::Piece { role, from, to, promotion: None };
    /// let position = Position::standard();
    /// assert_eq!(position.san(position.resolve(knight(Square::F3))?), "Nf3");
    /// assert_eq!(position.resolve(knight(Square::E5)), Err(SanError::Illegal));
    /// # Ok::<(), SanError>(())
    /// ```
    pub fn resolve(&self, pattern: Pattern) -> Result<Move, SanError> {
        // Usually one move fits, and then nothing is allocated.
        let mut first = None;
        let mut others: Vec<Move> = Vec::new();
        let mut fits = |m| match first {
            None => first = Some(m),
            Some(_) => others.push(m),
        };
        match pattern {
            Pattern::Castling(wing) => {
                if let Some(rook) = self.rook_to_castle(wing) {
                    fits(Move::between(self.king_square(), rook));
                }
            }
            Pattern::Piece {
                role,
                from,
                to,
                promotion,
            } => self.each_fitting(role, from.0, to.index(), promotion, &mut fits),
        }
        match first {
            None => Err(SanError::Illegal),
            Some(only) if others.is_empty() => Ok(only),
            Some(first) => {
                others.insert(0, first);
                Err(SanError::Ambiguous(others))
            }
        }
    }

    /// Calls `take` with each legal move, castling excluded, to a square by pieces on some squares: of a role if one is
    /// named, promoting to `promotion` or not at all.
    pub(super) fn each_fitting(
        &self,
        role: Option<Role>,
        from: u64,
        to: usize,
        promotion: Option<Role>,
        take: &mut dyn FnMut(Move),
    ) {
        let (own, enemy, target) = (self.own(), self.enemy(), 1_u64 << to);
        if own & target != 0 {
            return;
        }
        let of_role = role.map_or(!0, |role| self.roles[role as usize]);
        let pawns = self.pawns_that_reach(to);
        for square in squares(from & own & of_role) {
            let bit = 1_u64 << square;
            let kind = Role::ALL[role_of(self.board[square])];
            let is_pawn = kind == Role::Pawn;
            let passes =
                is_pawn && self.en_passant & target & attacks::pawn(self.turn, square) != 0;
            let reaches = match kind {
                Role::Pawn => passes || pawns & bit != 0,
                _ => piece(kind, square, self.occupied()) & target != 0,
            };
            let promotes = is_pawn && !(8..56).contains(&to);
            let becomes = match promotion {
                None => !promotes,
                Some(role) => promotes && !matches!(role, Role::Pawn | Role::King),
            };
            let safe = || match kind {
                Role::King => self.safe_for_king(bit, to),
                _ if passes => self.king_safe_after(bit, target, 1 << (to ^ 8)),
                _ => self.king_safe_after(bit, target, enemy & target),
            };
            if reaches && becomes && safe() {
                take(match promotion {
                    Some(role) => Move::promoting(square, to, role),
                    None => Move::between(square, to),
                });
            }
        }
    }

    /// A legal move in SAN, with check and mate marks.
    ///
    /// # Examples
    /// ```
    /// use audit960_board::{Move, Position};
    /// use audit960_board::types::Square;
    ///
    /// assert_eq!(Position::standard().san(Move::new(Square::G1, Square::F3)), "Nf3");
    /// ```
    #[must_use]
    pub fn san(&self, m: Move) -> String {
        let mut text = String::with_capacity(8);
        self.clone().play_to_san(m, &mut text);
        text
    }

    /// Plays a legal move and appends it in SAN, with check and mate marks.
    pub fn play_to_san(&mut self, m: Move, text: &mut String) {
        self.write_move(m, text);
        self.play(m);
        self.write_mark(text);
    }

    /// Appends `+` or `#` where the side to move is in check.
    pub(crate) fn write_mark(&self, text: &mut String) {
        if self.in_check() {
            text.push(if self.has_legal_move() { '+' } else { '#' });
        }
    }

    /// Appends a legal move in SAN without check and mate marks.
    pub(crate) fn write_move(&self, m: Move, text: &mut String) {
        let (from, to) = (m.origin(), m.target());
        let role = Role::ALL[role_of(self.board[from])];
        let square = |square| Square::new(square).name().map(char::from);
        if self.is_castling(m) {
            text.push_str(if to > from { "O-O" } else { "O-O-O" });
        } else if role == Role::Pawn {
            if from & 7 != to & 7 {
                text.extend([square(from)[0], 'x']);
            }
            text.extend(square(to));
            if let Some(role) = m.promotes_to() {
                text.extend(['=', char::from(role.letter())]);
            }
        } else {
            text.push(char::from(role.letter()));
            let [file, rank] = square(from);
            let (by_file, by_rank) = self.disambiguation(role, m);
            text.extend(by_file.then_some(file));
            text.extend(by_rank.then_some(rank));
            if self.enemy() & (1 << to) != 0 {
                text.push('x');
            }
            text.extend(square(to));
        }
    }

    /// Whether the file, and whether the rank, is needed to disambiguate the move of a piece (PGN
    /// 8.2.3.4).
    fn disambiguation(&self, role: Role, m: Move) -> (bool, bool) {
        let (from, to) = (m.origin(), 1_u64 << m.target());
        let like = self.roles[role as usize] & self.own() & !(1 << from);
        let reach = like & piece(role, m.target(), self.occupied());
        let mut others = 0_u64;
        for square in squares(reach) {
            if self.king_safe_after(1 << square, to, self.enemy() & to) {
                others |= 1 << square;
            }
        }
        let same_file = others & (FILE_A << (from & 7)) != 0;
        let same_rank = others & (0xff << (from & 56)) != 0;
        (others != 0 && (!same_file || same_rank), same_file)
    }
}
