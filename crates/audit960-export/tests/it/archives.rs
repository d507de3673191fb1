//! Every archive at hand: written once it is in normal form, and says what it said.

use audit960_types::{Code, Verdict};

use audit960_export::{CastlingField, Form, Options};

use crate::support::{Exported, Row, archives, export, export_as};

/// Findings that are about how a game is written: an export leaves none of them.
fn is_about_writing(code: Code) -> bool {
    let code = code.as_str();
    let of_content = ["P011", "P015", "T005", "T004", "T007", "T008", "T009"];
    (code.starts_with('P') || code.starts_with('M')) && !of_content.contains(&code)
}

/// The forms that are games, which can be read again.
fn forms() -> [Options; 5] {
    let usual = Options::default();
    [
        usual,
        Options {
            castling: CastlingField::Shredder,
            ..usual
        },
        Options {
            one_line: true,
            ..usual
        },
        Options {
            form: Form::Minimal,
            ..usual
        },
        Options {
            form: Form::Uci,
            ..usual
        },
    ]
}

#[test]
fn written_again_it_is_the_same() {
    for path in archives() {
        let text = std::fs::read(&path).unwrap();
        for options in forms() {
            let once = export_as(&text, options);
            let twice = export_as(&once.text, options);
            assert_same(&once, &twice, &format!("{} {options:?}", path.display()));
        }
        // From one dialect to the other and back.
        let [xfen, shredder, ..] = forms();
        let once = export_as(&text, xfen);
        let other = export_as(&once.text, shredder);
        let back = export_as(&other.text, xfen);
        assert_same(&once, &back, &path.display().to_string());
    }
}

/// Both are the same text; else the first lines that differ are shown.
fn assert_same(once: &Exported, twice: &Exported, place: &str) {
    {
        if once.text != twice.text {
            let lines = |text: &[u8]| {
                let lines = text.split(|byte| *byte == b'\n');
                lines
                    .map(|line| String::from_utf8_lossy(line).into_owned())
                    .collect::<Vec<_>>()
            };
            let (one, two) = (lines(&once.text), lines(&twice.text));
            let first = one
                .iter()
                .zip(&two)
                .position(|(one, two)| one != two)
                .unwrap_or(one.len().min(two.len()));
            let around = |lines: &[String]| {
                lines[first.saturating_sub(12)..lines.len().min(first + 6)].join("\n")
            };
            panic!(
                "{place}, line {}:\n{}\n---\n{}",
                first + 1,
                around(&one),
                around(&two)
            );
        }
    }
}

/// White's name as it is written: a broken one on one line, an unknown one as the standard says.
fn white(row: &Row) -> Option<String> {
    let name = row.white.as_deref().unwrap_or("?");
    Some(name.split_ascii_whitespace().collect::<Vec<_>>().join(" "))
}

/// UCI is none of the forms that PGN's SAN has; all else is written as PGN asks for.
#[test]
fn games_say_what_they_said() {
    let (mut games, mut raw) = (0, 0);
    let all = archives().into_iter();
    let each = all.flat_map(|path| forms().map(|form| (path.clone(), form)));
    for (path, form) in each.filter(|(_, form)| form.form != Form::Uci) {
        let text = std::fs::read(&path).unwrap();
        let once = export_as(&text, form);
        let again = export(&once.text);
        assert_eq!(once.rows.len(), again.rows.len(), "{}", path.display());
        for (index, (before, after)) in once.rows.iter().zip(&again.rows).enumerate() {
            let place = || format!("{}, game {index}", path.display());
            games += 1;
            let normal = matches!(before.verdict, Verdict::Ok | Verdict::Repaired);
            if !normal {
                raw += 1;
                assert_eq!(before.verdict, after.verdict, "{}", place());
                continue;
            }
            let expected = Row {
                verdict: Verdict::Ok,
                codes: after.codes.clone(),
                white: white(before),
                range: after.range.clone(),
                ..before.clone()
            };
            let written = Row {
                white: white(after),
                ..after.clone()
            };
            assert_eq!(expected, written, "{}", place());
            let new: Vec<_> = after
                .codes
                .iter()
                .filter(|code| !before.codes.contains(code))
                .collect();
            assert!(new.is_empty(), "{}: {new:?}", place());
            let left: Vec<_> = after
                .codes
                .iter()
                .filter(|code| is_about_writing(**code))
                .collect();
            assert!(left.is_empty(), "{}: {left:?}", place());
        }
    }
    println!("{games} games, {raw} as they were");
}
