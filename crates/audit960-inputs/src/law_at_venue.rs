//! What each rule on draws was at a venue on a day: the venue's own rule, and the law of the day below it.

use audit960_law::{
    DrawRule, Fivefold, GameDates, LawRow, LawTable, Rule, SideConditions, VenueKind, VenueRow,
};
use audit960_ledger::Tables;
use audit960_types::{Column, Frame, Material, Venue};

use crate::law::kind_in_words;

/// A rule on draws, at a venue on a day.
struct RuleOfTheDay {
    rule: DrawRule,
    /// What it was, in words.
    there: String,
    from: Option<String>,
    to: Option<String>,
    certainty: Option<String>,
    source: Option<String>,
}

/// The rules on draws at a venue on a day: a row for each, with its source and certainty. Where the venue has
/// the claims of the Laws, the law of the day says what they were.
#[must_use]
pub fn law_at_venue(venue: Venue, dates: GameDates, tables: &Tables) -> Frame {
    let rules = DrawRule::ALL.map(|rule| {
        let days = match rule {
            DrawRule::Adjudication => dates.competition.or(dates.game),
            _ => dates.game,
        };
        of_the_day(
            rule,
            tables.venues.row(venue, rule, days),
            &dates,
            &tables.law,
        )
    });
    let text = |name: &str, value: fn(&RuleOfTheDay) -> Option<String>| {
        Column::new(name, rules.iter().map(value).collect::<Vec<_>>())
    };
    Frame::new(vec![
        Column::new("venue", vec![Some(venue.to_string()); rules.len()]),
        text("rule", |rule| Some(rule.rule.as_str().to_owned())),
        text("there", |rule| Some(rule.there.clone())),
        text("from", |rule| rule.from.clone()),
        text("to", |rule| rule.to.clone()),
        text("certainty", |rule| rule.certainty.clone()),
        text("source", |rule| rule.source.clone()),
    ])
}

fn of_the_day(
    rule: DrawRule,
    row: Option<&VenueRow>,
    dates: &GameDates,
    law: &LawTable,
) -> RuleOfTheDay {
    let mut found = RuleOfTheDay {
        rule,
        there: kind_in_words(row.map(|row| row.kind)).to_owned(),
        from: row.and_then(|row| row.from).map(|day| day.to_string()),
        to: row.and_then(|row| row.to).map(|day| day.to_string()),
        certainty: row.map(|row| row.certainty.clone()),
        source: row.map(|row| row.source.clone()),
    };
    let words = match (rule, row.map(|row| row.kind)) {
        (DrawRule::Fifty, Some(VenueKind::Claim)) => {
            let (words, law_row) = fifty(dates, law);
            if let Some(row) = law_row {
                found.certainty = Some(row.certainty.clone());
                found.source = Some(row.source.clone());
            }
            words
        }
        (DrawRule::Threefold, Some(VenueKind::Claim)) => threefold(dates, law),
        (DrawRule::SeventyFive, Some(VenueKind::Automatic)) => {
            match law.automatic_seventy_five(dates) {
                Some(true) => "ends games",
                Some(false) => "not in force on that day",
                None => "the day may be before or after it came into force",
            }
            .to_owned()
        }
        (DrawRule::Fivefold, Some(VenueKind::Automatic)) => match law.fivefold(dates) {
            Some(Fivefold::AnyTime) => "ends games",
            Some(Fivefold::InSequence) => "ends games if all five come in sequence",
            Some(Fivefold::No) => "not in force on that day",
            None => "the day may be before or after it came into force",
        }
        .to_owned(),
        (DrawRule::Adjudication, Some(VenueKind::Automatic)) => "by the program".to_owned(),
        _ => return found,
    };
    found.there = words;
    found
}

/// Claims by the number of moves, and the row of the law where it says more than the venue's: that nothing is
/// known.
fn fifty<'l>(dates: &GameDates, law: &'l LawTable) -> (String, Option<&'l LawRow>) {
    let kings = Material::KINGS;
    let applied = law.claim(dates, &kings, SideConditions::default());
    if applied.row.rule == Rule::NotKnown {
        return ("not known on that day".to_owned(), Some(applied.row));
    }
    let mut words = format!("players claim after {} moves", applied.limit_moves);
    if applied.uncertain {
        words += "; the sources leave it open for that day";
    }
    let exception = |row: &LawRow| {
        let days = dates
            .game
            .map_or([None; 2], |days| [Some(days.first()), Some(days.last())]);
        days.into_iter().flatten().any(|day| row.is_in_force(day))
            && matches!(row.rule, Rule::Claim { .. })
            && !row.condition.is_always()
    };
    if law.rows().iter().any(exception) {
        words += "; some endings had limits of their own, see --material";
    }
    (words, None)
}

fn threefold(dates: &GameDates, law: &LawTable) -> String {
    let threefold = law.threefold(dates);
    match (threefold.claimable, threefold.uncertain) {
        (Some(true), false) => "players claim",
        (Some(true), true) => "players claim; the sources leave it open for that day",
        _ => "not known on that day",
    }
    .to_owned()
}
