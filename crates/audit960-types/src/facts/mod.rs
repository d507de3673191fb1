//! What is known of a game after it has been replayed: one row of each table.

mod game;
mod gap;
mod incident;
mod position;

use crate::finding::Finding;
pub use game::{Castled, GameFacts, LastPosition};
pub use gap::{Gap, GapKind};
pub use incident::{Chance, Incident, IncidentFacts, RepetitionFacts};
pub use position::PositionFacts;

/// A part of a game's text, reported while the game is read to sinks that rewrite it. What is neither
/// reported nor a tag pair (white space, move numbers, escape lines) says nothing that the moves do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameToken {
    /// A half-move of the main line.
    Move {
        /// Whether its text is SAN in export format (PGN 8.2.3), except that `+` may mark a move that mates.
        exact: bool,
    },
    /// An illegal half-move of the main line that was replayed anyway.
    IllegalMove,
    /// A comment without its delimiters; the byte before it shows which they are.
    Comment,
    /// A numeric annotation glyph, or a suffix such as `!?`.
    Annotation,
    /// A variation with both its parentheses.
    Variation,
    /// Text that matches no rule of the grammar, or is where none allows it.
    Unread,
    /// The termination marker.
    Termination,
}

/// Receives facts in the order of the archive. A game's findings, incidents and repetitions come before
/// the game, a position's findings before the position. The default of each method ignores its
/// arguments; a sink that forwards facts to another must forward all of them.
pub trait FactSink {
    /// A game was replayed.
    fn game(&mut self, _facts: &GameFacts<'_>) {}
    /// A run with a claimable draw.
    fn incident(&mut self, _facts: &IncidentFacts<'_>) {}
    /// A position that came back and could be claimed; its game holds the moves.
    fn repetition(&mut self, _facts: &RepetitionFacts<'_>) {}
    /// A finding.
    fn finding(&mut self, _finding: Finding) {}
    /// Bytes outside any game.
    fn gap(&mut self, _gap: &Gap) {}
    /// A line of positions was read; its bytes belong to a gap.
    fn position(&mut self, _facts: &PositionFacts<'_>) {}
    /// A tag pair of the game that comes next: its name, and its value as written.
    #[inline(always)]
    fn tag(&mut self, _name: &[u8], _raw: &[u8]) {}
    /// The movetext of that game begins. It begins again, and the tokens so far are void, where it is read
    /// another time: with other castling rights, from another start, or in a language other than English,
    /// given by its index in the grammar's list.
    #[inline(always)]
    fn movetext(&mut self, _language: Option<usize>) {}
    /// A token of that game, in the order of the text; its offset and length are in bytes, the offset from
    /// the start of the text that is read. Comments between tag pairs are reported too.
    #[inline(always)]
    fn token(&mut self, _token: GameToken, _at: usize, _len: usize) {}
}
