//! The first pass: games are written to files, by any number of threads.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::FolderError;
use crate::copies::line_hash::{opening_hash, start_hash};
use crate::copies::players::players_key;
use crate::copies::record::{GameHandle, Line, write_words};
use crate::copies::search::Search;
use crate::copies::spill::{Buffers, SpillFiles, SpillSizes};
use crate::copies::{CompareLimits, MIN_PLIES};

/// A game, as far as it is compared.
#[derive(Clone, Copy, Debug)]
pub struct CollectedGame<'a> {
    /// Where it is in the archive.
    pub place: GameHandle,
    /// Number of half-moves.
    pub plies: u32,
    /// The start as text, then two bytes per half-move.
    pub hashed: &'a [u8],
    /// White's name.
    pub white: Option<&'a str>,
    /// Black's name.
    pub black: Option<&'a str>,
    /// The date, `YYYY.MM.DD`.
    pub date: Option<&'a str>,
}

/// The state of the files of a run, from which another run can resume.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SpillState {
    lines: SpillSizes,
    players: SpillSizes,
}

/// The files of a run.
#[derive(Debug)]
pub struct Spill {
    folder: PathBuf,
    limits: CompareLimits,
    lines: SpillFiles,
    players: SpillFiles,
}

impl Spill {
    /// Files in an existing folder that holds nothing of the same names.
    #[must_use]
    pub fn new(folder: &Path, limits: CompareLimits) -> Self {
        Self {
            folder: folder.to_owned(),
            limits,
            lines: SpillFiles::new(folder, "lines", limits.files),
            players: SpillFiles::new(folder, "players", limits.files),
        }
    }

    /// The state of the files, whose contents are synced to disk first. Every collector must have been flushed.
    ///
    /// # Errors
    /// [`FolderError::Io`] with the path if a file cannot be synced.
    pub fn save(&self) -> Result<SpillState, FolderError> {
        self.lines.sync()?;
        self.players.sync()?;
        Ok(SpillState {
            lines: self.lines.sizes(),
            players: self.players.sizes(),
        })
    }

    /// Resumes with the files of an interrupted run, as they were when their state was saved.
    ///
    /// # Errors
    /// [`FolderError::Io`] with the path if a file is missing or shorter.
    pub fn resume(
        folder: &Path,
        limits: CompareLimits,
        state: &SpillState,
    ) -> Result<Self, FolderError> {
        let mut spill = Self::new(folder, limits);
        spill.lines.resume(&state.lines)?;
        spill.players.resume(&state.players)?;
        Ok(spill)
    }

    /// A collector for the games of one thread.
    #[must_use]
    pub fn collector(&self) -> GameCollector<'_> {
        GameCollector {
            spill: self,
            lines: Buffers::new(&self.lines),
            players: Buffers::new(&self.players),
            scratch: String::new(),
        }
    }

    /// Begins the search. Every collector must have been flushed.
    #[must_use]
    pub fn search(self) -> Search {
        Search::new(&self.folder, self.limits, self.lines, self.players)
    }
}

/// Adds the games of one thread, in any order.
#[derive(Debug)]
pub struct GameCollector<'s> {
    spill: &'s Spill,
    lines: Buffers,
    players: Buffers,
    scratch: String,
}

impl GameCollector<'_> {
    /// Adds a game; ignores one with fewer than [`MIN_PLIES`] half-moves.
    ///
    /// # Errors
    /// [`FolderError::Io`] with the path if it cannot be written.
    pub fn add(&mut self, game: &CollectedGame<'_>) -> Result<(), FolderError> {
        if game.plies < MIN_PLIES {
            return Ok(());
        }
        let split = game.hashed.len().saturating_sub(2 * game.plies as usize);
        let (start, moves) = game.hashed.split_at(split);
        let start = start_hash(start);
        let heap = self.spill.lines.of_hash(opening_hash(start, moves));
        self.lines.push(&self.spill.lines, heap, |out| {
            Line::write(game.place, start, moves, out);
        })?;
        let (Some(white), Some(black), Some(date)) = (game.white, game.black, game.date) else {
            return Ok(());
        };
        if let Some(key) = players_key(white, black, date, &mut self.scratch) {
            let [order, frame, byte] = game.place.words();
            let heap = self.spill.players.of_hash(key);
            self.players.push(&self.spill.players, heap, |out| {
                write_words(&[key, order, frame, byte], out);
            })?;
        }
        Ok(())
    }

    /// Writes what is buffered. Call it when the thread has no more games.
    ///
    /// # Errors
    /// [`FolderError::Io`] with the path if it cannot be written.
    pub fn flush(&mut self) -> Result<(), FolderError> {
        self.lines.flush(&self.spill.lines)?;
        self.players.flush(&self.spill.players)
    }
}
