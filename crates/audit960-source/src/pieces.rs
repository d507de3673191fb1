//! Random access to pieces of a source, by the identity that a table holds.
//!
//! Plain text is read with a seek, and a zstd file is decoded from the frame that holds the piece. All
//! other sources (gzip, bzip2, members of zip archives, UTF-16) are read from their beginning; pieces that
//! are requested in order need one pass over the source.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use audit960_types::Identity;

use crate::bounded::Bounded;
use crate::chunk::Chunk;
use crate::discover::discover;
use crate::encoding::Encoding;
use crate::error::SourceError;
use crate::expansion::Expansion;
use crate::frames::Frames;
use crate::limits::Limits;
use crate::options::ReaderOptions;
use crate::peek_reader::{Meter, PeekReader};
use crate::progress::Progress;
use crate::reader::ChunkReader;
use crate::stream::{Compression, Flow, Stream};

/// Bytes of text that are skipped at a time.
const SKIP: usize = 256 << 10;

/// The separator between the names of an archive and its member.
const MEMBER: &str = "!/";

/// Reads pieces of one source.
pub struct PieceReader {
    source: String,
    /// The path of the file that holds it.
    path: String,
    way: Way,
    limits: Limits,
}

enum Way {
    /// Plain text.
    Seek(File),
    /// Frames of zstd.
    Frames(Option<FrameText>),
    /// Anything else, read from its beginning.
    Chunks(Option<Box<(ChunkReader, Chunk)>>),
}

/// A decoder from the beginning of a frame on.
struct FrameText {
    stream: Box<dyn Stream>,
    frame_offset: u64,
    /// Bytes of text read so far.
    position: u64,
}

impl PieceReader {
    /// A reader of the source named `source`, within limits: a path, or `archive.zip!/member`.
    ///
    /// # Errors
    /// [`SourceError`] if the file cannot be opened or read.
    pub fn open(source: &str, limits: Limits) -> Result<Self, SourceError> {
        let member = source
            .split_once(MEMBER)
            .filter(|_| !Path::new(source).exists());
        let path = member.map_or(source, |(archive, _)| archive).to_owned();
        let opened = |error| SourceError::Open {
            path: path.clone(),
            source: error,
        };
        let mut file = File::open(&path).map_err(opened)?;
        let mut head = Vec::new();
        let mut beginning = file.by_ref().take(Compression::HEAD as u64);
        beginning.read_to_end(&mut head).map_err(opened)?;
        let mut reader = Self {
            source: source.to_owned(),
            path: path.clone(),
            way: Way::Chunks(None),
            limits,
        };
        let compression = Compression::detect(&head);
        if !matches!(compression, Compression::Plain | Compression::Zstd) {
            return Ok(reader);
        }
        let (mut chunks, mut chunk) = (reader.chunks()?, Chunk::default());
        chunks.next_chunk(&mut chunk)?;
        reader.way = match compression {
            _ if chunk.encoding != Encoding::Utf8 => Way::Chunks(None),
            Compression::Plain => Way::Seek(file),
            _ => Way::Frames(None),
        };
        Ok(reader)
    }

    /// The name of the source.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Fills `piece` with the text at identity `at`; false if the source has less text there.
    ///
    /// # Errors
    /// [`SourceError`] if the file cannot be read.
    pub fn read(&mut self, at: Identity, piece: &mut [u8]) -> Result<bool, SourceError> {
        let found = match &mut self.way {
            Way::Seek(file) => seek(file, at, piece),
            Way::Frames(text) => FrameText::read(text, &self.path, self.limits, at, piece),
            Way::Chunks(_) => return self.read_chunks(at, piece),
        };
        found.map_err(|source| SourceError::Read {
            path: self.path.clone(),
            source,
        })
    }

    fn chunks(&self) -> Result<ChunkReader, SourceError> {
        let inputs = discover(std::slice::from_ref(&self.path))?.inputs;
        let progress = Arc::new(Progress::default());
        let options = ReaderOptions::within(self.limits);
        Ok(ChunkReader::new(inputs, options, progress))
    }

    /// Reads the source up to the chunk that holds the piece: chunks do not cut pieces in two.
    fn read_chunks(&mut self, at: Identity, piece: &mut [u8]) -> Result<bool, SourceError> {
        let Way::Chunks(open) = &mut self.way else {
            return Ok(false);
        };
        let mut current = open.take();
        let begins = |chunk: &Chunk| chunk.identity(0).byte_offset;
        let behind =
            |chunk: &Chunk| *chunk.source_name == *self.source && begins(chunk) > at.byte_offset;
        if current.as_ref().is_none_or(|it| behind(&it.1)) {
            let mut opened = Box::new((self.chunks()?, Chunk::default()));
            if !opened.0.next_chunk(&mut opened.1)? {
                return Ok(false);
            }
            current = Some(opened);
        }
        let Some(mut current) = current else {
            return Ok(false);
        };
        let found = loop {
            let (chunks, chunk) = &mut *current;
            if *chunk.source_name == *self.source {
                let from = at.byte_offset.saturating_sub(begins(chunk)) as usize;
                if from < chunk.bytes.len() {
                    let text = chunk.bytes.get(from..from + piece.len());
                    if let Some(text) = text {
                        piece.copy_from_slice(text);
                    }
                    break text.is_some();
                }
            }
            if !chunks.next_chunk(chunk)? {
                break false;
            }
        };
        self.way = Way::Chunks(Some(current));
        Ok(found)
    }
}

fn seek(file: &mut File, at: Identity, piece: &mut [u8]) -> io::Result<bool> {
    file.seek(SeekFrom::Start(at.byte_offset))?;
    match file.read_exact(piece) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        result => result.map(|()| true),
    }
}

impl FrameText {
    fn read(
        open: &mut Option<Self>,
        path: &str,
        limits: Limits,
        at: Identity,
        piece: &mut [u8],
    ) -> io::Result<bool> {
        let reachable =
            |text: &Self| text.frame_offset == at.frame_offset && text.position <= at.byte_offset;
        let mut text = match open.take().filter(reachable) {
            Some(text) => text,
            None => Self::open(path, limits, at.frame_offset)?,
        };
        let mut skipped = Vec::new();
        while text.position < at.byte_offset {
            let left = at.byte_offset - text.position;
            skipped.resize((left as usize).min(SKIP), 0);
            if !text.fill(&mut skipped)? {
                return Ok(false);
            }
        }
        let found = text.fill(piece)?;
        *open = found.then_some(text);
        Ok(found)
    }

    fn open(path: &str, limits: Limits, frame_offset: u64) -> io::Result<Self> {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(frame_offset))?;
        let expansion = Expansion::new(limits.expansion);
        let meter = Meter::new(Arc::default(), Arc::clone(&expansion));
        let peek_reader = PeekReader::new(Box::new(file), frame_offset, Some(meter));
        let stream = Compression::Zstd.open(peek_reader, limits)?;
        Ok(Self {
            stream: Bounded::over(stream, &expansion),
            frame_offset,
            position: 0,
        })
    }

    /// Fills `out` with the next text; false if there is less.
    fn fill(&mut self, out: &mut [u8]) -> io::Result<bool> {
        let mut filled = 0;
        while filled < out.len() {
            let left = out.get_mut(filled..).unwrap_or_default();
            let (count, flow) = self.stream.read(left, 0, &mut Frames::default())?;
            filled += count;
            self.position += count as u64;
            if filled < out.len() && !matches!(flow, Flow::More) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
