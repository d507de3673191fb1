//! Judges the runs of a game once the result is known, and reports the rows of table `incidents`.

use audit960_board::write_uci;
use audit960_law::{
    ClaimRun, DrawRule, FIFTY_CLOCK, GameDates, SEVENTY_FIVE_CLOCK, Standard, VenueKind,
    ends_after_seventy_five, incident, judge,
};
use audit960_types::{
    Code, Fact, GameResult, Identity, Incident, IncidentFacts, Side, TextSink, Venue,
};

use crate::consistency::Note;
use crate::line::ReplayedLine;
use crate::options::AuditOptions;

/// Everything that the runs of a game are judged by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context<'c> {
    pub(crate) dates: &'c GameDates,
    pub(crate) venue: Venue,
    pub(crate) result: GameResult,
    pub(crate) options: &'c AuditOptions,
}

/// Judges the runs of a game.
#[cold]
pub(crate) fn incidents(line: &ReplayedLine, context: Context<'_>) -> Vec<Incident> {
    let AuditOptions { law, venues, .. } = context.options;
    let fen_before = |ply| line.position_before(ply).xfen();
    let judged = line.runs.found().iter().map(|run| {
        let judgement = judge(
            run,
            context.dates,
            context.venue,
            context.result,
            law,
            venues,
            Standard::Venue,
        );
        incident(run, &judgement, context.result, &fen_before)
    });
    judged.collect()
}

/// The side that lost the game after it had a claim, whatever the number of runs.
pub(crate) fn half_point_lost_by(incidents: &[Incident]) -> Option<Side> {
    incidents.iter().find_map(|it| it.half_point_lost_by)
}

/// Adds a note for each run in which the record goes on although law or venue had ended the game.
pub(crate) fn beyond_draws(
    line: &ReplayedLine,
    incidents: &[Incident],
    context: Context<'_>,
    notes: &mut Vec<Note>,
) {
    let plies = line.plies();
    for (run, incident) in line.runs.found().iter().zip(incidents) {
        let drawn_by = incident.automatic_draw_ply.filter(|ply| *ply < plies);
        let at_fifty = drawn_by.is_some() && drawn_by == run.ply_that_reached(FIFTY_CLOCK);
        if at_fifty {
            let message = format!(
                "{} draws at a half-move clock of {FIFTY_CLOCK}; the record goes on to {}",
                context.venue, incident.peak_clock
            );
            notes.push((Code::BeyondAutomaticDraw, None, message));
        } else if let Some(ply) = drawn_by {
            let message =
                format!("the game was drawn after half-move {ply} (9.6.2); the record goes on");
            notes.push((Code::BeyondSeventyFive, None, message));
        } else if plies > 0 && starts_beyond_seventy_five(run, context) {
            let message = format!(
                "the record starts at a half-move clock of {}, at which the game was already drawn \
                 (9.6.2), and goes on",
                run.first_clock
            );
            notes.push((Code::BeyondSeventyFive, None, message));
        }
    }
}

/// Whether the game was already over by the seventy-five-move rule at the start of the record.
fn starts_beyond_seventy_five(run: &ClaimRun, context: Context<'_>) -> bool {
    let AuditOptions { law, venues, .. } = context.options;
    let fifty = venues.kind(context.venue, DrawRule::Fifty, context.dates.game);
    run.first_claim_ply == 1
        && run.first_clock >= SEVENTY_FIVE_CLOCK
        && !run.clock_in_doubt
        && fifty == Some(VenueKind::Claim)
        && ends_after_seventy_five(context.dates, context.venue, law, venues)
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
