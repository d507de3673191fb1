//! Names of table files: `KQvKR.rtbw`.

use std::fmt;
use std::path::Path;

use audit960_types::Role;

/// Most pieces, kings included, for which tables exist.
pub(crate) const MOST_PIECES: usize = 7;

/// The letters of pieces in names, in their order there, with the kinds they stand for.
const LETTERS: [(char, Role); 6] = [
    ('K', Role::King),
    ('Q', Role::Queen),
    ('R', Role::Rook),
    ('B', Role::Bishop),
    ('N', Role::Knight),
    ('P', Role::Pawn),
];

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
        let (first, second) = text.split_once('v')?;
        let sides = [places(first)?, places(second)?];
        let order = |side: &[usize]| {
            (
                side.len(),
                side.iter().map(|place| 6 - place).collect::<Vec<_>>(),
            )
        };
        let pieces = sides[0].len() + sides[1].len();
        let is_name = (3..=MOST_PIECES).contains(&pieces) && order(&sides[0]) >= order(&sides[1]);
        is_name.then(|| Self(text.to_owned()))
    }

    /// The kinds of the pieces of both sides, in the order of the name.
    pub(crate) fn roles(&self) -> [Vec<Role>; 2] {
        let (first, second) = self.0.split_once('v').unwrap_or_default();
        [first, second].map(|side| {
            let roles = side.chars().filter_map(|letter| {
                let found = LETTERS.iter().find(|(known, _)| *known == letter);
                found.map(|(_, role)| *role)
            });
            roles.collect()
        })
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

/// Places of the letters of a side in the order of names; `None` if it is no side.
fn places(side: &str) -> Option<Vec<usize>> {
    let places: Option<Vec<usize>> = side
        .chars()
        .map(|letter| LETTERS.iter().position(|(known, _)| *known == letter))
        .collect();
    let places = places?;
    let one_king = places.first() == Some(&0) && places.iter().skip(1).all(|place| *place > 0);
    (one_king && places.is_sorted()).then_some(places)
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
