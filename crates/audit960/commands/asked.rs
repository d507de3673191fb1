//! The dataset that an option is about: one that is there, or one made for the answer.

use std::num::NonZeroUsize;
use std::path::Path;

use anyhow::{Context as _, bail};
use audit960_analytics::Dataset;
use audit960_dataset::is_dataset;
use audit960_filter::Filter;
use audit960_pipeline::{self as pipeline, NoObserver, Options};
use tempfile::TempDir;

use crate::commands::door::DoorArgs;
use audit960_filter::chosen;

/// A dataset, and the folder that is to stay as long as it is asked.
pub(crate) struct Asked {
    pub(crate) dataset: Dataset,
    _folder: Option<TempDir>,
}

impl Asked {
    /// The dataset that is named, or one made of the archives that are, in a folder that goes when the
    /// answer has been given, by an audit with these options: of both, the games that fulfil a condition. `option` is the one that
    /// asks.
    pub(crate) fn of(
        inputs: &[String],
        option: &str,
        door: DoorArgs,
        options: Options,
        filter: Option<&Filter>,
    ) -> anyhow::Result<Self> {
        let threads = NonZeroUsize::new(options.threads);
        let is_named = |input: &String| is_dataset(Path::new(input));
        if let [input] = inputs
            && is_named(input)
        {
            let dataset = door.open(Path::new(input))?.with_threads(threads);
            return Ok(Self {
                dataset: chosen(dataset, filter)?,
                _folder: None,
            });
        }
        if inputs.iter().any(is_named) {
            bail!("{option} takes one dataset, or archives alone");
        }
        let folder = tempfile::tempdir().context("no temporary folder can be made")?;
        let path = folder.path().join("dataset");
        pipeline::audit(inputs, &path, options, &NoObserver)?;
        Ok(Self {
            // Nobody else knows of it.
            dataset: chosen(
                DoorArgs { no_verify: true }
                    .open(&path)?
                    .with_threads(threads),
                filter,
            )?,
            _folder: Some(folder),
        })
    }
}
