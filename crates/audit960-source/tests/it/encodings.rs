use audit960_source::{Encoding, Format, Input};
use audit960_types::Code;

use crate::support::{
    Reading, SmallReads, games, gz, options, plain, pzst, read, read_inputs, reference_spans,
    zip_of,
};

fn utf16(text: &str, encoding: Encoding) -> Vec<u8> {
    let bytes = |unit: u16| match encoding {
        Encoding::Utf16Be => unit.to_be_bytes(),
        _ => unit.to_le_bytes(),
    };
    text.encode_utf16().flat_map(bytes).collect()
}

const BOTH: [Encoding; 2] = [Encoding::Utf16Le, Encoding::Utf16Be];

/// Games with characters of two, three and four bytes.
fn text() -> String {
    let names = "{ \u{e9}\u{f4} \u{265e} \u{1f40e} }\r\n";
    let games = String::from_utf8(games(300)).unwrap();
    games.replace("e4 e5 *", &format!("{names}*"))
}

/// The codes of the findings about the source.
fn codes(reading: &Reading) -> Vec<Code> {
    let mut codes = Vec::new();
    for chunk in &reading.chunks {
        codes.extend(chunk.opening_finding().map(|finding| finding.code));
        let closing = chunk.closing_findings(0);
        codes.extend(closing.into_iter().map(|finding| finding.code));
    }
    codes
}

fn check(stored: &[u8], text: &str, encoding: Encoding) {
    let identities: Vec<_> = reference_spans(text.as_bytes())
        .iter()
        .map(|span| plain(span.start))
        .collect();
    let whole = read(stored, options(4096));
    let pieces = vec![Input::from_reader("input", SmallReads::new(stored))];
    for reading in [whole, read_inputs(pieces, options(700))] {
        assert!(reading.text() == text.as_bytes());
        assert_eq!(reading.span_identities(), identities);
        assert_eq!(reading.reports[0].stored_bytes, stored.len() as u64);
        assert!(
            reading
                .chunks
                .iter()
                .all(|chunk| chunk.encoding == encoding)
        );
        assert_eq!(codes(&reading), [Code::Utf16]);
    }
}

#[test]
fn utf_16_is_a_stored_form() {
    let text = text();
    for encoding in BOTH {
        let unmarked = utf16(&text, encoding);
        let marked = utf16(&format!("\u{feff}{text}"), encoding);
        for stored in [unmarked, marked] {
            check(&stored, &text, encoding);
            check(&gz(&stored), &text, encoding);
            // Frames may end within a code unit or a surrogate pair; the text has one frame.
            let parts: Vec<&[u8]> = stored.chunks(10_007).collect();
            check(&pzst(&parts).0, &text, encoding);
            check(&zip_of(&[("a.pgn", &stored)]), &text, encoding);
        }
    }
}

#[test]
fn positions_in_utf_16_are_positions() {
    let text = "8/8/8/8/8/8/8/K1k5 w - -\r\n8/8/8/8/8/8/8/K1k5 b - -\r\n";
    let reading = read(&utf16(text, Encoding::Utf16Le), options(100));
    assert_eq!(reading.text(), text.as_bytes());
    assert_eq!(reading.chunks[0].format, Format::Epd);
}

#[test]
fn what_is_not_a_character_is_replaced_and_counted() {
    let head = "[Event \"some event or other\"]\n";
    for encoding in BOTH {
        let unit = |unit: u16| match encoding {
            Encoding::Utf16Be => unit.to_be_bytes(),
            _ => unit.to_le_bytes(),
        };
        let (high, low) = (unit(0xD83D), unit(0xDE00));
        let x = unit(u16::from(b'x'));
        for (tail, expected, replaced) in [
            ([&high[..], &low].concat(), "\u{1f600}", 0),
            ([&low[..], &high].concat(), "\u{fffd}\u{fffd}", 2),
            (
                [&high[..], &high, &low, &x].concat(),
                "\u{fffd}\u{1f600}x",
                1,
            ),
            ([&high[..], &x].concat(), "\u{fffd}x", 1),
            ([&x[..], b"\0"].concat(), "x\u{fffd}", 1),
            ([&high[..], b"\0"].concat(), "\u{fffd}\u{fffd}", 2),
        ] {
            let stored = [utf16(head, encoding), tail].concat();
            for target in [10, 1000] {
                let pieces = vec![Input::from_reader("input", SmallReads::new(&stored))];
                for reading in [
                    read(&stored, options(target)),
                    read_inputs(pieces, options(target)),
                ] {
                    assert_eq!(reading.text(), format!("{head}{expected}").into_bytes());
                    let counts: Vec<u64> = reading.chunks.iter().map(|c| c.replaced).collect();
                    assert_eq!(counts.iter().sum::<u64>(), replaced);
                    assert_eq!(counts.last(), Some(&replaced), "in the last chunk");
                    let codes = codes(&reading);
                    assert_eq!(codes.contains(&Code::BrokenUtf16), replaced > 0);
                }
            }
        }
    }
}

#[test]
fn utf_16_goes_on_after_a_hole() {
    let text = text();
    for encoding in BOTH {
        let stored = utf16(&text, encoding);
        // The second frame is lost, and is an odd number of bytes long, or an even one.
        for (first, second) in [(20_000, 10_001), (20_001, 10_001), (20_000, 10_000)] {
            let (left, rest) = stored.split_at(first);
            let (lost, right) = rest.split_at(second);
            let (mut frames, offsets) = pzst(&[left, lost, right]);
            let middle = (offsets[1] + offsets[2]) as usize / 2;
            frames[middle..middle + 40].fill(0xA5);
            let reading = read(&frames, options(4096));
            assert_eq!(reading.damaged().len(), 1, "one hole");
            let decoded = String::from_utf8(reading.text()).unwrap();
            let kept = first / 2;
            let head: String = char::decode_utf16(text.encode_utf16().take(kept - 2))
                .map_while(Result::ok)
                .collect();
            assert!(decoded.starts_with(&head));
            let end: String = text.chars().rev().take(3000).collect();
            assert!(decoded.chars().rev().collect::<String>().starts_with(&end));
        }
    }
}

#[test]
fn zero_bytes_in_plain_text_stay() {
    let text = [b"[Event \"x\"]\n\n1. e4\0\0\0\0 e5\0 *\n", &[0; 40][..]].concat();
    let reading = read(&text, options(100));
    assert_eq!(reading.text(), text);
    assert!(codes(&reading).is_empty());
}
