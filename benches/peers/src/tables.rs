//! A whole audit on one thread, built as this program is: reading, replay, tables, Parquet.
//!
//! The same calls as in the program, without findings for people and without the manifest.

use std::path::Path;
use std::time::Instant;

use audit960_replay::{AuditOptions, Auditor};
use audit960_source::{Chunk, ChunkReader, ReaderOptions, discover};
use audit960_tables::{Assembler, ChunkTables, DatasetWriter, TableOptions};

/// Audits a file into a folder that does not exist; returns the seconds it took.
pub fn audit(input: &Path, out: &Path) -> anyhow::Result<f64> {
    let began = Instant::now();
    let inputs = discover(&[input.to_string_lossy().into_owned()])?.inputs;
    let mut reader = ChunkReader::new(inputs, ReaderOptions::default(), Default::default());
    let options = TableOptions::default();
    let mut writer = DatasetWriter::create(out, options)?;
    let mut assembler = Assembler::new(options)?;
    let mut tables = ChunkTables::new(options);
    let mut auditor = Auditor::new(AuditOptions::default());
    let mut chunk = Chunk::default();
    while reader.next_chunk(&mut chunk)? {
        let identity = |position: usize| chunk.identity(position);
        let text = &chunk.bytes;
        let lines = auditor.audit(text, chunk.spans(), &identity, false, &mut tables);
        let rows = tables.finish(lines)?;
        let assembled = assembler.push(rows, &chunk.source_name, chunk.first_of_source);
        for job in assembled.jobs {
            writer.append(job.encode()?)?;
        }
    }
    for job in assembler.finish() {
        writer.append(job.encode()?)?;
    }
    writer.finish(&[], &[], "{}")?;
    Ok(began.elapsed().as_secs_f64())
}
