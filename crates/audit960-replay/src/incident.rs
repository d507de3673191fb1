//! Judges the runs of a game once its result and its end are known, and reports the rows of table
//! `incidents`.

use audit960_board::write_uci;
use audit960_law::{
    GameEnds, Jurisdiction, PositionValues, Standard, ValuedGame, judge, rule_by_tables,
};
use audit960_types::{
    Fact, GameResult, Identity, Incident, IncidentFacts, JudgedRepetition, TextSink,
};

use crate::replayed_line::ReplayedLine;

/// Judges the runs of a game.
#[cold]
pub(crate) fn incidents(
    line: &ReplayedLine,
    result: GameResult,
    ends: &GameEnds,
    rules: &Jurisdiction<'_>,
) -> Vec<Incident> {
    let fen_before = |ply| line.position_before(ply).xfen();
    let runs = line.runs.found().iter();
    runs.map(|run| judge(run, (result, ends), rules, Standard::Venue, &fen_before))
        .collect()
}

/// Asks what the positions of the claims of a game are worth, and rules by that where tables take the place of a rule.
#[cold]
pub(crate) fn value(
    line: &ReplayedLine,
    values: &dyn PositionValues,
    (result, rules): (GameResult, &Jurisdiction<'_>),
    incidents: &mut [Incident],
    repetitions: &mut [JudgedRepetition],
) {
    if incidents.is_empty() && repetitions.is_empty() {
        return;
    }
    let moves: Vec<_> = line.trail.moves().collect();
    let mut game = ValuedGame::new(&line.start, &moves, values);
    for (incident, run) in incidents.iter_mut().zip(line.runs.found()) {
        incident.values = Some(Box::new(game.of_run(run)));
        rule_by_tables(incident, result, rules);
    }
    for judged in repetitions {
        judged.values = Some(Box::new(game.of_repetition(&judged.repetition)));
    }
}

/// Notes of the claims of a game whether their claimants offered a draw in their time, if the record has offers: a claim is an
/// offer (Laws 9.1.2.3). `offers` are the half-moves with which a draw was offered.
pub(crate) fn note_offers(
    offers: &[u32],
    incidents: &mut [Incident],
    repetitions: &mut [JudgedRepetition],
) {
    if offers.is_empty() {
        return;
    }
    // Half-moves of one side are an even number apart.
    let offered = |first: u32, last: u32| {
        let by_claimant = |ply: &&u32| ply.abs_diff(first).is_multiple_of(2);
        let mut own = offers.iter().filter(by_claimant);
        Some(own.any(|ply| (first..=last).contains(ply)))
    };
    for run in incidents {
        let last = run.first_claim_ply + run.peak_clock.saturating_sub(run.first_clock);
        run.claimant_offered_draw = offered(run.first_claim_ply, last);
    }
    for judged in repetitions {
        let claims = &judged.repetition;
        judged.claimant_offered_draw = offered(claims.first_claim_ply, claims.last_claim_ply());
    }
}

/// Reports the rows of a game's incidents.
#[cold]
pub(crate) fn report(
    identity: Identity,
    line: &ReplayedLine,
    incidents: &[Incident],
    sink: &mut impl TextSink,
) {
    let start_fen = line.start.xfen();
    let mut moves = String::with_capacity(line.plies() as usize * 5);
    write_uci(line.trail.moves(), &mut moves);
    for incident in incidents {
        sink.fact(Fact::Incident(&IncidentFacts {
            identity,
            incident,
            start_fen: &start_fen,
            moves: &moves,
        }));
    }
}
