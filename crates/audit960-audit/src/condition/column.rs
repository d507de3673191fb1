//! The columns of table `games` in conditions.

use audit960_types::GameFacts;
use audit960_types::tables::{ColumnDoc, ColumnNeeds, ColumnType, Datum, GAMES, Placed, TableRow};

use super::value::Kind;

/// A column of table `games`, by its index there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FilterColumn(usize);

impl FilterColumn {
    /// The column with a name.
    ///
    /// # Panics
    /// If the table has no such column; of a constant, when it is compiled.
    #[must_use]
    pub const fn named(name: &str) -> Self {
        let mut index = 0;
        while index < GAMES.columns.len() {
            if is_same(GAMES.columns[index].name.as_bytes(), name.as_bytes()) {
                return Self(index);
            }
            index += 1;
        }
        panic!("table games has no such column")
    }

    /// All columns, in the order of the table.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..GAMES.columns.len()).map(Self)
    }

    /// The column with a name, in any letter case.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        Self::all().find(|column| column.name().eq_ignore_ascii_case(name))
    }

    pub(super) const fn declared(self) -> &'static ColumnDoc {
        &GAMES.columns[self.0]
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.declared().name
    }

    /// What has to be asked for to have it.
    pub(super) fn needs(self) -> ColumnNeeds {
        ColumnNeeds {
            moves: self.kind() == Kind::List || self.name() == "moves",
            positions: ["opening_moves", "endings"].contains(&self.name()),
            group: self.declared().group,
        }
    }

    /// Its values, where there are few of them.
    pub(super) fn values(self) -> Option<Vec<&'static str>> {
        match self.declared().kind {
            ColumnType::Label(all) => Some(all()),
            _ => None,
        }
    }

    /// The kind of its values.
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self.declared().kind {
            ColumnType::Int32 | ColumnType::Int64 => Kind::Int,
            ColumnType::Float64 => Kind::Float,
            ColumnType::Bool => Kind::Bool,
            ColumnType::Date => Kind::Date,
            ColumnType::Text | ColumnType::Label(_) => Kind::Text,
            ColumnType::Int32List | ColumnType::Float64List => Kind::List,
        }
    }
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}

/// A row of table `games`.
pub trait FilterRow {
    /// The value of a column, of the kind that the column has, or null.
    fn value(&self, column: FilterColumn) -> Datum<'_>;
}

/// A game that has just been read.
impl FilterRow for Placed<'_, GameFacts<'_>> {
    fn value(&self, column: FilterColumn) -> Datum<'_> {
        TableRow::value(self, column.0)
    }
}
