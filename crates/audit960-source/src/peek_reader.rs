//! Stored bytes: read once and in order, hashed and counted as they are read.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::sync::Arc;

use memchr::memmem;
use parking_lot::Mutex;
use xxhash_rust::xxh3::Xxh3Default;

use crate::chunk::{Damage, DamageKind};
use crate::expansion::Expansion;
use crate::progress::Progress;

const SMALL_BUFFER: usize = 8 << 10;
/// Bytes searched at a time.
const SEARCH: usize = 64 << 10;

/// A reader with a look-ahead window and the stored offset of its next byte.
pub(crate) struct PeekReader {
    tap: Tap,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    position: u64,
    /// The file that the bytes come from, if they are all of it.
    file: Option<File>,
}

/// Number and XXH3-128 of the bytes of a whole input, or XXH3-128 of those of a range.
pub(crate) struct Meter {
    hash: Xxh3Default,
    bytes: u64,
    /// How many more bytes are hashed.
    left: u64,
    progress: Arc<Progress>,
    expansion: Arc<Expansion>,
}

impl Meter {
    /// Reports all that is read to `progress` and `expansion`.
    pub(crate) fn new(progress: Arc<Progress>, expansion: Arc<Expansion>) -> Self {
        Self {
            hash: Xxh3Default::new(),
            bytes: 0,
            left: u64::MAX,
            progress,
            expansion,
        }
    }

    /// Reports all that is read to `expansion`, and hashes the first `left` bytes.
    pub(crate) fn of_range(left: u64, expansion: &Arc<Expansion>) -> Self {
        Self {
            left,
            ..Self::new(Arc::default(), Arc::clone(expansion))
        }
    }

    /// Counts bytes that begin after the first `at` of the input or range; what was counted before is not counted again.
    pub(crate) fn count(&mut self, at: u64, bytes: &[u8]) {
        let known = usize::try_from(self.bytes.saturating_sub(at)).unwrap_or(usize::MAX);
        let bytes = bytes.get(known..).unwrap_or_default();
        let hashed = usize::try_from(self.left).map_or(bytes.len(), |left| left.min(bytes.len()));
        self.hash.update(bytes.get(..hashed).unwrap_or_default());
        self.left -= hashed as u64;
        self.bytes += bytes.len() as u64;
        self.expansion.add_stored(bytes.len() as u64);
        self.progress.add_stored(bytes.len() as u64);
    }

    /// XXH3-128 of what was counted.
    pub(crate) fn sum(&self) -> u128 {
        self.hash.digest128()
    }
}

/// The damage of an inner stream, passed through `Read` to the stream that reads from it.
#[derive(Debug, thiserror::Error)]
#[error("{}", .0.message)]
pub(crate) struct BrokenStream(pub(crate) Damage);

struct Tap {
    reader: Box<dyn Read + Send>,
    ended: bool,
    broken: Option<Damage>,
    /// How many bytes come before the next one in the input or range.
    read: u64,
    meter: Option<Arc<Mutex<Meter>>>,
}

impl Tap {
    /// Reads once; returns 0 at the end, or if `out` is empty.
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.ended || out.is_empty() {
            return Ok(0);
        }
        let count = loop {
            match self.reader.read(out) {
                Ok(count) => break count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    self.broken = Some(error.downcast::<BrokenStream>()?.0);
                    break 0;
                }
            }
        };
        self.ended = count == 0;
        if let (Some(meter), Some(bytes)) = (&self.meter, out.get(..count)) {
            meter.lock().count(self.read, bytes);
        }
        self.read += count as u64;
        Ok(count)
    }
}

impl PeekReader {
    /// Reads from `reader`, whose first byte has the stored offset `position`. `meter` counts the bytes of a
    /// whole input.
    pub(crate) fn new(reader: Box<dyn Read + Send>, position: u64, meter: Option<Meter>) -> Self {
        let tap = Tap {
            reader,
            ended: false,
            broken: None,
            read: 0,
            meter: meter.map(|meter| Arc::new(Mutex::new(meter))),
        };
        Self {
            tap,
            buffer: vec![0; SMALL_BUFFER],
            start: 0,
            end: 0,
            position,
            file: None,
        }
    }

    /// Keeps the file that all the bytes come from, for reading at other places.
    pub(crate) fn set_file(&mut self, file: File) {
        self.file = Some(file);
    }

    /// Takes the file that all the bytes come from.
    pub(crate) const fn take_file(&mut self) -> Option<File> {
        self.file.take()
    }

    /// The meter of the bytes of a whole input.
    pub(crate) fn meter(&self) -> Option<Arc<Mutex<Meter>>> {
        self.tap.meter.clone()
    }

    /// Goes on at another offset of a whole input, with a reader from there on.
    pub(crate) fn go_to(&mut self, at: u64, reader: Box<dyn Read + Send>) {
        self.tap.reader = reader;
        (self.tap.ended, self.tap.read) = (false, at);
        (self.start, self.end, self.position) = (0, 0, at);
    }

