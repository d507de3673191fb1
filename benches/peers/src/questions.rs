//! Time and memory of each question to a dataset of any number of games, made from a seed.

use std::io::{self, BufWriter, Write};
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail, ensure};
use audit960_board::Position;
use audit960_board::start::{SplitMix64, Start};

use crate::arguments::Arguments;
use crate::run;

/// Games where no number is asked for.
const GAMES: u64 = 10_000_000;
const SEED: u64 = 960;

/// Questions; `DATASET` is the dataset. Between backticks is one word.
const QUESTIONS: [&str; 24] = [
    "starts DATASET",
    "starts DATASET --model",
    "starts DATASET --by year",
    "starts DATASET --by event",
    "starts DATASET --by white",
    "starts DATASET --by white,year",
    "starts DATASET --popularity",
    "starts DATASET --popularity --by event",
    "starts DATASET --popularity --lots round",
    "starts DATASET --start 518 --moves 4",
    "starts DATASET --pairs",
    "starts DATASET --pentanomial",
    "starts DATASET --since 2010 --against-where `year < 2010`",
    "draws DATASET --missed",
    "draws DATASET --by-material",
    "draws DATASET --format csv",
    "explore DATASET --start 518",
    "explore DATASET --plies 1-2",
    "endings DATASET",
    "find DATASET --ply 3 --count",
    "find DATASET --moved N --ply -9 --format csv",
    "query DATASET `SELECT year, COUNT(*) AS n FROM games GROUP BY year`",
    "query DATASET `SELECT white, black FROM games` --format csv",
    "report DATASET --out - --quiet",
];

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let binary = arguments
        .binary()
        .context("no built audit960 (cargo build --release)")?;
    let games = match arguments.words() {
        [] => GAMES,
        [games, ..] => games
            .parse()
            .with_context(|| format!("{games} is not a number of games"))?,
    };
    let folder = tempfile::tempdir()?;
    let dataset = folder.path().join("dataset");
    let Some(name) = dataset.to_str() else {
        bail!("{} is not UTF-8", dataset.display());
    };
    let options = "--quiet --exit-zero --duplicates --positions=9 --out";
    let mut audit = Command::new(&binary)
        .args(["audit", "-"])
        .args(options.split(' '))
        .arg(name)
        .stdin(Stdio::piped())
        .spawn()?;
    let pipe = audit.stdin.take().context("no pipe")?;
    write_games(games, &mut BufWriter::new(pipe))?;
    ensure!(audit.wait()?.success(), "the audit failed");
    println!("{games} games\n\n| question | seconds | peak MB |\n|---|---|---|");
    for question in QUESTIONS {
        let question = question.replace("DATASET", name);
        let parts = question.split('`').enumerate();
        let words = parts.flat_map(|(number, part)| match number % 2 {
            0 => part.split_ascii_whitespace().collect(),
            _ => vec![part],
        });
        let words: Vec<&str> = words.collect();
        let asked = words.join(" ").replace(name, "");
        match run::run(&binary, &words, None) {
            Ok(taken) => println!("| {asked} | {:.2} | {:.0} |", taken.seconds, taken.peak),
            Err(_) => println!("| {asked} | | refused |"),
        }
    }
    Ok(())
}

/// Writes games: seven of ten from a start of Chess960, one from a pair of them, two from the orthodox position. Pawns move
/// once, which gives no check in any order; in some games knights go to and fro. One game of twenty has the moves of another.
fn write_games(games: u64, out: &mut impl Write) -> io::Result<()> {
    let mut random = SplitMix64::new(SEED);
    let starts: Vec<Start> = Start::all().collect();
    let mut files = *b"abcdefgh";
    for _ in 0..games {
        let white = random.below(200_000);
        let black = random.below(200_000);
        let result = ["1-0", "0-1", "1/2-1/2"][random.below(3) as usize];
        let (year, month, day) = (
            2000 + random.below(26),
            1 + random.below(12),
            1 + random.below(28),
        );
        writeln!(
            out,
            "[Event \"Open {}\"]\n[Site \"?\"]\n[Date \"{year}.{month:02}.{day:02}\"]\n[Round \"{}\"]\n[White \"Player {white}\"]\n\
             [Black \"Player {black}\"]\n[Result \"{result}\"]\n[WhiteElo \"{}\"]\n[BlackElo \"{}\"]",
            random.below(150_000),
            1 + random.below(9),
            1500 + random.below(1300),
            1500 + random.below(1300),
        )?;
        let kind = random.below(10);
        if kind < 8 {
            let one = starts[random.below(960) as usize];
            let other = if kind == 7 {
                starts[random.below(960) as usize]
            } else {
                one
            };
            let fen = Position::chess960(one, other).xfen();
            writeln!(
                out,
                "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]"
            )?;
        }
        writeln!(out)?;
        if kind == 8 && random.below(5) == 0 {
            let knights = "Nf3 Nf6 Ng1 Ng8 ".repeat(3);
            write!(out, "{knights}")?;
        } else {
            for index in (1..files.len()).rev() {
                files.swap(index, random.below(index as u32 + 1) as usize);
            }
            for file in &files[..3 + random.below(6) as usize] {
                let file = char::from(*file);
                let (white, black) = (3 + random.below(2), 5 + random.below(2));
                write!(out, "{file}{white} {file}{black} ")?;
            }
        }
        writeln!(out, "{result}\n")?;
    }
    out.flush()
}
