//! Exports of games of archives and datasets to files.
//!
//! An [`ExportRun`] reads archives ([`ExportRun::archives`]) or the selected games of a dataset
//! ([`ExportRun::dataset`]), writes each game as its [`ExportPlan`] says, and at the end gives the [`Files`] their
//! names. `normal_form` writes the single games; this crate selects them, chooses their files, and
//! handles copies and damaged games.

mod anonymise;
mod archives;
mod audited_game;
mod copy_decisions;
mod dataset;
mod export;
mod export_text;
mod files;
mod merge;
mod normal_form;
mod proposals;
mod selection;
mod show;
mod split;

pub use archives::{ExportRun, Outputs};
pub use copy_decisions::CopyDecision;
pub use export::{Export, Targets};
pub use export_text::{ExportPlan, ExportSummary};
pub use files::{Files, WriteStdout};
pub use normal_form::{
    AddedTag, CastlingField, ExportGame, ExportOptions, ExportVisitor, Form, GameWriter, Reader,
    VariationError,
};
pub use selection::ExportSelection;
pub use show::{ShowOptions, View, game_of_dataset, show_of_archive, show_of_dataset};
pub use split::{Key, SplitBy};
