//! The counts of each part of a tally, by the last part of their names: declared once, for writing and for adding.

use crate::score::ScoreTally;
use crate::strata::{GroupTally, Results};
use crate::tally::{CastlingTally, CrosscheckTally, StartTally, Tally, VerdictCounts};

/// Counts of a part of a tally, each with the last part of its name.
pub(super) type Fields<'f> = Vec<(&'static str, Field<'f>)>;

/// A count of either width.
pub(super) enum Field<'f> {
    Wide(&'f mut u64),
    Narrow(&'f mut u32),
    Signed(&'f mut i64),
}

impl Field<'_> {
    pub(super) fn get(&self) -> i64 {
        match self {
            Self::Wide(count) => i64::try_from(**count).unwrap_or(i64::MAX),
            Self::Narrow(count) => i64::from(**count),
            Self::Signed(count) => **count,
        }
    }

    /// Adds a count; false if it does not fit.
    pub(super) fn add(&mut self, more: i64) -> bool {
        match self {
            Self::Wide(count) => match count.checked_add_signed(more) {
                Some(sum) => **count = sum,
                None => return false,
            },
            Self::Narrow(count) => {
                let sum = i32::try_from(more)
                    .ok()
                    .and_then(|more| count.checked_add_signed(more));
                match sum {
                    Some(sum) => **count = sum,
                    None => return false,
                }
            }
            Self::Signed(count) => match count.checked_add(more) {
                Some(sum) => **count = sum,
                None => return false,
            },
        }
        true
    }
}

/// Adds to the field of that name, if there is one; whether the sum fits.
pub(super) fn add(fields: Fields<'_>, name: &str, count: i64) -> Option<bool> {
    let mut found = fields.into_iter().find(|(known, _)| *known == name)?;
    Some(found.1.add(count))
}

pub(super) fn add_to(field: &mut u64, count: i64) -> bool {
    Field::Wide(field).add(count)
}

pub(super) fn single(count: &mut u64) -> Fields<'_> {
    vec![("", Field::Wide(count))]
}

pub(super) fn totals(tally: &mut Tally) -> Fields<'_> {
    vec![
        ("skipped", Field::Wide(&mut tally.skipped)),
        ("game_bytes", Field::Wide(&mut tally.game_bytes)),
        ("plies", Field::Wide(&mut tally.plies)),
        ("unread_bytes", Field::Wide(&mut tally.unread_bytes)),
        ("incidents", Field::Wide(&mut tally.incidents)),
        ("repetitions", Field::Wide(&mut tally.repetitions)),
        ("half_points_lost", Field::Wide(&mut tally.half_points_lost)),
        (
            "half_points_uncertain",
            Field::Wide(&mut tally.half_points_uncertain),
        ),
        ("moveless", Field::Wide(&mut tally.moveless)),
    ]
}

pub(super) fn verdicts(counts: &mut VerdictCounts) -> Fields<'_> {
    vec![
        ("ok", Field::Wide(&mut counts.ok)),
        ("repaired", Field::Wide(&mut counts.repaired)),
        ("damaged", Field::Wide(&mut counts.damaged)),
        ("rejected", Field::Wide(&mut counts.rejected)),
        ("foreign", Field::Wide(&mut counts.foreign)),
    ]
}

pub(super) fn crosscheck(counts: &mut CrosscheckTally) -> Fields<'_> {
    vec![
        ("games", Field::Wide(&mut counts.games)),
        ("disagreements", Field::Wide(&mut counts.disagreements)),
        ("unexplained", Field::Wide(&mut counts.unexplained)),
    ]
}

pub(super) fn score(score: &mut ScoreTally) -> Fields<'_> {
    vec![
        ("white_wins", Field::Wide(&mut score.white_wins)),
        ("draws", Field::Wide(&mut score.draws)),
        ("black_wins", Field::Wide(&mut score.black_wins)),
        ("unfinished", Field::Wide(&mut score.unfinished)),
    ]
}

pub(super) fn castling(tally: &mut CastlingTally) -> Fields<'_> {
    let mut fields = score(&mut tally.score);
    fields.push(("with_right", Field::Wide(&mut tally.with_right)));
    fields.push(("moveless", Field::Wide(&mut tally.moveless)));
    fields.push(("castled", Field::Wide(&mut tally.castled)));
    fields.push(("ply_sum", Field::Wide(&mut tally.ply_sum)));
    fields
}

pub(super) fn start_fields(start: &mut StartTally) -> Fields<'_> {
    let mut fields = score(&mut start.score);
    fields.push(("plies", Field::Wide(&mut start.plies)));
    fields.push(("incidents", Field::Wide(&mut start.incidents)));
    fields
}

pub(super) fn bin_fields(results: &mut Results) -> Fields<'_> {
    vec![
        ("white_wins", Field::Narrow(&mut results.white_wins)),
        ("draws", Field::Narrow(&mut results.draws)),
        ("black_wins", Field::Narrow(&mut results.black_wins)),
    ]
}

pub(super) fn group_fields(group: &mut GroupTally) -> Fields<'_> {
    vec![
        ("games", Field::Narrow(&mut group.games)),
        ("half_points", Field::Narrow(&mut group.half_points)),
        ("draws", Field::Narrow(&mut group.draws)),
        ("difference_sum", Field::Signed(&mut group.difference_sum)),
    ]
}
