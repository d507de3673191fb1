//! The law on draws: its tables, and what it said about given material on a given day.

use audit960_dataset::{Table, TableBuilder};
use std::io::{self, Write};

use audit960_law::{
    DrawRule, GameDates, LawTable, Rule, SideConditions, VenueKind, VenueTable, article_of_the_day,
};
use audit960_ledger::LawTables;
use audit960_types::{Cell, Choice as _, Material, Venue, date_text};

use crate::claims::law_at_venue::{DAY_UNKNOWN, seventy_five};

/// The rows of a venue table; `from` and `to` are null where a period has no first or last day.
#[must_use]
pub fn venue_table(venues: &VenueTable) -> Table {
    TableBuilder::of(venues.rows())
        .text("venue", |row| Some(row.venue.to_string()))
        .text("rule", |row| Some(row.rule.name().to_owned()))
        .text("kind", |row| Some(row.kind.as_str().to_owned()))
        .text("from", |row| row.from.map(|day| day.to_string()))
        .text("to", |row| row.to.map(|day| day.to_string()))
        .text("certainty", |row| Some(row.certainty.clone()))
        .text("source", |row| Some(row.source.clone()))
        .table()
}

/// The rows of a law table; `from` and `to` are null where a period has no first or last day.
#[must_use]
pub fn law_table(law: &LawTable) -> Table {
    TableBuilder::of(law.rows())
        .text("id", |row| Some(row.id.clone()))
        .text("from", |row| row.from.map(|day| day.to_string()))
        .text("to", |row| row.to.map(|day| day.to_string()))
        .text("rule", |row| Some(row.rule.name().to_owned()))
        .text("condition", |row| Some(row.condition.to_string()))
        .int("limit_moves", |row| row.limit_moves.map(i64::from))
        .bool("presumed", |row| Some(row.presumed))
        .bool("applied", |row| {
            Some(row.presumed && row.limit_moves.is_some())
        })
        .text("goes_by", |row| Some(row.goes_by.name().to_owned()))
        .text("uncertain", |row| {
            let periods = row.uncertain.iter();
            let written = periods.map(|days| format!("{}..{}", days.first(), days.last()));
            Some(written.collect::<Vec<_>>().join(" ")).filter(|text| !text.is_empty())
        })
        .text("certainty", |row| Some(row.certainty.clone()))
        .text("source", |row| Some(row.source.clone()))
        .table()
}

/// A question about the law.
#[derive(Clone, Copy, Debug)]
pub struct LawQuestion {
    /// When the game was played.
    pub dates: GameDates,
    /// The material on the board.
    pub material: Material,
    /// Where it was played, if that is asked too.
    pub venue: Option<Venue>,
}

impl LawQuestion {
    /// The answer: a row for each side condition that matters, and one for positions that fulfil none.
    #[must_use]
    pub fn answer(&self, tables: &LawTables) -> Table {
        let (dates, material) = (self.dates, self.material);
        let claim = |conditions| tables.law.claim(&dates, &material, conditions);
        let mut claims = vec![claim(SideConditions::ALL)];
        let without = claim(SideConditions::default());
        if without.row.id != claims[0].row.id {
            claims.push(without);
        }
        let days = dates.game.map(|days| match (days.first(), days.last()) {
            (first, last) if first == last => first.to_string(),
            (first, last) => format!("{first} to {last}"),
        });
        let article = |article| article_of_the_day(article, &dates).map(str::to_owned);
        let by_law = match tables.law.automatic_seventy_five(&dates) {
            _ if dates.game.is_none() => DAY_UNKNOWN,
            Some(true) => "in force",
            Some(false) => "not in force",
            None => "the date may be before or after it came into force",
        };
        let table = TableBuilder::of(&claims)
            .text("date", |_| days.clone())
            .text("material", |_| Some(material.to_string()))
            .text("condition", |applied| {
                let condition = applied.row.condition.side_condition()?;
                Some(condition.meaning().to_owned())
            })
            .int("limit_moves", |applied| {
                let known = applied.row.rule != Rule::NotKnown;
                known.then_some(applied.limit_moves.into())
            })
            .text("law", |applied| Some(applied.law.to_owned()))
            .text("article_intended_move", |_| article("9.3.1"))
            .text("article_moves_completed", |_| article("9.3.2"))
            .bool("uncertain", |applied| Some(applied.uncertain))
            .text("certainty", |applied| {
                // Rows with a condition that is not fulfilled cannot have been in force in place of another.
                let conditions = match applied.row.id == claims[0].row.id {
                    true => SideConditions::ALL,
                    false => SideConditions::default(),
                };
                Some(certainty(
                    applied,
                    &tables.law,
                    &dates,
                    &material,
                    conditions,
                ))
            })
            .text("source", |applied| Some(applied.row.source.clone()))
            .text("seventy_five_moves", |_| Some(by_law.to_owned()));
        let Some(venue) = self.venue else {
            return table.table();
        };
        let rules = tables.jurisdiction(dates, venue);
        let row = tables.venues.row(venue, DrawRule::Fifty, dates.game);
        let kind = if rules.is_left_to_tablebases(material.piece_count()) {
            "left to tablebases"
        } else {
            kind_in_words(row.map(|row| row.kind))
        };
        let there = seventy_five(rules.kind(DrawRule::SeventyFive), &dates, &tables.law);
        table
            .text("venue", |_| Some(venue.to_string()))
            .text("venue_rule", |_| Some(kind.to_owned()))
            .text("venue_seventy_five_moves", |_| Some(there.to_owned()))
            .text("venue_certainty", |_| row.map(|row| row.certainty.clone()))
            .text("venue_source", |_| row.map(|row| row.source.clone()))
            .table()
    }
}

