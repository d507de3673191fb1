use std::fs::File;
use std::io::{self, Cursor, Read};
use std::sync::Arc;

use audit960_source::{
    ByteRange, Chunk, Damage, Format, Input, Limits, RangeReader, Stored, StoredPath, splits,
};
use audit960_types::{Identity, line_length};

use crate::support::{bz2, digest, games, gz, options, pzst, read, reference_spans, zip_of, zst};

/// Bytes in memory that are read in ranges.
#[derive(Debug)]
struct Bytes(Vec<u8>);

impl Stored for Bytes {
    fn name(&self) -> &'static str {
        "input"
    }

    fn size(&self) -> u64 {
        self.0.len() as u64
    }

    fn read_from(&self, offset: u64) -> io::Result<Box<dyn Read + Send>> {
        Ok(Box::new(Cursor::new(self.0[offset as usize..].to_vec())))
    }

    fn file(&self) -> io::Result<Option<File>> {
        Ok(None)
    }

    fn change(&self) -> Option<String> {
        None
    }

    fn input(&self) -> io::Result<Input> {
        Ok(Input::from_reader("input", Cursor::new(self.0.clone())))
    }
}

/// A span with its identity, or what the reader reports after one.
#[derive(Clone, Debug, PartialEq)]
enum Part {
    Span(Identity, Vec<u8>),
    Dropped(u64),
    Damage(Damage),
}

fn parts(chunk: &Chunk, parts: &mut Vec<Part>) {
    for span in chunk.spans() {
        let mut start = span.start;
        while start < span.end {
            let length = match chunk.format {
                Format::Pgn | Format::Records => span.len(),
                // EPD counts as one span; its parts are lines.
                Format::Epd => line_length(&chunk.bytes[start..span.end]),
            };
            let bytes = chunk.bytes[start..start + length].to_vec();
            parts.push(Part::Span(chunk.identity(start), bytes));
            start += length;
        }
    }
    if chunk.dropped > 0 {
        parts.push(Part::Dropped(chunk.dropped));
    }
    parts.extend(chunk.damage.clone().map(Part::Damage));
}

/// The parts that a reader of the whole gives.
fn whole(stored: &[u8]) -> Vec<Part> {
    let mut all = Vec::new();
    for chunk in &read(stored, options(1 << 20)).chunks {
        parts(chunk, &mut all);
    }
    all
}

/// The parts that the ranges between these cuts give, one after the other.
fn in_ranges(stored: &Arc<Bytes>, cuts: &[u64], target: usize) -> Vec<Part> {
    let mut all = Vec::new();
    for pair in cuts.windows(2) {
        let range = ByteRange {
            start: pair[0],
            end: pair[1],
        };
        let mut reader =
            RangeReader::open(Arc::<Bytes>::clone(stored), range, options(target)).unwrap();
        let mut chunk = Chunk::default();
        while reader.next_chunk(&mut chunk).unwrap() {
            parts(&chunk, &mut all);
        }
        let report = reader.finish().unwrap();
        let bytes = &stored.0[range.start as usize..range.end as usize];
        assert_eq!(report.xxh3_128, digest(bytes), "{range:?}");
        assert_eq!((report.range, report.size), (range, stored.size()));
    }
    all
}

/// Checks every cut in two, and all cuts at once.
fn every_cut(stored: &[u8]) {
    let expected = whole(stored);
    let stored = Arc::new(Bytes(stored.to_vec()));
    let size = stored.size();
    for cut in 0..=size {
        assert_eq!(in_ranges(&stored, &[0, cut, size], 64), expected, "{cut}");
    }
    let all: Vec<u64> = (0..=size).collect();
    assert_eq!(in_ranges(&stored, &all, 1), expected);
}

