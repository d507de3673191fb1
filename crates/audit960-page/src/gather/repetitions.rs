//! Positions that came back with a claimable draw.

use audit960_analytics::Dataset;
use audit960_ledger::{GameDetail, LedgerGame, RepetitionText, load, top_repetitions};
use crate::data::RepetitionEntry;
use audit960_types::JudgedRepetition;

/// Repetitions on the page, at most.
const REPETITIONS: usize = 500;

/// The most telling ones: half a point lost, then won or lost after a claim, then by turns with a claim.
pub(super) fn repetitions(dataset: &Dataset) -> anyhow::Result<Vec<RepetitionEntry>> {
    let games = top_repetitions(dataset, REPETITIONS)?;
    let all = load(dataset, GameDetail::Sources)?;
    let names = all.short_names();
    let name = |game: &LedgerGame| {
        let short = names.get(&game.source).unwrap_or(&game.source);
        game.name_with_source(short)
    };
    let listed = games.iter().flat_map(|game| {
        let judged = game.repetitions.iter();
        judged.map(|judged| repetition(game, name(game), judged))
    });
    listed.collect()
}

fn repetition(
    game: &LedgerGame,
    name: String,
    judged: &JudgedRepetition,
) -> anyhow::Result<RepetitionEntry> {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let words = RepetitionText::of(game, judged)?;
    let [white_claims, black_claims] = judged.repetition.claims();
    Ok(RepetitionEntry {
        name,
        white: text(&game.white),
        black: text(&game.black),
        result: game.result.to_string(),
        event: text(&game.event),
        date: text(&game.date),
        venue: game.venue.to_string(),
        claim: words.claim,
        occurrences: words.occurrences,
        times: judged.repetition.plies.len(),
        claims: (white_claims, black_claims),
        outcome: judged.outcome.to_string(),
        claimable_at_venue: judged.claimable_at_venue,
        half_point_lost_by: judged.half_point_lost_by.map(|side| side.to_string()),
        automatic_draw: words.automatic_draw,
        fen: judged.repetition.fen.clone(),
    })
}
