//! Files that are beside the archives of a folder and are not read.

use std::collections::BTreeSet;
use std::fmt;

/// How many of them are named.
const NAMED: usize = 5;

/// Files of folders, and members of zip archives, whose names are not those of chess archives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IgnoredFiles {
    /// How many there are.
    count: u64,
    /// The first of them by name, as far as names are known.
    first: BTreeSet<String>,
}

impl IgnoredFiles {
    /// Adds a file.
    pub fn add(&mut self, name: String) {
        self.count += 1;
        self.first.insert(name);
        if self.first.len() > NAMED {
            self.first.pop_last();
        }
    }

    /// Adds files whose names are not known.
    pub(crate) fn add_unnamed(&mut self, count: u64) {
        self.count += count;
    }

    /// How many there are.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }
}

/// The names, as `a.txt, b.pgn.xz and 3 more`.
impl fmt::Display for IgnoredFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.first.iter().map(String::as_str).collect();
        f.write_str(&names.join(", "))?;
        match self.count - names.len() as u64 {
            0 => Ok(()),
            more if names.is_empty() => write!(f, "{more} objects"),
            more => write!(f, " and {more} more"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_by_name_are_named_and_the_others_counted() {
        let mut ignored = IgnoredFiles::default();
        for name in ["g", "b", "f"] {
            ignored.add(name.to_owned());
        }
        assert_eq!(ignored.to_string(), "b, f, g");
        for name in ["a", "e", "c", "d"] {
            ignored.add(name.to_owned());
        }
        assert_eq!(
            (ignored.count(), ignored.to_string()),
            (7, "a, b, c, d, e and 2 more".to_owned())
        );
        let mut ignored = IgnoredFiles::default();
        ignored.add_unnamed(4);
        assert_eq!(ignored.to_string(), "4 objects");
    }
}
