//! Games in JSON: a layer over any other stream that turns each record into a line of PGN.

use std::io;

use audit960_records::{JsonForm, JsonRecords};

use super::translated::TranslatedText;
use super::{Flow, Stream};
use crate::chunk::{Damage, DamageKind};
use crate::frames::Frames;
use crate::peek_reader::PeekReader;

/// Bytes of stored text that are read at a time.
const STEP: usize = 256 << 10;

/// Translates records. Each has a frame of its own, at the offset of the record in the stored text; within it,
/// offsets count bytes of its line of PGN.
pub(crate) struct Records {
    stream: Box<dyn Stream>,
    translator: JsonRecords,
    /// Stored text that is not yet translated.
    stored: Vec<u8>,
    /// What follows the stored text.
    flow: Flow,
    text: TranslatedText,
}

impl Records {
    /// `head` is what was already read of the stream, and `flow` what follows it.
    pub(crate) fn new(stream: Box<dyn Stream>, form: JsonForm, head: Vec<u8>, flow: Flow) -> Self {
        let mut records = Self {
            stream,
            translator: JsonRecords::new(form),
            stored: head,
            flow,
            text: TranslatedText::default(),
        };
        records.translate();
        records
    }

    /// Reads more stored text.
    fn fetch(&mut self) -> io::Result<()> {
        let held = self.stored.len();
        self.stored.resize(held + STEP, 0);
        let out = self.stored.get_mut(held..).unwrap_or_default();
        let (count, flow) = self.stream.read(out, 0, &mut Frames::default())?;
        self.stored.truncate(held + count);
        self.flow = flow;
        Ok(())
    }

    /// Translates the stored text. If more follows, an incomplete record at its end is kept.
    fn translate(&mut self) {
        self.text.clear();
        let ended = !matches!(self.flow, Flow::More);
        let consumed = self
            .translator
            .translate(&self.stored, ended, &mut self.text);
        self.stored.drain(..consumed);
    }

    /// What follows the last record: an array that does not end is damage.
    fn ending(&mut self, flow: Flow) -> Flow {
        if !matches!(flow, Flow::End) || self.translator.is_complete() {
            return flow;
        }
        let end = self.stream.peek_reader().position();
        Flow::Broken {
            damage: Damage {
                kind: DamageKind::Truncated,
                stored_from: end,
                stored_to: end,
                message: "the list of games has no closing bracket".to_owned(),
            },
            resumes: false,
        }
    }
}

impl Stream for Records {
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
            let flow = std::mem::replace(&mut self.flow, Flow::More);
            if !matches!(flow, Flow::More) {
                return Ok((0, self.ending(flow)));
            }
            self.fetch()?;
            self.translate();
        }
        let count = self.text.take(out, position, frames);
        Ok((count, Flow::More))
    }

    fn peek_reader(&mut self) -> &mut PeekReader {
        self.stream.peek_reader()
    }

    fn records(&self) -> Option<u64> {
        Some(self.text.count())
    }

    fn replaced(&self) -> u64 {
        self.stream.replaced()
    }
}
