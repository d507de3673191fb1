//! Time grows with the input and not with its square: work is counted, not timed
//! (`audit960_pgn::scanned`, in builds with debug assertions).

use audit960_epd::{LineAudit, Text};
use audit960_pgn::scanned;

use crate::support::{Audit, audit_text};

/// Texts made of a repeated part, each of which took some reader too long, or might.
const REPEATED: &[(&str, &str, &str, &str)] = &[
    ("nested variations", "1. e4 ", "(1. d4 ", ")"),
    ("variations that are not closed", "1. e4 ", "(", ""),
    ("variations one after another", "1. e4 ", "(1. d4) ", ""),
    ("comments", "1. e4 ", "{a} ", ""),
    ("braces that are not closed", "", "e4 * {\n", ""),
    ("closing braces", "1. e4 ", "} ) ] ", ""),
    (
        "braces in front of games",
        "",
        "{[Event \"a\"]\n\n1. e4 e5 *\n",
        "}",
    ),
    (
        "braces in front of games without moves",
        "[Event \"a\"]\n",
        "{[Event \"a\"]\n",
        "}",
    ),
    ("tags", "", "[A \"x\"]\n", ""),
    ("tags on one line", "", "[A \"x\"]", ""),
    ("tags with a blank on one line", "", "[A \"x\" ]", ""),
    ("tags without quotes on one line", "", "[A x]", ""),
    ("tags that are not closed", "", "[White \"x\n", ""),
    (
        "tags that contradict each other",
        "[White \"y\"]\n",
        "[White \"x\"]\n",
        "",
    ),
    ("opening brackets", "1. e4 ", "[  ", ""),
    ("quotes", "[White \"x", "\" ", "]"),
    ("findings on one line", "1. e4 ", "<x> ", ""),
    ("findings on lines", "1. e4 ", "<x>\n", ""),
    ("games on one line", "", "e4 e5 * ", ""),
    ("games with trouble on one line", "", "e4 e4 * ", ""),
    ("games in no language", "", "e4 Zf3 *\n", ""),
    ("castling without right", "1. e4 ", "O-O * ", ""),
    ("pieces that shuffle", "", "Nf3 Nf6 Ng1 Ng8 ", ""),
    ("stray text", "", "nothing of the kind\n", ""),
    ("stray numbers", "", "1\n\n", ""),
    ("NUL bytes between words", "1. e4 ", "<x> \0", ""),
    ("escape lines", "1. e4\n", "%\n", ""),
    ("a long word", "1. e4 ", "xxxx", ""),
    ("digits", "1. e4 ", "11111", ""),
    ("dashes", "1. e4 ", "O-", ""),
];

/// The same for a line of positions.
const REPEATED_IN_A_LINE: &[(&str, &str)] = &[
    ("strings that are not closed", "a \"x; "),
    ("strings", "a \"x\"; "),
    ("operations", "a; "),
    ("moves", "bm e4; "),
];

/// The work that auditing a text with that many repetitions takes.
fn work_for(head: &str, part: &str, tail: &str, times: usize) -> u64 {
    let text = [head, &part.repeat(times), &tail.repeat(times), "\n"].concat();
    let _ = scanned::taken();
    let audit = audit_text(text.as_bytes());
    assert_eq!(audit.bytes(), text.len() as u64);
    scanned::taken()
}

/// The work that reading a line of positions with that many repetitions takes.
fn work_for_a_line(part: &str, times: usize) -> u64 {
    let line = format!("4k3/8/8/8/8/8/4P3/4K3 w - - {}\n", part.repeat(times));
    let _ = scanned::taken();
    let mut audit = Audit::default();
    LineAudit::default().run(&Text::plain(line.as_bytes()), &mut audit);
    assert_eq!(audit.positions.len(), 1);
    scanned::taken()
}

#[test]
fn twice_the_text_is_twice_the_work() {
    if cfg!(not(debug_assertions)) {
        println!("skipped: work is counted in builds with debug assertions");
        return;
    }
    let mut wrong = Vec::new();
    for &(name, head, part, tail) in REPEATED {
        let [once, twice] = [2000, 4000].map(|times| work_for(head, part, tail, times));
        // Something is counted for every repetition, and some of it once only.
        if once < 1000 || twice > 2 * once + 2000 {
            wrong.push(format!("{name}: {once} units of work, then {twice}"));
        }
    }
    for &(name, part) in REPEATED_IN_A_LINE {
        let [once, twice] = [2000, 4000].map(|times| work_for_a_line(part, times));
        if twice > 2 * once + 2000 {
            wrong.push(format!(
                "{name} in a line: {once} units of work, then {twice}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
