//! Invariants of any input. The fuzz targets and the tests of the workspace call the same functions;
//! each panics if an invariant is broken.

mod chess;
mod dataset;
mod facts;
mod positions;
mod stored;
mod tables;
mod text;

pub use chess::san;
pub use dataset::{manifest, parquet};
pub use positions::{epd, fen};
pub use stored::stored;
pub use tables::tables;
pub use text::{pgn, split};
