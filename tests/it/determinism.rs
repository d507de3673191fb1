//! The same bytes for any number of threads, the same rows however the text is cut.

use std::fs;
use std::path::Path;

use audit960_board::start::Start;
use audit960_types::{Gap, GapKind};

use crate::folder::{Folder, audited, contents};
use crate::soak;
use crate::support::{Audit, audit_file, corpus, data, pgn_files};

/// Audits with different numbers of threads and compares what is written, byte by byte.
fn same_for_any_threads(inputs: &[&str], options: &str) {
    let folder = Folder::new();
    let written = |threads: &str| {
        let options = (options, ["-j", threads]);
        contents(audited(&folder, threads, inputs, options))
    };
    let one = written("1");
    for name in ["manifest.json", "games/part-00000.parquet"] {
        assert!(one.iter().any(|(path, _)| path == name), "{name}");
    }
    for threads in ["2", "8", "64"] {
        let other = written(threads);
        assert_eq!(one.len(), other.len(), "{threads} threads and {options}");
        for (one, other) in one.iter().zip(&other) {
            assert!(
                one == other,
                "{} with {threads} threads and {options}",
                one.0
            );
        }
    }
}

/// The options that are tested.
const OPTIONS: [&str; 4] = [
    "",
    "--with-moves --positions --players",
    "--quality --players --duplicates",
    "--crosscheck --duplicates --positions=8",
];

#[test]
fn our_archives() {
    let (archive, traps) = (data("archive"), data("traps"));
    let inputs = [archive.to_str().unwrap(), traps.to_str().unwrap()];
    for options in OPTIONS {
        same_for_any_threads(&inputs, options);
    }
}

#[test]
fn shared_archives() {
    let Some(root) = corpus(".") else { return };
    for options in soak::sample(OPTIONS, 3) {
        same_for_any_threads(&[root.to_str().unwrap()], options);
    }
}

/// One file of several chunks and many row groups of findings, so that threads do interleave.
#[test]
fn one_large_file() {
    let folder = Folder::new();
    let mut text = Vec::new();
    for path in pgn_files(&data("archive")) {
        text.extend(fs::read(path).unwrap());
        text.extend(b"\n\n");
    }
    let whole = text.repeat((8 << 20) / text.len() + 1);
    let path = folder.write("large.pgn", whole);
    for options in OPTIONS {
        same_for_any_threads(&[&path], options);
    }
}

/// The same games in frames that can be decoded independently, announced as pzstd does or not, one of
/// them damaged.
#[test]
fn one_file_of_many_frames() {
    let folder = Folder::new();
    let mut text = Vec::new();
    for path in pgn_files(&data("archive")) {
        text.extend(fs::read(path).unwrap());
        text.extend(b"\n\n");
    }
    let whole = text.repeat((6 << 20) / text.len() + 1);
    let path = folder.path("frames.pgn.zst");
    for announced in [false, true] {
        for damaged in [false, true] {
            let mut stored = frames(&whole, 700_001, announced);
            if damaged {
                // The fourth block of the third frame is of the reserved type.
                let block = stored.len() / 9 * 2 + 4 * 131_072;
                let header = (block..)
                    .find(|&at| stored[at..].starts_with(&RAW))
                    .unwrap();
                stored[header] = 0b110;
            }
            fs::write(&path, stored).unwrap();
            same_for_any_threads(&[&path], "");
        }
    }
}

/// Header of a raw block of 128 KiB that is not the last (RFC 8878, 3.1.1.2).
const RAW: [u8; 3] = [0, 0, 0x10];

/// Zstd frames of raw blocks, with `length` bytes of text each.
fn frames(text: &[u8], length: usize, announced: bool) -> Vec<u8> {
    let mut stored = Vec::new();
    for part in text.chunks(length) {
        // Magic; single segment, content size of four bytes.
        let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0b1010_0000];
        frame.extend((part.len() as u32).to_le_bytes());
        let mut blocks = part.chunks(128 << 10).peekable();
        while let Some(block) = blocks.next() {
            let header = (block.len() as u32) << 3 | u32::from(blocks.peek().is_none());
            frame.extend(&header.to_le_bytes()[..3]);
            frame.extend(block);
        }
        if announced {
            stored.extend(b"\x50\x2A\x4D\x18\x04\0\0\0");
            stored.extend((frame.len() as u32).to_le_bytes());
        }
        stored.extend(frame);
    }
    stored
}

/// A book of several chunks and row groups, some of its lines with findings.
#[test]
fn one_large_book() {
    let folder = Folder::new();
    let path = folder.write("large.epd", large_book(70_000));
    for options in soak::sample(OPTIONS, 3) {
        same_for_any_threads(&[&path], options);
    }
}

/// Pairs of double Chess960; every seventh line names a move that is not legal, every eleventh is
/// not a position.
fn large_book(lines: usize) -> String {
    let starts: Vec<String> = Start::all().map(|start| start.to_string()).collect();
    let line = |n: usize| {
        let (white, black) = (&starts[n / 960], starts[n % 960].to_lowercase());
        let (side, tail) = match (n % 11, n % 7) {
            (0, _) => ("x", "?"),
            (_, 0) => ("w", "bm e5;"),
            _ => ("w", "bm e4; id \"a pair\";"),
        };
        format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} {side} KQkq - {tail}\n")
    };
    (0..lines).map(line).collect()
}

/// The results of an audit, with gaps of positions, which may be cut at any line, joined again.
fn said(path: &Path, target: usize) -> Audit {
    let mut audit = audit_file(path, target);
    let mut gaps: Vec<Gap> = Vec::new();
    for gap in audit.gaps.drain(..) {
        match gaps.last_mut() {
            Some(last) if last.kind == GapKind::Positions && gap.kind == last.kind => {
                let found = last.identity.byte_offset + last.byte_length;
                assert_eq!(found, gap.identity.byte_offset);
                last.byte_length += gap.byte_length;
            }
            _ => gaps.push(gap),
        }
    }
    audit.gaps = gaps;
    audit
}

#[test]
fn rows_do_not_depend_on_where_chunks_end() {
    let mut paths = [data("archive"), data("traps")]
        .iter()
        .flat_map(|f| pgn_files(f))
        .collect::<Vec<_>>();
    for folder in ["torture", "fifty", "chess960", "standard"] {
        paths.extend(corpus(folder).iter().flat_map(|folder| pgn_files(folder)));
    }
    let folder = Folder::new();
    let book = folder.write("book.epd", large_book(500));
    paths.push(book.into());
    let books = corpus("epd").map(|folder| fs::read_dir(folder).unwrap());
    paths.extend(
        books
            .into_iter()
            .flatten()
            .map(|entry| entry.unwrap().path()),
    );
    let (mut games, mut positions) = (0, 0);
    for path in paths {
        let whole = said(&path, 1 << 20);
        games += whole.games.len();
        positions += whole.positions.len();
        for target in [1, 1000] {
            let holds = whole == said(&path, target);
            assert!(holds, "{} in chunks of {target}", path.display());
        }
    }
    assert!(games > 200, "{games} games");
    assert!(positions >= 500, "{positions} positions");
}
