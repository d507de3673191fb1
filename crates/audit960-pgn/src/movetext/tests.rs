//! What the visitor receives, from both parsers.

use audit960_types::GameResult;

use super::*;

/// Records everything it receives; accepts a few moves as words.
#[derive(Debug, Default, PartialEq)]
struct Log(Vec<String>, Vec<MoveNumber>, bool);

impl<'a> MovetextVisitor<'a> for Log {
    fn word(&mut self, word: SanWord, at: usize) -> bool {
        let bytes = word.bytes.to_le_bytes();
        let text = &bytes[..word.len as usize];
        let taken = matches!(text, b"e4" | b"e5" | b"Nf3" | b"Nc6");
        if taken {
            self.0
                .push(format!("{at}:{}", String::from_utf8_lossy(text)));
        }
        taken
    }
    fn number(&mut self, number: MoveNumber, _: usize) -> bool {
        self.1.push(number);
        true
    }
    fn symbol(&mut self, symbol: &'a [u8], at: usize) -> SymbolOutcome {
        self.0
            .push(format!("{at}?{}", String::from_utf8_lossy(symbol)));
        if symbol == b"0-0" && self.2 {
            return SymbolOutcome::DoubleLoss;
        }
        SymbolOutcome::Read
    }
    fn comment(&mut self, comment: &'a [u8], at: usize) {
        self.0
            .push(format!("{at}#{}", String::from_utf8_lossy(comment)));
    }
    fn aside(&mut self, what: Aside, at: usize, len: usize) {
        self.0.push(format!("{at}~{what:?}+{len}"));
    }
    fn irregular(&mut self, kind: Irregular, at: usize, len: usize) {
        self.0.push(format!("{at}!{kind:?}+{len}"));
    }
}

fn log(text: &str) -> (String, End) {
    let (log, stop, end) = both(text.as_bytes());
    assert!(stop <= text.len());
    (log.0.join(" "), end)
}

/// The result of both parsers, which must agree.
fn both(text: &[u8]) -> (Log, usize, End) {
    let (mut fast, mut reference) = (Log::default(), Log::default());
    let (stop, end) = walk_movetext(text, 0, &mut fast);
    let slow = walk_tokens(text, 0, &mut reference);
    let shown = String::from_utf8_lossy(text);
    assert_eq!((stop, end), slow, "{shown}");
    assert_eq!(fast, reference, "{shown}");
    (fast, stop, end)
}

/// Texts of the fragments that movetext and its accidents are made of.
#[test]
fn both_parsers_read_the_same_language() {
    const FRAGMENTS: [&str; 72] = [
        "e4",
        "e5",
        "Nf3",
        "Nc6",
        "O-O",
        "exd5",
        "Qh4#",
        "1.",
        "1...",
        "12. ",
        "123.",
        "1234. ",
        "48 ",
        "1",
        "0",
        "00",
        "5254",
        "52541",
        "1-0",
        "0-1",
        "1/2-1/2",
        "*",
        "½-½",
        "½",
        "1 - 0",
        "1-01.",
        "0-0",
        " ",
        " ",
        " ",
        " ",
        "\n",
        "\r\n",
        "\r",
        "\t",
        "\u{b}",
        "\u{a0}",
        "\u{2009}",
        "\u{feff}",
        "\0",
        "{",
        "}",
        "{a}",
        "{a \"b\" long enough to go beyond the first thirty-two bytes}",
        "{\n[A \"x\"]\n}",
        ";",
        "; a\n",
        "%",
        "%e4\n",
        "(",
        ")",
        "(e5)",
        "$1",
        "$",
        "!",
        "?",
        "!?",
        "???",
        ".",
        "...",
        "…",
        "[",
        "]",
        "[A \"x\"]",
        "[%clk 0:01]",
        "<br>",
        "<",
        "+-",
        "±",
        "♘f3",
        "e.p.",
        "(Q)",
    ];
    let mut state = 960_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(11);
        (state >> 33) as usize % below
    };
    for _ in 0..60_000 {
        let count = 1 + random(24);
        let text: String = (0..count)
            .map(|_| FRAGMENTS[random(FRAGMENTS.len())])
            .collect();
        both(text.as_bytes());
        // Cut anywhere, also inside a character.
        both(&text.as_bytes()[..random(text.len() + 1)]);
    }
}

