//! Runs with a claimable draw, ready to be stepped through.

use anyhow::Context as _;
use audit960_analytics::Dataset;
use audit960_report::html::{Incident, Run as ListedRun};
use audit960_types::Side;

use crate::commands::fifty::{Game, Line, Run, telling};

/// Runs on the page, at most.
const RUNS: usize = 500;

/// The most telling runs: half a point lost, then won or lost after a claim, then by peak clock.
pub(super) fn incidents(dataset: &Dataset) -> anyhow::Result<Vec<Incident>> {
    let games = telling(dataset, RUNS)?;
    Ok(games
        .iter()
        .flat_map(|game| game.runs.iter().map(|run| incident(game, run)))
        .collect())
}

fn incident(game: &Game, run: &Run) -> Incident {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    Incident {
        name: game.name(),
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
        half_point_lost_by: run.half_point_lost_by.map(|side| side.to_string()),
        automatic_draw_ply: run.automatic_draw_ply.map(i64::from),
        run: replayed(game, run).ok(),
    }
}

/// The moves of a run and the one that ends it. An error where the moves are none, which no dataset
/// of ours has: such a run is shown without them.
fn replayed(game: &Game, run: &Run) -> anyhow::Result<ListedRun> {
    let line = Line::of(game)?;
    let first = run.reset_ply + 1;
    let base = line.before(first);
    let last = (run.last_ply() + 1).min(line.plies());
    let plies = first..=last;
    let san = plies.clone().filter_map(|ply| line.san(ply)).collect();
    let squares = plies.filter_map(|ply| line.played(ply));
    Ok(ListedRun {
        placement: base.placement(),
        white_first: base.turn() == Side::White,
        move_number: u32::try_from(line.numbers().number(first)).context("move number")?,
        clock: base.clock(),
        san,
        squares: squares
            .map(|played| (played.from() as u8, played.to() as u8))
            .collect(),
    })
}
