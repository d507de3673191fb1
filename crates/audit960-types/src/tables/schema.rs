//! What is declared of tables and columns.

use std::fmt;
use std::io::{self, Write};

/// The type of a column.
#[derive(Clone, Copy, Debug)]
pub enum ColumnType {
    /// 32-bit signed integer.
    Int32,
    /// 64-bit signed integer.
    Int64,
    /// 64-bit floating-point number.
    Float64,
    /// True or false.
    Bool,
    /// Calendar date.
    Date,
    /// UTF-8 text.
    Text,
    /// List of non-null 32-bit signed integers.
    Int32List,
    /// List of nullable 64-bit floating-point numbers.
    Float64List,
    /// One of the strings that this function lists in the order of their keys.
    Label(fn() -> Vec<&'static str>),
}

impl ColumnType {
    /// The strings of an enumeration, in the order of their keys; `None` for any other type.
    #[must_use]
    pub fn labels(self) -> Option<Vec<&'static str>> {
        match self {
            Self::Label(all) => Some(all()),
            _ => None,
        }
    }
}

impl fmt::Display for ColumnType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Int32 => "int32",
            Self::Int64 => "int64",
            Self::Float64 => "float64",
            Self::Bool => "bool",
            Self::Date => "date",
            Self::Text | Self::Label(_) => "utf8",
            Self::Int32List => "list<int32>",
            Self::Float64List => "list<float64>",
        })
    }
}

/// Who knows the values of a column while an archive is read in chunks, which are parts of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnOrigin {
    /// The row itself.
    Row,
    /// The source, whose name it is: in no chunk.
    Source,
    /// The source and the identity of the game: in no chunk.
    GameId,
    /// The row counts the games of its chunk, from 0; those before the chunk are added.
    Game,
    /// The row counts the lines of its chunk, from 0; those before the chunk, and one, are added.
    Line,
}

/// Which columns the rows of a table have: those of a group are there if it, or a later one, is asked for. So the columns of a
/// file are always the first ones of its table, and a column that nobody asked for costs nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum ColumnGroup {
    /// Columns of every dataset.
    #[default]
    Always,
    /// Columns about the players (`--players`).
    Players,
    /// Columns about time and accuracy (`--quality`).
    Quality,
}

impl ColumnGroup {
    /// The group with which all columns are there.
    pub const LAST: Self = Self::Quality;

    /// The last group that is there with these options.
    #[must_use]
    pub const fn asked(players: bool, quality: bool) -> Self {
        if quality {
            Self::Quality
        } else if players {
            Self::Players
        } else {
            Self::Always
        }
    }

    /// Whether its columns are there if `last` is asked for.
    #[inline(always)]
    #[must_use]
    pub const fn is_within(self, last: Self) -> bool {
        self as u8 <= last as u8
    }

    /// The option that asks for it; `None` if nothing has to.
    #[must_use]
    pub const fn option(self) -> Option<&'static str> {
        match self {
            Self::Always => None,
            Self::Players => Some("--players"),
            Self::Quality => Some("--quality"),
        }
    }
}

/// What has to be asked for so that rows of games have some columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ColumnNeeds {
    /// The main line and what comments say of it (`--with-moves`).
    pub moves: bool,
    /// The first half-moves and endings (`--positions`).
    pub positions: bool,
    /// The last group of columns.
    pub group: ColumnGroup,
}

impl ColumnNeeds {
    /// What both need.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            moves: self.moves || other.moves,
            positions: self.positions || other.positions,
            group: self.group.max(other.group),
        }
    }
}

/// One column.
#[derive(Clone, Copy, Debug)]
pub struct ColumnDoc {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub kind: ColumnType,
    /// Whether it can be null.
    pub nullable: bool,
    /// Unit of its numbers; empty where there is none.
    pub unit: &'static str,
    /// What it means, in a sentence.
    pub meaning: &'static str,
    /// Who knows its values.
    pub origin: ColumnOrigin,
    /// The tag that it holds; `None` if it holds something else.
    pub tag: Option<&'static str>,
    /// What has to be asked for to have it.
    pub group: ColumnGroup,
}

/// One table.
#[derive(Clone, Copy, Debug)]
pub struct TableSchema {
    /// Its name, as in SQL.
    pub name: &'static str,
    /// Its files as a glob, relative to the dataset.
    pub path: &'static str,
    /// What a row is.
    pub meaning: &'static str,
    /// Its columns, in order.
    pub columns: &'static [ColumnDoc],
}

impl TableSchema {
    /// Writes its columns, or only those named, as a human-readable list.
    ///
    /// # Errors
    /// I/O errors of the writer.
    pub fn write_text(&self, columns: Option<&[String]>, out: &mut dyn Write) -> io::Result<()> {
        let wanted =
            |name: &str| columns.is_none_or(|columns| columns.iter().any(|column| column == name));
        writeln!(out, "{}: {}", self.name, self.meaning)?;
        for column in self.columns.iter().filter(|column| wanted(column.name)) {
            let null = if column.nullable { "null" } else { "" };
            let (name, kind) = (column.name, column.kind);
            let unit = match column.unit {
                "" => String::new(),
                unit => format!(" ({unit})"),
            };
            writeln!(out, "{name:28}{kind:13}{null:6}{}{unit}", column.meaning)?;
        }
        Ok(())
    }

    /// The table without the columns that are there only if a later group is asked for.
    #[must_use]
    pub fn up_to(&self, last: ColumnGroup) -> Self {
        let columns = self.columns.iter();
        let held = columns.take_while(|column| column.group.is_within(last));
        Self {
            columns: &self.columns[..held.count()],
            ..*self
        }
    }

    /// Whether the columns of each group stand together, in the order of the groups.
    pub(crate) const fn groups_ascend(&self) -> bool {
        let mut at = 1;
        while at < self.columns.len() {
            if !self.columns[at - 1].group.is_within(self.columns[at].group) {
                return false;
            }
            at += 1;
        }
        true
    }

    /// The columns of a file with these names, in order; `None` if no version of the program writes such a file: columns
    /// are only ever added at the end of their group, and can be null, so that a file has the first ones of the first
    /// groups.
    #[must_use]
    pub fn stored<'n>(
        &self,
        names: impl IntoIterator<Item = &'n str>,
    ) -> Option<Vec<&'static ColumnDoc>> {
        let mut names = names.into_iter().peekable();
        let mut stored = Vec::new();
        let mut ended = None;
        for column in self.columns {
            let found = names.next_if(|name| *name == column.name);
            match found {
                Some(_) if ended == Some(column.group) => return None,
                Some(_) => stored.push(column),
                None if column.nullable => ended = Some(column.group),
                None => return None,
            }
        }
        names.next().is_none().then_some(stored)
    }

    /// The column called `name`.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<&'static ColumnDoc> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// The names of its columns, in order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.columns.iter().map(|column| column.name)
    }
}
