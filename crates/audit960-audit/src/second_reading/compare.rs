//! Where the second reading differs from ours.

use audit960_types::{Code, Disagreement, DisagreementKind, Effect, Verdict};

use crate::second_reading::explanation::explain;
use crate::second_reading::position::PositionKey;
use crate::second_reading::reading::{ArchiveReading, SecondReading, SecondStart};

/// Our reading of a game, as far as it is compared.
#[derive(Clone, Copy, Debug)]
pub struct OurReading<'a> {
    /// Half-moves replayed.
    pub plies: u32,
    /// Position after the last of them; `None` if the game was rejected.
    pub position: Option<&'a PositionKey>,
    /// Half-move clock there; `None` if the game was rejected.
    pub clock: Option<u32>,
    /// How far the game could be read.
    pub verdict: Verdict,
    /// Codes of its findings, in the order of the text.
    pub codes: &'a [Code],
}

/// Compares the readings of one game: gives the first of start, plies, final position and clock that
/// differs, since each of them entails those after it. It is explained by the finding of ours that
/// accounts for it by [`crate::second_reading::EXPLANATIONS`]. Games are paired in the order of the text; if
/// [`compare_count`] finds different numbers, it is not known which belong together.
#[must_use]
pub fn compare(ours: &OurReading<'_>, theirs: &SecondReading) -> Option<Disagreement> {
    let (kind, mine, other) = difference(ours, theirs)?;
    let explained_by = explain(kind, ours.codes);
    Some(Disagreement {
        kind,
        ours: mine,
        theirs: other,
        explained_by,
    })
}

/// Compares the number of games found in the same bytes. `codes` are those of all findings there,
/// in the order of the text, also of findings that belong to no game.
#[must_use]
pub fn compare_count(ours: usize, theirs: &ArchiveReading, codes: &[Code]) -> Option<Disagreement> {
    let kind = DisagreementKind::Count;
    (ours != theirs.games.len()).then(|| Disagreement {
        kind,
        ours: format!("{ours} games"),
        theirs: match &theirs.aborted {
            None => format!("{} games", theirs.games.len()),
            Some(reason) => format!("{} games, then {reason}", theirs.games.len()),
        },
        explained_by: explain(kind, codes),
    })
}

fn difference(
    ours: &OurReading<'_>,
    theirs: &SecondReading,
) -> Option<(DisagreementKind, String, String)> {
    let (position, reached) = match (ours.position, &theirs.reached) {
        (None, None) => return None,
        (Some(position), Some(reached)) => (position, reached),
        (position, _) => {
            let mine = if position.is_some() {
                "a position"
            } else {
                "no position"
            };
            return Some((DisagreementKind::Start, mine.to_owned(), start(theirs)));
        }
    };
    // A game without moves, and one whose numbers show that half-moves are missing, are replayed to their end.
    let stops = |code: &Code| {
        let is_whole = matches!(code, Code::EmptyGame | Code::MissingHalfMoves);
        code.effect() == Effect::Damaged && !is_whole
    };
    let goes_on = ours.verdict == Verdict::Damaged && ours.codes.iter().any(stops);
    if (ours.plies, goes_on) != (theirs.plies, theirs.stopped.is_some()) {
        let mine = extent(ours.plies, goes_on.then_some("the record goes on"));
        let other = extent(theirs.plies, theirs.stopped.as_deref());
        return Some((DisagreementKind::Plies, mine, other));
    }
    if *position != reached.key {
        let kind = match ours.plies {
            0 => DisagreementKind::Start,
            _ => DisagreementKind::FinalPosition,
        };
        return Some((kind, position.to_string(), reached.key.to_string()));
    }
    (ours.clock != Some(reached.half_move_clock)).then(|| {
        let mine = ours
            .clock
            .map_or_else(|| "none".to_owned(), |clock| clock.to_string());
        (
            DisagreementKind::Clock,
            mine,
            reached.half_move_clock.to_string(),
        )
    })
}

fn start(theirs: &SecondReading) -> String {
    match (theirs.start, &theirs.stopped) {
        (SecondStart::Orthodox, _) => "the orthodox array".to_owned(),
        (SecondStart::Fen, _) => "the position of the FEN".to_owned(),
        (SecondStart::Unusable, Some(reason)) => reason.clone(),
        (SecondStart::Unusable, None) => "no position".to_owned(),
    }
}

fn extent(plies: u32, open: Option<&str>) -> String {
    match open {
        None => format!("{plies} plies"),
        Some(reason) => format!("{plies} plies, then {reason}"),
    }
}

#[cfg(test)]
mod tests;