/// Texts whose spans depend on earlier text: games without blank lines between them, blocks of tag
/// lines with several Event lines, Event lines in comments, blocks broken by a comment.
fn texts() -> Vec<Vec<u8>> {
    let lf = [
        "[Event \"1\"]\n[Site \"a\"]\n\n1. e4 *\n\n[Site \"b\"]\n[Event \"2\"]\n\n*\n\n[Event \"3\"]\n\n1. d4 *",
        "[Event \"1\"]\n1. e4 *\n[Event \"2\"]\n1. d4 *\n[Event \"3\"]\n[Event \"3\"]\n[Site \"x\"]\n[Event \"4\"]\n*\n",
        "; a heading\n\n[Event \"1\"]\n\n1. e4 {a comment\n[Event \"in it\"]\n} *\n\n[White \"x\"]\n% an escape\n[Event \"2\"]\n*\n",
        "1. e4 *\n\n1. d4 *\n\n[White \"x\"]\n\n1. c4 1-0\n[White \"y\"]\n1. f4 0-1\n\n\n [ Event \"z\"]\n*\n",
        "[White \"a\"]\n[Black \"b\"]\n[White \"c\"]\n",
        "\n\n\n[Event \"1\"]\n*\n\n",
        "",
        "x",
    ];
    let mut texts = Vec::new();
    for text in lf {
        texts.push(text.as_bytes().to_vec());
        texts.push(text.replace('\n', "\r\n").into_bytes());
        texts.push(text.replace('\n', "\r").into_bytes());
    }
    texts.push("\u{feff}[Event \"1\"]\n*\n\n\u{feff}[Event \"2\"]\n*\n".into());
    texts
}

#[test]
fn every_cut_of_plain_text() {
    for text in texts() {
        every_cut(&text);
    }
}

#[test]
fn every_cut_of_positions() {
    let line = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for end in ["\n", "\r\n", "\r"] {
        every_cut([line, line, "", line].join(end).as_bytes());
    }
}

#[test]
fn every_cut_of_frames() {
    for text in texts() {
        for length in [3, 20, 50] {
            let frames: Vec<&[u8]> = text.chunks(length).collect();
            if !frames.is_empty() {
                every_cut(&pzst(&frames).0);
            }
        }
    }
}

#[test]
fn every_cut_of_frames_of_which_one_is_damaged() {
    let text = games(8);
    let frames: Vec<&[u8]> = text.chunks(1_300).collect();
    let (stored, offsets) = pzst(&frames);
    for frame in [0, 1, frames.len() - 1] {
        for at in [4, 9, 60] {
            let mut stored = stored.clone();
            stored[offsets[frame] as usize + at] ^= 0xFF;
            let expected = whole(&stored);
            let stored = Arc::new(Bytes(stored));
            let size = stored.size();
            // Near the beginnings of frames, and far from them.
            let cuts = offsets
                .iter()
                .flat_map(|offset| offset.saturating_sub(13)..offset + 3);
            for cut in cuts.chain((0..size).step_by(97)).filter(|cut| *cut <= size) {
                assert_eq!(in_ranges(&stored, &[0, cut, size], 64), expected, "{cut}");
            }
        }
    }
    let cut_short = &stored[..stored.len() - 20];
    let expected = whole(cut_short);
    let stored = Arc::new(Bytes(cut_short.to_vec()));
    for cut in (0..stored.size()).step_by(41) {
        assert_eq!(in_ranges(&stored, &[0, cut, stored.size()], 64), expected);
    }
}

