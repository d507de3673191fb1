//! Questions about games, and their answers: of datasets and archives alike, as tables, in words, and by SQL.
//!
//! [`Inputs`] holds what a user named and how it is read. Each kind of answer has a method: [`Inputs::positions`] is about
//! start positions, [`Inputs::ledger`] finds the draws that could be claimed, [`Inputs::games`] finds one game. They ask
//! datasets ([`Inputs::opened`]): those that were named, and a temporary one of the archives. [`Inputs::explore`] and the
//! like follow the moves of games, of archives as they are replayed.
//!
//! A question (`questions`) reads a dataset row group by row group on all threads, and answers with tallies that add up, so
//! memory depends on the answer and not on the archive; `audit960-statistics` tests what they prove. Which games count is
//! decided in one place, below ([`audit960_dataset::CountedGames`]). `sql` is polars over the same rows.

mod claims;
mod differences;
mod files;
mod left_out;
mod missing_starts;
mod opened;
mod positions;
mod questions;
mod shared_games;
pub mod sql;
pub mod starts;
mod tally;
#[cfg(test)]
mod written;

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use audit960_audit as pipeline;
use audit960_audit::condition::{ColumnNotInArchives, Filter, GameFilter, check_for_archives};
use audit960_dataset::Dataset;
use audit960_dataset::tables::count_rows;
use audit960_dataset::{CheckOptions, CheckedDataset, FolderError, is_dataset};
use audit960_replay::AuditOptions;
use audit960_source::{Chunk, Limits};
use audit960_types::{FactSink, Moveless, harmless};

pub use audit960_audit::ENDING_PIECES;
pub use claims::law::{LawQuestion, law_table, venue_table, write_law_answer};
pub use claims::law_at_venue::law_at_venue;
pub use claims::ledger::LedgerQuery;
pub use claims::ruling::{ClaimAt, ScoresheetMove};
pub use claims::tables::LawTableFiles;
pub use differences::write_differences;
pub use files::checked_files::CheckedFiles;
pub use files::epd_files::{ConversionCounts, LineCheck, LineForm, PerftCheck};
pub use files::line_json::{line_json, write_check_summary, write_perft_summary};
pub use files::outcome::{ignored_sentence, write_outcome, write_speed};
pub use files::place::{free_folder_beside, unfinished_folder_beside};
pub use files::tablebase::{
    ProbedPosition, TablebaseFolders, checked_table, moves_table, positions_table,
};
pub use files::verify::verify;
pub use left_out::LeftOut;
pub use opened::{DatasetHandle, OpenedInputs};
pub use positions::diagram::write_diagram;
pub use positions::endings::EndingQuery;
pub use positions::explore::ExploreQuery;
pub use positions::find::FindOutput;
pub use positions::named_position::{line_from, named_start};
pub use positions::played::{GameScan, GameStartKind};
pub use positions::popular::{PlyRange, PopularBy, PopularQuery};
pub use positions::serve::GameText;
pub use questions::diff::{
    ChangedGame, Differences, FieldChange, FindingChange, FindingChanges, IssueGame, differences,
};
pub use questions::groups::{AccuracySums, GroupResults, Groups, MAX_GROUPS, groups};
pub use questions::matches::{Match, Pairs, StartPairs, reversed_pairs};
pub use questions::openings::{OPENING_PLIES, OpeningLine, openings};
pub use questions::pairs::{StartPair, pairs};
pub use questions::popularity::{
    GroupPopularity, LotteryRule, PositionCount, popularities, popularity,
};
pub use questions::spreads::{Spread, spreads};
pub use starts::positions::StartsQuery;
pub use tally::InputCounts;

/// The inputs that a user named, and how they are read.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// Folders of datasets; files and folders of archives, `-` for standard input.
    pub names: Vec<String>,
    /// Whether the checksums of a dataset's files are left unchecked.
    pub no_verify: bool,
    /// Only games that fulfil this condition count.
    pub filter: Option<Filter>,
    /// Whether the results of games without moves count in the answers about start positions.
    pub moveless: Moveless,
    /// Limits on memory and text while archives are read.
    pub limits: Limits,
    /// Threads to use; as many as there are processors if `None`.
    pub threads: Option<NonZeroUsize>,
    /// Tells the user what matters to every answer; `None` for silence.
    pub note: Option<fn(&str)>,
}

/// Whether a dataset is opened for the first time: a command may open it several times, and says things once.
fn is_first(folder: &Path) -> bool {
    static OPENED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    opened.insert(folder.to_owned())
}

impl Inputs {
    /// The inputs that are datasets.
    pub fn datasets(&self) -> impl Iterator<Item = &Path> {
        let paths = self.names.iter().map(Path::new);
        paths.filter(|path| is_dataset(path))
    }

    /// The inputs that are archives.
    #[must_use]
    pub fn archives(&self) -> Vec<String> {
        let names = self.names.iter();
        let archives = names.filter(|name| !is_dataset(Path::new(name)));
        archives.cloned().collect()
    }

    /// Opens one of the datasets with all its games.
    ///
    /// # Errors
    /// If it does not match its manifest.
    pub fn open(&self, folder: &Path) -> Result<Dataset, FolderError> {
        let checked = check(folder, self.no_verify)?;
        let dataset = self.read(checked);
        if dataset.manifest()["incomplete"] == true && is_first(folder) {
            self.note(&format!(
                "{}: the dataset is incomplete, since inputs could not be read, or not to their end: their games are \
                 missing here",
                harmless(&folder.to_string_lossy())
            ));
        }
        Ok(dataset)
    }

    /// A dataset as the options say.
    fn read(&self, checked: CheckedDataset) -> Dataset {
        Dataset::of(checked)
            .with_threads(self.threads)
            .within(self.limits.memory)
            .counting(self.moveless)
    }

    fn note(&self, text: &str) {
        if let Some(note) = self.note {
            note(text);
        }
    }

    /// Number of threads for archives.
    #[must_use]
    pub fn worker_count(&self) -> usize {
        pipeline::threads(self.threads)
    }

    /// Selects the games of archives that count.
    fn game_filter(&self) -> Result<GameFilter, ColumnNotInArchives> {
        check_for_archives(self.filter.as_ref(), GameFilter::UNKNOWN)?;
        Ok(GameFilter::new(self.filter.clone()))
    }

    /// Replays archives into one sink per worker; see [`pipeline::fold`].
    fn fold<S: FactSink + Send>(
        &self,
        archives: &[String],
        options: &AuditOptions,
        observer: &dyn pipeline::Observer,
        make: impl Fn() -> S + Sync,
        begin: impl Fn(&mut S, &Chunk) + Sync,
    ) -> anyhow::Result<Vec<S>> {
        pipeline::fold(
            archives,
            self.limits,
            self.worker_count(),
            options,
            observer,
            make,
            begin,
        )
    }
}

/// Checks the dataset in a folder against its manifest.
///
/// # Errors
/// If it does not match its manifest.
pub fn check(folder: &Path, no_verify: bool) -> Result<CheckedDataset, FolderError> {
    let options = CheckOptions {
        checksums: !no_verify,
        ..CheckOptions::new(&count_rows)
    };
    CheckedDataset::open(folder, &options)
}
