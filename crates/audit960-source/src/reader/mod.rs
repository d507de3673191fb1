//! Reads inputs into chunks.

mod opening;
mod problem;

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use crate::archive::{Archive, MemberSource};
use crate::chunk::Chunk;
use crate::cutter::Cutter;
use crate::discover::UniqueNames;
use crate::error::SourceError;
use crate::file_cutter::{FileCutter, Unread};
use crate::input::Input;
use crate::options::ReaderOptions;
use crate::peek_reader::PeekReader;
use crate::progress::Progress;
use crate::report::InputReport;
use crate::stamp::Stamp;
use crate::stream::{Ahead, Compression};
use crate::turns::{Turn, Turns};

/// Bytes of a zip archive that are hashed, or copied to a temporary file, at a time.
const ARCHIVE_STEP: usize = 256 << 10;

/// Reads inputs one after another, decodes them and cuts them into chunks. For several threads there is
/// [`SharedReader`](crate::SharedReader).
///
/// Memory is bounded by twice the longest span plus a few target sizes, whatever the input. All stored
/// bytes of an input are read, those after final damage for the digest only.
pub struct ChunkReader {
    inputs: std::vec::IntoIter<Input>,
    options: ReaderOptions,
    progress: Arc<Progress>,
    current: Option<OpenInput>,
    sequence: u64,
    /// The turns of the chunks; a chunk whose text is not read yet waits for those before it.
    turns: Arc<Turns>,
    /// The names of the sources so far, by index.
    sources: Vec<Arc<str>>,
    reports: Vec<InputReport>,
    /// By the digest of the bytes of a file, the first with these.
    first_of: HashMap<String, String>,
    /// Whether to go on with the next input after one that cannot be read.
    keep_going: bool,
    /// An error of decoding ahead, returned with the next chunk.
    failed_ahead: Option<SourceError>,
    /// Makes the names of sources unique.
    names: UniqueNames,
}

/// The input that is being read.
#[derive(Default)]
struct OpenInput {
    name: String,
    compression: Compression,
    first_source: usize,
    source: Option<Source>,
    archive: Option<OpenArchive>,
    /// Records of the sources that were read; `None` if none of them was translated.
    records: Option<u64>,
    /// The columns of its table that are read, each with what it means.
    columns: Arc<[(String, String)]>,
    /// Number and digest of the stored bytes, once all were read.
    digest: Option<(u64, String)>,
    /// The state of the file when it was opened; `None` once compared.
    stamp: Option<Stamp>,
}

struct OpenArchive {
    archive: Archive,
    /// All stored bytes of the archive in order, for digest and progress.
    stored: PeekReader,
}

struct Source {
    index: u32,
    name: Arc<str>,
    cutter: Cutter,
    /// Cuts what it can without reading it, where the source is a file of text as it is stored.
    file: Option<FileCutter>,
    /// Whether a chunk of it was returned.
    begun: bool,
}

/// The result of opening an input.
enum Opening {
    /// It is open.
    Input(Box<OpenInput>),
    /// It could not be opened; a chunk says why.
    InputProblem,
    /// There is nothing to read.
    Nothing,
}

/// A chunk that was cut.
pub(crate) enum Cut {
    /// It has its text.
    Read,
    /// It has not.
    Unread(Unread),
}

impl Cut {
    /// Fills the chunk with its text, where it has none, and waits for its turn.
    pub(crate) fn complete(&self, turn: &Turn<'_>, chunk: &mut Chunk) {
        if let Self::Unread(unread) = self {
            unread.read(chunk);
        }
        turn.come();
        if let Self::Unread(unread) = self {
            unread.count(chunk);
        }
    }
}

/// The result of one step of reading.
enum Step {
    Chunk(Cut),
    Source,
    End,
}

impl ChunkReader {
    /// A reader of `inputs`, in their order.
    #[must_use]
    pub fn new(inputs: Vec<Input>, options: ReaderOptions, progress: Arc<Progress>) -> Self {
        Self {
            inputs: inputs.into_iter(),
            options,
            progress,
            current: None,
            sequence: 0,
            turns: Arc::default(),
            sources: Vec::new(),
            reports: Vec::new(),
            first_of: HashMap::new(),
            keep_going: false,
            failed_ahead: None,
            names: UniqueNames::default(),
        }
    }

    /// Makes the reader go on after an input that cannot be read, was changed, or is named twice or a copy:
    /// a chunk without text says so ([`Chunk::trouble`]).
    #[must_use]
    pub fn keep_going(mut self) -> Self {
        self.keep_going = true;
        self
    }

    /// Fills `chunk` with the next one; false at the end of all inputs. Every source has at least
    /// one chunk, even if it is empty.
    ///
    /// # Errors
    ///
    /// If an input cannot be opened or read; the reader is then at its end. Broken compression
    /// is not an error, see [`Chunk::damage`].
    pub fn next_chunk(&mut self, chunk: &mut Chunk) -> Result<bool, SourceError> {
        let cut = self.cut_chunk(chunk)?;
        if let Some(cut) = &cut {
            cut.complete(&self.turns.of(chunk.sequence), chunk);
        }
        Ok(cut.is_some())
    }

    /// Cuts the next chunk, whose text may have to be read; its turn is to be taken. `None` at the end.
    ///
    /// # Errors
    /// As [`Self::next_chunk`].
    pub(crate) fn cut_chunk(&mut self, chunk: &mut Chunk) -> Result<Option<Cut>, SourceError> {
        let found = self.advance(chunk);
        if found.is_err() {
            self.end();
        }
        found
    }

