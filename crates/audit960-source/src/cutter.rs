//! Cuts one source into chunks.
//!
//! A chunk is the text up to the last cut within *reach* of its beginning. Reach is the target
//! size, doubled until there is a cut, up to the longest span. Cuts depend on the text alone, and the
//! window always holds enough text to decide all cuts within reach, so the ends of chunks do not depend on
//! how the text arrives.

use std::io::{self, Read};

use crate::records::{ColumnForm, JsonForm};
use audit960_types::{Identity, count_line_ends_in};

use crate::boundary::CutFinder;
use crate::chunk::Chunk;
use crate::encoding::Encoding;
use crate::format::Format;
use crate::frames::Frames;
use crate::options::ReaderOptions;
use crate::peek_reader::PeekReader;
use crate::stream::{About, Ahead, Columns, Flow, Records, Stream, Utf16};
use crate::window::Window;

/// Bytes of text from which the format is detected.
const HEAD: usize = 32 << 10;

/// The least number of bytes beyond the longest span that are skipped at a time.
const DROP_STEP: usize = 64 << 10;

/// Cuts one source.
pub(crate) struct Cutter {
    stream: Box<dyn Stream>,
    encoding: Encoding,
    sniffed: Option<Format>,
    cuts: CutFinder,
    target: usize,
    longest: usize,
    tail: Window,
    /// What follows the text that was read, the end or a hole, once that is known.
    ending: Option<Flow>,
    begun: bool,
}

impl Cutter {
    /// A cutter of a stream from its beginning.
    fn over(stream: Box<dyn Stream>, options: ReaderOptions, sniffed: Option<Format>) -> Self {
        let longest = options.max_span_bytes.max(1);
        Self {
            stream,
            encoding: Encoding::default(),
            sniffed,
            cuts: CutFinder::new(sniffed.unwrap_or_default()),
            target: options.target_bytes.clamp(1, longest),
            longest,
            tail: Window::default(),
            ending: None,
            begun: false,
        }
    }

    /// Opens a stream, and detects encoding and format from its head.
    pub(crate) fn open(stream: Box<dyn Stream>, options: ReaderOptions) -> io::Result<Self> {
        let mut cutter = Self::over(stream, options, None);
        let mut head = cutter.head()?;
        if let Some(form) = ColumnForm::detect(head.bytes()) {
            let flow = cutter.ending.take().unwrap_or(Flow::More);
            let columns = Columns::open(cutter.stream, form, head.bytes(), flow, options.limits)?;
            return Self::rows(columns, options, true);
        }
        let (encoding, mark) = Encoding::detect(head.bytes());
        if encoding != Encoding::Utf8 {
            let stored = head.bytes().get(mark..).unwrap_or_default().to_vec();
            let flow = cutter.ending.take().unwrap_or(Flow::More);
            cutter.stream = Box::new(Utf16::new(cutter.stream, encoding, stored, flow));
            cutter.encoding = encoding;
            head = cutter.head()?;
        }
        if let Some(form) = JsonForm::detect(head.bytes()) {
            let flow = cutter.ending.take().unwrap_or(Flow::More);
            let stored = head.bytes().to_vec();
            cutter.stream = Box::new(Records::new(cutter.stream, form, stored, flow));
            head = cutter.head()?;
            cutter.sniffed = Some(Format::Records);
        } else {
            cutter.sniffed = Format::sniff(head.bytes());
        }
        cutter.cuts = CutFinder::new(cutter.format());
        cutter.tail = head;
        Ok(cutter)
    }

    /// Opens rows of a table: those from its first row on, or from its middle.
    pub(crate) fn rows(
        rows: Box<dyn Stream>,
        options: ReaderOptions,
        first: bool,
    ) -> io::Result<Self> {
        let mut cutter = Self {
            begun: !first,
            ..Self::over(rows, options, Some(Format::Records))
        };
        cutter.tail = cutter.head()?;
        Ok(cutter)
    }

    /// A cutter for UTF-8 text of this format that is read from its middle on, at `identity` unless a frame
    /// begins there.
    pub(crate) fn within(
        stream: Box<dyn Stream>,
        options: ReaderOptions,
        format: Format,
        identity: Identity,
    ) -> Self {
        Self {
            cuts: CutFinder::after_unknown(format),
            tail: Window::reuse(Vec::new(), Frames::from(identity)),
            begun: true,
            ..Self::over(stream, options, Some(format))
        }
    }

