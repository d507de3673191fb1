//! Who lost half a point, by which law.

use anyhow::Context as _;
use audit960_replay::law::{LawTable, Men, PartialDate, PgnDate};
use audit960_replay::venue::VenueRule;
use audit960_types::Side;

use super::game::{Game, Run};
use super::line::Line;

/// Which claims count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Law {
    /// Claims under the law of the date, where the venue knows claims
    Venue,
    /// Claims under the law of the date, as if every venue knew them
    Fide,
}

/// Whether a side had a claim under the law in force.
fn had_claim(run: &Run, side: Side) -> bool {
    let Some(first) = run.first_law_claim_ply else {
        return false;
    };
    // From the first claim on there is one at every turn, so two turns see both sides.
    let same_as_first = first.abs_diff(run.first_claim_ply).is_multiple_of(2);
    let first_side = if same_as_first {
        run.first_claim_side
    } else {
        run.first_claim_side.other()
    };
    side == first_side || first < run.last_claim_ply()
}

/// The losing side, if it had a claim that counts.
fn half_point_lost_by(game: &Game, run: &Run, law: Law) -> Option<Side> {
    let loser = game.result.winner()?.other();
    let counts = law == Law::Fide || run.claimable_at_venue;
    (counts && had_claim(run, loser)).then_some(loser)
}

/// Has every claim count, also where the venue knows none.
pub(super) fn as_if_claims_existed(game: &mut Game) {
    for i in 0..game.runs.len() {
        game.runs[i].half_point_lost_by = half_point_lost_by(game, &game.runs[i], Law::Fide);
    }
}

/// Judges a game by another table than the one it was audited with. Its moves must be there.
///
/// # Errors
/// Where the moves cannot be played.
pub(super) fn by_table(game: &mut Game, table: &LawTable) -> anyhow::Result<()> {
    let line = Line::of(game)?;
    let date = date(game);
    let fide_ends_games = VenueRule::of(game.venue).fide_automatic_draws;
    for i in 0..game.runs.len() {
        let run = &mut game.runs[i];
        let position = super::line::position(&run.fen).with_context(|| run.fen.clone())?;
        let [white, black] = position.pieces();
        let applied = table.limit(date, &Men { white, black });
        applied.law.clone_into(&mut run.law);
        run.limit_moves = applied.limit_moves;
        run.first_law_claim_ply = first_claim(run, &line);
        if fide_ends_games {
            run.automatic_draw_ply = run.seventy_five_ply.filter(|_| applied.automatic_75);
        }
        game.runs[i].half_point_lost_by = half_point_lost_by(game, &game.runs[i], Law::Venue);
    }
    Ok(())
}

/// The first half-move of a run before which there was a claim under its limit: at twice as many
/// half-moves, or at one less with a quiet move to complete them.
fn first_claim(run: &Run, line: &Line) -> Option<u32> {
    let limit = run.limit_moves.saturating_mul(2);
    (run.first_claim_ply..=run.last_claim_ply()).find(|&ply| {
        let position = line.before(ply);
        let clock = position.clock();
        clock >= limit || clock + 1 >= limit && position.has_quiet_move()
    })
}

/// The date the law goes by: that of the tag, else some day of the year that is known otherwise.
fn date(game: &Game) -> Option<PartialDate> {
    let stated = game
        .date
        .as_deref()
        .and_then(|date| PgnDate::parse(date.as_bytes()).date());
    let year = || PartialDate::new(u16::try_from(game.year?).ok()?, None, None);
    stated.or_else(year)
}

#[cfg(test)]
mod tests {
    use super::super::game::tests::run;
    use super::*;
    use audit960_types::RunEnd;

    #[test]
    fn a_claim_is_had_by_whoever_has_a_turn() {
        // Black before half-move 100; White, who plays half-move 101, only if it comes to that.
        let one_turn = run(99, RunEnd::EndOfGame);
        assert_eq!(one_turn.last_claim_ply(), 100);
        assert_eq!(
            [Side::White, Side::Black].map(|side| had_claim(&one_turn, side)),
            [false, true]
        );
        let two_turns = run(100, RunEnd::Capture);
        assert_eq!(
            [Side::White, Side::Black].map(|side| had_claim(&two_turns, side)),
            [true; 2]
        );
        let mated = run(100, RunEnd::Checkmate);
        assert_eq!(
            [Side::White, Side::Black].map(|side| had_claim(&mated, side)),
            [false, true]
        );
    }

    #[test]
    fn a_longer_limit_gives_fewer_claims() {
        // Under 100 moves: clock 199 before half-move 200, Black's, and 200 before the 201st.
        let mut long = run(200, RunEnd::EndOfGame);
        long.limit_moves = 100;
        long.first_law_claim_ply = Some(200);
        assert!(had_claim(&long, Side::Black) && had_claim(&long, Side::White));
        let mut shorter = run(199, RunEnd::EndOfGame);
        shorter.first_law_claim_ply = Some(200);
        assert!(had_claim(&shorter, Side::Black) && !had_claim(&shorter, Side::White));
        shorter.first_law_claim_ply = None;
        assert!(!had_claim(&shorter, Side::Black));
    }
}
