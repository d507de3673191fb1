//! Output streams for text.

use std::io::{self, Write};

use audit960_types::is_unsafe_char;

/// A stream whose reader may close it: what is written after that is discarded.
#[derive(Debug)]
pub struct Unread<W> {
    stream: W,
    closed: bool,
}

impl<W> Unread<W> {
    /// Wraps a stream that is still open.
    pub const fn new(stream: W) -> Self {
        Self {
            stream,
            closed: false,
        }
    }

    fn lenient<T>(&mut self, done: io::Result<T>, lost: T) -> io::Result<T> {
        match done {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(lost)
            }
            done => done,
        }
    }
}

impl<W: Write> Write for Unread<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.closed {
            return Ok(bytes.len());
        }
        let done = self.stream.write(bytes);
        self.lenient(done, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.closed {
            return Ok(());
        }
        let done = self.stream.flush();
        self.lenient(done, ())
    }
}

/// Writes text to a terminal, with U+FFFD for characters that it would obey.
#[derive(Debug)]
pub struct ForTerminal<W> {
    stream: W,
    /// The beginning of a character whose end is still to come.
    rest: Vec<u8>,
}

impl<W> ForTerminal<W> {
    /// Wraps the stream of a terminal.
    pub const fn new(stream: W) -> Self {
        Self {
            stream,
            rest: Vec::new(),
        }
    }
}

impl<W: Write> Write for ForTerminal<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.rest) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.rest.len(),
        };
        let kept = self.rest.split_off(whole);
        let text = std::mem::replace(&mut self.rest, kept);
        let text = String::from_utf8_lossy(&text);
        let plain = |c: char| {
            if is_unsafe_char(c) && !matches!(c, '\n' | '\t') {
                char::REPLACEMENT_CHARACTER
            } else {
                c
            }
        };
        let text: String = text.replace("\r\n", "\n").chars().map(plain).collect();
        self.stream.write_all(text.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_get_no_harmful_characters() {
        let mut out = ForTerminal::new(Vec::new());
        for byte in "a\x1b[2J\r\né\u{202e}\u{9b}♘\n".bytes() {
            out.write_all(&[byte]).unwrap();
        }
        assert_eq!(String::from_utf8(out.stream).unwrap(), "a�[2J�\né��♘\n");
    }
}
