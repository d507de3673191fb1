//! Programs and libraries that others know, each as it is installed: processor time of whole processes by turns, on one
//! thread. What is not installed is named.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Context as _;

use crate::arguments::Arguments;
use crate::inputs::{self, Input};
use crate::run;
use crate::statistics::Spread;
use crate::unrepeated::unrepeated;
use crate::whole::{PEER, this_program, version};

/// Bytes of text for programs, and for a library that takes a hundred times as long.
const BYTES: usize = 100_000_000;
const FEW_BYTES: usize = 2_000_000;

const RUST_PGN_READER: &str = "
import sys, rust_pgn_reader_python_binding as reader
text = open(sys.argv[1], encoding='latin-1').read()
games = ['[Event ' + game for game in text.split('[Event ')[1:]]
assert reader.parse_games_from_strings(games, num_threads=1).num_games == len(games)
";

const PYTHON_CHESS: &str = "
import sys, chess.pgn
with open(sys.argv[1], encoding='latin-1') as text:
    while chess.pgn.read_game(text):
        pass
";

/// A program with the arguments before and after the name of its input.
struct Reader {
    name: &'static str,
    work: &'static str,
    program: PathBuf,
    before: Vec<String>,
    after: Vec<String>,
    bytes: usize,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let binary = arguments
        .binary()
        .context("no built audit960 (cargo build --release)")?;
    let python = PathBuf::from(arguments.text("python").unwrap_or("python3"));
    let folder = tempfile::tempdir()?;
    let out = folder.path().join("out");
    let out_name = out.to_string_lossy().into_owned();
    let readers = readers(&binary, python, &out_name)?;
    let rounds = arguments.number("rounds", 5)?;
    println!("{}, {} runs by turns\n", version(&binary)?, rounds);
    println!("| input | reader | what it does | MB per second of processor time | times {PEER} |");
    println!("|---|---|---|---|---|");
    for Input { name, text } in inputs::all()?.into_iter().take(2) {
        let many = folder.path().join("many.pgn");
        let few = folder.path().join("few.pgn");
        fs::write(&many, unrepeated(&text, BYTES))?;
        fs::write(&few, unrepeated(&text, FEW_BYTES))?;
        let mut rates = vec![Vec::new(); readers.len()];
        for round in 0..=rounds {
            for (reader, rates) in readers.iter().zip(&mut rates) {
                let input = if reader.bytes == BYTES { &many } else { &few };
                let bytes = fs::metadata(input)?.len();
                let mut words = reader.before.clone();
                words.push(input.to_string_lossy().into_owned());
                words.extend(reader.after.iter().cloned());
                let taken = run::run(&reader.program, &words, None)?;
                if out.exists() {
                    fs::remove_dir_all(&out)?;
                }
                // The first round warms up.
                if round > 0 {
                    rates.push(bytes as f64 / 1e6 / taken.work);
                }
            }
        }
        for (reader, own) in readers.iter().zip(&rates) {
            let ratios = own.iter().zip(&rates[0]).map(|(own, peer)| own / peer);
            let (rate, ratio) = (Spread::of(own.iter().copied()), Spread::of(ratios));
            println!(
                "| {name} | {} | {} | {:.1} | {:.2} |",
                reader.name, reader.work, rate.median, ratio.median
            );
        }
    }
    println!("\nnot measured: scoutfish, chess-library, aix, which no registry of packages has");
    Ok(())
}

/// The readers that are installed; the first is the one that the others are compared with.
fn readers(binary: &Path, python: PathBuf, out: &str) -> anyhow::Result<Vec<Reader>> {
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    let reader = |name, work, program: PathBuf, before: &[&str], after: &[&str], bytes| Reader {
        name,
        work,
        program,
        before: words(before),
        after: words(after),
        bytes,
    };
    let peer = this_program()?.with_file_name(PEER);
    // Debian has it in a folder that is not in the path of every user.
    let debian = PathBuf::from("/usr/games/pgn-extract");
    let pgn_extract = if debian.is_file() {
        debian
    } else {
        "pgn-extract".into()
    };
    let audit = ["--out", out, "-j", "1", "--quiet", "--exit-zero"];
    let all = [
        reader("pgn-reader + shakmaty", "legality", peer, &[], &[], BYTES),
        reader(
            "audit960 `audit`",
            "legality, every claim and finding, Parquet",
            binary.into(),
            &["audit"],
            &audit,
            BYTES,
        ),
        reader(
            "rust_pgn_reader",
            "legality, all positions in memory",
            python.clone(),
            &["-c", RUST_PGN_READER],
            &[],
            BYTES,
        ),
        reader(
            "pgn-extract `-s -r`",
            "legality",
            pgn_extract,
            &["-s", "-r"],
            &[],
            BYTES,
        ),
        reader(
            "python-chess",
            "legality, a tree of objects",
            python,
            &["-c", PYTHON_CHESS],
            &[],
            FEW_BYTES,
        ),
    ];
    Ok(all.into_iter().filter(is_installed).collect())
}

/// Whether a program can be started; a script, whether its libraries are there.
fn is_installed(reader: &Reader) -> bool {
    let mut command = Command::new(&reader.program);
    match reader.before.last() {
        Some(script) if script.contains("import ") => {
            let import = script.lines().nth(1).unwrap_or_default();
            command.args(["-c", import]);
        }
        _ => {
            command.arg("--version");
        }
    }
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let is_there = command
        .status()
        .is_ok_and(|status| status.success() || !reader.before.iter().any(|word| word == "-c"));
    if !is_there {
        println!("not measured: {}, which is not installed", reader.name);
    }
    is_there
}
