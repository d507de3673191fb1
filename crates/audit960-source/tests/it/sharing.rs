use std::io::Cursor;
use std::sync::Barrier;

use audit960_source::{Chunk, ChunkReader, Input, ReaderOptions, SharedReader};
use proptest::prelude::*;

use crate::support::{
    bz2, games, gz, options, pzst, read_inputs, read_shared, zip_of, zst, zst_frames,
};

fn inputs(stored: &[Vec<u8>]) -> Vec<Input> {
    let input = |(index, stored): (usize, &Vec<u8>)| {
        Input::from_reader(format!("input {index}"), Cursor::new(stored.clone()))
    };
    stored.iter().enumerate().map(input).collect()
}

/// Checks that any number of threads gets the chunks of a single reader.
fn check(stored: &[Vec<u8>], options: ReaderOptions) {
    let shown = |chunks: &[Chunk]| -> Vec<String> {
        chunks.iter().map(|chunk| format!("{chunk:?}")).collect()
    };
    let alone = read_inputs(inputs(stored), options).chunks;
    for threads in [1, 2, 5] {
        let (chunks, order, _) = read_shared(inputs(stored), options, threads);
        assert!(
            shown(&chunks) == shown(&alone),
            "{threads} threads do not get what one gets"
        );
        let expected = alone
            .iter()
            .map(|chunk| (chunk.sequence, chunk.bytes.len()));
        assert!(order.into_iter().eq(expected));
    }
}

#[test]
fn threads_get_what_one_gets() {
    let text = games(200);
    let parts: Vec<&[u8]> = text.chunks(3001).collect();
    let stored = [
        zst_frames(&parts).0,
        text.clone(),
        gz(&text),
        pzst(&parts).0,
        bz2(&text),
        zip_of(&[("a.pgn", &text), ("b.pgn.zst", &zst_frames(&parts).0)]),
        zst(&text),
    ];
    for target in [500, 4000, 20_000, 1 << 20] {
        check(&stored, options(target));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn threads_get_what_one_gets_of_damaged_frames(
        frame in 100_usize..9000,
        target in 100_usize..20_000,
        announced in any::<bool>(),
        holes in prop::collection::vec((0.0..1.0, 1_usize..200, any::<u8>()), 0..4),
        kept in prop_oneof![Just(1.0), 0.2..1.0],
    ) {
        let text = games(60);
        let parts: Vec<&[u8]> = text.chunks(frame).collect();
        let (mut stored, _) = if announced { pzst(&parts) } else { zst_frames(&parts) };
        for (place, length, byte) in holes {
            let from = (place * stored.len() as f64) as usize;
            let to = (from + length).min(stored.len());
            stored[from..to].fill(byte);
        }
        stored.truncate((kept * stored.len() as f64) as usize);
        check(&[stored], options(target));
    }
}

/// A thread that works on a chunk does not block the others, whatever the compression.
#[test]
fn the_next_chunk_is_decoded_while_others_work() {
    let text = games(200);
    for stored in [zst(&text), gz(&text), bz2(&text), text.clone()] {
        let reader = ChunkReader::new(inputs(&[stored]), options(10_000), Default::default());
        let reader = SharedReader::new(reader);
        // No thread is done before all have a chunk.
        let all = Barrier::new(3);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    let mut chunk = Chunk::default();
                    assert!(reader.next_chunk(&mut chunk).unwrap());
                    all.wait();
                });
            }
        });
    }
}
