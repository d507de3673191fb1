//! Positions of games, collected from their facts.

mod after;
mod claim;
mod replay;

pub use after::AfterPlies;
pub use claim::AtClaim;

#[cfg(test)]
mod tests;
