//! Rows of the tables that facts are appended to. A column holds the facts of one chunk of an
//! archive: `game` and `line` are counted within the chunk, and `source` is not held at all. Only a
//! duplicate, which no chunk can know of, has all of it.

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
