//! The incident of a run: its row in the dataset, made from the run and its judgement.

use audit960_types::{Chance, ClaimArticle, GameResult, Incident, Material, Outcome, RunEnd, Side};

use crate::end::{GameEnds, is_over_before};
use crate::judge::Judgement;
use crate::jurisdiction::Jurisdiction;
use crate::run::{ClaimRun, SEVENTY_FIVE_CLOCK};

/// Moves by each player under the plain fifty-move rule (Laws 9.3), which defines an incident.
pub(crate) const PLAIN_LIMIT: u32 = 50;

/// The incident of a run. `fen_before` gives the position before a ply of the game as X-FEN.
#[must_use]
pub fn incident(
    run: &ClaimRun,
    judgement: &Judgement<'_>,
    (result, ends): (GameResult, &GameEnds),
    fen_before: &dyn Fn(u32) -> String,
) -> Incident {
    let mut claims = [0; 2];
    let mut first_article = ClaimArticle::Intended;
    let mut first_932_ply = None;
    for (ply, side, clock, turn) in run.turns() {
        let Some(article) = turn.claim(clock, PLAIN_LIMIT) else {
            continue;
        };
        if claims == [0; 2] {
            first_article = article;
        }
        claims[side as usize] += 1;
        if article == ClaimArticle::Completed {
            first_932_ply.get_or_insert(ply);
        }
    }
    Incident {
        reset_ply: run.reset_ply,
        reset_by: run.reset_by,
        first_claim_ply: run.first_claim_ply,
        first_clock: run.first_clock,
        first_claim_side: run.first_claim_side,
        first_claim_article: first_article,
        first_932_ply,
        claims,
        peak_clock: run.peak_clock(),
        seventy_five_ply: run.ply_that_reached(SEVENTY_FIVE_CLOCK),
        ended_by: run.ended_by,
        outcome: if is_over_before(run.first_claim_ply, ends) {
            Outcome::OverBefore
        } else {
            outcome(run, claims, result)
        },
        material: run.material.to_string(),
        fen: run.fen.clone(),
        clock_in_doubt: run.clock_in_doubt,
        law: judgement.law.to_owned(),
        law_uncertain: judgement.law_uncertain,
        limit_moves: judgement.limit_moves,
        first_law_claim_ply: judgement.first_claim_ply,
        claimable_at_venue: judgement.claimable_at_venue,
        chances: judgement.chances.map(|chance| {
            chance.map(|turns| Chance {
                first_ply: turns.first_ply,
                last_ply: turns.last_ply,
                first_fen: if turns.first_ply == run.first_claim_ply {
                    run.fen.clone()
                } else {
                    fen_before(turns.first_ply)
                },
            })
        }),
        half_point_lost_by: judgement.half_point_lost_by,
        automatic_draw_ply: judgement.automatic_draw_ply,
        claimant_offered_draw: None,
        values: None,
    }
}

/// Rules on a run by what endgame tables say of it, where claims that rest on them took the place of the fifty-move rule: in
/// a drawn position a draw could be claimed, in no other, however many moves the win takes. A side lost half a point if it
/// was to move at the first claim of the run, in a draw, and lost the game: of later positions it is not known what they
/// were worth.
pub fn rule_by_tables(incident: &mut Incident, result: GameResult, rules: &Jurisdiction<'_>) {
    let left_to_tables = |material: Material| rules.is_left_to_tablebases(material.piece_count());
    if !incident.material.parse().is_ok_and(left_to_tables) {
        return;
    }
    let first = incident.values.as_ref().map(|values| values.first_claim);
    let Some(wdl) = first.and_then(|first| first.wdl) else {
        return;
    };
    let ply = incident.first_claim_ply;
    let side = incident.first_claim_side;
    let loser = result.winner().map(Side::other);
    let is_missed = wdl == 0
        && loser == Some(side)
        && incident.first_law_claim_ply == Some(ply)
        && !incident.clock_in_doubt;
    incident.claimable_at_venue = Some(wdl == 0);
    if is_missed {
        incident.half_point_lost_by = loser;
        incident.chances[side as usize] = Some(Chance {
            first_ply: ply,
            last_ply: ply,
            first_fen: incident.fen.clone(),
        });
    }
}

/// The outcome of the game with respect to the claims in the run.
fn outcome(run: &ClaimRun, claims: [u32; 2], result: GameResult) -> Outcome {
    match (result, result.winner()) {
        (GameResult::Unfinished, _) => Outcome::Unfinished,
        (_, Some(winner)) if claims[winner.other() as usize] > 0 => Outcome::LostAfterClaim,
        (_, Some(_)) => Outcome::WonAfterClaim,
        _ if run.ended_by == RunEnd::EndOfGame => Outcome::DrawnWithClaimOpen,
        _ => Outcome::DrawnLater,
    }
}
