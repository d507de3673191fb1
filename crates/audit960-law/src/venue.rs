//! The venue table: how each venue treats the draws that players may claim and the automatic ones.
//!
//! A missed claim is possible only where claims exist. Where a server or a match program draws
//! automatically, nobody could have claimed. Venues have changed their rules, so the rules have dates;
//! for a time that no row covers, the rule is not known.

use std::sync::OnceLock;

use audit960_types::{Choice as _, Venue};

use crate::csv::{self, LawTableError};
use crate::date::Day;
use crate::days::Days;

const BUILTIN: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/venue_rules.csv"));

/// The header of every venue table.
const HEADER: [&str; 7] = ["venue", "rule", "kind", "from", "to", "certainty", "source"];

audit960_types::choices! {
    /// A rule on draws.
    pub enum DrawRule {
        /// Fifty moves by each player without capture or pawn move (Laws 9.3).
        Fifty = "fifty",
        /// Seventy-five moves by each player without capture or pawn move (Laws 9.6.2).
        SeventyFive = "seventy_five",
        /// The third occurrence of a position (Laws 9.2).
        Threefold = "threefold",
        /// The fifth occurrence of a position (Laws 9.6.1).
        Fivefold = "fivefold",
        /// Too little material to mate (Laws 5.2.2).
        Material = "material",
        /// Results by adjudication: by a match program, or by claims that rest on endgame tablebases.
        Adjudication = "adjudication",
    }
}

/// How a venue applies a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VenueKind {
    /// Players can claim the draw.
    Claim,
    /// Of the fifty moves alone: players can claim the draw once all moves have been made; a move that is only announced
    /// (Laws 9.3.1) does not count.
    ClaimCompleted,
    /// The draw is automatic. For seventy-five moves and the fifth occurrence: as the Laws of the day
    /// say, which are in the law table.
    Automatic,
    /// The rule is not applied.
    None,
    /// Of material alone: every dead position ends the game, as by the Laws.
    Dead,
    /// Of material alone: too little material to mate does, and no other dead position.
    InsufficientMaterial,
    /// Of material alone: at most a bishop or a knight on each side does.
    MinorPieces,
    /// Of adjudication alone: claims that rest on endgame tablebases take the place of the fifty-move rule
    /// where at most so many pieces and pawns are left, kings included.
    Tablebases(u8),
}

impl VenueKind {
    /// The names in a table.
    #[rustfmt::skip]
    const NAMES: [(&str, Self); 11] = [
        ("claim", Self::Claim), ("claim-completed", Self::ClaimCompleted), ("automatic", Self::Automatic),
        ("none", Self::None), ("dead", Self::Dead), ("insufficient-material", Self::InsufficientMaterial),
        ("minor-pieces", Self::MinorPieces), ("tablebases-5", Self::Tablebases(5)),
        ("tablebases-6", Self::Tablebases(6)), ("tablebases-7", Self::Tablebases(7)),
        ("tablebases-8", Self::Tablebases(8)),
    ];

    /// The name in a table.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        let named = Self::NAMES.iter().find(|(_, kind)| *kind == self);
        named.map_or("tablebases", |(name, _)| name)
    }

    /// Whether players can claim.
    #[must_use]
    pub const fn is_claim(self) -> bool {
        matches!(self, Self::Claim | Self::ClaimCompleted)
    }
}

/// One row of the venue table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct VenueRow {
    /// The venue.
    pub venue: Venue,
    /// The rule.
    pub rule: DrawRule,
    /// How the venue applies it.
    pub kind: VenueKind,
    /// First day; `None`: no beginning.
    pub from: Option<Day>,
    /// Last day; `None`: no end.
    pub to: Option<Day>,
    /// What is uncertain about the row.
    pub certainty: String,
    /// Where the row comes from.
    pub source: String,
}

impl VenueRow {
    fn is_in_force(&self, day: Day) -> bool {
        self.from.is_none_or(|from| from <= day) && self.to.is_none_or(|to| day <= to)
    }
}

/// The rules of the venues and their history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VenueTable {
    rows: Vec<VenueRow>,
}

