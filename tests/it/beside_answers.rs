//! What is said beside an answer: inputs that hold nothing or are damaged, files that are not read, and what to do
//! where there is no answer.

use crate::folder::{Folder, Has, Ran, printed, refused, run};
use crate::plain_answers::archive;
use crate::tasks_cli::frames;

/// Of two inputs one holds nothing: an answer about no games would look like one about games without draws.
#[test]
fn an_input_without_games_is_named_beside_the_answer() {
    let folder = Folder::new();
    let archive = archive(&folder);
    let empty = folder.write("paper.pdf", "%PDF-1.4\n");
    for command in [
        "draws",
        "explore",
        "endings",
        "starts",
        "find --material KRvK",
    ] {
        let output = run((command, format!("{archive} {empty}")));
        let told = output.err();
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
    let folder = Folder::new();
    let archive = archive(&folder);
    for command in ["report", "verify"] {
        refused((command, [&archive])).has(&format!(
            "it is a file; audit960 audit {archive} makes a dataset"
        ));
    }
    refused!("rows {archive} --columns wite").has("there is no column wite (did you mean white?)");
    let nowhere = folder.path("nowhere");
    refused!("finish {nowhere}").has("there is no such folder");
}

/// A folder with an archive that is packed in a way that is not read, and with others.
#[test]
fn files_beside_the_archives_are_named() {
    let folder = Folder::new();
    archive(&folder);
    for name in ["notes.txt", "club.pgn.xz"] {
        std::fs::write(folder.path(name), "x").unwrap();
    }
    let root = folder.root().display();
    let out = Folder::new();
    let dataset = out.path("dataset");
    let told = format!("2 other files were ignored: {root}/club.pgn.xz, {root}/notes.txt\n");
    for command in &[
        format!("audit {root} --exit-zero --out {dataset}"),
        format!("draws {root}"),
    ] {
        let stderr = run(command).err();
        assert!(stderr.contains(&told), "{command:?}: {stderr}");
    }
}

/// The first mistakes that the program can answer.
#[test]
fn a_file_in_place_of_a_command_is_answered_with_the_command() {
    let folder = Folder::new();
    let archive = archive(&folder);
    refused([&archive]).ends_in(&format!(": audit960 audit {archive}\n"));
}

/// White's arrangement, as every other command takes it.
#[test]
fn export_takes_start_positions_by_number_and_arrangement() {
    let folder = Folder::new();
    let archive = archive(&folder);
    let exported = |start: &str| {
        let out = folder.path(&format!("{start}.pgn"));
        printed!("export {archive} --start {start} --out {out}");
        std::fs::read_to_string(out).unwrap()
    };
    let by_number = exported("0");
    assert_eq!(by_number.matches("[Event ").count(), 5);
    assert_eq!(exported("BBQNNRKR"), by_number);
    for (start, why) in [
        ("960", "the numbering (Scharnagl) goes from 0 to 959"),
        ("0:518", "by White's arrangement alone"),
    ] {
        refused!("export {archive} --out x.pgn --start {start}").has(why);
    }
}

/// What is printed to begin a table with is the table that is built in.
#[test]
fn a_table_of_ones_own_begins_with_the_built_in_one() {
    let folder = Folder::new();
    for (options, given) in [("", "--law-table"), ("--venues", "--venue-table")] {
        let built_in = printed(("law", options));
        let path = folder.write("own.csv", printed(("law --template", options)));
        let own = printed((format!("law {given} {path}"), options));
        assert_eq!(own, built_in, "{given}");
    }
}

/// A stream that is cut or broken lacks games: an answer without a word about that would be wrong.
#[test]
fn a_damaged_input_is_named_beside_the_answer() {
    let folder = Folder::new();
    let archive = archive(&folder);
    let text = std::fs::read(&archive).unwrap();
    let whole = frames(&text, text.len() / 2 + 1);
    // The second frame of two is cut between its games.
    let cut = folder.write("cut.pgn.zst", &whole[..whole.len() - 40]);
    for command in [
        "draws",
        "explore --start 0",
        "explore",
        "endings",
        "find --material KRvK",
    ] {
        let output = run((command, [&cut]));
        let told = output.err();
        let found = told.matches(&format!("{cut}: ")).count();
        assert_eq!(found, 1, "{command:?}: {told}");
    }
    // Rows of one table do not have what another says.
    for (table, said) in [("games", 1), ("diagnostics", 0)] {
        let output = run!("rows {cut} --table {table}");
        output.ends(0);
        let told = output.err();
        let pointer = format!("{cut}: S002 truncated-stream, 1 time: ");
        assert_eq!(told.matches(&pointer).count(), said, "{table}: {told}");
    }
}
