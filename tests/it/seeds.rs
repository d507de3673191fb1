//! Invariants of any input: the functions of the fuzz targets on their corpus, on the traps, and on
//! archives cut at random offsets.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::Index;

use crate::support::{data, pgn_files};

#[path = "../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "a crate of its own to the fuzzers")]
mod invariants;

fn corpus(target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fuzz/corpus")
        .join(target);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    assert!(files.len() > 20, "{target}: only {} inputs", files.len());
    files
}

/// Runs a target on its corpus; a panic names the input.
fn replay(target: &str, check: fn(&[u8])) {
    for path in corpus(target) {
        let input = std::fs::read(&path).unwrap();
        let checked = std::panic::catch_unwind(|| check(&input));
        let holds = checked.is_ok();
        assert!(holds, "{} breaks an invariant of any input", path.display());
    }
}

#[test]
fn split() {
    replay("split", invariants::split);
}

#[test]
fn pgn() {
    replay("pgn", invariants::pgn);
}

#[test]
fn fen() {
    replay("fen", invariants::fen);
}

#[test]
fn epd() {
    replay("epd", invariants::epd);
}

#[test]
fn san() {
    replay("san", invariants::san);
}

#[test]
fn stored() {
    replay("stored", invariants::stored);
}

#[test]
fn tables() {
    replay("tables", invariants::tables);
}

#[test]
fn manifest() {
    replay("manifest", invariants::manifest);
}

#[test]
fn parquet() {
    replay("parquet", invariants::parquet);
}

static TRAPS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let texts: Vec<_> = pgn_files(&data("traps"))
        .iter()
        .map(|path| std::fs::read(path).unwrap())
        .collect();
    assert!(texts.len() > 50);
    texts
});

#[test]
fn traps() {
    for text in TRAPS.iter() {
        invariants::pgn(text);
        invariants::split(&[&[30, 40], text.as_slice()].concat());
    }
}

/// Pieces of traps, cut anywhere, one after the other.
fn scraps() -> impl Strategy<Value = Vec<u8>> {
    let scrap = (any::<Index>(), any::<Index>(), any::<Index>()).prop_map(|(trap, from, to)| {
        let text = trap.get(&TRAPS);
        let (from, to) = (from.index(text.len() + 1), to.index(text.len() + 1));
        text[from.min(to)..from.max(to)].to_vec()
    });
    prop::collection::vec(scrap, 1..8).prop_map(|scraps| scraps.concat())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 200,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn nothing_is_lost_of_text_cut_at_random_places(text in scraps()) {
        invariants::pgn(&text);
    }

    #[test]
    fn chunks_cut_at_random_places_say_the_same(
        text in scraps(),
        target: u8,
        longest: u8,
    ) {
        invariants::split(&[&[target, longest], text.as_slice()].concat());
    }
}
