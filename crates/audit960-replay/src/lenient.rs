//! A symbol that is not strict SAN: the leniencies, tried on the position one after the other.

use audit960_board::{KingMove, Move, Position, SanFault, square_name};
use audit960_pgn::{Candidate, Language, Leniency, Reading, read_move};
use audit960_types::{Code, Pattern, Role, Wing};

use crate::place::quoted;

/// What a symbol turned out to be.
#[derive(Debug)]
pub(crate) enum Lenient {
    /// A move, with what is to be said of it.
    Move {
        played: Move,
        codes: Vec<Code>,
        marked_check: bool,
        marked_mate: bool,
    },
    /// Castling without a right to it, where only the right is missing.
    CastlingWithoutRight { wing: Wing, codes: Vec<Code> },
    /// No move, and harmless.
    Passed(Code),
    /// Replay cannot go on.
    Failed(Code, String),
}

/// The code that names a leniency.
const fn code(leniency: Leniency) -> Code {
    match leniency {
        Leniency::CastlingZeros => Code::CastlingZeros,
        Leniency::CastlingSpelling => Code::CastlingSpelling,
        Leniency::LongAlgebraic => Code::LongAlgebraic,
        Leniency::Coordinate => Code::CoordinateMove,
        Leniency::LowerCase => Code::LowerCasePiece,
        Leniency::PawnLetter => Code::PawnLetter,
        Leniency::PromotionSpelling => Code::PromotionSpelling,
        Leniency::EnPassantGlued => Code::EnPassantGlued,
        Leniency::Tail => Code::UnknownToken,
    }
}

/// Reads a symbol in a position.
pub(crate) fn read(position: &Position, symbol: &[u8], language: &Language) -> Lenient {
    let shown = || quoted(symbol);
    match read_move(symbol, language) {
        Reading::Null => Lenient::Failed(
            Code::NullMove,
            format!("{} is a null move; replay stops here", shown()),
        ),
        Reading::EnPassantSuffix => Lenient::Passed(Code::EnPassantSuffix),
        Reading::Junk => Lenient::Passed(Code::UnknownToken),
        Reading::Unreadable => Lenient::Failed(
            Code::UnreadableMove,
            format!("{} cannot be read as a move", shown()),
        ),
        Reading::Move {
            candidates,
            marked_check,
            marked_mate,
        } => {
            let mut failure = None;
            for candidate in &candidates {
                match try_candidate(position, candidate) {
                    Ok((played, codes)) => {
                        return Lenient::Move {
                            played,
                            codes,
                            marked_check,
                            marked_mate,
                        };
                    }
                    Err(SanFault::Illegal) => {}
                    Err(SanFault::Ambiguous(moves)) => failure = Some(moves),
                }
            }
            if let Some((wing, codes)) = castling_without_right(position, &candidates) {
                return Lenient::CastlingWithoutRight { wing, codes };
            }
            match failure {
                Some(moves) => {
                    Lenient::Failed(Code::AmbiguousMove, ambiguous(position, &shown(), &moves))
                }
                None => illegal(position, &shown()),
            }
        }
    }
}

fn ambiguous(position: &Position, shown: &str, moves: &[Move]) -> String {
    let names: Vec<_> = moves.iter().map(|m| position.san(*m)).collect();
    format!("{shown} is ambiguous: {} are legal", names.join(" and "))
}

fn illegal(position: &Position, shown: &str) -> Lenient {
    if position.has_legal_move() {
        return Lenient::Failed(Code::IllegalMove, format!("{shown} is not legal here"));
    }
    let end = if position.in_check() {
        "checkmate"
    } else {
        "stalemate"
    };
    Lenient::Failed(Code::MoveAfterEnd, format!("{shown} follows {end}"))
}

