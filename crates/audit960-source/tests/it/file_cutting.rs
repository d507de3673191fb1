//! Files of plain text, which several threads read after one has looked where to cut: the chunks are those of the same
//! bytes read in order.

use std::fs;

use audit960_source::{Chunk, Input, discover};
use proptest::prelude::*;
use xxhash_rust::xxh3::xxh3_128;

use crate::support::{games, options, read, read_inputs, read_shared};

/// Parts of text that make the place of a cut hard to see: games, blocks of tags longer than is looked back over, Event
/// lines in comments, directly below each other and below other tags, games without Event lines, text that is no game.
fn part() -> impl Strategy<Value = String> {
    let moves = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(40);
    let tags = |count: usize| "[Site \"somewhere\"]\n".repeat(count);
    prop_oneof![
        8 => (0..60_usize).prop_map(move |n| format!("[Event \"{n}\"]\n[Site \"x\"]\n\n{} *\n\n", &moves[..n * 14])),
        2 => (0..60_usize).prop_map(|n| format!("[Site \"x\"]\r\n[Event \"{n}\"]\r\n\r\n1. e4 1-0\r\n\r\n")),
        1 => Just("[Event \"a\"]\n[Event \"b\"]\n[Site \"x\"]\n[Event \"c\"]\n\n1. e4 *\n".to_owned()),
        1 => Just("{\n[Event \"in a comment\"]\n} {x [Event \"y\"] z}\n".to_owned()),
        1 => (0..400_usize).prop_map(move |n| format!("{}[Event \"below\"]\n\n*\n\n", tags(n))),
        1 => (3400..4200_usize).prop_map(move |n| format!("\n{}[Event \"far below\"]\n\n*\n\n", tags(n))),
        1 => (1..90_usize).prop_map(|n| "[White \"no Event line\"]\n\n1. e4 e5 1-0\n\n".repeat(n)),
        1 => (1..30_usize).prop_map(|n| "a line of no game\n".repeat(n * n)),
        1 => Just("\u{feff}[Event \"after a mark\"]\n\n1. d4 *\n\r\r\n".to_owned()),
    ]
}

/// The chunks of a file, alone and for several threads.
fn chunks_of_file(text: &[u8], target: usize) -> Vec<Vec<Chunk>> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pgn").to_string_lossy().into_owned();
    fs::write(&path, text).unwrap();
    let inputs = || -> Vec<Input> { discover(std::slice::from_ref(&path)).unwrap().inputs };
    let alone = read_inputs(inputs(), options(target));
    assert_eq!(alone.progress, text.len() as u64, "each byte counts once");
    let sum = format!("{:032x}", xxh3_128(text));
    assert_eq!(alone.reports[0].xxh3_128, sum);
    let mut all = vec![alone.chunks];
    for threads in [1, 3] {
        let (chunks, order, reports) = read_shared(inputs(), options(target), threads);
        let lengths = chunks.iter().map(|chunk| chunk.bytes.len());
        assert!(
            order.into_iter().map(|(_, length)| length).eq(lengths),
            "in order, with text"
        );
        assert_eq!(reports[0].xxh3_128, sum);
        all.push(chunks);
    }
    all
}

/// Everything about a chunk but the checksum and the name of its source, which a reader in memory does not share.
fn shape(chunk: &Chunk) -> String {
    let same = Chunk {
        stored_sum: None,
        source_name: "".into(),
        ..chunk.clone()
    };
    format!("{same:?}")
}

fn check(text: &[u8], target: usize) {
    let in_memory: Vec<String> = read(text, options(target))
        .chunks
        .iter()
        .map(shape)
        .collect();
    let of_file = chunks_of_file(text, target);
    for chunks in &of_file {
        let shapes: Vec<String> = chunks.iter().map(shape).collect();
        let differing = shapes
            .iter()
            .zip(&in_memory)
            .position(|(one, other)| one != other);
        assert_eq!(
            (differing, shapes.len()),
            (None, in_memory.len()),
            "{target}"
        );
        let sums =
            |chunks: &[Chunk]| -> Vec<_> { chunks.iter().map(|chunk| chunk.stored_sum).collect() };
        assert_eq!(sums(chunks), sums(&of_file[0]));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_file_gives_the_chunks_of_its_bytes(
        parts in prop::collection::vec(part(), 100..700),
        target in prop_oneof![100_usize..3000, 3000_usize..90_000, 90_000_usize..300_000],
    ) {
        check(parts.concat().as_bytes(), target);
    }

    #[test]
    fn so_does_a_file_of_lines(lines in prop::collection::vec("[a-z]{0,60}(\r|\n|\r\n)", 100..3000), target in 50_usize..9000) {
        let text = format!("8/8/8/8/8/8/8/K1k5 w - -\n{}", lines.concat());
        check(text.as_bytes(), target);
    }
}

/// Else nothing of this would be tried: the checksum of a chunk that was cut unread is that of the text up to its end.
#[test]
fn most_chunks_are_cut_before_they_are_read() {
    let text = games(3000);
    let chunks = &chunks_of_file(&text, 20_000)[0];
    let mut end = 0;
    let cut_unread = chunks.iter().filter(|chunk| {
        end += chunk.bytes.len();
        chunk.stored_sum == Some(xxh3_128(&text[..end]))
    });
    assert!(chunks.len() > 50 && cut_unread.count() > chunks.len() * 3 / 4);
}

/// Where no Event line is, spans start otherwise: a file may change over in the middle of a chunk, both ways.
#[test]
fn games_without_event_lines_stand_before_and_after_others() {
    let without = "[White \"x\"]\n\n1. e4 1-0\n\n".repeat(4000).into_bytes();
    for text in [
        [&without[..], &games(400)].concat(),
        [&games(400)[..], &without, &games(400)].concat(),
    ] {
        for target in [150, 3000, 40_000] {
            check(&text, target);
        }
    }
}
