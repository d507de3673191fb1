//! What is known of a game after it has been replayed: one row of each table.

mod game;
mod gap;
mod incident;
mod position;
mod quality;
mod values;

use crate::finding::Finding;
pub use game::{Castled, GameFacts, LastPosition};
pub use gap::{Gap, GapKind};
pub use incident::{Chance, Incident, IncidentFacts, RepetitionFacts};
pub use position::PositionFacts;
pub use quality::SideQuality;
pub use values::{PositionValue, RunValues, ValueChange};

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

/// What is known of a game, a position or a place of an archive.
#[derive(Clone, Debug)]
pub enum Fact<'f> {
    /// A game was replayed.
    Game(&'f GameFacts<'f>),
    /// A game was not replayed, because its tags do not meet a condition. It counts in the ordinals of games; its
    /// length in bytes.
    Skipped(u64),
    /// A run with a claimable draw.
    Incident(&'f IncidentFacts<'f>),
    /// A position that could be claimed to have occurred three times; its game holds the moves.
    Repetition(&'f RepetitionFacts<'f>),
    /// A finding.
    Finding(Finding),
    /// Bytes outside any game.
    Gap(&'f Gap),
    /// A line of positions was read; its bytes belong to a gap.
    Position(&'f PositionFacts<'f>),
}

/// Receives facts in the order of the archive. A game's findings, incidents and repetitions come before
/// the game, a position's findings before the position. There is one door for all of them, so that a sink
/// that forwards to another cannot forget one.
pub trait FactSink {
    /// Receives a fact.
    fn fact(&mut self, fact: Fact<'_>);

    /// Receives a game.
    #[inline]
    fn game(&mut self, facts: &GameFacts<'_>) {
        self.fact(Fact::Game(facts));
    }

    /// Receives a run with a claimable draw.
    #[inline]
    fn incident(&mut self, facts: &IncidentFacts<'_>) {
        self.fact(Fact::Incident(facts));
    }

    /// Receives a repetition.
    #[inline]
    fn repetition(&mut self, facts: &RepetitionFacts<'_>) {
        self.fact(Fact::Repetition(facts));
    }

    /// Receives a finding.
    #[inline]
    fn finding(&mut self, finding: Finding) {
        self.fact(Fact::Finding(finding));
    }

    /// Receives a gap.
    #[inline]
    fn gap(&mut self, gap: &Gap) {
        self.fact(Fact::Gap(gap));
    }

    /// Receives a line of positions.
    #[inline]
    fn position(&mut self, facts: &PositionFacts<'_>) {
        self.fact(Fact::Position(facts));
    }
}

/// Ignores all facts.
impl FactSink for () {
    fn fact(&mut self, _: Fact<'_>) {}
}

/// Receives the text of games beside their facts, to write them again. What asks for a [`FactSink`] reports no
/// text, and takes none of these.
pub trait TextSink {
    /// Receives a fact, in the order of [`FactSink`].
    fn fact(&mut self, fact: Fact<'_>);

    /// A tag pair of the game that comes next: its name, and its value as written.
    fn tag(&mut self, name: &[u8], raw: &[u8]);

    /// The movetext of that game begins. It begins again, and the tokens so far are void, where it is read
    /// another time: with other castling rights, from another start, or in a language other than English,
    /// given by its index in the grammar's list.
    fn movetext(&mut self, language: Option<usize>);

    /// A token of that game, in the order of the text; its offset and length are in bytes, the offset from
    /// the start of the text that is read. Comments between tag pairs are reported too.
    fn token(&mut self, token: GameToken, at: usize, len: usize);
}

/// A sink of facts ignores text.
impl<S: FactSink> TextSink for S {
    #[inline]
    fn fact(&mut self, fact: Fact<'_>) {
        FactSink::fact(self, fact);
    }

    #[inline(always)]
    fn tag(&mut self, _name: &[u8], _raw: &[u8]) {}

    #[inline(always)]
    fn movetext(&mut self, _language: Option<usize>) {}

    #[inline(always)]
    fn token(&mut self, _token: GameToken, _at: usize, _len: usize) {}
}
