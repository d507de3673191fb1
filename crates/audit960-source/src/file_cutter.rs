//! Cuts a file of plain text without reading it whole, so that threads wait for each other as little as can be.
//!
//! A chunk ends with the last cut within its target length. The text around that place decides which one that is, as the
//! text behind a boundary between ranges decides what the boundary stands for: an Event line makes a span, whatever came
//! before. So one thread after the other looks there, and then reads the text of its chunk by itself. Where that text
//! decides nothing, such as at the end of a file or where no Event line is, the [`Cutter`](crate::cutter::Cutter) reads
//! and cuts.

use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;

use parking_lot::Mutex;

use crate::boundary::CutFinder;
use crate::chunk::Chunk;
use crate::format::Format;
use crate::frames::Frames;
use crate::options::ReaderOptions;
use crate::peek_reader::Meter;
use crate::system::read_at;

/// Bytes before the target length that are looked at first; four times as many each time they decide nothing.
const BACK: usize = 64 << 10;
/// Most bytes that are looked at there. Fewer than those after which spans start without an Event line.
const MOST_BACK: usize = 1 << 20;

/// Cuts a file.
pub(crate) struct FileCutter {
    text: Arc<FileText>,
    format: Format,
    target: usize,
    /// Where the next chunk begins, if the last one was cut here.
    at: Option<u64>,
    /// The text that is looked at.
    window: Vec<u8>,
}

/// The text of a file, which threads read where they like.
struct FileText {
    file: File,
    meter: Arc<Mutex<Meter>>,
    /// The first chunk that could not be read, by its offset, and why.
    failed: Mutex<Option<(u64, io::Error)>>,
}

/// The text of a chunk that is cut and not read.
pub(crate) struct Unread {
    text: Arc<FileText>,
    format: Format,
    at: u64,
    pub(crate) length: usize,
}

/// Reads a file from an offset on, wherever others read it.
struct From {
    text: Arc<FileText>,
    at: u64,
}

impl FileCutter {
    /// For a file, all that is read of which `meter` counts.
    pub(crate) fn new(
        file: File,
        meter: Arc<Mutex<Meter>>,
        format: Format,
        options: &ReaderOptions,
    ) -> Self {
        let failed = Mutex::new(None);
        Self {
            text: Arc::new(FileText {
                file,
                meter,
                failed,
            }),
            format,
            target: options.target_bytes.clamp(1, options.max_span_bytes.max(1)),
            at: None,
            window: Vec::new(),
        }
    }

    /// Cuts the next chunk, which begins at the clear cut `at` unless the last one was cut here; `None` if the text around
    /// its end does not decide where it ends.
    ///
    /// # Errors
    /// If the file cannot be read, now or before by a thread that read a chunk.
    pub(crate) fn cut(&mut self, at: Option<u64>) -> io::Result<Option<Unread>> {
        self.text.failure()?;
        let Some(at) = self.at.or(at) else {
            return Ok(None);
        };
        let Some(length) = self.find_cut(at)? else {
            return Ok(None);
        };
        self.at = Some(at + length as u64);
        Ok(Some(Unread {
            text: Arc::clone(&self.text),
            format: self.format,
            at,
            length,
        }))
    }

    /// Where the next chunk begins and a reader from there on, if the last one was cut here; from now on another cuts. All
    /// chunks that were cut here have been read.
    ///
    /// # Errors
    /// If one of them could not be read.
    pub(crate) fn take_place(&mut self) -> io::Result<Option<(u64, Box<dyn Read + Send>)>> {
        self.text.failure()?;
        Ok(self.at.take().map(|at| {
            let text = Arc::clone(&self.text);
            (at, Box::new(From { text, at }) as Box<_>)
        }))
    }

    /// The last cut within the target length of a chunk, as a length.
    fn find_cut(&mut self, at: u64) -> io::Result<Option<usize>> {
        let lookahead = CutFinder::after_unknown(self.format).lookahead();
        let most = MOST_BACK.min(self.target - 1);
        let mut back = BACK.min(most);
        loop {
            let from = self.target - back;
            self.window.resize(back + lookahead, 0);
            if self.text.read(&mut self.window, at + from as u64)? < self.window.len() {
                return Ok(None);
            }
            let mut cuts = CutFinder::after_unknown(self.format);
            cuts.scan(&self.window, false);
            let known = cuts.known_from(&self.window);
            let last = |known: usize| cuts.last_cut(&self.window, known.saturating_sub(1), back);
            if let Some(cut) = known.and_then(last) {
                return Ok(Some(from + cut));
            }
            if back == most {
                return Ok(None);
            }
            back = (4 * back).min(most);
        }
    }
}