/// Without Event lines, text up to 4 MiB away decides where spans begin.
#[test]
fn text_without_event_lines_beyond_the_distance() {
    let mut text = Vec::new();
    let mut number = 0;
    while text.len() < 11 << 20 {
        text.extend(
            format!(
                "[White \"{number}\"]\n\n1. e4 {{{}}} 1-0\n\n",
                "x".repeat(3_000)
            )
            .into_bytes(),
        );
        number += 1;
        if number == 1_000 {
            text.extend(b"[Event \"one\"]\n\n1. d4 1-0\n\n");
        }
    }
    let expected = whole(&text);
    let starts: Vec<usize> = reference_spans(&text)
        .iter()
        .map(|span| span.start)
        .collect();
    let found = expected.iter().map(|part| match part {
        Part::Span(identity, _) => identity.byte_offset as usize,
        _ => 0,
    });
    assert_eq!(found.collect::<Vec<_>>(), starts);
    let size = text.len() as u64;
    let stored = Arc::new(Bytes(text));
    for cut in [
        1,
        50,
        2 << 20,
        3_020_000,
        4 << 20,
        5_000_001,
        7 << 20,
        8 << 20,
        size - 5,
    ] {
        let cuts = [0, cut, (cut + (3 << 20)).min(size), size];
        assert_eq!(in_ranges(&stored, &cuts, 1 << 20), expected, "{cut}");
    }
}

#[test]
fn what_cannot_be_split_belongs_to_the_range_at_its_beginning() {
    let text = games(30);
    let utf16: Vec<u8> = String::from_utf8(text.clone())
        .unwrap()
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let zip = zip_of(&[("a.pgn", &text), ("b.pgn", &games(3))]);
    for stored in [zst(&text), gz(&text), bz2(&text), utf16, zip] {
        let expected = whole(&stored);
        let stored = Arc::new(Bytes(stored));
        let size = stored.size();
        let only = splits(&*stored, 100, Limits::default()).unwrap();
        assert_eq!(
            only,
            [ByteRange {
                start: 0,
                end: size
            }]
        );
        for cut in [1, size / 2, size] {
            assert_eq!(in_ranges(&stored, &[0, cut, size], 500), expected);
        }
        assert_eq!(in_ranges(&stored, &[1, size], 500), []);
    }
}

#[test]
fn splits_tile_the_input() {
    let text = games(30);
    let frames: Vec<&[u8]> = text.chunks(2_000).collect();
    for stored in [text.clone(), pzst(&frames).0] {
        let expected = whole(&stored);
        let stored = Arc::new(Bytes(stored));
        for bytes in [1, 100, 999, stored.size(), u64::MAX] {
            let ranges = splits(&*stored, bytes, Limits::default()).unwrap();
            assert_eq!(ranges.len() as u64, stored.size().div_ceil(bytes));
            let mut cuts = vec![0];
            cuts.extend(ranges.iter().map(|range| range.end));
            if bytes > 50 {
                assert_eq!(in_ranges(&stored, &cuts, 500), expected, "{bytes}");
            }
        }
    }
    let nothing = Bytes(Vec::new());
    let ranges = splits(&nothing, 1, Limits::default()).unwrap();
    assert_eq!(ranges, [ByteRange { start: 0, end: 0 }]);
}

#[test]
fn files_are_read_in_ranges_and_their_changes_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    std::fs::write(&path, games(5)).unwrap();
    for prefix in ["", "file://"] {
        let name = format!("{prefix}{}", path.display());
        let stored = Arc::new(StoredPath::open(&name).unwrap());
        let range = ByteRange {
            start: 0,
            end: u64::MAX,
        };
        let mut reader = RangeReader::open(stored, range, options(500)).unwrap();
        assert!(reader.is_whole());
        let (mut chunk, mut text) = (Chunk::default(), Vec::new());
        while reader.next_chunk(&mut chunk).unwrap() {
            text.extend_from_slice(&chunk.bytes);
            assert_eq!(*chunk.source_name, name);
        }
        assert_eq!(text, games(5));
        if prefix.is_empty() {
            assert_eq!(reader.finish().unwrap().range.end, text.len() as u64);
        } else {
            std::fs::write(&path, games(6)).unwrap();
            let error = reader.finish().unwrap_err();
            let why = std::error::Error::source(&error).unwrap().to_string();
            assert!(why.contains("changed while it was read"), "{why}");
        }
    }
    let folder = folder.path().to_str().unwrap().to_owned();
    assert!(
        StoredPath::open(&folder)
            .unwrap_err()
            .to_string()
            .starts_with(&folder)
    );
}
