//! Tables read back, piece by piece: the other direction of the same schema.
//!
//! [`pieces`] opens the files of a table and tells their row groups; [`TablePiece::read`] decodes the
//! columns that are asked for of the rows that are wanted, and gives [`Rows`], whose columns are read
//! by name and by the type the schema states. A file whose columns are missing or of another type is
//! an error with its path, never a wrong answer.

mod columns;
mod error;
mod piece;
mod rows;

pub use columns::{Dates, FloatLists, Floats, Ints, Lists, Texts, Truths, Values};
pub use error::ReadError;
pub use piece::{TablePiece, pieces};
pub use rows::Rows;
