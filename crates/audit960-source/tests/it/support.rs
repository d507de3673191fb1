use std::collections::BTreeMap;
use std::io::{Cursor, Read, Write};
use std::ops::Range;
use std::sync::{Arc, Mutex};

use audit960_source::{
    Chunk, ChunkReader, Format, Input, InputReport, Progress, ReaderOptions, SharedReader,
};
use audit960_types::Identity;

/// A source, as its chunks say.
pub struct Source {
    pub name: Arc<str>,
    pub format: Format,
}

/// The whole output of a reader.
pub struct Reading {
    pub chunks: Vec<Chunk>,
    pub sources: Vec<Source>,
    pub reports: Vec<InputReport>,
    pub progress: u64,
}

impl Reading {
    pub fn text(&self) -> Vec<u8> {
        self.chunks
            .iter()
            .flat_map(|chunk| chunk.bytes.clone())
            .collect()
    }

    pub fn text_of(&self, source: &str) -> Vec<u8> {
        let chunks = self
            .chunks
            .iter()
            .filter(|chunk| &*chunk.source_name == source);
        chunks.flat_map(|chunk| chunk.bytes.clone()).collect()
    }

    pub fn names(&self) -> Vec<&str> {
        self.sources.iter().map(|source| &*source.name).collect()
    }

    /// The identity of the start of every span.
    pub fn span_identities(&self) -> Vec<Identity> {
        self.chunks
            .iter()
            .flat_map(|chunk| chunk.spans().map(|span| chunk.identity(span.start)))
            .collect()
    }

    pub fn damaged(&self) -> Vec<&Chunk> {
        self.chunks
            .iter()
            .filter(|chunk| chunk.damage.is_some())
            .collect()
    }
}

pub fn options(target_bytes: usize) -> ReaderOptions {
    ReaderOptions {
        target_bytes,
        ..ReaderOptions::default()
    }
}

pub fn read_inputs(inputs: Vec<Input>, options: ReaderOptions) -> Reading {
    let progress = Arc::new(Progress::default());
    let mut reader = ChunkReader::new(inputs, options, Arc::clone(&progress));
    let mut chunks = Vec::new();
    let mut chunk = Chunk::default();
    while reader.next_chunk(&mut chunk).unwrap() {
        chunks.push(chunk.clone());
    }
    assert!(
        !reader.next_chunk(&mut chunk).unwrap(),
        "the end stays the end"
    );
    let first = |chunk: &&Chunk| chunk.first_of_source;
    let sources = chunks.iter().filter(first).map(|chunk| Source {
        name: Arc::clone(&chunk.source_name),
        format: chunk.format,
    });
    let reading = Reading {
        sources: sources.collect(),
        chunks,
        reports: reader.into_reports(),
        progress: progress.stored_bytes(),
    };
    check_order(&reading);
    reading
}

/// The chunks that several threads get, and the lengths of their texts in the order of the callbacks.
pub fn read_shared(
    inputs: Vec<Input>,
    options: ReaderOptions,
    threads: usize,
) -> (Vec<Chunk>, Vec<(u64, usize)>, Vec<InputReport>) {
    let reader = ChunkReader::new(inputs, options, Arc::default());
    let reader = SharedReader::new(reader);
    let (chunks, order) = (Mutex::new(BTreeMap::new()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut chunk = Chunk::default();
                let note = |chunk: &Chunk| {
                    order
                        .lock()
                        .unwrap()
                        .push((chunk.sequence, chunk.bytes.len()));
                };
                while reader.next_chunk_with(&mut chunk, note).unwrap() {
                    let mut chunks = chunks.lock().unwrap();
                    let twice = chunks.insert(chunk.sequence, chunk.clone());
                    assert!(twice.is_none());
                }
            });
        }
    });
    let chunks = chunks.into_inner().unwrap().into_values().collect();
    (
        chunks,
        order.into_inner().unwrap(),
        reader.into_inner().into_reports(),
    )
}

pub fn read(stored: &[u8], options: ReaderOptions) -> Reading {
    read_inputs(
        vec![Input::from_reader("input", Cursor::new(stored.to_vec()))],
        options,
    )
}

