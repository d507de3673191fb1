//! Facts, and what their source knows of them.

/// Facts with their place in a source: what a row of a table is made of.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a, F> {
    /// Name of the source.
    pub source: &'a str,
    /// Ordinal of the game that the facts are about, from 0; `None` if it is not known or there is none.
    pub game: Option<u64>,
    /// First line of a game, from 1 in its source, or as [`ColumnOrigin::Line`](super::ColumnOrigin) says.
    pub line: u64,
    /// The facts.
    pub facts: &'a F,
}
