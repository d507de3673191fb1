//! Rows of a range, made by a thread of their own and taken by whichever thread of DuckDB wants some.

use std::error::Error;
use std::io::{self, BufWriter, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use arrow_ipc::reader::StreamDecoder;
use audit960_audit::condition::GameFilter;
use audit960_audit::{KeepsGame, Options, RowRequest, write_rows};
use audit960_dataset::tables::ColumnSelection;
use audit960_source::{ByteRange, Stored};

/// Bytes that are handed over at a time.
const STEP: usize = 1 << 20;

/// How many of them wait at most.
const WAITING: usize = 4;

/// Which rows are made, and how.
pub(crate) struct Request {
    pub(crate) selection: ColumnSelection,
    /// The columns in the order in which they are wanted; the selection has that of the table.
    pub(crate) columns: Vec<String>,
    pub(crate) options: Arc<Options>,
    /// The condition that games must meet, if there is one.
    pub(crate) chooser: Option<Arc<GameFilter>>,
}

/// A part of a stream of rows, or why there are no more.
enum Part {
    Bytes(Vec<u8>),
    Failed(String),
}

/// The rows of a range. Dropping it ends its thread.
pub(crate) struct RangeRows {
    parts: Receiver<Part>,
    decoder: StreamDecoder,
    /// Bytes that were not decoded.
    bytes: Buffer,
    /// Rows that were not taken.
    rows: Option<RecordBatch>,
    request: Arc<Request>,
}

impl RangeRows {
    /// Begins to read a range.
    pub(crate) fn begin(
        stored: Arc<dyn Stored>,
        range: ByteRange,
        request: Arc<Request>,
    ) -> io::Result<Self> {
        let (sender, parts) = sync_channel(WAITING);
        let asked = Arc::clone(&request);
        let work = move || {
            let target = BufWriter::with_capacity(STEP, Parts(sender.clone()));
            let chooser = asked.chooser.as_deref().cloned().unwrap_or_default();
            let keeps: &KeepsGame<'_> = &|source, facts| chooser.keeps_from(source, facts);
            let request = RowRequest {
                selection: &asked.selection,
                limit: None,
                keeps: asked.chooser.is_some().then_some(keeps),
            };
            if let Err(error) = write_rows(stored, range, request, &asked.options, target) {
                // Nobody may listen any more.
                let _ = sender.send(Part::Failed(format!("{error:#}")));
            }
        };
        thread::Builder::new()
            .name("read_pgn".to_owned())
            .spawn(work)?;
        Ok(Self {
            parts,
            decoder: StreamDecoder::new(),
            bytes: Buffer::from_vec(Vec::<u8>::new()),
            rows: None,
            request,
        })
    }

    /// At most `count` more rows; `None` at the end.
    ///
    /// # Errors
    /// If the range cannot be read.
    pub(crate) fn next(&mut self, count: usize) -> Result<Option<RecordBatch>, Box<dyn Error>> {
        loop {
            if let Some(rows) = self.rows.take().filter(|rows| rows.num_rows() > 0) {
                let count = count.min(rows.num_rows());
                self.rows = Some(rows.slice(count, rows.num_rows() - count));
                return Ok(Some(rows.slice(0, count)));
            }
            if let Some(rows) = self.decoder.decode(&mut self.bytes)? {
                let columns = self.request.columns.iter();
                let order = columns.map(|name| rows.schema().index_of(name));
                self.rows = Some(rows.project(&order.collect::<Result<Vec<_>, _>>()?)?);
                continue;
            }
            match self.parts.recv() {
                Ok(Part::Bytes(bytes)) => self.bytes = Buffer::from_vec(bytes),
                Ok(Part::Failed(reason)) => return Err(reason.into()),
                Err(_) => {
                    // A stream that does not end is not all rows.
                    self.decoder.finish()?;
                    return Ok(None);
                }
            }
        }
    }
}

/// Hands bytes over; fails once nobody wants them.
struct Parts(SyncSender<Part>);

impl Write for Parts {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let sent = self.0.send(Part::Bytes(bytes.to_vec()));
        sent.map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
