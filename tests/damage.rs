//! Random damage to the files of a dataset: bits, bytes, cuts, footers, links, FIFOs, doubled and missing
//! parts. Shared by the tests of the dataset crate and of the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use audit960_board::start::SplitMix64;

/// Rounds of damage: `AUDIT960_DAMAGE`, else 500.
pub(crate) fn rounds() -> u64 {
    let asked = std::env::var("AUDIT960_DAMAGE").ok();
    asked.map_or(500, |rounds| rounds.parse().unwrap())
}

/// The files below a folder, sorted.
pub(crate) fn files(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![dir.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// A number below `limit`.
fn below(random: &mut SplitMix64, limit: usize) -> usize {
    random.below(u32::try_from(limit).unwrap()) as usize
}

/// Damages one file of the dataset in a folder; returns what was done.
pub(crate) fn damage(dir: &Path, random: &mut SplitMix64) -> String {
    let all = files(dir);
    let path = &all[below(random, all.len())];
    let mut bytes = fs::read(path).unwrap();
    let length = bytes.len();
    let at = below(random, length);
    let kind = below(random, 11);
    let what = format!("{}, kind {kind}, byte {at}", path.display());
    match kind {
        0 => bytes[at] ^= 1 << below(random, 8),
        1 => bytes[at] = bytes[at].wrapping_add(1 + below(random, 255) as u8),
        2 => bytes.truncate(at),
        // The footer of a Parquet file, or the end of the manifest.
        3 => bytes[length - 1 - at.min(63)] ^= 1 << below(random, 8),
        4 => bytes.extend_from_within(at..),
        5 => {
            let end = length.min(at + 64);
            bytes[at..end].fill(0);
            if fs::read(path).unwrap() == bytes {
                bytes[at] = 1;
            }
        }
        6 => bytes.insert(at, b'\n'),
        7 => {
            fs::remove_file(path).unwrap();
            return what;
        }
        8 => {
            fs::copy(path, dir.join(format!("games/part-1{at:04}.parquet"))).unwrap();
            return what;
        }
        9 => {
            let kept = dir.join("kept");
            fs::rename(path, &kept).unwrap();
            #[cfg(unix)]
            std::os::unix::fs::symlink(&kept, path).unwrap();
            return what;
        }
        _ => {
            fs::remove_file(path).unwrap();
            let made = Command::new("mkfifo").arg(path).status();
            assert!(made.unwrap().success());
            return what;
        }
    }
    fs::write(path, bytes).unwrap();
    what
}
