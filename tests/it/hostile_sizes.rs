//! Inputs made to exhaust memory or time: each is read within bounded memory, and only the hostile game
//! itself is lost.
//!
//! `AUDIT960_HOSTILE=full` makes them as large as they can be (a game of 64 MiB); else they are an eighth
//! of that, under the same bounds.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::folder::{CLEAN, Folder, Has, Ran, Words, manifest};
use crate::zips::zip;

/// Bytes of a hostile text.
fn size() -> usize {
    let full = std::env::var("AUDIT960_HOSTILE").is_ok_and(|asked| asked == "full");
    (63 << 20) / if full { 1 } else { 8 }
}

/// Runs the program with at most `mebibytes` MiB of address space, for at most two minutes.
pub(crate) fn bounded(mebibytes: u64, arguments: impl Words) -> Output {
    let script = format!("ulimit -v {}; exec timeout 120 \"$@\"", mebibytes << 10);
    Command::new("sh")
        .args(["-c", &script, "sh", env!("CARGO_BIN_EXE_audit960")])
        .args(arguments.words())
        .output()
        .unwrap()
}

/// Audits within a memory bound; returns the totals of the manifest. The exit code is that of the data.
fn audited(folder: &Folder, input: &str, mebibytes: u64, options: &str) -> Value {
    let out = folder.path("out");
    let output = bounded(mebibytes, (["audit", "-q", input, "--out", &out], options));
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 1)), "{code:?} {}", output.err());
    let manifest = manifest(&out);
    manifest["totals"].clone()
}

/// One game in which `part` is repeated up to the size of a hostile text.
fn game(head: &str, part: &str, tail: &str) -> String {
    let count = size() / part.len();
    [
        "[Event \"hostile\"]\n[White \"A\"]\n[Black \"B\"]\n",
        head,
        &part.repeat(count),
        tail,
        "\n\n",
    ]
    .concat()
}

/// Runs of 104 half-moves without capture or pawn move, one after another; then knights go on.
fn many_runs() -> String {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ";
    let mut moves = String::new();
    for (white, black) in "abcdegh"
        .chars()
        .flat_map(|file| [(file, '3', '6'), (file, '4', '5')])
        .map(|(file, white, black)| (format!("{file}{white}"), format!("{file}{black}")))
    {
        moves += &shuffle.repeat(26);
        moves += &format!("{white} {black} ");
    }
    game(&format!("\n{moves}"), shuffle, "1-0")
}

/// Hostile games: name, text, and the code of the finding, if any.
fn games() -> Vec<(&'static str, String, &'static str)> {
    let tags: String = (0..size() / 16)
        .map(|number| format!("[T{number} \"x\"]\n"))
        .collect();
    vec![
        ("closing brackets", game("\n1. e4 ", ") ", "*"), "P003"),
        ("castling in one word", game("\n", "O-O-", " *"), ""),
        ("castling words", game("\n1. e4 ", "O-O ", "*"), "M001"),
        (
            "shuffling pieces",
            game("\n", "Nf3 Nf6 Ng1 Ng8 ", "*"),
            "M036",
        ),
        ("many runs", many_runs(), "M036"),
        ("comments", game("\n1. e4 ", "{a} ", "*"), ""),
        ("variations", game("\n1. e4 ", "(1. d4) ", "*"), ""),
        (
            "nested variations",
            game("\n1. e4 ", "(1. d4 ", "*"),
            "P002",
        ),
        ("words that are none", game("\n1. e4 ", "<x> ", "*"), "P004"),
        ("a long word", game("\n1. e4 ", "xxxx", " *"), ""),
        (
            "tags",
            [CLEAN.lines().next().unwrap(), "\n", &tags, "\n*\n\n"].concat(),
            "",
        ),
        (
            "one tag",
            game("[Site \"", "yyyy", "\"]\n\n1. e4 *"),
            "T013",
        ),
    ]
}

#[test]
fn one_absurd_game_costs_itself() {
    for (name, text, code) in games() {
        let folder = Folder::new();
        let text = [CLEAN, &text, CLEAN].concat();
        let file = folder.write("a.pgn", &text);
        let totals = audited(&folder, &file, 1500, "");
        assert_eq!(totals["games"], 3, "{name}");
        assert!(totals["ok"].as_u64() >= Some(2), "{name}: {totals}");
        assert_eq!(totals["bytes"], text.len() as u64, "{name}");
        let found = &totals["findings"][code];
        let holds = code.is_empty() || found.as_u64() > Some(0);
        assert!(holds, "{name}: {totals}");
        let out = folder.path("out");
        let size: u64 = crate::damage::files(Path::new(&out))
            .iter()
            .map(|file| fs::metadata(file).unwrap().len())
            .sum();
        assert!(size < 2 << 20, "{name}: a dataset of {size} bytes");
        for arguments in [
            &["draws", &out][..],
            &["report", "-q", &out],
            &["verify", &out],
        ] {
            bounded(1500, arguments).ends(0);
        }
        let page = fs::metadata(Path::new(&out).join("report.html")).unwrap();
        let holds = page.len() < 3 << 20;
        assert!(holds, "{name}: a page of {} bytes", page.len());
    }
}

