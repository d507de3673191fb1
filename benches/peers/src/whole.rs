//! Whole processes: the peer, the same work by this project, whole audits, and grep; then threads, compression,
//! damage, and start-up.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use tempfile::TempDir;

use crate::arguments::Arguments;
use crate::damage;
use crate::inputs::{self, Input, mixed, repeated};
use crate::run::{self, Taken, by_turns};
use crate::statistics::Spread;
use crate::unrepeated::unrepeated;

/// Bytes of text in a frame, as pzstd cuts it at its default level.
const FRAME: usize = 8 << 20;
/// Matches reach back 1 MiB only, less than to the last repetition of the text: real archives do not
/// repeat themselves.
const WINDOW_LOG: u32 = 20;
/// The peer's program, built beside this one.
pub const PEER: &str = "pgn-reader-shakmaty";
/// Bytes of each archive with damage.
const DAMAGED_BYTES: usize = 60_000_000;

/// The programs, and a folder for their inputs and outputs.
struct Bench {
    binary: PathBuf,
    peer: PathBuf,
    folder: TempDir,
    rounds: usize,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let Some(binary) = arguments.binary() else {
        println!("no built audit960 (cargo build --release): whole audits are skipped");
        return Ok(());
    };
    let bench = Bench {
        folder: tempfile::tempdir()?,
        rounds: arguments.number("rounds", 5)?,
        peer: this_program()?.with_file_name(PEER),
        binary,
    };
    let bytes = arguments.number("megabytes", 300)? * 1_000_000;
    println!(
        "{} with {}; {}; medians of {} runs by turns\n",
        version(&bench.binary)?,
        shown(&bench.binary),
        arguments
            .text("machine")
            .map_or_else(machine, str::to_owned),
        bench.rounds
    );
    println!("| input | program | seconds | MB/s | times {PEER} | quartiles |");
    println!("|---|---|---|---|---|---|");
    for Input { name, text } in inputs::all()? {
        let fresh = unrepeated(&text, bytes);
        bench.beside_peer(&format!("{name}, no game twice"), &fresh)?;
        bench.beside_peer(&name, &repeated(&text, bytes))?;
    }
    println!();
    let text = repeated(&mixed()?, bytes);
    let plain = bench.write("plain.pgn", &text)?;
    bench.threads("plain", &plain, text.len())?;
    let stored = frames(&text)?;
    let ratio = text.len() as f64 / stored.len() as f64;
    println!("zstd makes {ratio:.1} times less of the text");
    let frames = bench.write("frames.pgn.zst", &stored)?;
    bench.threads("zstd, frames of 8 MiB", &frames, text.len())?;
    fs::remove_file(frames)?;
    let one = bench.write("one.pgn.zst", &frame(&text)?)?;
    bench.threads("zstd, one frame", &one, text.len())?;
    fs::remove_file(one)?;
    bench.damaged()?;
    bench.start_up()
}

pub fn this_program() -> anyhow::Result<PathBuf> {
    std::env::current_exe().context("this program's path")
}

