//! Runs with a claimable draw, with their moves to be stepped through.

use audit960_analytics::Dataset;
use crate::data::{IncidentEntry, ListedRun};
use audit960_types::{Incident, Side};

use audit960_ledger::{GameDetail, LedgerGame, MoveLine, last_ply, load, top_runs};

/// Runs on the page, at most.
const RUNS: usize = 500;

/// The most telling runs: half a point lost, then won or lost after a claim, then by peak clock.
pub(super) fn incidents(dataset: &Dataset) -> anyhow::Result<Vec<IncidentEntry>> {
    let games = top_runs(dataset, RUNS)?;
    let all = load(dataset, GameDetail::Sources)?;
    let names = all.short_names();
    let name = |game: &LedgerGame| {
        let short = names.get(&game.source).unwrap_or(&game.source);
        game.name_with_source(short)
    };
    Ok(games
        .iter()
        .flat_map(|game| game.runs.iter().map(|run| incident(game, name(game), run)))
        .collect())
}

fn incident(game: &LedgerGame, name: String, run: &Incident) -> IncidentEntry {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let shown_ply = run
        .losers_chance()
        .map_or_else(|| run.counting_claim_ply(), |chance| chance.first_ply);
    // Invalid moves, which no dataset of ours has, leave a run without its board.
    let line = MoveLine::of(game).ok();
    IncidentEntry {
        name,
        white: text(&game.white),
        black: text(&game.black),
        white_elo: game.white_elo.map(i64::from),
        black_elo: game.black_elo.map(i64::from),
        result: game.result.to_string(),
        event: text(&game.event),
        date: text(&game.date),
        round: text(&game.round),
        venue: game.venue.to_string(),
        reset_ply: run.reset_ply.into(),
        first_claim_ply: run.first_claim_ply.into(),
        claims: (run.claims[0].into(), run.claims[1].into()),
        peak_clock: run.peak_clock.into(),
        ended_by: run.ended_by.to_string(),
        outcome: run.outcome.to_string(),
        material: run.material.clone(),
        fen: run.fen.clone(),
        law: run.law.clone(),
        limit_moves: run.limit_moves.into(),
        law_claim_ply: run.first_law_claim_ply.map(i64::from),
        claimable_at_venue: run.claimable_at_venue,
        shown_ply: shown_ply.into(),
        shown_fen: line.as_ref().map(|line| line.before(shown_ply).xfen()),
        losers_chance: run.losers_chance().map(|chance| {
            let label = |ply| game.numbers().label(ply);
            (label(chance.first_ply), label(chance.last_ply))
        }),
        half_point_lost_by: run.half_point_lost_by.map(|side| side.to_string()),
        automatic_draw_ply: run.automatic_draw_ply.map(i64::from),
        run: line.and_then(|line| listed(&line, run)),
    }
}

/// The moves of a run and the one that ends it.
fn listed(line: &MoveLine, run: &Incident) -> Option<ListedRun> {
    let first = run.reset_ply + 1;
    let base = line.before(first);
    let last = (last_ply(run) + 1).min(line.plies());
    let plies = first..=last;
    let san = plies.clone().filter_map(|ply| line.san(ply)).collect();
    let squares = plies.filter_map(|ply| line.played(ply));
    Some(ListedRun {
        placement: base.placement(),
        white_first: base.turn() == Side::White,
        move_number: u32::try_from(line.numbers().number(first)).ok()?,
        clock: base.clock(),
        san,
        squares: squares
            .map(|played| (played.from().index() as u8, played.to().index() as u8))
            .collect(),
    })
}
