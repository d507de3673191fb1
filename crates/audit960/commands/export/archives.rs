//! An export of archives, in one pass.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use audit960_export::{Reader, Writer};
use audit960_replay::Auditor;
use audit960_source::{Chunk, Limits, Progress, SharedReader};
use audit960_types::count_line_ends;

use super::files::Files;
use super::work::{Done, Origin, Plan, Summary, Work};
use crate::commands::printer::Printer;
use crate::progress::Bar;
use audit960_pipeline::{self as pipeline, in_order, replay_chunk};

/// One run of the command.
pub(super) struct Run {
    pub(super) plan: Plan,
    pub(super) threads: usize,
    pub(super) quiet: bool,
    pub(super) all_findings: bool,
    pub(super) outputs: Outputs,
}

/// Where everything goes.
pub(super) struct Outputs {
    /// Where games go.
    pub(super) games: Files,
    /// Where games without a normal form go, if elsewhere.
    pub(super) damaged: Option<Files>,
}

impl Outputs {
    /// Takes what was made of a piece of a source, in order.
    pub(super) fn take(
        &mut self,
        source: &str,
        done: Done,
        summary: &mut Summary,
        printer: &mut Printer,
        bar: &Bar,
    ) -> anyhow::Result<()> {
        summary.add(&done.summary);
        for (key, text) in done.games {
            self.games.write(key.as_ref(), text)?;
        }
        if let Some(damaged) = &mut self.damaged {
            damaged.write(None, done.damaged)?;
        }
        bar.show(summary.read, 0, 0);
        bar.suspend(|| {
            let mut findings = done.findings.iter();
            findings.try_for_each(|finding| printer.print(source, finding))
        })?;
        Ok(())
    }

    /// Gives the files their names.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        self.games.finish()?;
        self.damaged.map_or(Ok(()), Files::finish)
    }
}

/// A chunk, and the lines of its source before it.
#[derive(Default)]
pub(super) struct Piece {
    pub(super) chunk: Chunk,
    first_line: u64,
}

impl Piece {
    /// Where its text is from.
    pub(super) fn origin(&self) -> Origin<'_> {
        Origin {
            source: &self.chunk.source_name,
            first_line: self.first_line,
        }
    }
}

/// Archives that are being read.
pub(super) struct Archives {
    reader: SharedReader,
    /// Lines of each source that were handed out.
    lines: Mutex<BTreeMap<u32, u64>>,
    progress: Arc<Progress>,
    stored_bytes: Option<u64>,
}

impl Archives {
    pub(super) fn open(inputs: &[String], limits: Limits) -> anyhow::Result<Self> {
        let (reader, progress, stored_bytes, _) = pipeline::open(inputs, limits)?;
        Ok(Self {
            reader: SharedReader::new(reader),
            lines: Mutex::default(),
            progress,
            stored_bytes,
        })
    }

    /// Shows how far they have been read.
    pub(super) fn bar(&self, quiet: bool) -> Bar {
        Bar::new(Arc::clone(&self.progress), self.stored_bytes, quiet)
    }

    /// Fills the next piece and gives its number; `None` at the end.
    pub(super) fn next(&self, piece: &mut Piece) -> anyhow::Result<Option<u64>> {
        let Piece { chunk, first_line } = piece;
        let found = self.reader.next_chunk_with(chunk, |chunk| {
            let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
            let lines = lines.entry(chunk.source).or_default();
            *first_line = *lines;
            *lines += count_line_ends(&chunk.bytes) + chunk.dropped_lines;
        })?;
        Ok(found.then_some(chunk.sequence))
    }
}

impl Run {
    /// Exports the games of archives.
    pub(super) fn archives(&mut self, inputs: &[String]) -> anyhow::Result<Summary> {
        self.plan.selection.check_for_archives()?;
        let archives = Archives::open(inputs, self.plan.limits)?;
        let bar = archives.bar(self.quiet);
        let (plan, audit) = (&self.plan, self.plan.audit_options());
        let worker = || {
            let mut auditor = Auditor::new(audit.clone());
            let mut writer = Writer::new(plan.options);
            move |piece: &mut Piece| {
                let chunk = &piece.chunk;
                let done = Done::of_chunk(chunk.sequence);
                let work = Work::new(plan, piece.origin(), &chunk.bytes, &mut writer, done);
                let mut games = Reader::new(&chunk.bytes, work);
                replay_chunk(&mut auditor, chunk, &mut games);
                Ok((Arc::clone(&chunk.source_name), games.finish().done()))
            }
        };
        let mut summary = Summary::default();
        let mut printer = Printer::new(self.quiet, self.all_findings);
        let outputs = &mut self.outputs;
        in_order(
            self.threads,
            |piece| archives.next(piece),
            worker,
            |(source, done): (Arc<str>, Done)| {
                outputs.take(&source, done, &mut summary, &mut printer, &bar)
            },
        )?;
        bar.clear();
        Ok(summary)
    }
}
