//! Games and gaps of hand-written spans.

use super::*;
use audit960_types::SanWord;

use crate::movetext::SymbolOutcome;

#[derive(Default)]
struct Log {
    events: Vec<String>,
    covered: usize,
}

impl<'a> MovetextVisitor<'a> for Log {
    fn word(&mut self, word: SanWord, _: usize) -> bool {
        let bytes = word.bytes.to_le_bytes();
        self.events
            .push(String::from_utf8_lossy(&bytes[..word.len as usize]).into_owned());
        true
    }
    fn symbol(&mut self, _: &'a [u8], _: usize) -> SymbolOutcome {
        SymbolOutcome::Read
    }
    fn irregular(&mut self, kind: Irregular, _: usize, _: usize) {
        self.events.push(format!("{kind:?}"));
    }
}

impl<'a> GameVisitor<'a> for Log {
    fn begin(&mut self, at: usize) {
        assert_eq!(at, self.covered, "games and gaps tile the span");
        self.events.push("(".into());
    }
    fn tag(&mut self, pair: TagPair<'a>, _: usize) {
        self.events
            .push(format!("[{}]", String::from_utf8_lossy(pair.name)));
    }
    fn between_tags(&mut self, what: BetweenTags<'a>, _: usize, _: usize) {
        self.events.push(match what {
            BetweenTags::Comment(_) => "{}".into(),
            BetweenTags::Termination => "ended?".into(),
            BetweenTags::Unread(_) => "?".into(),
        });
    }
    fn movetext(&mut self, _: usize) {}
    fn end(&mut self, _: usize, end: End) {
        if let End::Marker { marker, .. } = end {
            self.events.push(marker.result.as_str().into());
        }
    }
    fn close(&mut self, at: usize) {
        self.covered = at;
        self.events.push(")".into());
    }
    fn stray_text(&mut self, from: usize, to: usize) {
        assert_eq!(from, self.covered);
        self.covered = to;
        self.events.push("stray".into());
    }
    fn blank(&mut self, from: usize, to: usize) {
        assert_eq!(from, self.covered);
        self.covered = to;
        self.events.push("blank".into());
    }
}

fn log(text: &str) -> String {
    let mut log = Log::default();
    read_span(text.as_bytes(), &mut log);
    assert_eq!(log.covered, text.len(), "games and gaps cover the span");
    log.events.join(" ")
}

/// Words have at most seven bytes, also where more follows them without a space.
#[test]
fn what_follows_a_long_word_is_not_part_of_it() {
    assert_eq!(log("1. e4!!!!!!!! *"), "( e4 * )");
    assert_eq!(log("1. Nf3{comment} *"), "( Nf3 * )");
}

#[test]
fn one_game() {
    assert_eq!(log("[Event \"a\"]\n\n1. e4 *\n\n"), "( [Event] e4 * )");
    assert_eq!(log("1. e4 e5 1-0\n"), "( e4 e5 1-0 )");
    assert_eq!(log("[Event \"a\"]\n"), "( [Event] )");
    assert_eq!(log("[Event \"a\"]\n%"), "( [Event] )");
    assert_eq!(log("[Event \"a\"]\n%[A \"b\"]\n%e4"), "( [Event] )");
    assert_eq!(log("\u{feff}[Event \"a\"] *"), "blank ( [Event] * )");
    assert_eq!(log("\n\n[Event \"a\"] *"), "blank ( [Event] * )");
    assert_eq!(
        log("[Event \"a\"] * \u{b}\u{c}\n"),
        "( [Event] * )",
        "as in movetext"
    );
    assert_eq!(log(" \n"), "blank");
    assert_eq!(log(""), "");
}

/// The brace belongs to the game before, where there is one.
#[test]
fn a_brace_in_front_of_a_game() {
    let game = "{[Event \"x\"]\n[White \"y\"]\n\n1. d4 {A} d5 *\n";
    let read = "( [Event] [White] d4 d5 * )";
    for (before, said) in [
        ("", "stray"),
        ("\n\n", "stray"),
        ("1. e4 e5 *\n", "( e4 e5 * StrayBrace )"),
        ("1. e4 e5\n", "( e4 e5 StrayBrace )"),
        // Its second move number would continue the count.
        ("1. e4 *\n", "( e4 * StrayBrace )"),
        ("Nothing of the kind:\n", "stray stray"),
    ] {
        assert_eq!(log(&format!("{before}{game}")), format!("{said} {read}"));
    }
    let later = "{[Event \"x\"]\n[White \"y\"]\n\n1. d4 {A} d5 2. c4 *\n";
    assert_eq!(
        log(&format!("1. e4 e5 *\n{later}")),
        "( e4 e5 * StrayBrace ) ( [Event] [White] d4 d5 c4 * )"
    );
}

