//! The tallies of all players in parts, each in a temporary file, so that memory does not grow with the games.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Read};
use std::path::Path;

use audit960_dataset::FolderError;
use audit960_dataset::copies::{Buffers, SpillFiles};
use xxhash_rust::xxh3::xxh3_64;

use super::tally::PlayerTally;

/// Games per part, whose tallies take 40 MB where nobody plays twice.
const PART_GAMES: u64 = 1 << 14;

/// Maximum number of parts, each an open file.
const MAX_PARTS: u64 = 128;

/// Bytes of the tallies that a collector keeps at most before it writes them.
const KEPT_BYTES: usize = 32 << 20;

/// The parts. The key alone decides to which one a player belongs, and the number of games how many there are.
pub(super) struct PlayerParts(SpillFiles);

impl PlayerParts {
    /// Empty parts for this many games, whose files a folder gets.
    pub(super) fn new(games: u64, folder: &Path) -> Self {
        let parts = games.div_ceil(PART_GAMES).clamp(1, MAX_PARTS);
        Self(SpillFiles::new(folder, "tallies", parts as usize))
    }

    /// The number of parts.
    pub(super) const fn len(&self) -> usize {
        self.0.len()
    }

    fn add(
        &self,
        buffers: &mut Buffers,
        key: &str,
        tally: &PlayerTally,
    ) -> Result<(), FolderError> {
        let number = (xxh3_64(key.as_bytes()) % self.len() as u64) as usize;
        let failed = || FolderError::io(self.0.path(number));
        let bytes = postcard::to_stdvec(&(key, tally)).map_err(io::Error::other);
        let bytes = bytes.map_err(failed())?;
        let length = u32::try_from(bytes.len()).map_err(io::Error::other);
        let length = length.map_err(failed())?;
        buffers.push(&self.0, number, |out| {
            out.extend(length.to_le_bytes());
            out.extend(bytes);
        })
    }

    /// Calls `take` with the players of a part, sorted by key. Of their tallies about `most` bytes are in memory at once, and
    /// at least one player: if all take more, the file is read again from the first player for whom there was no room.
    pub(super) fn read<E: From<FolderError>>(
        &self,
        number: usize,
        most: usize,
        mut take: impl FnMut(String, PlayerTally) -> Result<(), E>,
    ) -> Result<(), E> {
        let (mut from, mut is_last) = (String::new(), false);
        while !is_last {
            let mut kept = KeptPlayers {
                from: &from,
                ..KeptPlayers::default()
            };
            let mut bytes = Vec::new();
            self.0.scan(number, |input| {
                let read = kept.read(input, &mut bytes, most);
                read.map_err(FolderError::io(self.0.path(number)))
            })?;
            let KeptPlayers { players, next, .. } = kept;
            is_last = next.is_none();
            from = next.unwrap_or_default();
            for (key, tally) in players {
                take(key, tally)?;
            }
        }
        Ok(())
    }
}

/// The first players of a file whose keys are not less than `from`, as many as there is room for.
#[derive(Default)]
struct KeptPlayers<'f> {
    from: &'f str,
    players: BTreeMap<String, PlayerTally>,
    /// Bytes that they take.
    memory: usize,
    /// The key of the next player, if there is one.
    next: Option<String>,
}

impl KeptPlayers<'_> {
    /// Reads a record.
    fn read(&mut self, input: &mut impl Read, bytes: &mut Vec<u8>, most: usize) -> io::Result<()> {
        let mut length = [0; 4];
        input.read_exact(&mut length)?;
        bytes.resize(u32::from_le_bytes(length) as usize, 0);
        input.read_exact(bytes)?;
        let (key, tally) = postcard::take_from_bytes::<&str>(bytes).map_err(io::Error::other)?;
        if key < self.from || self.next.as_deref().is_some_and(|next| key >= next) {
            return Ok(());
        }
        let tally: PlayerTally = postcard::from_bytes(tally).map_err(io::Error::other)?;
        if let Some(known) = self.players.get_mut(key) {
            self.memory += known.merge(tally);
        } else {
            self.memory += key.len() + tally.memory();
            self.players.insert(key.to_owned(), tally);
        }
        while self.memory > most && self.players.len() > 1 {
            let Some((key, tally)) = self.players.pop_last() else {
                break;
            };
            self.memory -= key.len() + tally.memory();
            self.next = Some(key);
        }
        Ok(())
    }
}

