use audit960_types::{Identity, count_line_ends};

use crate::support::{Reading, SmallReads, options, pzst, read, read_inputs, reference_spans};

/// Small texts that are difficult to cut.
const TEXTS: &[&str] = &[
    "1. e4 *\n\n[White \"w\"]\n[Event \"a\"]\n\n*\n[Event \"b\"]\n[Event \"b\"]\n*\n",
    "[FEN \"f\"]\r[Event \"a\"]\r\r*\r\r[SetUp \"1\"]\r[Event \"b\"]\r[A \"\"]\r[Event \"c\"]\r*\r",
    "\u{feff}[Event \"a\"]\r\n*\r\n\u{feff}[A \"\"]\r\n\u{feff}[Event \"b\"]\r\n{\r\n[Event \"c\"]\r\n}\r\n",
    "1. e4 *\r\n\r\n1. d4 1-0 \r\n \t\r\n\r\n[white \"w\"]\r\n\r\n0-1\n[ Black \"b\"]\n1/2-1/2\n\n",
];

/// The spans of all chunks, from the beginning of the source. Checks that they tile it.
fn spans_of(reading: &Reading) -> Vec<(std::ops::Range<usize>, Identity)> {
    let mut found: Vec<(std::ops::Range<usize>, Identity)> = Vec::new();
    let mut offset = 0;
    for chunk in &reading.chunks {
        for span in chunk.spans() {
            let identity = chunk.identity(span.start);
            let span = span.start + offset..span.end + offset;
            assert_eq!(span.start, found.last().map_or(0, |(last, _)| last.end));
            assert!(!span.is_empty());
            found.push((span, identity));
        }
        offset += chunk.bytes.len();
        assert_eq!(found.last().map_or(0, |(last, _)| last.end), offset);
    }
    found
}

#[test]
fn frames_and_chunks_of_every_size_have_the_same_spans() {
    for text in TEXTS {
        let text = text.as_bytes();
        let expected = reference_spans(text);
        assert!(expected.len() >= 3);
        for cut in 0..=text.len() {
            let (stored, offsets) = pzst(&[&text[..cut], &text[cut..]]);
            for target in (1..text.len()).step_by(7).chain([1 << 20]) {
                let reading = read(&stored, options(target));
                let found = spans_of(&reading);
                let spans: Vec<_> = found.iter().map(|(span, _)| span.clone()).collect();
                assert_eq!(spans, expected, "cut at {cut}, target {target}");
                for (span, identity) in found {
                    let second = usize::from(span.start >= cut && cut < text.len());
                    let begin = [0, cut][second];
                    let expected = Identity {
                        frame_offset: offsets[second],
                        byte_offset: (span.start - begin) as u64,
                    };
                    assert_eq!(identity, expected, "cut at {cut}, target {target}");
                }
                let lines = reading
                    .chunks
                    .iter()
                    .map(|chunk| count_line_ends(&chunk.bytes));
                assert_eq!(lines.sum::<u64>(), count_line_ends(text));
            }
        }
    }
}

#[test]
fn a_block_may_reach_across_the_end_of_a_chunk() {
    // Blocks of tags just shorter than, as long as and longer than the look-back, wherever a chunk ends in
    // them.
    for length in [4095, 4096, 4097] {
        let block = "[Tagged \"12345\"\n".repeat(length);
        let games = "[Event \"x\"]\n\n1. e4 *\n\n".repeat(2000);
        let text = format!("{games}{block}[Event \"a\"]\n{block}\n*\n{games}").into_bytes();
        let expected: Vec<_> = audit960_source::spans(&text).collect();
        let first_tag = games.len();
        let event = games.len() + block.len();
        let starts: Vec<usize> = expected.iter().map(|span| span.start).collect();
        let here = &starts[2000..2002];
        assert_eq!(starts.len(), 4001);
        let start = if length > 4096 { event } else { first_tag };
        assert_eq!(here[0], start);
        for target in (1000..text.len()).step_by(30_011) {
            let input = audit960_source::Input::from_reader("input", SmallReads::new(&text));
            let found = spans_of(&read_inputs(vec![input], options(target)));
            assert!(
                found
                    .into_iter()
                    .map(|(span, _)| span)
                    .eq(expected.iter().cloned())
            );
        }
    }
}

#[test]
fn the_fall_back_goes_on_from_chunk_to_chunk() {
    // A single Event line, and records of 16 bytes after it.
    let records = "1. e4 e5 1-0\n\n\n\n".repeat(400_000);
    let text = format!("[Event \"x\"]\n\n*\n\n{records}").into_bytes();
    // Each record after 4 MiB follows a termination and an empty line.
    let begin = text.len() - records.len();
    let first = (begin..)
        .step_by(16)
        .map(|record| record + 14)
        .find(|start| *start > 4 << 20);
    let first = first.unwrap();
    let count = (first..text.len()).step_by(16).count();
    let whole: Vec<_> = audit960_source::spans(&text).collect();
    assert_eq!(whole.len(), 1 + count);
    assert_eq!(whole[1].start, first);
    for target in [100_000, 1 << 20, 5 << 20] {
        let found = spans_of(&read(&text, options(target)));
        assert!(
            found
                .into_iter()
                .map(|(span, _)| span)
                .eq(whole.iter().cloned())
        );
    }
}
