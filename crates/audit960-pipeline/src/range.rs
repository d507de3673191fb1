//! The task of a cluster: a range of an input in, rows out.

use std::io::Write;
use std::sync::Arc;

use audit960_replay::Auditor;
use audit960_source::{ByteRange, Chunk, RangeReader, ReaderOptions, Stored};
use audit960_tables::{ChunkTables, RowStream, Selection, SplitRow, TableOptions};
use serde_json::{Map, Value, json};

use crate::audit::Options;
use crate::guard::guarded;
use crate::manifest::row_options;
use crate::replay::replay_chunk;

/// Replays the games that a range of an input owns, on this thread, and writes their rows as an Arrow IPC
/// stream, at most `limit` of them. The same range gives the same bytes.
///
/// # Errors
/// Where the input cannot be read, was changed meanwhile, or the rows cannot be written.
pub fn write_rows(
    stored: Arc<dyn Stored>,
    range: ByteRange,
    selection: &Selection,
    limit: Option<u64>,
    options: &Options,
    target: impl Write,
) -> anyhow::Result<()> {
    let source = stored.name().to_owned();
    let mut reader = RangeReader::open(stored, range, ReaderOptions::within(options.limits))?;
    let mut stream = RowStream::new(selection, reader.is_whole(), limit, target)?;
    let mut sink = ChunkTables::new(TableOptions::default());
    if selection.is_nested() {
        sink.keep_games_together();
    }
    let mut auditor = Auditor::new(options.audit.clone());
    let mut chunk = Chunk::default();
    let mut bytes = 0;
    while !stream.is_full() && reader.next_chunk(&mut chunk)? {
        let what = || {
            let at = chunk.identity(0);
            format!(
                "{}, {} bytes from byte {} of frame {}",
                chunk.source_name,
                chunk.bytes.len(),
                at.byte_offset,
                at.frame_offset
            )
        };
        let lines = guarded(what, || Ok(replay_chunk(&mut auditor, &chunk, &mut sink)))?;
        bytes += chunk.bytes.len() as u64 + chunk.dropped;
        let rows = sink.finish(lines)?;
        stream.push(rows, &chunk.source_name, chunk.first_of_source)?;
    }
    if !stream.is_full() {
        let report = reader.finish()?;
        let tally = sink.tally();
        let counts: Map<String, Value> = tally
            .to_counts()
            .into_iter()
            .map(|(name, count)| (name, json!(count)))
            .collect();
        stream.split(&SplitRow {
            source,
            range_start: report.range.start,
            range_end: report.range.end,
            size: report.size,
            xxh3_128: report.xxh3_128,
            stored_as_text: report.stored_as_text,
            bytes,
            games: tally.verdicts.total(),
            positions: tally.lines.verdicts.total(),
            skipped_members: json!(report.skipped_members).to_string(),
            options: json!({
                "program_version": env!("CARGO_PKG_VERSION"),
                "options": row_options(options),
            })
            .to_string(),
            counts: Value::Object(counts).to_string(),
        })?;
    }
    Ok(stream.finish()?)
}
