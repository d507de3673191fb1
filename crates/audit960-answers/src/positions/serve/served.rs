//! The dataset that is served: opened once, and again when it changes.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{bail, ensure};
use audit960_audit::condition::{Filter, filtered};
use audit960_audit::{Observer, kept_plies};
use audit960_board::{Move, Position};
use audit960_dataset::tables::RowSet;
use audit960_dataset::{Dataset, TableScan};
use audit960_replay::{AuditOptions, OPENING_PLIES};
use audit960_tree::{Explored, Explorer, PackedPosition, PlayedGameSink as _};
use parking_lot::{Mutex, RwLock};

use super::asked::Question;
use super::games::{Game, Games};
use super::http::Response;
use crate::opened::DatasetHandle;
use crate::positions::explore::counted_in;
use crate::{GameScan, Inputs};

/// How long an answer to a request with filters may take.
const FILTER_TIME: Duration = Duration::from_secs(2);
/// How often it is asked whether the dataset has changed.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// Selections of games that are remembered.
const MAX_SELECTIONS: usize = 16;
/// Positions whose answers are read from table `tree` when the dataset is opened: those that most games reached. The games of
/// the others are counted in a moment.
const MAX_CROWDED: usize = 1024;
/// Games that make this worthwhile.
const CROWDED: usize = 512;

/// A dataset that may change on disk.
pub(super) struct Served {
    inputs: Inputs,
    /// The dataset as it was opened last.
    current: RwLock<Arc<Snapshot>>,
    /// When it was last asked whether the manifest has changed, and the manifest that was opened.
    checked: Mutex<(Instant, Option<Stamp>)>,
    /// The folder; `None` for a temporary dataset, which cannot change.
    folder: Option<PathBuf>,
    /// Keeps a temporary dataset.
    _handle: DatasetHandle,
}

/// By what a new manifest is known.
type Stamp = (SystemTime, u64);

fn stamp(folder: &Path) -> Option<Stamp> {
    let found = std::fs::metadata(folder.join("manifest.json")).ok()?;
    Some((found.modified().ok()?, found.len()))
}

impl Served {
    /// Opens a dataset, or makes a temporary one of archives.
    pub(super) fn open(inputs: Inputs, observer: &dyn Observer) -> anyhow::Result<Self> {
        let audit = AuditOptions {
            opening_plies: Some(OPENING_PLIES),
            ..AuditOptions::default()
        };
        let folder = inputs.datasets().next().map(Path::to_owned);
        let alone = folder.is_none() || inputs.names.len() == 1;
        ensure!(alone, "serve takes one dataset, or archives alone");
        let stamp = folder.as_deref().and_then(stamp);
        let handle = inputs.dataset(RowSet::Games, audit, observer)?;
        let snapshot = Snapshot::of(&inputs, handle.dataset.clone())?;
        Ok(Self {
            inputs,
            current: RwLock::new(Arc::new(snapshot)),
            checked: Mutex::new((Instant::now(), stamp)),
            folder,
            _handle: handle,
        })
    }

    /// The dataset as it is now. While it cannot be opened, as it was before.
    pub(super) fn snapshot(&self) -> Arc<Snapshot> {
        if let Some(folder) = &self.folder
            && let Some(mut checked) = self.checked.try_lock()
            && checked.0.elapsed() >= CHECK_INTERVAL
        {
            let now = stamp(folder);
            if now.is_some() && now != checked.1 {
                let opened = self.inputs.open(folder).map_err(anyhow::Error::from);
                match opened.and_then(|dataset| Snapshot::of(&self.inputs, dataset)) {
                    Ok(snapshot) => {
                        *self.current.write() = Arc::new(snapshot);
                        checked.1 = now;
                    }
                    // It may be about to change again: the next request tries it again.
                    Err(error) => self.inputs.note(&format!("{error:#}")),
                }
            }
            checked.0 = Instant::now();
        }
        Arc::clone(&self.current.read())
    }

    /// An answer to a client that need not know the error. Whoever serves it reads the error on standard error.
    pub(super) fn failed(&self, error: &anyhow::Error, status: u16, sentence: &str) -> Response {
        self.inputs.note(&format!("{error:#}"));
        Response::error(status, sentence)
    }
}

/// A dataset that does not change, and answers that it gave.
pub(super) struct Snapshot {
    pub(super) dataset: Dataset,
    pub(super) games: Games,
    pub(super) name: String,
    /// The number of its games, those that are not asked about included.
    pub(super) count: u64,
    /// Half-moves within which positions count.
    within: u32,
    /// The answers, without a condition, of positions that many games reached.
    crowded: HashMap<PackedPosition, Arc<Explored>>,
    /// Of conditions, which games they keep.
    selections: Mutex<HashMap<String, Arc<Vec<bool>>>>,
}

