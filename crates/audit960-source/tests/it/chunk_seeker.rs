//! The pieces that hold given places, in every stored form.

use std::io::Write as _;
use std::sync::Arc;

use audit960_source::{Chunk, ChunkReader, ChunkSeeker, Packing, Progress, discover};
use audit960_types::Identity;

use crate::support::options;

/// A game that holds its number.
fn game(number: usize) -> String {
    format!(
        "[Event \"{number}\"]\n\n1. e4 {{{}}} *\n\n",
        "é".repeat(number % 50)
    )
}

/// A span: its place, its text, and the number of lines before it.
type Span = (Identity, Vec<u8>, u64);

/// Reads spans of a source by their places: in the order of the file, and each by itself.
fn check(path: &str, source: &str) {
    let inputs = discover(&[path.to_owned()]).unwrap().inputs;
    let mut reader = ChunkReader::new(inputs, options(4 << 10), Arc::new(Progress::default()));
    let mut chunk = Chunk::default();
    let mut spans: Vec<Span> = Vec::new();
    let mut lines = 0;
    while reader.next_chunk(&mut chunk).unwrap() {
        for span in chunk.spans() {
            let text = chunk.bytes[span.clone()].to_vec();
            let before = lines;
            lines += text.iter().filter(|byte| **byte == b'\n').count() as u64;
            spans.push((chunk.identity(span.start), text, before));
        }
    }
    assert!(spans.len() > 1000, "{path}");
    let check = |pieces: &mut ChunkSeeker, chunk: &mut Chunk, (at, text, before): &Span| {
        while !chunk.holds(source, *at) {
            assert!(pieces.next_chunk(chunk).unwrap(), "{path} {at:?}");
        }
        let position = chunk.position_of(*at);
        let span = chunk.spans().find(|span| span.start == position);
        assert_eq!(&chunk.bytes[span.unwrap()], text, "{path} {at:?}");
        let own = chunk.bytes[..position].iter();
        let own = own.filter(|byte| **byte == b'\n').count() as u64;
        if let Some(lines) = pieces.lines_before() {
            assert_eq!(lines + own, *before, "{path} {at:?}");
        }
    };
    let open = || ChunkSeeker::open(path, options(4 << 10)).unwrap();
    for seeks in [false, true] {
        let (mut pieces, mut chunk) = (open(), Chunk::default());
        for span in spans.iter().step_by(if seeks { 611 } else { 7 }) {
            if seeks && !chunk.holds(source, span.0) {
                pieces.seek(span.0).unwrap();
            }
            check(&mut pieces, &mut chunk, span);
        }
    }
    for span in spans.iter().step_by(301) {
        let (mut pieces, mut chunk) = (open(), Chunk::default());
        pieces.seek(span.0).unwrap();
        check(&mut pieces, &mut chunk, span);
    }
    let last = spans.last().unwrap();
    let beyond = Identity {
        byte_offset: last.0.byte_offset + last.1.len() as u64 + 1,
        ..last.0
    };
    let (mut pieces, mut chunk) = (open(), Chunk::default());
    while pieces.next_chunk(&mut chunk).unwrap() {
        assert!(!chunk.holds(source, beyond), "{path}");
    }
}

#[test]
fn every_form_gives_its_pieces() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let text: String = (0..9000).map(game).collect();
    let parts: Vec<&str> = {
        let cut = text.find("[Event \"4500\"").unwrap() + 5;
        vec![&text[..cut], &text[cut..]]
    };
    for (name, packing) in [
        ("a.pgn", Packing::Plain),
        ("a.pgn.gz", Packing::Gzip),
        ("a.pgn.zst", Packing::Zstd),
    ] {
        let stored: Vec<u8> = parts
            .iter()
            .flat_map(|part| packing.pack(part.as_bytes().to_vec()).unwrap())
            .collect();
        std::fs::write(path(name), stored).unwrap();
        check(&path(name), &path(name));
    }
    let units = text.encode_utf16().flat_map(u16::to_le_bytes);
    let utf16: Vec<u8> = [0xff, 0xfe].into_iter().chain(units).collect();
    std::fs::write(path("utf16.pgn"), utf16).unwrap();
    check(&path("utf16.pgn"), &path("utf16.pgn"));
    let mut zip = zip::ZipWriter::new(std::fs::File::create(path("a.zip")).unwrap());
    zip.start_file("b.pgn", zip::write::SimpleFileOptions::default())
        .unwrap();
    zip.write_all(text.as_bytes()).unwrap();
    zip.finish().unwrap();
    check(&path("a.zip"), &format!("{}!/b.pgn", path("a.zip")));
}
