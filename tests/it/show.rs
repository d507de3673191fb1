//! `audit960 show`, as people run it.

use std::path::Path;

use audit960_types::{Code, count_line_ends};

use crate::folder::{Folder, Has, Ran, audited, game, refused};
use crate::soak;
use crate::support::{Audit, audit_file, audit_text, corpus, data, pgn_files, tag, text_of};

#[test]
fn a_game_is_shown_with_what_was_found() {
    let folder = Folder::new();
    let text = game(&[("Event", "a")], "1. e4 *") + &game(&[("Event", "b")], "1. e4 e5\n2. Ke3 *");
    let path = folder.write("a.pgn", &text);
    let shown = printed!("show {path} 2");
    shown.has("a.pgn#2 (line 5, ");
    shown.has("2. Ke3 *\n   ^^^ error[M001]: Ke3 is not legal here\n");
    let dataset = audited(&folder, "dataset", &path, "");
    assert_eq!(printed!("show {dataset} a.pgn#2"), shown);
    let board = printed!("show {dataset} 2 --ply 2");
    board.has("after 1... e5\n");
    board.has("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    run!("show {path} 2 --ply 3").ends(2);
    run!("show {path} 3").ends(2);
}

/// Code, line from the first of the game, and column of the findings about it.
fn places(audit: &Audit, game: u64, first_line: u64) -> Vec<(Code, u64, u32)> {
    let of_game = audit
        .findings
        .iter()
        .filter(|finding| finding.game == Some(game));
    of_game
        .map(|finding| (finding.code, finding.line - first_line, finding.column))
        .collect()
}

/// What was seen of games without their names.
#[derive(Default)]
struct Seen {
    games: usize,
    findings: usize,
    /// Games whose findings are others without their neighbours.
    alone: usize,
}

/// Shows each `step`th game of a file without its names: same length, same findings at the same places, no name.
fn anonymised(path: &Path, step: usize, seen: &mut Seen) {
    let audit = audit_file(path, 1 << 30);
    let text = text_of(&std::fs::read(path).unwrap());
    let mark = usize::from(text.starts_with(b"\xEF\xBB\xBF")) * 3;
    for (index, game) in audit.games.iter().enumerate().step_by(step) {
        let place = || format!("{} game {index}", path.display());
        let from = game.identity.byte_offset as usize;
        let raw = &text[from..from + game.byte_length as usize];
        let first_line = 1 + count_line_ends(&text[mark.min(from)..from]);
        let before = places(&audit, index as u64, first_line);
        let name = index + 1;
        let output = run!("show --anonymise {} {name}", path.display());
        let notes = output.err();
        assert!(output.status.success(), "{}: {notes}", place());
        let new = output.stdout;
        assert_eq!(new.len(), raw.len(), "{}", place());
        let line_ends = |text: &[u8]| text.iter().filter(|byte| b"\r\n".contains(byte)).count();
        assert_eq!(line_ends(&new), line_ends(raw), "{}", place());
        let after = audit_text(&new);
        if places(&after, 0, 1) == before {
            assert_eq!(after.games[0].verdict, game.verdict, "{}", place());
            assert_eq!(after.games[0].plies, game.plies, "{}", place());
            assert_eq!(after.games[0].venue, game.venue, "{}", place());
            assert_eq!(after.games[0].moves, game.moves, "{}", place());
        } else {
            notes.has("other findings than among its neighbours");
            seen.alone += 1;
        }
        let new = String::from_utf8_lossy(&new).to_lowercase();
        for name in ["White", "Black"] {
            let value = String::from_utf8_lossy(raw).into_owned();
            let value = tag(&value, name).unwrap_or_default().to_lowercase();
            // A quote may be missing.
            let value = value.lines().next().unwrap_or_default();
            let words = value.split(|c: char| !c.is_alphanumeric());
            for word in words.filter(|word| word.chars().count() > 2 && !word.contains('\u{fffd}'))
            {
                let kept = notes.to_lowercase().contains(word);
                let is_there = new
                    .split(|c: char| !c.is_alphanumeric())
                    .any(|found| found == word);
                assert!(!is_there || kept, "{}: {word} in {new}", place());
            }
        }
        seen.games += 1;
        seen.findings += before.len();
    }
}

#[test]
fn games_without_names_keep_their_findings() {
    let mut seen = Seen::default();
    let (traps, archives) = (pgn_files(&data("traps")), pgn_files(&data("archive")));
    for path in soak::sample(traps.iter().chain(&archives), 4) {
        anonymised(path, 1, &mut seen);
    }
    println!(
        "{} games, {} findings, {} differ alone",
        seen.games, seen.findings, seen.alone
    );
    let holds = seen.games > 80 && seen.findings > 60;
    assert!(holds, "{} {}", seen.games, seen.findings);
    // Few findings need the text around the game.
    assert!(seen.alone * 10 < seen.games, "{}", seen.alone);
    for folder in ["torture", "fifty", "chess960"] {
        let Some(folder) = corpus(folder) else {
            continue;
        };
        let small = |path: &&std::path::PathBuf| path.metadata().unwrap().len() < 400_000;
        for path in soak::sample(pgn_files(&folder).iter().filter(small).take(25), 3) {
            anonymised(path, 40, &mut seen);
        }
    }
}

#[test]
fn games_without_names_are_shown_from_datasets_and_have_no_board() {
    let folder = Folder::new();
    let text = game(
        &[("Event", "Open"), ("White", "Somebody")],
        "1. e4 e5\n2. Ke3 *",
    );
    let path = folder.write("a.pgn", &text);
    let dataset = audited(&folder, "dataset", &path, "");
    let shown = printed!("show --anonymise {dataset} 1");
    assert_eq!(shown, printed!("show --anonymise {path} 1"));
    shown.lacks("Somebody");
    shown.has("2. Ke3 *");
    run!("show {path} 1 --anonymise --ply 1").ends(2);
}

/// The board after White's 31st move is that after 61 half-moves.
#[test]
fn boards_are_named_by_move_or_by_half_move() {
    let show = |at: &str| printed!("show data/archive/fifty-move-classics.pgn 4 {at}");
    assert_eq!(show("--move 31"), show("--ply 61"));
    assert_eq!(show("--move 31w"), show("--ply 61"));
    assert_eq!(show("--move 31b"), show("--ply 62"));
    assert!(show("--move 31") != show("--move 31b"));
    refused("show data/archive/fifty-move-classics.pgn 4 --move Kh3")
        .has("names a move by its number alone");
}
