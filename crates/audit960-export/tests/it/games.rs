//! Single games with the expected text.

use audit960_export::{CastlingField, ExportOptions, Form};

use crate::support::{export, export_as};

const ROSTER: &str = "[Event \"a\"]\n[Site \"b\"]\n[Date \"2020.01.02\"]\n[Round \"1\"]\n\
[White \"W\"]\n[Black \"B\"]\n[Result \"1-0\"]\n";

/// The movetext of a game with a full roster after an export.
fn movetext(movetext: &str) -> String {
    let exported = export(format!("{ROSTER}\n{movetext}\n").as_bytes());
    let text = exported.text();
    let rest = text
        .strip_prefix(ROSTER)
        .unwrap_or_else(|| panic!("{text}"));
    rest.trim().to_owned()
}

#[test]
fn moves_are_written_as_the_position_requires() {
    assert_eq!(
        movetext("1.e4 e5 2.Ng1f3 Nc6+ 3.Bf1-b5 1-0"),
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0"
    );
    assert_eq!(
        movetext("1. f3 e5 2. g4 Qh4+ 1-0"),
        "1. f3 e5 2. g4 Qh4# 1-0"
    );
    assert_eq!(
        movetext("1. f3 e5 2. g4 Qh4 1-0"),
        "1. f3 e5 2. g4 Qh4# 1-0"
    );
    assert_eq!(movetext("e4 e5 Nf3 1-0"), "1. e4 e5 2. Nf3 1-0");
    assert_eq!(
        movetext("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 1-0"),
        "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O 1-0"
    );
}

#[test]
fn what_cannot_be_read_becomes_a_comment() {
    assert_eq!(
        movetext("1. e4 e5 +/- 2. Nf3 1-0"),
        "1. e4 e5 {+/-} 2. Nf3 1-0"
    );
    assert_eq!(
        movetext("1. f3 e5 2. g4 Qh4 # 1-0"),
        "1. f3 e5 2. g4 Qh4# 1-0"
    );
}

#[test]
fn annotations_become_numbers() {
    assert_eq!(
        movetext("1. e4! e5?? 2. Nf3 !? $14 1-0"),
        "1. e4 $1 e5 $4 2. Nf3 $5 $14 1-0"
    );
    assert_eq!(movetext("1. e4!!! 1-0"), "1. e4 $3 $1 1-0");
}

#[test]
fn black_has_a_number_where_the_line_was_interrupted() {
    assert_eq!(movetext("1. e4 {a} e5 1-0"), "1. e4 {a} 1... e5 1-0");
    assert_eq!(movetext("1. e4 $1 e5 1-0"), "1. e4 $1 e5 1-0");
    assert_eq!(
        movetext("1. e4 (1. d4) e5 1-0"),
        "1. e4 (1. d4) 1... e5 1-0"
    );
}

#[test]
fn variations_are_replayed() {
    assert_eq!(
        movetext("1. e4 e5 (1...c5 2.Ng1f3 (2. c3!) 2... d6) (1... e6) 2. Nf3 1-0"),
        "1. e4 e5 (1... c5 2. Nf3 (2. c3 $1) 2... d6) (1... e6) 2. Nf3 1-0"
    );
    let exported = export(format!("{ROSTER}\n1. e4 (1. e5  {{no}} (x)) e5 1-0").as_bytes());
    assert!(
        exported
            .text()
            .ends_with("\n1. e4 (1. e5 {no} (x)) 1... e5 1-0\n\n"),
        "{}",
        exported.text()
    );
    assert_eq!(exported.errors.len(), 1);
    assert!(
        exported.errors[0].starts_with("e5 is not legal"),
        "{:?}",
        exported.errors
    );
    // Only what cannot be played stays as it is.
    assert_eq!(
        movetext("1. e4 e5 (1... c5 2.Nf3 (2.  Ke3) d6) 1-0"),
        "1. e4 e5 (1... c5 2. Nf3 (2. Ke3) 2... d6) 1-0"
    );
}

#[test]
fn comments_between_tags_and_after_the_end_are_kept() {
    let text = "[Event \"a\"]\n{one} [Site \"b\"]\n\n1. e4 {two} 1-0 {three}\n; four\n";
    let exported = export(text.as_bytes());
    assert!(
        exported
            .text()
            .ends_with("\n{one} 1. e4 {two} {three} { four} 1-0\n\n"),
        "{}",
        exported.text()
    );
}

