//! The dataset that is served: opened once, and again when it changes.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use anyhow::bail;
use audit960_audit::condition::{Filter, filtered};
use audit960_audit::{Observer, kept_plies};
use audit960_board::{Move, Position};
use audit960_dataset::tables::RowSet;
use audit960_dataset::{Dataset, TableScan};
use audit960_replay::{AuditOptions, OPENING_PLIES};
use audit960_tree::{Explored, Explorer, PackedPosition};
use parking_lot::{Mutex, RwLock};

use super::asked::{Question, refused};
use super::games::{Game, Games};
use super::http::Response;
use crate::opened::DatasetHandle;
use crate::positions::explore::counted_in;
use crate::{GameScan, Inputs};

/// How long an answer to a request with filters may take.
const FILTER_TIME: Duration = Duration::from_secs(2);
/// How often it is asked whether the dataset has changed.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// Answers, and selections of games, that are remembered.
const MAX_ANSWERS: usize = 4096;
const MAX_SELECTIONS: usize = 16;
/// A position that more games reached is looked up in table `tree`; fewer are counted sooner than they are looked up.
const CROWDED: usize = 16_384;

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
        let stamp = folder.as_deref().and_then(stamp);
        let handle = inputs.dataset("serve", RowSet::Games, audit, observer)?;
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

    /// The answer to a request that met a bug.
    pub(super) fn failed(&self, error: &anyhow::Error) -> Response {
        self.inputs.note(&format!("{error:#}"));
        Response::error(500, "a bug in audit960; please report it")
    }
}

/// What was played from a position.
pub(super) type Found = Explored;

/// A dataset that does not change, and answers that it gave.
pub(super) struct Snapshot {
    dataset: Dataset,
    games: Games,
    name: String,
    /// The number of its games, those that are not asked about included.
    count: u64,
    /// Half-moves within which positions count.
    within: u32,
    note: Option<fn(&str)>,
    answers: Mutex<HashMap<(PackedPosition, String), Arc<Found>>>,
    /// Of conditions, which games they keep.
    selections: Mutex<HashMap<String, Arc<Vec<bool>>>>,
}

impl Snapshot {
    fn of(inputs: &Inputs, dataset: Dataset) -> anyhow::Result<Self> {
        let folder = inputs.datasets().next();
        let name = folder.and_then(Path::file_name);
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
        Ok(Self {
            games: Games::of(&dataset, within)?,
            count: dataset.count("games")?,
            dataset,
            name,
            within,
            note: inputs.note,
            answers: Mutex::default(),
            selections: Mutex::default(),
        })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The number of its games.
    pub(super) const fn count(&self) -> u64 {
        self.count
    }

    pub(super) const fn dataset(&self) -> &Dataset {
        &self.dataset
    }

    /// A game by its id.
    pub(super) fn game(&self, id: i64) -> Option<Game<'_>> {
        self.games.game(id)
    }

    /// A game of each move, the highest ratings first.
    pub(super) fn top_games(&self, found: &Found) -> Vec<(Move, Game<'_>)> {
        let examples = found.moves.iter();
        let examples = examples.filter_map(|(played, counts)| {
            let example = counts.example.as_ref()?;
            Some((std::cmp::Reverse(example.rating), example.id, *played))
        });
        let mut examples: Vec<_> = examples.collect();
        examples.sort_by_key(|(rating, id, _)| (*rating, *id));
        examples.dedup_by_key(|(_, id, _)| *id);
        let games = examples.into_iter();
        let games = games.filter_map(|(_, id, played)| Some((played, self.game(id)?)));
        games.collect()
    }

    /// Tells who serves it what a client need not know.
    pub(super) fn note(&self, text: &str) {
        if let Some(note) = self.note {
            note(text);
        }
    }

    /// What was played from the position of a question.
    pub(super) fn found(&self, question: &Question) -> Result<Arc<Found>, Response> {
        let position = question.position();
        let filter = question.filter.as_ref();
        let key = (
            PackedPosition::of(position),
            filter.map_or_else(String::new, |filter| filter.as_str().to_owned()),
        );
        if let Some(known) = self.answers.lock().get(&key) {
            return Ok(Arc::clone(known));
        }
        let explored = match self.explored(position, filter) {
            Ok(Some(explored)) => explored,
            Ok(None) => {
                let why = "there are too many games to ask them within two seconds";
                return Err(refused(&question.filtered_by, why));
            }
            Err(error) => {
                self.note(&format!("{error:#}"));
                return Err(Response::error(500, "the dataset cannot be read"));
            }
        };
        let found = Arc::new(explored);
        remember(&self.answers, MAX_ANSWERS, key, &found);
        Ok(found)
    }

    /// What was played from a position in the games that a condition keeps; `None` if it took too long to find out.
    fn explored(
        &self,
        position: &Position,
        filter: Option<&Filter>,
    ) -> anyhow::Result<Option<Explored>> {
        let deadline = filter.map(|_| Instant::now() + FILTER_TIME);
        let is_late = || deadline.is_some_and(|deadline| Instant::now() > deadline);
        let kept = match filter
            .map(|filter| self.kept(filter, &is_late))
            .transpose()?
        {
            Some(None) => return Ok(None),
            kept => kept.flatten(),
        };
        let games = self.games.that_may_have_reached(position);
        if kept.is_none() && games.len() > CROWDED {
            let scan = GameScan {
                last_ply: Some(self.within),
                ..GameScan::default()
            };
            let fen = PackedPosition::of(position).xfen();
            if let Some(counted) = counted_in(&self.dataset, &[fen], &scan)? {
                return Ok(counted.into_iter().next());
            }
        }
        let mut explorer = Explorer::new(std::slice::from_ref(position), self.within);
        for (number, index) in games.enumerate() {
            if number % 1024 == 1023 && is_late() {
                return Ok(None);
            }
            let is_kept = |kept: &Arc<Vec<bool>>| kept.get(index).copied().unwrap_or_default();
            if kept.as_ref().is_none_or(is_kept) {
                self.games.play(index, &mut explorer)?;
            }
        }
        Ok(explorer.into_explored().into_iter().next())
    }

    /// For each game, whether a condition keeps it; `None` if it took too long to find out.
    fn kept(
        &self,
        filter: &Filter,
        is_late: &dyn Fn() -> bool,
    ) -> anyhow::Result<Option<Arc<Vec<bool>>>> {
        if let Some(known) = self.selections.lock().get(filter.as_str()) {
            return Ok(Some(Arc::clone(known)));
        }
        let dataset = filtered(self.dataset.clone(), Some(filter))?;
        let reading = TableScan::of("games", &["game_id"]);
        let groups = dataset.row_groups_of("games")?;
        let mut ids = HashSet::new();
        for number in 0..groups.len() {
            if is_late() {
                return Ok(None);
            }
            if let Some(rows) = groups.read(&reading, number)? {
                let found = rows.ints("game_id")?;
                ids.extend((0..rows.len()).filter_map(|row| found.get(row)));
            }
        }
        let kept = self.games.ids().map(|id| ids.contains(&id));
        let kept = Arc::new(kept.collect());
        remember(
            &self.selections,
            MAX_SELECTIONS,
            filter.as_str().to_owned(),
            &kept,
        );
        Ok(Some(kept))
    }
}

/// Remembers a value; where there are too many, the others are forgotten.
fn remember<K: std::hash::Hash + Eq, V>(
    known: &Mutex<HashMap<K, Arc<V>>>,
    most: usize,
    key: K,
    value: &Arc<V>,
) {
    let mut known = known.lock();
    if known.len() >= most {
        known.clear();
    }
    known.insert(key, Arc::clone(value));
}
