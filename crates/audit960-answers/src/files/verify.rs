//! Verifies that a dataset is what an audit wrote.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use audit960_audit::{
    self as pipeline, TableValues, difference_to_inputs, has_recorded, recorded_tables,
};
use audit960_dataset::tables::{count_rows, verify as verify_tables};
use audit960_dataset::{CheckOptions, CheckedDataset, FolderError};
use audit960_epd::tablebase::EndgameTables;
use audit960_report::counted;

/// Checks the files of a dataset, and that its tables agree; with `inputs`, audits the inputs again and
/// compares all rows. Endgame `tables` must be those that the dataset was made with, if it was made with any.
/// Returns a sentence for the user: the totals, or as inner error the first difference.
///
/// # Errors
/// If there is no dataset, or it or its inputs cannot be read.
pub fn verify(
    folder: &Path,
    inputs: bool,
    threads: Option<NonZeroUsize>,
    tables: Option<Arc<EndgameTables>>,
) -> anyhow::Result<Result<String, String>> {
    // Checksums of earlier runs are not trusted here: all bytes are read.
    let options = CheckOptions {
        memory: None,
        ..CheckOptions::new(&count_rows)
    };
    let dataset = match CheckedDataset::open(folder, &options) {
        Err(error @ FolderError::Damaged { .. }) => return Ok(Err(error.to_string())),
        opened => opened?,
    };
    let manifest = dataset.manifest();
    let held = verify_tables(dataset.dir(), &|table| dataset.files(table), manifest);
    if let Err(difference) = held {
        return Ok(Err(difference.to_string()));
    }
    let asked = recorded_tables(manifest);
    // Tables that were added since then would say more than the audit did.
    let tables = match (tables, asked) {
        (Some(tables), Some(_)) => Some(tables.only(|name| has_recorded(manifest, name))?),
        _ => None,
    };
    let tables = tables.map(Arc::new).map(TableValues::of).transpose()?;
    if let Some(difference) = tables
        .as_ref()
        .and_then(|tables| tables.difference(manifest))
    {
        return Ok(Err(difference));
    }
    let compared = match (asked, &tables) {
        (Some(_), Some(_)) => ", and the endgame tables are those that were asked",
        (Some(_), None) => "; the endgame tables that were asked are not given",
        (None, _) => "",
    };
    if inputs {
        let threads = pipeline::threads(threads);
        if let Some(difference) = difference_to_inputs(&dataset, threads, tables)? {
            return Ok(Err(difference.to_string()));
        }
    }
    let total = |name: &str| manifest["totals"][name].as_u64().unwrap_or(0);
    let mut text = format!(
        "{}, {}, {}: all correct{}{compared}",
        counted(dataset.entries().len() as u64, "file", "files"),
        counted(total("games"), "game", "games"),
        counted(total("bytes"), "byte", "bytes"),
        if inputs {
            ", and the inputs give the same rows"
        } else {
            ""
        }
    );
    if manifest["incomplete"] == true {
        text += "\nthe dataset is incomplete: inputs could not be read";
    }
    Ok(Ok(text))
}
