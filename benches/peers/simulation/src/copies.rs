//! Archives that hold games several times, and the search that removes the copies.

use std::io;

use audit960_board::start::SplitMix64;
use audit960_dataset::copies::{CollectedGame, CompareLimits, GameHandle, MIN_PLIES, Spill};
use audit960_types::{ComparedGame, DuplicateKind, Identity};

/// The most half-moves that a copy lacks at its end.
const MAX_LOST_PLIES: u32 = 10;

/// A game as an archive records it.
#[derive(Clone)]
pub(crate) struct Written {
    /// Its start position.
    pub(crate) start: u16,
    /// What the statistics use of it.
    pub(crate) game: ComparedGame,
    /// Two bytes per half-move.
    moves: Vec<u8>,
    /// The players' names, White first.
    names: [String; 2],
    /// The date, as in the Date tag.
    date: String,
}

impl Written {
    /// A game of 20 to 150 random half-moves. Its players may meet again on the same day.
    pub(crate) fn new(start: u16, game: ComparedGame, random: &mut SplitMix64) -> Self {
        let plies = 20 + random.below(131);
        let moves = (0..plies).flat_map(|_| random.below(1 << 16).to_le_bytes()[..2].to_vec());
        Self {
            start,
            game,
            moves: moves.collect(),
            names: ["white", "black"].map(|side| format!("{side} {}", random.below(20_000))),
            date: format!("2024.01.{:02}", 1 + random.below(28)),
        }
    }

    /// A copy of the game; half of the copies lack 1 to 10 half-moves at the end.
    pub(crate) fn copy(&self, random: &mut SplitMix64) -> Self {
        let mut copy = self.clone();
        if random.below(2) == 0 {
            let lost = 1 + random.below(MAX_LOST_PLIES);
            copy.moves.truncate(self.moves.len() - 2 * lost as usize);
        }
        copy
    }

    fn plies(&self) -> u32 {
        (self.moves.len() / 2) as u32
    }
}

/// The games without copies: a copy has the same players and date as an earlier game, and the same moves, or
/// one of the two breaks off where the other goes on.
///
/// # Errors
/// If the search cannot write to a temporary folder.
pub(crate) fn left(games: Vec<Written>) -> io::Result<Vec<Written>> {
    let folder = tempfile::tempdir()?;
    let limits = CompareLimits {
        files: 4,
        ..CompareLimits::default()
    };
    let spill = Spill::new(folder.path(), limits);
    let mut collector = spill.collector();
    for (order, game) in (0..).zip(&games) {
        debug_assert!(game.plies() >= MIN_PLIES);
        let hashed = [game.start.to_string().as_bytes(), &game.moves].concat();
        let added = collector.add(&CollectedGame {
            place: GameHandle {
                order,
                identity: Identity::default(),
            },
            plies: game.plies(),
            hashed: &hashed,
            white: Some(&game.names[0]),
            black: Some(&game.names[1]),
            date: Some(&game.date),
        });
        added.map_err(io::Error::other)?;
    }
    collector.flush().map_err(io::Error::other)?;
    drop(collector);
    let search = spill.search();
    for task in 0..search.tasks() {
        search.run(task).map_err(io::Error::other)?;
    }
    let mut is_copy = vec![false; games.len()];
    for copy in search.copies().map_err(io::Error::other)? {
        let copy = copy.map_err(io::Error::other)?;
        let [later, first] = [copy.later, copy.first].map(|place| place.order as usize);
        let alike =
            games[later].names == games[first].names && games[later].date == games[first].date;
        let same_moves = matches!(copy.kind, DuplicateKind::SameMoves | DuplicateKind::Prefix);
        is_copy[later] = same_moves && alike;
    }
    let kept = games
        .into_iter()
        .zip(is_copy)
        .filter(|(_, is_copy)| !is_copy);
    Ok(kept.map(|(game, _)| game).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use audit960_types::{GameResult, Population};

    /// Every game remains once, however many copies it has and in whatever order they come.
    #[test]
    fn copies_are_left_out_and_nothing_else_is() {
        let mut random = SplitMix64::new(960);
        let game = ComparedGame {
            result: GameResult::Draw,
            population: Population::Human,
            time_class: None,
            difference: None,
            cluster: 0,
        };
        let mut games = Vec::new();
        for number in 0..2_000 {
            let game = ComparedGame {
                cluster: number,
                ..game
            };
            let written = Written::new((number % 960) as u16, game, &mut random);
            for _ in 0..number % 4 {
                games.push(written.copy(&mut random));
            }
            games.push(written);
        }
        let kept = left(games).unwrap();
        let clusters: Vec<u64> = kept.iter().map(|kept| kept.game.cluster).collect();
        assert_eq!(clusters, (0..2_000).collect::<Vec<_>>());
    }
}
