//! Questions about datasets and archives alike, and their answers.
//!
//! [`Inputs`] holds what a user named and how it is read. Each kind of answer has a method: [`Inputs::positions`] is about
//! start positions, [`Inputs::ledger`] finds the draws that could be claimed, [`Inputs::games`] finds one game. They ask
//! datasets ([`Inputs::opened`]): those that were named, and a temporary one of the archives. [`Inputs::explore`] and the
//! like follow the moves of games, of archives as they are replayed. What is shown of the answers, as tables and in words,
//! is here, too.

mod checked_files;
mod claim;
mod diagram;
mod differences;
mod endings;
mod epd_files;
mod explore;
mod find;
mod games;
mod known;
mod law;
mod law_at_venue;
mod ledger;
mod left_out;
mod line_json;
mod missing_starts;
mod named_position;
mod opened;
mod outcome;
mod place;
mod played;
mod popular;
mod shared_games;
mod start_positions;
pub mod start_results;
pub mod starts;
mod tablebase;
mod tables;
mod tally;
mod verify;
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
pub use checked_files::CheckedFiles;
pub use claim::{ClaimAt, ScoresheetMove};
pub use diagram::write_diagram;
pub use differences::write_differences;
pub use endings::EndingQuery;
pub use epd_files::{ConversionCounts, LineCheck, LineForm, PerftCheck};
pub use explore::ExploreQuery;
pub use find::FindOutput;
pub use law::{LawQuestion, law_table, venue_table, write_law_answer};
pub use law_at_venue::law_at_venue;
pub use ledger::LedgerQuery;
pub use left_out::LeftOut;
pub use line_json::{line_json, write_check_summary, write_perft_summary};
pub use named_position::{line_from, named_start};
pub use opened::{DatasetHandle, OpenedInputs};
pub use outcome::{ignored_sentence, write_outcome, write_speed};
pub use place::{free_folder_beside, unfinished_folder_beside};
pub use played::{GameScan, GameStartKind};
pub use popular::{PlyRange, PopularBy, PopularQuery};
pub use start_positions::StartsQuery;
pub use tablebase::{
    ProbedPosition, TablebaseFolders, checked_table, moves_table, positions_table,
};
pub use tables::LawTableFiles;
pub use tally::InputCounts;
pub use verify::verify;

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
        let dataset = Dataset::of(checked).with_threads(self.threads);
        if dataset.manifest()["incomplete"] == true && is_first(folder) {
            self.note(&format!(
                "{}: the dataset is incomplete, since inputs could not be read, or not to their end: their games are \
                 missing here",
                harmless(&folder.to_string_lossy())
            ));
        }
        Ok(dataset.counting(self.moveless))
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
