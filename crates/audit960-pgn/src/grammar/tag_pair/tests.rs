//! Values, defects, and where a tag pair may begin.

use super::*;

fn read(text: &str) -> (String, Option<TagDefect>, String) {
    let (rest, pair) = tag_pair(text.as_bytes()).unwrap();
    let value = pair.value().0.into_owned();
    (
        value,
        pair.defect,
        String::from_utf8_lossy(rest).into_owned(),
    )
}

#[test]
fn values() {
    let ok = |value: &str, rest: &str| (value.to_owned(), None, rest.to_owned());
    assert_eq!(read("[White \"Tal\"]\n"), ok("Tal", "\n"));
    assert_eq!(read("[White   \"\"]"), ok("", ""));
    assert_eq!(read("[A \"x\"][B \"y\"]"), ok("x", "[B \"y\"]"));
    assert_eq!(read(r#"[A "a \"b\" \\ c"]"#), ok(r#"a "b" \ c"#, ""));
    assert_eq!(read("[A \"ends in \\\\\"]\n"), ok("ends in \\", "\n"));
    assert_eq!(read("[A \"x\" ]\n"), ok("x", "\n"));
}

/// The quick way reads what the other one reads, whatever the length of the value.
#[test]
fn common_pairs_of_any_length() {
    for name in ["Event", "White", "Result", "WhiteElo"] {
        for length in 0..90 {
            for value in ["x".repeat(length), format!("\\{}", "x".repeat(length))] {
                let text = format!(
                    "[{name} \"{value}\"]\n[Site \"a place of some length, to fill the head\"]"
                );
                let Some((rest, pair)) = common_pair(text.as_bytes()) else {
                    assert!(value.starts_with('\\') || length < 2, "{text}");
                    continue;
                };
                assert_eq!((pair.name, pair.raw), (name.as_bytes(), value.as_bytes()));
                assert!(rest.starts_with(b"\n[Site"), "{text}");
            }
        }
    }
}

#[test]
fn defects() {
    assert_eq!(
        read("[Event \"The \"Open\" 2004\"]\n"),
        (
            "The \"Open\" 2004".into(),
            Some(TagDefect::UnescapedQuote),
            "\n".into()
        )
    );
    let bad = |value: &str, rest: &str| (value.into(), Some(TagDefect::Malformed), rest.into());
    assert_eq!(read("[White \"Hansen]\n[Black"), bad("Hansen", "\n[Black"));
    assert_eq!(read("[White \"Hansen\"\n[Black"), bad("Hansen", "\n[Black"));
    assert_eq!(read("[White Hansen]\n"), bad("Hansen", "\n"));
    assert_eq!(read("[White Hansen\n"), bad("Hansen", "\n"));
}

#[test]
fn values_broken_over_lines() {
    let broken = |value: &str, rest: &str| (value.into(), Some(TagDefect::Broken), rest.into());
    assert_eq!(
        read("[Event \"a long\r\nname\"]\r\n[Site"),
        broken("a long name", "\r\n[Site")
    );
    let bad = |value: &str, rest: &str| (value.into(), Some(TagDefect::Malformed), rest.into());
    assert_eq!(read("[Event \"x\n[Site \"y\"]"), bad("x", "\n[Site \"y\"]"));
    let apart = ("x".into(), Some(TagDefect::SeveralLines), "\n".into());
    assert_eq!(read("[Site\r\n\"x\"\n]\n"), apart);
    assert_eq!(read("[Event \"x\n\ny\"]"), bad("x", "\n\ny\"]"));
}

#[test]
fn where_a_tag_pair_may_begin() {
    let may = |text: &str| may_begin(text.as_bytes(), text.find('[').unwrap());
    for text in [
        "[A \"x\"]",
        "\n [A \"x",
        "e4\r[ A\"x",
        "\u{feff}[A \"x",
        "]\u{a0}[A \"x",
    ] {
        assert!(may(text), "{text}");
    }
    assert!(may("e4 1-0 [Event \"x\"] e5"));
    for text in ["e4 [A \"x", "\n[%clk \"x\"]", "\n[A x]", "e4 [a \"x\"]"] {
        assert!(!may(text), "{text}");
    }
}

#[test]
fn a_pair_without_its_opening_bracket() {
    let (rest, pair) = without_bracket(b"FEN \"x y\"]\n1.").unwrap();
    assert_eq!(
        (pair.name, pair.raw, rest),
        (&b"FEN"[..], &b"x y"[..], &b"\n1."[..])
    );
    for text in ["FEN x\"]", "e4 \"x\"]", "FEN \"x\"", "FEN \"x\n\"]"] {
        assert!(without_bracket(text.as_bytes()).is_err(), "{text}");
    }
}

#[test]
fn no_tag() {
    assert!(tag_pair(b"[%clk 0:01:00]").is_err());
    assert!(tag_pair(b"[").is_err());
    assert!(tag_pair(b"e4").is_err());
}

/// What is looked for is the quote directly after name and blanks, not one further on in the line.
#[test]
fn a_pair_opens_with_its_quote() {
    let opens = |line: &str| {
        let line = format!("{line}{}", " ".repeat(40));
        may_begin(line.as_bytes(), 0)
    };
    assert!(opens("[Site \"x\"]"));
    assert!(opens("[Site\"x\"]"));
    for line in [
        "[Site xy\"z\"]",
        "[Site x\"z\"]",
        "[Event abcd\"z\"]",
        "[ECO x\"z\"]",
        "Site \"x\"",
    ] {
        assert!(!opens(line), "{line}");
    }
}
