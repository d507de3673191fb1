//! How long games stayed in each material, and what became of them.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::ControlFlow;

use audit960_board::MaterialStays;
use audit960_types::{
    EndingCounts, EndingRow, GameResult, Identity, Material, MaterialStay, ScoreTally, game_id,
};

use crate::find::MaterialQuery;
use crate::game::{NotAMove, PlayedGame, PlayedGameSink};

/// Half-moves without capture or pawn move after which a draw can be claimed (Laws 9.3).
const FIFTY_MOVES: u32 = 100;

/// Which endings are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndingOptions {
    /// At most so many pieces and pawns stand on the board, kings included.
    pub max_pieces: u32,
    /// Only this material; any if `None`.
    pub material: Option<MaterialQuery>,
    /// Stays of fewer half-moves are left out.
    pub min_stay: u32,
}

/// The games in which some material stood on the board. Merging tallies gives the same result in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EndingTally {
    /// What was counted of these games.
    pub counts: EndingCounts,
    /// The longest stay.
    pub longest: Option<LongestStay>,
}

/// The game that stayed longest in some material; of several, the first in the order of source and offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongestStay {
    /// Half-moves after which the material was on the board.
    pub stay: u32,
    /// Input that the game was read from.
    pub source: String,
    /// Where the game begins in its source.
    pub identity: Identity,
}

impl EndingTally {
    /// Adds the games of another tally.
    pub fn merge(&mut self, other: Self) {
        self.counts += other.counts;
        if let Some(LongestStay {
            stay,
            source,
            identity,
        }) = other.longest
        {
            self.take_longest(stay, &source, identity);
        }
    }

    /// Keeps the longer one of the longest stay and this one.
    fn take_longest(&mut self, stay: u32, source: &str, identity: Identity) {
        let behind = |mine: &LongestStay| {
            let order = (Reverse(mine.stay), mine.source.as_str(), mine.identity);
            (Reverse(stay), source, identity) < order
        };
        if self.longest.as_ref().is_none_or(behind) {
            self.longest = Some(LongestStay {
                stay,
                source: source.to_owned(),
                identity,
            });
        }
    }

    /// The row of table `endings` of this material.
    #[must_use]
    pub fn row<'a>(&self, material: &'a str) -> EndingRow<'a> {
        let longest = self.longest.as_ref();
        EndingRow {
            material,
            counts: self.counts,
            longest_stay: longest.map_or(0, |longest| longest.stay),
            longest_game_id: longest.map_or(0, |stay| game_id(&stay.source, stay.identity)),
        }
    }

    fn add(&mut self, game: &EndedGame<'_>, stay: &MaterialStay, last: bool) {
        let drawn = last && game.result == GameResult::Draw;
        let mut counts = EndingCounts {
            score: ScoreTally::default(),
            plies: stay.plies.into(),
            max_clock: stay.max_clock,
            at_hundred: u64::from(stay.max_clock >= FIFTY_MOVES),
            ended: u64::from(last),
            ended_drawn: u64::from(drawn),
            drawn_at_hundred: u64::from(drawn && stay.clock >= FIFTY_MOVES),
        };
        counts.score.add(game.result);
        self.counts += counts;
        self.take_longest(stay.plies, game.source, game.identity);
    }
}

/// What is counted of a game.
#[derive(Clone, Copy, Debug)]
pub struct EndedGame<'a> {
    /// Input that the game was read from.
    pub source: &'a str,
    /// Where the game begins in its source.
    pub identity: Identity,
    /// Its result.
    pub result: GameResult,
}

/// Counts endings. Each thread has its own; they are merged with the same result in any order. Memory grows with the
/// number of different materials.
#[derive(Debug)]
pub struct Endings {
    options: EndingOptions,
    tallies: HashMap<Material, EndingTally>,
    /// The stays of the current game.
    stays: MaterialStays,
}

impl Endings {
    /// Counts with these options.
    #[must_use]
    pub fn new(options: EndingOptions) -> Self {
        Self {
            options,
            tallies: HashMap::new(),
            stays: MaterialStays::new(options.max_pieces),
        }
    }

    /// Counts a game with these stays, its last one among them.
    pub fn count(&mut self, game: &EndedGame<'_>, stays: &[MaterialStay]) {
        for (index, stay) in stays.iter().enumerate() {
            let asked = self.options.material;
            let asked = asked.is_none_or(|asked| asked.matches(stay.material));
            let few = stay.material.piece_count() <= self.options.max_pieces;
            if asked && few && stay.plies >= self.options.min_stay {
                let tally = self.tallies.entry(stay.material).or_default();
                tally.add(game, stay, index + 1 == stays.len());
            }
        }
    }

    /// Adds what another collector with the same options has counted.
    pub fn merge(&mut self, other: Self) {
        // Tallies are the same in any order of merging.
        other.tallies.into_iter().for_each(|(material, tally)| {
            self.tallies.entry(material).or_default().merge(tally);
        });
    }

    /// The materials, those of most games first; of equally many in the order of their names.
    #[must_use]
    pub fn into_rows(self) -> Vec<(String, EndingTally)> {
        let tallies = self.tallies.into_iter();
        let mut rows: Vec<_> = tallies.map(|(of, tally)| (of.to_string(), tally)).collect();
        rows.sort_unstable_by(|(one, first), (other, second)| {
            let order = second.counts.score.games().cmp(&first.counts.score.games());
            order.then_with(|| one.cmp(other))
        });
        rows
    }
}

impl PlayedGameSink for Endings {
    fn game(&mut self, game: &PlayedGame<'_>) -> Result<(), NotAMove> {
        if game.moveless {
            return Ok(());
        }
        let mut stays = std::mem::replace(&mut self.stays, MaterialStays::new(0));
        stays.clear();
        let walked = game.walk(|ply, position, _| {
            stays.visit(ply, position);
            ControlFlow::Continue(())
        });
        let ended = EndedGame {
            source: game.source,
            identity: game.identity,
            result: game.result,
        };
        if walked.is_ok() {
            self.count(&ended, stays.found());
        }
        self.stays = stays;
        walked
    }
}
