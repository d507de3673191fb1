//! Records as they are on the two servers, shortened, against lines argued from PGN.

use super::*;

/// The translation of a text that comes in pieces of some length.
fn translated(text: &[u8], step: usize) -> Vec<(u64, String)> {
    let mut records = JsonRecords::new(JsonForm::detect(text).expect("games in JSON"));
    let mut lines = TranslatedText::default();
    let (mut from, mut to) = (0, 0);
    while from < text.len() {
        to = text.len().min(to + step);
        from += records.translate(&text[from..to], to == text.len(), &mut lines);
    }
    lines.lines()
}

fn lines(text: &str) -> Vec<String> {
    let whole = translated(text.as_bytes(), usize::MAX / 2);
    assert_eq!(translated(text.as_bytes(), 5), whole);
    whole.into_iter().map(|(_, line)| line).collect()
}

const LICHESS: &str = r#"{"id":"abcdefgh","rated":true,"variant":"chess960","speed":"blitz","createdAt":1746057606422,"status":"mate","players":{"white":{"user":{"name":"Ann","id":"ann","title":"FM"},"rating":1500,"ratingDiff":-5,"analysis":{"acpl":3}},"black":{"aiLevel":3}},"initialFen":"nnrbkrbq/pppppppp/8/8/8/8/PPPPPPPP/NNRBKRBQ w KQkq - 0 1","winner":"black","opening":{"eco":"A00","name":"x","ply":1},"moves":"f3 e5","clocks":[18003,17950],"analysis":[{"eval":-17},{"mate":-1}],"clock":{"initial":180,"increment":2,"totalTime":260}}"#;

#[test]
fn a_game_of_lichess() {
    assert_eq!(
        lines(&format!("{LICHESS}\n")),
        [
            "[Event \"Rated Blitz game\"] [Site \"https://lichess.org/abcdefgh\"] [Date \"2025.05.01\"] [Round \"-\"] \
         [White \"Ann\"] [Black \"lichess AI level 3\"] [Result \"0-1\"] [UTCDate \"2025.05.01\"] \
         [UTCTime \"00:00:06\"] [WhiteElo \"1500\"] [WhiteTitle \"FM\"] [WhiteRatingDiff \"-5\"] [Variant \"Chess960\"] \
         [SetUp \"1\"] [FEN \"nnrbkrbq/pppppppp/8/8/8/8/PPPPPPPP/NNRBKRBQ w KQkq - 0 1\"] [TimeControl \"180+2\"] \
         [ECO \"A00\"] [Opening \"x\"] [Termination \"Checkmate\"] \
         f3 { [%eval -0.17] [%clk 0:03:00.03] } e5 { [%eval #-1] [%clk 0:02:59.50] } 0-1\n"
        ]
    );
}

/// A winner that is no side stays in the tag and becomes a finding there (T008).
#[test]
fn a_winner_is_a_side_or_a_result() {
    for (winner, result, marker) in [
        ("\"white\"", "1-0", "1-0"),
        ("\"0-1\"", "0-1", "0-1"),
        ("\"draw\"", "1/2-1/2", "1/2-1/2"),
        ("\"Ann\"", "Ann", "*"),
        ("null", "*", "*"),
    ] {
        let found = lines(&format!("{{\"moves\":\"e4\",\"winner\":{winner}}}\n"));
        assert!(
            found[0].contains(&format!("[Result \"{result}\"]")),
            "{found:?}"
        );
        assert!(found[0].ends_with(&format!(" e4 {marker}\n")), "{found:?}");
    }
}

#[test]
fn a_line_that_is_no_game_costs_itself() {
    let text = format!(
        "{LICHESS}\n\n{{\"id\":\"x\n17\n{{\"id\":\"y\"}}\n{}\n{LICHESS}",
        "[".repeat(1000)
    );
    let found = lines(&text);
    let reasons: Vec<&str> = found[1..6].iter().map(String::as_str).collect();
    assert_eq!(reasons[0], "\n");
    assert!(reasons[1].starts_with("% not JSON: "), "{}", reasons[1]);
    assert_eq!(reasons[2], "% not an object of JSON\n");
    assert_eq!(reasons[3], "% it has neither moves nor pgn\n");
    assert_eq!(reasons[4], "% not an object of JSON\n");
    assert_eq!(found[0], found[6]);
}

