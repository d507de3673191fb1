//! The ledger of archives, directly from the facts of their games.

use std::sync::Arc;

use audit960_law::{Day, Days, GameDates};
use audit960_types::{Fact, FactSink, GameFacts, Incident, JudgedRepetition, Verdict};

use crate::dataset::event_days;
use crate::game::{LedgerGame, ORTHODOX};
use crate::ledger::Ledger;

/// Collects the games in which a draw could be claimed from the facts of archives. Each worker has its
/// own: chunks may come in any order, and [`Ledger::of_archives`] sorts them.
#[derive(Debug, Default)]
pub struct LedgerCollector {
    chunks: Vec<Found>,
    /// Runs and repetitions of the current game.
    runs: Vec<Incident>,
    repetitions: Vec<JudgedRepetition>,
}

/// The games of a chunk.
#[derive(Debug)]
struct Found {
    sequence: u64,
    source: Arc<str>,
    first_of_source: bool,
    /// Number of all games.
    games: u64,
    /// Number of games that were damaged or rejected.
    unread: u64,
    /// Games with a claimable draw, with ordinals from 0 within the chunk.
    found: Vec<LedgerGame>,
}

impl LedgerCollector {
    /// Begins chunk number `sequence` of the run, which belongs to `source`: the facts that follow are
    /// from it.
    pub fn begin(&mut self, sequence: u64, source: &Arc<str>, first_of_source: bool) {
        self.chunks.push(Found {
            sequence,
            source: Arc::clone(source),
            first_of_source,
            games: 0,
            unread: 0,
            found: Vec::new(),
        });
    }

    /// Removes the claims of the current game, which does not count.
    pub fn forget_claims(&mut self) {
        self.runs.clear();
        self.repetitions.clear();
    }
}

impl FactSink for LedgerCollector {
    fn fact(&mut self, fact: Fact<'_>) {
        match fact {
            Fact::Game(facts) => {
                let Some(chunk) = self.chunks.last_mut() else {
                    return;
                };
                let ordinal = chunk.games;
                chunk.games += 1;
                chunk.unread += u64::from(matches!(
                    facts.verdict,
                    Verdict::Damaged | Verdict::Rejected
                ));
                if self.runs.is_empty() && self.repetitions.is_empty() {
                    return;
                }
                let mut game = game_of(facts, &chunk.source, ordinal);
                game.runs = std::mem::take(&mut self.runs);
                game.repetitions = std::mem::take(&mut self.repetitions);
                chunk.found.push(game);
            }
            Fact::Incident(facts) => {
                self.runs.push(facts.incident.clone());
            }
            Fact::Repetition(facts) => {
                self.repetitions.push(facts.judged.clone());
            }
            _ => {}
        }
    }
}

/// A game without its claims. `ordinal` counts from 0 in the source or chunk.
pub(crate) fn game_of(facts: &GameFacts<'_>, source: &str, ordinal: u64) -> LedgerGame {
    let text = |text: Option<&str>| text.map(str::to_owned);
    LedgerGame {
        source: source.to_owned(),
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
        venue: facts.venue,
        start: facts.start,
        verdict: facts.verdict,
        is_copy: false,
        dates: dates_of(facts),
        end: facts.end,
        half_point_lost_by: facts.half_point_lost_by,
        half_point_uncertain: facts.half_point_uncertain,
        start_fen: facts.fen.unwrap_or(ORTHODOX).to_owned(),
        moves: text(facts.moves),
        runs: Vec::new(),
        repetitions: Vec::new(),
    }
}

/// The dates of a game, from its facts.
#[must_use]
pub fn dates_of(facts: &GameFacts<'_>) -> GameDates {
    GameDates {
        game: facts.days.and_then(days),
        source: facts.date_source,
        competition: facts.event_date.and_then(event_days),
    }
}

/// The span of days from days since 1 January 1970; `None` outside the years 1-9999.
fn days((first, last): (i32, i32)) -> Option<Days> {
    Days::new(
        Day::from_days_since_1970(first)?,
        Day::from_days_since_1970(last)?,
    )
}

impl Ledger {
    /// The ledger of the games in all collectors, in the order of the archives, and the number of games
    /// that were damaged or rejected.
    #[must_use]
    pub fn of_archives(collectors: impl IntoIterator<Item = LedgerCollector>) -> (Self, u64) {
        let mut chunks: Vec<Found> = collectors
            .into_iter()
            .flat_map(|collector| collector.chunks)
            .collect();
        chunks.sort_by_key(|chunk| chunk.sequence);
        let mut ledger = Self::default();
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
        (ledger, unread)
    }
}
