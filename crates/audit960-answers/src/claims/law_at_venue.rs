//! What each rule on draws was at a venue on a day: the venue's own rule, and the law of the day below it.

use audit960_dataset::{Table, TableBuilder};
use audit960_law::{
    Day, DrawRule, Fivefold, GameDates, LawRow, LawTable, Rule, SideConditions, VenueKind,
    VenueRow, VenueTable,
};
use audit960_ledger::LawTables;
use audit960_types::{Choice as _, Material, Venue};

use crate::claims::law::kind_in_words;

/// What is said of a draw without a claim where the day is not known.
pub(crate) const DAY_UNKNOWN: &str = "the day is not known: taken as not in force";

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
pub fn law_at_venue(venue: Venue, dates: GameDates, tables: &LawTables) -> Table {
    let material = tables.jurisdiction(dates, venue).material();
    let rules = DrawRule::ALL.iter().map(|&rule| {
        let days = match rule {
            DrawRule::Adjudication => dates.competition.or(dates.game),
            _ => dates.game,
        };
        let row = tables.venues.row(venue, rule, days);
        let mut found = of_the_day(rule, row, &dates, &tables.law);
        if row.is_none() && rule == DrawRule::Material {
            kind_in_words(Some(material)).clone_into(&mut found.there);
        } else if row.is_none() {
            (found.certainty, found.source) = nothing_known(venue, rule, &tables.venues);
        }
        found
    });
    let rules: Vec<_> = rules.collect();
    TableBuilder::of(&rules)
        .text("venue", |_| Some(venue.to_string()))
        .text("rule", |rule| Some(rule.rule.name().to_owned()))
        .text("there", |rule| Some(rule.there.clone()))
        .text("from", |rule| rule.from.clone())
        .text("to", |rule| rule.to.clone())
        .text("certainty", |rule| rule.certainty.clone())
        .text("source", |rule| rule.source.clone())
        .table()
}

/// What is said of a day for which the table has no row: what it says of other days.
fn nothing_known(
    venue: Venue,
    rule: DrawRule,
    venues: &VenueTable,
) -> (Option<String>, Option<String>) {
    let of_rule = |row: &&VenueRow| row.venue == venue && row.rule == rule;
    let mut others = venues.rows().iter().filter(of_rule).peekable();
    if others.peek().is_none() {
        let none = "no source on this rule is known".to_owned();
        return (Some(none), None);
    }
    let text = |row: &VenueRow| {
        let day = |day: Option<Day>| day.map_or(String::new(), |day| day.to_string());
        let (from, to) = (day(row.from), day(row.to));
        let kind = kind_in_words(Some(row.kind));
        (
            format!("{from}..{to}: {kind}, {}", row.certainty),
            row.source.clone(),
        )
    };
    let (certainty, source): (Vec<_>, Vec<_>) = others.map(text).unzip();
    (
        Some(format!("that day is not covered; {}", certainty.join("; "))),
        Some(source.join("; ")),
    )
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
        (DrawRule::Fifty, Some(kind)) if kind.is_claim() => {
            let (words, law_row) = fifty(dates, law);
            // The venue's own way to claim has the venue's source.
            if let Some(row) = law_row.filter(|_| kind == VenueKind::Claim) {
                found.certainty = Some(row.certainty.clone());
                found.source = Some(row.source.clone());
            }
            match kind {
                VenueKind::ClaimCompleted => format!("{words}, once all moves are made"),
                _ => words,
            }
        }
        (DrawRule::Threefold, Some(VenueKind::Claim)) => {
            let history = history_of_repetition(dates, law);
            if let Some((certainty, source)) = history {
                found.certainty = Some(certainty);
                found.source = Some(source);
            }
            threefold(dates, law)
        }
        (DrawRule::SeventyFive, kind @ Some(VenueKind::Automatic)) => {
            seventy_five(kind, dates, law).to_owned()
        }
        (DrawRule::Fivefold, Some(VenueKind::Automatic)) => match law.fivefold(dates) {
            _ if dates.game.is_none() => DAY_UNKNOWN,
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

/// What became of a game after seventy-five moves at a venue.
pub(crate) fn seventy_five(
    kind: Option<VenueKind>,
    dates: &GameDates,
    law: &LawTable,
) -> &'static str {
    match (kind, law.automatic_seventy_five(dates)) {
        (Some(VenueKind::Automatic), _) if dates.game.is_none() => DAY_UNKNOWN,
        (Some(VenueKind::Automatic), Some(true)) => "ends games",
        (Some(VenueKind::Automatic), Some(false)) => "not in force on that day",
        (Some(VenueKind::Automatic), None) => "the day may be before or after it came into force",
        (kind, _) => kind_in_words(kind),
    }
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
            && row.rule == Rule::Claim
            && !row.condition.is_always()
    };
    if law.rows().iter().any(exception) {
        words += "; some endings had limits of their own, see --material";
    }
    (words, None)
}

/// What history says of repetition where the law of the day is not known, or not for certain: the rows of the table
/// about that day, those too that bound single events, with certainty and source.
fn history_of_repetition(dates: &GameDates, law: &LawTable) -> Option<(String, String)> {
    let threefold = law.threefold(dates);
    if threefold.claimable == Some(true) && !threefold.uncertain {
        return None;
    }
    let days = dates.game?;
    let in_force = |row: &&LawRow| {
        let repeats = matches!(
            row.rule,
            Rule::Threefold | Rule::ThreefoldSeries | Rule::SixfoldSeries
        );
        let covers =
            |day| row.from.is_none_or(|from| from <= day) && row.to.is_none_or(|to| day <= to);
        repeats && (covers(days.first()) || covers(days.last()))
    };
    let rows: Vec<&LawRow> = law.rows().iter().filter(in_force).collect();
    let joined = |text: fn(&LawRow) -> String| {
        let texts: Vec<String> = rows.iter().map(|row| text(row)).collect();
        texts.join("; ")
    };
    (!rows.is_empty()).then(|| {
        (
            joined(|row| format!("{}: {}", row.id, row.certainty)),
            joined(|row| row.source.clone()),
        )
    })
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
