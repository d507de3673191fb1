//! Games in JSON: a layer over any other stream that turns each record into a line of PGN.

use std::io;

use crate::records::{JsonForm, JsonRecords, TranslatedText};

use super::stored_text::StoredText;
use super::{About, Flow, Stream};
use crate::chunk::{Damage, DamageKind};
use crate::frames::Frames;
use crate::peek_reader::PeekReader;

/// Translates records. Each has a frame of its own, at the offset of the record in the stored text; within it,
/// offsets count bytes of its line of PGN.
pub(crate) struct Records {
    translator: JsonRecords,
    stored: StoredText,
    text: TranslatedText,
}

impl Records {
    /// `head` is what was already read of the stream, and `flow` what follows it.
    pub(crate) fn new(stream: Box<dyn Stream>, form: JsonForm, head: Vec<u8>, flow: Flow) -> Self {
        let mut records = Self {
            translator: JsonRecords::new(form),
            stored: StoredText::new(stream, head, flow),
            text: TranslatedText::default(),
        };
        records.translate();
        records
    }

    /// Translates the stored text. If more follows, an incomplete record at its end is kept.
    fn translate(&mut self) {
        self.text.clear();
        let ended = !self.stored.goes_on();
        let stored = &mut self.stored.bytes;
        let consumed = self.translator.translate(stored, ended, &mut self.text);
        stored.drain(..consumed);
    }

    /// What follows the last record: an array that does not end is damage.
    fn ending(&mut self, flow: Flow) -> Flow {
        if !matches!(flow, Flow::End) || self.translator.is_complete() {
            return flow;
        }
        let end = self.stored.stream.peek_reader().position();
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
            if let Some(flow) = self.stored.fetch()? {
                return Ok((0, self.ending(flow)));
            }
            self.translate();
        }
        let count = self.text.take(out, position, frames);
        Ok((count, Flow::More))
    }

    fn peek_reader(&mut self) -> &mut PeekReader {
        self.stored.stream.peek_reader()
    }

    fn about(&self) -> About {
        About {
            records: Some(self.text.count()),
            ..self.stored.stream.about()
        }
    }
}
