//! Folders of tables: which files are there, which are sound, and what they say.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use audit960_board::Position;
use audit960_types::UnknownReason;
use shakmaty::{Chess, Position as _};
use shakmaty_syzygy::{MaybeRounded, Metric, SyzygyError, Tablebase, Wdl as Stored};

use crate::tablebase::convert::to_chess;
use crate::tablebase::files::CheckedFiles;
use crate::tablebase::layout::{TableDamage, is_table_size};
use crate::tablebase::name::{FileName, TableKind, TableMaterial, TableName};
use crate::tablebase::record::{TableRecord, checksum_of_parts};
use crate::tablebase::value::{Dtz, Probed, Wdl};

/// Something that knows what positions are worth.
pub trait Prober: std::fmt::Debug + Send + Sync {
    /// What is known of a position, whatever its clock.
    fn probe(&self, position: &Position) -> Probed;
}

/// Why folders of tables cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TablebaseError {
    /// A folder cannot be listed.
    #[error("cannot read {}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// There is no table in the folders.
    #[error("no sound table (*.rtbw, *.rtbz) in {0}")]
    Empty(String),
    /// A file changed or went away while it was read.
    #[error("cannot read {}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// A file that is not the table that it should be.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DamagedTable {
    /// The file; only its name where it is missing.
    pub path: PathBuf,
    /// What is wrong with it, to be read after its name.
    pub problem: String,
}

/// Syzygy tables in one folder or several. They are opened when a position needs them, and shared by threads.
pub struct EndgameTables {
    base: Tablebase<Chess>,
    files: Arc<CheckedFiles>,
    /// The files by name; where two folders have a table, the first counts.
    paths: BTreeMap<TableName, PathBuf>,
    max_pieces: usize,
    /// What was wrong when the folders were read.
    at_opening: Vec<DamagedTable>,
    /// Tables that a position needed and that are not there, and tables with damaged data.
    while_probing: Mutex<BTreeSet<DamagedTable>>,
}

impl std::fmt::Debug for EndgameTables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EndgameTables")
            .field("paths", &self.paths)
            .finish_non_exhaustive()
    }
}

impl EndgameTables {
    fn none() -> Self {
        let files = Arc::new(CheckedFiles::default());
        Self {
            base: Tablebase::with_filesystem(Arc::clone(&files) as _),
            files,
            paths: BTreeMap::new(),
            max_pieces: 0,
            at_opening: Vec::new(),
            while_probing: Mutex::new(BTreeSet::new()),
        }
    }

    /// Finds the tables in these folders. Files with other endings are ignored; a file whose name, size or pair is
    /// wrong is among [`EndgameTables::damaged`], and so will be, once they are opened, tables whose headers are.
    ///
    /// # Errors
    /// A folder cannot be listed, or there is no table in any.
    pub fn open<P: AsRef<Path>>(folders: &[P]) -> Result<Self, TablebaseError> {
        let mut tables = Self::none();
        for folder in folders {
            tables.add_folder(folder.as_ref())?;
        }
        if tables.paths.is_empty() {
            let names = folders
                .iter()
                .map(|folder| folder.as_ref().display().to_string());
            return Err(TablebaseError::Empty(names.collect::<Vec<_>>().join(", ")));
        }
        tables.find_pairs();
        Ok(tables)
    }

    /// The same files, but only those tables whose file names `keeps` keeps: what a table says of a position may be
    /// unknown without another.
    ///
    /// # Errors
    /// A file cannot be opened any more.
    pub fn only(&self, keeps: impl Fn(&str) -> bool) -> Result<Self, TablebaseError> {
        let mut tables = Self::none();
        let kept = self.paths.iter();
        for (name, path) in kept.filter(|(name, _)| keeps(&name.to_string())) {
            let added = tables.add_table(name.clone(), path);
            added.map_err(|damage| TablebaseError::File {
                path: path.clone(),
                source: std::io::Error::other(damage.to_string()),
            })?;
        }
        Ok(tables)
    }

