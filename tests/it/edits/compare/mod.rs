//! What must come out of an edited text, and what is wrong if it does not: one requirement per file.

mod damaged;
mod neighbours;
mod phantom;
mod rules;
mod strict;
mod view;

use view::View;

use super::edit::Edit;
use super::games::{Base, joined};
use super::judge::judge;
use super::places::untiled;
use crate::support::audit_text;

/// An edit of a game between two others.
#[derive(Clone, Debug)]
pub(super) struct Case<'b> {
    pub(super) before: &'b Base,
    pub(super) game: std::borrow::Cow<'b, Base>,
    pub(super) after: &'b Base,
    pub(super) edit: Edit,
}

/// What went wrong, the most severe first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    /// The audit panicked.
    Panic,
    /// Games and gaps do not cover the text, or overlap.
    Tiling,
    /// A neighbour has other moves, tags or findings, or a verdict other than `ok`.
    Neighbour,
    /// An `ok` game without a move beside the real one.
    Phantom,
    /// More games than are written, and no finding says so.
    Torn,
    /// Other moves than before the edit, and no warning or error.
    Silent,
    /// All verdicts are `ok`, and moves are lost or a word that could be a move is unread.
    FalseOk,
    /// Moves are lost without a finding of severity error: the run would end with exit code 0.
    ExitZero,
    /// The text is strict PGN, and other moves than those written come out, or no verdict `ok`.
    Strict,
    /// The text is strict PGN in every respect, and an error is reported.
    FalseError,
    /// Move numbers show that half-moves are lost or doubled, and no error says so; or they suggest it, and no
    /// warning does.
    Numbers,
}

impl Class {
    pub(super) const ALL: [(Self, &str); 11] = [
        (Self::Panic, "panic"),
        (Self::Tiling, "tiling"),
        (Self::Neighbour, "neighbour"),
        (Self::Phantom, "phantom"),
        (Self::Torn, "torn"),
        (Self::Silent, "silent"),
        (Self::FalseOk, "false ok"),
        (Self::ExitZero, "exit 0"),
        (Self::Strict, "misread"),
        (Self::FalseError, "false error"),
        (Self::Numbers, "numbers"),
    ];
}

/// A requirement that is not met.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    pub(super) class: Class,
    pub(super) detail: String,
}

const fn fail(class: Class, detail: String) -> Result<(), Failure> {
    Err(Failure { class, detail })
}

/// Audits the edited text and compares; true if the text is still strict PGN.
///
/// # Errors
///
/// The first requirement that is not met.
pub(super) fn examine(case: &Case<'_>) -> Result<bool, Failure> {
    let joined = joined(
        case.before,
        &case.game.sample,
        Some(&case.edit.change),
        case.after,
    );
    let audited = std::panic::catch_unwind(|| audit_text(&joined.text));
    let Ok(audit) = audited else {
        let detail = "the audit panicked".to_owned();
        return Err(Failure {
            class: Class::Panic,
            detail,
        });
    };
    if let Some(detail) = untiled(&audit, joined.text.len()) {
        return Err(Failure {
            class: Class::Tiling,
            detail,
        });
    }
    let view = View::new(case, &joined, &audit);
    view.left_neighbour()?;
    let known = (joined.end, &case.after.read);
    let reading = judge(&joined.text, joined.start, Some(known));
    view.right_neighbour(&reading)?;
    view.phantom(&reading)?;
    if reading.is_strict() {
        view.strict(&reading)?;
    } else {
        view.damaged(&reading)?;
    }
    Ok(reading.is_strict())
}
