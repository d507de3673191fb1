//! An archive of any size through standard input: time and memory as it grows.

use std::fs;

use anyhow::{Context as _, bail};

use crate::arguments::Arguments;
use crate::inputs::{mixed, repeated};
use crate::run;

/// Bytes of text that are written at a time.
const BLOCK: usize = 64_000_000;
const THREADS: &str = "2";

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let binary = arguments
        .binary()
        .context("no built audit960 (cargo build --release)")?;
    let mut sizes: Vec<u64> = Vec::new();
    for word in arguments.words() {
        sizes.push(
            word.parse()
                .with_context(|| format!("{word} is not a number of gigabytes"))?,
        );
    }
    if sizes.is_empty() {
        sizes = vec![1, 4];
    }
    let block = repeated(&mixed()?, BLOCK);
    let games = audit960_source::spans(&block).count() as u64;
    println!("audit - -j {THREADS}, text that is made as it is read\n");
    println!(
        "| GB | games | seconds | MB/s | peak MB | Parquet bytes a game | processor seconds a GB | time a GB, to the first | work a GB, to the first |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let mut first = None;
    for size in sizes {
        let times = (size * 1_000_000_000).div_ceil(block.len() as u64);
        let bytes = (times * block.len() as u64) as f64;
        let folder = tempfile::tempdir()?;
        let out = folder.path().join("out");
        let Some(name) = out.to_str() else {
            bail!("{} is not UTF-8", out.display());
        };
        let arguments = [
            "audit",
            "-",
            "--out",
            name,
            "-j",
            THREADS,
            "--quiet",
            "--exit-zero",
        ];
        let taken = run::run(&binary, &arguments, Some((&block, times)))?;
        let written = parquet_bytes(&out)?;
        let (each, work) = (taken.seconds / bytes, taken.work / bytes);
        let (first_each, first_work) = *first.get_or_insert((each, work));
        println!(
            "| {size} | {} | {:.2} | {:.0} | {:.0} | {:.1} | {:.2} | {:.2} | {:.2} |",
            games * times,
            taken.seconds,
            1e-6 / each,
            taken.peak,
            written as f64 / (games * times) as f64,
            work * 1e9,
            each / first_each,
            work / first_work
        );
    }
    Ok(())
}

/// Size of all Parquet files of a dataset, in bytes.
fn parquet_bytes(folder: &std::path::Path) -> std::io::Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            bytes += parquet_bytes(&path)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "parquet")
        {
            bytes += fs::metadata(path)?.len();
        }
    }
    Ok(bytes)
}
