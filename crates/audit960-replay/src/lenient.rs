//! The lenient parser: symbols that are not strict SAN, tried with each leniency in the position.

use audit960_board::{KingMove, Move, Position, SanError};
use audit960_pgn::{Candidate, LANGUAGES, Language, Leniency, MoveReading, read_move};
use audit960_types::{Bitboard, Code, Pattern, Role, Wing};

use audit960_pgn::quoted;

/// The meaning of a symbol in a position.
#[derive(Debug)]
pub(crate) enum LenientOutcome {
    /// A move.
    Move(LenientMove),
    /// Castling for which the side does not have the right.
    CastlingWithoutRight { wing: Wing },
    /// Not a move; ignored.
    Passed(Code),
    /// Not a legal move: replay cannot go on. Code and message.
    Failed(Code, String),
}

/// A move, with the codes of its findings.
#[derive(Debug)]
pub(crate) struct LenientMove {
    pub(crate) played: Move,
    pub(crate) codes: Vec<Code>,
    pub(crate) marked_check: bool,
    pub(crate) marked_mate: bool,
    /// Number of bytes after the move that are not part of it.
    pub(crate) unread: u32,
}

/// The code of a leniency.
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
        Leniency::Numeric => Code::NumericNotation,
        Leniency::UpperCase => Code::UpperCaseSquares,
        Leniency::CaptureSign => Code::CaptureMark,
        Leniency::Evaluation => Code::WordBoundary,
        Leniency::Tail => Code::UnknownToken,
    }
}

/// The legal move that a word means, with any leniency: in English, or in the language with that index in
/// [`LANGUAGES`]. `None` if it is not one legal move.
///
/// # Examples
/// ```
/// use audit960_board::Position;
/// use audit960_pgn::LANGUAGES;
/// use audit960_replay::lenient_move;
///
/// let position = Position::standard();
/// let san = |word, language| Some(position.san(lenient_move(&position, word, language)?));
/// assert_eq!(san(b"e2-e4", None).as_deref(), Some("e4"));
/// assert_eq!(san(b"Ke2", None), None);
/// // German: S for Springer, the knight.
/// let german = LANGUAGES.iter().position(|language| language.name == "German");
/// assert_eq!(san(b"Sf3", german).as_deref(), Some("Nf3"));
/// ```
#[must_use]
pub fn lenient_move(position: &Position, word: &[u8], language: Option<usize>) -> Option<Move> {
    let language = language.and_then(|index| LANGUAGES.get(index));
    match read(position, word, language.unwrap_or(&Language::ENGLISH)) {
        LenientOutcome::Move(read) => Some(read.played),
        LenientOutcome::CastlingWithoutRight { .. }
        | LenientOutcome::Passed(_)
        | LenientOutcome::Failed(..) => None,
    }
}

/// Whether the words are legal moves from `position`, up to the first that cannot be read.
pub(crate) fn are_playable(words: &[&[u8]], mut position: Position, language: &Language) -> bool {
    for word in words {
        match read(&position, word, language) {
            LenientOutcome::Move(read) => position.play(read.played),
            LenientOutcome::Failed(Code::IllegalMove | Code::MoveAfterEnd, _) => return false,
            _ => break,
        }
    }
    true
}

