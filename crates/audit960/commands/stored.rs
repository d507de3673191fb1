//! Inputs that are read in ranges, as arguments name them.

use std::sync::Arc;

use audit960_source::{Stored, StoredPath};

/// The input of that name.
pub(crate) fn open(uri: &str) -> anyhow::Result<Arc<dyn Stored>> {
    Ok(Arc::new(StoredPath::open(uri)?))
}

/// The inputs that arguments name, folders walked.
pub(crate) fn find(arguments: &[String]) -> anyhow::Result<Vec<Arc<dyn Stored>>> {
    let found = StoredPath::find(arguments)?.into_iter();
    Ok(found
        .map(|file| Arc::new(file) as Arc<dyn Stored>)
        .collect())
}
