//! Positions of games: what was played from them, where they occur, and the endings they reach.

pub(crate) mod diagram;
pub(crate) mod endings;
pub(crate) mod explore;
pub(crate) mod find;
pub(crate) mod known;
pub(crate) mod named_position;
pub(crate) mod played;
pub(crate) mod popular;
pub(crate) mod serve;
