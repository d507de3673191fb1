//! The built program: the cost of tables, threads and compression, grep, and start-up.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use tempfile::TempDir;

use crate::arguments::Arguments;
use crate::inputs::{self, mixed, repeated};
use crate::replay::ours_alone;
use crate::run::{self, Taken, by_turns};
use crate::statistics::Spread;

/// Bytes of text in a frame, as pzstd cuts it at its default level.
const FRAME: usize = 8 << 20;
/// Matches reach back 1 MiB only, less than to the last repetition of the text: real archives do not
/// repeat themselves.
const WINDOW_LOG: u32 = 20;

/// The program, and a folder for its inputs and outputs.
struct Bench {
    binary: PathBuf,
    folder: TempDir,
    rounds: usize,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    #[cfg(feature = "tables")]
    in_process(arguments)?;
    let Some(binary) = arguments.binary() else {
        println!("no built audit960 (cargo build --release): whole audits are skipped");
        return Ok(());
    };
    let bench = Bench {
        folder: tempfile::tempdir()?,
        rounds: arguments.number("rounds", 5)?,
        binary,
    };
    println!(
        "whole audits with {}, medians of {} runs by turns\n",
        shown(&bench.binary),
        bench.rounds
    );
    let text = repeated(&mixed()?, arguments.number("megabytes", 300)? * 1_000_000);
    let plain = bench.write("plain.pgn", &text)?;
    bench.tables(&plain, &text)?;
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
    let large = bench.write("large.pgn", &repeated(&text, 1_000_000_000))?;
    bench.grep(&large)?;
    bench.start_up()
}

/// What reading, tables and Parquet add to parsing and replay, all built alike.
#[cfg(feature = "tables")]
fn in_process(arguments: &Arguments) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let rounds = arguments.number("rounds", 5)?;
    println!("whole audits in this process, one thread, medians of {rounds} rounds by turns\n");
    let bytes = arguments.number("megabytes", 300)? * 1_000_000;
    let mut inputs = inputs::all()?;
    inputs.push(inputs::Input {
        name: "TWIC and Lichess".to_owned(),
        text: mixed()?,
    });
    for inputs::Input { name, text } in inputs {
        let text = repeated(&text, bytes);
        let input = folder.path().join("input.pgn");
        let out = folder.path().join("out");
        fs::write(&input, &text)?;
        let [(alone, _), (audit, _)] = by_turns(rounds, |turn| {
            let seconds = if turn == 0 {
                ours_alone(&text)
            } else {
                let seconds = crate::tables::audit(&input, &out)?;
                fs::remove_dir_all(&out)?;
                seconds
            };
            Ok(Taken {
                seconds,
                ..Taken::default()
            })
        })?;
        println!(
            "{name:<17} parsing and replay {}; with all tables {}: {:+.0} % (aim: +35)",
            speed(alone, text.len()),
            speed(audit, text.len()),
            (audit.median / alone.median - 1.0) * 100.0
        );
    }
    println!();
    Ok(())
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

    /// What reading, tables and Parquet add to parsing and replay.
    fn tables(&self, input: &Path, text: &[u8]) -> anyhow::Result<()> {
        let name = input.to_string_lossy();
        let [(alone, _), (counting, _), (audit, peak)] =
            by_turns(self.rounds, |turn| match turn {
                0 => Ok(Taken {
                    seconds: ours_alone(text),
                    ..Taken::default()
                }),
                1 => run::run(
                    &self.binary,
                    &["positions", &name, "-j", "1", "--format", "csv"],
                    None,
                ),
                _ => self.audit(input, "1"),
            })?;
        println!(
            "parsing and replay in this process  {}",
            speed(alone, text.len())
        );
        println!(
            "positions -j 1: counts, no tables   {}",
            speed(counting, text.len())
        );
        println!(
            "audit -j 1: all tables              {}, {peak:.0} MB of memory",
            speed(audit, text.len())
        );
        println!(
            "  the audit takes {:+.0} % of parsing and replay, {:+.0} % of counting (aim: +35)\n",
            (audit.median / alone.median - 1.0) * 100.0,
            (audit.median / counting.median - 1.0) * 100.0
        );
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

    /// How much longer an audit takes than finding the games with grep.
    fn grep(&self, input: &Path) -> anyhow::Result<()> {
        let bytes = fs::metadata(input)?.len() as usize;
        let name = input.to_string_lossy();
        let [(audit, peak), (grep, _)] = by_turns(self.rounds.min(3), |turn| match turn {
            0 => self.audit(input, "2"),
            _ => run::run(Path::new("grep"), &["-c", r"^\[Event ", &name], None),
        })?;
        println!(
            "audit -j 2, 1 GB plain               {}, {peak:.0} MB of memory",
            speed(audit, bytes)
        );
        println!(
            "grep -c '^\\[Event ' of the same file {}",
            speed(grep, bytes)
        );
        println!(
            "  the audit takes {:.1} times as long\n",
            audit.median / grep.median
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
