//! One game: its facts, its bytes, and its parts in order.

use std::collections::BTreeSet;
use std::ops::Range;

use audit960_board::{Move, Position};
use audit960_pgn::{Meaning, Tag, TagPair};
use audit960_types::{Code, Effect, Finding, GameFacts, GameToken, Side, Verdict};

/// A game as it was read.
#[derive(Clone, Debug)]
pub struct ExportGame<'g> {
    /// Its facts.
    pub facts: &'g GameFacts<'g>,
    /// The findings about it.
    pub findings: &'g [Finding],
    pub(crate) text: &'g [u8],
    pub(crate) range: Range<usize>,
    pub(crate) parts: &'g Parts,
    pub(crate) added: &'g [AddedTag],
}

/// The start position of a game.
pub(crate) fn start(facts: &GameFacts<'_>) -> Option<Position> {
    Position::of_game(facts.fen).ok()
}

/// The moves of a game.
pub(crate) fn moves<'g>(game: &ExportGame<'g>) -> impl Iterator<Item = Move> + 'g {
    let hashed = game.facts.hashed.unwrap_or_default();
    let split = hashed.len().saturating_sub(2 * game.facts.plies as usize);
    let pairs = hashed[split..].chunks_exact(2);
    pairs.map(|pair| Move::from_bits(u16::from_le_bytes([pair[0], pair[1]])))
}

/// A tag that is added to a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedTag {
    /// Its name.
    pub name: Vec<u8>,
    /// Its value as in PGN, between the quotes.
    pub raw: Vec<u8>,
}

impl<'g> ExportGame<'g> {
    /// The same game with added tags, which replace its own tags of the same names.
    #[must_use]
    pub fn with_tags(&self, added: &'g [AddedTag]) -> Self {
        Self {
            added,
            ..self.clone()
        }
    }

    /// The tags that were added.
    #[must_use]
    pub const fn added(&self) -> &'g [AddedTag] {
        self.added
    }

    /// Its bytes, as they stand in the archive.
    #[must_use]
    pub fn raw(&self) -> &'g [u8] {
        &self.text[self.range.clone()]
    }

    /// Where it begins in the text that was read.
    #[must_use]
    pub const fn at(&self) -> usize {
        self.range.start
    }

    /// Whether it was replayed to its end, and so has a normal form; a damaged game has one if the illegal
    /// moves that were kept are its only damage.
    #[must_use]
    pub fn has_normal_form(&self) -> bool {
        match self.facts.verdict {
            Verdict::Ok | Verdict::Repaired => true,
            Verdict::Damaged if self.has_illegal_move() => {
                let damage = |finding: &&Finding| finding.code.effect() >= Effect::Damaged;
                let mut damages = self.findings.iter().filter(damage);
                damages.all(|finding| finding.code == Code::IllegalMoveKept)
            }
            _ => false,
        }
    }

    /// Whether it holds an illegal move that was replayed.
    pub(crate) const fn has_illegal_move(&self) -> bool {
        self.facts.illegal_kept > 0
    }

    /// Plays one of its moves.
    pub(crate) fn play(&self, position: &mut Position, played: Move) {
        if self.has_illegal_move() {
            position.play_after_illegal(played);
        } else {
            position.play(played);
        }
    }

    /// Plays one of its moves and appends it in SAN.
    pub(crate) fn play_to_san(&self, position: &mut Position, played: Move, text: &mut String) {
        if self.has_illegal_move() {
            position.play_after_illegal_to_san(played, text);
        } else {
            position.play_to_san(played, text);
        }
    }

    /// Its tags, in order.
    pub fn tags(&self) -> impl Iterator<Item = TagPair<'g>> + '_ {
        let bytes = &self.parts.tag_bytes;
        let mut from = 0;
        self.parts.tags.iter().map(move |&(name, raw)| {
            let (middle, end) = (from + name as usize, from + (name + raw) as usize);
            let (name, raw) = (&bytes[from..middle], &bytes[middle..end]);
            from = end;
            tag_pair(name, raw)
        })
    }

    /// Its tags and the added ones, which come last.
    pub(crate) fn all_tags(&self) -> impl Iterator<Item = TagPair<'g>> + '_ {
        let names: BTreeSet<&[u8]> = self.added.iter().map(|tag| &*tag.name).collect();
        let given = move |pair: &TagPair<'_>| names.contains(pair.name);
        let added = self.added.iter().map(|tag| tag_pair(&tag.name, &tag.raw));
        self.tags().filter(move |pair| !given(pair)).chain(added)
    }

    /// The position after this many half-moves, and the last of them in SAN with its number; `None` if
    /// fewer were replayed.
    #[must_use]
    pub fn position_after(&self, plies: u32) -> Option<(Position, Option<String>)> {
        self.facts.hashed?;
        let mut position = start(self.facts)?;
        let mut last = None;
        let mut played = 0;
        for next in moves(self).take(plies as usize) {
            let dots = if position.turn() == Side::White {
                "."
            } else {
                "..."
            };
            let mut text = format!("{}{dots} ", position.move_number());
            self.play_to_san(&mut position, next, &mut text);
            last = Some(text);
            played += 1;
        }
        (played == plies).then_some((position, last))
    }

    /// The texts of its comments and variations, as they stand, in order: what annotators have written.
    pub fn annotations(&self) -> impl Iterator<Item = &'g [u8]> + '_ {
        let written = |token| matches!(token, GameToken::Comment | GameToken::Variation);
        let parts = self
            .parts
            .tokens
            .iter()
            .filter(move |part| written(part.token));
        let texts = parts.map(|part| self.text.get(part.range()).unwrap_or_default());
        texts
            .map(<[u8]>::trim_ascii)
            .filter(|text| !text.is_empty())
    }
}

