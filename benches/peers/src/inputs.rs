//! Texts to time on: samples of real archives if they are available, and always the project's own.

use std::path::{Path, PathBuf};

use anyhow::Context as _;

/// A text with a name.
pub struct Input {
    pub name: String,
    pub text: Vec<u8>,
}

/// The root of the program's workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn corpus() -> PathBuf {
    std::env::var_os("AUDIT960_CORPUS").map_or_else(|| root().join("../shared/data"), PathBuf::from)
}

/// Each input once. Missing samples are reported and skipped.
pub fn all() -> anyhow::Result<Vec<Input>> {
    let corpus = corpus();
    let candidates = [
        ("TWIC 1599", corpus.join("standard/twic1599-sample.pgn"), ""),
        (
            "Lichess 2025-05",
            corpus.join("standard/lichess-2025-05-sample.pgn"),
            "",
        ),
        ("player files", corpus.join("standard"), "pgnmentor"),
        ("TCEC Chess960", corpus.join("chess960"), "TCEC"),
        ("data/archive", root().join("data/archive"), ""),
    ];
    let mut inputs = Vec::new();
    for (name, path, prefix) in candidates {
        if path.exists() {
            let text = games(&path, prefix)?;
            inputs.push(Input {
                name: name.to_owned(),
                text,
            });
        } else {
            println!("{name} is skipped: {} does not exist", path.display());
        }
    }
    Ok(inputs)
}

/// Games of two styles by turns, short and long, with and without comments: the text that archives of
/// any size are made of. About 2 MB.
pub fn mixed() -> anyhow::Result<Vec<u8>> {
    let mut inputs = all()?;
    if inputs.len() > 2 {
        inputs.truncate(2);
    }
    let texts: Vec<Vec<&[u8]>> = inputs.iter().map(|input| split(&input.text)).collect();
    let longest = texts.iter().map(Vec::len).max().unwrap_or_default();
    let mut mixed = Vec::new();
    for at in 0..longest {
        for text in &texts {
            mixed.extend(text.get(at).copied().unwrap_or_default());
        }
    }
    Ok(mixed)
}

fn split(text: &[u8]) -> Vec<&[u8]> {
    audit960_source::spans(text)
        .map(|span| &text[span])
        .collect()
}

/// A text repeated, each time whole, up to at least `bytes`.
pub fn repeated(text: &[u8], bytes: usize) -> Vec<u8> {
    text.repeat(bytes.div_ceil(text.len().max(1)))
}

/// A file, or all files of a folder whose names begin with `prefix`, as one text.
fn games(path: &Path, prefix: &str) -> anyhow::Result<Vec<u8>> {
    let mut text = Vec::new();
    for file in files(path, prefix).with_context(|| path.display().to_string())? {
        text.extend(std::fs::read(&file).with_context(|| file.display().to_string())?);
        // A game begins on a line of its own.
        text.extend(b"\n\n");
    }
    Ok(text)
}

fn files(path: &Path, prefix: &str) -> std::io::Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(prefix) && name.ends_with(".pgn") {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}
