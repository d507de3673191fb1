//! A game without its names, for a report of a bug: other words of the same shape, and everything else as it was.
//!
//! Words of tags, comments and stray text become other words of the same length, letter case and encoding, the same
//! word always the same one; tags that say when and how the game was played, numbers, moves, damage and every byte
//! that is no letter stay (`words.rs`). Then the game is read again, and words on which a fact about it depends are put
//! back (`audit_findings.rs`): `lichess.org` decides the venue, `chess960` the variant. So the findings stay where they are.

mod audit_findings;
mod shape;
mod words;

use std::collections::BTreeMap;
use std::ops::Range;

pub(crate) use audit_findings::AuditFindings;

use words::words;

/// A game without its names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Anonymous {
    /// The text, as long as before.
    pub(crate) text: Vec<u8>,
    /// The words that stay, because the facts about the game depend on them; as they stand, sorted.
    pub(crate) kept: Vec<String>,
}

/// Replaces the words of a game without changing what an audit finds.
pub(crate) fn anonymise(game: &[u8]) -> Anonymous {
    let found = words(game);
    // Words that differ in letter case alone are one, so that a name in the event is still that of the player.
    let mut places: BTreeMap<Vec<u8>, Vec<Range<usize>>> = BTreeMap::new();
    let mut in_order: Vec<Vec<u8>> = Vec::new();
    for range in found {
        let word = game[range.clone()].to_ascii_lowercase();
        let ranges = places.entry(word.clone()).or_insert_with(|| {
            in_order.push(word);
            Vec::new()
        });
        ranges.push(range);
    }
    let text = |kept: &[usize]| {
        let mut text = game.to_vec();
        for (ordinal, word) in in_order.iter().enumerate() {
            if kept.binary_search(&ordinal).is_err() {
                for range in places.get(word).into_iter().flatten() {
                    shape::replace(&mut text[range.clone()], ordinal);
                }
            }
        }
        text
    };
    let before = AuditFindings::of(game);
    let kept = fewest(in_order.len(), |kept| {
        AuditFindings::of(&text(kept)) == before
    });
    let first = |ordinal: &usize| {
        let range = places.get(&in_order[*ordinal])?.first()?;
        Some(audit960_pgn::shown(&game[range.clone()]))
    };
    let mut words: Vec<String> = kept.iter().filter_map(first).collect();
    words.sort();
    Anonymous {
        text: text(&kept),
        kept: words,
    }
}

/// Few of `count` ordinals, ascending, that satisfy `enough`: none of them can be left out. All of them are enough.
fn fewest(count: usize, enough: impl Fn(&[usize]) -> bool) -> Vec<usize> {
    if enough(&[]) {
        return Vec::new();
    }
    let mut kept: Vec<usize> = (0..count).collect();
    let mut size = count.div_ceil(2);
    loop {
        let mut at = 0;
        while at < kept.len() {
            let end = (at + size).min(kept.len());
            let without: Vec<usize> = kept[..at].iter().chain(&kept[end..]).copied().collect();
            if enough(&without) {
                kept = without;
            } else {
                at = end;
            }
        }
        if size <= 1 {
            return kept;
        }
        size = size.div_ceil(2);
    }
}

#[cfg(test)]
mod tests;
