//! Edits that insert a token.

use super::edit::{Change, Dice, Sample};

const RESULTS: &str = "1-0|0-1|1/2-1/2|*|0-0|1-0.|1/2";
const CASTLING: &str = "O-O|O-O-O|0-0|0-0-0|o-o|OO|00|000|0000|O-O+|O–O|Kg1|e1g1";
const NAGS: &str = "$1|$146|$256|$|$$1|$0|$ 1|$-1|$1$2";
const COMMENTS: &str = "{}|{note}|{ 12. Nf3 }|{ {nested} }|{1-0}|{a\nb}|{\n[Event \"note\"]\n}|{[%clk 0:01:00]}|\
    {\n% in it\n}|{;}|{(}|(a note)|<!-- note -->";
const BRACKETS: &str = "(|)|()|(e4)|(1. e4 e5)|((1. d4))|{|}|[|]|<|>|\"|[]|(--)|(1-0)";
const ICCF: &str = "5254|5755|7163|57585|9999|1234|5254 5755|12345678";
const ANNOTATIONS: &str = "+-|-+|+=|=|N|!|?|!?|!!!|+/-|-/+|∞|±|+|#|++|e.p.|ep|ch|mate|(?)|D|=Q|/\\|~|,|…|C42|E4|\
    B90/5";
const NULL_MOVES: &str = "--|Z0|null|pass|@@@@|N@f3|@e4|P@e5";
const NUMBERS: &str = "1.|12.|12...|12|0.|...|.|1|99.|1.1.|12.)|1994|3 .|8..";
const MOVES: &str =
    "e4|Nf3|Qh|QdZ|Nx|Ng?3|E4|NF3|Pe4|e2-e4|e2e4|e8=Q|e8|exd|Sf3|♘f3|i4|e9|a6|Kd2|h3|Qh#";
const TAGS: &str = "[White \"Other\"]|[Event \"Other\"]|[FEN \"8/8/8/8/8/4k3/8/4K2R w K - 0 1\"]|\
    [SetUp \"1\"]|[Annotator \"Nobody\"]|[Variant \"Chess960\"]|[White \"Other\"|[]|\
    [Result \"*\"]|[%clk 0:01:00]|[White Other]|[\"Other\"]|[Event \"?\"]";
const PERCENT: &str = "%|% escaped 1. e4|%1-0| % not in column 1";
const SEMICOLONS: &str = ";|; note|;1-0|; { not opened|;}";

/// A token of the list somewhere in the movetext: between two words, glued to a word before or after it,
/// within one, or on a line of its own.
fn put(sample: &Sample, dice: &mut Dice, tokens: &'static str) -> Option<Change> {
    let token = dice.pick_of(tokens).as_bytes();
    let words = sample.words();
    let word = dice.pick(&words)?;
    let end = sample.line_end();
    Some(match dice.below(6) {
        0 => Change::at(word.start, 0, [token, b" "].concat()),
        1 => Change::at(word.start, 0, token),
        2 => Change::at(word.end, 0, token),
        3 => Change::at(word.start + dice.below(word.len()), 0, token),
        4 => Change::at(word.end, 0, [end, token, end].concat()),
        _ => Change::at(word.end, 0, [b" ", token].concat()),
    })
}

/// The same on a line of its own anywhere, the tag section included.
fn put_line(sample: &Sample, dice: &mut Dice, tokens: &'static str) -> Option<Change> {
    let token = dice.pick_of(tokens).as_bytes();
    let lines = sample.lines();
    let line = dice.pick(&lines)?;
    let text = [token, sample.line_end()].concat();
    Some(Change::at(line.start, 0, text))
}

macro_rules! kinds {
    ($($name:ident $line:ident $list:ident)*) => {$(
        pub(super) fn $name(sample: &Sample, dice: &mut Dice) -> Option<Change> {
            put(sample, dice, $list)
        }

        pub(super) fn $line(sample: &Sample, dice: &mut Dice) -> Option<Change> {
            put_line(sample, dice, $list)
        }
    )*};
}

kinds! {
    result result_line RESULTS
    castling castling_line CASTLING
    nag nag_line NAGS
    comment comment_line COMMENTS
    bracket bracket_line BRACKETS
    iccf iccf_line ICCF
    annotation annotation_line ANNOTATIONS
    null_move null_move_line NULL_MOVES
    number number_line NUMBERS
    a_move move_line MOVES
    tag tag_line TAGS
    percent percent_line PERCENT
    semicolon semicolon_line SEMICOLONS
}

/// Every token at every offset of a small text, glued to what stands there.
pub(super) fn everywhere(sample: &Sample) -> Vec<(&'static str, Change)> {
    let lists = [
        ("result", RESULTS),
        ("castling", CASTLING),
        ("NAG", NAGS),
        ("comment", COMMENTS),
        ("bracket", BRACKETS),
        ("ICCF", ICCF),
        ("annotation", ANNOTATIONS),
        ("null move", NULL_MOVES),
        ("number", NUMBERS),
        ("move", MOVES),
        ("tag", TAGS),
        ("percent", PERCENT),
        ("semicolon", SEMICOLONS),
    ];
    let mut changes = Vec::new();
    for at in 0..sample.text.len() {
        changes.push(("delete a character", Change::at(at, 1, "")));
        changes.push(("double a character", Change::at(at, 0, [sample.text[at]])));
        for (kind, tokens) in lists {
            for token in tokens.split('|') {
                changes.push((kind, Change::at(at, 0, token)));
            }
        }
    }
    changes
}
