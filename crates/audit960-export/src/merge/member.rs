//! A game that may have copies, and how it compares with others.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::normal_form::AddedTag;
use audit960_pgn::decode;
use audit960_types::{GameResult, Identity, Verdict, game_name};

/// A game that may have copies.
#[derive(Clone, Debug)]
pub(super) struct Member {
    /// Its position in the order of all games.
    pub(super) order: u64,
    pub(super) source: Arc<str>,
    /// Its ordinal in its source, from 0.
    pub(super) game: u64,
    pub(super) identity: Identity,
    /// Number of lines of its source before it.
    pub(super) line: u64,
    /// Hash of both players; `None` if one of them is not known.
    pub(super) players: Option<u64>,
    pub(super) white: String,
    pub(super) black: String,
    pub(super) date: String,
    /// First and last day it can have been played on.
    pub(super) days: Option<(i32, i32)>,
    pub(super) result: GameResult,
    pub(super) verdict: Verdict,
    pub(super) plies: u32,
    /// The texts of comments and variations.
    pub(super) annotations: Vec<Vec<u8>>,
    pub(super) tags: Vec<AddedTag>,
    /// Start as text, then two bytes per half-move.
    pub(super) record: Vec<u8>,
}

impl Member {
    /// Number of tags whose value is known.
    pub(super) fn known_tags(&self) -> usize {
        self.tags.iter().filter(|tag| is_known(&tag.raw)).count()
    }

    /// Number of bytes of its comments and variations.
    pub(super) fn annotation_bytes(&self) -> u64 {
        self.annotations.iter().map(|text| text.len() as u64).sum()
    }

    /// The comments and variations that another game lacks.
    pub(super) fn only_here(&self, other: &Self) -> Vec<String> {
        let there: BTreeSet<&[u8]> = other.annotations.iter().map(Vec::as_slice).collect();
        let only = self
            .annotations
            .iter()
            .filter(|text| !there.contains(text.as_slice()));
        only.map(|text| decode(text).0.into_owned()).collect()
    }

    /// The key that decides which copy is kept: the least one is.
    pub(super) fn rank(&self) -> (Verdict, Reverse<u32>, Reverse<u64>, Reverse<usize>, u64) {
        (
            self.verdict,
            Reverse(self.plies),
            Reverse(self.annotation_bytes()),
            Reverse(self.known_tags()),
            self.order,
        )
    }

    /// Start and moves.
    fn start_and_moves(&self) -> (&[u8], &[u8]) {
        let split = self.record.len().saturating_sub(2 * self.plies as usize);
        self.record.split_at(split)
    }

    /// Whether its moves are those of a longer game, or their beginning.
    pub(super) fn begins(&self, longer: &Self) -> bool {
        let ((start, moves), (other_start, other_moves)) =
            (self.start_and_moves(), longer.start_and_moves());
        start == other_start && other_moves.starts_with(moves)
    }

    /// Its name for people.
    pub(super) fn name(&self) -> String {
        game_name(&self.source, self.game)
    }
}

/// Whether a tag's value is known.
pub(super) fn is_known(raw: &[u8]) -> bool {
    !matches!(raw.trim_ascii(), b"" | b"?" | b"-" | b"????.??.??" | b"*")
}
