//! Conditions on half-moves.

use audit960_board::{Move, Position};
use audit960_pgn::{Language, MoveReading, read_move};
use audit960_types::{Pattern, Role, Side, Square, Wing};

use super::parse::FindError;

/// A half-move that was played.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayedMove {
    side: Side,
    role: Role,
    played: Move,
    castles: Option<Wing>,
    captured: Option<Role>,
}

impl PlayedMove {
    /// A move that is about to be played.
    pub(super) fn of(position: &Position, played: Move) -> Self {
        let role = position
            .piece_at(played.from())
            .map_or(Role::Pawn, |(_, role)| role);
        let castles = position.is_castling(played).then(|| {
            if played.to() > played.from() {
                Wing::HSide
            } else {
                Wing::ASide
            }
        });
        // En passant, the target is empty.
        let taken = || {
            position
                .piece_at(played.to())
                .map_or(Role::Pawn, |(_, role)| role)
        };
        let captured = (castles.is_none() && position.captures(played)).then(taken);
        Self {
            side: position.turn(),
            role,
            played,
            castles,
            captured,
        }
    }

    /// Whether a text means it.
    fn fits(&self, text: &MoveText) -> bool {
        if text
            .captures
            .is_some_and(|captures| captures != self.captured.is_some())
        {
            return false;
        }
        match text.pattern {
            Pattern::Castling(wing) => self.castles == Some(wing),
            Pattern::Piece {
                role,
                from,
                to,
                promotion,
            } => {
                // Castling is the king moving to its own rook where only squares are named; `Kg1` is another move.
                let target = match self.castles {
                    Some(wing) => {
                        role.is_none() && (self.played.to() == to || self.is_orthodox(wing, to))
                    }
                    None => self.played.to() == to,
                };
                target
                    && from.contains(self.played.from())
                    && role.is_none_or(|role| role == self.role)
                    && (self.played.promotes_to() == promotion)
            }
        }
    }
}

impl PlayedMove {
    /// Whether castling from the e-file would be written as the king's move to this square, as UCI does without
    /// Chess960: `e1g1`.
    fn is_orthodox(&self, wing: Wing, to: Square) -> bool {
        let from = self.played.from();
        let file = match wing {
            Wing::HSide => 6,
            Wing::ASide => 2,
        };
        from.file() == 4 && to.file() == file && to.rank() == from.rank()
    }
}

/// A half-move as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveText {
    pattern: Pattern,
    /// Whether it says that it captures: SAN does, or it does not; UCI leaves it open.
    captures: Option<bool>,
}

/// A set of kinds of pieces, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RoleSet(u8);

impl RoleSet {
    /// The kinds of letters `KQRBNP`; `None` if another letter is among them.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let letters = text.bytes();
        letters
            .map(|letter| {
                let role = Role::from_letter(letter).filter(|_| letter.is_ascii_uppercase())?;
                Some(1 << role as u8)
            })
            .try_fold(0, |set, bit: Option<u8>| Some(set | bit?))
            .filter(|set| *set != 0)
            .map(Self)
    }

    const fn contains(self, role: Role) -> bool {
        self.0 & (1 << role as u8) != 0
    }
}

/// A condition on the half-move that led to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveQuery(Moved);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moved {
    /// A piece of one of these kinds moved.
    Pieces(RoleSet),
    /// A move that this text means.
    Move(MoveText),
}

impl MoveQuery {
    /// Parses kinds of pieces, `KQ`, or a move in SAN or UCI_Chess960.
    ///
    /// # Errors
    /// [`FindError`] for anything else.
    pub fn parse(text: &str) -> Result<Self, FindError> {
        match RoleSet::parse(text) {
            Some(pieces) => Ok(Self(Moved::Pieces(pieces))),
            None => Ok(Self(Moved::Move(move_text(text)?))),
        }
    }

    pub(super) fn matches(&self, last: &PlayedMove) -> bool {
        match &self.0 {
            Moved::Pieces(pieces) => pieces.contains(last.role),
            Moved::Move(text) => last.fits(text),
        }
    }
}