    fn add_folder(&mut self, folder: &Path) -> Result<(), TablebaseError> {
        let failed = |source| TablebaseError::Folder {
            path: folder.to_owned(),
            source,
        };
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder).map_err(failed)? {
            paths.push(entry.map_err(failed)?.path());
        }
        paths.sort();
        for path in paths {
            let damage = match FileName::of(&path) {
                FileName::Other => continue,
                FileName::Misnamed => TableDamage::Misnamed,
                FileName::Table(name) if self.paths.contains_key(&name) => continue,
                FileName::Table(name) => match self.add_table(name, &path) {
                    Ok(()) => continue,
                    Err(damage) => damage,
                },
            };
            self.at_opening.push(DamagedTable {
                path,
                problem: damage.to_string(),
            });
        }
        Ok(())
    }

    fn add_table(&mut self, name: TableName, path: &Path) -> Result<(), TableDamage> {
        let metadata = path.metadata()?;
        if !metadata.is_file() || !is_table_size(metadata.len()) {
            return Err(TableDamage::Size(metadata.len()));
        }
        self.base.add_file(path)?;
        self.max_pieces = self.max_pieces.max(name.material.pieces());
        self.paths.insert(name, path.to_owned());
        Ok(())
    }

    /// Names the tables of which only one of the two files is there.
    fn find_pairs(&mut self) {
        for (name, path) in &self.paths {
            let other = TableName {
                material: name.material.clone(),
                kind: name.kind.other(),
            };
            if !self.paths.contains_key(&other) {
                self.at_opening.push(DamagedTable {
                    path: path.clone(),
                    problem: TableDamage::Alone(other.to_string()).to_string(),
                });
            }
        }
    }

    /// The tables and their files.
    pub fn files(&self) -> impl Iterator<Item = (&TableName, &Path)> {
        self.paths.iter().map(|(name, path)| (name, path.as_path()))
    }

    /// Most pieces on the board, kings included, for which there is a table.
    #[must_use]
    pub const fn max_pieces(&self) -> usize {
        self.max_pieces
    }

    /// Name, size and checksum of every file, sorted by name.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn records(&self) -> Result<Vec<TableRecord>, TablebaseError> {
        let records = self.paths.iter().map(|(name, path)| {
            let (bytes, checksum) =
                checksum_of_parts(path).map_err(|source| TablebaseError::File {
                    path: path.clone(),
                    source,
                })?;
            Ok(TableRecord {
                name: name.clone(),
                bytes,
                checksum,
            })
        });
        records.collect()
    }

    /// The files that positions needed so far and that are sound, sorted.
    #[must_use]
    pub fn used(&self) -> Vec<PathBuf> {
        let seen = self.files.seen().into_iter();
        seen.filter_map(|(path, damage)| damage.is_none().then_some(path))
            .collect()
    }

    /// Everything that is known by now to be damaged or missing, each file once, sorted.
    #[must_use]
    pub fn damaged(&self) -> Vec<DamagedTable> {
        let mut damaged: BTreeSet<DamagedTable> = self.at_opening.iter().cloned().collect();
        for (path, problem) in self.files.seen() {
            damaged.extend(problem.map(|problem| DamagedTable { path, problem }));
        }
        let probing = self
            .while_probing
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for found in probing.iter() {
            // Damage that was found when the file was opened says more.
            if !damaged.iter().any(|known| known.path == found.path) {
                damaged.insert(found.clone());
            }
        }
        damaged.into_iter().collect()
    }

    /// Remembers what is wrong with a table, and says why a position has no value.
    fn note(&self, name: &TableName, damage: Option<TableDamage>) -> UnknownReason {
        let dropped = self.at_opening.iter().any(|known| {
            FileName::of(&known.path) == FileName::Table(name.clone())
                && !self.paths.contains_key(name)
        });
        if dropped {
            return UnknownReason::TableDamaged;
        }
        let (problem, reason) = match damage {
            Some(damage) => (damage.to_string(), UnknownReason::TableDamaged),
            None => (
                "is needed and not there".to_owned(),
                UnknownReason::TableMissing,
            ),
        };
        let path = match self.paths.get(name) {
            Some(path) => path.clone(),
            None => PathBuf::from(name.to_string()),
        };
        let mut noted = self
            .while_probing
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        noted.insert(DamagedTable { path, problem });
        reason
    }

    /// Why the prober has no answer.
    fn reason(&self, error: &SyzygyError) -> UnknownReason {
        let named = |metric: Metric, material: &dyn std::fmt::Display| {
            let kind = match metric {
                Metric::Wdl => TableKind::Wdl,
                Metric::Dtz => TableKind::Dtz,
            };
            TableMaterial::parse(&material.to_string()).map(|material| TableName { material, kind })
        };
        match error {
            SyzygyError::Castling => UnknownReason::CastlingRights,
            SyzygyError::TooManyPieces => UnknownReason::TooManyPieces,
            SyzygyError::MissingTable { metric, material } => match named(*metric, material) {
                Some(name) => self.note(&name, None),
                None => UnknownReason::TableMissing,
            },
            SyzygyError::ProbeFailed {
                metric, material, ..
            } => match named(*metric, material) {
                Some(name) => self.note(&name, Some(TableDamage::Data)),
                None => UnknownReason::TableDamaged,
            },
        }
    }

    /// What the tables have of a position that they may have.
    fn look_up(&self, chess: &Chess) -> Probed {
        let found = self.base.probe_dtz(chess);
        match found {
            Ok(dtz) => Probed::Known {
                wdl: wdl(Stored::from_dtz_after_zeroing(dtz)),
                dtz: self.distance(chess, dtz),
            },
            Err(error) => {
                let reason = self.reason(&error);
                match self.base.probe_wdl_after_zeroing(chess) {
                    Ok(value) => Probed::WithoutDtz {
                        wdl: wdl(value),
                        reason,
                    },
                    Err(error) => Probed::Unknown(self.reason(&error)),
                }
            }
        }
    }

    /// The distance, with its rounding. A losing side whose table is stored for the other side to move takes the
    /// longest of its moves; of two moves of the same length, one rounded and one exact, the prober may report the
    /// exact one, although the rounded one may last a half-move longer.
    fn distance(&self, chess: &Chess, dtz: MaybeRounded<shakmaty_syzygy::Dtz>) -> Dtz {
        let plies = i32::from(dtz.ignore_rounding());
        let mut rounded = dtz.precise().is_none();
        if !rounded && plies < -1 {
            rounded = chess.legal_moves().into_iter().any(|m| {
                let mut after = chess.clone();
                after.play_unchecked(m);
                !m.is_zeroing()
                    && match self.base.probe_dtz(&after) {
                        Ok(reply) => {
                            reply.precise().is_none()
                                && i32::from(reply.ignore_rounding()) == -plies - 1
                        }
                        // What cannot be read proves nothing.
                        Err(_) => true,
                    }
            });
        }
        Dtz { plies, rounded }
    }
}

