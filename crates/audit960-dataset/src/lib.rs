//! The folder of a dataset: published in one step, believed only after a check.
//!
//! # Publishing
//! A [`Work`] is a dataset under construction. Its files lie in `DIR/_inprogress`, which is created
//! exclusively and holds a lock file as long as the run lives. [`Work::commit`] syncs them, moves them
//! to their places, and last of all puts `manifest.json` there by renaming a finished, synced file:
//! **that rename is the commit**. Before it the folder is no dataset, after it the dataset is complete.
//! The manifest lists every file with size, rows and XXH3-128, and carries a checksum of itself. What
//! a dead run left is recognised by its lock. The next run removes it; [`Work::resume`] goes on with the
//! checkpoint that was saved last ([`Work::save`]). Where the run died in the middle of its commit, the
//! manifest it had prepared tells, and the commit is finished by [`Work::resume`] and by nothing else.
//! Anything else of these names is refused, never followed, emptied or replaced.
//!
//! # Reading
//! [`CheckedDataset::open`] is the only door to a dataset: it believes nothing on disk. Readers get the
//! files that the manifest lists and no others.
//!
//! Every file operation goes through a [`Storage`]. Tests give one that fails at its Nth operation.

mod adopt;
mod check;
mod error;
mod files;
mod folder;
mod go_back;
mod manifest;
mod names;
mod publish;
mod recover;
mod remembered;
mod replace;
mod resume;
mod shared;
mod storage;
#[cfg(test)]
mod tests;
mod work;

pub use adopt::Adoption;
pub use check::{
    CheckOptions, CheckedDataset, RowCounter, incomplete, is_dataset, require_dataset,
};
pub use error::FolderError;
pub use files::{NewFile, NewFiles};
pub use manifest::{FileEntry, Manifest};
pub use names::{FORMAT_VERSION, IN_PROGRESS, MANIFEST, TABLES};
pub use resume::{Resumption, can_be_resumed};
pub use storage::{Fault, Storage, StoredFile};
pub use work::Work;