impl VenueTable {
    /// The text of the built-in table, to begin a table of one's own with.
    #[must_use]
    pub const fn builtin_text() -> &'static str {
        BUILTIN
    }

    /// The built-in table, `data/venue_rules.csv`.
    ///
    /// # Examples
    /// ```
    /// use audit960_law::types::Venue;
    /// use audit960_law::{DrawRule, VenueKind, VenueTable};
    ///
    /// // Lichess draws games after fifty moves; over the board a player has to claim.
    /// let kind = |venue| VenueTable::builtin().kind(venue, DrawRule::Fifty, None);
    /// assert_eq!(kind(Venue::Lichess), Some(VenueKind::Automatic));
    /// assert_eq!(kind(Venue::OverTheBoard), Some(VenueKind::Claim));
    /// ```
    #[must_use]
    pub fn builtin() -> &'static Self {
        static TABLE: OnceLock<VenueTable> = OnceLock::new();
        TABLE.get_or_init(|| match Self::parse(BUILTIN) {
            Ok(table) => table,
            Err(error) => unreachable!("the table that is built in: {error}"),
        })
    }

    /// Parses a table in the format of `data/venue_rules.csv`.
    ///
    /// # Errors
    ///
    /// The first error, with its line.
    pub fn parse(text: &str) -> Result<Self, LawTableError> {
        let rows = csv::rows(text, HEADER, row)?;
        Ok(Self {
            rows: rows.into_iter().map(|(_, row)| row).collect(),
        })
    }

    /// All rows, in the order of the table.
    #[must_use]
    pub fn rows(&self) -> &[VenueRow] {
        &self.rows
    }

    /// How a venue applies a rule to a game played on one of `days`, or on any day if `days` is `None`.
    /// `None` where that is not known: no row covers some of the days, or rows differ.
    #[must_use]
    pub fn kind(&self, venue: Venue, rule: DrawRule, days: Option<Days>) -> Option<VenueKind> {
        self.row(venue, rule, days).map(|row| row.kind)
    }

    /// The row behind the answer of [`VenueTable::kind`]; the one for the earliest day.
    #[must_use]
    pub fn row(&self, venue: Venue, rule: DrawRule, days: Option<Days>) -> Option<&VenueRow> {
        let venue = self.known_as(venue);
        let rows = || {
            let fits = move |row: &&VenueRow| row.venue == venue && row.rule == rule;
            self.rows.iter().filter(fits)
        };
        // Of rows that overlap, the later one in the table is applied.
        let on = |day: Day| rows().rfind(|row| row.is_in_force(day));
        let (first, last) = (
            days.map_or(Day::FIRST, Days::first),
            days.map_or(Day::LAST, Days::last),
        );
        let found = on(first)?;
        let changes = rows().flat_map(|row| [row.from, row.to.map(Day::next)]);
        let mut within = changes.flatten().filter(|&day| first < day && day <= last);
        within
            .all(|day| on(day).is_some_and(|row| row.kind == found.kind))
            .then_some(found)
    }

    /// Whether tablebase claims ever took the place of the fifty-move rule at a venue.
    #[must_use]
    pub fn has_tablebases(&self, venue: Venue) -> bool {
        let of_tablebases = |row: &VenueRow| matches!(row.kind, VenueKind::Tablebases(_));
        self.rows
            .iter()
            .any(|row| row.venue == venue && of_tablebases(row))
    }

    /// The venue whose rows count: `mainz`, `twic` and `unknown` share the rows of `over_the_board`
    /// unless they have rows of their own.
    fn known_as(&self, venue: Venue) -> Venue {
        let own = self.rows.iter().any(|row| row.venue == venue);
        match venue {
            Venue::Mainz | Venue::Twic | Venue::Unknown if !own => Venue::OverTheBoard,
            _ => venue,
        }
    }
}

fn row(fields: [&str; 7]) -> Result<VenueRow, String> {
    let [venue, rule, kind, from, to, certainty, source] = fields;
    let known = Venue::ALL.iter().find(|known| known.as_str() == venue);
    let venue = *known.ok_or_else(|| {
        format!("unknown venue `{venue}`; audit960 law --venues lists the venues")
    })?;
    let rule = csv::named(rule).ok_or_else(|| {
        let known: Vec<_> = DrawRule::ALL.iter().map(|rule| rule.name()).collect();
        format!("unknown rule `{rule}`: must be one of {}", known.join(", "))
    })?;
    let known = VenueKind::NAMES.iter().find(|(name, _)| *name == kind);
    let suits = |kind: &VenueKind| match kind {
        VenueKind::Claim => matches!(rule, DrawRule::Fifty | DrawRule::Threefold),
        VenueKind::ClaimCompleted => rule == DrawRule::Fifty,
        VenueKind::Dead | VenueKind::InsufficientMaterial | VenueKind::MinorPieces => {
            rule == DrawRule::Material
        }
        VenueKind::Tablebases(_) => rule == DrawRule::Adjudication,
        VenueKind::Automatic | VenueKind::None => rule != DrawRule::Material,
    };
    let kind = known.map(|(_, kind)| *kind).filter(suits).ok_or_else(|| {
        format!(
            "`{kind}` is not a kind that this rule can have: claim (fifty and threefold only), automatic \
             or none"
        )
    })?;
    let (from, to) = csv::period(from, to)?;
    Ok(VenueRow {
        venue,
        rule,
        kind,
        from,
        to,
        certainty: certainty.to_owned(),
        source: source.to_owned(),
    })
}

#[cfg(test)]
mod tests;