#[test]
fn plain_movetext() {
    let (log, end) = log("1. e4 e5 2. Nf3 Nc6 1/2-1/2");
    assert_eq!(log, "3:e4 6:e5 12:Nf3 16:Nc6");
    let marker = Termination {
        result: GameResult::Draw,
        standard: true,
    };
    let (at, len) = (20, 7);
    assert_eq!(end, End::Marker { marker, at, len });
}

#[test]
fn everything_between_the_moves() {
    let text = "1.e4{a}e5!? $14 (1... c5 (1... e6 {)}))2.Nf3 ; b\n%2. d4\nNc6 *";
    assert_eq!(
        log(text).0,
        "2:e4 5#a 7:e5 9~Annotation+2 12~Annotation+3 16~Variation+23 41:Nf3 46# b 56:Nc6"
    );
}

/// Text without a space before it ends a move all the same.
#[test]
fn glued() {
    for text in [
        "e4\u{a0}e5",
        "e4, e5",
        "e4<br>e5",
        "e4{a}e5",
        "e4!? e5",
        "e4~ e5",
    ] {
        let (log, _) = log(text);
        assert!(
            log.starts_with("0:e4") && log.ends_with(":e5"),
            "{text}: {log}"
        );
    }
    assert_eq!(log("1Ng1.3 e4").0, "0?1Ng1 4!UnknownToken+1 5?3 7:e4");
}

#[test]
fn ends() {
    assert_eq!(log("1. e4\n[White \"x\"]").1, End::Tags);
    assert_eq!(log("1. e4 [White \"x\"] e5").1, End::Tags);
    assert_eq!(log("1. e4 [White x] e5").1, End::Text);
    assert_eq!(log("1. e4 e5").1, End::Text);
    let spelled = |text: &str| match log(text).1 {
        End::Marker { marker, .. } => Some((marker.result, marker.standard)),
        _ => None,
    };
    assert_eq!(spelled("e4 ½-½"), Some((GameResult::Draw, false)));
    assert_eq!(spelled("e4 1/2"), Some((GameResult::Draw, false)));
    assert_eq!(spelled("e4 1–0"), Some((GameResult::White, false)));
    assert_eq!(spelled("e4 0-1"), Some((GameResult::Black, true)));
    assert_eq!(spelled("e4 1/2 - 1/2\n"), Some((GameResult::Draw, false)));
    assert_eq!(log("e4 Qg20-1").0, "0:e4 3?Qg2");
    assert_eq!(spelled("e4 Qg20-1"), Some((GameResult::Black, false)));
}

#[test]
fn irregular_text() {
    assert_eq!(log("e4 {oops e5").0, "0:e4 3!UnclosedComment+8");
    assert_eq!(log("e4 (oops e5").0, "0:e4 3!UnclosedVariation+8");
    assert_eq!(
        log("e4 } e5 ) \0").0,
        "0:e4 3!StrayClosing+1 5:e5 8!StrayClosing+1 10!ControlByte+1"
    );
    assert_eq!(
        log("e4 0-0 0-0-0+ +- <x>").0,
        "0:e4 3?0-0 7?0-0-0+ 14?+- 17!UnknownToken+3"
    );
    assert_eq!(log("e4 [%clk 0:01] e5").0, "0:e4 3!UnknownToken+11 15:e5");
    assert_eq!(log("1 e4 e5 2 Nf3 13").0, "2:e4 5:e5 10:Nf3");
}
