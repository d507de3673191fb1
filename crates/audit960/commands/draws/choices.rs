//! What a user can choose of a ledger.

use audit960_law::Standard;
use audit960_ledger::Sort;

use crate::commands::format::Format;

/// Which claims count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum LawChoice {
    /// Claims under the law of the date, where the venue knows claims
    Venue,
    /// Claims under the law of the date, as if every venue knew them
    Fide,
}

/// Order of the runs.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum SortChoice {
    /// By source, in the order of the games
    Archive,
    /// Earliest date first, unknown dates last
    Date,
    /// Highest half-move clock first
    Clock,
    /// Most turns with a claim first
    Turns,
}

impl LawChoice {
    pub(super) const fn standard(self) -> Standard {
        match self {
            Self::Venue => Standard::Venue,
            Self::Fide => Standard::Fide,
        }
    }
}

impl SortChoice {
    pub(super) const fn sort(self) -> Sort {
        match self {
            Self::Archive => Sort::Archive,
            Self::Date => Sort::Date,
            Self::Clock => Sort::Clock,
            Self::Turns => Sort::Turns,
        }
    }
}

/// How the ledger is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum LedgerFormat {
    /// Aligned columns for people, cut to the width of the terminal
    Table,
    /// Every column but the moves (RFC 4180)
    Csv,
    /// The same as an array of objects
    Json,
    /// The games, with comments where draws could be claimed
    Pgn,
}

impl LedgerFormat {
    /// The format of a table; `None` for games.
    pub(super) const fn of_table(self) -> Option<Format> {
        match self {
            Self::Table => Some(Format::Table),
            Self::Csv => Some(Format::Csv),
            Self::Json => Some(Format::Json),
            Self::Pgn => None,
        }
    }
}
