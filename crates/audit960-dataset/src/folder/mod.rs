//! The folder of a dataset: published atomically, opened only after a check.
//!
//! # Publishing
//! A [`UnfinishedDataset`] is a dataset under construction. Its files are in `DIR/_inprogress`, which is created
//! exclusively and holds a lock file as long as the run lives. [`UnfinishedDataset::commit`] syncs them, moves them
//! to their final paths, and then renames a finished, synced file to `manifest.json`: **that rename is the
//! commit**. Before it the folder is not a dataset, after it the dataset is complete.
//! The manifest lists every file with size, rows and XXH3-128, and carries a checksum of itself. The files
//! of a dead run are recognised by its lock. The next run removes them; [`UnfinishedDataset::resume`] continues from the
//! checkpoint that was saved last ([`UnfinishedDataset::save`]). If the run died during its commit, the manifest it had
//! prepared is still there, and only [`UnfinishedDataset::resume`] completes the commit.
//! Anything else with these names is refused; it is never followed, emptied or replaced.
//!
//! # Reading
//! [`CheckedDataset::open`] is the only way to open a dataset: it checks everything on disk. Readers get the
//! files that the manifest lists and no others.
//!
//! Every file operation goes through a [`Storage`]. Tests use one that fails at its Nth operation.

mod adopt;
mod check;
mod door;
mod error;
mod files;
mod manifest;
mod names;
mod publish;
mod recover;
mod resume;
mod storage;
mod temporary;
#[cfg(test)]
mod tests;
mod unfinished;
mod verified_files;

pub use adopt::Adoption;
pub use check::{
    CheckOptions, CheckedDataset, RowCounter, incomplete, is_dataset, manifest_of, require_dataset,
};
pub use door::Door;
pub use error::FolderError;
pub use files::{NewFile, NewFiles};
pub use manifest::{FileEntry, Manifest};
pub use names::{FORMAT_VERSION, IN_PROGRESS, MANIFEST};
pub use resume::{Resumption, can_be_resumed};
pub use storage::{Fault, Storage, StoredFile};
pub use temporary::{Temporary, before_first_temporary, remove_all};
pub use unfinished::UnfinishedDataset;
