//! Positions in which a draw could first be claimed, as EPD records with the claim.

use audit960_board::{Move, Position};
use audit960_types::{ClaimArticle, Fact, FactSink, IncidentFacts};

use super::replay::{after, four_fields};

/// Collects the position of the first claim of every incident under the law of the game's date, in the
/// order of the incidents. An incident without such a claim gives no record: an ending of 1987 may
/// have needed 100 moves.
///
/// Each becomes an EPD record with `draw_claim`, clock and move number, and `sm`, which the standard asks
/// for with a claim (6.10): the move that was played, if it can go with the claim; else the first such
/// move in the order of SAN. Under 9.3.1 that is a move that is neither a capture nor a pawn move,
/// because it has to complete the fifty; under 9.3.2 any move.
#[derive(Clone, Debug, Default)]
pub struct AtClaim {
    lines: Vec<String>,
}

impl AtClaim {
    /// A collector without claims.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the records collected since the last call.
    pub fn take(&mut self) -> Vec<String> {
        std::mem::take(&mut self.lines)
    }
}

impl FactSink for AtClaim {
    fn fact(&mut self, fact: Fact<'_>) {
        if let Fact::Incident(facts) = fact {
            let Some(claim_ply) = facts.incident.first_law_claim_ply else {
                return;
            };
            let plies = claim_ply.saturating_sub(1);
            let found = after(Some(facts.start_fen), facts.moves, plies);
            self.lines
                .extend(found.and_then(|(position, next)| record(&position, next, facts)));
        }
    }
}

fn record(position: &Position, next: Option<Move>, facts: &IncidentFacts<'_>) -> Option<String> {
    let incident = facts.incident;
    let article = if position.clock() >= incident.limit_moves.saturating_mul(2) {
        ClaimArticle::Completed
    } else {
        ClaimArticle::Intended
    };
    let may = |m: &Move| article == ClaimArticle::Completed || position.is_quiet(*m);
    let supplied = match next.filter(may) {
        Some(played) => position.san(played),
        None => position
            .legal_moves()
            .iter()
            .filter(|m| may(m))
            .map(|m| position.san(*m))
            .min()?,
    };
    let side = position.turn();
    let comment = format!("{}, {article}, {side}", incident.material);
    Some(format!(
        "{} c0 \"{comment}\"; draw_claim; fmvn {}; hmvc {}; sm {supplied};",
        four_fields(position),
        position.move_number(),
        position.clock(),
    ))
}