/// Adds up the games that one thread reads.
pub(super) struct PlayerCollector<'p> {
    parts: &'p PlayerParts,
    kept: HashMap<String, PlayerTally>,
    bytes: usize,
    /// Bytes at which all is written.
    most: usize,
}

impl<'p> PlayerCollector<'p> {
    /// Keeps `most` bytes, or [`KEPT_BYTES`] if these are less.
    pub(super) fn new(parts: &'p PlayerParts, most: usize) -> Self {
        Self {
            parts,
            kept: HashMap::new(),
            bytes: 0,
            most: most.min(KEPT_BYTES),
        }
    }

    /// Adds a game.
    pub(super) fn add(&mut self, key: &str, game: PlayerTally) -> Result<(), FolderError> {
        if let Some(known) = self.kept.get_mut(key) {
            self.bytes += known.merge(game);
        } else {
            self.bytes += key.len() + game.memory();
            self.kept.insert(key.to_owned(), game);
        }
        if self.bytes >= self.most {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes what is kept.
    pub(super) fn flush(&mut self) -> Result<(), FolderError> {
        self.bytes = 0;
        let (parts, mut buffers) = (self.parts, Buffers::new(&self.parts.0));
        let mut kept = self.kept.drain();
        kept.try_for_each(|(key, tally)| parts.add(&mut buffers, &key, &tally))?;
        buffers.flush(&parts.0)
    }
}

#[cfg(test)]
mod tests {
    use audit960_types::{GameResult, Side};

    use super::super::tally::{GameRef, PlayedSide};
    use super::*;

    fn game(order: u64, name: &str) -> PlayerTally {
        PlayerTally::of(&PlayedSide {
            side: Side::White,
            name: Some(name),
            fide_id: None,
            elo: None,
            event: None,
            result: GameResult::Draw,
            days: [None; 2],
            game: GameRef { order, game_id: 0 },
        })
    }

    /// However often a collector had to write, and into however many parts, each player is there once with all games.
    #[test]
    fn players_are_whole_again_when_parts_are_read() {
        for (games, parts) in [
            (0, 1),
            (PART_GAMES, 1),
            (PART_GAMES + 1, 2),
            (u64::MAX, 128),
        ] {
            assert_eq!(PlayerParts::new(games, Path::new("")).len(), parts);
        }
        for (games, most) in [(1, KEPT_BYTES), (1, 1), (5 * PART_GAMES, 10_000)] {
            let folder = tempfile::tempdir().unwrap();
            let parts = PlayerParts::new(games, folder.path());
            let mut collectors = [(); 2].map(|()| PlayerCollector::new(&parts, most));
            for order in 0..600 {
                let collector = &mut collectors[order as usize % 2];
                let name = format!("player {}", order % 100);
                collector.add(&name, game(order, &name)).unwrap();
            }
            for mut collector in collectors {
                collector.flush().unwrap();
            }
            let mut seen = BTreeMap::new();
            for number in 0..parts.len() {
                let mut before = String::new();
                let read: Result<(), FolderError> = parts.read(number, most, |key, tally| {
                    assert!(before < key, "{before} {key}");
                    before.clone_from(&key);
                    let games = tally.with_row(&key, |row| row.games[0]);
                    assert_eq!(seen.insert(key, games), None);
                    Ok(())
                });
                read.unwrap();
            }
            assert_eq!(seen.len(), 100);
            assert!(seen.values().all(|games| *games == 6));
        }
    }
}