impl Prober for EndgameTables {
    fn probe(&self, position: &Position) -> Probed {
        let over = match position {
            _ if position.is_checkmate() => Some(Wdl::Loss),
            _ if position.is_stalemate() || position.is_insufficient_material() => Some(Wdl::Draw),
            _ => None,
        };
        let probed = if !position.castling_rooks().is_empty() {
            Probed::Unknown(UnknownReason::CastlingRights)
        } else if position.piece_count() as usize > self.max_pieces {
            Probed::Unknown(UnknownReason::TooManyPieces)
        } else if let Some(chess) = to_chess(position) {
            // Headers are checked before the prober sees a table, and its reads are bounded and checked. It asserts
            // some things about the rest of the data, though; if one of them fails, the position has no value.
            catch_unwind(AssertUnwindSafe(|| self.look_up(&chess)))
                .unwrap_or(Probed::Unknown(UnknownReason::TableDamaged))
        } else {
            Probed::Unknown(UnknownReason::ImpossiblePosition)
        };
        match over {
            Some(wdl) => Probed::Over {
                wdl,
                dtz: probed.dtz(),
            },
            None => probed,
        }
    }
}

const fn wdl(stored: Stored) -> Wdl {
    match stored {
        Stored::Loss => Wdl::Loss,
        Stored::BlessedLoss => Wdl::BlessedLoss,
        Stored::Draw => Wdl::Draw,
        Stored::CursedWin => Wdl::CursedWin,
        Stored::Win => Wdl::Win,
    }
}
