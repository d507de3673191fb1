//! Opens a dataset, after everything on disk was checked against its manifest.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Read as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use audit960_types::tables::schema;
use serde_json::Value;

use crate::folder::error::FolderError;
use crate::folder::manifest::{FileEntry, Manifest};
use crate::folder::names::{IN_PROGRESS, MANIFEST, table_of};
use crate::folder::recover::prepared;
use crate::folder::storage::{Storage, kind_of};
use crate::folder::verified_files::VerifiedFiles;

/// The longest manifest that is read, in bytes: a million inputs need a quarter of it.
const MAX_MANIFEST_BYTES: u64 = 1 << 30;

/// Counts the rows of a Parquet file from its footer; the error text says what is wrong with the file.
pub type RowCounter<'a> = &'a dyn Fn(&Path) -> Result<u64, String>;

/// How a dataset is checked. Sizes and row counts always are.
pub struct CheckOptions<'a> {
    /// Whether the checksum of every file is computed, unless the cache knows the file.
    pub checksums: bool,
    /// Folder of the cache of verified files; `None` for no cache.
    pub memory: Option<PathBuf>,
    /// Counts the rows of a file.
    pub rows: RowCounter<'a>,
    /// Opens the files.
    pub storage: Storage,
}

impl<'a> CheckOptions<'a> {
    /// A check that computes checksums and uses the cache in the user's cache folder.
    #[must_use]
    pub fn new(rows: RowCounter<'a>) -> Self {
        Self {
            checksums: true,
            memory: VerifiedFiles::folder(),
            rows,
            storage: Storage::new(),
        }
    }
}

/// A dataset whose files match its manifest.
#[derive(Clone, Debug)]
pub struct CheckedDataset {
    pub(crate) dir: PathBuf,
    pub(crate) manifest: Manifest,
    pub(crate) tables: BTreeMap<&'static str, Vec<PathBuf>>,
}

/// Whether a folder holds a manifest, valid or not: then it counts as a dataset.
#[must_use]
pub fn is_dataset(dir: &Path) -> bool {
    dir.join(MANIFEST).symlink_metadata().is_ok()
}

/// Fails if a folder holds no manifest.
///
/// # Errors
/// [`FolderError::NoDataset`], with what the folder holds instead.
pub fn require_dataset(dir: &Path) -> Result<(), FolderError> {
    if is_dataset(dir) {
        return Ok(());
    }
    Err(FolderError::NoDataset {
        path: dir.to_owned(),
        why: missing(dir),
    })
}

/// Fails if a run died during its commit: the folder may then hold tables of two datasets.
fn require_whole(dir: &Path, storage: &Storage) -> Result<(), FolderError> {
    // Without unfinished work no commit was interrupted.
    if dir.join(IN_PROGRESS).symlink_metadata().is_err() {
        return Ok(());
    }
    // The folder may belong to another program; then it holds no prepared manifest.
    if prepared(storage, dir).ok().flatten().is_none() {
        return Ok(());
    }
    Err(FolderError::InterruptedCommit {
        path: dir.to_owned(),
    })
}

/// The manifest of a dataset if it is marked incomplete, because some inputs could not be read.
///
/// # Errors
/// If the manifest cannot be read.
pub fn incomplete(dir: &Path, storage: &Storage) -> Result<Option<Value>, FolderError> {
    let manifest = manifest_of(dir, storage)?;
    Ok(Some(manifest).filter(|value| value["incomplete"] == true))
}

/// The manifest of the dataset in a folder; its files are not checked.
///
/// # Errors
/// If it cannot be read.
pub fn manifest_of(dir: &Path, storage: &Storage) -> Result<Value, FolderError> {
    Ok(manifest_in(dir, storage)?.value)
}

/// The manifest of the dataset in a folder; its files are not checked.
pub(crate) fn manifest_in(dir: &Path, storage: &Storage) -> Result<Manifest, FolderError> {
    let path = dir.join(MANIFEST);
    Manifest::parse(&read_manifest(&path, storage)?, &path, dir)
}

/// Why there is no manifest, for the message.
fn missing(dir: &Path) -> String {
    if dir.is_file() {
        return format!(
            "it is a file; audit960 audit {} makes a dataset of an archive, with --report a page, too",
            dir.display()
        );
    }
    let entries = match fs::read_dir(dir) {
        Ok(mut entries) => entries.next().is_some(),
        Err(error) => return error.to_string(),
    };
    if !entries {
        return "the folder is empty".to_owned();
    }
    match dir.join(IN_PROGRESS).symlink_metadata() {
        Ok(_) => "manifest.json is missing; _inprogress holds the work of an audit that is not finished",
        Err(_) => "manifest.json is missing; audit960 audit FOLDER makes a dataset of a folder of archives",
    }
    .to_owned()
}

impl CheckedDataset {
    /// Opens the dataset in a folder if it matches its manifest: the folders of tables hold the listed files
    /// and no other Parquet files, all are regular files, and size, row count and checksum of each agree.
    ///
    /// # Errors
    /// The first difference, with the path.
    pub fn open(dir: &Path, options: &CheckOptions<'_>) -> Result<Self, FolderError> {
        require_whole(dir, &options.storage)?;
        require_dataset(dir)?;
        let manifest = manifest_in(dir, &options.storage)?;
        let mut tables: BTreeMap<&'static str, Vec<PathBuf>> = BTreeMap::new();
        for file in &manifest.files {
            let path = dir.join(&file.path);
            require_file(dir, file)?;
            require_rows(&path, file, options.rows)?;
            if let Some(table) = table_of(&file.path) {
                tables.entry(table).or_default().push(path);
            }
        }
        require_no_others(dir, &manifest.files)?;
        if options.checksums {
            require_checksums(dir, &manifest, options)?;
        }
        tables.values_mut().for_each(|files| files.sort_unstable());
        Ok(Self {
            dir: dir.to_owned(),
            manifest,
            tables,
        })
    }