#[test]
fn contradictions_in_the_record_become_comments() {
    let expected = "{The termination marker of the record: 0-1} 1. e4 1-0";
    assert_eq!(movetext("1. e4 0-1"), expected);
    assert_eq!(movetext(expected), expected);
    assert_eq!(
        movetext("1. e4 {the end} *"),
        "{The termination marker of the record: *} 1. e4 {the end} 1-0"
    );
    assert_eq!(movetext("1. e4"), "1. e4 1-0");
}

#[test]
fn tags_have_their_order() {
    let text = "[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\"]\n\
        [Variant \"chess 960\"]\n[Zwei \"2\"]\n[Black \"B \\\"b\\\"\"]\n[Eins \"1\"]\n[Event \"e\"]\n\n1. e4 *\n";
    let expected = "[Event \"e\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
        [Black \"B \\\"b\\\"\"]\n[Result \"*\"]\n[Zwei \"2\"]\n[Eins \"1\"]\n[SetUp \"1\"]\n\
        [FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\"]\n\
        [Variant \"Chess960\"]\n\n1. e4 *\n\n";
    assert_eq!(export(text.as_bytes()).text(), expected);
    let shredder = ExportOptions {
        castling: CastlingField::Shredder,
        ..ExportOptions::default()
    };
    let exported = export_as(expected.as_bytes(), shredder);
    assert_eq!(exported.text(), expected.replace("KQkq", "HFhf"));
    assert_eq!(export(&exported.text).text(), expected);
}

#[test]
fn the_number_of_the_start_is_a_tag_on_demand() {
    let options = ExportOptions {
        number_tag: true,
        ..ExportOptions::default()
    };
    let fen = "[SetUp \"1\"]\n[FEN \"bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1\"]";
    let game = |tags: &str| format!("{ROSTER}{tags}{fen}\n[Variant \"Chess960\"]\n\n1. e4 1-0\n\n");
    let number = "[Chess960Number \"1\"]";
    let written = export_as(game("").as_bytes(), options);
    assert_eq!(
        written.text().matches(number).count(),
        1,
        "{}",
        written.text()
    );
    // Written once more, and a wrong number of the record gives way.
    let wrong = game("[Chess960Number \"7\"]\n");
    assert_eq!(export_as(wrong.as_bytes(), options).text(), written.text());
    // Orthodox games have none.
    let orthodox = format!("{ROSTER}\n1. e4 1-0\n\n");
    assert_eq!(export_as(orthodox.as_bytes(), options).text(), orthodox);
}

#[test]
fn other_forms() {
    let text = format!("{ROSTER}\n1. e4! {{a}} e5 (1... c5) 2. Nf3 1-0\n\n");
    let form = |form| {
        let options = ExportOptions {
            form,
            ..ExportOptions::default()
        };
        export_as(text.as_bytes(), options).text().to_owned()
    };
    assert_eq!(
        form(Form::Minimal),
        format!("{ROSTER}\n1. e4 e5 2. Nf3 1-0\n\n")
    );
    assert_eq!(form(Form::Uci), format!("{ROSTER}\ne2e4 e7e5 g1f3 1-0\n\n"));
    assert_eq!(form(Form::Raw), text);
    assert_eq!(
        form(Form::LastPosition),
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - \
         fmvn 2; hmvc 1; id \"W - B, a, 2020.01.02\";\n"
    );
    let options = ExportOptions {
        one_line: true,
        ..ExportOptions::default()
    };
    let comment = "word ".repeat(40);
    let text = format!("{ROSTER}\n1. e4 {{{comment}}} 1-0\n\n");
    let exported = export_as(text.as_bytes(), options);
    assert_eq!(exported.text().lines().count(), ROSTER.lines().count() + 3);
}

#[test]
fn damaged_games_stay_as_they_are() {
    let text =
        format!("{ROSTER}\r\n1. e4 e5 2. Ke3 {{caf\u{e9}}}  1-0\r\n\r\n{ROSTER}\n1. d4 1-0\n\n");
    let exported = export(text.as_bytes());
    assert_eq!(exported.raw, 1);
    assert_eq!(exported.text(), text.replace("1-0\r\n\r\n", "1-0\n\n"));
}