/// Version and commit of the program.
pub fn version(binary: &Path) -> anyhow::Result<String> {
    let output = std::process::Command::new(binary)
        .arg("--version")
        .output()
        .with_context(|| binary.display().to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

/// Processors by count and name, as the system states them.
fn machine() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let mut names = text.lines().filter(|line| line.starts_with("model name"));
    let name = names.next().and_then(|line| line.split_once(": "));
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    format!(
        "{count} processors, {}",
        name.map_or("unknown", |name| name.1)
    )
}

fn shown(path: &Path) -> String {
    let root = inputs::root();
    path.strip_prefix(root)
        .unwrap_or(path)
        .display()
        .to_string()
}

/// A text in one frame.
fn frame(text: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut compressor = zstd::bulk::Compressor::new(3)?;
    compressor.window_log(WINDOW_LOG)?;
    Ok(compressor.compress(text)?)
}

/// A text in frames that follow each other, each with its size before it.
fn frames(text: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut stored = Vec::new();
    for part in text.chunks(FRAME) {
        let frame = frame(part)?;
        stored.extend(b"\x50\x2A\x4D\x18\x04\0\0\0");
        stored.extend(u32::try_from(frame.len())?.to_le_bytes());
        stored.extend(frame);
    }
    Ok(stored)
}

impl Bench {
    fn write(&self, name: &str, bytes: &[u8]) -> anyhow::Result<PathBuf> {
        let path = self.folder.path().join(name);
        fs::write(&path, bytes).with_context(|| path.display().to_string())?;
        Ok(path)
    }

    fn audit(&self, input: &Path, threads: &str) -> anyhow::Result<Taken> {
        let out = self.folder.path().join("out");
        let out_name = out.to_string_lossy();
        let input = input.to_string_lossy();
        let taken = run::run(
            &self.binary,
            &[
                "audit",
                &input,
                "--out",
                &out_name,
                "-j",
                threads,
                "--quiet",
                "--exit-zero",
            ],
            None,
        )?;
        fs::remove_dir_all(out)?;
        Ok(taken)
    }

    /// Rows of the table: the peer, and how many times as fast the others are, round by round.
    fn beside_peer(&self, name: &str, text: &[u8]) -> anyhow::Result<()> {
        let path = self.write("input.pgn", text)?;
        let input = path.to_string_lossy();
        let ours = this_program()?;
        let programs = [
            PEER,
            "audit960, legality and clock",
            "audit960 audit -j 1",
            "audit960 audit -j 2",
            "grep -c '^\\[Event '",
        ];
        let mut seconds = [const { Vec::new() }; 5];
        for round in 0..=self.rounds {
            for (turn, seconds) in seconds.iter_mut().enumerate() {
                let taken = match turn {
                    0 => run::run(&self.peer, &[&*input], None),
                    1 => run::run(&ours, &["validate", &input], None),
                    2 => self.audit(&path, "1"),
                    3 => self.audit(&path, "2"),
                    _ => run::run(Path::new("grep"), &["-c", r"^\[Event ", &input], None),
                }?;
                // The first round warms up.
                if round > 0 {
                    seconds.push(taken.seconds);
                }
            }
        }
        for (program, own) in programs.iter().zip(&seconds) {
            let spread = Spread::of(own.iter().copied());
            let ratios = seconds[0].iter().zip(own).map(|(peer, own)| peer / own);
            let ratio = Spread::of(ratios);
            let rate = text.len() as f64 / 1e6 / spread.median;
            let median = spread.median;
            let beside = match program == &PEER {
                true => "| |".to_owned(),
                false => format!("{:.2} | {:.2}–{:.2} |", ratio.median, ratio.low, ratio.high),
            };
            println!("| {name} | {program} | {median:.3} | {rate:.0} | {beside}");
        }
        fs::remove_file(&path).with_context(|| path.display().to_string())
    }

    /// What damage costs: archives in which every tenth game is damaged or written otherwise.
    fn damaged(&self) -> anyhow::Result<()> {
        let text = mixed()?;
        let kinds = damage::KINDS;
        // As many games in each.
        let times = DAMAGED_BYTES / text.len();
        let mut paths = vec![self.write("clean.pgn", &text.repeat(times))?];
        for (name, damage) in kinds {
            let damaged = damage::every_tenth(&text, damage).repeat(times);
            paths.push(self.write(&format!("{}.pgn", name.replace(' ', "-")), &damaged)?);
        }
        let mut seconds = vec![Vec::new(); paths.len()];
        for round in 0..=self.rounds {
            for (path, seconds) in paths.iter().zip(&mut seconds) {
                let taken = self.audit(path, "1")?;
                if round > 0 {
                    seconds.push(taken.seconds);
                }
            }
        }
        println!(
            "audit -j 1, every tenth game damaged: times as long as without damage (aim: 1.5)"
        );
        for ((name, _), own) in kinds.iter().zip(&seconds[1..]) {
            let ratio = Spread::of(own.iter().zip(&seconds[0]).map(|(own, clean)| own / clean));
            println!(
                "  {name:<36} {:.2} ({:.2}–{:.2})",
                ratio.median, ratio.low, ratio.high
            );
        }
        println!();
        for path in paths {
            fs::remove_file(path)?;
        }
        Ok(())
    }

    /// What a second thread gains.
    fn threads(&self, name: &str, input: &Path, bytes: usize) -> anyhow::Result<()> {
        let [(one, _), (two, peak)] = by_turns(self.rounds, |turn| {
            self.audit(input, if turn == 0 { "1" } else { "2" })
        })?;
        println!("audit -j 1, {name:<23} {}", speed(one, bytes));
        println!(
            "audit -j 2, {name:<23} {}, {peak:.0} MB of memory",
            speed(two, bytes)
        );
        println!(
            "  two threads are {:.2} times as fast as one (aim: 1.85)\n",
            one.median / two.median
        );
        Ok(())
    }

    fn start_up(&self) -> anyhow::Result<()> {
        let text = fs::read(inputs::root().join("data/archive/mainz-2009.pgn"))?;
        let spans = audit960_source::spans(&text).take(20);
        let end = spans.last().map_or(0, |span| span.end);
        let few = self.write("few.pgn", &text[..end])?;
        let [(version, _), (audit, _)] = by_turns(15, |turn| match turn {
            0 => run::run(&self.binary, &["--version"], None),
            _ => self.audit(&few, "2"),
        })?;
        println!(
            "--version {:.1} ms (aim: 20), audit of 20 games {:.1} ms (aim: 100)",
            version.median * 1e3,
            audit.median * 1e3
        );
        Ok(())
    }
}

fn speed(seconds: Spread, bytes: usize) -> String {
    let rate = bytes as f64 / 1e6 / seconds.median;
    format!(
        "{:.3} s ({:.3}–{:.3}), {rate:.0} MB/s",
        seconds.median, seconds.low, seconds.high
    )
}
