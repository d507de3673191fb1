//! UTF-16 (RFC 2781): a layer over any other stream that turns its text into UTF-8.

use std::io::{self, Read as _};

use super::stored_text::StoredText;
use super::{About, Flow, Stream};
use crate::encoding::Encoding;
use crate::frames::Frames;
use crate::peek_reader::PeekReader;

/// Decodes UTF-16. The text has one frame, whatever frames the inner stream has: those may begin within a
/// character.
pub(crate) struct Utf16 {
    stored: StoredText,
    encoding: Encoding,
    /// Whether the stored text follows a hole, whose length in bytes may be odd.
    behind_hole: bool,
    /// Decoded text, of which `taken` bytes were returned.
    text: Vec<u8>,
    taken: usize,
    replaced: u64,
}

impl Utf16 {
    /// `head` is what was already read after a byte-order mark, and `flow` what follows it.
    pub(crate) fn new(
        stream: Box<dyn Stream>,
        encoding: Encoding,
        head: Vec<u8>,
        flow: Flow,
    ) -> Self {
        let mut decoder = Self {
            stored: StoredText::new(stream, head, flow),
            encoding,
            behind_hole: false,
            text: Vec::new(),
            taken: 0,
            replaced: 0,
        };
        decoder.decode();
        decoder
    }

    /// Decodes the stored text. If more follows, an incomplete character at its end is kept.
    fn decode(&mut self) {
        self.text.clear();
        self.taken = 0;
        if std::mem::take(&mut self.behind_hole) && self.is_shifted() {
            self.stored.bytes.remove(0);
            self.replace();
        }
        let stored = std::mem::take(&mut self.stored.bytes);
        let (mut pairs, odd) = stored.as_chunks::<2>();
        let more = self.stored.goes_on();
        if let Some((last, rest)) = pairs.split_last()
            && more
            && is_high_surrogate(self.encoding.unit(*last))
        {
            self.stored.bytes.extend(last);
            pairs = rest;
        }
        let encoding = self.encoding;
        for character in char::decode_utf16(pairs.iter().map(|pair| encoding.unit(*pair))) {
            match character {
                Ok(character) => self.push(character),
                Err(_) => self.replace(),
            }
        }
        if more {
            self.stored.bytes.extend(odd);
        } else if !odd.is_empty() {
            self.replace();
        }
    }

    /// Whether the stored text begins with the second byte of a code unit: the bytes of each unit then look
    /// swapped.
    fn is_shifted(&self) -> bool {
        match Encoding::without_mark(&self.stored.bytes) {
            Encoding::Utf8 => false,
            encoding => encoding != self.encoding,
        }
    }

    fn push(&mut self, character: char) {
        let mut buffer = [0; 4];
        let bytes = character.encode_utf8(&mut buffer).as_bytes();
        self.text.extend_from_slice(bytes);
    }

    fn replace(&mut self) {
        self.push(char::REPLACEMENT_CHARACTER);
        self.replaced += 1;
    }
}

impl Stream for Utf16 {
    fn read(&mut self, out: &mut [u8], _: usize, _: &mut Frames) -> io::Result<(usize, Flow)> {
        if out.is_empty() {
            return Ok((0, Flow::More));
        }
        while self.taken == self.text.len() {
            if let Some(flow) = self.stored.fetch()? {
                self.behind_hole = true;
                return Ok((0, flow));
            }
            self.decode();
        }
        let count = self.text.get(self.taken..).unwrap_or_default().read(out)?;
        self.taken += count;
        Ok((count, Flow::More))
    }

    fn peek_reader(&mut self) -> &mut PeekReader {
        self.stored.stream.peek_reader()
    }

    fn about(&self) -> About {
        About {
            replaced: self.replaced,
            ..About::default()
        }
    }
}

/// Whether a code unit is the first of a surrogate pair.
const fn is_high_surrogate(unit: u16) -> bool {
    matches!(unit, 0xD800..=0xDBFF)
}
