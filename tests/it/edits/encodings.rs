//! Whole files in other encodings and with other line ends: the same games come out.

use super::edit::Dice;
use super::games::{POOL, joined};
use crate::support::{Audit, audit_file};

/// Audits bytes as a file.
fn audited(bytes: &[u8]) -> Audit {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    std::fs::write(&path, bytes).unwrap();
    audit_file(&path, 1 << 20)
}

/// What must not depend on the encoding: White, start, moves, verdict.
fn facts(audit: &Audit) -> Vec<String> {
    let games = audit.games.iter();
    games
        .map(|game| {
            let (white, fen, moves) = (&game.white, &game.fen, &game.moves);
            format!("{white:?} {fen:?} {moves:?} {}", game.verdict)
        })
        .collect()
}

fn utf16(text: &str, unit: fn(u16) -> [u8; 2], mark: &str) -> Vec<u8> {
    let units = mark.encode_utf16().chain(text.encode_utf16());
    units.flat_map(unit).collect()
}

/// A text as a file in each of the forms that mean the same.
fn forms(text: &str) -> Vec<(&'static str, Vec<u8>)> {
    let mark = "\u{FEFF}";
    vec![
        ("UTF-8 with a mark", [mark, text].concat().into_bytes()),
        ("UTF-16LE with a mark", utf16(text, u16::to_le_bytes, mark)),
        ("UTF-16BE with a mark", utf16(text, u16::to_be_bytes, mark)),
        ("UTF-16LE", utf16(text, u16::to_le_bytes, "")),
        ("UTF-16BE", utf16(text, u16::to_be_bytes, "")),
        ("CR LF", text.replace('\n', "\r\n").into_bytes()),
        ("CR", text.replace('\n', "\r").into_bytes()),
        (
            "UTF-16LE, CR LF",
            utf16(&text.replace('\n', "\r\n"), u16::to_le_bytes, mark),
        ),
    ]
}

#[test]
fn files_in_every_encoding_hold_the_same_games() {
    let mut wrong = Vec::new();
    for edit in 0..40 {
        let [before, game, after] = POOL.draw(&mut Dice::new(960, edit));
        let text = joined(before, &game.sample, None, after).text;
        // Bytes that are not UTF-8 cannot be written as UTF-16.
        let Ok(text) = String::from_utf8(text) else {
            continue;
        };
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let expected = facts(&audited(text.as_bytes()));
        assert_eq!(expected.len(), 3, "{text}");
        for (form, bytes) in forms(&text) {
            let audit = audited(&bytes);
            let found = facts(&audit);
            if found != expected {
                wrong.push(format!(
                    "{form}, triple {edit}:\n{found:#?}\nfor\n{expected:#?}"
                ));
            }
        }
    }
    let holds = wrong.is_empty();
    assert!(holds, "{} differ, the first: {}", wrong.len(), wrong[0]);
}
