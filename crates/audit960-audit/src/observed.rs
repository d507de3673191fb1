//! What options add to the rows of a chunk: a second reading of every game, and the search for
//! copies. Both are about games; positions are only forwarded. An audit without these options does
//! without this module.

use crate::second_reading::{check_game, check_stray};
use audit960_dataset::FolderError;
use audit960_dataset::copies::{CollectedGame, GameCollector, GameHandle};
use audit960_dataset::tables::ChunkTables;
use audit960_source::Chunk;
use audit960_types::{Code, Fact, FactSink, GameFacts, Gap, GapKind, Verdict};

/// Bits for the number of a game in its chunk.
const GAME_BITS: u32 = 32;

/// The sort key of a game in the order of the archive, from its chunk's number and its own in the chunk.
#[must_use]
pub const fn order(sequence: u64, game: u64) -> u64 {
    sequence << GAME_BITS | game
}

/// The numbers of a game's chunk and of the game in the chunk.
pub(crate) const fn chunk_and_game(order: u64) -> (u64, u64) {
    (order >> GAME_BITS, order & ((1 << GAME_BITS) - 1))
}

/// A sink that forwards the facts of a chunk to its tables and inspects them on the way.
pub(crate) struct Observed<'o, 's> {
    tables: &'o mut ChunkTables,
    chunk: &'o Chunk,
    crosscheck: bool,
    collector: Option<&'o mut GameCollector<'s>>,
    /// Where the next game or gap of the chunk begins: they tile it.
    at: usize,
    games: u64,
    /// Findings of the game that comes next.
    codes: Vec<Code>,
    error: Option<FolderError>,
}

impl<'o, 's> Observed<'o, 's> {
    pub(crate) fn new(
        tables: &'o mut ChunkTables,
        chunk: &'o Chunk,
        crosscheck: bool,
        collector: Option<&'o mut GameCollector<'s>>,
    ) -> Self {
        let codes = Vec::new();
        Self {
            tables,
            chunk,
            crosscheck,
            collector,
            at: 0,
            games: 0,
            codes,
            error: None,
        }
    }

    /// Fails with the first error on the way.
    pub(crate) fn finish(self) -> Result<(), FolderError> {
        self.error.map_or(Ok(()), Err)
    }

    /// The bytes of the next game or gap; empty for what the chunk does not hold.
    fn take(&mut self, length: u64) -> &'o [u8] {
        let from = self.at;
        self.at = from.saturating_add(length as usize);
        self.chunk.bytes.get(from..self.at).unwrap_or_default()
    }

    fn collect(&mut self, facts: &GameFacts<'_>) {
        let (Some(collector), Some(hashed), None) =
            (&mut self.collector, facts.hashed, &self.error)
        else {
            return;
        };
        let order = order(self.chunk.sequence, self.games);
        let game = CollectedGame {
            place: GameHandle {
                order,
                identity: facts.identity,
            },
            plies: facts.plies,
            hashed,
            white: facts.white,
            black: facts.black,
            date: facts.date,
        };
        self.error = collector.add(&game).err();
    }
}

impl FactSink for Observed<'_, '_> {
    fn fact(&mut self, fact: Fact<'_>) {
        match &fact {
            Fact::Game(facts) => self.observe_game(facts),
            Fact::Finding(finding) if self.crosscheck && finding.game.is_some() => {
                self.codes.push(finding.code);
            }
            Fact::Gap(gap) => self.observe_gap(gap),
            _ => {}
        }
        self.tables.fact(fact);
    }
}

impl Observed<'_, '_> {
    fn observe_game(&mut self, facts: &GameFacts<'_>) {
        let bytes = self.take(facts.byte_length);
        if self.crosscheck {
            // The second reading does not know the rules of other variants either.
            if facts.verdict != Verdict::Foreign {
                let found = check_game(bytes, facts, &self.codes);
                self.tables
                    .add_crosscheck(facts.identity, true, found.as_ref());
            }
            self.codes.clear();
        }
        self.collect(facts);
        self.games += 1;
    }

    fn observe_gap(&mut self, gap: &Gap) {
        let bytes = self.take(gap.byte_length);
        if self.crosscheck && gap.kind == GapKind::StrayText {
            let found = check_stray(bytes);
            self.tables
                .add_crosscheck(gap.identity, false, found.as_ref());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_chunks_sort_later_and_numbers_round_trip() {
        let places = [
            (0, 0),
            (0, 1),
            (0, u64::from(u32::MAX)),
            (1, 0),
            (1 << 31, 5),
        ];
        let orders = places.map(|(sequence, game)| order(sequence, game));
        assert!(orders.is_sorted());
        assert_eq!(orders.map(chunk_and_game), places);
    }
}
