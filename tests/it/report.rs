//! `audit960 report`, run as users run it; what a reader sees of it is tested in `browser.rs`.

use std::fs;
use std::path::Path;

use crate::support::{audited, printed, refused, run};

#[test]
fn a_report_is_written_into_the_dataset_and_leaves_it_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let dataset = audited(folder.path(), "audit", &["data/archive"], &[]);
    let before = printed(&[
        "query",
        &dataset,
        "SELECT COUNT(*) AS n FROM games",
        "--format",
        "csv",
    ]);
    let output = run(&["report", &dataset]);
    assert!(output.status.success() && output.stdout.is_empty());
    assert!(String::from_utf8_lossy(&output.stderr).contains("report.html: "));
    let page = fs::read_to_string(Path::new(&dataset).join("report.html")).unwrap();
    assert!(page.contains("<title>Chess archive audit: audit</title>"));
    // Links lead to the tables beside the page.
    assert!(page.contains("<a href=\"manifest.json\">"));
    let after = printed(&[
        "query",
        &dataset,
        "SELECT COUNT(*) AS n FROM games",
        "--format",
        "csv",
    ]);
    assert_eq!(before, after);
}

#[test]
fn the_same_dataset_gives_the_same_page() {
    let folder = tempfile::tempdir().unwrap();
    let dataset = audited(folder.path(), "audit", &["data/archive", "data/traps"], &[]);
    let page = |name: &str, threads: &str| {
        let out = folder.path().join(name);
        printed(&[
            "report",
            &dataset,
            "--quiet",
            "-j",
            threads,
            "--out",
            out.to_str().unwrap(),
        ]);
        fs::read_to_string(out).unwrap()
    };
    let first = page("a.html", "1");
    assert!(
        first == page("b.html", "3"),
        "pages of 1 and 3 threads differ"
    );
    assert!(first.contains("<a href=\"audit/manifest.json\">"));
    assert!(first.len() < 3_000_000);
}

#[test]
fn title_and_place_are_the_users() {
    let folder = tempfile::tempdir().unwrap();
    let dataset = audited(
        folder.path(),
        "audit",
        &["data/archive/mainz-2009.pgn"],
        &[],
    );
    let out = folder.path().join("mainz.html");
    let out = out.to_str().unwrap();
    printed(&[
        "report",
        &dataset,
        "--out",
        out,
        "--title",
        "Mainz <2009> & \"more\"",
    ]);
    let page = fs::read_to_string(out).unwrap();
    assert!(page.contains("<h1>Mainz &lt;2009&gt; &amp; &quot;more&quot;</h1>"));
    // A second run replaces the first.
    printed(&["report", &dataset, "--out", out, "--title", "Again"]);
    assert!(fs::read_to_string(out).unwrap().contains("<h1>Again</h1>"));
}

#[test]
fn what_is_no_dataset_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (code, message) = refused(&["report", folder.path().to_str().unwrap()]);
    assert_eq!(code, Some(2));
    assert!(
        message.contains("is not a dataset: the folder is empty"),
        "{message}"
    );
    let dataset = audited(
        folder.path(),
        "audit",
        &["data/archive/mainz-2009.pgn"],
        &[],
    );
    let (code, message) = refused(&["report", &dataset, "--out", "/nowhere/at/all.html"]);
    assert_eq!(code, Some(2));
    assert!(message.contains("/nowhere/at/all.html"), "{message}");
}

#[test]
fn an_archive_without_chess960_has_a_report() {
    let folder = tempfile::tempdir().unwrap();
    let dataset = audited(
        folder.path(),
        "audit",
        &["data/archive/fifty-move-classics.pgn"],
        &[],
    );
    printed(&["report", &dataset, "--quiet"]);
    let page = fs::read_to_string(Path::new(&dataset).join("report.html")).unwrap();
    assert!(page.contains("No Chess960 game among these games."));
    assert!(page.contains("No position can be judged: no Chess960 game has a result."));
}

