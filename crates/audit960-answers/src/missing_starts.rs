//! Start positions that are missing from games.

use crate::starts::{MissingStarts, StartChunk, StartGatherer};
use audit960_audit::{Examination, Observer};
use audit960_replay::AuditOptions;
use audit960_replay::forensics::StartFinder;
use audit960_types::count_line_ends;

use crate::Inputs;

impl Inputs {
    /// The games that need a start position and have none, with the positions that fit. All inputs must be
    /// archives.
    ///
    /// # Errors
    /// If an archive cannot be read.
    pub fn missing_starts(
        &self,
        finder: StartFinder,
        observer: &dyn Observer,
    ) -> anyhow::Result<MissingStarts> {
        let examination = Examination {
            starts: Some(finder),
            repairs: false,
        };
        let mut options = AuditOptions::default();
        options.examiner = examination.examiner(
            &self.names,
            self.limits,
            self.worker_count(),
            &options,
            observer,
        )?;
        let parts = self.fold(
            &self.names,
            &options,
            observer,
            StartGatherer::default,
            |gatherer, chunk| {
                gatherer.begin(StartChunk {
                    sequence: chunk.sequence,
                    source: chunk.source as usize,
                    name: &chunk.source_name,
                    lines: count_line_ends(&chunk.bytes) + chunk.dropped_lines,
                });
            },
        )?;
        Ok(MissingStarts::of(parts))
    }
}
