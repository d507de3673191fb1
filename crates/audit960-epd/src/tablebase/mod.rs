//! Endgame tables (Syzygy): what a position is worth, and what it is worth under the clock of the fifty-move rule.
//!
//! [`EndgameTables`] finds the files of folders, opens each when a position first needs it, and names those that are damaged
//! or missing. [`Prober::probe`] gives what tables have of a position whatever its clock, [`Probed::under`] its value
//! under a clock: a win that comes too late is a *cursed* win, its other side a *blessed* loss. Distances that tables
//! round leave two values at one clock; there the value is not certain, and never a win.
//!
//! The engine is shakmaty-syzygy; its types stay inside. Whatever a file contains, a probe ends with a value or with
//! the reason why there is none: headers and sizes are checked before a table is used (`layout.rs`).

mod check;
mod convert;
mod files;
mod layout;
mod moves;
mod name;
mod record;
mod sample;
mod tables;
mod value;

pub use check::{CheckedTable, TablesCheck, check_tables, file_checksum};
pub use layout::TableDamage;
pub use moves::{ProbedMove, probe_moves, settle};
pub use name::{TableKind, TableMaterial, TableName};
pub use record::TableRecord;
pub use tables::{DamagedTable, EndgameTables, Prober, TablebaseError};
pub use value::{ClockValue, Dtz, Probed, Wdl};
