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

/// A part of a game's text, told while it is read to those who write the game anew. What is neither
/// told nor a tag pair (white space, move numbers, escape lines) says nothing that the moves do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameToken {
    /// A half-move of the main line. `exact` says that its text is SAN as the export format has it
    /// (PGN 8.2.3), but that `+` may stand where the move mates.
    Move {
        /// See above.
        exact: bool,
    },
    /// A half-move of the main line that is illegal and was replayed all the same.
    IllegalMove,
    /// A comment without its delimiters; the byte before it tells which they are.
    Comment,
    /// A numeric annotation glyph, or a suffix such as `!?`.
    Annotation,
    /// A variation with both its parentheses.
    Variation,
    /// Text that belongs to no rule of the grammar, or stands where none allows it.
    Unread,
    /// The termination marker.
    Termination,
}

/// Takes facts in the order of the archive. A game's findings, incidents and repetitions come before
/// the game, a position's findings before the position. Each method ignores what it is given unless a
/// sink says otherwise; a sink that hands facts on to another must hand on all of them.
pub trait FactSink {
    /// A game is through.
    fn game(&mut self, _facts: &GameFacts<'_>) {}
    /// A run with a claimable draw.
    fn incident(&mut self, _facts: &IncidentFacts<'_>) {}
    /// A position that came back and could be claimed; its game holds the moves. What asks about other things passes over it.
    fn repetition(&mut self, _facts: &RepetitionFacts<'_>) {}
    /// Something to be said.
    fn finding(&mut self, _finding: Finding) {}
    /// Bytes outside any game.
    fn gap(&mut self, _gap: &Gap) {}
    /// A line of positions is through; its bytes belong to a gap. What asks about games passes over
    /// it.
    fn position(&mut self, _facts: &PositionFacts<'_>) {}
    /// A tag pair of the game that comes next: its name, and its value as it stands in the text.
    #[inline(always)]
    fn tag(&mut self, _name: &[u8], _raw: &[u8]) {}
    /// The movetext of that game begins. It begins anew where it is read otherwise than at first: with
    /// other rights, from another start, or in another language than English, given by its index in
    /// the list of the grammar. The tokens since are void.
    #[inline(always)]
    fn movetext(&mut self, _language: Option<usize>) {}
    /// A part of that game, in the order of the text; `at` counts from the start of the piece of text
    /// that is read. Comments come from between tag pairs too.
    #[inline(always)]
    fn token(&mut self, _token: GameToken, _at: usize, _len: usize) {}
}
