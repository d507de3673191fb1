//! What holds of any input. The fuzz targets and the tests of the workspace check the same functions;
//! each panics where something does not hold.

mod chess;
mod facts;
mod positions;
mod text;

pub use chess::san;
pub use positions::{epd, fen};
pub use text::{pgn, split};
