use std::fs;
use std::sync::Arc;

use audit960_source::{Chunk, ChunkReader, InputProblem, Progress, discover};

use crate::support::options;

/// Reads a file of two chunks, which `change` changes after the first; returns what is said of it.
fn said(keep_going: bool, change: fn(&str)) -> Result<Option<InputProblem>, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    fs::write(&path, "[Event \"a\"]\n\n1. e4 *\n\n".repeat(200_000)).unwrap();
    let name = path.to_str().unwrap();
    let inputs = discover(&[name.to_owned()]).unwrap().inputs;
    let mut reader = ChunkReader::new(inputs, options(1 << 20), Arc::new(Progress::default()));
    if keep_going {
        reader = reader.keep_going();
    }
    let mut chunk = Chunk::default();
    assert!(reader.next_chunk(&mut chunk).unwrap());
    change(name);
    let mut problem = None;
    loop {
        match reader.next_chunk(&mut chunk) {
            Ok(true) => problem = chunk.trouble.clone().or(problem),
            Ok(false) => return Ok(problem),
            Err(error) => {
                let source = std::error::Error::source(&error).map(ToString::to_string);
                return Err(format!("{error}: {}", source.unwrap_or_default()));
            }
        }
    }
}

fn cut(path: &str) {
    let file = fs::OpenOptions::new().write(true).open(path).unwrap();
    file.set_len(2 << 20).unwrap();
}

/// A copy of a file under another name is reported with the name of the first; empty files and beginnings are no copies.
#[test]
fn a_file_with_the_bytes_of_an_earlier_one_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let game = "[Event \"a\"]\n\n1. e4 *\n\n";
    let texts = [
        ("a.pgn", game.repeat(3)),
        ("b.pgn", game.repeat(2)),
        ("c.pgn", game.repeat(3)),
        ("d.pgn", String::new()),
        ("e.pgn", String::new()),
    ];
    let names = texts.map(|(name, text)| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    });
    let read = |keep_going: bool| {
        let inputs = discover(&names).unwrap().inputs;
        let mut reader = ChunkReader::new(inputs, options(1 << 20), Arc::new(Progress::default()));
        if keep_going {
            reader = reader.keep_going();
        }
        let (mut chunk, mut found) = (Chunk::default(), Vec::new());
        while reader.next_chunk(&mut chunk).unwrap() {
            let problem = chunk.trouble.clone();
            found.extend(problem.map(|problem| (chunk.source_name.to_string(), problem)));
        }
        found
    };
    let first = InputProblem::Identical(names[0].clone());
    assert_eq!(read(true), [(names[2].clone(), first)]);
    assert_eq!(read(false), []);
}

/// An answer about half of a file would look like one about all of it.
#[test]
fn a_reader_that_does_not_go_on_fails_where_a_file_was_changed() {
    assert_eq!(said(false, |_| ()), Ok(None));
    assert_eq!(said(true, |_| ()), Ok(None));
    let why = said(false, cut).unwrap_err();
    assert!(why.contains("a.pgn: cannot be read: it had "), "{why}");
    assert!(why.ends_with("it was changed while it was read"), "{why}");
    assert!(matches!(
        said(true, cut),
        Ok(Some(InputProblem::Changed(_)))
    ));
}
