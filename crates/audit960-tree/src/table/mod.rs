//! The rows of table `tree`: which moves games played from the positions that at least two of them reached.
//!
//! The games are read twice. The first time it is seen which positions are reached again ([`SeePositions`]); the second
//! time what the games played from these is written to temporary files ([`TreeCollector`]), each position to one of them
//! ([`TreeParts`]). Both times as many games as fit into some memory are sorted by their moves, because most of the first
//! positions are those of a neighbour (`openings.rs`); if all of them fit, they are read once. Each file is then counted for itself and its rows are put in order
//! ([`TreeParts::rows`]). Memory does not grow with the number of games, but for the bits of the first reading; rows do
//! not depend on threads.

mod collect;
mod company;
mod openings;
mod record;
mod record_file;
mod rows;
mod seen;
#[cfg(test)]
mod tests;

pub use self::collect::{TreeCollector, TreeParts};
pub use self::rows::SortedRows;
pub use self::seen::{SeePositions, SeenGames, SeenPositions};