/// Reads a symbol in a position.
pub(crate) fn read(position: &Position, symbol: &[u8], language: &Language) -> LenientOutcome {
    let shown = || quoted(symbol);
    match read_move(symbol, language) {
        MoveReading::Null => LenientOutcome::Failed(
            Code::NullMove,
            format!("{} is a null move; replay stops here", shown()),
        ),
        MoveReading::EnPassantSuffix => LenientOutcome::Passed(Code::EnPassantSuffix),
        MoveReading::Junk => LenientOutcome::Passed(Code::UnknownToken),
        MoveReading::Unreadable => LenientOutcome::Failed(
            Code::UnreadableMove,
            format!("{} cannot be read as a move", shown()),
        ),
        MoveReading::Move {
            candidates,
            marked_check,
            marked_mate,
            unread,
        } => {
            let found = |(played, codes)| {
                LenientOutcome::Move(LenientMove {
                    played,
                    codes,
                    marked_check,
                    marked_mate,
                    unread,
                })
            };
            let mut failure = None;
            let alone =
                |candidate: &Candidate| candidate.leniencies.iter().any(|l| l.must_be_alone());
            if candidates.iter().any(alone) {
                return match only_move(position, &candidates) {
                    Ok(only) => found(only),
                    Err(moves) if moves.is_empty() => LenientOutcome::Failed(
                        Code::UnreadableMove,
                        format!("{} cannot be read as a legal move", shown()),
                    ),
                    Err(moves) => LenientOutcome::Failed(
                        Code::UnreadableMove,
                        ambiguous(position, &shown(), &moves),
                    ),
                };
            }
            for candidate in &candidates {
                match try_candidate(position, candidate) {
                    Ok((played, codes)) => {
                        if codes.contains(&Code::PawnFile)
                            && let Err(moves) = only_move(position, &candidates)
                        {
                            let message = ambiguous(position, &shown(), &moves);
                            return LenientOutcome::Failed(Code::AmbiguousMove, message);
                        }
                        // The piece letter is missing: `xh3` where a pawn can move to h3.
                        if codes.contains(&Code::CaptureMark) && matches!(symbol[0], b'x' | b':') {
                            let message = format!("{} captures nothing", shown());
                            return LenientOutcome::Failed(Code::UnreadableMove, message);
                        }
                        return found((played, codes));
                    }
                    Err(SanError::Illegal) => {}
                    Err(SanError::Ambiguous(moves)) => failure = Some(moves),
                }
            }
            if let Some(wing) = castling_without_right(position, &candidates) {
                return LenientOutcome::CastlingWithoutRight { wing };
            }
            match failure {
                Some(moves) => LenientOutcome::Failed(
                    Code::AmbiguousMove,
                    ambiguous(position, &shown(), &moves),
                ),
                None => illegal(position, &shown()),
            }
        }
    }
}

/// The only legal move among all ways to read a word; `Err` with all of them if there is not exactly one.
fn only_move(
    position: &Position,
    candidates: &[Candidate],
) -> Result<(Move, Vec<Code>), Vec<Move>> {
    let mut found: Vec<(Move, Vec<Code>)> = Vec::new();
    let mut moves = Vec::new();
    for candidate in candidates {
        match try_candidate(position, candidate) {
            Ok((played, codes)) => {
                moves.push(played);
                found.push((played, codes));
            }
            Err(SanError::Ambiguous(several)) => moves.extend(several),
            Err(SanError::Illegal) => {}
        }
    }
    moves.sort_unstable();
    moves.dedup();
    match (moves.len(), found.pop()) {
        (1, Some(only)) => Ok(only),
        _ => Err(moves),
    }
}

fn ambiguous(position: &Position, shown: &str, moves: &[Move]) -> String {
    let names: Vec<_> = moves.iter().map(|m| position.san(*m)).collect();
    format!("{shown} is ambiguous: {} are legal", names.join(" and "))
}

fn illegal(position: &Position, shown: &str) -> LenientOutcome {
    if position.has_legal_move() {
        return LenientOutcome::Failed(Code::IllegalMove, format!("{shown} is not legal here"));
    }
    let end = if position.in_check() {
        "checkmate"
    } else {
        "stalemate"
    };
    LenientOutcome::Failed(Code::MoveAfterEnd, format!("{shown} follows {end}"))
}

/// The legal move that a candidate means, with every leniency.
pub(crate) fn resolve(position: &Position, candidate: &Candidate) -> Option<Move> {
    let (played, _) = try_candidate(position, candidate).ok()?;
    Some(played)
}

