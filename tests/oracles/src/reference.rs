//! The fifty-move ledger of one game by brute force, straight from the definitions.
//!
//! Written to be checked against the text of the Laws, not to be fast: every legal move is listed at
//! every half-move, and positions are compared pair by pair.
//!
//! - clock: half-moves since the last capture or pawn move, starting from FEN field 5;
//! - a claim exists *before* half-move n, for the side that would play it; the turn after the last
//!   recorded half-move counts too;
//! - 9.3.1: the clock is 99 or more and the side has a legal move that is neither capture nor pawn
//!   move (castling counts, a mating or stalemating move too);
//! - 9.3.2: the clock is 100 or more and the side has a legal move; then it is the article named;
//! - incident: a maximal run without capture or pawn move in which a claim existed.

use audit960_types::{ClaimArticle, Ending, ResetBy, RunEnd, Side};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position, Role};

use crate::position::{set_up, side};

/// The fifty-move ledger of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceLedger {
    /// Number of half-moves.
    pub plies: u32,
    /// Half-move clock after the last of them.
    pub final_clock: u32,
    /// Highest half-move clock, that of the start included.
    pub max_clock: u32,
    /// How often the most frequent position occurred (Laws 9.2.3), the start included: the same side
    /// to move, pieces, castling rights and legal captures en passant.
    pub max_repetition: u32,
    /// The ending by the last position. `insufficient_material` is shakmaty's, for both sides: the rule of
    /// python-chess 1.11.2 line by line (no pawn, rook or queen; a lone knight only against queens;
    /// bishops, of both sides, all on one colour and no knight).
    pub ending: Ending,
    /// The incidents, in the order of the game.
    pub incidents: Vec<ReferenceIncident>,
}

/// A run with a claimable draw; the fields of [`audit960_types::IncidentFacts`] that depend only on the
/// moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceIncident {
    /// Last capture or pawn move before the run; 0: the run starts with the record.
    pub reset_ply: u32,
    /// Whether that is a capture, a pawn move or the start.
    pub reset_by: ResetBy,
    /// First half-move before which a claim existed.
    pub first_claim_ply: u32,
    /// The side that had this claim.
    pub first_claim_side: Side,
    /// The article of this claim.
    pub first_claim_article: ClaimArticle,
    /// First half-move before which 9.3.2 applied.
    pub first_932_ply: Option<u32>,
    /// Turns with a claim, White's and Black's.
    pub claims: [u32; 2],
    /// Highest clock of the run.
    pub peak_clock: u32,
    /// Half-move that brought the clock to 150 without mating (Laws 9.6.2); `None` where the record
    /// starts at 150 or beyond.
    pub seventy_five_ply: Option<u32>,
    /// What ended the run. A capture or pawn move that mates ends it as capture or pawn move.
    pub ended_by: RunEnd,
}

/// Why a game cannot be put into a ledger.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReferenceError {
    /// The start position cannot be set up.
    #[error("start {fen}: {reason}")]
    Start {
        /// The FEN as given.
        fen: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A move is not legal, or not in UCI_Chess960.
    #[error("ply {ply}: {text} is not a legal move")]
    Move {
        /// The half-move, from 1.
        ply: u32,
        /// The move as given.
        text: String,
    },
}

/// The ledger of a game: start position as FEN (any castling letters), moves as UCI_Chess960
/// separated by blanks, castling as the king taking its own rook.
///
/// # Errors
///
/// The first thing that cannot be read or played.
pub fn ledger(start: &str, moves: &str) -> Result<ReferenceLedger, ReferenceError> {
    let turns = replay(start, moves)?;
    let last = &turns[turns.len() - 1];
    Ok(ReferenceLedger {
        plies: last.ply,
        final_clock: last.clock,
        max_clock: turns.iter().map(|turn| turn.clock).max().unwrap_or(0),
        max_repetition: max_repetition(&turns),
        ending: ending(&last.position),
        incidents: runs(&turns)
            .filter_map(|run| incident(&turns, run))
            .collect(),
    })
}

/// The position after a half-move, which is the one before the next.
pub(crate) struct Turn {
    pub(crate) ply: u32,
    pub(crate) position: Chess,
    pub(crate) clock: u32,
    /// The capture or pawn move that led here.
    reset: Option<ResetBy>,
}