    /// The folder.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The manifest as JSON.
    #[must_use]
    pub fn manifest(&self) -> &Value {
        &self.manifest.value
    }

    /// The checksum in the manifest: XXH3-128, 32 hexadecimal digits.
    #[must_use]
    pub fn checksum(&self) -> &str {
        &self.manifest.checksum
    }

    /// The files that the manifest lists, in its order.
    #[must_use]
    pub fn entries(&self) -> &[FileEntry] {
        &self.manifest.files
    }

    /// The files of a table, sorted by path; none if the dataset has no such table.
    #[must_use]
    pub fn files(&self, table: &str) -> &[PathBuf] {
        self.tables.get(table).map_or(&[], Vec::as_slice)
    }

    /// The names of the tables in the dataset.
    pub fn tables(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.tables.keys().copied()
    }
}

fn read_manifest(path: &Path, storage: &Storage) -> Result<Vec<u8>, FolderError> {
    let metadata = path.symlink_metadata().map_err(FolderError::io(path))?;
    if !metadata.is_file() {
        return Err(not_regular(path, &metadata));
    }
    if metadata.len() > MAX_MANIFEST_BYTES {
        return Err(FolderError::damaged(path, "is too long for a manifest"));
    }
    let mut text = Vec::new();
    let file = storage.open(path)?;
    let read = file.take(MAX_MANIFEST_BYTES).read_to_end(&mut text);
    read.map_err(FolderError::io(path))?;
    Ok(text)
}

fn not_regular(path: &Path, metadata: &fs::Metadata) -> FolderError {
    let what = format!("is {}, not a regular file", kind_of(metadata));
    FolderError::damaged(path, what)
}

/// Fails unless a listed file is there, is a regular file and has the listed size.
fn require_file(dir: &Path, file: &FileEntry) -> Result<(), FolderError> {
    let metadata = |path: &Path| {
        path.symlink_metadata().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => FolderError::damaged(path, "is missing"),
            _ => FolderError::io(path)(error),
        })
    };
    if let Some((folder, _)) = file.path.split_once('/') {
        let folder = dir.join(folder);
        let found = metadata(&folder)?;
        if !found.is_dir() {
            let what = format!("is {}, not a folder", kind_of(&found));
            return Err(FolderError::damaged(&folder, what));
        }
    }
    let path = dir.join(&file.path);
    let found = metadata(&path)?;
    if !found.is_file() {
        return Err(not_regular(&path, &found));
    }
    if found.len() != file.size {
        let what = format!(
            "has {} bytes, and the manifest says {}",
            found.len(),
            file.size
        );
        return Err(FolderError::damaged(&path, what));
    }
    Ok(())
}

fn require_rows(path: &Path, file: &FileEntry, rows: RowCounter<'_>) -> Result<(), FolderError> {
    // A file that may not be opened is not damaged.
    fs::File::open(path).map_err(FolderError::io(path))?;
    let counted = catch_unwind(AssertUnwindSafe(|| rows(path)));
    let counted =
        counted.unwrap_or_else(|_| Err("its footer crashes the Parquet reader".to_owned()));
    let counted = counted.map_err(|what| FolderError::damaged(path, what))?;
    if counted != file.rows {
        let what = format!("has {counted} rows, and the manifest says {}", file.rows);
        return Err(FolderError::damaged(path, what));
    }
    Ok(())
}

/// Fails if a Parquet file is there that the manifest does not list: other programs would read it as part of
/// the dataset.
fn require_no_others(dir: &Path, files: &[FileEntry]) -> Result<(), FolderError> {
    let listed: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    let unlisted = |path: &Path| {
        let what = "is not listed in the manifest of this dataset";
        FolderError::damaged(path, what)
    };
    for entry in fs::read_dir(dir).map_err(FolderError::io(dir))? {
        let path = entry.map_err(FolderError::io(dir))?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let Some(name) = name else { continue };
        if schema(name).is_some() && path.is_dir() {
            let folder = fs::read_dir(&path).map_err(FolderError::io(&path))?;
            for entry in folder {
                let inner = entry.map_err(FolderError::io(&path))?.path();
                let file = inner.file_name().and_then(|file| file.to_str());
                let known = file.is_some_and(|file| listed.contains(&*format!("{name}/{file}")));
                // Nobody reads files with other names.
                if !known && inner.extension().is_some_and(|end| end == "parquet") {
                    return Err(unlisted(&inner));
                }
            }
        } else if name.ends_with(".parquet") && !listed.contains(name) {
            return Err(unlisted(&path));
        }
    }
    Ok(())
}

fn require_checksums(
    dir: &Path,
    manifest: &Manifest,
    options: &CheckOptions<'_>,
) -> Result<(), FolderError> {
    let memory = options.memory.as_deref();
    let mut remembered = VerifiedFiles::load(memory, dir, &manifest.checksum);
    for file in &manifest.files {
        let path = dir.join(&file.path);
        if remembered.knows(&path) {
            continue;
        }
        let (_, sum) = options.storage.digest(&path)?;
        if sum != file.xxh3_128 {
            let what = "its checksum is not the one in the manifest";
            return Err(FolderError::damaged(&path, what));
        }
        remembered.learn(&path);
    }
    remembered.store();
    Ok(())
}