/// Checks what holds for every run.
fn check_order(reading: &Reading) {
    for (sequence, chunk) in reading.chunks.iter().enumerate() {
        assert_eq!(chunk.sequence, sequence as u64);
        let source = &reading.sources[chunk.source as usize];
        assert_eq!(chunk.source_name, source.name);
        assert_eq!(chunk.format, source.format);
        let before = sequence
            .checked_sub(1)
            .map(|before| &reading.chunks[before]);
        let same = before.is_some_and(|before| before.source == chunk.source);
        assert_eq!(chunk.first_of_source, !same);
        assert!(before.is_none_or(|before| before.last_of_source != same));
    }
    assert!(
        reading
            .chunks
            .last()
            .is_none_or(|chunk| chunk.last_of_source)
    );
    let stored: u64 = reading
        .reports
        .iter()
        .map(|report| report.stored_bytes)
        .sum();
    assert_eq!(reading.progress, stored);
}

/// Returns bytes in pieces of one to seven.
pub struct SmallReads(Cursor<Vec<u8>>, usize);

impl SmallReads {
    pub fn new(bytes: &[u8]) -> Self {
        Self(Cursor::new(bytes.to_vec()), 0)
    }
}

impl Read for SmallReads {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        self.1 = self.1 % 7 + 1;
        let length = out.len().min(self.1);
        self.0.read(&mut out[..length])
    }
}

/// The spans of a text by their definition.
pub fn reference_spans(text: &[u8]) -> Vec<Range<usize>> {
    let starts = crate::reference::span_starts(text, crate::reference::DEFINITION);
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts
        .iter()
        .copied()
        .zip(ends)
        .map(|(start, end)| start..end)
        .collect()
}

pub fn plain(byte_offset: usize) -> Identity {
    Identity {
        frame_offset: 0,
        byte_offset: byte_offset as u64,
    }
}

/// Games of a few hundred bytes that do not compress well.
pub fn games(count: usize) -> Vec<u8> {
    let mut text = Vec::new();
    let mut state = 88_172_645_463_325_252_u64;
    for game in 0..count {
        write!(text, "[Event \"Game {game}\"]\n[Result \"*\"]\n\n").unwrap();
        for number in 1..20 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            write!(text, "{number}. {{{state:x}}} e4 e5 ").unwrap();
        }
        text.extend(b"*\n\n");
    }
    text
}

pub fn zst(text: &[u8]) -> Vec<u8> {
    zstd::bulk::compress(text, 3).unwrap()
}

pub fn zst_with_checksum(text: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 3).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// Several zstd files one after another, and the stored offset of each.
pub fn zst_frames(parts: &[&[u8]]) -> (Vec<u8>, Vec<u64>) {
    join(parts.iter().map(|part| (Vec::new(), zst(part))))
}

/// Frames as pzstd writes them: before each data frame a skippable one with its size.
pub fn pzst(parts: &[&[u8]]) -> (Vec<u8>, Vec<u64>) {
    join(parts.iter().map(|part| {
        let frame = zst(part);
        let mut header = b"\x50\x2A\x4D\x18\x04\0\0\0".to_vec();
        header.extend((frame.len() as u32).to_le_bytes());
        (header, frame)
    }))
}

fn join(frames: impl Iterator<Item = (Vec<u8>, Vec<u8>)>) -> (Vec<u8>, Vec<u64>) {
    let (mut stored, mut offsets) = (Vec::new(), Vec::new());
    for (header, frame) in frames {
        stored.extend(header);
        offsets.push(stored.len() as u64);
        stored.extend(frame);
    }
    (stored, offsets)
}

pub fn gz(text: &[u8]) -> Vec<u8> {
    let builder = flate2::GzBuilder::new()
        .filename("games.pgn")
        .comment("none");
    let mut encoder = builder.write(Vec::new(), flate2::Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

pub fn bz2(text: &[u8]) -> Vec<u8> {
    // The smallest blocks, 100 kB, so that a text has several.
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

pub fn zip_of(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in members {
        add_member(&mut writer, name, text, zip::CompressionMethod::Deflated);
    }
    writer.finish().unwrap().into_inner()
}

pub fn add_member<W: Write + std::io::Seek>(
    writer: &mut zip::ZipWriter<W>,
    name: &str,
    text: &[u8],
    method: zip::CompressionMethod,
) {
    let options = zip::write::SimpleFileOptions::default().compression_method(method);
    if name.ends_with('/') {
        writer.add_directory(name, options).unwrap();
    } else {
        writer.start_file(name, options).unwrap();
        writer.write_all(text).unwrap();
    }
}

/// The XXH3-128 of bytes, 32 hexadecimal digits.
pub fn digest(stored: &[u8]) -> String {
    format!("{:032x}", xxhash_rust::xxh3::xxh3_128(stored))
}
