//! Zstandard (RFC 8878): data frames, decoded independently, with skippable frames between them.
//!
//! A frame is decoded in one of two ways. [`locate`] finds it and [`frame`] decodes it piece by
//! piece: any frame, with all that can be said about damage. Or [`extent`] measures it by its headers
//! and [`whole`] decodes it at once, on any thread: frames of moderate length in files of several. If that
//! fails, the frame is decoded in the first way. [`queue`] keeps the frames that were read ahead, and
//! [`Zstd`] puts their text in order.

mod extent;
mod frame;
mod locate;
mod queue;
mod whole;

use std::io::{self, Read as _};

use self::extent::window;
use self::frame::FrameDecoder;
pub(super) use self::locate::is_frame_start;
pub(crate) use self::locate::{ANNOUNCED_HEAD, find_announced_frame, is_announced_frame};
use self::locate::{Located, Loss, find_frame, next_frame};
use self::queue::Queue;
use super::{Ahead, Flow, Step, StepState, Stream, end_broken};
use crate::chunk::{Damage, DamageKind};
use crate::frames::Frames;
use crate::limits::Limits;
use crate::peek_reader::PeekReader;

/// Bytes of a few blocks; the largest has 128 KiB.
const BUFFER: usize = 512 << 10;
/// How much text is decoded from a candidate frame after a hole before it is accepted.
const PROBE: usize = 4 << 10;

/// Decodes the frames of one source in order.
pub(super) struct Zstd {
    peek_reader: PeekReader,
    decoder: FrameDecoder,
    /// The frame that is decoded piece by piece.
    frame: Option<DataFrame>,
    /// The longest window of a frame that is decoded.
    max_window: u64,
    /// Frames that are decoded as a whole; empty while a frame is decoded piece by piece.
    queue: Queue,
    /// The offset of a frame whose first byte was not yet returned.
    pending_start: Option<u64>,
    /// Text of a frame after a hole, decoded to test it.
    held: Vec<u8>,
}

/// A data frame.
#[derive(Clone, Copy)]
struct DataFrame {
    /// Its stored offset.
    offset: u64,
    /// Where it ends, if that was announced.
    stored_end: Option<u64>,
}

impl Zstd {
    pub(super) fn new(mut peek_reader: PeekReader, limits: Limits) -> io::Result<Self> {
        peek_reader.widen(BUFFER);
        Ok(Self {
            peek_reader,
            decoder: FrameDecoder::new()?,
            frame: None,
            queue: Queue::new(limits),
            max_window: limits.window_bytes(),
            pending_start: None,
            held: Vec::new(),
        })
    }

    fn begin(&mut self, frame: DataFrame) -> io::Result<()> {
        let refused = match window(&mut self.peek_reader)? {
            Some(window) if window > self.max_window => Some(format!(
                "the zstd frame needs a window of {window} bytes; at most {} are allowed, half of \
                 --max-memory",
                self.max_window
            )),
            _ => None,
        };
        self.decoder
            .begin(frame.offset, frame.stored_end, refused)?;
        self.pending_start = Some(frame.offset);
        self.frame = Some(frame);
        self.queue.pass();
        Ok(())
    }

    /// Goes to the next frame, if there is one.
    fn next(&mut self) -> io::Result<Located> {
        let mut whole = self.queue.pop();
        if whole.is_none() && self.queue.fetch(&mut self.peek_reader)?.is_some() {
            whole = self.queue.pop();
        }
        let located = match &whole {
            Some(whole) => Located::Frame(whole.frame()),
            None => next_frame(&mut self.peek_reader)?,
        };
        let Located::Frame(frame) = located else {
            return Ok(located);
        };
        if let Some(text) = whole.as_ref().and_then(|whole| whole.take()) {
            self.pending_start = Some(frame.offset);
            self.queue.put(text);
            return Ok(located);
        }
        if let Some(failed) = whole {
            self.queue.put_back(&failed, &mut self.peek_reader);
        }
        self.begin(frame)?;
        Ok(located)
    }

