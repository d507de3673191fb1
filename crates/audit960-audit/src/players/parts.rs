//! The tallies of all players in parts, each in a temporary file, so that memory does not grow with the games.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read as _, Seek as _, SeekFrom, Write as _};
use std::sync::Mutex;

use xxhash_rust::xxh3::xxh3_64;

use super::tally::PlayerTally;
use crate::lock::lock;

/// Games per part, whose tallies take 40 MB where nobody plays twice.
const PART_GAMES: u64 = 1 << 14;

/// Maximum number of parts, each an open file.
const MAX_PARTS: u64 = 128;

/// Bytes of the tallies that a collector keeps at most before it writes them.
const KEPT_BYTES: usize = 32 << 20;

/// The parts. The key alone decides to which one a player belongs, and the number of games how many there are.
pub(super) struct PlayerParts {
    files: Vec<Mutex<BufWriter<File>>>,
}

impl PlayerParts {
    /// Empty parts for this many games; `create` makes a temporary file.
    pub(super) fn new(games: u64, create: impl Fn(u64) -> io::Result<File>) -> io::Result<Self> {
        let parts = games.div_ceil(PART_GAMES).clamp(1, MAX_PARTS);
        let files = (0..parts).map(|part| Ok(Mutex::new(BufWriter::new(create(part)?))));
        Ok(Self {
            files: files.collect::<io::Result<_>>()?,
        })
    }

    /// The number of parts.
    pub(super) const fn len(&self) -> usize {
        self.files.len()
    }

    fn add(&self, key: &str, tally: &PlayerTally) -> io::Result<()> {
        let bytes = postcard::to_stdvec(&(key, tally)).map_err(io::Error::other)?;
        let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
        let part = xxh3_64(key.as_bytes()) % self.files.len().max(1) as u64;
        let Some(file) = self.files.get(part as usize) else {
            return Ok(());
        };
        let mut file = lock(file);
        file.write_all(&length.to_le_bytes())?;
        file.write_all(&bytes)
    }

    /// Calls `take` with the players of a part, sorted by key. Of their tallies about `most` bytes are in memory at once, and
    /// at least one player: if all take more, the file is read again from the first player for whom there was no room.
    pub(super) fn read<E: From<io::Error>>(
        &self,
        number: usize,
        most: usize,
        mut take: impl FnMut(String, PlayerTally) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(file) = self.files.get(number) else {
            return Ok(());
        };
        let mut file = lock(file);
        file.flush()?;
        let (mut from, mut is_last) = (String::new(), false);
        while !is_last {
            let (players, next) = read_from(file.get_mut(), &from, most)?;
            is_last = next.is_none();
            from = next.unwrap_or_default();
            for (key, tally) in players {
                take(key, tally)?;
            }
        }
        Ok(())
    }
}

/// The first players of a file whose keys are not less than `from`, as many as `most` bytes hold; and the key of the next
/// one, if there is one.
fn read_from(
    file: &mut File,
    from: &str,
    most: usize,
) -> io::Result<(BTreeMap<String, PlayerTally>, Option<String>)> {
    let mut players: BTreeMap<String, PlayerTally> = BTreeMap::new();
    let (mut memory, mut next) = (0, None::<String>);
    let mut left = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(0))?;
    let mut reader = BufReader::new(file);
    let mut bytes = Vec::new();
    while left > 0 {
        let mut length = [0; 4];
        reader.read_exact(&mut length)?;
        let length = u32::from_le_bytes(length);
        bytes.resize(length as usize, 0);
        reader.read_exact(&mut bytes)?;
        left = left.saturating_sub(4 + u64::from(length));
        let (key, tally) = postcard::take_from_bytes::<&str>(&bytes).map_err(io::Error::other)?;
        if key < from || next.as_deref().is_some_and(|next| key >= next) {
            continue;
        }
        let tally: PlayerTally = postcard::from_bytes(tally).map_err(io::Error::other)?;
        if let Some(known) = players.get_mut(key) {
            memory += known.merge(tally);
        } else {
            memory += key.len() + tally.memory();
            players.insert(key.to_owned(), tally);
        }
        while memory > most && players.len() > 1 {
            let Some((key, tally)) = players.pop_last() else {
                break;
            };
            memory -= key.len() + tally.memory();
            next = Some(key);
        }
    }
    Ok((players, next))
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
    pub(super) fn add(&mut self, key: &str, game: PlayerTally) -> io::Result<()> {
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
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.bytes = 0;
        let parts = self.parts;
        let mut kept = self.kept.drain();
        kept.try_for_each(|(key, tally)| parts.add(&key, &tally))
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

    fn temporary(_: u64) -> io::Result<File> {
        tempfile::tempfile()
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
            let made = PlayerParts::new(games, temporary).unwrap();
            assert_eq!(made.len(), parts);
        }
        for (games, most) in [(1, KEPT_BYTES), (1, 1), (5 * PART_GAMES, 10_000)] {
            let parts = PlayerParts::new(games, temporary).unwrap();
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
                let read: io::Result<()> = parts.read(number, most, |key, tally| {
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