/// The legal move that a candidate means, and the codes of the leniencies it needed.
fn try_candidate(
    position: &Position,
    candidate: &Candidate,
) -> Result<(Move, Vec<Code>), SanError> {
    let mut codes: Vec<Code> = candidate.leniencies.iter().map(|l| code(*l)).collect();
    let error = match position.resolve(candidate.pattern) {
        Ok(m) => {
            if let Pattern::Piece { role, from, .. } = candidate.pattern {
                let captures = m.from().file() != m.to().file();
                if role == Some(Role::Pawn) && captures == (from == Bitboard::FULL) {
                    // No notation writes a pawn capture by its target square alone.
                    if captures {
                        return Err(SanError::Illegal);
                    }
                    if !candidate.leniencies.contains(&Leniency::LongAlgebraic) {
                        codes.push(Code::PawnFile);
                    }
                }
                note_marks(position, candidate, m, &mut codes);
            }
            return Ok((m, codes));
        }
        Err(error @ SanError::Ambiguous(_)) => return Err(error),
        Err(error) => error,
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
            // This code covers the notation; the leniencies of the squares are not reported as well.
            Ok((m, vec![code]))
        }
        None => Err(error),
    }
}

/// Adds the codes of a wrong capture mark and of needless disambiguation.
fn note_marks(position: &Position, candidate: &Candidate, m: Move, codes: &mut Vec<Code>) {
    let pawn = position
        .piece_at(m.from())
        .is_some_and(|(_, role)| role == Role::Pawn);
    let captures = position.piece_at(m.to()).is_some() || pawn && m.from().file() != m.to().file();
    let coordinate = [Leniency::Coordinate, Leniency::Numeric]
        .iter()
        .any(|squares_only| candidate.leniencies.contains(squares_only));
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
        && from != Bitboard::FULL
        && candidate.leniencies.is_empty()
        && position
            .resolve(Pattern::Piece {
                role: Some(role),
                from: Bitboard::FULL,
                to,
                promotion,
            })
            .is_ok()
    {
        codes.push(Code::OverDisambiguation);
    }
}

/// The pattern with promotion to a queen, if a pawn reaches the last rank and no promotion is named.
fn with_queen(pattern: Pattern) -> Option<Pattern> {
    match pattern {
        Pattern::Piece {
            role: None | Some(Role::Pawn),
            from,
            to,
            promotion: None,
        } if matches!(to.rank(), 0 | 7) => {
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

/// The wing of castling for which the side has no right: the right may be missing from the FEN.
fn castling_without_right(position: &Position, candidates: &[Candidate]) -> Option<Wing> {
    candidates
        .iter()
        .find_map(|candidate| match candidate.pattern {
            Pattern::Castling(wing) if position.castling_rook(position.turn(), wing).is_none() => {
                Some(wing)
            }
            _ => None,
        })
}

/// The message of a finding about a leniency.
pub(crate) fn message(code: Code, symbol: &[u8], position: &Position, played: Move) -> String {
    let shown = quoted(symbol);
    let san = position.san(played);
    let [file, rank] = played.from().name().map(char::from);
    match code {
        Code::PromotionMissing => format!("{shown} names no promotion piece; read as {san}"),
        Code::CaptureMark if symbol.contains(&b'X') => {
            format!("{shown}: the capture mark is a capital X; read as {san}")
        }
        Code::CaptureMark => format!("{shown}: the capture mark does not fit; read as {san}"),
        Code::WordBoundary => format!("{shown} read as {san}: a blank is missing"),
        Code::PawnFile => format!("{shown} names a file without a capture; read as {san}"),
        Code::OverDisambiguation => {
            format!("{shown} has more disambiguation than is needed; read as {san}")
        }
        Code::UnknownToken => {
            format!("{shown}: what follows the move is ignored; read as {san}")
        }
        _ => format!("{shown} read as {san} (from {file}{rank})"),
    }
}
