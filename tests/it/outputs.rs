//! No output is ever an input: every file that a command writes passes one door, with or without `--force`.

use std::fs;

use crate::folder::{BROKEN, CLEAN, Folder, Has, Ran, contents, run};

/// An archive, its dataset, and names for both: links, hard links, ways around.
fn begin() -> (Folder, String, String) {
    let folder = Folder::new();
    let games = folder.write("f.pgn", CLEAN.repeat(3) + BROKEN);
    let dataset = folder.path("ds");
    run!("audit -q --exit-zero {games} --out {dataset}");
    assert!(folder.is_dataset("ds"));
    (folder, games, dataset)
}

#[test]
fn nothing_that_is_read_is_written() {
    let (folder, games, ds) = begin();
    let path = |name: &str| folder.path(name);
    fs::create_dir(path("sub")).unwrap();
    let around = path("sub/../f.pgn");
    let mut names = vec![games.clone(), around];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&games, path("link.pgn")).unwrap();
        fs::hard_link(&games, path("hard.pgn")).unwrap();
        std::os::unix::fs::symlink(path("ds/games"), path("tables")).unwrap();
        names.extend([path("link.pgn"), path("hard.pgn")]);
    }
    let part = path("ds/games/part-00000.parquet");
    let new = path("ds/new.pgn");
    let sql = "SELECT * FROM games";
    let out = path("g.pgn");
    let sheet = format!("{games}#1");
    let mut commands: Vec<Vec<&str>> = vec![
        vec!["query", &ds, sql, "--out", &part],
        vec!["report", &ds, "--out", &part],
        vec!["export", &ds, "--out", &part],
        vec!["export", &ds, "--out", &new],
        vec!["export", &games, "--out", &new],
        vec!["export", &games, "--out", &out, "--damaged-to", &new],
        vec!["epd", "convert", "--to", "epd", &games, "--out", &new],
        vec!["draws", "sheet", &games, &sheet, "--out", &new],
        vec!["man", &ds],
        vec!["rows", &games, "--parquet", &new],
        vec!["audit", &games, "--out", &new],
        vec!["export", &games, "--out", &out, "--damaged-to", &out],
        vec![
            "export",
            &games,
            "--out",
            &out,
            "--no-duplicates",
            "--dropped",
            &out,
        ],
    ];
    let manifest = path("ds/manifest.json");
    commands.push(vec!["export", &games, "--out", &manifest]);
    #[cfg(unix)]
    let through = path("tables/new.csv");
    #[cfg(unix)]
    commands.push(vec!["query", &ds, sql, "--out", &through]);
    for name in &names {
        commands.push(vec!["export", &games, "--out", name]);
        commands.push(vec!["export", &ds, "--out", name]);
        commands.push(vec!["export", &games, "--out", &out, "--damaged-to", name]);
        commands.push(vec![
            "export",
            &games,
            "--out",
            &out,
            "--no-duplicates",
            "--dropped",
            name,
        ]);
        commands.push(vec!["report", &ds, "--out", name]);
    }
    let root = folder.path("");
    commands.push(vec!["export", &root, "--out", &games]);
    let before = contents(&root);
    for command in commands {
        for force in [false, true] {
            let mut arguments = command.clone();
            if force && arguments[0] == "export" {
                arguments.push("--force");
            }
            let output = run(&arguments);
            let error = output.err();
            assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
            let says = [
                "is also an input",
                "is inside the dataset",
                "two outputs",
                "will hold a web page",
                "will hold games as PGN",
            ];
            let holds = says.iter().any(|text| error.contains(text));
            assert!(holds, "{arguments:?}: {error}");
            assert!(contents(&root) == before, "{arguments:?}");
        }
    }
}

/// Files that are split off are named when their games come.
#[test]
fn files_that_are_split_off_pass_the_door() {
    let folder = Folder::new();
    let games = folder.write("g-x.pgn", CLEAN);
    run!(
        "export {games} --split-by event --force --out {}",
        folder.path("g.pgn")
    )
    .ends(2)
    .err()
    .has("is also an input");
    assert_eq!(fs::read_to_string(&games).unwrap(), CLEAN);
}

/// The report has its place in the dataset, and no other file has.
#[test]
fn only_the_report_is_written_into_a_dataset() {
    let (folder, _, ds) = begin();
    let report = run!("report -q {ds}");
    report.ends(0);
    run(["report", "-q", &ds, "--out", &folder.path("ds/report.html")]).ends(0);
    run(["report", "-q", &ds, "--out", &folder.path("ds/other.html")]).ends(2);
    run!("verify {ds}").ends(0);
}
