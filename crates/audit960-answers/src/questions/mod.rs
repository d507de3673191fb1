//! Questions about the games of a dataset, and what they share.

pub(crate) mod diff;
mod distinct;
pub(crate) mod groups;
pub(crate) mod matches;
pub(crate) mod openings;
pub(crate) mod pairs;
pub(crate) mod popularity;
pub(crate) mod spreads;

#[cfg(test)]
pub(crate) mod tests;