impl FileText {
    /// Reads until `out` is full or the file ends; returns how many bytes.
    fn read(&self, out: &mut [u8], at: u64) -> io::Result<usize> {
        let mut filled = 0;
        while let Some(rest) = out.get_mut(filled..).filter(|rest| !rest.is_empty()) {
            match read_at(&self.file, rest, at + filled as u64) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(filled)
    }

    /// Why a chunk could not be read, if one could not.
    fn failure(&self) -> io::Result<()> {
        match &*self.failed.lock() {
            Some((_, error)) => Err(io::Error::new(error.kind(), error.to_string())),
            None => Ok(()),
        }
    }
}

impl Unread {
    /// Fills a chunk with its text; with what there is, if the file has become shorter.
    pub(crate) fn read(&self, chunk: &mut Chunk) {
        chunk.bytes.resize(self.length, 0);
        let read = self.text.read(&mut chunk.bytes, self.at);
        chunk.bytes.truncate(*read.as_ref().unwrap_or(&0));
        if let Err(error) = read {
            let mut failed = self.text.failed.lock();
            if failed.as_ref().is_none_or(|(at, _)| self.at < *at) {
                *failed = Some((self.at, error));
            }
        }
        chunk.frames = Frames::of_plain(self.at);
        // The text has the cuts that it would have by itself.
        let mut cuts = CutFinder::new(self.format);
        cuts.scan(&chunk.bytes, true);
        cuts.discard(&chunk.bytes, chunk.bytes.len(), &mut chunk.span_starts);
    }

    /// Counts the text of a chunk, when those before it are counted. What follows text that could not be read is not given
    /// out: nobody could say on which line it is.
    pub(crate) fn count(&self, chunk: &mut Chunk) {
        let failed = self.text.failed.lock();
        if failed.as_ref().is_some_and(|(at, _)| *at <= self.at) {
            chunk.bytes.clear();
            chunk.span_starts.clear();
        }
        let mut meter = self.text.meter.lock();
        meter.count(self.at, &chunk.bytes);
        chunk.stored_sum = Some(meter.sum());
    }
}

impl Read for From {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = read_at(&self.text.file, out, self.at)?;
        self.at += count as u64;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Text that cannot be read leaves a hole: nothing is given out from there on, and the next cut says why.
    #[test]
    fn nothing_follows_what_cannot_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.pgn");
        let game = "[Event \"x\"]\n\n1. e4 *\n\n";
        fs::write(&path, game.repeat(9000)).unwrap();
        let meter = Arc::new(Mutex::new(Meter::new(Arc::default(), Arc::default())));
        let options = ReaderOptions {
            target_bytes: 1000,
            ..ReaderOptions::default()
        };
        let file = File::open(&path).unwrap();
        let mut cutter = FileCutter::new(file, meter, Format::Pgn, &options);
        let [first, second, third] = [(); 3].map(|()| cutter.cut(Some(0)).unwrap().unwrap());
        let chunks = [&first, &second, &third].map(|unread| {
            let mut chunk = Chunk::default();
            unread.read(&mut chunk);
            chunk
        });
        // As a thread leaves it that could not read the second, before the first has had its turn.
        *cutter.text.failed.lock() = Some((second.at, io::Error::other("a bad sector")));
        let lengths = [&first, &second, &third].into_iter().zip(chunks);
        let lengths = lengths.map(|(unread, mut chunk)| {
            unread.count(&mut chunk);
            assert_eq!(chunk.spans().count() > 0, !chunk.bytes.is_empty());
            chunk.bytes.len()
        });
        assert_eq!(lengths.collect::<Vec<_>>(), [first.length, 0, 0]);
        let said = |error: io::Error| assert_eq!(error.to_string(), "a bad sector");
        said(cutter.cut(None).err().unwrap());
        said(cutter.take_place().err().unwrap());

        // A file that is open for writing alone cannot be read.
        let blind = FileText {
            file: fs::OpenOptions::new().write(true).open(&path).unwrap(),
            meter: Arc::clone(&cutter.text.meter),
            failed: Mutex::new(None),
        };
        let unread = Unread {
            text: Arc::new(blind),
            ..first
        };
        let mut hole = Chunk::default();
        unread.read(&mut hole);
        assert_eq!((hole.bytes.len(), hole.spans().count()), (0, 0));
        let failed = unread.text.failed.lock();
        assert_eq!(failed.as_ref().map(|(at, _)| *at), Some(0));
    }
}
