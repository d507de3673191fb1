//! When a game was played, from its facts.

use audit960_law::{Day, Days, GameDates};
use audit960_types::GameFacts;

use crate::dataset::event_days;

/// The dates of a game, from its facts.
pub(super) fn dates_of(facts: &GameFacts<'_>) -> GameDates {
    GameDates {
        game: facts.days.and_then(days),
        source: facts.date_source,
        competition: facts.event_date.and_then(event_days),
    }
}

/// The span of days from days since 1 January 1970; `None` outside the years 1-9999.
fn days((first, last): (i32, i32)) -> Option<Days> {
    Days::new(
        Day::from_days_since_1970(first)?,
        Day::from_days_since_1970(last)?,
    )
}
