//! The dataset that a question is asked of: one that is there, or one made for the answer.

use anyhow::{Context as _, bail};
use audit960_analytics::Dataset;
use audit960_filter::chosen;
use audit960_pipeline::{self as pipeline, NoObserver, Options};
use audit960_replay::AuditOptions;
use tempfile::TempDir;

use crate::Inputs;

/// A dataset, and the folder that is to stay as long as it is asked.
#[derive(Debug)]
pub struct Asked {
    /// The games that count.
    pub dataset: Dataset,
    _folder: Option<TempDir>,
}

impl Inputs {
    /// The dataset that is named, or one made of the archives that are, in a folder that goes when the answer
    /// has been given: of both, the games that count. `asker` is the option that asks.
    ///
    /// # Errors
    /// Where several datasets are named, or one with archives; where the dataset is damaged, or an archive
    /// cannot be read.
    pub fn dataset(&self, asker: &str, audit: AuditOptions) -> anyhow::Result<Asked> {
        let mut datasets = self.datasets();
        if let ([_], Some(folder)) = (self.names.as_slice(), datasets.next()) {
            return Ok(Asked {
                dataset: chosen(self.open(folder)?, self.filter.as_ref())?,
                _folder: None,
            });
        }
        if self.datasets().next().is_some() {
            bail!("{asker} takes one dataset, or archives alone");
        }
        let folder = tempfile::tempdir().context("no temporary folder can be made")?;
        let path = folder.path().join("dataset");
        let options = Options {
            threads: self.worker_count(),
            audit,
            limits: self.limits,
            ..Options::default()
        };
        pipeline::audit(&self.names, &path, options, &NoObserver)?;
        // Nobody else knows of it.
        let believed = Self {
            no_verify: true,
            ..self.clone()
        };
        Ok(Asked {
            dataset: chosen(believed.open(&path)?, self.filter.as_ref())?,
            _folder: Some(folder),
        })
    }
}