/// Several hostile games in one archive, read by several threads at a time.
#[test]
fn absurd_games_do_not_add_up() {
    let folder = Folder::new();
    let mut text = String::new();
    for _ in 0..8 {
        text += &game("[Site \"", "yyyy", "\"]\n\n1. e4 *");
        text += &game("\n1. e4 ", "{a} ", "*");
    }
    text += CLEAN;
    let frame = zstd_of(text.as_bytes());
    let file = folder.write("a.pgn.zst", frame);
    let totals = audited(&folder, &file, 2500, "-j8");
    assert_eq!(totals["games"], 17);
    assert_eq!(totals["findings"]["T013"], 8);
}

/// A text as one frame of zstd whose blocks are runs of one byte where they can be, and raw elsewhere.
fn zstd_of(text: &[u8]) -> Vec<u8> {
    framed(text, 17 << 3)
}

/// A frame that needs the window of that descriptor (RFC 8878, 3.1.1.1.2).
fn framed(text: &[u8], window: u8) -> Vec<u8> {
    let mut frame = b"\x28\xb5\x2f\xfd\x00".to_vec();
    frame.push(window);
    let blocks: Vec<&[u8]> = text.chunks(100 << 10).collect();
    for (number, block) in blocks.iter().enumerate() {
        let last = u32::from(number + 1 == blocks.len());
        let same = block.iter().all(|byte| *byte == block[0]);
        let header = last | u32::from(same) << 1 | (block.len() as u32) << 3;
        frame.extend(&header.to_le_bytes()[..3]);
        frame.extend(if same { &block[..1] } else { block });
    }
    frame
}

#[test]
fn frames_of_two_gibibytes_are_refused_and_the_rest_is_read() {
    let folder = Folder::new();
    // 2 to the power of 10 + 21: `zstd --long=31`.
    let stored = [framed(CLEAN.as_bytes(), 21 << 3), zstd_of(CLEAN.as_bytes())].concat();
    let file = folder.write("a.pgn.zst", stored);
    let output = folder.audit(&file);
    output.ends(1);
    let message = output.err();
    message.has("S014");
    message.has("--max-memory");
    output.out().begins("Games  1 ");
    let out = folder.path("out");
    run!("verify --inputs {out}").ends(0);
    let more = folder.path("more");
    run!("audit {file} --out {more} --max-memory 4G").ends(0);
    // A check of the inputs is made within the same limits.
    run!("verify --inputs {more}").ends(0);
}

#[test]
fn text_without_end_is_cut_off() {
    let folder = Folder::new();
    // Blocks of four stored bytes, 100 KiB each: 4 GiB in all.
    let mut frame = b"\x28\xb5\x2f\xfd\x00".to_vec();
    frame.push(17 << 3);
    let header = 1_u32 << 1 | (100 << 10) << 3;
    for _ in 0..4 << 10 {
        frame.extend(&header.to_le_bytes()[..3]);
        frame.push(b' ');
    }
    let bomb = folder.write("bomb.pgn.zst", &frame);
    let good = folder.write("good.pgn", CLEAN);
    let out = folder.path("out");
    let limit = ["--max-expansion", "250:64M"];
    let arguments = (["audit", &bomb, &good, "--out", &out], limit);
    let output = bounded(1500, arguments);
    output.ends(1);
    output.err().has("error[S014]");
    output.out().begins("Games  1 ");
    for command in ["starts", "infer-start"] {
        let output = bounded(1500, (format!("{command} {bomb}"), &limit));
        assert!(matches!(output.status.code(), Some(0 | 1)), "{command}");
    }
}

/// Members of a zip archive that all are the same bytes: what the directory says of the place of each is that of the first.
#[test]
fn members_that_overlap_are_read_once() {
    let folder = Folder::new();
    let member = |number| (format!("{number}.pgn"), CLEAN.as_bytes().to_vec());
    let mut stored = zip(&(0..9).map(member).collect::<Vec<_>>());
    let entries = stored.windows(4).enumerate();
    let entries = entries.filter(|(_, bytes)| *bytes == b"PK\x01\x02");
    let entries: Vec<usize> = entries.map(|(at, _)| at).collect();
    for at in entries {
        stored[at + 42..at + 46].fill(0);
    }
    let output = folder.audit(("--all-findings", folder.write("a.zip", stored)));
    output.ends(1).out().begins("Games  1 ");
    let told = output.err();
    assert_eq!(told.matches("overlaps another").count(), 8, "{told}");
}

/// The longest span limits a game, not a file: with 64 MiB of memory it is 4 MiB.
#[test]
fn files_without_event_lines_are_read_to_their_end() {
    let folder = Folder::new();
    let game = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n";
    let games = (12 << 20) / game.len();
    let file = folder.write("a.pgn", game.repeat(games));
    let totals = audited(&folder, &file, 1500, "--max-memory 64M");
    assert_eq!(totals["games"], games as u64);
    assert_eq!(totals["findings"].get("S004"), None, "{totals}");
    assert_eq!(totals["gap_bytes"], 0);
}

#[test]
fn conditions_are_not_too_deep_for_the_stack() {
    let plus = format!("{}1 > 0", "1+".repeat(2000));
    let ors = format!("{}plies > 0", "plies=1 or ".repeat(360));
    for condition in [&plus, &ors] {
        let output = run!("draws data/traps/claims-100.pgn --where `{condition}`");
        output.ends(0);
    }
    let deep = [&"(".repeat(5000), "plies > 0", &")".repeat(5000)].concat();
    let long = format!("{}1 > 0", "1+".repeat(5000));
    for condition in [&deep, &long] {
        let output = run!("draws data/traps/claims-100.pgn --where `{condition}`");
        output.ends(2);
        assert!(output.err().contains("longer than 4096 bytes"));
    }
}
