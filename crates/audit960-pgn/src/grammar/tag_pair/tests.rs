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