/// The page of a part counts its games and prints commands about them; bytes and tables are those of the dataset.
#[test]
fn the_page_of_a_part_is_about_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let dataset = audited(folder.path(), "audit", &["data/archive"], &["--positions"]);
    let page = |options: &[&str]| printed(&[&["report", &dataset, "--out", "-"], options].concat());
    let condition = "year >= 2000 AND venue <> 'icc'";
    let part = page(&["--where", condition]);
    let asked = "audit --where &quot;year &gt;= 2000 AND venue &lt;&gt; &#39;icc&#39;&quot;";
    let by_year = format!("<code>audit960 positions {asked} --by year --format csv</code>");
    assert!(part.contains(&by_year));
    let bare = [
        "positions audit --",
        "fifty audit<",
        "draws audit --",
        "explore audit --",
    ];
    for command in bare {
        let command = format!("audit960 {command}");
        let with_conditions = format!("{command}where");
        let found = part.matches(&command).count();
        assert_eq!(found, part.matches(&with_conditions).count(), "{command}");
    }
    let count = |condition: &str| {
        let sql = format!("SELECT COUNT(*) AS n FROM games WHERE {condition}");
        let csv = printed(&["query", &dataset, &sql, "--format", "csv"]);
        csv.lines().nth(1).unwrap().to_owned()
    };
    let (all, some) = (count("TRUE"), count(condition));
    assert_ne!(all, some);
    assert!(
        part.contains(&format!("<dt>Games</dt><dd>{all} = ")),
        "{all}"
    );
    assert!(
        part.contains(&format!("<dt>Games of this page</dt><dd>{some} = ")),
        "{some}"
    );
    assert!(!page(&[]).contains("Games of this page"));
    // Every table is listed that the folder has, and no other.
    let (_, listed) = part.split_once("<dt>Dataset</dt><dd>").unwrap();
    let (listed, _) = listed.split_once("</dd>").unwrap();
    let listed = listed
        .split("<code>")
        .skip(1)
        .map(|text| text.split_once('<').unwrap().0);
    let mut listed: Vec<String> = listed.map(str::to_owned).collect();
    let there = fs::read_dir(&dataset).unwrap().map(|entry| {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            format!("{name}/")
        } else {
            name
        }
    });
    let mut there: Vec<String> = there.collect();
    listed.sort();
    there.sort();
    assert_eq!(listed, there);
    let none = page(&["--min-elo", "3900"]);
    assert!(
        none.contains("No game of the dataset meets the conditions: <code>--min-elo 3900</code>")
    );
}

/// The query that the page prints for the games of a position answers with these games.
#[test]
fn the_query_for_the_games_of_a_position_works() {
    let folder = tempfile::tempdir().unwrap();
    let dataset = audited(folder.path(), "audit", &["data/archive"], &[]);
    printed(&["report", &dataset, "--quiet"]);
    let page = fs::read_to_string(Path::new(&dataset).join("report.html")).unwrap();
    let (number, end) = (518, "${position.start}");
    let [sql] = page
        .match_indices(end)
        .filter_map(|(at, _)| page[..at].rfind("\"SELECT").map(|from| &page[from + 1..at]))
        .filter(|sql| sql.len() < 200)
        .collect::<Vec<_>>()[..]
    else {
        panic!("one query");
    };
    let answer = printed(&[
        "query",
        &dataset,
        &format!("{sql}{number}"),
        "--format",
        "csv",
    ]);
    let listed = printed(&["positions", &dataset, "--format", "csv"]);
    let row = listed.lines().find(|row| row.starts_with("518,")).unwrap();
    let columns = listed.lines().next().unwrap().split(',');
    let games = columns
        .zip(row.split(','))
        .find(|(name, _)| *name == "games")
        .unwrap()
        .1;
    assert_eq!(answer.lines().count() - 1, games.parse::<usize>().unwrap());
    assert!(games != "0");
}

/// The page speaks the language that was asked for, also in its script; unknown ones are refused.
#[test]
fn pages_speak_french_and_german() {
    let folder = tempfile::tempdir().unwrap();
    let dataset = audited(
        folder.path(),
        "dataset",
        &["data/archive/icc-style.pgn"],
        &[],
    );
    let page = |language: &str| printed(&["report", &dataset, "--out", "-", "--lang", language]);
    for (language, title, label, number) in [
        (
            "fr",
            "Les 960 positions de départ",
            "Triple répétition",
            "2\u{202f}410 demi-coups rejoués",
        ),
        (
            "de",
            "Die 960 Startpositionen",
            "Dreimalige Stellungswiederholung",
            "2.410 Halbzüge nachgespielt",
        ),
    ] {
        let html = page(language);
        assert!(
            html.contains(&format!("<html lang=\"{language}\">")),
            "{language}"
        );
        for part in [title, label, number] {
            assert!(html.contains(part), "{language}: {part}");
        }
        // Names, codes and moves are those of the archive.
        assert!(
            html.contains("InventedJackdaw") && html.contains("T009"),
            "{language}"
        );
        let (_, labels) = html.split_once("id=\"data-labels\">").unwrap();
        let labels: serde_json::Value =
            serde_json::from_str(labels.split("</script>").next().unwrap()).unwrap();
        assert!(
            labels["labels"].as_object().unwrap().len() > 100,
            "{language}"
        );
    }
    assert!(page("en") == printed(&["report", &dataset, "--out", "-"]));
    let unknown = run(&["report", &dataset, "--lang", "eo"]);
    assert_eq!(unknown.status.code(), Some(2));
}
