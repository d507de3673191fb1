//! A folder of tables checked: every file read whole, a sample of each table probed.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::Xxh3Default;

use crate::tablebase::layout::{TableDamage, check_layout};
use crate::tablebase::name::{FileName, TableKind};
use crate::tablebase::sample::{contradiction, positions};
use crate::tablebase::tables::{EndgameTables, TablebaseError};

/// Bytes that are read at a time.
const BUFFER_BYTES: usize = 1 << 16;

/// A file of a table after its check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedTable {
    /// The file; only its name if it is missing.
    pub path: PathBuf,
    /// Its bytes, if it is there.
    pub bytes: Option<u64>,
    /// XXH3-128 of all its bytes, as 32 hexadecimal digits.
    pub checksum: Option<String>,
    /// Positions of the table that were looked up.
    pub positions: u64,
    /// What is wrong with it, to be read after its name.
    pub problem: Option<String>,
}

/// What is known of folders of tables after their check.
#[derive(Clone, Debug)]
pub struct TablesCheck {
    /// The files, sorted by path.
    pub files: Vec<CheckedTable>,
}

impl TablesCheck {
    /// Whether something is wrong with a file, or a file is missing.
    #[must_use]
    pub fn has_problems(&self) -> bool {
        self.files.iter().any(|file| file.problem.is_some())
    }
}

/// Reads every table of these folders whole, checks its name, size and headers, and looks up `sample` positions of
/// each: values and distances must agree with those of the positions after each move.
///
/// # Errors
/// A folder cannot be listed, or a file cannot be read.
pub fn check_tables<P: AsRef<Path>>(
    folders: &[P],
    sample: usize,
) -> Result<TablesCheck, TablebaseError> {
    let tables = EndgameTables::open(folders)?;
    let mut files = Vec::new();
    for (name, path) in tables.files() {
        let read = |path: &Path| -> io::Result<(u64, String, Option<TableDamage>)> {
            let (bytes, checksum) = file_checksum(path)?;
            Ok((
                bytes,
                checksum,
                check_layout(name, File::open(path)?, bytes).err(),
            ))
        };
        let (bytes, checksum, damage) = read(path).map_err(|source| TablebaseError::File {
            path: path.to_owned(),
            source,
        })?;
        let mut checked = CheckedTable {
            path: path.to_owned(),
            bytes: Some(bytes),
            checksum: Some(checksum),
            positions: 0,
            problem: damage.map(|damage| damage.to_string()),
        };
        // One sample asks both files of a table; what it finds is said of the values.
        if checked.problem.is_none() && name.kind == TableKind::Wdl {
            for position in positions(&name.material, sample) {
                checked.positions += 1;
                if let Some(found) = contradiction(&tables, &position) {
                    checked.problem = Some(TableDamage::Contradiction(found).to_string());
                    break;
                }
            }
        }
        files.push(checked);
    }
    for damaged in tables.damaged() {
        match files.iter_mut().find(|file| file.path == damaged.path) {
            Some(file) => {
                file.problem.get_or_insert(damaged.problem);
            }
            None => {
                let is_there =
                    FileName::of(&damaged.path) != FileName::Other && damaged.path.is_file();
                files.push(CheckedTable {
                    bytes: is_there
                        .then(|| damaged.path.metadata().map(|file| file.len()).ok())
                        .flatten(),
                    path: damaged.path,
                    checksum: None,
                    positions: 0,
                    problem: Some(damaged.problem),
                });
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(TablesCheck { files })
}

/// Size and XXH3-128 of a file, as 32 hexadecimal digits.
///
/// # Errors
/// The file cannot be read.
pub fn file_checksum(path: &Path) -> io::Result<(u64, String)> {
    let mut file = File::open(path)?;
    let (mut hash, mut bytes) = (Xxh3Default::new(), 0);
    let mut buffer = vec![0; BUFFER_BYTES];
    loop {
        let read = match file.read(&mut buffer) {
            Ok(0) => return Ok((bytes, format!("{:032x}", hash.digest128()))),
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        hash.update(&buffer[..read]);
        bytes += read as u64;
    }
}
