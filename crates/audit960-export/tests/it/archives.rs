//! Every archive at hand: one export gives the normal form, and keeps the contents.

use audit960_types::{Code, Verdict};

use audit960_export::{CastlingField, ExportOptions, Form};

use crate::support::{Exported, Row, all_archives, export, export_as};

/// Whether a finding is about how a game is written: an export leaves none of these.
fn is_about_writing(code: Code) -> bool {
    let code = code.as_str();
    let of_content = ["P011", "P015", "T005", "T004", "T007", "T008", "T009"];
    (code.starts_with('P') || code.starts_with('M')) && !of_content.contains(&code)
}

/// The forms that can be read again as games.
fn forms() -> [ExportOptions; 5] {
    let usual = ExportOptions::default();
    [
        usual,
        ExportOptions {
            castling: CastlingField::Shredder,
            ..usual
        },
        ExportOptions {
            one_line: true,
            ..usual
        },
        ExportOptions {
            form: Form::Minimal,
            ..usual
        },
        ExportOptions {
            form: Form::Uci,
            ..usual
        },
    ]
}

#[test]
fn an_export_written_again_is_the_same() {
    for path in all_archives() {
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

/// White's name as an export writes it: without line breaks, and `?` if unknown.
fn white(row: &Row) -> Option<String> {
    let name = row.white.as_deref().unwrap_or("?");
    Some(name.split_ascii_whitespace().collect::<Vec<_>>().join(" "))
}

/// UCI moves are not SAN; the other forms are written as PGN requires.
#[test]
fn games_keep_their_contents() {
    let (mut games, mut raw) = (0, 0);
    let all = all_archives().into_iter();
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
