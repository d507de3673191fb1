use audit960_source::Format;

use crate::at_hand::corpus;
use crate::reference;
use crate::support::{options, read_inputs};

/// Files shorter than this, in bytes, are compared with the slow reference.
const SMALL: usize = 64 << 10;

#[test]
fn real_archives_are_read_whole() {
    let Some(folder) = corpus("") else { return };
    let argument = folder.to_str().unwrap().to_owned();
    let reading = read_inputs(
        audit960_source::discover(&[argument]).unwrap().inputs,
        options(100_000),
    );
    assert!(reading.damaged().is_empty());
    assert!(!reading.sources.is_empty());
    for source in &reading.sources {
        let stored = std::fs::read(&*source.name).unwrap();
        if stored.starts_with(b"\x28\xB5\x2F\xFD") || stored.starts_with(b"\x1F\x8B") {
            continue;
        }
        assert!(reading.text_of(&source.name) == stored, "{}", source.name);
        let expected = if source.name.ends_with(".epd") {
            Format::Epd
        } else {
            Format::Pgn
        };
        assert_eq!(source.format, expected, "{}", source.name);
        let chunks = reading
            .chunks
            .iter()
            .filter(|chunk| chunk.source_name == source.name);
        let spans: usize = chunks.map(|chunk| chunk.spans().count()).sum();
        if expected == Format::Pgn {
            let starts = match stored.len() < SMALL {
                true => reference::span_starts(&stored, reference::DEFINITION).len(),
                // In large archives each game begins with an Event line.
                false => stored
                    .split(|&byte| byte == b'\n')
                    .filter(|line| line.starts_with(b"[Event \""))
                    .count(),
            };
            assert_eq!(spans, starts, "{}", source.name);
        }
    }
}
