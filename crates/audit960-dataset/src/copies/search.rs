//! The second pass: each file by itself.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use audit960_types::DuplicateKind;
use hashbrown::HashMap;
use parking_lot::Mutex;

use crate::copies::line_hash::hashes;
use crate::copies::record::{GameHandle, Line, Pair, read_words};
use crate::copies::spill::SpillFiles;
use crate::copies::{CompareLimits, MIN_PLIES};
use crate::{FolderError, Sorter};

/// Bytes of pairs that are kept in memory.
const PAIR_BYTES: usize = 64 << 20;

/// The pairs that were found, by all threads.
#[derive(Debug)]
struct Pairs {
    folder: PathBuf,
    sorter: Mutex<Sorter<Pair, ()>>,
}

impl Pairs {
    fn push(&self, pair: Pair) -> Result<(), FolderError> {
        let pushed = self.sorter.lock().push(pair, &());
        pushed.map_err(FolderError::io(&self.folder))
    }
}

/// The search for copies: tasks that may run on any threads, then the copies in order.
#[derive(Debug)]
pub struct Search {
    limits: CompareLimits,
    lines: SpillFiles,
    players: SpillFiles,
    pairs: Pairs,
}

impl Search {
    pub(crate) fn new(
        folder: &Path,
        limits: CompareLimits,
        lines: SpillFiles,
        players: SpillFiles,
    ) -> Self {
        let pairs = Pairs {
            folder: folder.to_owned(),
            sorter: Mutex::new(Sorter::within(folder, PAIR_BYTES)),
        };
        Self {
            limits,
            lines,
            players,
            pairs,
        }
    }

    /// Number of tasks.
    #[must_use]
    pub fn tasks(&self) -> usize {
        self.lines.len() + self.players.len()
    }

    /// Runs one task, by its number from 0. Each must be run once, in any order, on any thread. Returns
    /// the greatest number of games that it kept in memory at a time. The files of the first pass stay: the
    /// checkpoint of the run names them until the dataset is published.
    ///
    /// # Errors
    /// [`FolderError::Io`] with the path if a file cannot be read or written.
    pub fn run(&self, task: usize) -> Result<u64, FolderError> {
        match task.checked_sub(self.lines.len()) {
            None => self.compare_lines(task),
            Some(task) => self.compare_players(task),
        }
    }

    /// The copies, in the order of the archive: each later game once. Every task must have been run.
    ///
    /// # Errors
    /// [`FolderError::Io`] with the path if a temporary file cannot be read; so those of the iterator.
    pub fn copies(self) -> Result<impl Iterator<Item = Result<Pair, FolderError>>, FolderError> {
        let Pairs { folder, sorter } = self.pairs;
        let sorted = sorter.into_inner().sorted();
        let mut last = None;
        let pairs = sorted.map_err(FolderError::io(&folder))?.map(move |pair| {
            let (pair, ()) = pair.map_err(FolderError::io(&folder))?;
            Ok(pair)
        });
        // Pairs compare by later game, kind and first game: the one to keep comes first.
        Ok(pairs.filter(move |pair| match pair {
            Ok(pair) => last.replace(pair.later.order) != Some(pair.later.order),
            Err(_) => true,
        }))
    }

    /// Number of rounds for a file with this many records; each round reads it twice.
    fn rounds(&self, records: u64) -> u64 {
        records.div_ceil(self.limits.entries.max(1))
    }

    fn compare_lines(&self, file: usize) -> Result<u64, FolderError> {
        let rounds = self.rounds(self.lines.records(file));
        let mut most = 0;
        for round in 0..rounds {
            let mut ends = Ends::default();
            self.scan_lines(file, |line| {
                let end = hashes(line.start, &line.moves).last().unwrap_or(line.start);
                if belongs(end, round, rounds) {
                    ends.note(end, line);
                }
                Ok(())
            })?;
            self.scan_lines(file, |line| ends.compare(line, &self.pairs))?;
            ends.push_longer(&self.pairs)?;
            most = most.max(ends.games.len() as u64);
        }
        Ok(most)
    }

