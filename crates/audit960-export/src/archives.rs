//! Exports archives in one pass.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::normal_form::{GameWriter, Reader};
use audit960_replay::Auditor;
use audit960_source::{Chunk, Format, IgnoredFiles, Limits, Progress, SharedReader};
use audit960_types::count_line_ends;

use crate::export_text::{ExportPlan, ExportSummary, ExportedText, TextExporter, TextOrigin};
use crate::files::Files;
use audit960_audit::{
    self as pipeline, Observer, ProgressCounts, Stopped, in_order, no_games, replay_chunk,
};

/// An export of games of archives and datasets.
pub struct ExportRun<'r> {
    /// What is done with each game.
    pub plan: ExportPlan,
    /// Number of threads for everything, at least 1.
    pub threads: usize,
    /// Gets the progress and the findings.
    pub observer: &'r dyn Observer,
    /// The output files.
    pub outputs: Outputs,
}

/// The output files of an export.
pub struct Outputs {
    /// Files for games.
    pub games: Files,
    /// File for games without a normal form, if it is another one.
    pub damaged: Option<Files>,
}

impl Outputs {
    /// Writes the result of a chunk of a source; the chunks come in order.
    pub(crate) fn take(
        &mut self,
        source: &str,
        done: ExportedText,
        summary: &mut ExportSummary,
        observer: &dyn Observer,
    ) -> anyhow::Result<()> {
        summary.add(&done.summary);
        for (key, text) in done.games {
            self.games.write(key.as_ref(), text)?;
        }
        if let Some(damaged) = &mut self.damaged {
            damaged.write(None, done.damaged)?;
        }
        let mut counts = ProgressCounts::default();
        counts.games = summary.read;
        observer.advance(counts);
        if !done.findings.is_empty() {
            observer.findings(source, &done.findings)?;
        }
        Ok(())
    }

    /// Whether there is nothing to write.
    #[must_use]
    pub fn are_empty(&self) -> bool {
        self.games.are_empty() && self.damaged.as_ref().is_none_or(Files::are_empty)
    }

    /// Gives the files their names.
    ///
    /// # Errors
    /// If what is buffered cannot be written, or a file cannot be renamed.
    pub fn finish(self) -> anyhow::Result<()> {
        self.games.finish()?;
        self.damaged.map_or(Ok(()), Files::finish)
    }
}

/// A chunk, and the number of lines of its source before it.
#[derive(Default)]
pub(crate) struct LocatedChunk {
    pub(crate) chunk: Chunk,
    first_line: u64,
}

impl LocatedChunk {
    /// Where its text is from.
    pub(crate) fn origin(&self) -> TextOrigin<'_> {
        TextOrigin {
            source: &self.chunk.source_name,
            first_line: self.first_line,
        }
    }
}

/// Archives that are being read.
pub(crate) struct Archives {
    reader: SharedReader,
    /// Number of lines of each source in the chunks read so far.
    lines: Mutex<BTreeMap<u32, u64>>,
    progress: Arc<Progress>,
    stored_bytes: Option<u64>,
    ignored_files: IgnoredFiles,
}

impl Archives {
    pub(crate) fn open(inputs: &[String], limits: Limits) -> anyhow::Result<Self> {
        let opened = pipeline::open(inputs, limits)?;
        Ok(Self {
            reader: SharedReader::new(opened.reader),
            lines: Mutex::default(),
            progress: opened.progress,
            stored_bytes: opened.stored_bytes,
            ignored_files: opened.ignored_files,
        })
    }

    /// Tells the observer that reading begins.
    pub(crate) fn begin(&self, observer: &dyn Observer) {
        observer.ignored(&self.ignored_files);
        observer.begin(&self.progress, self.stored_bytes);
    }

    /// Fills the next chunk and gives its number; `None` at the end.
    pub(crate) fn next(
        &self,
        located: &mut LocatedChunk,
        observer: &dyn Observer,
    ) -> anyhow::Result<Option<u64>> {
        if observer.is_stopped() {
            return Err(Stopped.into());
        }
        let LocatedChunk { chunk, first_line } = located;
        let found = self.reader.next_chunk_with(chunk, |chunk| {
            let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
            let lines = lines.entry(chunk.source).or_default();
            *first_line = *lines;
            *lines += count_line_ends(&chunk.bytes) + chunk.dropped_lines;
        })?;
        Ok(found.then_some(chunk.sequence))
    }
}

impl ExportRun<'_> {
    /// Exports the games of archives.
    ///
    /// # Errors
    /// If an input cannot be read or a file cannot be written; [`Stopped`] if the observer stops it.
    pub fn archives(&mut self, inputs: &[String]) -> anyhow::Result<ExportSummary> {
        self.plan.selection.check_for_archives()?;
        let archives = Archives::open(inputs, self.plan.limits)?;
        let observer = self.observer;
        archives.begin(observer);
        let (plan, audit) = (&self.plan, self.plan.audit_options());
        let worker = || {
            let mut auditor = Auditor::new(audit.clone());
            let mut writer = GameWriter::new(plan.options);
            move |located: &mut LocatedChunk| {
                let chunk = &located.chunk;
                let done = ExportedText::of_chunk(chunk.sequence);
                let work =
                    TextExporter::new(plan, located.origin(), &chunk.bytes, &mut writer, done);
                let mut games = Reader::new(&chunk.bytes, work);
                replay_chunk(&mut auditor, chunk, &mut games);
                let done = games.finish().done();
                // Lines of positions are no games, and no reason to say that there is nothing.
                let held = done.summary.read > 0 || chunk.format == Format::Epd;
                let troubled = chunk.trouble.is_some() || chunk.damage.is_some();
                Ok((Arc::clone(&chunk.source_name), done, (held, troubled)))
            }
        };
        let mut summary = ExportSummary::default();
        // Whether each source holds something, and whether it ends in trouble.
        let mut sources = BTreeMap::new();
        let outputs = &mut self.outputs;
        let ended = in_order(
            self.threads,
            |located| archives.next(located, observer),
            worker,
            |(source, done, (held, troubled)): (Arc<str>, ExportedText, _)| {
                outputs.take(&source, done, &mut summary, observer)?;
                let of_source = sources.entry(source).or_insert((false, false));
                *of_source = (of_source.0 || held, troubled);
                Ok(())
            },
        );
        // An archive without members has no source.
        for report in archives.reader.into_inner().into_reports() {
            if report.sources.is_empty() {
                sources.insert(report.name.into(), (false, false));
            }
        }
        let silent = |(held, troubled): &(bool, bool)| !held && !troubled;
        for (source, _) in sources.into_iter().filter(|(_, known)| silent(known)) {
            summary.has_errors = true;
            observer.findings(&source, &[no_games()])?;
        }
        observer.end();
        ended.map(|()| summary)
    }
}
