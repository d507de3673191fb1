//! Reads tables back, piece by piece, with the schema they were written with.
//!
//! [`pieces`] opens the files of a table and returns their row groups; [`TablePiece::read`] decodes the
//! requested columns into [`Rows`], whose columns are accessed by name and by the type that the schema
//! states. A file whose columns are missing or of another type is an error with its path, never a wrong
//! answer.

mod columns;
mod error;
mod piece;
mod rows;

pub use columns::{Bools, Dates, FloatLists, Floats, Ints, Lists, MappedTexts, Texts, Values};
pub use error::ReadError;
pub(crate) use piece::stored;
pub use piece::{TablePiece, pieces};
pub use rows::Rows;
