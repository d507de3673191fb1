//! The law and venue tables that claims are judged by, from the user's files.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use audit960_audit::TableTexts;
use audit960_dataset::Dataset;
use audit960_ledger::LawTables;

/// The user's files that replace built-in tables.
#[derive(Clone, Debug, Default)]
pub struct LawTableFiles {
    /// The law on draws.
    pub law: Option<PathBuf>,
    /// The rules of the venues.
    pub venues: Option<PathBuf>,
}

impl LawTableFiles {
    /// Whether the user has given a table.
    #[must_use]
    pub const fn is_given(&self) -> bool {
        self.law.is_some() || self.venues.is_some()
    }

    /// The paths of the files.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.law
            .as_deref()
            .into_iter()
            .chain(self.venues.as_deref())
    }

    /// The tables to judge by, and the texts of the user's files.
    ///
    /// # Errors
    /// If a file cannot be read or is not such a table; its path is in the error.
    pub fn load(&self) -> anyhow::Result<(LawTables, TableTexts)> {
        let texts = TableTexts {
            law: read(self.law.as_deref())?,
            venues: read(self.venues.as_deref())?,
        };
        let name = |path: &Option<PathBuf>| {
            let path = path.as_deref().unwrap_or(Path::new("the built-in table"));
            path.display().to_string()
        };
        let law = texts.law().with_context(|| name(&self.law))?;
        let venues = texts.venues().with_context(|| name(&self.venues))?;
        Ok((LawTables { law, venues }, texts))
    }

    /// The tables to judge a dataset by: the user's, else those it was audited with.
    ///
    /// # Errors
    /// Those of [`LawTableFiles::load`]; if the tables in the manifest are invalid.
    pub fn for_dataset(&self, dataset: &Dataset) -> anyhow::Result<LawTables> {
        let manifest = dataset.manifest();
        let name = || "the tables of the dataset".to_owned();
        let option = |option: &str| manifest["options"][option].as_str().map(str::to_owned);
        let own = TableTexts {
            law: option("law_table"),
            venues: option("venue_table"),
        };
        let (given, _) = self.load()?;
        Ok(LawTables {
            law: match self.law {
                None => own.law().with_context(name)?,
                Some(_) => given.law,
            },
            venues: match self.venues {
                None => own.venues().with_context(name)?,
                Some(_) => given.venues,
            },
        })
    }
}

fn read(path: Option<&Path>) -> anyhow::Result<Option<String>> {
    let read =
        |path: &Path| std::fs::read_to_string(path).with_context(|| path.display().to_string());
    path.map(read).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_is_missing_is_named() {
        let files = LawTableFiles {
            law: Some(PathBuf::from("/nowhere/law.csv")),
            venues: None,
        };
        let error = files.load().err().unwrap();
        assert!(format!("{error:#}").starts_with("/nowhere/law.csv"));
    }
}
