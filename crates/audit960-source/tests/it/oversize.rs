use audit960_source::{Chunk, ChunkReader, Input, ReaderOptions};
use audit960_types::Identity;
use proptest::prelude::*;

use crate::support::{plain, pzst, read, reference_spans};

fn limits(target_bytes: usize, max_span_bytes: usize) -> ReaderOptions {
    ReaderOptions {
        target_bytes,
        max_span_bytes,
        ..ReaderOptions::default()
    }
}

/// Games with bodies of the given lengths; every tenth byte of a body is a newline.
fn bodies(lengths: &[usize]) -> Vec<u8> {
    let mut text = Vec::new();
    for &length in lengths {
        text.extend(b"[Event \"x\"]\n");
        text.extend((0..length).map(|at| if at % 10 == 9 { b'\n' } else { b'.' }));
        if length > 0 {
            text.push(b'\n');
        }
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn spans_are_kept_whole_or_cut_at_the_limit(
        lengths in prop::collection::vec(0_usize..120, 0..12),
        target in 1_usize..150,
        longest in 1_usize..100,
        frame in 1_usize..300,
    ) {
        let text = bodies(&lengths);
        let parts: Vec<&[u8]> = text.chunks(frame).collect();
        let (frames, offsets) = pzst(&parts);
        for (stored, framed) in [(&text, false), (&frames, true)] {
            let identity = |at: usize| match framed {
                true => Identity { frame_offset: offsets[at / frame], byte_offset: (at % frame) as u64 },
                false => plain(at),
            };
            let reading = read(stored, limits(target, longest));
            let mut chunks = reading.chunks.iter();
            let mut pending: Vec<(&Chunk, std::ops::Range<usize>)> = Vec::new();
            let mut offset = 0;
            for span in reference_spans(&text) {
                if pending.is_empty() {
                    let chunk = chunks.next().unwrap();
                    pending = chunk.spans().map(|span| (chunk, span)).collect();
                    prop_assert!(chunk.dropped == 0 || pending.len() == 1);
                    pending.reverse();
                }
                let (chunk, found) = pending.pop().unwrap();
                prop_assert_eq!(&chunk.bytes[found.clone()], &text[span.start..][..found.len()]);
                prop_assert_eq!(found.len(), span.len().min(longest));
                let rest = &text[span.start + found.len()..span.end];
                prop_assert_eq!(chunk.dropped, rest.len() as u64);
                prop_assert_eq!(chunk.dropped_lines, audit960_types::count_line_ends(rest));
                prop_assert_eq!(span.start, offset);
                prop_assert_eq!(chunk.identity(found.start), identity(span.start));
                if !rest.is_empty() {
                    prop_assert_eq!(chunk.identity(found.end), identity(span.start + found.len()));
                }
                offset = span.end;
            }
            prop_assert!(pending.is_empty());
            prop_assert!(chunks.all(|chunk| chunk.bytes.is_empty() && text.is_empty()));
        }
    }
}

#[test]
fn a_long_line_of_epd_is_cut() {
    let position = "8/8/8/8/8/8/8/K1k5 w - -";
    let text = format!("{position}\n{position} {}\n{position}\n", "x".repeat(100));
    for (text, expected) in [
        (text.as_str(), &[25, 50, 25][..]),
        (&text[..151], &[25, 50]),
    ] {
        let reading = read(text.as_bytes(), limits(30, 50));
        let lengths: Vec<usize> = reading
            .chunks
            .iter()
            .map(|chunk| chunk.bytes.len())
            .collect();
        let dropped: Vec<u64> = reading.chunks.iter().map(|chunk| chunk.dropped).collect();
        assert_eq!(lengths, expected);
        assert_eq!(dropped[1], 76, "24 + 1 + 100 + 1 bytes, less 50");
        assert_eq!(reading.chunks[1].dropped_lines, 1);
    }
}

#[test]
fn memory_stays_bounded() {
    struct Noise(u64);
    impl std::io::Read for Noise {
        fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
            let count = out.len().min(usize::try_from(self.0).unwrap());
            out[..count].fill(b'[');
            self.0 -= count as u64;
            Ok(count)
        }
    }
    let noise = 50 << 20;
    let text = std::io::Read::chain(Noise(noise), &b"\n[Event \"x\"]\n\n*\n"[..]);
    let inputs = vec![Input::from_reader("-", text)];
    let (target, longest) = (64 << 10, 1 << 20);
    let mut reader = ChunkReader::new(inputs, limits(target, longest), Default::default());
    let mut chunk = Chunk::default();
    assert!(reader.next_chunk(&mut chunk).unwrap());
    assert_eq!(chunk.bytes.len(), longest);
    assert_eq!(chunk.dropped, noise + 1 - longest as u64);
    assert!(chunk.bytes.capacity() <= 2 * (longest + target));
    assert!(reader.next_chunk(&mut chunk).unwrap());
    assert_eq!(chunk.bytes, b"[Event \"x\"]\n\n*\n");
    assert_eq!(
        chunk.identity(0),
        plain(usize::try_from(noise).unwrap() + 1)
    );
    assert!(
        chunk.bytes.capacity() <= 4 * target,
        "the large buffer is freed"
    );
    assert!(chunk.last_of_source);
}
