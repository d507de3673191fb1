//! One object, read in ranges.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::sync::{Arc, OnceLock};

use crate::{Input, Stored};
use object_store::path::Path;
use object_store::{GetOptions, GetRange, ObjectMeta, ObjectStore, ObjectStoreExt as _};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;
use url::Url;

/// Bytes per request.
const STEP: u64 = 4 << 20;

/// Opens the object that a URI names.
///
/// # Errors
/// If the URI does not name a store, or the store does not have the object.
pub fn open(uri: &str) -> io::Result<Arc<dyn Stored>> {
    let (store, path) = store_of(uri)?;
    let store: Arc<dyn ObjectStore> = Arc::from(store);
    let meta = runtime()?.block_on(store.head(&path))?;
    Ok(Arc::new(Object {
        uri: uri.to_owned(),
        store,
        path,
        meta,
    }))
}

/// The URIs of all objects below one that ends in `/`.
///
/// # Errors
/// If the URI does not name a store, or the store cannot be listed.
pub fn list(uri: &str) -> io::Result<Vec<String>> {
    let (store, top) = store_of(uri)?;
    let mut found = Vec::new();
    let mut folders = vec![top.clone()];
    while let Some(folder) = folders.pop() {
        let listed = runtime()?.block_on(store.list_with_delimiter(Some(&folder)))?;
        folders.extend(listed.common_prefixes);
        for object in listed.objects {
            let below = object.location.prefix_match(&top).into_iter().flatten();
            let parts: Vec<String> = below.map(|part| in_uri(part.as_ref())).collect();
            found.push(format!("{uri}{}", parts.join("/")));
        }
    }
    Ok(found)
}

/// A part of a path with `%`, `?` and `#` percent-encoded, as a URI needs it.
fn in_uri(part: &str) -> String {
    part.replace('%', "%25")
        .replace('?', "%3F")
        .replace('#', "%23")
}

/// The store that a URI names, and the path in it.
fn store_of(uri: &str) -> io::Result<(Box<dyn ObjectStore>, Path)> {
    let url = Url::parse(uri).map_err(io::Error::other)?;
    // Each store picks its own settings from these and ignores the rest.
    let options = std::env::vars().map(|(name, value)| (name.to_ascii_lowercase(), value));
    Ok(object_store::parse_url_opts(&url, options)?)
}

/// The runtime that all requests share.
pub(super) fn runtime() -> io::Result<&'static Runtime> {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    if let Some(runtime) = RUNTIME.get() {
        return Ok(runtime);
    }
    // One thread waits for the answers, however many threads read.
    let built = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()?;
    Ok(RUNTIME.get_or_init(|| built))
}

/// An object as it was when it was opened.
#[derive(Clone)]
struct Object {
    uri: String,
    store: Arc<dyn ObjectStore>,
    path: Path,
    meta: ObjectMeta,
}

impl fmt::Debug for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Object")
            .field("uri", &self.uri)
            .finish_non_exhaustive()
    }
}

impl Object {
    /// The bytes of a range, if the object has not changed.
    async fn bytes(self, start: u64, end: u64) -> object_store::Result<Vec<u8>> {
        let options = GetOptions {
            range: Some(GetRange::Bounded(start..end)),
            if_match: self.meta.e_tag.clone(),
            ..GetOptions::default()
        };
        let result = self.store.get_opts(&self.path, options).await?;
        Ok(result.bytes().await?.into())
    }
}

impl Stored for Object {
    fn name(&self) -> &str {
        &self.uri
    }

    fn size(&self) -> u64 {
        self.meta.size
    }

    fn read_from(&self, offset: u64) -> io::Result<Box<dyn Read + Send>> {
        Ok(Box::new(ObjectReader {
            object: self.clone(),
            asked: offset,
            received: offset,
            ahead: None,
            bytes: Vec::new(),
            given: 0,
        }))
    }

    fn file(&self) -> io::Result<Option<File>> {
        Ok(None)
    }

    fn change(&self) -> Option<String> {
        let now = runtime().and_then(|runtime| {
            let found = runtime.block_on(self.store.head(&self.path));
            found.map_err(io::Error::from)
        });
        match now {
            Err(error) => Some(format!("it can no longer be read ({error})")),
            Ok(now) if now.size != self.meta.size => Some(format!(
                "it had {} bytes and has {} now",
                self.meta.size, now.size
            )),
            Ok(now) if now.e_tag != self.meta.e_tag => {
                Some("it was replaced by another object".to_owned())
            }
            Ok(_) => None,
        }
    }

    fn input(&self) -> io::Result<Input> {
        Ok(Input::from_reader(self.uri.clone(), self.read_from(0)?))
    }
}

/// Reads an object from an offset on, one range ahead of its user. Nothing is requested before the first
/// read.
struct ObjectReader {
    object: Object,
    /// Everything before this offset was requested.
    asked: u64,
    /// Everything before this offset was received.
    received: u64,
    ahead: Option<JoinHandle<object_store::Result<Vec<u8>>>>,
    bytes: Vec<u8>,
    given: usize,
}

impl ObjectReader {
    /// Requests the next range, unless it is beyond the end.
    fn ask(&mut self) -> io::Result<()> {
        let end = self.asked.saturating_add(STEP).min(self.object.meta.size);
        if self.asked < end {
            let range = self.object.clone().bytes(self.asked, end);
            self.ahead = Some(runtime()?.spawn(range));
            self.asked = end;
        }
        Ok(())
    }
}

impl Read for ObjectReader {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        while self.given == self.bytes.len() {
            if self.ahead.is_none() {
                self.ask()?;
            }
            let Some(ahead) = self.ahead.take() else {
                return Ok(0);
            };
            let range = runtime()?.block_on(ahead).map_err(io::Error::other);
            match range.and_then(|bytes| Ok(bytes?)) {
                Ok(bytes) => (self.bytes, self.given) = (bytes, 0),
                Err(error) => {
                    // Whoever reads on after an error gets the same range, not the one after it.
                    self.asked = self.received;
                    return Err(error);
                }
            }
            self.received += self.bytes.len() as u64;
            self.ask()?;
        }
        let count = self.bytes.get(self.given..).unwrap_or_default().read(out)?;
        self.given += count;
        Ok(count)
    }
}

impl Drop for ObjectReader {
    fn drop(&mut self) {
        if let Some(ahead) = self.ahead.take() {
            ahead.abort();
        }
    }
}