#[test]
fn several_games() {
    assert_eq!(
        log("[FEN \"x\"]\n\n*\n\n[FEN \"y\"]\n\n*"),
        "( [FEN] * ) ( [FEN] * )"
    );
    assert_eq!(
        log("[White \"x\"]\n\n[White \"y\"]\n"),
        "( [White] ) ( [White] )"
    );
    assert_eq!(
        log("[White \"x\"]\n\n[Black \"y\"]\n"),
        "( [White] [Black] )"
    );
    assert_eq!(log("[White \"x\"]\n[White \"y\"]\n"), "( [White] [White] )");
    assert_eq!(log("1. e4 *\n1. d4 *"), "( e4 * ) ( d4 * )");
    assert_eq!(
        log("[A \"x\"]\n1. e4\n[A \"y\"]\n1. d4 *"),
        "( [A] e4 ) ( [A] d4 * )"
    );
    assert_eq!(
        log("[A \"x\"]\n1. e4 1-0 [A \"y\"] 1. d4 *"),
        "( [A] e4 1-0 ) ( [A] d4 * )"
    );
    assert_eq!(
        log("[Event \"x\"]\n\n [Event \"x\"]\n"),
        "( [Event] ) ( [Event] )"
    );
}

#[test]
fn a_tag_section_continues_after_other_text() {
    let fen = |between: &str| log(&format!("[A \"x\"]\n{between}[FEN \"y\"]\n\n1. e4 *"));
    for between in ["", "\n", "%[B \"x\"]\n", " \t"] {
        assert_eq!(fen(between), "( [A] [FEN] e4 * )", "{between}");
    }
    for (between, reported) in [
        ("{a comment}\n", "{}"),
        ("; note\n", "{}"),
        ("<br>\n", "?"),
        (",\n", "?"),
        ("]test\n", "? ?"),
        ("1-0\n", "ended?"),
        ("*\n", "ended?"),
        ("½\n", "ended?"),
        ("#\n", "?"),
        (";\n", "{}"),
        ("\n{a comment}\n\n", "{}"),
        ("some words\n", "? ?"),
    ] {
        assert_eq!(
            fen(between),
            format!("( [A] {reported} [FEN] e4 * )"),
            "{between}"
        );
    }
    // The same tag again, and one that lost its bracket.
    assert_eq!(fen("[A \"x\"]\n"), "( [A] [A] [FEN] e4 * )");
    assert_eq!(fen("\n[A \"x\"]\n"), "( [A] [A] [FEN] e4 * )");
    assert_eq!(
        log("[A \"x\"]\nFEN \"y\"]\n\n1. e4 *"),
        "( [A] [FEN] e4 * )"
    );
    // A move, a variation or a termination marker of its own ends it.
    assert_eq!(fen("1. d4\n"), "( [A] d4 ) ( [FEN] e4 * )");
    assert_eq!(fen("1-0\n\n"), "( [A] 1-0 ) ( [FEN] e4 * )");
    assert_eq!(fen("\n*\n"), "( [A] * ) ( [FEN] e4 * )");
    assert_eq!(fen("(1. d4)\n"), "( [A] ? [FEN] e4 * )");
}

#[test]
fn games_without_tags() {
    for opening in [
        "{a comment} ",
        "$1 ",
        "(1. d4 d5) ",
        "; note\n",
        "1. {a} ",
        "! ",
    ] {
        assert_eq!(log(&format!("{opening}1. e4 *")), "( e4 * )", "{opening}");
    }
    assert_eq!(log("1. e4 * (1. d4) 1. d4 *"), "( e4 * ) ( d4 * )");
    assert_eq!(log("1. e4 1-0\n1-0\n"), "( e4 1-0 RepeatedTermination )");
}

#[test]
fn movetext_continues_after_what_seems_to_end_it() {
    let early = "( [A] e4 e5 EarlyTermination Nf3 Nc6 1-0 )";
    assert_eq!(log("[A \"x\"]\n1. e4 e5 1-0 2. Nf3 Nc6 1-0"), early);
    assert_eq!(log("[A \"x\"]\n1. e4 e5 *\n\n2. Nf3 Nc6 1-0"), early);
    assert_eq!(
        log("1. e4 1-0 e5 2. Nf3 *"),
        "( e4 EarlyTermination e5 Nf3 * )"
    );
    // On the same line, also where no move number says so.
    assert_eq!(log("1. e4 1-0 e5 *"), "( e4 EarlyTermination e5 * )");
    assert_eq!(
        log("1. e4 e5\n[Round \"3\"]\n2. Nf3 *"),
        "( e4 e5 TagInMovetext Nf3 * )"
    );
    for text in ["1. e4 *\n\ne5 *", "1. e4 *\n1. e5 *", "1. e4 *\n3. e5 *"] {
        assert_eq!(log(text), "( e4 * ) ( e5 * )", "{text}");
    }
    assert_eq!(log("e4 *\ne5 *"), "( e4 * ) ( e5 * )");
    assert_eq!(
        log("1. e4 e5\n[White \"3\"]\n2. Nf3 *"),
        "( e4 e5 ) ( [White] Nf3 * )"
    );
}

