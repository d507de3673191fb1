//! When and why a game was over without anybody's claim, in words.

use audit960_law::end_article_of_the_day;
use audit960_types::EndReason;

use crate::game::LedgerGame;
use crate::sentence::{Sentence, sentence};

/// When and why the game was over without anybody's claim: `over after 61... (5.2.2: ...)`.
pub(crate) fn over(game: &LedgerGame) -> Option<Sentence> {
    let end = game.end?;
    let when = match end.ply {
        0 => sentence!("at the start of the record"),
        ply => sentence!("after {0}", game.numbers().label(ply)),
    };
    let reason = sentence!(reason_of_end(end.reason));
    Some(match end_article_of_the_day(end.reason, &game.dates) {
        Some(article) => sentence!("over {0} ({1}: {2})", when, article, reason),
        None => sentence!("over {0} ({1})", when, reason),
    })
}

/// What ended a game, as text without a full stop.
#[must_use]
pub const fn reason_of_end(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Checkmate => "checkmate",
        EndReason::Stalemate => "stalemate",
        EndReason::DeadPosition => "no series of legal moves mates either king",
        EndReason::FivefoldRepetition => "a position occurred for the fifth time",
        EndReason::SeventyFiveMoves => "75 moves by each player without capture or pawn move",
        EndReason::VenueThreefold => {
            "a position occurred for the third time, which ends games at this venue"
        }
        EndReason::VenueFifty => {
            "50 moves by each player without capture or pawn move, which end games at this venue"
        }
        EndReason::VenueMaterial => {
            "at most a bishop or a knight on each side, which ends games at this venue"
        }
    }
}

/// The label of an end in JSON: the article of the Laws, or the venue's rule.
#[must_use]
pub fn label_of_end(reason: EndReason) -> &'static str {
    reason.article().unwrap_or(reason.as_str())
}
