//! Random access to pieces by their identity, in every stored form.

use std::io::Write as _;
use std::sync::Arc;

use audit960_source::{Chunk, ChunkReader, Limits, Packing, PieceReader, Progress, discover};
use audit960_types::Identity;

use crate::support::options;

/// A game that holds its number.
fn game(number: usize) -> String {
    format!(
        "[Event \"{number}\"]\n\n1. e4 {{{}}} *\n\n",
        "é".repeat(number % 50)
    )
}

/// Reads spans of a file by their identity, in the order of the file and backwards.
fn check(path: &str, source: &str) {
    let inputs = discover(&[path.to_owned()]).unwrap().inputs;
    let mut reader = ChunkReader::new(inputs, options(4 << 10), Arc::new(Progress::default()));
    let mut chunk = Chunk::default();
    let mut spans: Vec<(Identity, Vec<u8>)> = Vec::new();
    while reader.next_chunk(&mut chunk).unwrap() {
        let of =
            |span: std::ops::Range<usize>| (chunk.identity(span.start), chunk.bytes[span].to_vec());
        spans.extend(chunk.spans().map(of));
    }
    assert!(spans.len() > 1000, "{path}");
    let mut pieces = PieceReader::open(source, Limits::default()).unwrap();
    assert_eq!(pieces.source(), source);
    let mut compare = |(at, text): &(Identity, Vec<u8>)| {
        let mut piece = vec![0; text.len()];
        assert!(pieces.read(*at, &mut piece).unwrap(), "{path} {at:?}");
        assert_eq!(&piece, text, "{path} {at:?}");
    };
    spans.iter().step_by(7).for_each(&mut compare);
    spans.iter().rev().step_by(101).for_each(&mut compare);
    let (last, text) = spans.last().unwrap();
    let mut beyond = vec![0; text.len() + 1];
    assert!(!pieces.read(*last, &mut beyond).unwrap(), "{path}");
}

#[test]
fn every_form_gives_its_pieces() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let text: String = (0..3000).map(game).collect();
    let parts: Vec<&str> = {
        let cut = text.find("[Event \"1500\"").unwrap() + 5;
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