    /// Takes the rest of the bytes; this reader is then at its end.
    pub(crate) fn take(&mut self) -> Self {
        let position = self.position;
        std::mem::replace(self, Self::new(Box::new(io::empty()), position, None))
    }

    /// Enlarges the window to a capacity in bytes, for reading everything through it.
    pub(crate) fn widen(&mut self, capacity: usize) {
        if self.buffer.len() < capacity {
            self.buffer.resize(capacity, 0);
        }
    }

    /// Stored offset of the next byte.
    pub(crate) const fn position(&self) -> u64 {
        self.position
    }

    /// The bytes in the window: at least `count`, fewer only at the end.
    pub(crate) fn peek(&mut self, count: usize) -> io::Result<&[u8]> {
        if self.end - self.start < count {
            if count > self.buffer.len() {
                // In large steps, for those who look ahead further and further.
                self.widen(count.next_power_of_two());
            }
            if self.start > 0 {
                self.buffer.copy_within(self.start..self.end, 0);
                self.end -= self.start;
                self.start = 0;
            }
            while self.end < count {
                let got = self
                    .tap
                    .read(self.buffer.get_mut(self.end..).unwrap_or_default())?;
                if got == 0 {
                    break;
                }
                self.end += got;
            }
        }
        Ok(self.window())
    }

    /// Puts back consumed bytes, the last of which was just before the position.
    pub(crate) fn put_back(&mut self, bytes: &[&[u8]]) {
        let mut buffer = bytes.concat();
        self.position -= buffer.len() as u64;
        buffer.extend_from_slice(self.window());
        (self.start, self.end) = (0, buffer.len());
        buffer.resize(buffer.len().max(self.buffer.len()), 0);
        self.buffer = buffer;
    }

    /// Consumes bytes of the window.
    pub(crate) fn consume(&mut self, count: usize) {
        debug_assert!(count <= self.end - self.start);
        self.start += count;
        self.position += count as u64;
    }

