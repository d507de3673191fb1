//! The ledger of archives, straight from their bytes.

use std::sync::Arc;

use audit960_replay::AuditOptions;
use audit960_source::Chunk;
use audit960_types::{FactSink, Finding, GameFacts, Gap, IncidentFacts, Verdict};

use super::game::{Game, Run};
use super::ledger::Ledger;
use crate::pipeline::{self, ChunkSink};

/// What a worker found.
#[derive(Debug, Default)]
struct Collector {
    chunks: Vec<Found>,
    /// Runs of the game that is being read.
    pending: Vec<Run>,
    /// Start and moves of that game.
    start_fen: String,
    moves: String,
}

/// What a chunk holds.
#[derive(Debug)]
struct Found {
    sequence: u64,
    source: Arc<str>,
    first_of_source: bool,
    /// Games of every kind.
    games: u64,
    /// Games that were read in part or not at all.
    unread: u64,
    /// Games with a claimable draw, their ordinals counted within the chunk.
    found: Vec<Game>,
}

impl ChunkSink for Collector {
    fn begin(&mut self, chunk: &Chunk) {
        self.chunks.push(Found {
            sequence: chunk.sequence,
            source: Arc::clone(&chunk.source_name),
            first_of_source: chunk.first_of_source,
            games: 0,
            unread: 0,
            found: Vec::new(),
        });
    }
}

impl FactSink for Collector {
    fn game(&mut self, facts: &GameFacts<'_>) {
        let Some(chunk) = self.chunks.last_mut() else {
            return;
        };
        let ordinal = chunk.games;
        chunk.games += 1;
        chunk.unread += u64::from(matches!(
            facts.verdict,
            Verdict::Damaged | Verdict::Rejected
        ));
        if self.pending.is_empty() {
            return;
        }
        let text = |text: Option<&str>| text.map(str::to_owned);
        chunk.found.push(Game {
            source: chunk.source.to_string(),
            identity: facts.identity,
            game: Some(ordinal),
            event: text(facts.event),
            site: text(facts.site),
            date: text(facts.date),
            round: text(facts.round),
            white: text(facts.white),
            black: text(facts.black),
            white_elo: facts.white_elo,
            black_elo: facts.black_elo,
            result: facts.result,
            year: facts.year,
            venue: facts.venue,
            start: facts.start,
            verdict: facts.verdict,
            start_fen: std::mem::take(&mut self.start_fen),
            moves: Some(std::mem::take(&mut self.moves)),
            runs: std::mem::take(&mut self.pending),
        });
    }

    fn incident(&mut self, facts: &IncidentFacts<'_>) {
        if self.pending.is_empty() {
            self.start_fen = facts.start_fen.to_owned();
            self.moves = facts.moves.to_owned();
        }
        self.pending.push(Run {
            reset_ply: facts.reset_ply,
            reset_by: facts.reset_by,
            first_claim_ply: facts.first_claim_ply,
            first_claim_side: facts.first_claim_side,
            first_claim_article: facts.first_claim_article,
            first_932_ply: facts.first_932_ply,
            claims: facts.claims,
            peak_clock: facts.peak_clock,
            seventy_five_ply: facts.seventy_five_ply,
            ended_by: facts.ended_by,
            outcome: facts.outcome,
            material: facts.material.to_owned(),
            fen: facts.fen.to_owned(),
            law: facts.law.law.to_owned(),
            limit_moves: facts.law.limit_moves,
            first_law_claim_ply: facts.law.first_claim_ply,
            claimable_at_venue: facts.law.claimable_at_venue,
            half_point_lost_by: facts.law.half_point_lost_by,
            automatic_draw_ply: facts.law.automatic_draw_ply,
        });
    }

    fn finding(&mut self, _: Finding) {}

    fn gap(&mut self, _: &Gap) {}
}

/// Replays archives; gives the games in which a draw could be claimed, and how many games could be
/// read in part only or not at all.
pub(super) fn load(
    inputs: &[String],
    threads: usize,
    options: &AuditOptions,
) -> anyhow::Result<(Ledger, u64)> {
    let collectors = pipeline::fold(inputs, threads, options, Collector::default)?;
    let mut chunks: Vec<Found> = collectors
        .into_iter()
        .flat_map(|collector| collector.chunks)
        .collect();
    chunks.sort_by_key(|chunk| chunk.sequence);
    let mut ledger = Ledger::default();
    let mut unread = 0;
    for chunk in chunks {
        if chunk.first_of_source {
            ledger.sources.push((chunk.source.to_string(), 0));
        }
        let Some((_, before)) = ledger.sources.last_mut() else {
            continue;
        };
        for mut game in chunk.found {
            game.game = game.game.map(|ordinal| ordinal + *before);
            ledger.games.push(game);
        }
        *before += chunk.games;
        unread += chunk.unread;
    }
    Ok((ledger, unread))
}
