//! The HTML report and the page of `serve` in a real browser: `tests/browser` opens them in headless Chromium and uses
//! them as a reader does. `make browser` installs node, chromium and the packages of that folder; before, the test prints that it
//! is skipped.

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use audit960_board::start::Start;
use serde_json::{Value, json};

use crate::folder::{Folder, Ran, audited, manifest, printed, program, rows};
use crate::support::{corpus, skipped};
use crate::tablebase_draws::late_game;

/// The folder of the browser tests.
fn driver() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser")
}

/// Whether a program answers `--version`.
fn answers(program: &str) -> bool {
    let mut command = Command::new(program);
    command
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// The path of Chromium, if everything that a browser test needs is installed.
fn chromium() -> Option<String> {
    let named = std::env::var("AUDIT960_CHROMIUM").into_iter();
    let usual = [
        "/usr/bin/chromium",
        "/usr/bin/chromium-browser",
        "/usr/bin/google-chrome",
    ];
    let browser = named
        .chain(usual.map(str::to_owned))
        .find(|path| answers(path));
    if !driver().join("node_modules/playwright-core").exists() {
        skipped("make browser installs what a browser test needs");
        return None;
    }
    assert!(answers("node"), "node is missing: make browser");
    assert!(browser.is_some(), "chromium is missing: make browser");
    browser
}

/// A name that would run as a script if text became markup.
const ODD_NAME: &str = "<script>alert(1)</script> O'Brien & \"Sons\"";

/// The address of a game.
const SITE: &str = "https://example.org/games/1?a=b&c=%22";

const ORTHODOX: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Three games with odd text everywhere: from the orthodox position as Chess960, with a claim, and with an illegal move.
fn odd_games() -> String {
    let name = ODD_NAME.replace('"', "\\\"");
    let tags = format!(
        "[Event \"<img src=x onerror=alert(2)>\"]\n[Site \"?\"]\n[Date \"2020.01.02\"]\n[Round \"1\"]\n\
         [White \"{name}\"]\n[Black \"Tal\"]\n"
    );
    let of_web = tags.replace("[Site \"?\"]", &format!("[Site \"{SITE}\"]"));
    let mut text = format!(
        "{of_web}[Result \"1-0\"]\n[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{ORTHODOX}\"]\n\n1. e4 {{a \"quote\" </script><script>alert(3)\
         </script>}} e5 <b>bold</b> 2. Nf3 1-0\n\n{tags}[Result \"1-0\"]\n[SetUp \"1\"]\n\
         [FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 0 60\"]\n\n"
    );
    text.push_str(&shuffle(104));
    text.push_str("1-0\n");
    let _ = write!(text, "\n{tags}[Result \"1-0\"]\n\n1. e4 e5 2. Ke3 1-0\n");
    text
}

/// `plies` half-moves of a rook and a king moving back and forth, from move 60.
fn shuffle(plies: usize) -> String {
    let mut text = String::new();
    for (ply, san) in ["Ra2", "Kd8", "Ra1", "Ke8"]
        .into_iter()
        .cycle()
        .take(plies)
        .enumerate()
    {
        if ply % 2 == 0 {
            let _ = write!(text, "{}. ", 60 + ply / 2);
        }
        text.push_str(san);
        text.push(if ply % 20 == 19 { '\n' } else { ' ' });
    }
    text
}

/// `games` games from all 960 positions, and `claims` games with a claim.
fn large_archive(games: usize, claims: usize) -> String {
    let mut text = String::with_capacity(games * 330);
    let results = ["1-0", "1/2-1/2", "0-1", "1/2-1/2", "1-0"];
    for game in 0..games {
        let start = Start::new((game % 960) as u16).unwrap();
        let (rank, result) = (start.name(), results[game % 7 % 5]);
        let black = rank.to_lowercase();
        let (white_elo, black_elo) = (1800 + game % 613, 1800 + game % 467);
        let (year, event) = (2000 + game % 24, game % 37);
        let _ = write!(
            text,
            "[Event \"Open {event}\"]\n[Site \"?\"]\n[Date \"{year}.05.{:02}\"]\n[Round \"1\"]\n\
             [White \"Player {}\"]\n[Black \"Player {}\"]\n[Result \"{result}\"]\n\
             [WhiteElo \"{white_elo}\"]\n[BlackElo \"{black_elo}\"]\n[Variant \"Chess960\"]\n\
             [SetUp \"1\"]\n[FEN \"{black}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1\"]\n\n\
             1. {} {} 2. a4 {result}\n\n",
            1 + game % 28,
            game % 9973,
            game % 7919,
            ["e4", "d4", "c4", "b3"][game % 11 % 4],
            ["e5", "d5", "h6"][game % 5 % 3],
        );
    }
    for game in 0..claims {
        let _ = write!(
            text,
            "[Event \"Ending\"]\n[Site \"?\"]\n[Date \"2001.05.01\"]\n[Round \"{game}\"]\n\
             [White \"A {game}\"]\n[Black \"B {game}\"]\n[Result \"1/2-1/2\"]\n[SetUp \"1\"]\n\
             [FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 0 60\"]\n\n{}1/2-1/2\n\n",
            shuffle(100 + game % 60)
        );
    }
    text
}

/// The first year of those that the table of the page is restricted to.
const SINCE: u16 = 2015;

/// Facts of the dataset, to compare the page with.
fn expected(dataset: &str) -> Value {
    let manifest = manifest(dataset);
    let count =
        |sql: &str| rows(dataset, &format!("SELECT COUNT(*) AS n FROM {sql}"))[0]["n"].clone();
    let positions = rows(dataset, "SELECT * FROM start_positions ORDER BY start");
    let most = positions
        .iter()
        .max_by_key(|row| row["games"].as_u64())
        .unwrap();
    let answer = |command: &str| -> Value {
        let (name, options) = command.split_once(' ').unwrap_or((command, ""));
        let answer = printed(format!("{name} {dataset} {options} --format json"));
        serde_json::from_str(&answer).unwrap()
    };
    let since = answer(&format!("starts --since {SINCE}"));
    let since = since.as_array().unwrap();
    let score = |row: &Value| (row["start"].to_string(), row["score"].clone());
    json!({
        "ok": count("games WHERE verdict = 'ok'"),
        "seen": count("start_positions WHERE games > 0"),
        "incidents": count("incidents"),
        "missed": count("incidents WHERE half_point_lost_by IS NOT NULL"),
        "findings": count("diagnostics"),
        "bytes": manifest["totals"]["bytes"],
        "most": most,
        "claims": rows(dataset, "SELECT * FROM incidents"),
        "repetitionsMissed": count("repetitions WHERE half_point_lost_by IS NOT NULL"),
        "repetitions": rows(dataset, "SELECT fen, occurrences FROM repetitions"),
        "positions": positions,
        "damaged": count("games WHERE verdict IN ('damaged', 'rejected')"),
        "reasons": rows(
            dataset,
            "SELECT verdict, code, message FROM games JOIN diagnostics USING (game_id) WHERE verdict IN \
             ('damaged', 'rejected') AND severity = 'error'",
        ),
        "starts": answer("starts"),
        "years": answer("starts --by year"),
        "draws": answer("draws"),
        "castling": rows(dataset, "SELECT * FROM castling"),
        "since": {
            "year": SINCE,
            "games": since.iter().filter_map(|row| row["games"].as_u64()).sum::<u64>(),
            "score": since.iter().map(score).collect::<serde_json::Map<_, _>>(),
        },
        "site": SITE,
        "sites": rows(dataset, "SELECT DISTINCT site FROM games WHERE site LIKE 'http%'"),
        "folders": [dataset, env!("CARGO_MANIFEST_DIR")],
        "oddName": ODD_NAME,
        "oddPosition": 518,
    })
}

#[test]
fn a_reader_can_use_the_report() {
    let Some(chromium) = chromium() else { return };
    let folder = Folder::new();
    let path = |name: &str| folder.path(name);
    folder.write("odd.pgn", odd_games());
    folder.write("large.pgn", large_archive(100_000, 600));
    let small = audited(&folder, "small", ["data/archive", &path("odd.pgn")], "");
    let large = audited(&folder, "large", [&path("large.pgn")], "");
    for dataset in [&small, &large] {
        printed!("report {dataset} --quiet");
    }
    folder.write("expected.json", expected(&small).to_string());
    let pages = [
        format!("{small}/report.html"),
        path("expected.json"),
        format!("{large}/report.html"),
    ];
    let output = Command::new("node")
        .arg(driver().join("report.mjs"))
        .arg(chromium)
        .args(pages)
        .arg(folder.root())
        .output()
        .unwrap();
    let text = output.out();
    println!("{text}");
    assert!(output.status.success(), "{text}\n{}", output.err());
}

/// Uses a section of the page of the first dataset, which the page of the second does not have; `expected` says what it has
/// to show. Pictures go into `folder`, unless `AUDIT960_PICTURES` names another.
fn use_section(script: &str, chromium: &str, datasets: [&str; 2], expected: &str, folder: &str) {
    let folder = std::env::var("AUDIT960_PICTURES").unwrap_or_else(|_| folder.to_owned());
    let output = Command::new("node")
        .arg(driver().join(script))
        .arg(chromium)
        .args(datasets.map(|dataset| format!("{dataset}/report.html")))
        .args([expected, &folder])
        .output()
        .unwrap();
    let holds = output.status.success();
    assert!(holds, "{}\n{}", output.out(), output.err());
}

/// The section on endgame tables, of archives with a win that came too late and one that was thrown away.
#[test]
fn a_reader_sees_what_claims_were_worth() {
    let Some(chromium) = chromium() else { return };
    let (Some(tables), Some(fifty)) = (corpus("syzygy"), corpus("fifty")) else {
        return;
    };
    let folder = Folder::new();
    let path = |name: &str| folder.path(name);
    // Before July 2014 a fifth occurrence ended no game.
    let late = late_game().replace("2019.05.01", "2013.05.01");
    folder.write("late.pgn", late);
    let (late, fifty) = (path("late.pgn"), fifty.to_str().unwrap().to_owned());
    let inputs = [late.as_str(), &fifty, "data/archive"];
    let with = ["--tablebase", tables.to_str().unwrap()];
    let valued = audited(&folder, "valued", inputs, with);
    let plain = audited(&folder, "plain", &late, "");
    for dataset in [&valued, &plain] {
        printed!("report {dataset} --quiet");
    }
    let ledger = printed!("draws {valued} --format json");
    folder.write("ledger.json", ledger);
    use_section(
        "truth.mjs",
        &chromium,
        [&valued, &plain],
        &path("ledger.json"),
        &path(""),
    );
}

/// Lines of openings that are followed, about.
const LINES: usize = 12;

/// The opening trees, beside what `explore` says of the same lines.
#[test]
fn a_reader_follows_an_opening() {
    let Some(chromium) = chromium() else { return };
    let folder = Folder::new();
    let path = |name: &str| folder.path(name);
    let archive = match corpus("chess960") {
        Some(shared) => shared.to_str().unwrap().to_owned(),
        None => "data/archive".to_owned(),
    };
    let inputs = format!("{archive} data/archive");
    let counted = audited(&folder, "counted", inputs, "--positions=8");
    let plain = audited(&folder, "plain", "data/archive", "");
    for dataset in [&counted, &plain] {
        printed!("report {dataset} --quiet");
    }
    // The line of the most played moves from some starts.
    let top = [
        "--plies", "0", "--limit", "3", "--by", "start", "--format", "csv",
    ];
    let starts = printed((format!("explore {counted}"), &top));
    let mut lines: Vec<Value> = Vec::new();
    let named = starts
        .lines()
        .skip(1)
        .filter_map(|row| row.rsplit(',').next());
    let mut starts: Vec<&str> = named.filter(|start| start.parse::<u16>().is_ok()).collect();
    starts.dedup();
    for start in starts {
        if lines.len() >= LINES {
            break;
        }
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..3 {
            let line = moves.join(" ");
            let question = ["--start", start, "--moves", &line, "--format", "json"];
            let answer = printed((format!("explore {counted}"), &question));
            let answer: Value = serde_json::from_str(&answer).unwrap();
            // A position that one game reached is not on the page.
            if answer["games"].as_u64().unwrap() < 2 {
                break;
            }
            let next = answer["moves"][0]["uci"].as_str().map(str::to_owned);
            // The page counts the games of all starts that reach a position.
            lines.push(json!({"start": start, "moves": moves, "answer": answer}));
            match next {
                Some(uci) => moves.push(uci),
                None => break,
            }
        }
    }
    let holds = lines.iter().any(|line| line["moves"][0].is_string());
    assert!(holds, "{lines:?}");
    folder.write("lines.json", json!(lines).to_string());
    use_section(
        "openings.mjs",
        &chromium,
        [&counted, &plain],
        &path("lines.json"),
        &path(""),
    );
}

/// A server that ends with the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The page of `serve`: games from other starts are played through, and what the archive has is shown.
#[test]
fn a_reader_explores_positions() {
    let Some(chromium) = chromium() else { return };
    let folder = Folder::new();
    let dataset = audited(&folder, "served", "data/archive", "--positions");
    let mut server = program(format!("serve {dataset} --port 0"));
    let mut server = Server(server.stdout(Stdio::piped()).spawn().unwrap());
    let mut says = String::new();
    let mut out = BufReader::new(server.0.stdout.take().unwrap());
    out.read_line(&mut says).unwrap();
    let address = says.split(' ').find(|word| word.starts_with("http://"));
    let pictures = std::env::var("AUDIT960_PICTURES").unwrap_or_else(|_| folder.path(""));
    let output = Command::new("node")
        .arg(driver().join("explorer.mjs"))
        .arg(chromium)
        .args([address.unwrap().trim_end_matches('/'), &pictures])
        .output()
        .unwrap();
    let holds = output.status.success();
    assert!(holds, "{}\n{}", output.out(), output.err());
}