    /// The loss of a frame whose decoding stopped.
    fn loss(&mut self, state: StepState) -> Option<Loss> {
        if matches!(state, StepState::Finished) {
            self.frame = None;
        }
        let (kind, message) = state.damage("zstd frame")?;
        let stored_end = self.frame.take().and_then(|frame| frame.stored_end);
        Some(Loss {
            kind,
            from: self.decoder.decoded_to(),
            stored_end,
            message,
        })
    }

    /// Goes on at the next frame that gives text.
    fn recover(&mut self, loss: Loss) -> io::Result<Flow> {
        let Loss {
            kind,
            from,
            mut stored_end,
            message,
        } = loss;
        self.pending_start = None;
        while let Some(stored_to) = find_frame(&mut self.peek_reader, stored_end.take())? {
            match self.probe()? {
                Probe::Text => {
                    // With more frames after it, the input is not truncated.
                    let (kind, message) = match kind {
                        DamageKind::Truncated => (
                            DamageKind::Corrupt,
                            "a zstd frame runs into the next".to_owned(),
                        ),
                        kind => (kind, message),
                    };
                    let damage = Damage {
                        kind,
                        stored_from: from,
                        stored_to,
                        message,
                    };
                    return Ok(Flow::Broken {
                        damage,
                        resumes: true,
                    });
                }
                Probe::End => break,
                Probe::Loss(next) => stored_end = next,
            }
            if self.peek_reader.position() == stored_to {
                self.peek_reader.skip(1)?;
            }
        }
        end_broken(&mut self.peek_reader, kind, from, message)
    }

    /// Tests whether a frame really begins here.
    fn probe(&mut self) -> io::Result<Probe> {
        match next_frame(&mut self.peek_reader)? {
            Located::Frame(frame) => self.begin(frame)?,
            Located::End => return Ok(Probe::End),
            Located::Loss(loss) => return Ok(Probe::Loss(loss.stored_end)),
        }
        self.held.resize(PROBE, 0);
        loop {
            let Step { written, state } =
                self.decoder.step(&mut self.peek_reader, &mut self.held)?;
            if written > 0 {
                self.held.truncate(written);
                // An error after this text comes up again at the next step.
                if matches!(state, StepState::Finished) {
                    self.frame = None;
                }
                return Ok(Probe::Text);
            }
            if let Some(loss) = self.loss(state) {
                self.held.clear();
                return Ok(Probe::Loss(loss.stored_end));
            }
            if self.frame.is_none() {
                self.held.clear();
                return Ok(Probe::Text);
            }
        }
    }
}

/// The result of testing a frame.
enum Probe {
    /// It is a frame; its text is held, if it has any.
    Text,
    /// No data frame follows.
    End,
    /// It is not a frame, or broken from the start; the announced offset of the next.
    Loss(Option<u64>),
}

impl Stream for Zstd {
    fn read(
        &mut self,
        out: &mut [u8],
        position: usize,
        frames: &mut Frames,
    ) -> io::Result<(usize, Flow)> {
        let mut count = 0;
        while let Some(rest) = out.get_mut(count..).filter(|rest| !rest.is_empty()) {
            if let Some(offset) = self.pending_start.take() {
                frames.begin(position + count, offset);
            }
            let released = self.held.as_slice().read(rest)?;
            if released > 0 {
                self.held.drain(..released);
                count += released;
                continue;
            }
            let given = self.queue.text().read(rest)?;
            if given > 0 {
                self.queue.give(given);
                count += given;
                continue;
            }
            let loss = if self.frame.is_some() {
                let Step { written, state } = self.decoder.step(&mut self.peek_reader, rest)?;
                count += written;
                self.loss(state)
            } else {
                match self.next()? {
                    Located::Frame(_) => None,
                    Located::End => return Ok((count, Flow::End)),
                    Located::Loss(loss) => Some(loss),
                }
            };
            if let Some(loss) = loss {
                return Ok((count, self.recover(loss)?));
            }
        }
        Ok((count, Flow::More))
    }

    fn ahead(&mut self, wanted: usize) -> io::Result<Ahead> {
        if self.frame.is_some() || !self.held.is_empty() {
            return Ok(Ahead::Ready);
        }
        self.queue.ahead(&mut self.peek_reader, wanted)
    }

    fn peek_reader(&mut self) -> &mut PeekReader {
        &mut self.peek_reader
    }
}

#[cfg(test)]
mod tests;