/// Whether the half-move captured a piece of one of these kinds.
pub(super) fn captures(last: &PlayedMove, kinds: RoleSet) -> bool {
    last.captured.is_some_and(|role| kinds.contains(role))
}

/// A condition that the half-move that led to a position was castling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CastledQuery {
    /// The side that castled; either if `None`.
    pub side: Option<Side>,
    /// The wing it castled to; either if `None`.
    pub wing: Option<Wing>,
}

impl CastledQuery {
    /// Parses `any`, `O-O` or `O-O-O`, `white` or `black`, or one of the latter and one of the former with a colon
    /// between them, `white:O-O`.
    ///
    /// # Errors
    /// [`FindError`] for anything else.
    pub fn parse(text: &str) -> Result<Self, FindError> {
        let (side, at, wing) = match text.split_once(':') {
            Some((side, wing)) => (side, side.len() + 1, wing),
            None if matches!(text, "white" | "black") => (text, 0, "any"),
            None => ("any", 0, text),
        };
        let side = match side {
            "any" => None,
            "white" => Some(Side::White),
            "black" => Some(Side::Black),
            other => return Err(FindError::new(0, format!("{other} is not white or black"))),
        };
        let wing = match wing {
            "any" => None,
            "O-O" | "0-0" => Some(Wing::HSide),
            "O-O-O" | "0-0-0" => Some(Wing::ASide),
            other => {
                return Err(FindError::new(
                    at,
                    format!("{other} is not any, O-O, O-O-O, white or black"),
                ));
            }
        };
        Ok(Self { side, wing })
    }

    pub(super) fn matches(&self, last: &PlayedMove) -> bool {
        last.castles
            .is_some_and(|wing| self.wing.is_none_or(|wanted| wanted == wing))
            && self.side.is_none_or(|side| side == last.side)
    }
}

/// A move in SAN or UCI_Chess960.
fn move_text(word: &str) -> Result<MoveText, FindError> {
    if word.is_empty() {
        return Err(FindError::new(0, "a move is missing"));
    }
    let reading = read_move(word.as_bytes(), &Language::ENGLISH);
    match reading {
        // The likeliest reading comes first.
        MoveReading::Move {
            candidates,
            unread: 0,
            ..
        } if !candidates.is_empty() => {
            let pattern = candidates[0].pattern;
            if let Pattern::Piece {
                role: Some(Role::Pawn),
                to,
                promotion: None,
                ..
            } = pattern
                && matches!(to.rank(), 0 | 7)
            {
                let message = format!("a pawn that gets there is promoted, as in {word}=Q");
                return Err(FindError::new(0, message));
            }
            let captures = match pattern {
                Pattern::Piece { role: Some(_), .. } => Some(word.contains(['x', ':'])),
                _ => word.contains('x').then_some(true),
            };
            Ok(MoveText { pattern, captures })
        }
        _ => Err(FindError::new(
            0,
            format!("{word} is not a move in SAN or UCI_Chess960"),
        )),
    }
}

/// Parses half-moves one after the other, with or without move numbers.
pub(super) fn parse_line(text: &str) -> Result<Vec<MoveText>, FindError> {
    let mut line = Vec::new();
    let base = text.as_ptr() as usize;
    for word in text.split_ascii_whitespace().filter_map(without_number) {
        let at = word.as_ptr() as usize - base;
        line.push(move_text(word).map_err(|error| error.within(at))?);
    }
    match line.is_empty() {
        true => Err(FindError::new(0, "a line has at least one move")),
        false => Ok(line),
    }
}

/// Whether the last half-moves of a game are a line.
pub(super) fn ends_with(history: &[PlayedMove], line: &[MoveText]) -> bool {
    history.len() >= line.len()
        && line
            .iter()
            .rev()
            .zip(history.iter().rev())
            .all(|(text, last)| last.fits(text))
}

/// A word of movetext without a move number before it; `None` for a move number alone.
#[must_use]
pub fn without_number(word: &str) -> Option<&str> {
    let digits = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let rest = match digits.starts_with('.') {
        true => digits.trim_start_matches('.'),
        false if digits.is_empty() => digits,
        // `0-0` is no number.
        false => word,
    };
    (!rest.is_empty()).then_some(rest)
}
