//! Between moves and what is written of them: patterns to moves, moves to SAN.

use audit960_types::{Pattern, Role};

use super::SanFault;
use crate::attacks::FILE_A;
use crate::moves::Move;
use crate::position::{Position, role_of};

impl Position {
    /// The one legal move that a pattern fits, without playing it.
    ///
    /// # Errors
    /// [`SanFault`] where none fits, or several do.
    pub fn resolve(&self, pattern: Pattern) -> Result<Move, SanFault> {
        // Mostly one move fits, and then nothing is allocated.
        let mut first = None;
        let mut others: Vec<Move> = Vec::new();
        let mut fits = |m| match first {
            None => first = Some(m),
            Some(_) => others.push(m),
        };
        match pattern {
            Pattern::Castling(wing) => {
                if let Some(rook) = self.legal_castling(wing) {
                    fits(Move::new(self.king_square(), rook));
                }
            }
            Pattern::Piece {
                role,
                from,
                to,
                promotion,
            } => {
                self.for_each_legal(&mut |m| {
                    let castling = self.is_castling(m);
                    let kind = role_of(self.board[m.from()]);
                    if !castling
                        && m.to() == usize::from(to)
                        && from & (1 << m.from()) != 0
                        && role.is_none_or(|role| role as usize == kind)
                        && m.promotes_to() == promotion
                    {
                        fits(m);
                    }
                });
            }
        }
        match first {
            None => Err(SanFault::Illegal),
            Some(only) if others.is_empty() => Ok(only),
            Some(first) => {
                others.insert(0, first);
                Err(SanFault::Ambiguous(others))
            }
        }
    }

    /// Writes a legal move in SAN, with check and mate marks.
    #[must_use]
    pub fn san(&self, m: Move) -> String {
        let (from, to) = (m.from(), m.to());
        let mut text = String::with_capacity(8);
        let role = Role::ALL[role_of(self.board[from])];
        let square = |square| crate::square_name(square).map(char::from);
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
            text.push_str(&self.disambiguation(role, m));
            if self.enemy() & (1 << to) != 0 {
                text.push('x');
            }
            text.extend(square(to));
        }
        let mut after = self.clone();
        after.play(m);
        if after.in_check() {
            text.push(if after.has_legal_move() { '+' } else { '#' });
        }
        text
    }

    /// File, rank or both, as needed to tell a move from those of its like (PGN 8.2.3.4).
    fn disambiguation(&self, role: Role, m: Move) -> String {
        let mut others = 0_u64;
        self.for_each_legal(&mut |other| {
            let like = role_of(self.board[other.from()]) == role as usize;
            let castling = self.is_castling(other);
            if like && !castling && other.to() == m.to() && other.from() != m.from() {
                others |= 1 << other.from();
            }
        });
        let [file, rank] = crate::square_name(m.from()).map(char::from);
        if others == 0 {
            String::new()
        } else if others & (FILE_A << (m.from() & 7)) == 0 {
            file.to_string()
        } else if others & (0xff << (m.from() & 56)) == 0 {
            rank.to_string()
        } else {
            format!("{file}{rank}")
        }
    }
}
