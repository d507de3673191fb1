//! The dataset that an option is about: one that is there, or one made for the answer.

use std::path::Path;

use anyhow::{Context as _, bail};
use audit960_analytics::Dataset;
use audit960_filter::Filter;
use audit960_replay::AuditOptions;
use tempfile::TempDir;

use crate::commands::TableTexts;
use crate::commands::filters::chosen;
use crate::pipeline::{self, FindingFormat, Options, Printing};

/// A dataset, and the folder that is to stay as long as it is asked.
pub(crate) struct Asked {
    pub(crate) dataset: Dataset,
    _folder: Option<TempDir>,
}

impl Asked {
    /// The dataset that is named, or one made of the archives that are, in a folder that goes when the
    /// answer has been given: of both, the games that fulfil a condition. `option` is the one that
    /// asks.
    pub(crate) fn of(
        inputs: &[String],
        option: &str,
        threads: Option<usize>,
        audit: AuditOptions,
        filter: Option<&Filter>,
    ) -> anyhow::Result<Self> {
        let is_dataset = |input: &String| Dataset::is_at(Path::new(input));
        if let [input] = inputs
            && is_dataset(input)
        {
            return Ok(Self {
                dataset: chosen(Dataset::open(Path::new(input))?, filter)?,
                _folder: None,
            });
        }
        if inputs.iter().any(is_dataset) {
            bail!("{option} takes one dataset, or archives alone");
        }
        let folder = tempfile::tempdir().context("no temporary folder can be made")?;
        let path = folder.path().join("dataset");
        let options = Options {
            threads: pipeline::threads(threads),
            audit,
            crosscheck: false,
            duplicates: false,
            examination: pipeline::Examination::default(),
            table_texts: TableTexts::default(),
            printing: Printing {
                format: FindingFormat::Json,
                all: false,
                none: true,
            },
            quiet: true,
        };
        pipeline::audit(inputs, &path, options)?;
        Ok(Self {
            dataset: chosen(Dataset::open(&path)?, filter)?,
            _folder: Some(folder),
        })
    }
}
