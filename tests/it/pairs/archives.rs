//! Archives: traps, corpora of the fuzzers, games of the project, changed, joined and stored in every way.

use std::fs;
use std::path::{Path, PathBuf};

use audit960_board::start::SplitMix64;
use audit960_source::Packing;

use crate::folder::Folder;
use crate::support::data;
use crate::zips::zip;

/// Texts that archives are made of.
pub(super) struct Sources {
    /// Traps: each was argued by hand.
    traps: Vec<Vec<u8>>,
    /// What fuzzers have found, and the archive of the project in parts.
    others: Vec<Vec<u8>>,
}

/// An archive in a folder, and how it is audited.
pub(super) struct Archive {
    pub(super) folder: Folder,
    /// Files, in the order in which they are named.
    pub(super) inputs: Vec<String>,
    /// The options of the audit.
    pub(super) options: Vec<&'static str>,
}

/// The files of a folder, in order of name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.is_file());
    files.sort();
    files
}

impl Sources {
    pub(super) fn read() -> Self {
        let read = |path: &PathBuf| fs::read(path).unwrap();
        let is_text = |path: &&PathBuf| path.extension().is_none_or(|end| end != "tsv");
        let traps = files(&data("traps"));
        let traps = traps.iter().filter(is_text).map(read).collect();
        let corpus = data("..").join("tests/fuzz/corpus");
        let corpora = ["pgn", "split", "stored", "epd", "fen"];
        let found = corpora.iter().flat_map(|name| files(&corpus.join(name)));
        let mut others: Vec<Vec<u8>> = found.map(|path| fs::read(path).unwrap()).collect();
        for path in files(&data("archive")) {
            let whole = read(&path);
            let text = String::from_utf8_lossy(&whole);
            let games: Vec<&str> = text.split_inclusive("\n\n[Event ").collect();
            let few = games
                .chunks(12)
                .take(8)
                .map(|part| part.concat().into_bytes());
            others.extend(few);
        }
        Self { traps, others }
    }

    /// Traps come in turn, so that as many archives as there are traps hold each of them.
    pub(super) fn archive(&self, number: u64, random: &mut SplitMix64) -> Archive {
        let folder = Folder::new();
        let trap = &self.traps[number as usize % self.traps.len()];
        let files = 1 + random.below(3) as usize;
        let mut inputs = Vec::new();
        for file in 0..files {
            let mut parts = Vec::new();
            for part in 0..=random.below(3) {
                let text = match (file, part) {
                    (0, 0) => trap.clone(),
                    _ if random.below(2) == 0 => pick(&self.traps, random),
                    _ => pick(&self.others, random),
                };
                parts.push(text);
            }
            let members = parts.iter().map(|part| changed(part, random)).collect();
            inputs.push(stored(folder.root(), file, members, random));
        }
        let mut options = Vec::new();
        for option in "--keep-illegal --infer-start --with-moves --duplicates --crosscheck --propose --positions=9".split(' ') {
            if random.below(4) == 0 {
                options.push(option);
            }
        }
        Archive {
            folder,
            inputs,
            options,
        }
    }
}

fn pick(texts: &[Vec<u8>], random: &mut SplitMix64) -> Vec<u8> {
    texts[random.below(texts.len() as u32) as usize].clone()
}

/// A text as it is, cut short, or with a changed byte.
fn changed(text: &[u8], random: &mut SplitMix64) -> Vec<u8> {
    let mut text = text.to_vec();
    if text.is_empty() {
        return text;
    }
    let at = random.below(text.len() as u32) as usize;
    match random.below(8) {
        0 => text.truncate(at),
        1 => text[at] = b"{}()[]\"\n\r 1-0*\x00\xff;%"[random.below(18) as usize],
        2 => {
            let other = random.below(text.len() as u32) as usize;
            let (from, to) = (at.min(other), at.max(other));
            let part = text[from..to].to_vec();
            text.splice(at..at, part);
        }
        _ => {}
    }
    text
}

/// Stores texts as a file; returns its path.
fn stored(folder: &Path, number: usize, texts: Vec<Vec<u8>>, random: &mut SplitMix64) -> String {
    let path = |ending: &str| folder.join(format!("{number}.{ending}"));
    let kind = random.below(10);
    if kind == 0 {
        let path = path("zip");
        // In no order, and possibly of one name.
        let names = (0..texts.len()).map(|member| format!("{}.pgn", (member + 2) % 3));
        let members: Vec<_> = names.zip(texts).collect();
        fs::write(&path, zip(&members)).unwrap();
        return path.to_str().unwrap().to_owned();
    }
    let text = texts.concat();
    let (ending, bytes) = match kind {
        1 => ("pgn.gz", Packing::Gzip.pack(text).unwrap()),
        2 => ("pgn.zst", Packing::Zstd.pack(text).unwrap()),
        3 => {
            // Frames of their own.
            let frames = texts
                .into_iter()
                .map(|text| Packing::Zstd.pack(text).unwrap());
            ("pgn.zst", frames.collect::<Vec<_>>().concat())
        }
        4 | 5 => {
            let units: Vec<u16> = String::from_utf8_lossy(&text).encode_utf16().collect();
            let bytes = |order: fn(u16) -> [u8; 2]| {
                let mark = order(0xfeff);
                let text = units.iter().flat_map(|unit| order(*unit));
                mark.into_iter().chain(text).collect::<Vec<u8>>()
            };
            match kind {
                4 => ("pgn", bytes(u16::to_le_bytes)),
                _ => ("pgn", bytes(u16::to_be_bytes)),
            }
        }
        _ => ("pgn", text),
    };
    let path = path(ending);
    fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}
