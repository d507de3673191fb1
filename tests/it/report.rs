//! `audit960 report`, run as users run it; what a reader sees of it is tested in `browser.rs`.

use std::fs;
use std::path::Path;

use crate::folder::{Folder, Has, Ran, audited, cases, count, csv, printed, refused};

#[test]
fn a_report_is_written_into_the_dataset_and_leaves_it_as_it_was() {
    let folder = Folder::new();
    let dataset = audited(&folder, "audit", "data/archive", "");
    let before = csv(&dataset, "SELECT COUNT(*) AS n FROM games");
    let output = run!("report {dataset}");
    assert!(output.status.success() && output.stdout.is_empty());
    assert!(output.err().contains("report.html: "));
    let page = fs::read_to_string(Path::new(&dataset).join("report.html")).unwrap();
    assert!(page.contains("<title>Chess archive audit: audit</title>"));
    // Links lead to the tables beside the page.
    assert!(page.contains("<a href=\"manifest.json\">"));
    let after = csv(&dataset, "SELECT COUNT(*) AS n FROM games");
    assert_eq!(before, after);
}

#[test]
fn the_same_dataset_gives_the_same_page() {
    let folder = Folder::new();
    let dataset = audited(&folder, "audit", "data/archive data/traps", "");
    let page = |name: &str, threads: &str| {
        let out = &folder.path(name);
        printed!("report {dataset} --quiet -j {threads} --out {out}");
        fs::read_to_string(out).unwrap()
    };
    let first = page("a.html", "1");
    // Pages of 1 and 3 threads differ.
    assert!(first == page("b.html", "3"));
    assert!(first.contains("<a href=\"audit/manifest.json\">"));
    assert!(first.len() < 3_000_000);
}

#[test]
fn title_and_place_are_the_users() {
    let folder = Folder::new();
    let dataset = audited(&folder, "audit", "data/archive/mainz-2009.pgn", "");
    let out = &folder.path("mainz.html");
    printed!("report {dataset} --out {out} --title `Mainz <2009> & \"more\"`");
    let page = fs::read_to_string(out).unwrap();
    assert!(page.contains("<h1>Mainz &lt;2009&gt; &amp; &quot;more&quot;</h1>"));
    // A second run replaces the first.
    printed!("report {dataset} --out {out} --title Again");
    assert!(fs::read_to_string(out).unwrap().contains("<h1>Again</h1>"));
}

#[test]
fn what_is_no_dataset_is_refused() {
    let folder = Folder::new();
    refused(["report", &folder.path("")]).has("is not a dataset: the folder is empty");
    let dataset = audited(&folder, "audit", "data/archive/mainz-2009.pgn", "");
    refused!("report {dataset} --out /nowhere/at/all.html").has("/nowhere/at/all.html");
}

#[test]
fn an_archive_without_chess960_has_a_report() {
    let folder = Folder::new();
    let dataset = audited(&folder, "audit", "data/archive/fifty-move-classics.pgn", "");
    printed!("report {dataset} --quiet");
    let page = fs::read_to_string(Path::new(&dataset).join("report.html")).unwrap();
    assert!(page.contains("No Chess960 game among these games."));
    assert!(page.contains("No position can be judged: no Chess960 game has a result."));
}

/// The page of a part counts its games and prints commands about them; bytes and tables are those of the dataset.
#[test]
fn the_page_of_a_part_is_about_its_games() {
    let folder = Folder::new();
    let dataset = audited(&folder, "audit", "data/archive", "--positions");
    let page = |options: &[&str]| printed((format!("report {dataset} --out -"), options));
    let condition = "year >= 2000 AND venue <> 'icc'";
    let part = page(&["--where", condition]);
    let asked = "audit --where &quot;year &gt;= 2000 AND venue &lt;&gt; &#39;icc&#39;&quot;";
    let by_year = format!("<code>audit960 starts {asked} --by year --format csv</code>");
    assert!(part.contains(&by_year));
    let bare = ["starts audit --", "draws audit --", "explore audit --"];
    for command in bare {
        let command = format!("audit960 {command}");
        let with_conditions = format!("{command}where");
        let found = part.matches(&command).count();
        assert_eq!(found, part.matches(&with_conditions).count(), "{command}");
    }
    let [all, some] = ["TRUE", condition].map(|of| count(&dataset, &format!("games WHERE {of}")));
    assert_ne!(all, some);
    part.has(&format!("<dt>Games</dt><dd>{all} = "));
    part.has(&format!("<dt>Games of this page</dt><dd>{some} = "));
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
    page(&["--min-elo", "3900"])
        .has("No game of the dataset meets the conditions: <code>--min-elo 3900</code>");
}

/// The query that the page prints for the games of a position answers with these games.
#[test]
fn the_query_for_the_games_of_a_position_works() {
    let folder = Folder::new();
    let dataset = audited(&folder, "audit", "data/archive", "");
    printed!("report {dataset} --quiet");
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
    let answer = printed([
        "query",
        &dataset,
        &format!("{sql}{number}"),
        "--format",
        "csv",
    ]);
    let listed = printed!("starts {dataset} --format csv");
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
    let folder = Folder::new();
    let dataset = audited(&folder, "dataset", "data/archive/icc-style.pgn", "");
    let page = |language: &str| printed!("report {dataset} --out - --lang {language}");
    for [language, title, label, number] in cases::<4>("\
         fr | Les 960 positions de départ | Triple répétition | 2\u{202f}410 demi-coups rejoués
         de | Die 960 Startpositionen | Dreimalige Stellungswiederholung | 2.410 Halbzüge nachgespielt") {
        let html = page(language);
        html.has(&format!("<html lang=\"{language}\">"));
        for part in [title, label, number] {
            assert!(html.contains(part), "{language}: {part}");
        }
        // Names, codes and moves are those of the archive.
        html.has("InventedJackdaw");
        html.has("T009");
        let (_, labels) = html.split_once("id=\"data-labels\">").unwrap();
        let labels: serde_json::Value =
            serde_json::from_str(labels.split("</script>").next().unwrap()).unwrap();
        let holds = labels["labels"].as_object().unwrap().len() > 100;
        assert!(holds, "{language}");
    }
    assert!(page("en") == printed!("report {dataset} --out -"));
    run!("report {dataset} --lang eo").ends(2);
}
