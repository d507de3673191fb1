//! The repetitions of one game by brute force, straight from the definitions.
//!
//! Written to be checked against Laws 9.2, not to be fast: every legal move is tried at every turn,
//! and the positions that have occurred are kept in a map. shakmaty's equality of positions is that of
//! 9.2.3: side to move, pieces, castling rights, en passant only if the capture is legal.
//!
//! - 9.2.2 before half-move n: the position on the board stands for the third time or more, and the
//!   side to move has a legal move (mate and stalemate have ended the game);
//! - 9.2.1 before half-move n: some legal move gives a position that then stands for the third time
//!   or more;
//! - the turn after the last recorded half-move counts too;
//! - a claim belongs to the position that stands, or would stand, for the third time or more.

use std::collections::HashMap;

use audit960_types::{Chances, Repetition, RepetitionArticle, Side};
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode, Position};

use crate::position::side;
use crate::reference::{ReferenceError, replay};

/// The repetitions of a game, by first claim and then by first occurrence: start position as FEN
/// (any castling letters), moves as UCI_Chess960 separated by blanks.
///
/// # Errors
///
/// The first thing that cannot be read or played.
pub fn repetitions(start: &str, moves: &str) -> Result<Vec<Repetition>, ReferenceError> {
    let mut stood: HashMap<Chess, Vec<u32>> = HashMap::new();
    let mut claims: HashMap<Chess, Vec<Claim>> = HashMap::new();
    // Positions in the order of their first claims.
    let mut claimed: Vec<Chess> = Vec::new();
    for turn in replay(start, moves)? {
        let (ply, position) = (turn.ply, turn.position);
        let mut claim = |article, on: Chess, clock: u32| {
            let claim = Claim {
                ply: ply + 1,
                side: side(position.turn()),
                article,
                fen: fen(&on, clock),
            };
            if !claims.contains_key(&on) {
                claimed.push(on.clone());
            }
            claims.entry(on).or_default().push(claim);
        };
        let plies = stood.entry(position.clone()).or_default();
        plies.push(ply);
        let legal = position.legal_moves();
        if plies.len() >= 3 && !legal.is_empty() {
            claim(RepetitionArticle::OnBoard, position.clone(), turn.clock);
        }
        for played in legal {
            let mut next = position.clone();
            next.play_unchecked(played);
            if stood.get(&next).is_some_and(|plies| plies.len() >= 2) {
                claim(RepetitionArticle::Intended, next, turn.clock + 1);
            }
        }
    }
    let mut found: Vec<Repetition> = claimed
        .iter()
        .filter_map(|on| repetition(stood.get(on)?.clone(), claims.get(on)?))
        .collect();
    found.sort_by_key(|found| (found.first_claim_ply, found.plies[0]));
    Ok(found)
}

/// A claim before a half-move.
#[derive(Clone, Debug)]
struct Claim {
    ply: u32,
    side: Side,
    article: RepetitionArticle,
    /// The position the claim rests on.
    fen: String,
}

fn repetition(plies: Vec<u32>, claims: &[Claim]) -> Option<Repetition> {
    let first = claims.first()?;
    let chances = [Side::White, Side::Black].map(|side| {
        let own: Vec<u32> = claims
            .iter()
            .filter(|claim| claim.side == side)
            .map(|claim| claim.ply)
            .collect();
        Some(Chances {
            turns: u32::try_from(own.len()).unwrap_or(u32::MAX),
            first_ply: *own.first()?,
            last_ply: *own.last()?,
        })
    });
    Some(Repetition {
        first_claim_ply: first.ply,
        first_claim_side: first.side,
        first_claim_article: first.article,
        plies,
        chances,
        fen: first.fen.clone(),
    })
}

/// The position as X-FEN with a clock of its own: shakmaty's stops counting where the reference
/// does not.
fn fen(position: &Chess, clock: u32) -> String {
    let mut setup = position.to_setup(EnPassantMode::Legal);
    setup.halfmoves = clock;
    Fen::try_from(setup).map_or_else(|_| String::new(), |fen| fen.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORTHODOX: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn knights_there_and_back() {
        let round = "g1f3 g8f6 f3g1 f6g8 ";
        let found = repetitions(ORTHODOX, &round.repeat(2)).unwrap();
        // Black may write 4...Ng8 before half-move 8; White may claim the start before half-move 9,
        // or write 5. Nf3, after which the position of half-moves 1 and 5 would stand again.
        let seen: Vec<_> = found
            .iter()
            .map(|found| (found.first_claim_ply, found.first_claim_article.as_str()))
            .collect();
        assert_eq!(seen, [(8, "9.2.1"), (9, "9.2.1")]);
        assert_eq!(found[0].plies, [0, 4, 8]);
        assert_eq!(
            found[0].chances,
            [Some(Chances::at(9)), Some(Chances::at(8))]
        );
        assert_eq!(found[1].plies, [1, 5]);
        assert_eq!(
            found[1].fen,
            "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 9 5"
        );
    }

    #[test]
    fn illegal_moves_are_errors() {
        assert!(repetitions(ORTHODOX, "e2e5").is_err());
        assert_eq!(repetitions(ORTHODOX, ""), Ok(Vec::new()));
    }
}
