//! Inputs named by URIs: objects of stores, where the build has feature `cloud`.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::io;
use std::path::Path;
use std::sync::Arc;

use super::stored::{FileNames, Stored, StoredPath};
use crate::discover::is_archive_name;
use crate::error::SourceError;

/// Whether a name is the URI of an object, not of a file.
pub(crate) fn is_object(name: &str) -> bool {
    [
        "s3://", "s3a://", "gs://", "az://", "abfss://", "https://", "http://",
    ]
    .iter()
    .any(|scheme| name.starts_with(scheme))
}

/// Opens an object.
#[cfg(feature = "cloud")]
pub(crate) fn open_object(uri: &str) -> io::Result<Arc<dyn Stored>> {
    crate::objects::open(uri)
}

/// The URIs of all objects below one that ends in `/`, in any order.
#[cfg(feature = "cloud")]
fn listed_objects(uri: &str) -> io::Result<Vec<String>> {
    crate::objects::list(uri)
}

/// A text that grows while it is read again and again.
pub trait Polled: Debug {
    /// The text, if it has changed since it was last read.
    ///
    /// # Errors
    /// If it cannot be reached now; [`io::ErrorKind::NotFound`] if there is nothing.
    fn changed(&mut self) -> io::Result<Option<Vec<u8>>>;
}

/// Whether a name is an address whose text can be read again and again.
#[must_use]
pub fn is_address(name: &str) -> bool {
    name.starts_with("https://") || name.starts_with("http://")
}

/// The text at an address, which is not read yet.
///
/// # Errors
/// If this is no address, or this build reads none.
#[cfg(feature = "cloud")]
pub fn polled(address: &str) -> io::Result<Box<dyn Polled>> {
    Ok(Box::new(crate::objects::PolledText::new(address)?))
}

/// The text at an address: this build reads none.
///
/// # Errors
/// Always.
#[cfg(not(feature = "cloud"))]
pub fn polled(_: &str) -> io::Result<Box<dyn Polled>> {
    Err(without_stores())
}

/// Says that this build reads no objects.
#[cfg(not(feature = "cloud"))]
pub(crate) fn open_object(_: &str) -> io::Result<Arc<dyn Stored>> {
    Err(without_stores())
}

#[cfg(not(feature = "cloud"))]
fn listed_objects(_: &str) -> io::Result<Vec<String>> {
    Err(without_stores())
}

#[cfg(not(feature = "cloud"))]
fn without_stores() -> io::Error {
    let what = "this program was built without object stores (feature cloud)";
    io::Error::new(io::ErrorKind::Unsupported, what)
}

/// The objects that a URI names, and how many others were ignored. A URI that ends in `/` is a folder: it
/// names the objects below it that have the names of archives, sorted bytewise.
pub(crate) fn find_objects(uri: &str) -> io::Result<(Vec<String>, u64)> {
    if !uri.ends_with('/') {
        return Ok((vec![uri.to_owned()], 0));
    }
    let listed = listed_objects(uri)?;
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

/// The message about a folder without archives.
pub(crate) const NO_ARCHIVES: &str = "the folder holds no archives (.pgn, .epd, .fen, .ndjson, .jsonl, also with .zst, .gz, .bz2; .zip; .parquet, \
     .arrow or .json with games)";

/// Opens an input to be read in ranges: a path, or a URI.
///
/// # Errors
/// [`SourceError::Open`] if it cannot be opened or read in ranges.
pub fn open_stored(name: &str) -> Result<Arc<dyn Stored>, SourceError> {
    if !is_object(name) {
        return Ok(Arc::new(StoredPath::open(name)?));
    }
    open_object(name).map_err(SourceError::open(name))
}

/// The inputs that arguments name, with folders walked. What is named twice appears once.
///
/// # Errors
/// [`SourceError`] if one cannot be opened or read in ranges, such as standard input or a pipe.
pub fn stored_inputs(
    arguments: &[String],
    names: FileNames,
) -> Result<Vec<Arc<dyn Stored>>, SourceError> {
    let mut inputs: Vec<Arc<dyn Stored>> = Vec::new();
    let mut objects = BTreeSet::new();
    for named in arguments.chunk_by(|one, other| is_object(one) == is_object(other)) {
        if named.first().is_some_and(|name| is_object(name)) {
            for name in named {
                let found = find_objects(name).map_err(SourceError::open(name))?;
                for uri in found.0 {
                    if objects.insert(uri.clone()) {
                        inputs.push(open_stored(&uri)?);
                    }
                }
            }
        } else {
            let files = StoredPath::find(named, names)?.into_iter();
            inputs.extend(files.map(|file| Arc::new(file) as Arc<dyn Stored>));
        }
    }
    Ok(inputs)
}