impl Snapshot {
    fn of(inputs: &Inputs, dataset: Dataset) -> anyhow::Result<Self> {
        let name = inputs.datasets().next().and_then(Path::file_name);
        let name = name.map_or_else(
            || inputs.names.join(", "),
            |name| name.to_string_lossy().into_owned(),
        );
        let within = kept_plies(dataset.manifest()).filter(|_| dataset.has("tree"));
        let Some(within) = within else {
            bail!(
                "{}: nobody has counted what was played from positions here: audit the archives again with --positions, \
                 or name them instead of the dataset",
                dataset.dir().display()
            );
        };
        let games = Games::of(&dataset, within)?;
        Ok(Self {
            crowded: crowded(&dataset, &games, within)?,
            games,
            count: dataset.count("games")?,
            dataset,
            name,
            within,
            selections: Mutex::default(),
        })
    }

    /// A game of each move, the highest ratings first.
    pub(super) fn top_games(&self, found: &Explored) -> impl Iterator<Item = (Move, Game<'_>)> {
        let examples = found.moves.iter().filter_map(|(played, counts)| {
            let example = counts.example.as_ref()?;
            Some((Reverse(example.rating), example.id, *played))
        });
        let mut examples: Vec<_> = examples.collect();
        examples.sort_unstable();
        examples.dedup_by_key(|(_, id, _)| *id);
        let games = examples.into_iter();
        games.filter_map(|(_, id, played)| Some((played, self.games.game(id)?)))
    }

    /// What was played from the position of a question.
    ///
    /// # Errors
    /// [`Late`], and those of the dataset.
    pub(super) fn found(&self, question: &Question) -> anyhow::Result<Arc<Explored>> {
        let position = question.position();
        if question.filter.is_none()
            && let Some(known) = self.crowded.get(&PackedPosition::of(position))
        {
            return Ok(Arc::clone(known));
        }
        let explored = self.explored(position, question.filter.as_ref())?;
        Ok(Arc::new(explored))
    }

    /// What was played from a position in the games that a condition keeps.
    fn explored(&self, position: &Position, filter: Option<&Filter>) -> anyhow::Result<Explored> {
        let deadline = filter.map(|_| Instant::now() + FILTER_TIME);
        let in_time = || match deadline {
            Some(deadline) if Instant::now() > deadline => Err(Late),
            _ => Ok(()),
        };
        let kept = filter.map(|filter| self.kept(filter, &in_time));
        let kept = kept.transpose()?;
        let mut explorer = Explorer::new(std::slice::from_ref(position), self.within);
        let games = self.games.that_may_have_reached(position);
        for (number, index) in games.enumerate() {
            if number % 1024 == 1023 {
                in_time()?;
            }
            let is_kept = |kept: &Arc<Vec<bool>>| kept.get(index) == Some(&true);
            if kept.as_ref().is_none_or(is_kept) {
                explorer.game(&self.games.played(index)?)?;
            }
        }
        Ok(explorer.into_explored().pop().unwrap_or_default())
    }

    /// For each game, whether a condition keeps it.
    fn kept(
        &self,
        filter: &Filter,
        in_time: &dyn Fn() -> Result<(), Late>,
    ) -> anyhow::Result<Arc<Vec<bool>>> {
        if let Some(known) = self.selections.lock().get(filter.as_str()) {
            return Ok(Arc::clone(known));
        }
        let dataset = filtered(self.dataset.clone(), Some(filter))?;
        let reading = TableScan::of("games", &["game_id"]);
        let groups = dataset.row_groups_of("games")?;
        let mut ids = HashSet::new();
        for number in 0..groups.len() {
            in_time()?;
            if let Some(rows) = groups.read(&reading, number)? {
                let found = rows.ints("game_id")?;
                ids.extend((0..rows.len()).filter_map(|row| found.get(row)));
            }
        }
        let shown = self.games.shown.iter();
        let kept = shown.map(|game| ids.contains(&game.id));
        let kept = Arc::new(kept.collect());
        let mut selections = self.selections.lock();
        if selections.len() >= MAX_SELECTIONS {
            selections.clear();
        }
        selections.insert(filter.as_str().to_owned(), Arc::clone(&kept));
        Ok(kept)
    }
}

/// What was played from the positions that most games reached, as table `tree` has it.
fn crowded(
    dataset: &Dataset,
    games: &Games,
    within: u32,
) -> anyhow::Result<HashMap<PackedPosition, Arc<Explored>>> {
    let packed = games.crowded(MAX_CROWDED, CROWDED)?;
    let fens: Vec<String> = packed.iter().map(PackedPosition::xfen).collect();
    let scan = GameScan {
        last_ply: Some(within),
        ..GameScan::default()
    };
    let counted = counted_in(dataset, &fens, &scan)?.unwrap_or_default();
    let counted = counted.into_iter().map(Arc::new);
    Ok(packed.into_iter().zip(counted).collect())
}

/// A condition asks more games than there is time for.
#[derive(Debug, thiserror::Error)]
#[error("there are too many games to ask them within two seconds")]
pub(super) struct Late;
