//! What games played, distributed over temporary files.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::sync::Arc;

use audit960_types::KnownRow;
use parking_lot::Mutex;

use super::company::{Company, Lengths};
use super::openings::{Path, SortedGames};
use super::record::{CountedGame, Key, RowCounts};
use super::record_file::{Record, RecordFile, Room};
use super::seen::{SeenGames, SeenPositions};
use crate::game::{NotAMove, PlayedGame, PlayedGameSink};

/// Games of a part, about: the rows of a part are put in order in memory.
const GAMES_OF_A_PART: u64 = 1 << 16;

/// Games of a file, about, as far as there are as many files: what games played is counted file by file, in the cache of a
/// processor.
const GAMES_OF_A_FILE: u64 = 1 << 10;

/// The most files; all of them are open.
const MAX_FILES: u64 = 256;

/// Records that a thread keeps for a file before they go there.
const BUFFER: usize = 1 << 6;

/// Bytes of records that stay in memory: those of small archives need no temporary file.
const ROOM: u64 = 1 << 25;

/// Makes temporary files, by number.
type Create = Box<dyn Fn(u64) -> io::Result<File> + Send + Sync>;

/// The positions of an archive in parts, each position in one of them.
pub struct TreeParts {
    seen: Arc<SeenPositions>,
    create: Create,
    room: Room,
    /// Those of the first part, of the second, and so on.
    files: Vec<Mutex<RecordFile>>,
    files_of_a_part: usize,
    lengths: Mutex<Lengths>,
    company: Mutex<Company>,
}

impl TreeParts {
    /// Parts for so many games; `create` makes temporary files, by number, to be written and read, where there is no room
    /// in memory.
    #[must_use]
    pub fn new(
        games: u64,
        seen: Arc<SeenPositions>,
        create: impl Fn(u64) -> io::Result<File> + Send + Sync + 'static,
    ) -> Self {
        let parts = games.div_ceil(GAMES_OF_A_PART).clamp(1, MAX_FILES);
        let files = games.div_ceil(GAMES_OF_A_FILE).div_ceil(parts);
        let files = files.clamp(1, MAX_FILES / parts);
        Self {
            seen,
            create: Box::new(create),
            room: Room::new(ROOM),
            files: (0..parts * files).map(|_| Mutex::default()).collect(),
            files_of_a_part: files as usize,
            lengths: Mutex::default(),
            company: Mutex::default(),
        }
    }

    /// Takes records for a file, and leaves none of them.
    fn write(&self, number: usize, records: &mut Vec<Record>) -> io::Result<()> {
        let create = || (self.create)(number as u64);
        self.files[number].lock().write(records, &self.room, create)
    }

    /// The rows of table `known`, when the rows of all parts have been passed on.
    #[must_use]
    pub fn known(&self) -> Vec<KnownRow> {
        self.company.lock().rows(&self.lengths.lock())
    }

    /// Adds positions that several games have after the same number of half-moves.
    pub(super) fn add_company(&self, company: Company) {
        self.company.lock().merge(company);
    }

    /// Number of the parts.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.files.len() / self.files_of_a_part
    }

    /// Whether there is no part; there always is one.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The file that a position with this key belongs to.
    const fn file_of(&self, key: u64) -> usize {
        // The lower bits are those of the bits that were seen.
        let (key, parts) = (key >> 32, self.len() as u64);
        let in_part = key / parts % self.files_of_a_part as u64;
        (key % parts) as usize * self.files_of_a_part + in_part as usize
    }

    /// The files of a part.
    pub(super) fn files_of(&self, part: usize) -> &[Mutex<RecordFile>] {
        self.files
            .chunks(self.files_of_a_part)
            .nth(part)
            .unwrap_or_default()
    }
}

impl std::fmt::Debug for TreeParts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = f.debug_struct("TreeParts");
        shown.field("files", &self.files.len());
        shown.field("files_of_a_part", &self.files_of_a_part);
        shown.finish_non_exhaustive()
    }
}

