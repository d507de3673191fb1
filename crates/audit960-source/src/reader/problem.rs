//! Chunks without text, which say what is wrong with an input, and the reports of inputs.

use std::io;
use std::sync::Arc;

use super::{ChunkReader, OpenInput, index};
use crate::chunk::{Chunk, InputProblem};
use crate::error::SourceError;
use crate::report::InputReport;

impl ChunkReader {
    /// What is wrong with an input that was read to its end: it was changed meanwhile, or is a copy of an earlier one.
    ///
    /// # Errors
    /// The same, for a reader that does not go on.
    pub(super) fn trouble_at_end(
        &mut self,
        input: &mut OpenInput,
    ) -> Result<Option<InputProblem>, SourceError> {
        let Some(stamp) = input.stamp.take() else {
            return Ok(None);
        };
        match stamp.change() {
            Some(how) if !self.keep_going => {
                let how = io::Error::other(format!("{how}: it was changed while it was read"));
                Err(SourceError::read(&input.name)(how))
            }
            Some(how) => Ok(Some(InputProblem::Changed(how))),
            None => Ok(self.identical(input)),
        }
    }

    /// Whether an earlier input has the same bytes, where the reader says so; empty files are no copies of each other.
    fn identical(&mut self, input: &OpenInput) -> Option<InputProblem> {
        let (_, digest) = input
            .digest
            .as_ref()
            .filter(|(bytes, _)| self.keep_going && *bytes > 0)?;
        if let Some(first) = self.first_of.get(digest) {
            return Some(InputProblem::Identical(first.clone()));
        }
        self.first_of.insert(digest.clone(), input.name.clone());
        None
    }

    /// Fills a chunk without text that says what is wrong with an input, if anything. It belongs to the last
    /// source of the input, or to a new one with the name of the input.
    pub(super) fn without_text(
        &mut self,
        input: &mut OpenInput,
        trouble: Option<InputProblem>,
        chunk: &mut Chunk,
    ) {
        let (index, name, begun) = match input.source.take() {
            Some(source) => (source.index, source.name, source.begun),
            None => match self.sources.get(input.first_source..).and_then(<[_]>::last) {
                Some(last) => (index(self.sources.len() - 1), Arc::clone(last), true),
                None => {
                    if matches!(trouble, Some(InputProblem::Repeated(_))) {
                        // It has no text, so it may share the name.
                        self.names.free(&input.name);
                    }
                    let (index, name) = self.enter(&input.name);
                    (index, name, false)
                }
            },
        };
        *chunk = Chunk {
            sequence: self.sequence,
            source: index,
            source_name: name,
            first_of_source: !begun,
            last_of_source: true,
            trouble,
            ..Chunk::default()
        };
        self.sequence += 1;
    }

    /// Fills a chunk without text that says why an input cannot be read, and ends the input.
    pub(super) fn fail(&mut self, mut input: OpenInput, error: &SourceError, chunk: &mut Chunk) {
        // The reason alone: the name of the input stands elsewhere.
        let source = std::error::Error::source(error);
        let reason = source.map_or_else(|| error.to_string(), ToString::to_string);
        let trouble = InputProblem::Unreadable(reason.clone());
        self.without_text(&mut input, Some(trouble), chunk);
        self.report(input, Some(reason));
    }

    pub(super) fn report(&mut self, input: OpenInput, error: Option<String>) {
        let (stored_bytes, xxh3_128) = input.digest.unwrap_or_default();
        self.reports.push(InputReport {
            name: input.name,
            stored_bytes,
            xxh3_128,
            sources: index(input.first_source)..index(self.sources.len()),
            skipped_members: input
                .archive
                .map(|opened| opened.archive.into_skipped())
                .unwrap_or_default(),
            records: input.records,
            columns: input.columns,
            error,
            repeats: None,
        });
    }
}
