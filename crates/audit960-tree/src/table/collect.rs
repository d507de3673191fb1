//! What games played, distributed over temporary files.

use std::fs::File;
use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use audit960_board::Move;
use audit960_types::{KnownRow, Visit, game_id};
use hashbrown::HashMap;

use super::company::{Company, Lengths};
use super::record::{CountedGame, Key, KeyWords, RowCounts};
use super::seen::SeenPositions;
use crate::game::{NotAMove, PlayedGame, PlayedGameSink};
use crate::packed::PackedPosition;

/// Games of a part, about: a part is counted in memory.
const GAMES_OF_A_PART: u64 = 1 << 16;

/// The most parts: each is an open file.
const MAX_PARTS: u64 = 256;

/// Bytes that a thread keeps for a part before it writes them to its file.
const BUFFER: usize = 1 << 13;

/// Half-moves within which most games are in the same few positions: these are counted at once.
const EARLY: u16 = 6;

/// The most rows that a thread counts at once.
const MAX_EARLY: usize = 1 << 15;

/// A part of the positions: what games played from them, in a file, and what was counted already.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) file: File,
    pub(super) early: Vec<(KeyWords, RowCounts)>,
}

/// The positions of an archive in parts, each position in one of them.
#[derive(Debug)]
pub struct TreeParts {
    seen: Arc<SeenPositions>,
    parts: Vec<Mutex<Part>>,
    lengths: Mutex<Lengths>,
    company: Mutex<Company>,
}

impl TreeParts {
    /// Parts for so many games; `create` makes their temporary files, by number, to be written and read.
    ///
    /// # Errors
    /// The first of `create`.
    pub fn new(
        games: u64,
        seen: Arc<SeenPositions>,
        mut create: impl FnMut(u64) -> io::Result<File>,
    ) -> io::Result<Self> {
        let count = games.div_ceil(GAMES_OF_A_PART).clamp(1, MAX_PARTS);
        let part = |number| {
            Ok(Mutex::new(Part {
                file: create(number)?,
                early: Vec::new(),
            }))
        };
        Ok(Self {
            seen,
            parts: (0..count).map(part).collect::<io::Result<_>>()?,
            lengths: Mutex::default(),
            company: Mutex::default(),
        })
    }

    /// The rows of table `known`, when the rows of all parts have been passed on.
    #[must_use]
    pub fn known(&self) -> Vec<KnownRow> {
        lock(&self.company).rows(&lock(&self.lengths))
    }

    /// Adds positions that several games have after the same number of half-moves.
    pub(super) fn add_company(&self, company: Company) {
        lock(&self.company).merge(company);
    }

    /// Number of the parts.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.parts.len()
    }

    /// Whether there is no part; there always is one.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The part that a position with this key belongs to.
    const fn part_of(&self, key: u64) -> usize {
        // The lower bits are those of the bits that were seen.
        ((key >> 32) % self.parts.len() as u64) as usize
    }

    pub(super) fn part(&self, number: usize) -> Option<MutexGuard<'_, Part>> {
        self.parts.get(number).map(lock)
    }
}

fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A position of a game within the half-moves that count.
#[derive(Clone, Copy, Debug)]
struct Reached {
    key: u64,
    packed: PackedPosition,
    played: Option<Move>,
    /// Half-moves since the last capture or pawn move: so many positions before it can be the same.
    clock: u32,
}

/// Distributes what games played. Each thread has its own.
#[derive(Debug)]
pub struct TreeCollector {
    parts: Arc<TreeParts>,
    buffers: Vec<Vec<u8>>,
    early: HashMap<KeyWords, (usize, RowCounts)>,
    /// The positions of the current game.
    reached: Vec<Reached>,
    /// Whether each of them was reached twice, about.
    repeated: Vec<bool>,
    lengths: Lengths,
    failure: Option<io::Error>,
}

