//! What is said beside an answer: inputs that hold nothing or are damaged, files that are not read, and what to do
//! where there is no answer.

use crate::plain_answers::archive;
use crate::support::{printed, refused, run};
use crate::tasks_cli::frames;

/// Of two inputs one holds nothing: an answer about no games would look like one about games without draws.
#[test]
fn an_input_without_games_is_named_beside_the_answer() {
    let folder = tempfile::tempdir().unwrap();
    let archive = archive(folder.path());
    let empty = folder.path().join("paper.pdf");
    std::fs::write(&empty, "%PDF-1.4\n").unwrap();
    let empty = empty.to_str().unwrap();
    for command in [
        &["draws"][..],
        &["explore"],
        &["endings"],
        &["positions"],
        &["find", "--material", "KRvK"],
    ] {
        let output = run(&[command, &[&archive, empty]].concat());
        let told = String::from_utf8(output.stderr).unwrap();
        let told: Vec<&str> = told
            .lines()
            .filter(|line| line.contains("holds no"))
            .collect();
        assert_eq!(
            told,
            [format!("{empty}: the input holds no game and no position")],
            "{command:?}"
        );
    }
}

#[test]
fn what_is_no_dataset_comes_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let archive = archive(folder.path());
    for command in [&["report"][..], &["verify"]] {
        let (code, text) = refused(&[command, &[&archive]].concat());
        assert_eq!(code, Some(2));
        assert!(
            text.contains("it is a file; audit960 audit FILE --out DIR makes a dataset"),
            "{text}"
        );
    }
    let (code, text) = refused(&["rows", &archive, "--columns", "wite"]);
    assert_eq!(code, Some(2));
    assert!(
        text.contains("there is no column wite (did you mean white?)"),
        "{text}"
    );
    let nowhere = folder.path().join("nowhere");
    let (code, text) = refused(&["finish", nowhere.to_str().unwrap()]);
    assert_eq!(code, Some(2));
    assert!(text.contains("there is no such folder"), "{text}");
}

/// A folder with an archive that is packed in a way that is not read, and with others.
#[test]
fn files_beside_the_archives_are_named() {
    let folder = tempfile::tempdir().unwrap();
    archive(folder.path());
    for name in ["notes.txt", "club.pgn.xz"] {
        std::fs::write(folder.path().join(name), "x").unwrap();
    }
    let root = folder.path().to_str().unwrap();
    let out = tempfile::tempdir().unwrap();
    let dataset = out.path().join("dataset");
    let told = format!("2 other files were ignored: {root}/club.pgn.xz, {root}/notes.txt\n");
    for command in [
        &[
            "audit",
            root,
            "--exit-zero",
            "--out",
            dataset.to_str().unwrap(),
        ][..],
        &["draws", root],
    ] {
        let stderr = String::from_utf8(run(command).stderr).unwrap();
        assert!(stderr.contains(&told), "{command:?}: {stderr}");
    }
}

/// The first mistakes that the program can answer.
#[test]
fn a_file_in_place_of_a_command_is_answered_with_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let archive = archive(folder.path());
    let (code, text) = refused(&[&archive]);
    assert_eq!(code, Some(2));
    assert!(
        text.contains(&format!("audit960 audit {archive} --out DIR audits it")),
        "{text}"
    );
}

/// White's arrangement, as every other command takes it.
#[test]
fn export_takes_start_positions_by_number_and_arrangement() {
    let folder = tempfile::tempdir().unwrap();
    let archive = archive(folder.path());
    let exported = |start: &str| {
        let out = folder.path().join(format!("{start}.pgn"));
        printed(&[
            "export",
            &archive,
            "--start",
            start,
            "--out",
            out.to_str().unwrap(),
        ]);
        std::fs::read_to_string(out).unwrap()
    };
    let by_number = exported("0");
    assert_eq!(by_number.matches("[Event ").count(), 5);
    assert_eq!(exported("BBQNNRKR"), by_number);
    for (start, why) in [
        ("960", "the numbering (Scharnagl) goes from 0 to 959"),
        ("0:518", "by White's arrangement alone"),
    ] {
        let (code, text) = refused(&["export", &archive, "--out", "x.pgn", "--start", start]);
        assert_eq!(code, Some(2));
        assert!(text.contains(why), "{text}");
    }
}

/// What is printed to begin a table with is the table that is built in.
#[test]
fn a_table_of_ones_own_begins_with_the_built_in_one() {
    let folder = tempfile::tempdir().unwrap();
    for (options, given) in [(&[][..], "--law-table"), (&["--venues"], "--venue-table")] {
        let built_in = printed(&[&["law"], options].concat());
        let path = folder.path().join("own.csv");
        std::fs::write(&path, printed(&[&["law", "--template"], options].concat())).unwrap();
        let own = printed(&[&["law", given, path.to_str().unwrap()], options].concat());
        assert_eq!(own, built_in, "{given}");
    }
}

/// A stream that is cut or broken lacks games: an answer without a word about that would be wrong.
#[test]
fn a_damaged_input_is_named_beside_the_answer() {
    let folder = tempfile::tempdir().unwrap();
    let archive = archive(folder.path());
    let text = std::fs::read(&archive).unwrap();
    let whole = frames(&text, text.len() / 2 + 1);
    // The second frame of two is cut between its games.
    let cut = folder.path().join("cut.pgn.zst");
    std::fs::write(&cut, &whole[..whole.len() - 40]).unwrap();
    let cut = cut.to_str().unwrap();
    for command in [
        &["draws"][..],
        &["draws", "--records"],
        &["explore", "--start", "0"],
        &["popular"],
        &["endings"],
        &["find", "--material", "KRvK"],
    ] {
        let output = run(&[command, &[cut]].concat());
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            told.matches(&format!("{cut}: ")).count(),
            1,
            "{command:?}: {told}"
        );
    }
    // Rows of one table do not have what another says.
    for (table, said) in [("games", 1), ("diagnostics", 0)] {
        let output = run(&["rows", cut, "--table", table]);
        assert_eq!(output.status.code(), Some(0));
        let told = String::from_utf8(output.stderr).unwrap();
        let pointer = format!("{cut}: S002 truncated-stream, 1 time: ");
        assert_eq!(told.matches(&pointer).count(), said, "{table}: {told}");
    }
}
