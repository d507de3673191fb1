//! Games as rows of a table: a layer over any other stream that turns each row into a line of PGN.

use std::env;
use std::fs::File;
use std::io::{self, Write as _};
use std::ops::Range;
use std::sync::Arc;

use crate::records::{ColumnForm, ColumnRecords, ColumnsError, TranslatedText};

use super::row_queue::RowQueue;
use super::{About, Ahead, Flow, Stream, end_broken};
use crate::bounded::Bounded;
use crate::chunk::DamageKind;
use crate::expansion::Expansion;
use crate::frames::Frames;
use crate::limits::Limits;
use crate::peek_reader::PeekReader;

/// Bytes that are copied to a temporary file at a time.
const STEP: usize = 256 << 10;

/// Translates rows. Each has a frame of its own, at its number; within it, offsets count bytes of its line of PGN.
pub(crate) struct Columns {
    stream: Box<dyn Stream>,
    rows: RowQueue,
    /// Names of columns and what they mean.
    columns: Arc<[(String, String)]>,
    /// What follows the stored bytes.
    flow: Flow,
    text: TranslatedText,
}

impl Columns {
    /// `head` is what was already read of the stream, and `flow` what follows it. A table is read at several places at
    /// once, so one that is compressed, or is no regular file, is copied to a temporary file.
    pub(crate) fn open(
        mut stream: Box<dyn Stream>,
        form: ColumnForm,
        head: &[u8],
        mut flow: Flow,
        limits: Limits,
    ) -> io::Result<Box<dyn Stream>> {
        let file = match stream.peek_reader().take_file() {
            Some(file) => file,
            None => spool(&mut *stream, head, &mut flow)?,
        };
        let size = file.metadata()?.len();
        let rows = ColumnRecords::open(form, file);
        Ok(Self::over(stream, rows, size, flow, limits))
    }

    /// The rows of a file whose row group or message begins in a range of its bytes. `stream` has the bytes of the range.
    pub(crate) fn within(
        stream: Box<dyn Stream>,
        form: ColumnForm,
        file: File,
        range: Range<u64>,
        limits: Limits,
    ) -> io::Result<Box<dyn Stream>> {
        let size = file.metadata()?.len();
        let rows = ColumnRecords::open(form, file).map(|rows| rows.within(&range));
        Ok(Self::over(stream, rows, size, Flow::More, limits))
    }

    fn over(
        stream: Box<dyn Stream>,
        rows: Result<ColumnRecords, ColumnsError>,
        stored: u64,
        flow: Flow,
        limits: Limits,
    ) -> Box<dyn Stream> {
        let expansion = Expansion::new(limits.expansion);
        expansion.add_stored(stored);
        let columns = rows.as_ref().map_or(&[][..], ColumnRecords::columns).into();
        let columns = Self {
            stream,
            rows: RowQueue::new(rows, limits.frames_ahead()),
            columns,
            flow,
            text: TranslatedText::default(),
        };
        Bounded::over(Box::new(columns), &expansion)
    }

    /// What follows the last row.
    fn ending(&mut self) -> io::Result<Flow> {
        match (
            std::mem::replace(&mut self.flow, Flow::End),
            self.rows.failure(),
        ) {
            // A stream that is damaged is why its table is.
            (broken @ Flow::Broken { .. }, _) => Ok(broken),
            (_, Some(error)) => {
                let kind = match error {
                    ColumnsError::Unreadable(_) => DamageKind::Corrupt,
                    ColumnsError::NoMoves(_) => DamageKind::NoGames,
                };
                end_broken(self.stream.peek_reader(), kind, 0, error.to_string())
            }
            (_, None) => Ok(Flow::End),
        }
    }
}

/// Copies a stream to an anonymous temporary file.
fn spool(stream: &mut dyn Stream, head: &[u8], flow: &mut Flow) -> io::Result<File> {
    // What fails here is not the input.
    let temporary = |error: io::Error| {
        let folder = env::temp_dir();
        io::Error::other(format!("temporary file in {}: {error}", folder.display()))
    };
    let mut file = tempfile::tempfile().map_err(temporary)?;
    file.write_all(head).map_err(temporary)?;
    let mut step = vec![0; STEP];
    while matches!(flow, Flow::More) {
        let (count, next) = stream.read(&mut step, 0, &mut Frames::default())?;
        file.write_all(step.get(..count).unwrap_or_default())
            .map_err(temporary)?;
        *flow = next;
    }
    Ok(file)
}

impl Stream for Columns {
    fn read(
        &mut self,
        out: &mut [u8],
        position: usize,
        frames: &mut Frames,
    ) -> io::Result<(usize, Flow)> {
        if out.is_empty() {
            return Ok((0, Flow::More));
        }
        while self.text.is_empty() {
            let Some(next) = self.rows.next() else {
                return Ok((0, self.ending()?));
            };
            self.text.follow(next);
        }
        Ok((self.text.take(out, position, frames), Flow::More))
    }

    fn ahead(&mut self, wanted: usize) -> io::Result<Ahead> {
        Ok(self
            .rows
            .ahead(wanted.saturating_sub(self.text.remaining())))
    }

    fn peek_reader(&mut self) -> &mut PeekReader {
        self.stream.peek_reader()
    }

    fn about(&self) -> About {
        About {
            records: Some(self.text.count()),
            columns: Arc::clone(&self.columns),
            replaced: 0,
        }
    }
}