fn tag_pair<'g>(name: &'g [u8], raw: &'g [u8]) -> TagPair<'g> {
    let tag = Tag::from_name(name).or_else(|| Tag::from_miswritten_name(name));
    TagPair {
        name,
        meaning: tag.map_or(Meaning::Other, Meaning::Read),
        raw,
        defect: None,
    }
}

/// A part of a game's text, by offset in the piece of text that was read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) token: GameToken,
    at: u32,
    pub(crate) len: u32,
}

impl Part {
    /// Its byte range.
    pub(crate) const fn range(self) -> Range<usize> {
        self.at as usize..self.at as usize + self.len as usize
    }
}

/// The parts of a game. The buffers are reused for the next game.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    /// Names and values of the tags, one after the other.
    tag_bytes: Vec<u8>,
    /// Their lengths.
    tags: Vec<(u32, u32)>,
    pub(crate) tokens: Vec<Part>,
    /// Number of tokens before the movetext.
    before_movetext: Option<usize>,
    /// The language of the moves, where it is not English.
    pub(crate) language: Option<usize>,
}

impl Parts {
    pub(crate) fn clear(&mut self) {
        self.tag_bytes.clear();
        self.tags.clear();
        self.tokens.clear();
        self.before_movetext = None;
        self.language = None;
    }

    pub(crate) fn tag(&mut self, name: &[u8], raw: &[u8]) {
        self.tag_bytes.extend_from_slice(name);
        self.tag_bytes.extend_from_slice(raw);
        self.tags.push((name.len() as u32, raw.len() as u32));
    }

    pub(crate) fn movetext(&mut self, language: Option<usize>) {
        match self.before_movetext {
            None => self.before_movetext = Some(self.tokens.len()),
            Some(before) => self.tokens.truncate(before),
        }
        self.language = language;
    }

    #[inline]
    pub(crate) fn token(&mut self, token: GameToken, at: usize, len: usize) {
        self.tokens.push(Part {
            token,
            at: at as u32,
            len: len as u32,
        });
    }
}