/// What is not certain about a row that is applied, and about those that may have been in force in its place.
fn certainty(
    applied: &audit960_law::AppliedRow<'_>,
    law: &LawTable,
    dates: &GameDates,
    material: &Material,
    conditions: SideConditions,
) -> String {
    let doubtful = law.doubtful(dates, material, conditions);
    let others = doubtful.filter(|row| row.id != applied.row.id);
    let others =
        others.map(|row| format!("Open whether {} was in force: {}", row.id, row.certainty));
    let texts = std::iter::once(applied.row.certainty.clone()).chain(others);
    texts.collect::<Vec<_>>().join(" / ")
}

pub(crate) const fn kind_in_words(kind: Option<VenueKind>) -> &'static str {
    match kind {
        Some(VenueKind::Claim) => "players claim",
        Some(VenueKind::ClaimCompleted) => "players claim, once all moves are made",
        Some(VenueKind::Dead) => "a dead position ends games",
        Some(VenueKind::InsufficientMaterial) => "too little material to mate ends games",
        Some(VenueKind::MinorPieces) => "at most a bishop or a knight on each side ends games",
        Some(VenueKind::Automatic) => "draws automatically",
        Some(VenueKind::None) => "not applied",
        Some(VenueKind::Tablebases(..=6)) => "claims by tablebases with up to six pieces",
        Some(VenueKind::Tablebases(7..)) => "claims by tablebases with up to seven pieces",
        None => "not known",
    }
}

/// Writes an answer as text: a line for each column, an empty line between the rows.
///
/// # Errors
/// Those of the writer.
pub fn write_law_answer(answer: &Table, out: &mut dyn Write) -> io::Result<()> {
    let columns = answer.columns();
    let width = columns
        .iter()
        .map(|column| column.name.len())
        .max()
        .unwrap_or(0);
    for row in 0..answer.rows() {
        if row > 0 {
            writeln!(out)?;
        }
        for column in columns {
            let name = column.name.replace('_', " ");
            let value = match column.cell(row) {
                Cell::Null | Cell::Ints(_) | Cell::Floats(_) => "-".to_owned(),
                Cell::Bool(true) => "yes".to_owned(),
                Cell::Bool(false) => "no".to_owned(),
                Cell::Int(value) => value.to_string(),
                Cell::Float(value) => value.to_string(),
                Cell::Date(days) => date_text(days).unwrap_or_default(),
                Cell::Text(text) => text.to_owned(),
            };
            writeln!(out, "{name:width$}  {value}")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use audit960_types::Cell;

    #[test]
    fn every_row_is_shown_as_it_stands_in_the_file() {
        let table = law_table(LawTable::builtin());
        let file = include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../audit960-law/data/fifty_move_law.csv"
        ));
        let lines: Vec<&str> = file
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty())
            .skip(1)
            .collect();
        assert_eq!(table.rows(), lines.len());
        for (row, line) in lines.into_iter().enumerate() {
            let cell = |name: &str| match table.column(name).unwrap().cell(row) {
                Cell::Null | Cell::Ints(_) | Cell::Floats(_) => String::new(),
                Cell::Int(value) => value.to_string(),
                Cell::Bool(value) => (if value { "yes" } else { "no" }).to_owned(),
                Cell::Float(value) => value.to_string(),
                Cell::Date(days) => date_text(days).unwrap_or_default(),
                Cell::Text(text) => text.to_owned(),
            };
            let columns = ["id", "from", "to", "rule", "condition"].map(cell);
            let limit = match cell("rule").as_str() {
                "claim" | "automatic" => cell("limit_moves"),
                _ => String::new(),
            };
            let (by, uncertain) = (cell("goes_by"), cell("uncertain"));
            let start = format!(
                "{},{limit},{},{by},{uncertain},\"",
                columns.join(","),
                cell("presumed")
            );
            assert!(line.starts_with(&start), "{start}\n{line}");
            assert!(line.ends_with(&format!("\"{}\",\"{}\"", cell("source"), cell("certainty"))));
        }
    }
}
