//! Reads tables back, one row group at a time, with the schema they were written with.
//!
//! [`row_groups`] opens the files of a table and returns their row groups; [`RowGroup::read`] decodes the
//! requested columns into [`Rows`], whose columns are accessed by name and by the type that the schema
//! states. A file whose columns are missing or of another type is an error with its path, never a wrong
//! answer.

mod columns;
mod error;
mod row_group;
mod rows;

pub use columns::{
    Bools, ColumnValues, Dates, FloatLists, Floats, Ints, Lists, MappedTexts, Texts, Values,
};
pub use error::ReadError;
pub(crate) use row_group::stored;
pub use row_group::{RowGroup, held_group, row_groups};
pub use rows::Rows;
