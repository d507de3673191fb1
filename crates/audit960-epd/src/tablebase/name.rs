//! Names of table files: `KQvKR.rtbw`.

use std::fmt;
use std::path::Path;

use audit960_types::{Material, Role, Side};

/// Most pieces, kings included, for which tables exist.
pub(crate) const MOST_PIECES: usize = 7;

/// Which of its two numbers a table has of each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TableKind {
    /// The value: file names end in `.rtbw`.
    Wdl,
    /// The distance to zeroing: `.rtbz`.
    Dtz,
}

impl TableKind {
    /// How file names end, without the dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Wdl => "rtbw",
            Self::Dtz => "rtbz",
        }
    }

    /// The table that belongs to it.
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::Wdl => Self::Dtz,
            Self::Dtz => Self::Wdl,
        }
    }
}

/// The pieces of a table: the stronger side's first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TableMaterial(String);

impl TableMaterial {
    /// Reads `KQvKR`. Each side has one king and its pieces in the order K Q R B N P, both have at least three
    /// pieces and at most seven, and the side with more or with the greater pieces is first.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let material: Material = text.parse().ok()?;
        let [first, second] = material.totals();
        let order = |side| Role::MATERIAL_ORDER.map(|role| material.count(side, role));
        let is_name = (3..=MOST_PIECES).contains(&(material.piece_count() as usize))
            && (first, order(Side::White)) >= (second, order(Side::Black));
        is_name.then(|| Self(text.to_owned()))
    }

    /// The kinds of the pieces of both sides, in the order of the name.
    pub(crate) fn roles(&self) -> [Vec<Role>; 2] {
        let (first, second) = self.0.split_once('v').unwrap_or_default();
        [first, second].map(|side| side.bytes().filter_map(Role::from_letter).collect())
    }

    /// Number of pieces, kings included.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.0.len() - 1
    }
}

impl fmt::Display for TableMaterial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The name of a table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TableName {
    /// The pieces.
    pub material: TableMaterial,
    /// What it has of each position.
    pub kind: TableKind,
}

impl fmt::Display for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.material, self.kind.extension())
    }
}

/// What a file's name says.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum FileName {
    /// A table.
    Table(TableName),
    /// The ending of a table, but no pieces that a table can have.
    Misnamed,
    /// Another file.
    Other,
}

impl FileName {
    /// Reads the name of a file.
    pub(crate) fn of(path: &Path) -> Self {
        let extension = path.extension().and_then(|end| end.to_str());
        let kind = match extension {
            Some("rtbw") => TableKind::Wdl,
            Some("rtbz") => TableKind::Dtz,
            _ => return Self::Other,
        };
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        match stem.and_then(TableMaterial::parse) {
            Some(material) => Self::Table(TableName { material, kind }),
            None => Self::Misnamed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file_name(name: &str) -> FileName {
        FileName::of(Path::new(name))
    }

    #[test]
    fn tables_are_known_by_their_pieces() {
        for name in [
            "KQvK.rtbw",
            "KPvKP.rtbz",
            "KRBvKR.rtbw",
            "KQQQQQvK.rtbz",
            "KRvKB.rtbw",
        ] {
            let FileName::Table(table) = file_name(name) else {
                panic!("{name}");
            };
            assert_eq!(table.to_string(), name);
        }
    }

    /// The weaker side first, a side without a king or with two, letters out of order, too few pieces and too many.
    #[test]
    fn other_names_are_no_tables() {
        for name in [
            "KvKQ.rtbw",
            "KBvKR.rtbw",
            "QvK.rtbw",
            "KKvK.rtbw",
            "KBQvK.rtbz",
            "KvK.rtbw",
            "KQQQQQQvK.rtbw",
            "kqvk.rtbw",
            "KQvKR copy.rtbw",
            "KQ.rtbw",
            ".rtbw.rtbw",
        ] {
            assert_eq!(file_name(name), FileName::Misnamed, "{name}");
        }
        for name in ["readme.txt", "KQvK", "KQvK.rtbw.part", "KQvK.gtb.cp4"] {
            assert_eq!(file_name(name), FileName::Other, "{name}");
        }
    }
}
