//! Whether a game of an archive is still the one that was audited.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use audit960_dataset::DatasetRow;
use audit960_types::GameFacts;

/// What is compared of a game that is read again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AuditedGame {
    length: u64,
    moves_hash: Option<i64>,
    /// Differs where the players, the date or the result do: whoever edits a file may leave lengths and moves as they were.
    said: u64,
}

impl AuditedGame {
    /// The columns of table `games` that say it.
    pub(crate) const COLUMNS: [&str; 6] = [
        "byte_length",
        "moves_hash",
        "white",
        "black",
        "date",
        "result",
    ];

    /// The game of a row.
    pub(crate) fn of(row: &DatasetRow<'_>) -> anyhow::Result<Self> {
        let text = |name: &str| -> anyhow::Result<Option<String>> { Ok(row.get(name)?) };
        let texts = [
            text("white")?,
            text("black")?,
            text("date")?,
            text("result")?,
        ];
        Ok(Self {
            length: row.get("byte_length")?,
            moves_hash: row.get("moves_hash")?,
            said: said(texts.each_ref().map(Option::as_deref)),
        })
    }

    /// Whether a game that was read now is the same.
    pub(crate) fn is(&self, facts: &GameFacts<'_>) -> bool {
        // After an illegal move there are more moves than an audit without --keep-illegal has.
        let same_moves = facts.moves_hash == self.moves_hash || facts.illegal_kept > 0;
        let result = facts.result.as_str();
        let texts = [facts.white, facts.black, facts.date, Some(result)];
        facts.byte_length == self.length && same_moves && said(texts) == self.said
    }
}

fn said(texts: [Option<&str>; 4]) -> u64 {
    // Tables cut what is very long.
    const COMPARED: usize = 64;
    let mut hasher = DefaultHasher::new();
    for text in texts {
        let bytes = text.map(|text| &text.as_bytes()[..text.len().min(COMPARED)]);
        bytes.hash(&mut hasher);
    }
    hasher.finish()
}
