//! Datasets: Parquet out and in, one commit, what verifies it, and which games are copies.
//!
//! - [`folder`]: a dataset is published in one step or not at all, and opened only after a check. Whatever writes a file
//!   passes its [`Door`], and what is not whole yet has a [`Temporary`] name.
//! - [`tables`]: rows become columns, columns row groups and files, and come back; what can be computed again is verified.
//! - [`Table`]: an answer in memory, columns with names, types and the form in which people read them.
//! - [`copies`]: games that are the same, or the beginning of another, found in bounded memory.
//!
//! What must hold: the same rows give the same bytes, for any number of threads; a run that dies at any moment leaves the old
//! dataset, the new one, or unfinished work that the next run names. Columns are declared in `audit960-types`, not here. No
//! game is read or judged here.

pub mod copies;
pub mod folder;
mod frame;
mod scan;
mod sorter;
pub mod tables;

pub use folder::{
    Adoption, CheckOptions, CheckedDataset, Door, FORMAT_VERSION, Fault, FileEntry, FolderError,
    IN_PROGRESS, MANIFEST, Manifest, NewFile, NewFiles, Resumption, RowCounter, Storage,
    StoredFile, Temporary, UnfinishedDataset, before_first_temporary, can_be_resumed, incomplete,
    is_dataset, manifest_of, remove_all, require_dataset,
};
pub use frame::{Column, IntoValues, NumberForm, Table, TableBuilder};
pub use scan::{
    CountedAnswer, CountedGames, Dataset, DatasetError, DatasetRow, GamesLeftOut, GroupKey,
    GroupLabels, Grouping, LabelColumn, LeftOutCounter, LinePair, Memory, RowError, RowGroups,
    StartColumn, TableScan, rows,
};
pub use sorter::{Key, Sorter};
