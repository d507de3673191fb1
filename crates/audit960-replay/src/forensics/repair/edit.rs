//! Changes to a record.

use crate::Record;

/// One change. Words are numbered from 0, in the order of the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// A word is replaced by another move.
    Replace {
        /// The word.
        word: usize,
        /// The move, in SAN with its marks.
        san: String,
    },
    /// Two words are swapped.
    Swap {
        /// The first word.
        first: usize,
        /// The second one.
        second: usize,
    },
    /// A move is inserted.
    Insert {
        /// The word before which it is inserted.
        before: usize,
        /// The move, in SAN with its marks.
        san: String,
    },
    /// A word is removed.
    Remove {
        /// The word.
        word: usize,
    },
}

impl Edit {
    /// The first word that it changes.
    #[must_use]
    pub const fn word(&self) -> usize {
        match self {
            Self::Replace { word, .. } | Self::Remove { word } => *word,
            Self::Swap { first, .. } => *first,
            Self::Insert { before, .. } => *before,
        }
    }
}

/// A change after which the record replays to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The change.
    pub edit: Edit,
    /// Its edit distance, 1 or more (see [the module](crate::forensics::repair)).
    pub distance: u32,
    /// Words that differ from SAN after it; 0 if too many differ before the failing word.
    pub non_san: u32,
}

/// Changes that would make a record legal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repairs {
    /// The first word that cannot be played; the number of words if all can.
    pub failing: usize,
    /// Legal moves that are near that word, in SAN, with their edit distance; the nearest first.
    pub nearest: Vec<(String, u32)>,
    /// Changes by distance, then by how the record is written, then by position in the record.
    pub list: Vec<Repair>,
    /// Whether the search was cut short: there may be more.
    pub incomplete: bool,
}

impl Repair {
    /// The key by which changes are sorted.
    pub(super) const fn rank(&self) -> (u32, u32) {
        (self.distance, self.non_san)
    }
}

impl Repairs {
    /// The nearest change, if no other is as near, and the search is complete.
    #[must_use]
    pub fn proposed(&self) -> Option<&Repair> {
        let first = self.list.first()?;
        let alone = self
            .list
            .get(1)
            .is_none_or(|second| second.rank() > first.rank());
        (alone && !self.incomplete).then_some(first)
    }
}

/// The text of a record with a change applied, and after it a comment. Only the bytes of
/// words change; comments, variations and move numbers stay as they are. After a half-move that was
/// inserted or removed the move numbers are wrong; an export of the game corrects them.
#[must_use]
pub fn apply(text: &[u8], record: &Record<'_>, edit: &Edit, comment: &str) -> Vec<u8> {
    let words = record.words();
    let comment = format!(" {{{comment}}} ");
    let mut changes: Vec<(usize, usize, Vec<u8>)> = Vec::new();
    let Some(word) = words.get(edit.word()) else {
        return text.to_vec();
    };
    // Check marks and suffixes directly follow the move.
    let marks = |end: usize| {
        let rest = text.get(end..).unwrap_or_default().iter();
        rest.take_while(|byte| b"+#!?".contains(byte)).count()
    };
    let mut behind = |end: usize| changes.push((end, 0, comment.clone().into_bytes()));
    let end = word.at + word.len;
    match edit {
        Edit::Replace { san, .. } => {
            behind(end + marks(end));
            changes.insert(0, (word.at, word.len, san.clone().into_bytes()));
        }
        Edit::Remove { .. } => {
            changes.push((word.at, word.len + marks(end), comment.into_bytes()));
        }
        Edit::Insert { san, .. } => {
            changes.push((word.at, 0, format!("{san} {comment}").into_bytes()));
        }
        Edit::Swap { second, .. } => {
            if let Some(other) = words.get(*second) {
                behind(other.at + other.len + marks(other.at + other.len));
                changes.insert(0, (word.at, word.len, record.text(other).to_vec()));
                changes.insert(1, (other.at, other.len, record.text(word).to_vec()));
            }
        }
    }
    let mut out = Vec::with_capacity(text.len() + 8);
    let mut at = 0;
    for (from, len, with) in changes {
        out.extend_from_slice(text.get(at..from).unwrap_or_default());
        out.extend_from_slice(&with);
        at = from + len;
    }
    out.extend_from_slice(text.get(at..).unwrap_or_default());
    out
}
