use proptest::prelude::*;

use super::*;

#[path = "../../tests/it/reference.rs"]
mod reference;

use reference::span_starts;

fn starts(text: &[u8]) -> Vec<usize> {
    spans(text).map(|span| span.start).collect()
}

/// The first span start in a range that is decided by the bytes of the range alone, as the readers of ranges find it.
fn decided_start(range: &[u8], rule: SpanRule) -> Option<usize> {
    let known = first_known_line(range)?;
    let mut finder = SpanFinder::after_unknown(rule);
    finder.scan(range, true);
    finder.first_start(known)
}

/// The text with `|` where spans start, except at offset 0.
fn marked(text: &str) -> String {
    let mut marked = String::new();
    for span in spans(text.as_bytes()) {
        marked.push_str(&text[span]);
        marked.push('|');
    }
    marked.pop();
    marked
}

/// Checks that spans start where the `|` are, with each kind of line end, and that the reference
/// agrees.
fn check(expected: &str) {
    for end in ["\n", "\r\n", "\r"] {
        let expected = expected.replace('\n', end);
        let text = expected.replace('|', "");
        assert_eq!(marked(&text), expected);
        let text = text.as_bytes();
        assert_eq!(starts(text), span_starts(text, reference::DEFINITION));
    }
}

#[test]
fn an_event_line_starts_a_span() {
    assert!(starts(b"").is_empty());
    for text in [
        "x",
        "[Event \"a\"]\n\n*\n",
        "\n|[Event \"",
        "[Event \"a\"]\n\n*\n\n|[Event \"b\"]\n*\n|[Event \"c\"]",
        "{\n|[Event \"in a comment\"]\n}",
        "{ [Event \"a\"] }\n [Event \"b\"]\n[Event\"c\"]\n[event \"d\"]\n[EventDate \"e\"]\n",
    ] {
        check(text);
    }
}

#[test]
fn a_span_starts_with_its_block_of_tags() {
    for text in [
        "x\n|[FEN \"f\"]\n[SetUp \"1\"]\n[Event \"a\"]\n\n*\n\n|[ePGN \"0.1\"]\n[Event \"b\"]\n",
        "[White \"w\"]\n[Event \"a\"]\n[Site \"s\"]\n\n*\n",
        "1. e4 *\n|[White\"w\"]\n[Event \"a\"]\n",
        // Any other line breaks the block.
        "x\n[White \"w\"]\n\n|[Event \"a\"]\n",
        "x\n[White \"w\"]\n; a note\n|[Black \"b\"]\n[Event \"a\"]\n",
        "x\n[White \"w\"]\n [Black \"b\"]\n|[Event \"a\"]\n",
        // A block without an Event line.
        "[Event \"a\"]\n\n*\n\n[White \"w\"]\n\n*\n\n|[Event \"b\"]\n",
    ] {
        check(text);
    }
}

#[test]
fn further_event_lines_of_a_block_start_spans() {
    for text in [
        "[Event \"a\"]\n[Site \"s\"]\n|[Event \"b\"]\n",
        "x\n|[White \"w\"]\n[Event \"a\"]\n[Site \"s\"]\n|[Event \"b\"]\n[Site \"t\"]\n|[Event \"c\"]\n",
        // Directly below each other: one start.
        "[Event \"a\"]\n[Event \"a\"]\n[Site \"s\"]\n",
        "[Event \"a\"]\n[Event \"b\"]\n[Event \"c\"]\n[Site \"s\"]\n|[Event \"d\"]\n[Event \"e\"]\n",
        "x\n|[White \"w\"]\n[Event \"a\"]\n[Event \"b\"]\n",
        "[Event \"a\"]\n\n|[Event \"b\"]\n",
    ] {
        check(text);
    }
}

#[test]
fn a_mark_belongs_to_its_line() {
    for text in [
        "\u{feff}[Event \"a\"]\n\n*\n\n|\u{feff}[Event \"b\"]\n\n*\n",
        "*\n|\u{feff}[White \"w\"]\n\u{feff}[Event \"a\"]\n",
        "x\u{feff}[Event \"a\"]\n\u{feff}\u{feff}[Event \"b\"]\n",
        // A line that holds only a mark is empty.
        "*\n\u{feff}\n|1. e4 *\n",
    ] {
        check(text);
    }
}

#[test]
fn a_long_block_is_cut_at_its_event_line() {
    for (lines, cut) in [(4096, false), (4097, true)] {
        // Lines of 16 bytes: 64 KiB, and more.
        let block = "[Tagged \"12345\"\n".repeat(lines);
        let [before, after] = if cut { ["", "|"] } else { ["|", ""] };
        let text = format!("x\n{before}{block}{after}[Event \"a\"]\n");
        assert_eq!(marked(&text.replace('|', "")), text);
        let text = text.replace('|', "").into_bytes();
        assert_eq!(starts(&text), span_starts(&text, reference::DEFINITION));
    }
}

#[test]
fn without_event_lines_terminations_separate() {
    for text in [
        "1. e4 *\n\n|1. d4 *\n\n|1. c4 1-0\n",
        "[White \"w\"]\n\n1. e4 1/2-1/2 \n|[white \"x\"]\n\n1. d4 0-1\n\n|\n|[White\"y\"]\n",
        " [ Event \"a\"]\n\n*\n| [ Event \"b\"]\n\n*\n",
        // No termination, or not directly above the empty line.
        "1. e4\n\n1. d4 10-1\n\n1. c4 *\nx\n\n1. b4",
        // A tag line does not end in a termination.
        "*\n|[A \"1\"]\n[B 1-0\n[C \"2\"]\n",
    ] {
        check(text);
    }
}

