//! Archives and datasets given back as files.
//!
//! A [`ExportRun`] reads archives ([`ExportRun::archives`]) or the games of a dataset that are wanted
//! ([`ExportRun::dataset`]), writes each game by its [`Plan`], and gives the [`Files`] their names when all is
//! well. Games are written by [`audit960_export`]; here is decided which ones, where to, and what becomes
//! of copies and of damaged games.

mod archives;
mod dataset;
mod export;
mod fate;
mod files;
mod merge;
mod proposals;
mod selection;
mod show;
mod split;
mod work;

pub use archives::{ExportRun, Outputs};
pub use export::{Export, Targets};
pub use fate::Merge;
pub use files::{Files, WriteStdout};
pub use selection::Selection;
pub use show::{Showing, show_of_archive, show_of_dataset};
pub use split::{Key, SplitBy};
pub use work::{Plan, Summary};
