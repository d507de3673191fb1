//! The tables that claims are judged by, as options name them.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use audit960_analytics::Dataset;
use audit960_ledger::Tables;
use audit960_pipeline::TableTexts;

/// Tables of the user's in place of those built in.
#[derive(Debug, clap::Args)]
pub(crate) struct TableArgs {
    /// Law on draws to apply instead of the one built in (see audit960 law)
    #[arg(long, value_name = "FILE")]
    pub(crate) law_table: Option<PathBuf>,
    /// Rules of the venues to apply instead of those built in (see audit960 law --venues)
    #[arg(long, value_name = "FILE")]
    pub(crate) venue_table: Option<PathBuf>,
}

impl TableArgs {
    /// Whether the user has given a table.
    pub(crate) const fn are_given(&self) -> bool {
        self.law_table.is_some() || self.venue_table.is_some()
    }

    /// The tables to judge by, and the texts of the user's own.
    pub(crate) fn load(&self) -> anyhow::Result<(Tables, TableTexts)> {
        let texts = TableTexts {
            law: read(self.law_table.as_deref())?,
            venues: read(self.venue_table.as_deref())?,
        };
        let name = |path: &Option<PathBuf>| {
            let path = path.as_deref().unwrap_or(Path::new("the table built in"));
            path.display().to_string()
        };
        let law = texts.law().with_context(|| name(&self.law_table))?;
        let venues = texts.venues().with_context(|| name(&self.venue_table))?;
        Ok((Tables { law, venues }, texts))
    }

    /// The tables to judge a dataset by: the user's, else those it was audited with.
    pub(crate) fn for_dataset(&self, dataset: &Dataset) -> anyhow::Result<Tables> {
        let manifest = dataset.manifest();
        let name = || "the tables of the dataset".to_owned();
        let option = |option: &str| manifest["options"][option].as_str().map(str::to_owned);
        let own = TableTexts {
            law: option("law_table"),
            venues: option("venue_table"),
        };
        let (given, _) = self.load()?;
        Ok(Tables {
            law: match self.law_table {
                None => own.law().with_context(name)?,
                Some(_) => given.law,
            },
            venues: match self.venue_table {
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
        let arguments = TableArgs {
            law_table: Some(PathBuf::from("/nowhere/law.csv")),
            venue_table: None,
        };
        let error = arguments.load().err().unwrap();
        assert!(format!("{error:#}").starts_with("/nowhere/law.csv"));
    }
}