impl TreeCollector {
    /// Distributes over these parts.
    #[must_use]
    pub fn new(parts: Arc<TreeParts>) -> Self {
        Self {
            buffers: vec![Vec::new(); parts.len()],
            parts,
            early: HashMap::new(),
            reached: Vec::new(),
            repeated: Vec::new(),
            lengths: Lengths::default(),
            failure: None,
        }
    }

    /// Writes what is left.
    ///
    /// # Errors
    /// The first error of a temporary file.
    pub fn finish(mut self) -> io::Result<()> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        for (number, buffer) in self.buffers.iter().enumerate() {
            write(&self.parts, number, buffer)?;
        }
        lock(&self.parts.lengths).merge(&self.lengths);
        for (key, (number, counts)) in self.early.drain() {
            if let Some(mut part) = self.parts.part(number) {
                part.early.push((key, counts));
            }
        }
        Ok(())
    }

    fn count(&mut self, number: usize, key: Key, game: &CountedGame) {
        let is_early = key.ply <= EARLY;
        let key = key.to_words();
        if is_early {
            if let Some((_, counts)) = self.early.get_mut(&key) {
                counts.add(game);
                return;
            }
            if self.early.len() < MAX_EARLY {
                let mut counts = RowCounts::default();
                counts.add(game);
                self.early.insert(key, (number, counts));
                return;
            }
        }
        let buffer = &mut self.buffers[number];
        buffer.extend_from_slice(&game.to_bytes(&key));
        if buffer.len() >= BUFFER {
            self.failure = write(&self.parts, number, buffer).err();
            buffer.clear();
        }
    }

    /// Whether a game was in its position of this index before, and played the same move then.
    fn visit(&self, index: usize) -> Visit {
        let Some(this) = self.reached.get(index) else {
            return Visit::First;
        };
        // The position before the last capture or pawn move is another one.
        let since = index.saturating_sub(this.clock as usize);
        let mut visit = Visit::First;
        for before in self.reached.get(since..index).unwrap_or_default() {
            if before.key != this.key || before.packed != this.packed {
                continue;
            }
            if before.played == this.played {
                return Visit::SameMove;
            }
            visit = Visit::OtherMove;
        }
        visit
    }
}

fn write(parts: &TreeParts, number: usize, bytes: &[u8]) -> io::Result<()> {
    match parts.part(number) {
        Some(mut part) => part.file.write_all(bytes),
        None => Ok(()),
    }
}

impl PlayedGameSink for TreeCollector {
    fn game(&mut self, game: &PlayedGame<'_>) -> Result<(), NotAMove> {
        if self.failure.is_some() {
            return Ok(());
        }
        let counted = CountedGame {
            result: (!game.moveless).then_some(game.result),
            elos: game.elos,
            day: game.day,
            id: game_id(game.source, game.identity),
        };
        let parts = Arc::clone(&self.parts);
        let reached = &mut self.reached;
        reached.clear();
        game.walk(|ply, position, played| {
            if ply > parts.seen.last_ply() {
                return ControlFlow::Break(());
            }
            reached.push(Reached {
                key: position.key(),
                packed: PackedPosition::of(position),
                played,
                clock: position.clock(),
            });
            ControlFlow::Continue(())
        })?;
        if !game.moveless {
            self.lengths.add(game.starts, self.reached.len());
        }
        // Memory is far away: all positions are asked for before one of them is counted.
        self.repeated.clear();
        let asked = self
            .reached
            .iter()
            .map(|reached| parts.seen.is_repeated(reached.key));
        self.repeated.extend(asked);
        for index in 0..self.reached.len() {
            let this = self.reached[index];
            if !self.repeated[index] {
                continue;
            }
            let key = Key {
                position: this.packed,
                starts: game.starts,
                ply: u16::try_from(index).unwrap_or(u16::MAX),
                visit: self.visit(index),
                played: this.played,
            };
            self.count(parts.part_of(this.key), key, &counted);
            if self.failure.is_some() {
                break;
            }
        }
        Ok(())
    }
}
