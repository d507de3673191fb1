//! What games played, distributed over temporary files.

use std::fs::File;
use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use audit960_board::{Move, Position};
use audit960_types::{Visit, game_id};
use hashbrown::HashMap;
use xxhash_rust::xxh3::xxh3_64;

use super::record::{CountedGame, Key, KeyBytes, RowCounts};
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
    pub(super) early: Vec<(KeyBytes, RowCounts)>,
}

/// The positions of an archive in parts, each position in one of them.
#[derive(Debug)]
pub struct TreeParts {
    seen: Arc<SeenPositions>,
    parts: Vec<Mutex<Part>>,
}

impl TreeParts {
    /// Parts for so many games, with their files in a folder.
    ///
    /// # Errors
    /// If a temporary file cannot be created.
    pub fn new(games: u64, seen: Arc<SeenPositions>, folder: &Path) -> io::Result<Self> {
        let count = games.div_ceil(GAMES_OF_A_PART).clamp(1, MAX_PARTS);
        let part = |_| {
            Ok(Mutex::new(Part {
                file: tempfile::tempfile_in(folder)?,
                early: Vec::new(),
            }))
        };
        Ok(Self {
            seen,
            parts: (0..count).map(part).collect::<io::Result<_>>()?,
        })
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

    /// The part of so many that a position belongs to.
    #[must_use]
    pub fn part_of(position: &Position, parts: usize) -> usize {
        part_of(&PackedPosition::of(position).to_bytes(), parts)
    }

    pub(super) fn part(&self, number: usize) -> Option<std::sync::MutexGuard<'_, Part>> {
        let part = self.parts.get(number)?;
        Some(part.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The part of so many that a packed position belongs to.
fn part_of(packed: &[u8], parts: usize) -> usize {
    (xxh3_64(packed) % parts.max(1) as u64) as usize
}

/// Distributes what games played. Each thread has its own.
#[derive(Debug)]
pub struct TreeCollector {
    parts: Arc<TreeParts>,
    buffers: Vec<Vec<u8>>,
    early: HashMap<KeyBytes, RowCounts>,
    /// The positions of the current game since its last capture or pawn move, and what was played from them.
    visited: Vec<(PackedPosition, Option<Move>)>,
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
            visited: Vec::new(),
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
        for (key, counts) in self.early.drain() {
            let number = part_of(&key[..PackedPosition::BYTES], self.parts.len());
            if let Some(mut part) = self.parts.part(number) {
                part.early.push((key, counts));
            }
        }
        Ok(())
    }

    fn count(&mut self, key: Key, game: &CountedGame) {
        let bytes = key.to_bytes();
        if key.ply <= EARLY && (self.early.len() < MAX_EARLY || self.early.contains_key(&bytes)) {
            self.early.entry(bytes).or_default().add(game);
            return;
        }
        let number = part_of(&bytes[..PackedPosition::BYTES], self.buffers.len());
        let buffer = &mut self.buffers[number];
        buffer.extend(game.to_bytes(&bytes));
        if buffer.len() >= BUFFER {
            self.failure = write(&self.parts, number, buffer).err();
            buffer.clear();
        }
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
        let seen = Arc::clone(&self.parts.seen);
        self.visited.clear();
        game.walk(|ply, position, played| {
            if ply > seen.last_ply() {
                return ControlFlow::Break(());
            }
            // After a capture or a pawn move no earlier position comes back.
            if position.clock() == 0 {
                self.visited.clear();
            }
            if !seen.is_repeated(position) {
                return ControlFlow::Continue(());
            }
            let packed = PackedPosition::of(position);
            let mut before = self.visited.iter().filter(|(other, _)| *other == packed);
            let visit = match before.next() {
                None => Visit::First,
                Some((_, move_then)) => {
                    match *move_then == played || before.any(|(_, then)| *then == played) {
                        true => Visit::SameMove,
                        false => Visit::OtherMove,
                    }
                }
            };
            self.visited.push((packed, played));
            let key = Key {
                position: packed,
                starts: game.starts,
                ply: u16::try_from(ply).unwrap_or(u16::MAX),
                visit,
                played,
            };
            self.count(key, &counted);
            match self.failure.is_some() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        })
    }
}
