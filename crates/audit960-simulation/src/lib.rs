//! Archives with a known truth, and what the statistics find in them.
//!
//! [`process`] makes games as the world makes them: players with a strength, ratings that tell of
//! it more or less well, events, pairs of games, copies. It knows nothing of how archives are
//! judged. [`drawing`] draws start positions by throwing dice. [`experiment`] puts such archives to the statistics and counts what they find.
//! `make simulate` runs all of it and prints the tables of `docs/statistics.md`; the tests run a
//! small part.

mod copies;
pub mod drawing;
pub mod experiment;
pub mod process;

#[cfg(test)]
mod tests;
