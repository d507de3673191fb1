//! What the law said of an ending on a day.

use std::io::{self, Write};

use audit960_law::{
    DrawRule, GameDates, Material, PgnDate, SideConditions, VenueKind, article_of_the_day,
};
use audit960_ledger::Tables;
use audit960_types::{Cell, ClaimArticle, Column, Frame, Venue};

/// A question to the law.
#[derive(Debug, clap::Args)]
pub(super) struct Question {
    /// Day, month or year of a game: 1989-02-17, 1989-02-??, 1989-??-??
    #[arg(long, value_name = "DATE", requires = "material", value_parser = dates)]
    date: Option<GameDates>,
    /// Material on the board, White first, letters in the order K Q R B N P: KRBvKR
    #[arg(long, value_name = "MATERIAL", requires = "date")]
    material: Option<Material>,
    /// Where the game was played, as in column venue: icc, chess.com, over_the_board
    #[arg(long, value_name = "VENUE", requires = "date", value_parser = venue)]
    venue: Option<Venue>,
}

fn dates(text: &str) -> Result<GameDates, String> {
    let whole = text.as_bytes();
    let read = matches!(PgnDate::parse(whole), PgnDate::Valid(_));
    let dates = GameDates::of_tags(Some(whole), None, None);
    read.then_some(dates).ok_or_else(|| {
        format!("`{text}` is no date of the form YYYY-MM-DD, with ? for what is not known")
    })
}

fn venue(text: &str) -> Result<Venue, String> {
    let known = Venue::ALL.iter().copied();
    known
        .clone()
        .find(|venue| venue.as_str() == text)
        .ok_or_else(|| {
            let names: Vec<_> = known.map(Venue::as_str).collect();
            format!("`{text}` is no venue: {}", names.join(", "))
        })
}

impl Question {
    /// The answer, if something was asked: a row for each side condition that matters, and one for
    /// positions that fulfil none.
    pub(super) fn answer(&self, tables: &Tables) -> Option<Frame> {
        let (dates, material) = (self.date?, self.material?);
        let claim = |conditions| tables.law.claim(&dates, &material, conditions);
        let mut claims = vec![claim(SideConditions::ALL)];
        let without = claim(SideConditions::default());
        if without.row.id != claims[0].row.id {
            claims.push(without);
        }
        let text = |name: &str, value: &dyn Fn(&audit960_law::Applied<'_>) -> Option<String>| {
            Column::new(name, claims.iter().map(value).collect::<Vec<_>>())
        };
        let same = |name: &str, value: Option<String>| Column::new(name, vec![value; claims.len()]);
        let days = dates.game.map(|days| match (days.first(), days.last()) {
            (first, last) if first == last => first.to_string(),
            (first, last) => format!("{first} to {last}"),
        });
        let article = |article| article_of_the_day(article, &dates).map(str::to_owned);
        let seventy_five = match tables.law.automatic_seventy_five(&dates) {
            Some(true) => "in force",
            Some(false) => "not in force",
            None => "the date lies on both sides of its beginning",
        };
        let mut columns = vec![
            same("date", days),
            same("material", Some(material.to_string())),
            text("condition", &|applied| {
                let condition = applied.row.condition.side_condition()?;
                Some(condition.meaning().to_owned())
            }),
            Column::new(
                "limit_moves",
                claims
                    .iter()
                    .map(|applied| Some(i64::from(applied.limit_moves)))
                    .collect::<Vec<_>>(),
            ),
            text("law", &|applied| Some(applied.law.to_owned())),
            same("article_intended_move", article(ClaimArticle::Intended)),
            same("article_moves_completed", article(ClaimArticle::Completed)),
            Column::new(
                "uncertain",
                claims
                    .iter()
                    .map(|applied| Some(applied.uncertain))
                    .collect::<Vec<_>>(),
            ),
            text("certainty", &|applied| Some(applied.row.certainty.clone())),
            text("source", &|applied| Some(applied.row.source.clone())),
            same("seventy_five_moves", Some(seventy_five.to_owned())),
        ];
        if let Some(venue) = self.venue {
            let row = tables.venues.row(venue, DrawRule::Fifty, dates.game);
            let kind = row.map_or("not known", |row| match row.kind {
                VenueKind::Claim => "players claim",
                VenueKind::Automatic => "draws automatically",
                VenueKind::None => "not applied",
            });
            columns.extend([
                same("venue", Some(venue.to_string())),
                same("venue_rule", Some(kind.to_owned())),
                same("venue_certainty", row.map(|row| row.certainty.clone())),
                same("venue_source", row.map(|row| row.source.clone())),
            ]);
        }
        Some(Frame::new(columns))
    }
}

/// Writes an answer for people: a line for each column, an empty line between the rows.
///
/// # Errors
/// Those of the writer.
pub(super) fn write_lines(answer: &Frame, out: &mut dyn Write) -> io::Result<()> {
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
                Cell::Null => "-".to_owned(),
                Cell::Bool(true) => "yes".to_owned(),
                Cell::Bool(false) => "no".to_owned(),
                Cell::Int(value) => value.to_string(),
                Cell::Float(value) => value.to_string(),
                Cell::Text(text) => text.to_owned(),
            };
            writeln!(out, "{name:width$}  {value}")?;
        }
    }
    Ok(())
}
