//! Simulated archives with known properties, and what the statistics find in them.
//!
//! [`process`] simulates games: players with a strength, ratings that measure it more or less well,
//! events, pairs of games, copies. It knows nothing of how archives are analysed. [`drawing`] draws start
//! positions. [`experiment`] runs the statistics on such archives and counts what they find.
//! `make simulate` runs all of it and prints the tables of `docs/starts.md`; the tests run a
//! small part.

mod copies;
pub mod drawing;
pub mod experiment;
pub mod process;

#[cfg(test)]
mod tests;
