//! The law table and its queries.

use std::sync::OnceLock;

use crate::csv::{self, LawTableError};
use crate::date::Day;
use crate::days::GameDates;
use crate::material::SideConditions;
use crate::row::{self, LawRow, Rule};
use audit960_types::Material;

/// What is said of a table without a presumed claim with condition `always` and without first and last day.
const NO_GENERAL_ROW: &str =
    "no row is a presumed claim with condition always and with from and to empty";

/// Value of column `law` for a game without a date.
pub const UNDATED: &str = "undated";
/// Value of column `law` for a game whose possible dates span a change that matters to it.
pub const AMBIGUOUS_DATE: &str = "ambiguous_date";

const BUILTIN: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/data/fifty_move_law.csv"
));

/// The law on draws and its history: FIDE's, or a user's own table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawTable {
    rows: Vec<LawRow>,
    /// Index of the general row: the claim on every day and for every position.
    general: usize,
}

/// The claim that the law allows in a position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AppliedRow<'a> {
    /// Id of the row, or [`UNDATED`] or [`AMBIGUOUS_DATE`].
    pub law: &'a str,
    /// The row whose limit is applied, whatever `law` says.
    pub row: &'a LawRow,
    /// Moves by each player after which a draw can be claimed: at half-move clock `2N`, or `2N - 1`
    /// with the intended move.
    pub limit_moves: u32,
    /// Whether the sources leave open which limit was in force on that date.
    pub uncertain: bool,
}

/// What the law of a date says about the third occurrence of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threefold {
    /// Whether a player could claim a draw; `None` where that is not known.
    pub claimable: Option<bool>,
    /// Whether the sources leave it open.
    pub uncertain: bool,
}

/// When a repeated position draws a game without a claim; each draws all games that those before it draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fivefold {
    /// Never.
    No,
    /// At the fifth occurrence, if all five came in consecutive alternate moves.
    InSequence,
    /// At the fifth occurrence.
    AnyTime,
}

