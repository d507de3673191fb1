//! How moves are written, as evidence: in the true game the check marks and disambiguation of a careful
//! writer are right.

use crate::Record;
use audit960_board::{Move, Position};

/// Whether a word is the SAN (PGN 8.2.3) of a move that is legal in a position. Suffixes are ignored;
/// castling may be written as a king move, as ICC does.
pub(crate) fn is_san(record: &Record<'_>, index: usize, before: &Position, played: Move) -> bool {
    let Some(word) = record.words().get(index) else {
        return false;
    };
    let (written, san) = (without_suffix(record.text(word)), before.san(played));
    if before.is_castling(played) && written.starts_with(b"K") {
        let mark = |text: &[u8]| {
            text.last()
                .copied()
                .filter(|byte| matches!(byte, b'+' | b'#'))
        };
        return mark(written) == mark(san.as_bytes());
    }
    written == san.as_bytes()
}

/// A word without `!` and `?` at its end.
pub(crate) fn without_suffix(word: &[u8]) -> &[u8] {
    let end = word.iter().rposition(|byte| !matches!(byte, b'!' | b'?'));
    &word[..end.map_or(0, |end| end + 1)]
}
