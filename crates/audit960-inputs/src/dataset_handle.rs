//! The dataset that answers a question: one that exists, or a temporary one.

use anyhow::bail;
use audit960_analytics::Dataset;
use audit960_audit::{self as pipeline, Observer, Options};
use audit960_dataset::Temporary;
use audit960_filter::{Filter, filtered};
use audit960_replay::AuditOptions;
use audit960_types::tables::ColumnGroup;

use crate::Inputs;

/// A dataset and, if it is a temporary one, its folder, which is removed with this value.
#[derive(Debug)]
pub struct DatasetHandle {
    /// The games that count.
    pub dataset: Dataset,
    _folder: Option<Temporary>,
}

impl Inputs {
    /// The one dataset that is named, or a temporary one made from the archives; either with the games that
    /// count. `option` is the option that needs it, for messages.
    ///
    /// # Errors
    /// If several datasets are named, or one together with archives; if the dataset is damaged, or an archive
    /// cannot be read.
    pub fn dataset(
        &self,
        option: &str,
        audit: AuditOptions,
        observer: &dyn Observer,
    ) -> anyhow::Result<DatasetHandle> {
        let mut datasets = self.datasets();
        if let ([_], Some(folder)) = (self.names.as_slice(), datasets.next()) {
            return Ok(DatasetHandle {
                dataset: filtered(self.open(folder)?, self.filter.as_ref())?,
                _folder: None,
            });
        }
        if self.datasets().next().is_some() {
            bail!("{option} takes one dataset, or archives alone");
        }
        let folder = Temporary::folder()?;
        let path = folder.path().join("dataset");
        let of_filter = self.filter.as_ref().map(Filter::needs);
        let options = Options {
            threads: self.worker_count(),
            players: audit.columns == ColumnGroup::Players,
            audit: audit.with_columns(of_filter.unwrap_or_default()),
            limits: self.limits,
            ..Options::default()
        };
        let outcome = pipeline::audit(&self.names, &path, options, observer)?;
        // What is missing would look like what is not there.
        if let Some((name, reason)) = outcome.unreadable.first() {
            bail!("{name}: {reason}");
        }
        // Just written, in a folder of our own: no need to compare checksums.
        let unverified = Self {
            no_verify: true,
            ..self.clone()
        };
        Ok(DatasetHandle {
            dataset: filtered(unverified.open(&path)?, self.filter.as_ref())?,
            _folder: Some(folder),
        })
    }
}
