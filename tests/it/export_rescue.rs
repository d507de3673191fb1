//! Damaged games that are rescued: proposals, illegal moves that were played on, lost start positions.

use crate::folder::{Folder, Has, Ran, audited, count, csv, exported, game};
use crate::support::data;

/// A move to a square that no bishop reaches; Ruy Lopez otherwise.
const SLIP: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb8!? {why} a6 4. Ba4 Nf6 (4... d6) 1-0";

/// The knight on c3 is pinned.
const PINNED: &str =
    "1. e4 e5 2. d4 Bb4+ 3. Nc3 exd4 4. Nd5 {illegal} Bc5 5. Nf3 Nf6 6. Bd3 O-O 1-0";

fn text() -> String {
    game(&[("Event", "slip")], SLIP)
        + &game(&[("Event", "lost")], "1. e4 e5 2. Nd5 Nc6 3. Rh7 1-0")
        + &game(&[("Event", "pinned")], PINNED)
}

#[test]
fn a_proposal_is_applied_and_reported() {
    let folder = Folder::new();
    let path = folder.write("a.pgn", text());
    let plain = exported(&folder, "plain.pgn", &path);
    assert!(plain.contains(SLIP), "nothing is applied unasked");
    let out = folder.path("out.pgn");
    let output = run!("export {path} --out {out} --apply-proposals");
    output.ends(1);
    let said = output.err();
    said.has("a.pgn:3:24: info[M034]: Bb5 in place of Bb8: applied");
    said.has("1 repaired as proposed, 2 written as they are");
    let written = folder.read("out.pgn");
    let expected = "\n1. e4 e5 2. Nf3 Nc6 3. Bb5 $5 {audit960: Bb5 in place of Bb8} {why} 3... a6 4.\n\
                    Ba4 Nf6 (4... d6) 1-0\n";
    written.has(expected);
    written.has("2. Nd5 Nc6 3. Rh7");
    // What was applied is legal, and stays.
    let found = audited(&folder, "found", &out, "");
    let sql = "SELECT verdict FROM games ORDER BY game LIMIT 1";
    assert!(printed!("query {found} `{sql}`").contains("ok"));
    let again = exported(&folder, "again.pgn", format!("{out} --apply-proposals"));
    assert_eq!(again, written);
    // Verdicts of tables are untouched, and a dataset gives the same games.
    let dataset = audited(&folder, "dataset", &path, "--propose");
    let sql = "SELECT COUNT(*) AS damaged FROM games WHERE verdict = 'damaged'";
    assert!(csv(&dataset, sql).contains("\n3\r\n"));
    let found = exported(&folder, "d.pgn", format!("{dataset} --apply-proposals"));
    assert_eq!(found, written);
    run!("export {path} --out - --raw --apply-proposals").ends(2);
}

/// Each kind of change leaves its comment where it was made.
#[test]
fn every_kind_of_change_has_a_comment_where_it_was_made() {
    let folder = Folder::new();
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O";
    for (damage, with, comment) in [
        ("3. Bb5 a6 4. Ba4", "3. a6 4. Bb5 Ba4", "swapped}"),
        ("6. Re1 b5", "6. Re1 Re1 b5", "Re1 removed}"),
        ("3. Bb5 a6", "3. a6", "Bb5 inserted before a6}"),
    ] {
        let path = folder.write(
            "a.pgn",
            game(
                &[("Event", "x")],
                &format!("{} 1-0", moves.replace(damage, with)),
            ),
        );
        let out = exported(&folder, "out.pgn", format!("{path} --apply-proposals"));
        let words: Vec<&str> = out.split_whitespace().collect();
        assert!(words.join(" ").contains(comment), "{out}");
        let minimal = exported(&folder, "min.pgn", (folder.path("out.pgn"), "--minimal"));
        let minimal: Vec<&str> = minimal.split_whitespace().collect();
        minimal.join(" ").ends_in(&format!("{moves} 1-0"));
    }
}

#[test]
fn an_illegal_move_that_was_played_on_is_kept() {
    let folder = Folder::new();
    let path = folder.write("a.pgn", text());
    let dataset = audited(&folder, "kept", &path, "--keep-illegal --with-moves");
    let sql = "SELECT verdict, plies, illegal_kept, moves FROM games WHERE event = 'pinned'";
    csv(&dataset, sql).has("damaged,12,1,e2e4 e7e5 d2d4 f8b4 b1c3 e5d4 c3d5 b4c5");
    let sql = "SELECT code, ply, message FROM diagnostics WHERE code = 'M006' AND ply = 7";
    csv(&dataset, sql).has("Nd5 is not legal here, but the game went on; replayed from c3 to d5");
    let out = exported(&folder, "out.pgn", format!("{path} --keep-illegal"));
    out.has("4. Nd5 {illegal} 4... Bc5 5. Nf3 Nf6 6. Bd3 O-O\n1-0\n");
    let written = folder.path("out.pgn");
    assert_eq!(
        exported(&folder, "again.pgn", (written, "--keep-illegal")),
        out
    );
    // A dataset audited with the option gives the same; one without does so when the export has it.
    assert_eq!(exported(&folder, "d.pgn", &dataset), out);
    let plain = audited(&folder, "plain", &path, "");
    let found = exported(&folder, "p.pgn", format!("{plain} --keep-illegal"));
    assert_eq!(found, out);
    assert!(exported(&folder, "q.pgn", &plain).contains(PINNED));
    let sql = "SELECT plies FROM games WHERE event = 'pinned'";
    assert!(csv(&plain, sql).contains("\n6\r\n"));
}