    fn scan_lines(
        &self,
        file: usize,
        mut take: impl FnMut(&Line) -> Result<(), FolderError>,
    ) -> Result<(), FolderError> {
        let mut line = Line::default();
        self.lines.scan(file, |input| {
            line.read(input)
                .map_err(FolderError::io(self.lines.path(file)))?;
            take(&line)
        })
    }

    fn compare_players(&self, file: usize) -> Result<u64, FolderError> {
        let rounds = self.rounds(self.players.records(file));
        let read = |input: &mut BufReader<File>| {
            let words = read_words(input).map_err(FolderError::io(self.players.path(file)));
            words.map(|[key, place @ ..]: [u64; 4]| (key, GameHandle::of(place)))
        };
        let mut most = 0;
        for round in 0..rounds {
            let mut firsts: HashMap<u64, GameHandle> = HashMap::new();
            self.players.scan(file, |input| {
                let (key, place) = read(input)?;
                if belongs(key, round, rounds) {
                    let first = firsts.entry(key).or_insert(place);
                    *first = place.min(*first);
                }
                Ok(())
            })?;
            self.players.scan(file, |input| {
                let (key, place) = read(input)?;
                match firsts.get(&key) {
                    Some(&first) if first < place => {
                        let kind = DuplicateKind::SamePlayersAndDate;
                        self.pairs.push(Pair {
                            later: place,
                            kind,
                            first,
                        })
                    }
                    _ => Ok(()),
                }
            })?;
            most = most.max(firsts.len() as u64);
        }
        Ok(most)
    }
}

/// Whether a hash belongs to a round.
const fn belongs(hash: u64, round: u64, rounds: u64) -> bool {
    // Other bits than those that choose the file and the slot in a table.
    (hash >> 24) % rounds == round
}

/// The ends of games, by hash of start and moves.
#[derive(Default)]
struct Ends {
    by_hash: HashMap<u64, u32>,
    games: Vec<End>,
}

/// Games with the same start and moves.
struct End {
    plies: u32,
    /// The earliest of them.
    first: GameHandle,
    /// The earliest longer game that begins with these moves, if it is earlier than all of them.
    longer: Option<GameHandle>,
}

impl Ends {
    fn note(&mut self, hash: u64, line: &Line) {
        let next = self.games.len() as u32;
        let index = *self.by_hash.entry(hash).or_insert(next);
        match self.games.get_mut(index as usize) {
            Some(end) => end.first = end.first.min(line.place),
            None => {
                let plies = (line.moves.len() / 2) as u32;
                self.games.push(End {
                    plies,
                    first: line.place,
                    longer: None,
                });
            }
        }
    }

    /// Looks up every prefix of a line.
    fn compare(&mut self, line: &Line, pairs: &Pairs) -> Result<(), FolderError> {
        let plies = (line.moves.len() / 2) as u32;
        let later = line.place;
        let mut beginning: Option<GameHandle> = None;
        let beginnings = hashes(line.start, &line.moves).zip(1..);
        for (hash, ply) in beginnings.skip(MIN_PLIES as usize - 1) {
            let Some(&index) = self.by_hash.get(&hash) else {
                continue;
            };
            let end = &mut self.games[index as usize];
            if end.plies != ply {
                continue;
            }
            let earlier = end.first < later;
            if ply == plies {
                if earlier {
                    let kind = DuplicateKind::SameMoves;
                    pairs.push(Pair {
                        later,
                        kind,
                        first: end.first,
                    })?;
                }
            } else if earlier {
                beginning = Some(beginning.map_or(end.first, |known| known.min(end.first)));
            } else {
                end.longer = Some(end.longer.map_or(later, |known| known.min(later)));
            }
        }
        match beginning {
            Some(first) => pairs.push(Pair {
                later,
                kind: DuplicateKind::Prefix,
                first,
            }),
            None => Ok(()),
        }
    }

    fn push_longer(&self, pairs: &Pairs) -> Result<(), FolderError> {
        for end in &self.games {
            if let Some(first) = end.longer {
                pairs.push(Pair {
                    later: end.first,
                    kind: DuplicateKind::Prefix,
                    first,
                })?;
            }
        }
        Ok(())
    }
}