    /// The turns of the chunks.
    pub(crate) const fn turns(&self) -> &Arc<Turns> {
        &self.turns
    }

    /// Work that a thread can do before it reads the next chunk, without blocking others.
    pub(crate) fn ahead(&mut self) -> Result<Ahead, SourceError> {
        let Some(input) = &mut self.current else {
            return Ok(Ahead::Ready);
        };
        let Some(source) = &mut input.source else {
            return Ok(Ahead::Ready);
        };
        let ahead = source
            .cutter
            .ahead()
            .map_err(SourceError::read(&input.name));
        match ahead {
            Err(error) if self.keep_going => {
                self.failed_ahead = Some(error);
                Ok(Ahead::Ready)
            }
            Err(error) => {
                self.end();
                Err(error)
            }
            ahead => ahead,
        }
    }

    /// Drops all inputs.
    fn end(&mut self) {
        self.current = None;
        self.inputs = Vec::new().into_iter();
    }

    /// The reports of the inputs that were finished.
    #[must_use]
    pub fn into_reports(self) -> Vec<InputReport> {
        self.reports
    }

    fn advance(&mut self, chunk: &mut Chunk) -> Result<Option<Cut>, SourceError> {
        loop {
            let mut input = match self.current.take() {
                Some(input) => input,
                None => match self.inputs.next() {
                    Some(input) => match self.begin(input, chunk)? {
                        Opening::Input(input) => *input,
                        Opening::InputProblem => return Ok(Some(Cut::Read)),
                        Opening::Nothing => continue,
                    },
                    None => return Ok(None),
                },
            };
            let step = match self.failed_ahead.take() {
                Some(error) => Err(error),
                None => self
                    .step(&mut input, chunk)
                    .map_err(SourceError::read(&input.name)),
            };
            match step {
                Ok(Step::Chunk(cut)) => {
                    chunk.sequence = self.sequence;
                    self.sequence += 1;
                    self.current = Some(input);
                    return Ok(Some(cut));
                }
                Ok(Step::Source) => self.current = Some(input),
                Ok(Step::End) => {
                    let trouble = self.trouble_at_end(&mut input)?;
                    // An archive without games still becomes a source, without text.
                    let nothing = self.keep_going && input.first_source == self.sources.len();
                    if trouble.is_some() || nothing {
                        self.without_text(&mut input, trouble, chunk);
                        self.current = Some(input);
                        return Ok(Some(Cut::Read));
                    }
                    self.report(input, None);
                }
                Err(error) if self.keep_going => {
                    self.fail(input, &error, chunk);
                    return Ok(Some(Cut::Read));
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Reads a chunk, or goes to the next source of an archive.
    fn step(&mut self, input: &mut OpenInput, chunk: &mut Chunk) -> io::Result<Step> {
        if let Some(mut source) = input.source.take() {
            let cut = match self.cut(&mut source, chunk) {
                Ok(cut) => cut,
                Err(error) => {
                    input.source = Some(source);
                    return Err(error);
                }
            };
            source.begun = true;
            chunk.trouble = None;
            chunk.source = source.index;
            chunk.source_name = Arc::clone(&source.name);
            let is_plain = input.compression == Compression::Plain;
            chunk.stored_sum = match &cut {
                Cut::Read if is_plain && source.cutter.is_as_stored() => {
                    source.cutter.peek_reader().sum_so_far()
                }
                // Known once it is read.
                _ => None,
            };
            if let Some(OpenArchive { archive, stored }) = &mut input.archive {
                stored.skip(archive.position().saturating_sub(stored.position()))?;
            }
            chunk.columns = Arc::default();
            if chunk.first_of_source {
                chunk.columns = source.cutter.about().columns;
                input.columns = Arc::clone(&chunk.columns);
            }
            if chunk.last_of_source
                && let Some(records) = source.cutter.about().records
            {
                *input.records.get_or_insert(0) += records;
            }
            if !chunk.last_of_source {
                input.source = Some(source);
            } else if input.archive.is_none() {
                input.digest = Some(source.cutter.peek_reader().digest()?);
            }
            return Ok(Step::Chunk(cut));
        }
        let Some(OpenArchive { archive, stored }) = &mut input.archive else {
            return Ok(Step::End);
        };
        let Some(MemberSource { name, cutter }) = archive.next_source(self.options)? else {
            input.digest = Some(stored.digest()?);
            return Ok(Step::End);
        };
        let name = match name {
            Some(member) => format!("{}!/{member}", input.name),
            None => input.name.clone(),
        };
        input.source = Some(self.register(&name, cutter));
        Ok(Step::Source)
    }

    /// Cuts the next chunk of a source.
    fn cut(&self, source: &mut Source, chunk: &mut Chunk) -> io::Result<Cut> {
        let Source { cutter, file, .. } = source;
        if let Some(file) = file.as_mut().filter(|_| source.begun) {
            if let Some(unread) = file.cut(cutter.clear_cut())? {
                cutter.begin_chunk(chunk);
                return Ok(Cut::Unread(unread));
            }
            // What comes next is counted after all before it, and not read if they could not be.
            self.turns.wait(self.sequence);
            if let Some((at, reader)) = file.take_place()? {
                cutter.go_to(at, reader);
            }
        }
        cutter.next_chunk(chunk)?;
        Ok(Cut::Read)
    }

    /// How text is cut.
    pub(crate) const fn options(&self) -> &ReaderOptions {
        &self.options
    }
}

/// The index after `count` sources or inputs, in 32 bits.
fn index(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_and_chunks_can_go_to_other_threads() {
        const fn shared<T: Send>() {}
        shared::<ChunkReader>();
        shared::<Chunk>();
    }
}