    /// Reads and consumes bytes, from the window or straight from the reader. Returns 0 at the end.
    pub(crate) fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let mut window = self.window();
        if window.is_empty() {
            let count = self.tap.read(out)?;
            self.position += count as u64;
            return Ok(count);
        }
        let count = window.read(out)?;
        self.consume(count);
        Ok(count)
    }

    /// Skips `count` bytes; returns how many there were.
    pub(crate) fn skip(&mut self, count: u64) -> io::Result<u64> {
        let mut left = count;
        while left > 0 {
            let available = self.peek(1)?.len();
            if available == 0 {
                break;
            }
            let step = usize::try_from(left).map_or(available, |left| left.min(available));
            self.consume(step);
            left -= step as u64;
        }
        Ok(count - left)
    }

    /// Skips zero bytes; returns whether they reach to the end.
    pub(crate) fn rest_is_zero(&mut self) -> io::Result<bool> {
        loop {
            let window = self.peek(1)?;
            if window.is_empty() {
                return Ok(true);
            }
            let zeros = window.iter().take_while(|&&byte| byte == 0).count();
            let other = zeros < window.len();
            self.consume(zeros);
            if other {
                return Ok(false);
            }
        }
    }

    /// Goes to the next occurrence of `needle`; without one, goes to the end and returns false.
    pub(crate) fn find(&mut self, needle: &[u8]) -> io::Result<bool> {
        loop {
            let window = self.peek(SEARCH)?;
            if let Some(distance) = memmem::find(window, needle) {
                self.consume(distance);
                return Ok(true);
            }
            let (length, ended) = (window.len(), window.len() < SEARCH);
            // The needle may begin in the last bytes.
            self.consume(if ended {
                length
            } else {
                length + 1 - needle.len()
            });
            if ended {
                return Ok(false);
            }
        }
    }

    /// Reads all that is left.
    pub(crate) fn drain(&mut self) -> io::Result<()> {
        self.skip(u64::MAX).map(drop)
    }

    /// Reads to the end and returns the damage: everything from the stored offset `from` on is lost. If this
    /// reader is itself a broken stream, that is the cause, unless a limit was exceeded.
    pub(crate) fn lose_rest(
        &mut self,
        kind: DamageKind,
        from: u64,
        message: String,
    ) -> io::Result<Damage> {
        self.drain()?;
        let stored_to = self.position;
        let damage = Damage {
            kind,
            stored_from: from,
            stored_to,
            message,
        };
        let cause = self.take_broken();
        Ok(match (kind, cause) {
            (DamageKind::Refused, _) | (_, None) => damage,
            (_, Some(cause)) => cause,
        })
    }

    /// Takes the damage that ended this reader.
    pub(crate) const fn take_broken(&mut self) -> Option<Damage> {
        self.tap.broken.take()
    }

    /// XXH3-128 of the stored bytes so far, those in the window included.
    pub(crate) fn sum_so_far(&self) -> Option<u128> {
        Some(self.tap.meter.as_ref()?.lock().sum())
    }

    /// How many bytes of a range were not read.
    pub(crate) fn missing(&self) -> u64 {
        self.tap.meter.as_ref().map_or(0, |meter| meter.lock().left)
    }

    /// Number and XXH3-128 (32 hexadecimal digits) of all stored bytes, after reading the rest.
    pub(crate) fn digest(&mut self) -> io::Result<(u64, String)> {
        self.drain()?;
        Ok(self
            .tap
            .meter
            .as_ref()
            .map_or_else(Default::default, |meter| {
                let meter = meter.lock();
                (meter.bytes, format!("{:032x}", meter.sum()))
            }))
    }

    fn window(&self) -> &[u8] {
        self.buffer.get(self.start..self.end).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns one byte at a time, with interruptions in between.
    struct Slow<I>(I, bool);

    impl<I: Iterator<Item = u8>> Read for Slow<I> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 {
                return Err(ErrorKind::Interrupted.into());
            }
            match (out.first_mut(), self.0.next()) {
                (Some(out), Some(byte)) => *out = byte,
                _ => return Ok(0),
            }
            Ok(1)
        }
    }

    fn peek_reader(bytes: &[u8]) -> PeekReader {
        let reader = Slow(Vec::from(bytes).into_iter(), false);
        PeekReader::new(
            Box::new(reader),
            100,
            Some(Meter::new(Arc::default(), Arc::default())),
        )
    }

    #[test]
    fn peeking_consumes_nothing() {
        let mut peek_reader = peek_reader(b"abcdef");
        assert_eq!(peek_reader.peek(3).unwrap(), b"abc");
        assert_eq!(peek_reader.peek(2).unwrap(), b"abc");
        assert_eq!(peek_reader.position(), 100);
        peek_reader.consume(2);
        assert_eq!(peek_reader.position(), 102);
        let mut out = [0; 4];
        assert_eq!(peek_reader.read(&mut out).unwrap(), 1);
        assert_eq!(peek_reader.read(&mut out[1..]).unwrap(), 1);
        assert_eq!(&out[..2], b"cd");
        assert_eq!(peek_reader.skip(10).unwrap(), 2);
        assert_eq!(peek_reader.position(), 106);
        assert_eq!(peek_reader.peek(1).unwrap(), b"");
    }

    #[test]
    fn consumed_bytes_can_be_put_back() {
        let mut peek_reader = peek_reader(b"abcdefgh");
        assert_eq!(peek_reader.peek(5).unwrap(), b"abcde");
        peek_reader.consume(4);
        peek_reader.put_back(&[b"b", b"cd"]);
        assert_eq!(peek_reader.position(), 101);
        assert_eq!(peek_reader.peek(5).unwrap(), b"bcdef");
        let mut rest = [0; 9];
        let count = peek_reader.read(&mut rest).unwrap();
        assert!(b"bcdefgh".starts_with(&rest[..count]) && count >= 5);
        let (bytes, _) = peek_reader.digest().unwrap();
        assert_eq!(bytes, 8, "bytes put back are not counted twice");
    }

    #[test]
    fn the_digest_is_of_all_bytes() {
        // Reference values from the xxhash package of Python.
        let empty = peek_reader(b"").digest().unwrap();
        assert_eq!(empty, (0, "99aa06d3014798d86001c324468d497f".to_owned()));
        let mut partly = peek_reader(b"abcdef");
        assert_eq!(partly.skip(2).unwrap(), 2);
        assert_eq!(
            partly.digest().unwrap(),
            (6, "389197a55db2b2e4da35a6714d34f8a2".to_owned())
        );
    }

    #[test]
    fn a_needle_is_found_wherever_windows_end() {
        for before in [0, 1, SEARCH - 3, SEARCH - 1, SEARCH, 2 * SEARCH + 5] {
            let mut text = vec![b'.'; before];
            text.extend(b"needle and more");
            let mut peek_reader = peek_reader(&text);
            assert!(peek_reader.find(b"needle").unwrap(), "{before}");
            assert_eq!(peek_reader.position(), 100 + before as u64);
            assert_eq!(peek_reader.skip(1).unwrap(), 1);
            assert!(!peek_reader.find(b"needle").unwrap());
            assert_eq!(peek_reader.position(), 100 + text.len() as u64);
        }
    }

    #[test]
    fn zero_bytes_to_the_end() {
        assert!(peek_reader(b"").rest_is_zero().unwrap());
        assert!(peek_reader(&[0; 20]).rest_is_zero().unwrap());
        let mut other = peek_reader(&[0, 0, 7]);
        assert!(!other.rest_is_zero().unwrap());
        assert_eq!(other.position(), 102);
    }
}