/// A game with an illegal move is in no ledger and no statistics.
#[test]
fn an_illegal_move_costs_a_game_its_claims() {
    let folder = Folder::new();
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(30);
    let moves = |first: &str| format!("{first} {shuffle} 1-0");
    let fen = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
    let chess960 = |first: &str| {
        let tags = [("Event", "x"), ("Variant", "Chess960"), ("FEN", fen)];
        game(&tags, &format!("{first} Nf3 Nf6 1-0"))
    };
    let legal = game(&[("Event", "legal")], &moves("e4 e5"));
    let illegal = game(&[("Event", "illegal")], &moves("e4 e5 Qa5 d5"));
    let path = folder.write(
        "a.pgn",
        format!(
            "{legal}{illegal}{}{}",
            chess960("e4 e5"),
            chess960("e4 e5 Qa5 d5")
        ),
    );
    let dataset = audited(&folder, "kept", &path, "--keep-illegal");
    let counted = |table: &str| count(&dataset, table);
    assert_eq!(counted("games WHERE illegal_kept = 1"), 2);
    assert_eq!(counted("incidents"), 1);
    assert_ne!(counted("repetitions"), 0);
    let illegal = "(SELECT game_id FROM games WHERE illegal_kept > 0)";
    for table in ["incidents", "repetitions"] {
        let found = counted(&format!("{table} WHERE game_id IN {illegal}"));
        assert_eq!(found, 0, "{table}");
    }
    // The table that the pass wrote, and the answer from the games.
    let table = "SELECT games FROM start_positions WHERE start = 0";
    csv(&dataset, table).ends_in("\n1\r\n");
    let positions = printed!("starts {dataset} --format csv");
    positions.lines().nth(1).unwrap().begins("0,BBQNNRKR,");
    let holds = positions.lines().nth(1).unwrap().split(',').nth(4) == Some("1");
    assert!(holds, "{positions}");
}

/// After three illegal moves, or at one that several pieces can have made, nothing is guessed.
#[test]
fn no_more_is_kept_than_can_be_meant() {
    let folder = Folder::new();
    let queens = "1. Qd5 Qd4 2. Qc5 Qa4 3. Qxd8 e5 4. e4 *";
    let knights = "1. Nd5 e5 2. e4 *";
    let king = "1. e4 e5 2. Qh5 a6 3. Qxe5 h6 4. Qxe8 *";
    let text = [queens, knights, king]
        .map(|moves| game(&[("Event", "x")], moves))
        .concat();
    let path = folder.write("a.pgn", &text);
    let dataset = audited(&folder, "kept", &path, "--keep-illegal");
    let sql = "SELECT plies, illegal_kept, verdict FROM games ORDER BY game";
    let rows = csv(&dataset, sql);
    assert_eq!(
        rows,
        "plies,illegal_kept,verdict\r\n5,3,damaged\r\n0,0,damaged\r\n6,1,damaged\r\n"
    );
    let out = exported(&folder, "out.pgn", format!("{path} --keep-illegal"));
    for moves in [queens, knights, king] {
        assert!(out.contains(moves), "as it stands: {out}");
    }
}

#[test]
fn games_without_a_start_are_written_from_the_one_that_fits() {
    let folder = Folder::new();
    let archive = std::fs::read_to_string(data("archive/mainz-2009.pgn")).unwrap();
    let tags = |line: &&str| !line.starts_with("[FEN ") && !line.starts_with("[SetUp ");
    let without: Vec<&str> = archive.lines().filter(tags).collect();
    let path = folder.write("a.pgn", &(without.join("\n") + "\n"));
    let out = exported(&folder, "out.pgn", format!("{path} --infer-start"));
    let arguments = [&data("archive/mainz-2009.pgn").display().to_string()];
    let whole = exported(&folder, "whole.pgn", arguments);
    let games =
        |text: &str| -> Vec<String> { text.split("[Event ").skip(1).map(str::to_owned).collect() };
    let (found, expected) = (games(&out), games(&whole));
    assert_eq!(found.len(), expected.len());
    let same = found
        .iter()
        .zip(&expected)
        .filter(|(one, other)| one == other);
    let written = found.iter().filter(|game| game.contains("[FEN ")).count();
    // What is written is the game with its FEN.
    assert_eq!(same.count(), written);
    assert!(written > 10);
    // A dataset that knows the starts gives the same games, without looking for them again.
    let dataset = audited(&folder, "found", &path, "--infer-start");
    assert_eq!(exported(&folder, "d.pgn", &dataset), out);
    run!("export {dataset} --out - --infer-start").ends(2);
}
