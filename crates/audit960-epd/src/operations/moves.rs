//! The moves that operations name.

use audit960_board::{Move, Position, SanError};
use audit960_pgn::{
    Candidate, Language, MoveReading, OperandValue, Operation, Shape, quoted, read_move, shown,
};
use audit960_types::{Code, Diagnostic, Pattern, Role};

use crate::text::about;

/// The moves of an operation that could be read, in order; none for operations that name none.
pub(super) type Named = Vec<Move>;

/// Resolves the moves of an operation in the position. Those of a line are played one after another, up
/// to the first that is not legal.
pub(super) fn check(
    operation: &Operation<'_>,
    position: &Position,
    diagnostics: &mut Vec<Diagnostic>,
) -> Named {
    let mut named = Vec::new();
    if !operation.shape.is_moves() {
        return named;
    }
    let line = operation.shape == Shape::Line;
    // chessdb.cn writes its lines in coordinate notation.
    let any_notation = operation.name == b"PV:";
    let mut reached = position.clone();
    for operand in &operation.operands {
        let (text, mark) = match operand.value {
            OperandValue::Move { text, mark } => (text, mark),
            // An operand that is not a move is reported with the operands.
            _ => continue,
        };
        let diagnostic = |code, message: String| about(code, operand.column, text.len(), message);
        match find(&reached, text) {
            Ok(found) => {
                if !any_notation {
                    let notation = spelling(&reached, &found, text, mark);
                    diagnostics.extend(notation.map(|(code, message)| diagnostic(code, message)));
                }
                named.push(found.played);
                if line {
                    reached.play(found.played);
                }
            }
            Err((code, message)) => {
                diagnostics.push(diagnostic(code, message));
                if line {
                    break;
                }
            }
        }
    }
    named
}

/// A move, and whether it is written in SAN except for marks and superfluous disambiguation.
struct Found {
    played: Move,
    san: bool,
}

fn find(position: &Position, text: &[u8]) -> Result<Found, (Code, String)> {
    let shown = quoted(text);
    let candidates = match read_move(text, &Language::ENGLISH) {
        MoveReading::Move { candidates, .. } => candidates,
        MoveReading::Null => return Err((Code::WrongOperand, format!("{shown} is a null move"))),
        MoveReading::EnPassantSuffix | MoveReading::Unreadable | MoveReading::Junk => {
            return Err((
                Code::WrongOperand,
                format!("{shown} cannot be read as a move"),
            ));
        }
    };
    let mut several = None;
    for candidate in &candidates {
        match try_candidate(position, candidate) {
            Ok(found) => return Ok(found),
            Err(SanError::Illegal) => {}
            Err(SanError::Ambiguous(moves)) => several = Some(moves),
        }
    }
    Err(match several {
        Some(moves) => {
            let names: Vec<_> = moves.iter().map(|m| position.san(*m)).collect();
            let message = format!("{shown} is ambiguous: {} are legal", names.join(" and "));
            (Code::AmbiguousOperand, message)
        }
        None => (Code::IllegalOperand, format!("{shown} is not legal here")),
    })
}

fn try_candidate(position: &Position, candidate: &Candidate) -> Result<Found, SanError> {
    let error = match position.resolve(candidate.pattern) {
        Ok(played) => {
            return Ok(Found {
                played,
                san: candidate.leniencies.is_empty(),
            });
        }
        Err(error) => error,
    };
    let otherwise = castling(position, candidate.pattern).or_else(|| to_queen(position, candidate));
    match (otherwise, &error) {
        (Some(played), SanError::Illegal) => Ok(Found { played, san: false }),
        _ => Err(error),
    }
}

/// Castling written as the king's move onto its rook or to its final square.
fn castling(position: &Position, pattern: Pattern) -> Option<Move> {
    let (wing, _) = position.castling_as_king_move(pattern)?;
    position.resolve(Pattern::Castling(wing)).ok()
}

/// A promotion that names no piece: a queen.
fn to_queen(position: &Position, candidate: &Candidate) -> Option<Move> {
    let Pattern::Piece {
        role: None | Some(Role::Pawn),
        from,
        to,
        promotion: None,
    } = candidate.pattern
    else {
        return None;
    };
    let (role, promotion) = (Some(Role::Pawn), Some(Role::Queen));
    position
        .resolve(Pattern::Piece {
            role,
            from,
            to,
            promotion,
        })
        .ok()
}

/// How the notation of a move departs from SAN, if it does.
fn spelling(
    position: &Position,
    found: &Found,
    text: &[u8],
    mark: &[u8],
) -> Option<(Code, String)> {
    let san = position.san(found.played);
    let (shown, mark) = (shown(text), shown(mark));
    if !found.san {
        let from = found.played.from();
        return Some((
            Code::MoveNotation,
            format!("{shown} read as {san} (from {from})"),
        ));
    }
    let written = shown + &mark;
    (written != san).then(|| (Code::SanSpelling, format!("{written} is {san} in SAN")))
}
