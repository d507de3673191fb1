//! From the runs of a game to the rows of table `incidents`, once the result is known.

use audit960_board::{Position, write_uci};
use audit960_types::{
    FactSink, GameResult, Identity, IncidentFacts, LawFacts, Outcome, RunEnd, Side,
};

use crate::run::Run;
use crate::trail::Trail;
use crate::venue::VenueRule;

/// What the runs of a game have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context<'c> {
    pub(crate) identity: Identity,
    pub(crate) result: GameResult,
    pub(crate) venue: &'c VenueRule,
    /// Whether 9.6.2 was in force where and when the game was played.
    pub(crate) seventy_five: bool,
    pub(crate) start: &'c Position,
    pub(crate) trail: &'c Trail,
}

/// Ply after which the game was over without a claim: by the venue's rule or by 9.6.2.
pub(crate) fn automatic_draw(run: &Run, seventy_five: bool) -> Option<u32> {
    let by_law = run.seventy_five_ply.filter(|_| seventy_five);
    match (run.venue_draw_ply, by_law) {
        (Some(venue), Some(law)) => Some(venue.min(law)),
        (venue, law) => venue.or(law),
    }
}

/// What became of a game with a claim.
fn outcome(run: &Run, result: GameResult) -> Outcome {
    match (result, result.winner()) {
        (GameResult::Unfinished, _) => Outcome::Unfinished,
        (_, Some(winner)) if run.claims[winner.other() as usize] > 0 => Outcome::LostAfterClaim,
        (_, Some(_)) => Outcome::WonAfterClaim,
        _ if run.ended_by == RunEnd::EndOfGame => Outcome::DrawnWithClaimOpen,
        _ => Outcome::DrawnLater,
    }
}

/// The losing side, if it had a claim under law and venue.
fn half_point_lost_by(run: &Run, context: Context<'_>) -> Option<Side> {
    let loser = context.result.winner()?.other();
    (context.venue.claims_exist && run.law_claims[loser as usize]).then_some(loser)
}

/// Hands the rows of a game's runs on.
#[cold]
pub(crate) fn report(runs: &[Run], context: Context<'_>, sink: &mut dyn FactSink) {
    let start_fen = context.start.xfen();
    let mut moves = String::with_capacity(context.trail.plies() as usize * 5);
    write_uci(context.trail.moves(), &mut moves);
    for run in runs {
        sink.incident(&IncidentFacts {
            identity: context.identity,
            reset_ply: run.reset_ply,
            reset_by: run.reset_by,
            first_claim_ply: run.first_claim_ply,
            first_claim_side: run.first_claim_side,
            first_claim_article: run.first_claim_article,
            first_932_ply: run.first_932_ply,
            claims: run.claims,
            peak_clock: run.peak_clock,
            seventy_five_ply: run.seventy_five_ply,
            ended_by: run.ended_by,
            outcome: outcome(run, context.result),
            material: &run.material,
            fen: &run.fen,
            law: LawFacts {
                law: &run.law,
                limit_moves: run.limit_moves,
                first_claim_ply: run.first_law_claim_ply,
                claimable_at_venue: context.venue.claims_exist,
                half_point_lost_by: half_point_lost_by(run, context),
                automatic_draw_ply: automatic_draw(run, context.seventy_five),
            },
            start_fen: &start_fen,
            moves: &moves,
        });
    }
}
