//! The task of a cluster: a range of an input in, rows out.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use audit960_dataset::tables::{
    ChunkRows, ChunkTables, ColumnSelection, RangeFiles, RowStream, TableOptions,
};
use audit960_replay::Auditor;
use audit960_source::{ByteRange, Chunk, RangeReader, ReaderOptions, Stored};
use audit960_types::{Code, Fact, FactSink, GameFacts, SplitRow};
use serde_json::json;

use crate::guard::{described, guarded};
use crate::options::Options;
use crate::options::row_options;
use crate::replay::replay_chunk;

/// Which rows of a range are written.
#[derive(Clone, Copy)]
pub struct RowRequest<'r> {
    /// Their table and columns.
    pub selection: &'r ColumnSelection,
    /// At most so many.
    pub limit: Option<u64>,
    /// Which games count; without it all. Only for rows
    /// [of games](ColumnSelection::is_of_games).
    pub keeps: Option<&'r KeepsGame<'r>>,
}

/// Whether a game counts, by the name of its source and its facts.
pub type KeepsGame<'k> = dyn Fn(&Arc<str>, &GameFacts<'_>) -> bool + 'k;

/// Notes which games count.
struct Choosing<'s> {
    sink: &'s mut ChunkTables,
    keeps: &'s dyn Fn(&GameFacts<'_>) -> bool,
    kept: &'s mut Vec<bool>,
}

impl FactSink for Choosing<'_> {
    fn fact(&mut self, fact: Fact<'_>) {
        match fact {
            Fact::Game(facts) => self.kept.push((self.keeps)(facts)),
            Fact::Skipped(_) => self.kept.push(false),
            _ => {}
        }
        self.sink.fact(fact);
    }
}

/// Replays the games that a range of an input owns, on this thread, and writes their rows as an Arrow IPC
/// stream. The same range gives the same bytes. Returns what of it could not be read.
///
/// # Errors
/// Where the input cannot be read, was changed while it was read, or the rows cannot be written.
pub fn write_rows(
    stored: Arc<dyn Stored>,
    range: ByteRange,
    request: RowRequest<'_>,
    options: &Options,
    target: impl Write,
) -> anyhow::Result<LostInput> {
    let RowRequest {
        selection,
        limit,
        keeps,
    } = request;
    let mut sink = ChunkTables::new(TableOptions {
        columns: selection.group(),
        ..TableOptions::default()
    });
    if selection.is_nested() {
        sink.keep_games_together();
    }
    let mut pass = RangePass::open(stored, range, options, sink)?;
    let mut stream = RowStream::new(selection, pass.reader.is_whole(), limit, target)?;
    while !stream.is_full()
        && let Some(rows) = pass.next_rows(keeps)?
    {
        let chunk = &pass.chunk;
        stream.push(rows, &chunk.source_name, chunk.first_of_source)?;
    }
    let lost = pass.lost();
    if !stream.is_full() {
        stream.split(&pass.split_row()?)?;
    }
    stream.finish()?;
    Ok(lost)
}

/// Replays the games that a range of an input owns, on this thread, and writes the rows of every table, as
/// an audit writes them, into Parquet files in the new folder `dir`: `games.parquet` and so on, and
/// `splits.parquet` with what [`crate::finish()`] needs from a task. Tables that a dataset lacks where they
/// have no rows are missing here, too. The same range gives the same bytes.
///
/// # Errors
/// Where the input cannot be read, was changed while it was read, or `dir` exists or cannot be written. There
/// is no folder then.
pub fn write_tables(
    stored: Arc<dyn Stored>,
    range: ByteRange,
    dir: &Path,
    options: &Options,
) -> anyhow::Result<()> {
    let tables = TableOptions {
        columns: options.audit.columns,
        limits: options.table_limits,
        ..TableOptions::default()
    };
    let mut pass = RangePass::open(stored, range, options, ChunkTables::new(tables))?;
    let whole = pass.reader.is_whole();
    let mut files = RangeFiles::create(&options.storage, dir, whole, tables)?;
    while let Some(rows) = pass.next_rows(None)? {
        let chunk = &pass.chunk;
        files.push(rows, &chunk.source_name, chunk.first_of_source)?;
    }
    Ok(files.finish(&pass.split_row()?)?)
}

/// How often something of an input, not of one game, could not be read, by the code of the finding: the finding itself
/// is a row of table `diagnostics`.
pub type LostInput = BTreeMap<Code, u64>;

/// One pass over the games that a range owns.
struct RangePass<'o> {
    source: String,
    options: &'o Options,
    reader: RangeReader,
    auditor: Auditor,
    sink: ChunkTables,
    /// The chunk that was replayed last.
    chunk: Chunk,
    /// Decompressed bytes so far.
    bytes: u64,
}

impl<'o> RangePass<'o> {
    fn open(
        stored: Arc<dyn Stored>,
        range: ByteRange,
        options: &'o Options,
        sink: ChunkTables,
    ) -> anyhow::Result<Self> {
        let source = stored.name().to_owned();
        let limits = ReaderOptions::within(options.limits);
        Ok(Self {
            source,
            options,
            reader: RangeReader::open(stored, range, limits)?,
            auditor: Auditor::new(options.audit.clone()),
            sink,
            chunk: Chunk::default(),
            bytes: 0,
        })
    }

    /// The rows of the next chunk, if there is one; of the games that count.
    fn next_rows(&mut self, keeps: Option<&KeepsGame<'_>>) -> anyhow::Result<Option<ChunkRows>> {
        let (chunk, auditor, sink) = (&mut self.chunk, &mut self.auditor, &mut self.sink);
        if !self.reader.next_chunk(chunk)? {
            return Ok(None);
        }
        let mut kept = Vec::new();
        let lines = guarded(
            || described(chunk),
            || {
                let Some(keeps) = keeps else {
                    return Ok(replay_chunk(auditor, chunk, sink));
                };
                let mut choosing = Choosing {
                    sink,
                    keeps: &|facts| keeps(&chunk.source_name, facts),
                    kept: &mut kept,
                };
                Ok(replay_chunk(auditor, chunk, &mut choosing))
            },
        )?;
        self.bytes += chunk.bytes.len() as u64 + chunk.dropped;
        let mut rows = sink.finish(lines)?;
        if keeps.is_some() {
            rows.keep_games(&kept)?;
        }
        Ok(Some(rows))
    }

    /// What of the chunks so far could not be read.
    fn lost(&self) -> LostInput {
        let found = self.sink.tally().findings.iter();
        let lost = found.filter(|(code, _)| code.is_loss_of_input());
        lost.map(|(code, count)| (*code, *count)).collect()
    }

    /// The row of table `splits` for the range, when all of it was read.
    fn split_row(self) -> anyhow::Result<SplitRow> {
        let report = self.reader.finish()?;
        let tally = self.sink.tally();
        Ok(SplitRow {
            source: self.source,
            range_start: report.range.start,
            range_end: report.range.end,
            size: report.size,
            xxh3_128: report.xxh3_128,
            stored_as_text: report.stored_as_text,
            bytes: self.bytes,
            games: tally.verdicts.total(),
            positions: tally.lines.verdicts.total(),
            skipped_members: json!(report.skipped_members).to_string(),
            options: json!({
                "program_version": env!("CARGO_PKG_VERSION"),
                "options": row_options(self.options),
            })
            .to_string(),
            counts: serde_json::to_string(tally)?,
        })
    }
}
