//! Where the second reading differs from ours.

use std::fmt;

use audit960_types::{Code, Verdict};

use crate::explanation::explain;
use crate::position::PositionKey;
use crate::reading::{Reading, SecondReading, Start};

/// Our reading of a game, as far as it is compared.
#[derive(Clone, Copy, Debug)]
pub struct Ours<'a> {
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

/// What two readings disagree about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DisagreementKind {
    /// How many games there are.
    Count,
    /// How many half-moves the main line has, or whether it goes on after the last one played.
    Plies,
    /// Where equally many half-moves lead to: men, side to move, castling rights or the right to
    /// capture en passant.
    FinalPosition,
    /// The half-move clock there.
    Clock,
    /// The position the game starts from, or whether there is one.
    Start,
}

impl DisagreementKind {
    /// Every kind.
    pub const ALL: &'static [Self] = &[
        Self::Count,
        Self::Plies,
        Self::FinalPosition,
        Self::Clock,
        Self::Start,
    ];

    /// The string the dataset holds.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Plies => "plies",
            Self::FinalPosition => "final_position",
            Self::Clock => "clock",
            Self::Start => "start",
        }
    }
}

impl fmt::Display for DisagreementKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// One disagreement: the first of start, plies, final position and clock, since each of them entails
/// those after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// What it is about.
    pub kind: DisagreementKind,
    /// What we say.
    pub ours: String,
    /// What pgn-reader and shakmaty say.
    pub theirs: String,
    /// The finding of ours that accounts for it, by [`crate::EXPLANATIONS`]; `None`: one of the two
    /// readings is wrong.
    pub explained_by: Option<Code>,
}

/// Compares the readings of one game. Games are paired in the order of the text; where
/// [`compare_count`] finds different numbers there is no telling which belong together.
#[must_use]
pub fn compare(ours: &Ours<'_>, theirs: &SecondReading) -> Option<Disagreement> {
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
pub fn compare_count(ours: usize, theirs: &Reading, codes: &[Code]) -> Option<Disagreement> {
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
    ours: &Ours<'_>,
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
    let goes_on = ours.verdict == Verdict::Damaged;
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
        (Start::Orthodox, _) => "the orthodox array".to_owned(),
        (Start::Fen, _) => "the position of the FEN".to_owned(),
        (Start::Unusable, Some(reason)) => reason.clone(),
        (Start::Unusable, None) => "no position".to_owned(),
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
