//! `audit960 report`, run as users run it; what a reader sees of it is tested in `browser.rs`.

use std::fs;
use std::path::Path;

use audit960_types::Code;
use serde_json::Value;

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
    // Links lead to places in the page, and no place of this machine is named.
    let links = page.split(" href=\"").skip(1);
    for link in links {
        assert!(link.starts_with(['#', 'd']), "{}", &link[..20]);
    }
    assert!(!page.contains(&folder.path("")) && !page.contains("data/archive"));
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
    assert!(first.len() < 3_000_000);
}

/// What the page says of evaluations is what the answer about starts says; a page of no game of Chess960 has no map.
#[test]
fn evaluations_are_those_of_the_answer() {
    let folder = Folder::new();
    let dataset = audited(&folder, "audit", "data/archive", "");
    let answer = printed!("starts {dataset}");
    let (_, found) = answer.split_once("adjusted_score: correlation ").unwrap();
    let (correlation, positions) = found.lines().next().unwrap().split_once(" over ").unwrap();
    let correlation = correlation.replace("95 %", "95\u{a0}%");
    let page = printed!("report {dataset} --out -");
    page.has(&format!(
        "score of {positions}: correlation {correlation}.</p>"
    ));
    page.has("id=\"map\"");
    page.lacks("left out: none of these games");
    let classics = audited(
        &folder,
        "classics",
        "data/archive/fifty-move-classics.pgn",
        "",
    );
    for (language, why) in [
        (
            "en",
            "The map and the table of the 960 start positions are left out: none of these games is Chess960 from a known start.",
        ),
        (
            "fr",
            "La carte et le tableau des 960 positions de départ sont omis",
        ),
        (
            "de",
            "Die Karte und die Tabelle der 960 Grundstellungen fehlen",
        ),
    ] {
        let page = printed!("report {classics} --out - --lang {language}");
        page.has(why);
        page.lacks("id=\"map\"");
    }
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
    assert!(page.contains("No Chess960 game with a result among these games."));
    assert!(page.contains("No position can be judged: no Chess960 game has a result."));
}

/// The page of a part counts its games and names the conditions; bytes are those of the dataset.
#[test]
fn the_page_of_a_part_is_about_its_games() {
    let folder = Folder::new();
    let dataset = audited(&folder, "audit", "data/archive", "--positions");
    let page = |options: &[&str]| printed((format!("report {dataset} --out -"), options));
    let condition = "year >= 2000 AND venue <> 'icc'";
    let part = page(&["--where", condition]);
    part.has("audit (--where &quot;year &gt;= 2000 AND venue &lt;&gt; &#39;icc&#39;&quot;)</h1>");
    let [all, some] = ["TRUE", condition].map(|of| count(&dataset, &format!("games WHERE {of}")));
    assert_ne!(all, some);
    part.has(&format!("<dt>Games</dt><dd>{all} = "));
    part.has(&format!("<dt>Games of this page</dt><dd>{some} = "));
    assert!(!page(&[]).contains("Games of this page"));
    page(&["--min-elo", "3900"])
        .has("No game of the dataset meets the conditions: <code>--min-elo 3900</code>");
}

/// Every game that was replayed in part or not at all is listed, with a finding of it that has this effect.
#[test]
fn damaged_games_are_listed_with_their_reasons() {
    let folder = Folder::new();
    let dataset = audited(&folder, "audit", "data/traps", "");
    let page = printed!("report {dataset} --out -");
    let (_, block) = page.split_once("id=\"data-damaged\">").unwrap();
    let block: Value = serde_json::from_str(block.split_once("</script>").unwrap().0).unwrap();
    let fields = block["fields"].as_array().unwrap();
    let listed = block["rows"].as_array().unwrap();
    let damaged = "games WHERE verdict IN ('damaged', 'rejected')";
    assert_eq!(listed.len() as u64, count(&dataset, damaged));
    for row in listed {
        let text = |name: &str| {
            let place = fields.iter().position(|field| field == name).unwrap();
            row[place].as_str().unwrap()
        };
        let code = Code::ALL.iter().find(|code| code.as_str() == text("code"));
        let code = code.unwrap();
        assert_eq!(code.effect().verdict().as_str(), text("verdict"), "{row}");
        let (code, verdict) = (text("code"), text("verdict"));
        let (white, black) = (text("white"), text("black"));
        let named = |side: &str, name: &str| match name {
            "" => format!("{side} IS NULL"),
            _ => format!("{side} = '{}'", name.replace('\'', "''")),
        };
        let found = count(
            &dataset,
            &format!(
                "games JOIN diagnostics USING (game_id) WHERE verdict = '{verdict}' AND code = '{code}' AND {} AND {}",
                named("white", white),
                named("black", black)
            ),
        );
        assert!(found > 0, "{row}");
    }
}

/// The page speaks the language that was asked for, also in its script; unknown ones are refused.
#[test]
fn pages_speak_french_and_german() {
    let folder = Folder::new();
    let dataset = audited(&folder, "dataset", "data/archive/icc-style.pgn", "");
    let page = |language: &str| printed!("report {dataset} --out - --lang {language}");
    for [language, title, label, number, copies] in cases::<5>("\
         fr | Positions de départ | Triple répétition | 2\u{202f}410 demi-coups rejoués | ont pas été recherchés
         de | Grundstellungen | Dreimalige Stellungswiederholung | 2.410 Halbzüge nachgespielt | nach Kopien von Partien wurde nicht gesucht") {
        let html = page(language);
        html.has(&format!("<html lang=\"{language}\">"));
        html.has(&format!(">{title}</h2>"));
        for part in [label, number, copies] {
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
