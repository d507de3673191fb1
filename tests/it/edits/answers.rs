//! The judge itself, against texts whose reading is plain from the standard.

use super::judge::judge;

/// A movetext below a tag section, whether it is strict PGN, and the moves read.
const MOVETEXTS: &[(&str, bool, Option<&str>)] = &[
    ("1. e4 e5 *", true, Some("e2e4 e7e5")),
    ("1.e4 e5*", true, Some("e2e4 e7e5")),
    ("1 . e4 1... e5 *", true, Some("e2e4 e7e5")),
    ("e4!? $14 {a {b} e5?! ; c }\n*", true, Some("e2e4 e7e5")),
    (
        "1. e4 (1. d4 d5 (1... Nf6 2. c4)) e5 *",
        true,
        Some("e2e4 e7e5"),
    ),
    ("1. e4\n% e5\ne6 *", true, Some("e2e4 e7e6")),
    ("1. e4+ d5 2. ed5 *", true, Some("e2e4 d7d5 e4d5")),
    (
        "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O *",
        true,
        Some("g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1h1"),
    ),
    ("1. e4 d5 2. d5 *", false, None),
    ("1. Ngf3 e5 *", true, Some("g1f3 e7e5")),
    ("1. ee4 *", false, Some("e2e4")),
    ("1. E4 *", false, Some("")),
    ("1. e4 -- *", false, Some("e2e4")),
    ("1. e4 5755 *", false, Some("e2e4")),
    ("1. e4 N *", false, Some("e2e4")),
    ("1. e4 e5 2. 0-0 *", false, Some("e2e4 e7e5")),
    ("1. e4e5 *", false, Some("e2e4 e7e5")),
    ("1. e4e52.Nf3 Nc6 *", false, Some("e2e4 e7e5 g1f3 b8c6")),
    ("1. e4e4 *", false, Some("")),
    ("1. e4 e5 1-0", false, Some("e2e4 e7e5")),
    ("1. e4 e5", false, Some("e2e4 e7e5")),
    ("1. e4 {e5 *", false, Some("e2e4")),
    ("1. e4 ( e5 *", false, Some("e2e4")),
    ("1. e4 ) e5 *", false, Some("e2e4 e7e5")),
    ("1. e4 {\n[White \"B\"]\n} e5 *", false, Some("e2e4 e7e5")),
    ("1. e4 $256 e5 *", false, Some("e2e4 e7e5")),
];

fn text(tags: &str, movetext: &str) -> String {
    format!("[Event \"x\"]\n[White \"A\"]\n[Result \"*\"]\n{tags}\n{movetext}\n\n")
}

#[test]
fn the_judge_reads_movetext_by_the_standard() {
    for (movetext, strict, moves) in MOVETEXTS {
        let reading = judge(text("", movetext).as_bytes(), 0, None);
        assert_eq!(reading.is_strict(), *strict, "{movetext}: {reading:?}");
        assert_eq!(reading.games[0].moves.as_deref(), *moves, "{movetext}");
    }
}

#[test]
fn the_judge_knows_words_that_could_be_moves() {
    let lost = [
        "E4", "--", "Z0", "5755", "00", "o-o", "e9e4", "Pe4", "Nb412.f4", "QdZ", "Qh#",
    ];
    for word in lost {
        let reading = judge(
            text("", &format!("1. d4 d5 2. {word} *")).as_bytes(),
            0,
            None,
        );
        assert!(!reading.lost_words.is_empty(), "{word}");
    }
    for word in ["C42", "N", "+-", "$", "1994", "x", "0", "e.p."] {
        let reading = judge(
            text("", &format!("1. d4 d5 2. {word} *")).as_bytes(),
            0,
            None,
        );
        assert!(!reading.is_strict() || word == "0", "{word}");
        assert!(reading.lost_words.is_empty(), "{word}");
    }
}

#[test]
fn the_judge_reads_tags_by_the_standard() {
    let fen = |fields: &str| format!("[SetUp \"1\"]\n[FEN \"{fields}\"]\n");
    let board = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w";
    for fields in ["KQkq - 0 1", "HFhf - 0 1", "hHfF - 0 1", "- - 10 20"] {
        let reading = judge(
            text(&fen(&format!("{board} {fields}")), "Nd3 *").as_bytes(),
            0,
            None,
        );
        assert!(reading.is_strict(), "{fields}: {reading:?}");
        assert_eq!(reading.games[0].moves.as_deref(), Some("e1d3"));
    }
    for fields in [
        "KQkq - 0",
        "KQkqHFhf - 0 1",
        "? - 0 1",
        "KQkq  - 0 1",
        "KQkq - 0 1;",
        "AHah - 0 1",
    ] {
        let reading = judge(
            text(&fen(&format!("{board} {fields}")), "Nd3 *").as_bytes(),
            0,
            None,
        );
        assert!(!reading.is_strict(), "{fields}");
    }
    for tags in [
        "[Variant \"Chess960\"]\n",
        "[SetUp \"1\"]\n",
        "[White \"B\"]\n",
        "[Black \"B]\n",
        "[Black \"B\\\"]\n",
        "[fen \"?\"]\n",
        "x\n",
    ] {
        let reading = judge(text(tags, "e4 *").as_bytes(), 0, None);
        assert!(!reading.is_strict(), "{tags}");
    }
    for tags in [
        "{c}\n",
        "; c\n",
        "%\n",
        "[ Black\n\"B\" ]",
        "[Variant \"Standard\"]\n\n",
    ] {
        let reading = judge(text(tags, "e4 *").as_bytes(), 0, None);
        assert!(reading.is_strict(), "{tags}: {reading:?}");
    }
}

#[test]
fn the_judge_compares_move_numbers() {
    let cases = [
        ("1. e4 e5 2. Nf3 Nf6 *", false, false),
        ("1. e4 e5 9. Nf3 Nf6 3. d3 d6 *", true, false),
        ("1. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 *", true, true),
        ("1. Nf3 Nf6 9. 9. Ng1 *", true, false),
    ];
    for (movetext, misnumbered, shifted) in cases {
        let reading = judge(text("", movetext).as_bytes(), 0, None);
        assert!(reading.is_strict(), "{movetext}: {reading:?}");
        assert_eq!(reading.misnumbered, misnumbered, "{movetext}");
        assert_eq!(reading.shifted, shifted, "{movetext}");
    }
    // The first number lost a digit; the next is right by the FEN.
    let fen = "[FEN \"4k2r/1P3pp1/8/2pP4/8/8/p7/1R2K2R w Kk c6 0 30\"]\n";
    for (movetext, suggests_loss) in [
        ("0. dxc6 a1=N 31. O-O *", false),
        ("30. dxc6 a1=N 33. O-O *", true),
    ] {
        let reading = judge(text(fen, movetext).as_bytes(), 0, None);
        assert_eq!(reading.suggests_loss, suggests_loss, "{movetext}");
    }
}
