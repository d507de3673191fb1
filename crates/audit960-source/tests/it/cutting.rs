use audit960_source::{Chunk, Format, Input};
use audit960_types::Identity;
use proptest::prelude::*;
use xxhash_rust::xxh3::xxh3_128;

use crate::support::{
    SmallReads, games, options, plain, pzst, read, read_inputs, reference_spans, zip_of,
};

/// Pieces of text, most of them difficult cases.
fn piece() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "[Event \"a\"]\n",
        "[Event \"b\"]\r\n",
        "[Event \"",
        "[Event",
        "[Event ",
        "[EventDate \"x\"]\n",
        "\n[Event \"c\"]\n\n1. e4 *\n",
        "{ [Event \"in a comment\"] }",
        "{\n[Event \"on a line of a comment\"]\n}",
        " [Event \"indented\"]\n",
        "\r[Event \"after a lone return\"]\n",
        "\u{feff}",
        "\u{feff}[Event \"after a mark\"]\n",
        "1. e4 e5 ",
        "\n",
        "\r\n",
        "\n\n",
        "*",
        "a long line without anything in it, just to be longer than the targets are",
    ])
}

fn text() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(piece(), 0..40).prop_map(|pieces| pieces.concat().into_bytes())
}

/// A text, and the positions where its frames are cut.
fn framed_text() -> impl Strategy<Value = (Vec<u8>, Vec<usize>)> {
    text().prop_flat_map(|text| {
        let cuts = prop::collection::vec(0..=text.len(), 0..6);
        (Just(text), cuts).prop_map(|(text, mut cuts)| {
            cuts.sort_unstable();
            (text, cuts)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn chunks_tile_the_text_at_span_starts(text in text(), target in 1_usize..200) {
        let reading = read(&text, options(target));
        prop_assert_eq!(&reading.text(), &text);
        let expected = reference_spans(&text);
        let mut found = Vec::new();
        let mut offset = 0;
        for chunk in &reading.chunks {
            let spans = chunk.spans();
            found.extend(spans.map(|span| span.start + offset..span.end + offset));
            for position in 0..=chunk.bytes.len() {
                prop_assert_eq!(chunk.identity(position), plain(offset + position));
            }
            offset += chunk.bytes.len();
        }
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn a_chunk_is_as_long_as_its_target_allows(text in text(), target in 1_usize..200) {
        let spans = reference_spans(&text);
        let reading = read(&text, options(target));
        let mut offset = 0;
        for chunk in &reading.chunks {
            let end = offset + chunk.bytes.len();
            if end < text.len() {
                let within = spans.iter().any(|span| (offset + 1..=offset + target).contains(&span.start));
                prop_assert_eq!(within, chunk.bytes.len() <= target);
                // The next span would not have fitted.
                let next = spans.iter().find(|span| span.start == end).unwrap();
                prop_assert!(!within || next.end > offset + target);
            }
            offset = end;
        }
    }

    #[test]
    fn arrival_in_pieces_changes_nothing(text in text(), target in 1_usize..200) {
        let whole = read(&text, options(target));
        let pieces = read_inputs(vec![Input::from_reader("input", SmallReads::new(&text))], options(target));
        prop_assert_eq!(whole.chunks.len(), pieces.chunks.len());
        for (left, right) in whole.chunks.iter().zip(&pieces.chunks) {
            prop_assert_eq!(&left.bytes, &right.bytes);
            prop_assert_eq!(left.last_of_source, right.last_of_source);
            prop_assert_eq!(left.stored_sum, right.stored_sum);
        }
        prop_assert_eq!(whole.reports, pieces.reports);
    }

    #[test]
    fn identities_name_the_frame_that_holds_the_byte(
        (text, cuts) in framed_text(),
        target in 1_usize..200,
    ) {
        let ends = cuts.iter().copied().chain([text.len()]);
        let starts: Vec<usize> = [0].into_iter().chain(cuts.iter().copied()).collect();
        let parts: Vec<&[u8]> = starts.iter().zip(ends).map(|(&start, end)| &text[start..end]).collect();
        let (stored, offsets) = pzst(&parts);
        let reading = read(&stored, options(target));
        prop_assert_eq!(&reading.text(), &text);
        let mut position = 0;
        for chunk in &reading.chunks {
            for (within, &byte) in chunk.bytes.iter().enumerate() {
                // The last frame that begins at or before the byte holds it.
                let frame = starts.iter().rposition(|&start| start <= position).unwrap();
                let expected = Identity {
                    frame_offset: offsets[frame],
                    byte_offset: (position - starts[frame]) as u64,
                };
                prop_assert_eq!(chunk.identity(within), expected);
                prop_assert_eq!(byte, text[position]);
                position += 1;
            }
        }
        let plain_chunks: Vec<_> = read(&text, options(target)).chunks.into_iter().map(|c| c.bytes).collect();
        let chunks: Vec<_> = reading.chunks.into_iter().map(|c| c.bytes).collect();
        prop_assert_eq!(chunks, plain_chunks, "frames do not decide where chunks end");
    }

    #[test]
    fn epd_is_cut_at_line_ends(
        lines in prop::collection::vec("[a-z]{0,30}", 0..30),
        end in "(\n)?",
        target in 1_usize..100,
    ) {
        let text = format!("8/8/8/8/8/8/8/K1k5 w - -\n{}{end}", lines.join("\n")).into_bytes();
        let reading = read(&text, options(target));
        prop_assert_eq!(&reading.text(), &text);
        for chunk in &reading.chunks {
            prop_assert_eq!(chunk.format, Format::Epd);
            prop_assert!(chunk.last_of_source || chunk.bytes.ends_with(b"\n"));
            prop_assert!(!chunk.bytes.is_empty());
            // Longer than the target only where a line is.
            let body = &chunk.bytes[..chunk.bytes.len().saturating_sub(1)];
            prop_assert!(chunk.bytes.len() <= target || !body[..target.min(body.len())].contains(&b'\n'));
        }
    }
}

#[test]
fn empty_inputs_have_a_chunk() {
    let inputs = ["a", "b"].map(|name| Input::from_reader(name, std::io::empty()));
    let reading = read_inputs(inputs.into(), options(100));
    assert_eq!(reading.names(), ["a", "b"]);
    assert_eq!(reading.chunks.len(), 2);
    for chunk in &reading.chunks {
        assert!(chunk.bytes.is_empty() && chunk.first_of_source && chunk.last_of_source);
        assert_eq!(chunk.format, Format::Pgn);
    }
    assert!(read_inputs(Vec::new(), options(100)).chunks.is_empty());
}

#[test]
fn a_chunk_may_be_reused_or_not() {
    let text = crate::support::games(200);
    let again = read(&text, options(5000));
    let input = Input::from_reader("input", std::io::Cursor::new(text));
    let mut reader =
        audit960_source::ChunkReader::new(vec![input], options(5000), Default::default());
    for expected in &again.chunks {
        let mut chunk = audit960_source::Chunk::default();
        assert!(reader.next_chunk(&mut chunk).unwrap());
        assert_eq!(
            (&chunk.bytes, &chunk.frames),
            (&expected.bytes, &expected.frames)
        );
    }
    assert!(again.chunks.len() > 10);
}

#[test]
fn a_failing_reader_ends_the_run() {
    struct Failing(u32);
    impl std::io::Read for Failing {
        fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
            self.0 += 1;
            if self.0 > 3 {
                return Err(std::io::Error::other("the disk is gone"));
            }
            out[0] = b'x';
            Ok(1)
        }
    }
    let inputs = vec![
        Input::from_reader("first", std::io::empty()),
        Input::from_reader("bad", Failing(0)),
        Input::from_reader("never reached", std::io::empty()),
    ];
    let mut reader = audit960_source::ChunkReader::new(inputs, options(10), Default::default());
    let mut chunk = audit960_source::Chunk::default();
    assert!(reader.next_chunk(&mut chunk).unwrap());
    let error = reader.next_chunk(&mut chunk).unwrap_err();
    assert!(error.to_string().starts_with("bad:"), "{error}");
    assert!(!reader.next_chunk(&mut chunk).unwrap());
    assert_eq!(reader.into_reports().len(), 1);
}

#[test]
fn endless_input_gives_chunks() {
    struct Endless(std::iter::Cycle<std::vec::IntoIter<u8>>);
    impl std::io::Read for Endless {
        fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
            let count = out.len();
            out.iter_mut()
                .zip(&mut self.0)
                .for_each(|(out, byte)| *out = byte);
            Ok(count)
        }
    }
    let endless = Endless(crate::support::games(3).into_iter().cycle());
    let inputs = vec![Input::from_reader("-", endless)];
    let mut reader = audit960_source::ChunkReader::new(inputs, options(50_000), Default::default());
    let mut chunk = audit960_source::Chunk::default();
    for _ in 0..100 {
        assert!(reader.next_chunk(&mut chunk).unwrap());
        assert!(chunk.bytes.starts_with(b"[Event \"Game "));
        assert!(
            (48_000..=50_000).contains(&chunk.bytes.len()),
            "{}",
            chunk.bytes.len()
        );
        assert!(!chunk.last_of_source);
    }
}

/// It is the checksum of some beginning of the stored bytes that holds the text of the chunk; the same beginning
/// however the bytes arrive.
#[test]
fn a_chunk_has_the_checksum_of_what_was_read_for_it() {
    let text = games(250);
    assert!(
        text.len() > 100_000,
        "more than is read to detect the format"
    );
    for target in [700, 9000, 60_000, 1 << 20] {
        let reading = read(&text, options(target));
        let (mut end, mut from) = (0, 0);
        for chunk in &reading.chunks {
            end += chunk.bytes.len();
            let sum = chunk.stored_sum.unwrap();
            let is_that_of = |upto: &usize| xxh3_128(&text[..*upto]) == sum;
            from = (from.max(end)..=text.len()).find(is_that_of).unwrap();
        }
        assert_eq!(end, text.len());
        let slow = Input::from_reader("input", SmallReads::new(&text));
        let sums = |chunks: &[Chunk]| {
            chunks
                .iter()
                .map(|chunk| chunk.stored_sum)
                .collect::<Vec<_>>()
        };
        let slow = read_inputs(vec![slow], options(target));
        assert_eq!(sums(&slow.chunks), sums(&reading.chunks), "{target}");
    }
    let utf16 = String::from_utf8(text.clone()).unwrap();
    let utf16: Vec<u8> = utf16.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for stored in [pzst(&[&text]).0, utf16, zip_of(&[("a.pgn", &text)])] {
        let reading = read(&stored, options(9000));
        assert!(
            reading
                .chunks
                .iter()
                .all(|chunk| chunk.stored_sum.is_none())
        );
    }
}
