use std::path::{Path, PathBuf};

use audit960_source::Format;

use crate::support::{options, read_inputs};

/// The corpus, if there is one: `AUDIT960_CORPUS`, or `../shared/data` beside the workspace.
fn corpus() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("AUDIT960_CORPUS").map_or_else(beside, PathBuf::from);
    folder.is_dir().then_some(folder)
}

#[test]
fn real_archives_are_read_whole() {
    let Some(folder) = corpus() else {
        println!("skipped: no corpus");
        return;
    };
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
        let spans: usize = chunks
            .map(|chunk| audit960_source::spans(&chunk.bytes).count())
            .sum();
        let events = stored.split(|&byte| byte == b'\n').skip(1);
        let events = events.filter(|line| line.starts_with(b"[Event \"")).count();
        if expected == Format::Pgn && !stored.is_empty() {
            assert_eq!(spans, events + 1, "{}", source.name);
        }
    }
}