/// The move a candidate means, and the codes of what had to be overlooked.
fn try_candidate(
    position: &Position,
    candidate: &Candidate,
) -> Result<(Move, Vec<Code>), SanFault> {
    let mut codes: Vec<Code> = candidate.leniencies.iter().map(|l| code(*l)).collect();
    let fault = match position.resolve(candidate.pattern) {
        Ok(m) => {
            if let Pattern::Piece { .. } = candidate.pattern {
                note_marks(position, candidate, m, &mut codes);
            }
            return Ok((m, codes));
        }
        Err(fault @ SanFault::Ambiguous(_)) => return Err(fault),
        Err(fault) => fault,
    };
    if let Some(queen) = with_queen(candidate.pattern)
        && let Ok(m) = position.resolve(queen)
    {
        codes.push(Code::PromotionMissing);
        note_marks(position, candidate, m, &mut codes);
        return Ok((m, codes));
    }
    match position.castling_as_king_move(candidate.pattern) {
        Some((wing, written)) => {
            let m = position.resolve(Pattern::Castling(wing))?;
            let code = match written {
                KingMove::OntoRook => Code::CastlingKingTakesRook,
                KingMove::ToFinalSquare => Code::CastlingKingMove,
            };
            // The way it is written is the leniency; that it gives squares goes with that.
            Ok((m, vec![code]))
        }
        None => Err(fault),
    }
}

/// Notes a capture mark that does not tell the truth, and a needless disambiguation.
fn note_marks(position: &Position, candidate: &Candidate, m: Move, codes: &mut Vec<Code>) {
    let pawn = position
        .piece_at(m.from())
        .is_some_and(|(_, role)| role == Role::Pawn);
    let captures = position.piece_at(m.to()).is_some() || pawn && m.from() & 7 != m.to() & 7;
    let coordinate = candidate.leniencies.contains(&Leniency::Coordinate);
    if captures != candidate.captures && !coordinate {
        codes.push(Code::CaptureMark);
    }
    if let Pattern::Piece {
        role: Some(role),
        from,
        to,
        promotion,
    } = candidate.pattern
        && role != Role::Pawn
        && from != !0
        && candidate.leniencies.is_empty()
        && position
            .resolve(Pattern::Piece {
                role: Some(role),
                from: !0,
                to,
                promotion,
            })
            .is_ok()
    {
        codes.push(Code::OverDisambiguation);
    }
}

/// The same pattern with a queen, where a pawn reaches the last rank without a word of it.
fn with_queen(pattern: Pattern) -> Option<Pattern> {
    match pattern {
        Pattern::Piece {
            role: None | Some(Role::Pawn),
            from,
            to,
            promotion: None,
        } if !(8..56).contains(&to) => {
            let (role, promotion) = (Some(Role::Pawn), Some(Role::Queen));
            Some(Pattern::Piece {
                role,
                from,
                to,
                promotion,
            })
        }
        _ => None,
    }
}

/// Castling to a wing to which the side has no right: the right may be missing from the FEN.
fn castling_without_right(
    position: &Position,
    candidates: &[Candidate],
) -> Option<(Wing, Vec<Code>)> {
    candidates
        .iter()
        .find_map(|candidate| match candidate.pattern {
            Pattern::Castling(wing) if position.castling_rook(position.turn(), wing).is_none() => {
                Some((
                    wing,
                    candidate.leniencies.iter().map(|l| code(*l)).collect(),
                ))
            }
            _ => None,
        })
}

/// Text of a finding about a leniency.
pub(crate) fn message(code: Code, symbol: &[u8], position: &Position, played: Move) -> String {
    let shown = quoted(symbol);
    let san = position.san(played);
    let [file, rank] = square_name(played.from()).map(char::from);
    match code {
        Code::PromotionMissing => format!("{shown} names no piece; read as {san}"),
        Code::CaptureMark => format!("{shown}: the capture mark does not fit; read as {san}"),
        Code::OverDisambiguation => format!("{shown} says more than is needed: {san}"),
        Code::UnknownToken => {
            format!("{shown}: what follows the move is passed over; read as {san}")
        }
        _ => format!("{shown} read as {san} (from {file}{rank})"),
    }
}