/// Games without tags come one a line; a game with tags is followed by the tags of another.
#[test]
fn an_unnumbered_line_goes_on_below_tags_only() {
    assert_eq!(
        log("[A \"x\"]\n1. e4 *\ne5 *"),
        "( [A] e4 EarlyTermination e5 * )"
    );
    assert_eq!(log("1. e4 *\ne5 *"), "( e4 * ) ( e5 * )");
}

/// An Event tag begins a game where it begins a line.
#[test]
fn an_event_within_a_line_of_movetext_begins_no_game() {
    assert_eq!(
        log("[A \"x\"]\n1. e4 [Event \"y\"] e5 2. Nf3 *"),
        "( [A] e4 TagInMovetext e5 Nf3 * )"
    );
    assert_eq!(
        log("[A \"x\"]\n1. e4\n[Event \"y\"]\n1. e5 2. Nf3 *"),
        "( [A] e4 ) ( [Event] e5 Nf3 * )"
    );
}

/// A bracket before the first move does not open a tag, and a tag without its bracket swallows no move.
#[test]
fn brackets_swallow_no_moves() {
    for movetext in ["[ d4 d5 *", "[ 1. d4 d5 *", "[1. d4 d5 *", "[d4 d5 *"] {
        let log = log(&format!("[A \"x\"]\n{movetext}"));
        assert!(log.contains("d4 d5 *"), "{movetext}: {log}");
    }
    let log = log("[A \"x\"]\n[B \"y\" d4 d5 *");
    assert!(log.contains("[B] d4 d5 *"), "{log}");
}

/// A tag pair below the movetext with only the termination marker after it does not begin a game.
#[test]
fn tags_below_the_movetext() {
    for between in ["\n", " ", "\n\n"] {
        let log = log(&format!("[A \"x\"]\n\n1. e4 e5{between}[Round \"3\"]\n1-0"));
        assert_eq!(log, "( [A] e4 e5 TagInMovetext 1-0 )", "{between:?}");
    }
    // With an empty line above, a FEN belongs to another game.
    assert_eq!(
        log("[A \"x\"]\n\n1. e4 e5\n\n[FEN \"y\"]\n1-0"),
        "( [A] e4 e5 ) ( [FEN] 1-0 )"
    );
}

/// After a marker, a line of movetext directly above another game's tags is not part of this game.
#[test]
fn a_line_above_tags_belongs_to_them() {
    assert_eq!(
        log("[A \"x\"]\n1. e4 e5 *\n\n2. Nf3 Nc6\n[B \"y\"]\n\n1. d4 *"),
        "( [A] e4 e5 * ) ( Nf3 Nc6 ) ( [B] d4 * )"
    );
}

#[test]
fn stray_text() {
    assert_eq!(log("Round two\n[A \"x\"] *"), "stray ( [A] * )");
    assert_eq!(
        log("[A \"x\"] 1. e4 * and so on\n\n1. d4 *"),
        "( [A] e4 * ) stray ( d4 * )"
    );
    assert_eq!(
        log("[A \"x\"] 1. e4 * {end} ; of it\n1-0"),
        "( [A] e4 * RepeatedTermination )"
    );
}

/// Between two tag sections without moves: a comment, or a result.
#[test]
fn a_section_after_other_text_is_another_game() {
    let second = "[Event \"b\"]\n[White \"B\"]\n\n1. e4 *\n";
    let first = "[Event \"a\"]\n[White \"A\"]\n";
    for between in ["\n{a comment}\n\n", "{a comment}\n\n", "\n{a comment}\n"] {
        let read = log(&format!("{first}{between}{second}"));
        assert_eq!(read.matches('(').count(), 2, "{between:?}: {read}");
        assert!(read.ends_with("( [Event] [White] e4 * )"), "{read}");
    }
    // On the next line a pair belongs to the same section, which has it twice.
    let read = log(&format!("{first}{{a comment}} {second}"));
    assert_eq!(read, "( [Event] [White] {} [Event] [White] e4 * )");
}
