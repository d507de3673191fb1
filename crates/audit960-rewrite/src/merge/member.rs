//! A game that may have copies, and how it compares with others.

use std::cmp::Reverse;
use std::sync::Arc;

use audit960_export::AddedTag;
use audit960_types::{GameResult, Identity, Verdict};

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
    pub(super) comment_bytes: u64,
    pub(super) tags: Vec<AddedTag>,
    /// Start as text, then two bytes per half-move.
    pub(super) record: Vec<u8>,
}

impl Member {
    /// Number of tags whose value is known.
    pub(super) fn known_tags(&self) -> usize {
        self.tags.iter().filter(|tag| is_known(&tag.raw)).count()
    }

    /// The key that decides which copy is kept: the least one is.
    pub(super) fn rank(&self) -> (Verdict, Reverse<u32>, Reverse<u64>, Reverse<usize>, u64) {
        (
            self.verdict,
            Reverse(self.plies),
            Reverse(self.comment_bytes),
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

    /// Whether both can have been played on the same day.
    pub(super) fn may_be_of_one_day(&self, other: &Self) -> bool {
        match (self.days, other.days) {
            (Some((first, last)), Some((other_first, other_last))) => {
                first <= other_last && other_first <= last
            }
            _ => true,
        }
    }

    /// Its name for the user: source and ordinal.
    pub(super) fn name(&self) -> String {
        format!("{}#{}", self.source, self.game)
    }
}

/// Whether a tag's value is known.
pub(super) fn is_known(raw: &[u8]) -> bool {
    !matches!(raw.trim_ascii(), b"" | b"?" | b"-" | b"????.??.??" | b"*")
}
