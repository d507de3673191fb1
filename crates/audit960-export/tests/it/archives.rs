//! Every archive at hand: written once it is in normal form, and says what it said.

use audit960_types::{Code, Verdict};

use crate::support::{Row, archives, export};

/// Findings that are about how a game is written: an export leaves none of them.
fn is_about_writing(code: Code) -> bool {
    let code = code.as_str();
    let of_content = ["P011", "T005", "T004", "T007", "T008", "T009"];
    (code.starts_with('P') || code.starts_with('M')) && !of_content.contains(&code)
}

#[test]
fn written_again_it_is_the_same() {
    for path in archives() {
        let text = std::fs::read(&path).unwrap();
        let once = export(&text);
        let twice = export(&once.text);
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
                "{}, line {}:\n{}\n---\n{}",
                path.display(),
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

#[test]
fn games_say_what_they_said() {
    let (mut games, mut raw) = (0, 0);
    for path in archives() {
        let text = std::fs::read(&path).unwrap();
        let once = export(&text);
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