#[test]
fn the_fall_back_keeps_away_from_event_lines() {
    let distance = reference::DEFINITION.1;
    for behind in [distance - 1, distance, distance + 1, distance + 2] {
        let mut text = b"[Event \"a\"]\n\n*\n\n1. e4 *\n\n".to_vec();
        while text.len() + 80 < behind {
            text.extend([b'x'; 79]);
            text.push(b'\n');
        }
        text.resize(behind - 4, b'x');
        text.extend(b"\n*\n\n1. d4 *\n[White \"w\"]\n*\n");
        let found = starts(&text);
        assert_eq!(found, span_starts(&text, reference::DEFINITION));
        let first = if behind > distance {
            Some(behind)
        } else {
            None
        };
        let second = Some(behind + 8);
        let expected: Vec<usize> = [Some(0), first, second].into_iter().flatten().collect();
        assert_eq!(found, expected, "{behind}");
    }
}

/// Pieces of text, most of them difficult cases.
fn piece() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "[Event \"a\"]",
        "[Event \"b",
        "[Event ",
        "[Event",
        "[event \"c\"]",
        "[A \"\"]",
        "[White \"somebody\"]",
        "[FEN\"x\"]",
        "[A 1-0",
        "[ B \"\"]",
        " [C \"\"]",
        "[]",
        "\u{feff}",
        "\u{feff}",
        "*",
        "1-0",
        "1/2-1/2",
        "0-1 ",
        "10-1",
        "1. e4 e5 ",
        "x",
        "{",
        " ",
        "\t",
    ])
}

fn line_end() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "\n", "\n", "\r\n", "\r", "\n\n", "\r\n\r\n", "\r\r", "", "\n\r",
    ])
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec((piece(), line_end()), 0..40).prop_map(|pieces| {
        let pieces = pieces.into_iter().flat_map(|(piece, end)| [piece, end]);
        pieces.collect::<String>()
    })
}

fn rule() -> impl Strategy<Value = SpanRule> {
    (0_usize..60, 0_usize..120).prop_map(|(look_back, event_distance)| SpanRule {
        look_back,
        event_distance,
    })
}

fn reference_of(text: &[u8], rule: SpanRule) -> Vec<usize> {
    span_starts(text, (rule.look_back, rule.event_distance))
}

fn with_rule(text: &[u8], rule: SpanRule, step: usize) -> Vec<usize> {
    let finder = SpanFinder::new(rule);
    let spans = Spans {
        finder,
        step,
        ..spans(text)
    };
    spans.map(|span| span.start).collect()
}

/// Starts found in a window of the text that grows by `step` and discards what it can.
fn through_a_window(text: &[u8], rule: SpanRule, step: usize) -> Vec<usize> {
    let mut finder = SpanFinder::new(rule);
    let mut starts = Vec::from_iter((!text.is_empty()).then_some(0));
    let (mut from, mut to) = (0, 0);
    while to < text.len() {
        to = text.len().min(to + step);
        let ended = to == text.len();
        finder.scan(&text[from..to], ended);
        while let Some(start) = finder.first_start(0) {
            finder.discard(&text[from..to], start);
            from += start;
            starts.push(from);
        }
        let count = finder.discardable(&text[from..to]);
        finder.discard(&text[from..to], count);
        from += count;
    }
    starts
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        cases: 4096,
        ..ProptestConfig::default()
    })]

    #[test]
    fn starts_are_those_of_the_definition(text in text(), rule in rule(), step in 1_usize..50) {
        let text = text.as_bytes();
        let expected = reference_of(text, rule);
        prop_assert_eq!(&with_rule(text, rule, step), &expected);
        prop_assert_eq!(starts(text), span_starts(text, reference::DEFINITION));
    }

    #[test]
    fn windows_change_nothing(text in text(), rule in rule(), step in 1_usize..400) {
        // Long lines between, so that windows have something to discard.
        let text = format!("{text}\n{:300}\n{text}{text}", "").into_bytes();
        prop_assert_eq!(through_a_window(&text, rule, step), reference_of(&text, rule));
    }

    #[test]
    fn ranges_give_the_spans_of_the_whole(text in text(), rule in rule()) {
        let text = text.as_bytes();
        let starts = reference_of(text, rule);
        for cut in 0..=text.len() {
            let decided = decided_start(&text[cut..], rule);
            let Some(decided) = decided.map(|start| cut + start) else { continue };
            prop_assert!(starts.contains(&decided), "{} of {}", decided, cut);
            // A reader that starts there finds the spans of the whole from there on.
            let behind: Vec<usize> = starts.iter().copied().filter(|s| *s >= decided).collect();
            let mut finder = SpanFinder::after_unknown(rule);
            finder.scan(&text[cut..], true);
            let found = std::iter::from_fn(|| finder.pop_start());
            let found: Vec<usize> = found.map(|s| cut + s).filter(|s| *s >= decided).collect();
            prop_assert_eq!(found, behind);
        }
    }
}
