//! Cuts one source into chunks.
//!
//! A chunk is the text up to the last cut within *reach* of its beginning; reach is the target
//! size, doubled until there is a cut, up to the longest span. Nothing else decides, so where
//! chunks end does not depend on how the text arrived in pieces: a window may hold more than was
//! asked for, but never does the decision look at it.

use std::io;

use crate::boundary::LOOKAHEAD;
use crate::chunk::{Chunk, Damage};
use crate::format::Format;
use crate::reader::ReaderOptions;
use crate::spans::count_lines;
use crate::stream::{Ahead, Flow, Stream};
use crate::supply::Supply;
use crate::window::Window;

/// How much text tells its format.
const HEAD: usize = 32 << 10;

/// How much text beyond the longest span is passed over at a time, at least.
const DROP_STEP: usize = 64 << 10;

/// One source on its way into chunks.
pub(crate) struct Cutter {
    stream: Box<dyn Stream>,
    sniffed: Option<Format>,
    target: usize,
    longest: usize,
    tail: Window,
    ending: Option<Ending>,
    begun: bool,
}

/// What follows the text that was read: the end, or a hole.
struct Ending {
    damage: Option<Damage>,
    resumes: bool,
}

impl Cutter {
    /// Reads the head of a stream to tell its format.
    pub(crate) fn open(stream: Box<dyn Stream>, options: ReaderOptions) -> io::Result<Self> {
        let longest = options.longest_span.max(1);
        let mut cutter = Self {
            stream,
            sniffed: None,
            target: options.target_bytes.clamp(1, longest),
            longest,
            tail: Window::default(),
            ending: None,
            begun: false,
        };
        let mut head = Window::default();
        head.frames.begin(0, 0);
        cutter.fill(&mut head, HEAD)?;
        cutter.sniffed = Format::sniff(head.bytes());
        cutter.tail = head;
        Ok(cutter)
    }

    /// The format, where the text tells.
    pub(crate) const fn sniffed(&self) -> Option<Format> {
        self.sniffed
    }

    /// The format, PGN where nothing tells.
    pub(crate) fn format(&self) -> Format {
        self.sniffed.unwrap_or_default()
    }

    /// The stored bytes.
    pub(crate) fn supply(&mut self) -> &mut Supply {
        self.stream.supply()
    }

    /// What could be done elsewhere before the next chunk is cut.
    pub(crate) fn ahead(&mut self) -> io::Result<Ahead> {
        if self.ending.is_some() {
            return Ok(Ahead::Ready);
        }
        let wanted = self.target + LOOKAHEAD;
        self.stream.ahead(wanted.saturating_sub(self.tail.len()))
    }

    /// Fills the next chunk, all but its number and source. To be called until a chunk is
    /// `last_of_source`.
    pub(crate) fn next_chunk(&mut self, chunk: &mut Chunk) -> io::Result<()> {
        let mut window = Window::reuse(
            std::mem::take(&mut chunk.bytes),
            std::mem::take(&mut chunk.frames),
        );
        window.take(&mut self.tail);
        window.shrink(self.target + LOOKAHEAD);
        chunk.format = self.format();
        chunk.first_of_source = !std::mem::replace(&mut self.begun, true);
        chunk.last_of_source = false;
        (chunk.dropped, chunk.dropped_lines, chunk.damage) = (0, 0, None);

        match self.find_cut(&mut window)? {
            Cut::At(position) => window.split_off(position, &mut self.tail),
            Cut::End => {
                // Behind a hole offsets go on, unless a new frame begins.
                window.split_off(window.len(), &mut self.tail);
                self.finish(chunk);
            }
            Cut::Oversize => {
                window.split_off(self.longest, &mut self.tail);
                self.drop_rest(chunk)?;
            }
        }
        (chunk.bytes, chunk.frames) = window.into_parts();
        Ok(())
    }

    fn find_cut(&mut self, window: &mut Window) -> io::Result<Cut> {
        let (mut searched, mut reach) = (0, self.target);
        loop {
            self.fill(window, reach + LOOKAHEAD)?;
            // Text shorter than asked for: the fill met the end.
            if window.len() <= reach {
                return Ok(Cut::End);
            }
            let visible = window
                .bytes()
                .get(..reach + LOOKAHEAD)
                .unwrap_or(window.bytes());
            if let Some(position) = self.format().last_cut(visible, searched, reach) {
                return Ok(Cut::At(position));
            }
            if reach == self.longest {
                return Ok(Cut::Oversize);
            }
            searched = reach;
            reach = reach.saturating_mul(2).min(self.longest);
        }
    }

    /// Fills `window` up to a length of `upto`, less only if the text ends.
    fn fill(&mut self, window: &mut Window, upto: usize) -> io::Result<()> {
        while self.ending.is_none() && window.len() < upto {
            let at = window.len();
            let (out, frames) = window.room(upto);
            let (count, flow) = self.stream.read(out, at, frames)?;
            window.grow(count);
            self.ending = match flow {
                Flow::More => None,
                Flow::End => Some(Ending {
                    damage: self.stream.supply().take_broken(),
                    resumes: false,
                }),
                Flow::Broken { damage, resumes } => Some(Ending {
                    damage: Some(damage),
                    resumes,
                }),
            };
        }
        Ok(())
    }

    /// The chunk reaches to the end of the text, or to a hole behind which there is more.
    fn finish(&mut self, chunk: &mut Chunk) {
        if let Some(ending) = self.ending.take() {
            chunk.damage = ending.damage;
            chunk.last_of_source = !ending.resumes;
        }
    }

    /// Passes over the rest of a span that is too long; its kept part is out of the window.
    fn drop_rest(&mut self, chunk: &mut Chunk) -> io::Result<()> {
        let mut tail = std::mem::take(&mut self.tail);
        loop {
            if let Some(position) = self.format().first_cut(tail.bytes()) {
                drop_head(&mut tail, position, chunk);
                // Nothing may follow the end of a line: then this is the end.
                self.fill(&mut tail, 1)?;
                break;
            }
            // A cut may begin within the last bytes.
            let keep = if self.ending.is_some() {
                0
            } else {
                tail.len().min(LOOKAHEAD)
            };
            let count = tail.len() - keep;
            drop_head(&mut tail, count, chunk);
            if self.ending.is_some() {
                break;
            }
            self.fill(&mut tail, keep + self.target.max(DROP_STEP))?;
        }
        if tail.len() == 0 {
            self.finish(chunk);
        }
        self.tail = tail;
        Ok(())
    }
}

enum Cut {
    /// There; more text follows.
    At(usize),
    /// Behind all the text there is.
    End,
    /// There is none within the longest span.
    Oversize,
}

fn drop_head(tail: &mut Window, count: usize, chunk: &mut Chunk) {
    chunk.dropped += count as u64;
    chunk.dropped_lines += count_lines(tail.bytes().get(..count).unwrap_or_default());
    tail.discard(count);
}
