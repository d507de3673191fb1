//! The table of the law, and the questions that are asked of it.

use std::sync::OnceLock;

use crate::law::date::{Day, PartialDate};
use crate::law::material::Men;
use crate::law::read::{self, LawTableError, LawTableFault};
use crate::law::row::{LawRow, Rule};

/// `law` of a game without a usable date.
pub const UNDATED: &str = "undated";
/// `law` of a game whose date may lie on either side of a change that matters to its material.
pub const AMBIGUOUS_DATE: &str = "ambiguous_date";

const BUILTIN: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../data/fifty_move_law.csv"
));

/// The law on draws through the times: FIDE's, or what a user says it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawTable {
    rows: Vec<LawRow>,
    /// Name and limit of the claim that holds always.
    general: (String, u32),
}

/// What the law makes of a position at a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Applied<'a> {
    /// Id of the row, or [`UNDATED`] or [`AMBIGUOUS_DATE`].
    pub law: &'a str,
    /// Moves by each player after which a draw can be claimed: at half-move clock `2N`, or `2N - 1`
    /// with the intended move.
    pub limit_moves: u32,
    /// Whether the game ends by itself after 75 moves by each player (Laws 9.6.2).
    pub automatic_75: bool,
}

/// When a repeated position draws a game without a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fivefold {
    /// Never.
    No,
    /// At the fifth time, if all five came in alternate moves that follow each other.
    InSequence,
    /// At the fifth time.
    AnyTime,
}

impl LawTable {
    /// FIDE's law as the program knows it: `data/fifty_move_law.csv`.
    #[must_use]
    pub fn builtin() -> &'static Self {
        static TABLE: OnceLock<LawTable> = OnceLock::new();
        TABLE.get_or_init(|| match Self::parse(BUILTIN) {
            Ok(table) => table,
            Err(error) => unreachable!("the table that is built in: {error}"),
        })
    }

    /// Reads a table in the form of `data/fifty_move_law.csv`.
    ///
    /// # Errors
    ///
    /// The first fault, with its line.
    pub fn parse(text: &str) -> Result<Self, LawTableError> {
        let rows = read::rows(text)?;
        let general = rows
            .iter()
            .filter(|row| row.is_general())
            .filter_map(claim)
            .next_back();
        match general.map(|(row, limit_moves)| (row.id.clone(), limit_moves)) {
            Some(general) => Ok(Self { rows, general }),
            None => {
                let fault = LawTableFault::NoGeneralRow;
                Err(LawTableError {
                    line: read::last_line(text),
                    fault,
                })
            }
        }
    }

    /// Every row, also those that are never applied, in the order of the table.
    #[must_use]
    pub fn rows(&self) -> &[LawRow] {
        &self.rows
    }

    /// The law for a position at a date. As neither capture nor pawn move happens in a run, every
    /// position of a run gives the same answer.
    ///
    /// Without a date the general limit is applied and 9.6.2 is not. A date of which month or day
    /// are unknown is taken for its earliest day; if a later one would give this material another
    /// limit, the law is [`AMBIGUOUS_DATE`].
    #[must_use]
    pub fn limit(&self, date: Option<PartialDate>, men: &Men) -> Applied<'_> {
        let Some(date) = date else {
            return Applied {
                law: UNDATED,
                limit_moves: self.general.1,
                automatic_75: false,
            };
        };
        let (law, limit_moves) = self.claim_on(date.earliest(), men);
        let ambiguous = self
            .changes_within(date)
            .any(|day| self.claim_on(day, men).1 != limit_moves);
        Applied {
            law: if ambiguous { AMBIGUOUS_DATE } else { law },
            limit_moves,
            automatic_75: self.automatic_seventy_five(Some(date)),
        }
    }

    /// Whether a game of that date ends by itself after 75 moves by each player (Laws 9.6.2); no
    /// without a date, and by its earliest day if it is partial.
    #[must_use]
    pub fn automatic_seventy_five(&self, date: Option<PartialDate>) -> bool {
        self.in_force(date).any(|row| row.rule == Rule::Automatic)
    }

    /// When a repeated position draws a game of that date without a claim (Laws 9.6.1); never
    /// without a date, and by its earliest day if it is partial.
    #[must_use]
    pub fn fivefold(&self, date: Option<PartialDate>) -> Fivefold {
        let mut answer = Fivefold::No;
        for row in self.in_force(date) {
            match row.rule {
                Rule::Fivefold => return Fivefold::AnyTime,
                Rule::FivefoldInSequence => answer = Fivefold::InSequence,
                Rule::Claim { .. } | Rule::Automatic => {}
            }
        }
        answer
    }

    fn in_force(&self, date: Option<PartialDate>) -> impl Iterator<Item = &LawRow> {
        let day = date.map(PartialDate::earliest);
        self.rows
            .iter()
            .filter(move |row| day.is_some_and(|day| row.is_in_force(day)))
    }

    /// Id and limit of the claim on a day: a row that names the ending before one that does not,
    /// then a later row before an earlier one.
    fn claim_on(&self, day: Day, men: &Men) -> (&str, u32) {
        let mut named = None;
        let mut unnamed = None;
        for (row, limit_moves) in self.rows.iter().filter_map(claim) {
            if row.is_in_force(day) && row.condition.holds(men) {
                let best = if row.condition.is_always() {
                    &mut unnamed
                } else {
                    &mut named
                };
                *best = Some((row.id.as_str(), limit_moves));
            }
        }
        named
            .or(unnamed)
            .unwrap_or((&self.general.0, self.general.1))
    }

    /// Days after the earliest that a date may stand for on which some row begins or has ended.
    fn changes_within(&self, date: PartialDate) -> impl Iterator<Item = Day> {
        self.rows
            .iter()
            .flat_map(|row| [row.from, row.to.map(Day::next)])
            .flatten()
            .filter(move |&day| date.earliest() < day && day <= date.latest())
    }
}

/// A row of claims with its limit.
fn claim(row: &LawRow) -> Option<(&LawRow, u32)> {
    match row.rule {
        Rule::Claim { limit_moves } => Some((row, limit_moves)),
        Rule::Automatic | Rule::FivefoldInSequence | Rule::Fivefold => None,
    }
}

#[cfg(test)]
mod tests;