    /// Skips to the first cut that does not depend on earlier text, or to the text after a hole, which always
    /// begins a span. False if there is neither.
    pub(crate) fn skip_undecided(&mut self) -> io::Result<bool> {
        let mut tail = std::mem::take(&mut self.tail);
        let (mut reach, mut known) = (HEAD, None);
        loop {
            self.fill(&mut tail, reach + self.cuts.lookahead())?;
            let ended = self.ending.is_some();
            self.cuts.scan(tail.bytes(), ended);
            known = known.or_else(|| self.cuts.known_from(tail.bytes()));
            let decided = |from| self.cuts.first_cut(tail.bytes(), from, ended);
            if let Some(at) = known.and_then(decided) {
                self.skip(&mut tail, at);
                self.tail = tail;
                return Ok(true);
            }
            if ended {
                break;
            }
            if let Some(known) = &mut known
                && tail.len() > self.target
            {
                // Text without cuts matters only at its end.
                let count = self.cuts.discardable(tail.bytes());
                self.skip(&mut tail, count);
                *known = known.saturating_sub(count);
                reach = tail.len() + self.target;
            } else {
                reach = reach.saturating_mul(2);
            }
        }
        // Several holes may follow each other.
        while matches!(self.ending.take(), Some(Flow::Broken { resumes: true, .. })) {
            tail.discard(tail.len());
            self.cuts.restart();
            self.fill(&mut tail, 1)?;
            if tail.len() > 0 {
                self.tail = tail;
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn skip(&mut self, tail: &mut Window, count: usize) {
        self.cuts.discard(tail.bytes(), count, &mut Vec::new());
        tail.discard(count);
    }

    /// Where the next chunk begins in plain text, if its cuts are those of the text from there on.
    pub(crate) fn clear_cut(&self) -> Option<u64> {
        let is_clear = self.cuts.is_clear_cut(self.tail.bytes());
        is_clear.then(|| self.identity().byte_offset)
    }

    /// The identity of the next byte.
    pub(crate) fn identity(&self) -> Identity {
        self.tail.frames.identity(0)
    }

    /// The encoding of the text.
    pub(crate) const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The first text of the stream.
    fn head(&mut self) -> io::Result<Window> {
        let mut head = Window::default();
        head.frames.begin(0, 0);
        self.fill(&mut head, HEAD)?;
        Ok(head)
    }

    /// The format, if it was detected.
    pub(crate) const fn sniffed(&self) -> Option<Format> {
        self.sniffed
    }

    /// The format, PGN if it was not detected.
    pub(crate) fn format(&self) -> Format {
        self.sniffed.unwrap_or_default()
    }

    /// What is known of the text that was read so far.
    pub(crate) fn about(&self) -> About {
        self.stream.about()
    }

    /// The stored bytes.
    pub(crate) fn peek_reader(&mut self) -> &mut PeekReader {
        self.stream.peek_reader()
    }

    /// Goes on at a clear cut of plain text, with a reader of the stored bytes from there on.
    pub(crate) fn go_to(&mut self, at: u64, reader: Box<dyn Read + Send>) {
        self.stream.peek_reader().go_to(at, reader);
        self.cuts.restart();
        self.ending = None;
        self.tail = Window::reuse(Vec::new(), Frames::of_plain(at));
    }

    /// Takes the remaining stored bytes; the cutter is then at its end.
    pub(crate) fn take_peek_reader(&mut self) -> PeekReader {
        self.stream.peek_reader().take()
    }

    /// Work that another thread can do before the next chunk is cut.
    pub(crate) fn ahead(&mut self) -> io::Result<Ahead> {
        if self.ending.is_some() {
            return Ok(Ahead::Ready);
        }
        let wanted = self.target + self.cuts.lookahead();
        self.stream.ahead(wanted.saturating_sub(self.tail.len()))
    }

    /// Fills the next chunk, except its number and source. Call it until a chunk is `last_of_source`.
    pub(crate) fn next_chunk(&mut self, chunk: &mut Chunk) -> io::Result<()> {
        let mut window = Window::reuse(
            std::mem::take(&mut chunk.bytes),
            std::mem::take(&mut chunk.frames),
        );
        window.take(&mut self.tail);
        window.shrink(self.target + self.cuts.lookahead());
        self.begin_chunk(chunk);
        let cut = self.find_cut(&mut window)?;
        let position = match cut {
            Cut::At(position) => position,
            Cut::End => window.len(),
            Cut::Oversize => self.longest,
        };
        self.cuts
            .discard(window.bytes(), position, &mut chunk.span_starts);
        // After a hole offsets go on, unless a new frame begins.
        window.split_off(position, &mut self.tail);
        match cut {
            Cut::At(_) => {}
            Cut::End => self.finish(chunk),
            Cut::Oversize => {
                let half = window.bytes().ends_with(b"\r") && self.tail.bytes().starts_with(b"\n");
                self.drop_rest(chunk)?;
                // A CR LF that the limit cuts in two counts once, with the text that is kept.
                chunk.dropped_lines -= u64::from(half);
            }
        }
        (chunk.bytes, chunk.frames) = window.into_parts();
        Ok(())
    }

    /// Sets what a chunk is that has no text yet, and is not the last.
    pub(crate) fn begin_chunk(&mut self, chunk: &mut Chunk) {
        chunk.format = self.format();
        chunk.first_of_source = !std::mem::replace(&mut self.begun, true);
        chunk.last_of_source = false;
        (chunk.encoding, chunk.replaced) = (self.encoding, 0);
        (chunk.dropped, chunk.dropped_lines, chunk.damage) = (0, 0, None);
        chunk.span_starts.clear();
    }

    /// Whether the text is that of the stream, in UTF-8 and not translated.
    pub(crate) fn is_as_stored(&self) -> bool {
        self.encoding == Encoding::Utf8 && self.format() != Format::Records
    }

    fn find_cut(&mut self, window: &mut Window) -> io::Result<Cut> {
        let (mut searched, mut reach) = (0, self.target);
        loop {
            self.fill(window, reach + self.cuts.lookahead())?;
            self.cuts.scan(window.bytes(), self.ending.is_some());
            // Less text than requested: the text has ended.
            if window.len() <= reach {
                return Ok(Cut::End);
            }
            if let Some(position) = self.cuts.last_cut(window.bytes(), searched, reach) {
                return Ok(Cut::At(position));
            }
            if reach == self.longest {
                return Ok(Cut::Oversize);
            }
            searched = reach;
            reach = reach.saturating_mul(2).min(self.longest);
        }
    }

    /// Fills `window` to a length of `upto` bytes, fewer only if the text ends.
    fn fill(&mut self, window: &mut Window, upto: usize) -> io::Result<()> {
        while self.ending.is_none() && window.len() < upto {
            let at = window.len();
            let (out, frames) = window.room(upto);
            let (count, flow) = self.stream.read(out, at, frames)?;
            window.grow(count);
            self.ending = match flow {
                Flow::More => None,
                Flow::End => {
                    let broken = self.stream.peek_reader().take_broken();
                    Some(broken.map_or(Flow::End, |damage| Flow::Broken {
                        damage,
                        resumes: false,
                    }))
                }
                broken @ Flow::Broken { .. } => Some(broken),
            };
        }
        Ok(())
    }

    /// Completes a chunk that reaches to the end of the text or to a hole.
    fn finish(&mut self, chunk: &mut Chunk) {
        let Some(ending) = self.ending.take() else {
            return;
        };
        chunk.last_of_source = true;
        if let Flow::Broken { damage, resumes } = ending {
            chunk.damage = Some(damage);
            chunk.last_of_source = !resumes;
        }
        if chunk.last_of_source {
            chunk.replaced = self.stream.about().replaced;
        }
        self.cuts.restart();
    }

    /// Skips the rest of a span that is too long, and counts it in `chunk`.
    fn drop_rest(&mut self, chunk: &mut Chunk) -> io::Result<()> {
        let mut tail = std::mem::take(&mut self.tail);
        loop {
            let ended = self.ending.is_some();
            self.cuts.scan(tail.bytes(), ended);
            if let Some(position) = self.cuts.first_cut(tail.bytes(), 0, ended) {
                self.drop_head(&mut tail, position, chunk);
                // If no text follows the cut, this is the end.
                self.fill(&mut tail, 1)?;
                break;
            }
            let count = match ended {
                true => tail.len(),
                false => self.cuts.discardable(tail.bytes()),
            };
            self.drop_head(&mut tail, count, chunk);
            if ended {
                break;
            }
            let more = self.target.max(DROP_STEP);
            let wanted = tail.len() + more;
            self.fill(&mut tail, wanted)?;
        }
        if tail.len() == 0 {
            self.finish(chunk);
        }
        self.tail = tail;
        Ok(())
    }

    fn drop_head(&mut self, tail: &mut Window, count: usize, chunk: &mut Chunk) {
        chunk.dropped += count as u64;
        chunk.dropped_lines += count_line_ends_in(tail.bytes(), 0..count);
        self.skip(tail, count);
    }
}

enum Cut {
    /// At this position; more text follows.
    At(usize),
    /// After all the text.
    End,
    /// No cut within the longest span.
    Oversize,
}
