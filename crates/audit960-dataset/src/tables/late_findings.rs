//! Findings that are known when all games are: a file of table `diagnostics` of its own.

use std::sync::Arc;

use crate::NewFiles;
use audit960_types::tables::DIAGNOSTICS;
use audit960_types::{FactSink as _, Finding};

use crate::tables::assemble::Assembler;
use crate::tables::chunk::{ChunkTables, TableOptions};
use crate::tables::encode::{Rows, TableEncoder};
use crate::tables::error::TableError;
use crate::tables::files::TableFile;

/// A finding about a game of a source; `game` and `line` count from 0 in the source.
#[derive(Clone, Debug)]
pub struct LateFinding {
    /// The source.
    pub source: Arc<str>,
    /// The finding.
    pub finding: Finding,
}

/// The findings, in the order of their games.
pub struct LateFindings<'f> {
    findings: &'f [LateFinding],
    rows: Rows,
}

impl<'f> LateFindings<'f> {
    /// The path of their file in the dataset; it sorts after those of the audit.
    pub const PATH: &'static str = "diagnostics/players.parquet";

    /// These findings. `counted` says whether games and lines are known; if not, they are null.
    #[must_use]
    pub const fn new(findings: &'f [LateFinding], counted: bool) -> Self {
        Self {
            findings,
            rows: Rows::of_range(counted),
        }
    }

    /// Writes them into a dataset under construction; without any, there is no file.
    ///
    /// # Errors
    /// [`TableError::Folder`] with the path if they cannot be written.
    pub fn write(&self, files: &NewFiles) -> Result<(), TableError> {
        if self.findings.is_empty() {
            return Ok(());
        }
        let encoder = TableEncoder::new(&DIAGNOSTICS, self.rows)?;
        let mut file = TableFile::create(&encoder, files, Self::PATH)?;
        let options = TableOptions::default();
        let mut assembler = Assembler::with(options, self.rows)?;
        let mut tables = ChunkTables::new(options);
        for of_source in self
            .findings
            .chunk_by(|one, other| one.source == other.source)
        {
            let Some(first) = of_source.first() else {
                continue;
            };
            for late in of_source {
                tables.finding(late.finding.clone());
            }
            let assembled = assembler.push(tables.finish(0)?, &first.source, true);
            file.append_jobs(assembled.jobs, DIAGNOSTICS.name)?;
        }
        file.append_jobs(assembler.finish(), DIAGNOSTICS.name)?;
        file.close()
    }
}
