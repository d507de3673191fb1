//! The games of all inputs with their moves, for questions about positions.
//!
//! Archives are replayed, datasets give the moves that they hold. Both give the same games: those with
//! verdict `ok` and `repaired`, and those with verdict `damaged` as far as they were replayed, never beyond
//! an illegal move. Copies are left out where a dataset knows them, as in the results of start positions.

mod archives;
mod dataset;

use std::path::Path;
use std::sync::Arc;

use anyhow::bail;
use audit960_audit::{Observer, has_positions};
use audit960_board::start::Start;
use audit960_dataset::{GamesLeftOut, Grouping};
use audit960_tree::PlayedGameSink;
use audit960_types::{StartKind, Verdict};

use crate::{Inputs, LeftOut};

pub(crate) use dataset::copies_among;
pub(super) use dataset::followed;

audit960_types::choices! {
    /// What kind of position a game starts from.
    pub enum GameStartKind {
        /// The orthodox arrangement, and no tag names Chess960
        Standard = "standard",
        /// One of the 960, Black opposite White
        Chess960 = "chess960",
        /// Both sides among the 960, not opposite each other
        Double = "double",
        /// Any other legal position
        Other = "other",
    }
}

impl GameStartKind {
    /// The label in table `games`.
    #[must_use]
    pub const fn label(self) -> StartKind {
        match self {
            Self::Standard => StartKind::Standard,
            Self::Chess960 => StartKind::Chess960,
            Self::Double => StartKind::DoubleChess960,
            Self::Other => StartKind::Other,
        }
    }
}

/// Which games are followed.
#[derive(Clone, Debug, Default)]
pub struct GameScan {
    /// Kinds of start; all if empty.
    pub kinds: Vec<GameStartKind>,
    /// The arrangements of White and Black; any if `None`.
    pub start: Option<[Start; 2]>,
    /// Positions after more half-moves are not asked about; `None` if they are.
    pub last_ply: Option<u32>,
    /// Whether games are followed beyond that half-move nevertheless.
    pub to_the_end: bool,
    /// At least this many half-moves were replayed.
    pub min_plies: u32,
    /// White and Black have at most so many pieces at the end. Of datasets this is not asked: they do not have the last
    /// position.
    pub max_pieces_at_end: Option<[u32; 2]>,
    /// Whether the lines of the inputs are counted, so that the first line of each game is known.
    pub lines: bool,
    /// What the games are grouped by.
    pub grouping: Option<Grouping>,
}

impl GameScan {
    /// Whether games of this kind and start, with this verdict and number of half-moves, are followed.
    fn wants(
        &self,
        verdict: Verdict,
        kind: StartKind,
        starts: Option<[u16; 2]>,
        plies: u32,
    ) -> bool {
        has_positions(verdict)
            && (self.kinds.is_empty() || self.kinds.iter().any(|wanted| wanted.label() == kind))
            && self.wants_starts(starts)
            && plies >= self.min_plies
    }

    /// Whether games from arrangements with these Scharnagl numbers are followed.
    pub(crate) fn wants_starts(&self, starts: Option<[u16; 2]>) -> bool {
        self.start
            .is_none_or(|wanted| starts == Some(wanted.map(Start::number)))
    }
}

/// A part of the inputs that was read in one go.
#[derive(Clone, Debug)]
pub(crate) struct InputPart {
    /// Its ordinal.
    pub(crate) part: u64,
    /// The source of its games.
    pub(crate) source: Arc<str>,
    /// Whether it is the first part of its source.
    pub(crate) first_of_source: bool,
    /// Number of its games, of any verdict.
    pub(crate) games: u64,
    /// Number of its line ends, if they are counted.
    pub(crate) lines: u64,
}

/// What was made of the games of a dataset, and which were left out.
pub(crate) type OfDataset<S> = (Vec<S>, GamesLeftOut);

/// What was made of the games of some inputs.
#[derive(Debug)]
pub(crate) struct PlayedInputs<S> {
    /// One for each dataset and thread.
    pub(crate) of_datasets: Vec<Vec<S>>,
    /// One a thread.
    pub(crate) of_archives: Vec<S>,
    /// The parts of the archives, in order.
    pub(crate) parts: Vec<InputPart>,
    /// What was left out.
    pub(crate) left_out: LeftOut,
}

impl<S> PlayedInputs<S> {
    /// Merges all that was made.
    pub(crate) fn merged(self, mut merge: impl FnMut(&mut S, S)) -> Option<S> {
        let all = self
            .of_datasets
            .into_iter()
            .flatten()
            .chain(self.of_archives);
        all.reduce(|mut one, other| {
            merge(&mut one, other);
            one
        })
    }
}

impl Inputs {
    /// Follows the games of all inputs.
    ///
    /// # Errors
    /// If an input cannot be read, a dataset has no moves, or the condition uses a column that archives do not
    /// have.
    pub(crate) fn play<S: PlayedGameSink>(
        &self,
        scan: &GameScan,
        observer: &dyn Observer,
        make: &(dyn Fn() -> S + Sync),
    ) -> anyhow::Result<PlayedInputs<S>> {
        self.play_or(scan, observer, make, &|_| Ok(None))
    }

    /// The same; of a dataset only what `stored` does not know without its moves.
    pub(crate) fn play_or<S: PlayedGameSink>(
        &self,
        scan: &GameScan,
        observer: &dyn Observer,
        make: &(dyn Fn() -> S + Sync),
        stored: &dyn Fn(&Path) -> anyhow::Result<Option<OfDataset<S>>>,
    ) -> anyhow::Result<PlayedInputs<S>> {
        let mut left_out = LeftOut::default();
        let datasets = self.datasets().map(|folder| {
            let (sinks, games) = match stored(folder)? {
                Some(known) => known,
                None => self.play_dataset(folder, scan, make)?,
            };
            left_out.games += games;
            Ok(sinks)
        });
        let of_datasets = datasets.collect::<anyhow::Result<_>>()?;
        let (of_archives, parts, unread) = self.play_archives(scan, observer, make)?;
        left_out.unread = unread;
        let games: u64 = parts.iter().map(|part| part.games).sum();
        left_out.games.copies_unknown |= games > 1;
        Ok(PlayedInputs {
            of_datasets,
            of_archives,
            parts,
            left_out,
        })
    }

    /// Refuses standard input for a question that reads the inputs several times; `option` is the option.
    pub(crate) fn require_rereadable(&self, option: &str) -> anyhow::Result<()> {
        if self.names.iter().any(|name| name == "-") {
            bail!("{option} reads the games several times: name a file instead of standard input");
        }
        Ok(())
    }
}