/// The start and the position after every half-move.
pub(crate) fn replay(start: &str, moves: &str) -> Result<Vec<Turn>, ReferenceError> {
    let position = set_up(start.as_bytes()).map_err(|reason| ReferenceError::Start {
        fen: start.to_owned(),
        reason,
    })?;
    let clock = position.halfmoves();
    let mut turns = vec![Turn {
        ply: 0,
        position,
        clock,
        reset: None,
    }];
    for text in moves.split_whitespace() {
        let before = &turns[turns.len() - 1];
        let ply = before.ply + 1;
        let played = find(&before.position, text).ok_or_else(|| ReferenceError::Move {
            ply,
            text: text.to_owned(),
        })?;
        let mut position = before.position.clone();
        position.play_unchecked(played);
        let reset = reset(played);
        let clock = if reset.is_some() {
            0
        } else {
            before.clock.saturating_add(1)
        };
        turns.push(Turn {
            ply,
            position,
            clock,
            reset,
        });
    }
    Ok(turns)
}

fn find(position: &Chess, text: &str) -> Option<Move> {
    let wanted: UciMove = text.parse().ok()?;
    position
        .legal_moves()
        .into_iter()
        .find(|&legal| UciMove::from_chess960(legal) == wanted)
}

fn reset(played: Move) -> Option<ResetBy> {
    if played.is_capture() {
        Some(ResetBy::Capture)
    } else if played.role() == Role::Pawn {
        Some(ResetBy::Pawn)
    } else {
        None
    }
}

/// The claim the side to move has.
fn claim(turn: &Turn) -> Option<ClaimArticle> {
    let legal = turn.position.legal_moves();
    let intended = turn.clock >= 99 && legal.iter().any(|&played| reset(played).is_none());
    let completed = turn.clock >= 100 && !legal.is_empty();
    if completed {
        Some(ClaimArticle::Completed)
    } else if intended {
        Some(ClaimArticle::Intended)
    } else {
        None
    }
}

/// The runs: each from the start or a reset up to the next reset, as slices of the turns.
fn runs(turns: &[Turn]) -> impl Iterator<Item = &[Turn]> {
    turns.chunk_by(|_, next| next.reset.is_none())
}

fn incident(turns: &[Turn], run: &[Turn]) -> Option<ReferenceIncident> {
    let claims: Vec<(&Turn, ClaimArticle)> = run
        .iter()
        .filter_map(|turn| Some((turn, claim(turn)?)))
        .collect();
    let &(first, first_claim_article) = claims.first()?;
    let count = |wanted| {
        claims
            .iter()
            .filter(|(turn, _)| mover(turn) == wanted)
            .count()
    };
    Some(ReferenceIncident {
        reset_ply: run[0].ply,
        reset_by: run[0].reset.unwrap_or(ResetBy::Start),
        first_claim_ply: first.ply + 1,
        first_claim_side: mover(first),
        first_claim_article,
        first_932_ply: claims
            .iter()
            .find(|(_, article)| *article == ClaimArticle::Completed)
            .map(|(turn, _)| turn.ply + 1),
        claims: [Side::White, Side::Black]
            .map(|side| u32::try_from(count(side)).unwrap_or(u32::MAX)),
        peak_clock: run.iter().map(|turn| turn.clock).max().unwrap_or(0),
        seventy_five_ply: run
            .iter()
            .find(|turn| turn.ply > 0 && turn.clock == 150 && !turn.position.is_checkmate())
            .map(|turn| turn.ply),
        ended_by: run_end(turns, run),
    })
}

fn mover(turn: &Turn) -> Side {
    side(turn.position.turn())
}

fn run_end(turns: &[Turn], run: &[Turn]) -> RunEnd {
    let last = &run[run.len() - 1];
    let after = turns.iter().find(|turn| turn.ply == last.ply + 1);
    match after.and_then(|turn| turn.reset) {
        Some(ResetBy::Capture) => RunEnd::Capture,
        Some(ResetBy::Pawn) => RunEnd::Pawn,
        Some(ResetBy::Start) | None => match ending(&last.position) {
            Ending::Checkmate => RunEnd::Checkmate,
            Ending::Stalemate => RunEnd::Stalemate,
            Ending::InsufficientMaterial | Ending::None => RunEnd::EndOfGame,
        },
    }
}

fn ending(position: &Chess) -> Ending {
    if position.is_checkmate() {
        Ending::Checkmate
    } else if position.is_stalemate() {
        Ending::Stalemate
    } else if position.is_insufficient_material() {
        Ending::InsufficientMaterial
    } else {
        Ending::None
    }
}

/// shakmaty's equality of positions is that of Laws 9.2.3: clock and move number are ignored, en passant
/// counts only if the capture is legal.
fn max_repetition(turns: &[Turn]) -> u32 {
    let occurrences = |position: &Chess| {
        turns
            .iter()
            .filter(|turn| turn.position == *position)
            .count()
    };
    let most = turns
        .iter()
        .map(|turn| occurrences(&turn.position))
        .max()
        .unwrap_or(0);
    u32::try_from(most).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
