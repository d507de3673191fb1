//! An archive of many small files, and what is in a folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use audit960_audit::Options;
use audit960_dataset::Storage;
use audit960_dataset::tables::TableLimits;

use crate::open;

/// Half a move from the fifty-move rule, so that there are incidents and repetitions.
const LONG: &str = "[Event \"long\"]\n[SetUp \"1\"]\n\
    [FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 97 60\"]\n[Result \"1-0\"]\n\n\
    60. Ra2 Kd8 61. Ra1 Ke8 62. Ra2 Kd8 63. Ra1 Ke8 64. Ra2 1-0\n\n";

/// An archive of many small files: each is a chunk.
pub(crate) struct Archive {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) inputs: Vec<String>,
}

impl Archive {
    pub(crate) fn new(files: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut archive = Self {
            inputs: Vec::new(),
            folder,
        };
        for file in 0..files {
            let mut text = String::new();
            for game in 0..=file % 4 {
                let moves = [
                    "1. e4 e5",
                    "1. d4 d5 2. c4",
                    "1. Nf3 stray Nf6",
                    "1. e4 e5 2. Nf6",
                ];
                let (moves, round) = (moves[(file + game) % 4], file * 10 + game);
                text += &format!(
                    "[Event \"x\"]\n[Site \"?\"]\n[Date \"2020.01.02\"]\n[Round \"{round}\"]\n\
                     [White \"A{file}\"]\n[Black \"Bé\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n\n"
                );
            }
            text += if file % 3 == 0 { LONG } else { "stray words\n" };
            archive.write(file, &text);
        }
        archive
    }

    pub(crate) fn write(&mut self, file: usize, text: &str) {
        let path = self.path(&format!("{file:02}.pgn"));
        fs::write(&path, text).unwrap();
        let path = path.to_str().unwrap().to_owned();
        if !self.inputs.contains(&path) {
            self.inputs.push(path);
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

/// Row groups of three rows, files of two groups, a checkpoint after every chunk or two.
pub(crate) fn options(storage: Storage, threads: usize, duplicates: bool) -> Options {
    Options {
        threads,
        duplicates,
        storage,
        table_limits: TableLimits {
            group_rows: 3,
            file_groups: 2,
        },
        checkpoint_chunks: Some(threads as u64),
        ..Options::default()
    }
}

/// The bytes of all files of a folder.
pub(crate) fn bytes(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut left = vec![dir.to_owned()];
    while let Some(folder) = left.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                left.push(path);
            } else {
                let name = path.strip_prefix(dir).unwrap().to_owned();
                found.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    found
}

pub(crate) fn assert_same(out: &Path, expected: &BTreeMap<PathBuf, Vec<u8>>, context: &str) {
    open(out).unwrap();
    let found = bytes(out);
    let names: Vec<_> = found.keys().collect();
    assert_eq!(names, expected.keys().collect::<Vec<_>>(), "{context}");
    for (name, bytes) in &found {
        assert!(*bytes == expected[name], "{context}: {}", name.display());
    }
}

/// Makes a folder hold exactly these files.
pub(crate) fn restore(out: &Path, files: &BTreeMap<PathBuf, Vec<u8>>) {
    if out.exists() {
        fs::remove_dir_all(out).unwrap();
    }
    for (name, bytes) in files {
        fs::create_dir_all(out.join(name).parent().unwrap()).unwrap();
        fs::write(out.join(name), bytes).unwrap();
    }
}