#[test]
fn depth_costs_nothing() {
    let deep = |member: &str| {
        let text = format!("{{\"moves\":\"\",\"{member}\":{}", "[".repeat(100_000));
        translated(text.as_bytes(), usize::MAX / 2)[0].1.clone()
    };
    // What is left out is skipped without recursion, what is read has a limit.
    assert!(deep("x").starts_with("% not JSON: EOF while parsing a list"));
    assert!(deep("event").starts_with("% not JSON: recursion limit exceeded"));
}

#[test]
fn lines_are_told_apart_by_their_offsets() {
    let text = format!("{LICHESS}\n\n{LICHESS}\n");
    let length = LICHESS.len() as u64 + 1;
    let offsets: Vec<u64> = translated(text.as_bytes(), 100)
        .iter()
        .map(|(at, _)| *at)
        .collect();
    assert_eq!(offsets, [0, length, length + 1]);
}

#[test]
fn a_month_of_chess_com() {
    let text = r#"{"games":[{"url":"https://www.chess.com/game/live/1","pgn":"[Event \"Live Chess\"]\n[Site \"Chess.com\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"1/2-1/2\"]\n\n1. e4 {[%clk 0:03:00]} 1... e5 1/2-1/2\n","time_class":"blitz","rules":"chess960","initial_setup":"nnrbkrbq/pppppppp/8/8/8/8/PPPPPPPP/NNRBKRBQ w KQkq - 0 1","white":{"rating":1500,"result":"50move","username":"a"},"black":{"rating":1400,"result":"50move","username":"b"}}
,{"url":"https://www.chess.com/game/live/2","rules":"bughouse","white":{"result":"win"},"black":{"result":"bughousepartnerlose"}}]}"#;
    assert_eq!(
        lines(text),
        [
            "[Event \"Live Chess\"] [Site \"Chess.com\"] [White \"a\"] [Black \"b\"] [Result \"1/2-1/2\"] \
             [Variant \"Chess960\"] [SetUp \"1\"] [FEN \"nnrbkrbq/pppppppp/8/8/8/8/PPPPPPPP/NNRBKRBQ w KQkq - 0 1\"] \
             [Termination \"Game drawn by 50-move rule\"] 1. e4 {[%clk 0:03:00]} 1... e5 1/2-1/2\n",
            "% it has neither moves nor pgn\n",
        ]
    );
}

#[test]
fn a_record_that_is_too_long_is_skipped() {
    let long = format!("{{\"moves\":\"{}\"}}\n", "x".repeat(MAX_RECORD_BYTES));
    let found = translated(format!("{LICHESS}\n{long}{LICHESS}\n").as_bytes(), 1 << 20);
    assert_eq!(found.len(), 3);
    assert_eq!(found[1].1, "% longer than 8 MiB\n");
    assert_eq!(found[2].0, (LICHESS.len() + 1 + long.len()) as u64);
}

#[test]
fn games_are_told_from_other_text() {
    for (text, expected) in [
        (LICHESS, Some(JsonForm::Lines)),
        (
            "\u{feff}\n{broken\n{\"moves\":\"e4\"}",
            Some(JsonForm::Lines),
        ),
        ("{ \"games\" : [", Some(JsonForm::Array)),
        ("[ {\"pgn\":\"\"}]", Some(JsonForm::Array)),
        ("{\"pgn\":\"\"}\n{\"games\":3}", Some(JsonForm::Lines)),
        ("{\"name\":\"x\"}", None),
        ("{\"a novelty\" pgn} 1. e4", None),
        ("[Event \"?\"]\n{\"moves\":1}", None),
        ("[ \"moves\" ]", None),
        ("", None),
    ] {
        assert_eq!(JsonForm::detect(text.as_bytes()), expected, "{text}");
    }
}

/// What a list of moves holds beside words would be dropped, and an object is none.
#[test]
fn moves_of_an_unknown_form_are_refused() {
    let words = lines("{\"moves\":[\"e4\",\"e5\"]}\n");
    assert!(words[0].ends_with(" e4 e5 *\n"), "{}", words[0]);
    for moves in [
        "[\"c4 5400+3\",\"c5 5300+4\"]",
        "[{\"m\":\"e4\"}]",
        "[\"e4\",5]",
        "12",
        "{\"1\":\"e4\"}",
    ] {
        let refused = lines(&format!("{{\"chess960\":353,\"moves\":{moves}}}\n"));
        assert!(
            refused[0].contains("neither a text nor a list of moves"),
            "{}",
            refused[0]
        );
    }
}
