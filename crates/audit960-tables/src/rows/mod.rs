//! Rows of the tables that facts are appended to. The columns hold the facts of one chunk of an archive:
//! `game` and `line` count within the chunk, and there is no `source`. Only `duplicates`, which no chunk can
//! know of, has all columns.

mod comparisons;
mod findings;
mod games;
mod incidents;
mod positions;

pub(crate) use comparisons::{CrosscheckColumns, DuplicateColumns};
pub(crate) use findings::{DiagnosticColumns, GapColumns};
pub(crate) use games::GameColumns;
pub(crate) use incidents::{IncidentColumns, RepetitionColumns};
pub(crate) use positions::PositionColumns;
