//! Inputs that URIs name: objects of stores, which whoever knows the store opens.

use std::io;
use std::sync::{Arc, OnceLock};

use super::stored::{Stored, StoredPath};
use crate::error::SourceError;

/// Opens the object that a URI names.
pub type ObjectOpener = fn(&str) -> io::Result<Arc<dyn Stored>>;

/// Who opens objects, for the whole program: names of inputs go far, and mean the same everywhere.
static OPENER: OnceLock<ObjectOpener> = OnceLock::new();

/// From now on inputs may be objects. The first call counts.
pub fn set_object_opener(opener: ObjectOpener) {
    let _ = OPENER.set(opener);
}

/// Whether a name is a URI, and none of a file.
pub(crate) fn is_object(name: &str) -> bool {
    [
        "s3://", "s3a://", "gs://", "az://", "abfss://", "https://", "http://",
    ]
    .iter()
    .any(|scheme| name.starts_with(scheme))
}

/// Opens an object.
pub(crate) fn open_object(uri: &str) -> io::Result<Arc<dyn Stored>> {
    let Some(open) = OPENER.get() else {
        let what = "this program was built without object stores (feature cloud)";
        return Err(io::Error::new(io::ErrorKind::Unsupported, what));
    };
    open(uri)
}

/// The input of that name, to be read in ranges: a path, or a URI.
///
/// # Errors
/// [`SourceError::Open`] if it cannot be opened, or has no ranges.
pub fn open_stored(name: &str) -> Result<Arc<dyn Stored>, SourceError> {
    if !is_object(name) {
        return Ok(Arc::new(StoredPath::open(name)?));
    }
    open_object(name).map_err(|source| SourceError::Open {
        path: name.to_owned(),
        source,
    })
}

/// The inputs that arguments name, folders walked, files by their absolute paths: who reads a range of
/// them may work elsewhere. A file that is named twice is there once.
///
/// # Errors
/// [`SourceError`] if one cannot be opened, or has no ranges: standard input, a pipe.
pub fn stored_inputs(arguments: &[String]) -> Result<Vec<Arc<dyn Stored>>, SourceError> {
    let mut inputs: Vec<Arc<dyn Stored>> = Vec::new();
    for named in arguments.chunk_by(|one, other| is_object(one) == is_object(other)) {
        if named.first().is_some_and(|name| is_object(name)) {
            for name in named {
                inputs.push(open_stored(name)?);
            }
        } else {
            let files = StoredPath::find(named)?.into_iter();
            inputs.extend(files.map(|file| Arc::new(file) as Arc<dyn Stored>));
        }
    }
    Ok(inputs)
}
