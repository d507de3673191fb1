//! How moves are written, as evidence for the start position.

use crate::Record;
use audit960_board::Position;
use audit960_board::start::Start;
use audit960_types::StartSearch;

use crate::forensics::notation::is_san;

/// Most words that are compared with SAN for one record, over all positions.
const MAX_WRITTEN: usize = 60_000;

/// The one position from which every word of a record is SAN (PGN 8.2.3), if there is exactly one.
pub(super) fn only_agreeing(record: &Record<'_>, search: &StartSearch) -> Option<(u16, u16)> {
    if search.count().saturating_mul(record.words().len()) > MAX_WRITTEN {
        return None;
    }
    let same = search.fitting.iter().map(|number| (number, number));
    let mut agreeing = same
        .chain(search.pairs.iter().copied())
        .filter(|pair| agrees(record, *pair));
    let only = agreeing.next()?;
    agreeing.next().is_none().then_some(only)
}

fn agrees(record: &Record<'_>, (white, black): (u16, u16)) -> bool {
    let (Some(white), Some(black)) = (Start::new(white), Start::new(black)) else {
        return false;
    };
    let mut position = Position::chess960(white, black);
    (0..record.words().len()).all(|index| {
        let before = position.clone();
        record
            .play(index, &mut position)
            .is_ok_and(|played| is_san(record, index, &before, played))
    })
}
