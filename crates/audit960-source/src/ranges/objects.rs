//! Inputs that URIs name: objects of stores, which whoever knows the stores finds and opens.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::stored::{Stored, StoredPath};
use crate::discover::is_archive_name;
use crate::error::SourceError;

/// Whoever knows object stores.
#[derive(Clone, Copy, Debug)]
pub struct ObjectStores {
    /// Opens the object that a URI names.
    pub open: fn(&str) -> io::Result<Arc<dyn Stored>>,
    /// The URIs of all objects below one that ends in `/`, in any order.
    pub list: fn(&str) -> io::Result<Vec<String>>,
}

/// Those of the whole program: names of inputs go far, and mean the same everywhere.
static STORES: OnceLock<ObjectStores> = OnceLock::new();

/// From now on inputs may be objects. The first call counts.
pub fn set_object_stores(stores: ObjectStores) {
    let _ = STORES.set(stores);
}

/// Whether a name is a URI, and none of a file.
pub(crate) fn is_object(name: &str) -> bool {
    [
        "s3://", "s3a://", "gs://", "az://", "abfss://", "https://", "http://",
    ]
    .iter()
    .any(|scheme| name.starts_with(scheme))
}

fn stores() -> io::Result<&'static ObjectStores> {
    STORES.get().ok_or_else(|| {
        let what = "this program was built without object stores (feature cloud)";
        io::Error::new(io::ErrorKind::Unsupported, what)
    })
}

/// Opens an object.
pub(crate) fn open_object(uri: &str) -> io::Result<Arc<dyn Stored>> {
    (stores()?.open)(uri)
}

/// The objects that a URI names, and how many others lie there. One that ends in `/` is a folder: of all
/// below it those with the names of archives are meant, sorted bytewise.
pub(crate) fn find_objects(uri: &str) -> io::Result<(Vec<String>, u64)> {
    if !uri.ends_with('/') {
        return Ok((vec![uri.to_owned()], 0));
    }
    let listed = (stores()?.list)(uri)?;
    let all = listed.len();
    let is_archive = |name: &String| is_archive_name(Path::new(name));
    let mut found: Vec<String> = listed.into_iter().filter(is_archive).collect();
    found.sort_unstable();
    if found.is_empty() {
        return Err(io::Error::other(NO_ARCHIVES));
    }
    let others = all - found.len();
    Ok((found, others as u64))
}

/// What is wrong with a folder without archives.
pub(crate) const NO_ARCHIVES: &str =
    "the folder holds no archives (.pgn, .epd, .zip, also with .zst, .gz, .bz2)";

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
/// them may work elsewhere. What is named twice is there once.
///
/// # Errors
/// [`SourceError`] if one cannot be opened, or has no ranges: standard input, a pipe.
pub fn stored_inputs(arguments: &[String]) -> Result<Vec<Arc<dyn Stored>>, SourceError> {
    let mut inputs: Vec<Arc<dyn Stored>> = Vec::new();
    let mut objects = BTreeSet::new();
    for named in arguments.chunk_by(|one, other| is_object(one) == is_object(other)) {
        if named.first().is_some_and(|name| is_object(name)) {
            for name in named {
                let found = find_objects(name).map_err(|source| SourceError::Open {
                    path: name.clone(),
                    source,
                })?;
                for uri in found.0 {
                    if objects.insert(uri.clone()) {
                        inputs.push(open_stored(&uri)?);
                    }
                }
            }
        } else {
            let files = StoredPath::find(named)?.into_iter();
            inputs.extend(files.map(|file| Arc::new(file) as Arc<dyn Stored>));
        }
    }
    Ok(inputs)
}