/// Distributes what games played. Each thread has its own.
#[derive(Debug)]
pub struct TreeCollector {
    games: SortedGames<CountedGame>,
    records: Records,
    lengths: Lengths,
    failure: Option<io::Error>,
}

/// What is not yet written to files.
#[derive(Debug)]
struct Records {
    parts: Arc<TreeParts>,
    buffers: Vec<Vec<Record>>,
    /// Whether each node of a path has a position that was reached twice, about.
    repeated: Vec<bool>,
}

impl TreeCollector {
    /// Distributes over these parts, and takes about so many bytes for games.
    #[must_use]
    pub fn new(parts: Arc<TreeParts>, memory: usize) -> Self {
        Self {
            games: SortedGames::new(parts.seen.last_ply(), memory),
            records: Records {
                buffers: vec![Vec::new(); parts.files.len()],
                parts,
                repeated: Vec::new(),
            },
            lengths: Lengths::default(),
            failure: None,
        }
    }

    /// Distributes these games over the parts.
    #[must_use]
    pub fn of(parts: Arc<TreeParts>, seen: SeenGames) -> Self {
        let mut collector = Self::new(parts, 0);
        for (game, starts, positions) in seen.games.counted() {
            if game.result.is_some() {
                collector.lengths.add(starts, positions);
            }
        }
        collector.games = seen.games;
        collector
    }

    /// Writes what is left.
    ///
    /// # Errors
    /// The first error of a temporary file; [`NotAMove`] as one.
    pub fn finish(mut self) -> io::Result<()> {
        self.follow();
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        self.records.finish()?;
        self.records.parts.lengths.lock().merge(&self.lengths);
        Ok(())
    }

    fn follow(&mut self) {
        let (records, mut written) = (&mut self.records, Ok(()));
        let followed = self.games.follow(|path, nodes, counts| {
            if written.is_ok() {
                written = records.push(path, nodes, counts);
            }
        });
        let failure = written.err().or(followed.err().map(io::Error::other));
        self.failure = self.failure.take().or(failure);
    }
}

impl Records {
    /// Adds the rows of those of the nodes, all with these counts, whose position was reached twice.
    fn push(&mut self, path: &mut Path, nodes: Range<usize>, counts: &RowCounts) -> io::Result<()> {
        // Memory is far away: all positions are asked for before one of them is written.
        let seen = &self.parts.seen;
        let keys = path.keys(nodes.clone());
        self.repeated.clear();
        self.repeated
            .extend(keys.iter().map(|key| seen.is_repeated(*key)));
        let Some(last) = self.repeated.iter().rposition(|repeated| *repeated) else {
            return Ok(());
        };
        path.reach(nodes.start + last).map_err(io::Error::other)?;
        for (node, repeated) in nodes.zip(&self.repeated) {
            if !repeated {
                continue;
            }
            let row = Key {
                position: path.packed(node),
                starts: path.starts(),
                ply: u16::try_from(node).unwrap_or(u16::MAX),
                visit: path.visit(node),
                played: path.played(node),
            };
            let number = self.parts.file_of(path.key(node));
            let buffer = &mut self.buffers[number];
            if buffer.is_empty() {
                buffer.reserve_exact(BUFFER);
            }
            buffer.push((row.to_words(), *counts));
            if buffer.len() >= BUFFER {
                self.parts.write(number, buffer)?;
            }
        }
        Ok(())
    }

    /// Writes what is left.
    fn finish(&mut self) -> io::Result<()> {
        let mut buffers = self.buffers.iter_mut().enumerate();
        buffers.try_for_each(|(number, buffer)| self.parts.write(number, buffer))
    }
}

impl PlayedGameSink for TreeCollector {
    fn game(&mut self, game: &PlayedGame<'_>) -> Result<(), NotAMove> {
        if self.failure.is_some() {
            return Ok(());
        }
        if self.games.is_full() {
            self.follow();
            self.games.clear();
        }
        let positions = self.games.add(game, CountedGame::of(game));
        if !game.moveless {
            self.lengths.add(game.starts, positions);
        }
        Ok(())
    }
}
