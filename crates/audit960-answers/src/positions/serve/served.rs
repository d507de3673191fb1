//! The dataset that is served: opened once, and again when it changes.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context as _, bail};
use audit960_audit::condition::{Filter, filtered};
use audit960_audit::{
    Observer, StoredDetails, StoredGames, StoredMoves, StoredOptions, kept_plies,
};
use audit960_board::{Move, Position};
use audit960_dataset::tables::RowSet;
use audit960_dataset::{Dataset, LeftOutCounter};
use audit960_replay::{AuditOptions, OPENING_PLIES};
use audit960_tree::{Explored, Explorer, MoveCounts, PackedPosition};
use parking_lot::{Mutex, RwLock};

use super::asked::{Question, refused};
use super::games::{self, Game};
use super::http::Response;
use crate::opened::DatasetHandle;
use crate::positions::explore::counted_in;
use crate::positions::played::followed;
use crate::{GameScan, Inputs};

/// How long games may be read for an answer.
const SCAN_TIME: Duration = Duration::from_secs(2);
/// How often it is asked whether the dataset has changed.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// Answers that are remembered.
const MAX_ANSWERS: usize = 4096;

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
                checked.1 = now;
                let opened = self.inputs.open(folder).map_err(anyhow::Error::from);
                match opened.and_then(|dataset| Snapshot::of(&self.inputs, dataset)) {
                    Ok(snapshot) => *self.current.write() = Arc::new(snapshot),
                    Err(error) => self.inputs.note(&format!("{error:#}")),
                }
            }
            checked.0 = Instant::now();
        }
        Arc::clone(&self.current.read())
    }
}

/// A dataset that does not change, and answers that it gave.
pub(super) struct Snapshot {
    dataset: Dataset,
    name: String,
    games: u64,
    /// Half-moves within which positions count.
    within: u32,
    note: Option<fn(&str)>,
    answers: Mutex<HashMap<(PackedPosition, String), Arc<Found>>>,
}

/// What was played from a position, and the games that are named.
pub(super) struct Found {
    pub(super) explored: Explored,
    games: HashMap<i64, Game>,
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
            games: dataset.count("games")?,
            dataset,
            name,
            within,
            note: inputs.note,
            answers: Mutex::default(),
        })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The number of its games.
    pub(super) const fn games(&self) -> u64 {
        self.games
    }

    pub(super) const fn dataset(&self) -> &Dataset {
        &self.dataset
    }

    /// Tells who serves it what a client need not know.
    pub(super) fn note(&self, text: &str) {
        if let Some(note) = self.note {
            note(text);
        }
    }

    /// The answer where the dataset cannot be read.
    fn unread(&self, error: &anyhow::Error) -> Response {
        self.note(&format!("{error:#}"));
        Response::error(500, "the dataset cannot be read")
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
        let explored = self.explored(position, filter);
        let explored = explored.map_err(|error| self.unread(&error))?;
        let Some(explored) = explored else {
            return Err(refused(
                &question.filtered_by,
                "there are too many games to ask them within two seconds",
            ));
        };
        let examples = explored.moves.values();
        let ids = examples.filter_map(|counts| Some(counts.example.as_ref()?.id));
        let games = games::of_ids(&self.dataset, &ids.collect());
        let games = games.map_err(|error| self.unread(&error))?;
        let found = Arc::new(Found { explored, games });
        let mut answers = self.answers.lock();
        if answers.len() == MAX_ANSWERS {
            answers.clear();
        }
        answers.insert(key, Arc::clone(&found));
        Ok(found)
    }

    /// The counts of table `tree`; where it has none, or only some games count, those of the games. `None` if that took
    /// too long.
    fn explored(
        &self,
        position: &Position,
        filter: Option<&Filter>,
    ) -> anyhow::Result<Option<Explored>> {
        let scan = GameScan {
            last_ply: Some(self.within),
            ..GameScan::default()
        };
        if filter.is_none() {
            let counted = counted_in(&self.dataset, &[PackedPosition::of(position).xfen()], &scan)?;
            if let Some(explored) = counted {
                return Ok(explored.into_iter().next());
            }
        }
        self.of_games(position, filter, &scan)
    }

    fn of_games(
        &self,
        position: &Position,
        filter: Option<&Filter>,
        scan: &GameScan,
    ) -> anyhow::Result<Option<Explored>> {
        let deadline = Instant::now() + SCAN_TIME;
        let dataset = filtered(self.dataset.clone(), filter)?;
        let options = StoredOptions {
            moves: StoredMoves::Opening,
            max_moves: self.within.saturating_add(1),
            details: StoredDetails::Counts,
            grouping: None,
            min_plies: 0,
        };
        let left_out = LeftOutCounter::default();
        let columns = options.columns();
        let reading = followed(&dataset, &columns, scan, &left_out)?;
        let explorer = Explorer::new(std::slice::from_ref(position), self.within);
        let mut games = StoredGames::new(options, explorer);
        let groups = dataset.row_groups_of("games")?;
        for number in 0..groups.len() {
            if filter.is_some() && Instant::now() > deadline {
                return Ok(None);
            }
            if let Some(rows) = groups.read(&reading, number)? {
                games.play(number, &rows)?;
            }
        }
        let explorer = games
            .into_sink()
            .context("the dataset has games without moves")?;
        Ok(explorer.into_explored().into_iter().next())
    }

    /// A game by its id as it stands in addresses.
    pub(super) fn game(&self, id: &str) -> Result<Option<Game>, Response> {
        let Some(id) = games::parse_id(id) else {
            return Ok(None);
        };
        let games = games::of_ids(&self.dataset, &HashSet::from([id]));
        let mut games = games.map_err(|error| self.unread(&error))?;
        Ok(games.remove(&id))
    }
}

impl Found {
    /// The game of a move that was played once.
    pub(super) fn only_game(&self, counts: &MoveCounts) -> Option<&Game> {
        let example = counts.example.as_ref()?;
        let is_only = counts.tally.score.games() == 1;
        self.games.get(&example.id).filter(|_| is_only)
    }

    /// A game of each move, the highest ratings first.
    pub(super) fn top_games(&self) -> Vec<(Move, &Game)> {
        let examples = self.explored.moves.iter();
        let examples = examples.filter_map(|(played, counts)| {
            let example = counts.example.as_ref()?;
            let order = (std::cmp::Reverse(example.rating), example.id);
            Some((order, *played, self.games.get(&example.id)?))
        });
        let mut games: Vec<_> = examples.collect();
        games.sort_by_key(|(order, ..)| *order);
        games.dedup_by_key(|(order, ..)| *order);
        let games = games.into_iter();
        games.map(|(_, played, game)| (played, game)).collect()
    }
}