impl LawTable {
    /// The text of the built-in table, to begin a table of one's own with.
    #[must_use]
    pub const fn builtin_text() -> &'static str {
        BUILTIN
    }

    /// The built-in table of FIDE's law, `data/fifty_move_law.csv`.
    ///
    /// # Examples
    /// ```
    /// use audit960_law::LawTable;
    ///
    /// let row = LawTable::builtin().row("fifty").unwrap();
    /// assert_eq!(row.limit_moves, Some(50));
    /// ```
    #[must_use]
    pub fn builtin() -> &'static Self {
        static TABLE: OnceLock<LawTable> = OnceLock::new();
        TABLE.get_or_init(|| match Self::parse(BUILTIN) {
            Ok(table) => table,
            Err(error) => unreachable!("the table that is built in: {error}"),
        })
    }

    /// Parses a table in the format of `data/fifty_move_law.csv`; the columns `goes_by` and `uncertain`
    /// are optional.
    ///
    /// # Errors
    ///
    /// The first error, with its line.
    pub fn parse(text: &str) -> Result<Self, LawTableError> {
        let rows = row::rows(text)?;
        let general = rows
            .iter()
            .rposition(|row| row.is_general() && row.rule == Rule::Claim);
        match general {
            Some(general) => Ok(Self { rows, general }),
            None => Err(LawTableError {
                line: csv::last_line(text),
                message: NO_GENERAL_ROW.to_owned(),
            }),
        }
    }

    /// All rows, including those that are never applied, in the order of the table.
    #[must_use]
    pub fn rows(&self) -> &[LawRow] {
        &self.rows
    }

    /// The row with that id.
    #[must_use]
    pub fn row(&self, id: &str) -> Option<&LawRow> {
        self.rows.iter().find(|row| row.id == id)
    }

    /// The claim in a position of a game, given by its material and the side conditions it fulfils.
    ///
    /// Without a date the general limit applies. Where the date can mean several days, the earliest
    /// counts; if a later one has another limit, the law is [`AMBIGUOUS_DATE`].
    ///
    /// # Examples
    /// ```
    /// use audit960_law::{GameDates, LawTable, SideConditions};
    ///
    /// // Rook and bishop against rook in 1988: 100 moves.
    /// let claim = |date: &[u8]| {
    ///     let dates = GameDates::of_tags(Some(date), None, None);
    ///     let material = "KRBvKR".parse().unwrap();
    ///     LawTable::builtin().claim(&dates, &material, SideConditions::default())
    /// };
    /// assert_eq!(claim(b"1988.02.17").limit_moves, 100);
    /// assert_eq!(claim(b"2023.02.17").limit_moves, 50);
    /// assert_eq!(claim(b"????.??.??").law, "undated");
    /// ```
    #[must_use]
    pub fn claim(
        &self,
        dates: &GameDates,
        material: &Material,
        conditions: SideConditions,
    ) -> AppliedRow<'_> {
        let at = |day| self.claim_on(dates, day, material, conditions);
        let days = self.days(dates);
        let (row, limit_moves) = at(days.first().copied());
        let law = match dates.game {
            None => UNDATED,
            _ if days.iter().any(|day| at(Some(*day)).1 != limit_moves) => AMBIGUOUS_DATE,
            _ => row.id.as_str(),
        };
        AppliedRow {
            law,
            row,
            limit_moves,
            uncertain: self.doubtful(dates, material, conditions).next().is_some(),
        }
    }

    /// Whether a game is drawn automatically after 75 moves by each player (Laws 9.6.2); `false` without
    /// a date, `None` where the possible dates span a change.
    ///
    /// # Examples
    /// ```
    /// use audit960_law::{GameDates, LawTable};
    ///
    /// // In force since 1 July 2014.
    /// let ends = |date| LawTable::builtin().automatic_seventy_five(&GameDates::parse(date).unwrap());
    /// assert_eq!(ends("2014.06.30"), Some(false));
    /// assert_eq!(ends("2014.07.01"), Some(true));
    /// assert_eq!(ends("2014.??.??"), None);
    /// ```
    #[must_use]
    pub fn automatic_seventy_five(&self, dates: &GameDates) -> Option<bool> {
        self.unanimous(dates, false, |day| {
            self.applied(dates, day)
                .any(|row| row.rule == Rule::Automatic)
        })
    }

    /// When a repeated position draws a game without a claim (Laws 9.6.1); never without a date,
    /// `None` where the possible dates span a change.
    #[must_use]
    pub fn fivefold(&self, dates: &GameDates) -> Option<Fivefold> {
        self.unanimous(dates, Fivefold::No, |day| self.fivefold_on(dates, day))
    }

    /// When a repeated position certainly drew a game without a claim: what holds on all days on which the game can have been
    /// played. A fifth occurrence in sequence is a draw by the Laws of 2014 and by those of 2017.
    #[must_use]
    pub fn certain_fivefold(&self, dates: &GameDates) -> Fivefold {
        let days = self.days(dates).into_iter();
        let least = days.map(|day| self.fivefold_on(dates, day)).min();
        least.unwrap_or(Fivefold::No)
    }

    fn fivefold_on(&self, dates: &GameDates, day: Day) -> Fivefold {
        let rules = self.applied(dates, day).map(|row| match row.rule {
            Rule::Fivefold => Fivefold::AnyTime,
            Rule::FivefoldInSequence => Fivefold::InSequence,
            _ => Fivefold::No,
        });
        rules.max().unwrap_or(Fivefold::No)
    }

    /// Whether a player could claim a draw at the third occurrence of a position (Laws 9.2). Without a date,
    /// and in tables without a row about it: as in the present Laws.
    ///
    /// # Examples
    /// ```
    /// use audit960_law::{GameDates, LawTable};
    ///
    /// let at = |date| LawTable::builtin().threefold(&GameDates::parse(date).unwrap());
    /// assert_eq!(at("2023.05.01").claimable, Some(true));
    /// // London 1883 counted series of moves, not positions; other events had rules of their own.
    /// let london = at("1883.05.01");
    /// assert_eq!((london.claimable, london.uncertain), (None, true));
    /// ```
    #[must_use]
    pub fn threefold(&self, dates: &GameDates) -> Threefold {
        let of_threefold = |row: &&LawRow| row.rule == Rule::Threefold;
        let known = self.rows.iter().any(|row| of_threefold(&row));
        let (Some(span), true) = (dates.game, known) else {
            return Threefold {
                claimable: Some(true),
                uncertain: false,
            };
        };
        let in_force = self.unanimous(dates, true, |day| {
            self.applied(dates, day).any(|row| of_threefold(&row))
        });
        let open = |row: &LawRow| row.uncertain.iter().any(|period| period.overlaps(span));
        Threefold {
            claimable: in_force.filter(|in_force| *in_force),
            uncertain: in_force != Some(true) || self.rows.iter().filter(of_threefold).any(open),
        }
    }

    /// The days that have to be checked for a game: the first on which it can have been played, and the
    /// later ones on which a row begins or has just ended. Empty without a date.
    fn days(&self, dates: &GameDates) -> Vec<Day> {
        let Some(span) = dates.game else {
            return Vec::new();
        };
        let within = |day: &Day| span.first() < *day && *day <= span.last();
        let changes = self.rows.iter().flat_map(LawRow::changes).filter(within);
        std::iter::once(span.first()).chain(changes).collect()
    }

    /// Row and limit of the claim on a day: a row that names the ending has priority over one that does
    /// not, then a later row over an earlier one. Without a day, the general row.
    fn claim_on(
        &self,
        dates: &GameDates,
        day: Option<Day>,
        material: &Material,
        conditions: SideConditions,
    ) -> (&LawRow, u32) {
        let mut named = None;
        let mut unnamed = None;
        for row in day.into_iter().flat_map(|day| self.applied(dates, day)) {
            if row.rule.is_claim() && row.condition.holds(material, conditions) {
                let best = if row.condition.is_always() {
                    &mut unnamed
                } else {
                    &mut named
                };
                *best = Some(row);
            }
        }
        let row = named.or(unnamed).unwrap_or(&self.rows[self.general]);
        (row, row.limit_moves.unwrap_or_default())
    }

    /// The claims that fit a position of a game and may have been in force on one of its days, or not. Of a game without
    /// a date nobody knows whether it is of the days of a law about its ending.
    pub fn doubtful(
        &self,
        dates: &GameDates,
        material: &Material,
        conditions: SideConditions,
    ) -> impl Iterator<Item = &LawRow> + use<'_> {
        let (days, material) = (dates.game, *material);
        let may_apply = move |row: &&LawRow| {
            let is_open = match days {
                Some(days) => row.uncertain.iter().any(|period| period.overlaps(days)),
                None => row.presumed && !row.condition.is_always(),
            };
            row.rule.is_claim() && is_open && row.condition.holds(&material, conditions)
        };
        self.rows.iter().filter(may_apply)
    }

    /// The rows that apply to a game, assuming that it was played on `day`.
    fn applied(&self, dates: &GameDates, day: Day) -> impl Iterator<Item = &LawRow> {
        self.rows.iter().filter(move |row| row.applies(dates, day))
    }

    /// The answer for a game, if it is the same on all possible days; `undated` without a date.
    fn unanimous<T: PartialEq>(
        &self,
        dates: &GameDates,
        undated: T,
        answer: impl Fn(Day) -> T,
    ) -> Option<T> {
        let mut answers = self.days(dates).into_iter().map(answer);
        let Some(first) = answers.next() else {
            return Some(undated);
        };
        answers.all(|other| other == first).then_some(first)
    }
}

#[cfg(test)]
mod tests;
