//! Which program wrote the archives at hand, inferred from their tags.

use std::collections::BTreeMap;
use std::path::Path;

use audit960_types::Writer;

use crate::support::{audit, corpus, data};

fn writers(path: &Path) -> BTreeMap<Writer, usize> {
    let text = std::fs::read(path).unwrap();
    let mut counts = BTreeMap::new();
    for game in audit(&text[..text.len().min(1 << 20)], None) {
        *counts.entry(game.writer).or_default() += 1;
    }
    counts
}

/// The writer of nearly all games of an archive (the last game of a piece may be cut).
fn mostly(path: &Path) -> Writer {
    let counts = writers(path);
    let (writer, most) = counts.iter().max_by_key(|(_, count)| **count).unwrap();
    let all: usize = counts.values().sum();
    assert!(most * 10 >= all * 8, "{}: {counts:?}", path.display());
    *writer
}

#[test]
fn our_own_archives() {
    let folder = data("archive");
    for (name, writer) in [
        ("chesscom-style.pgn", Writer::ChessCom),
        ("cutechess-style.pgn", Writer::Cutechess),
        ("fics-style.pgn", Writer::FicsGames),
        ("icc-style.pgn", Writer::Icc),
        ("lichess-style.pgn", Writer::Lichess),
        ("tcec-style.pgn", Writer::Cutechess),
        // The Seven Tag Roster alone.
        ("fifty-move-classics.pgn", Writer::Unknown),
    ] {
        assert_eq!(mostly(&folder.join(name)), writer, "{name}");
    }
}

#[test]
fn shared_archives() {
    for (name, writer) in [
        ("chess960/mainz2009-rapid-wch.pgn", Writer::ChessBase),
        ("chess960/fics-wild-fr-2009.pgn", Writer::FicsGames),
        ("chess960/TCEC_Season_16_-_Frc_Sufi.pgn", Writer::Cutechess),
        ("chess960/stlouis2018-without-fen.pgn", Writer::Scid),
        ("standard/lichess-2025-05-sample.pgn", Writer::Lichess),
        ("standard/twic1599-sample.pgn", Writer::Twic),
        ("standard/prob-100408.pgn", Writer::ChessBase),
        ("standard/annotated/nc-00001-00050.pgn", Writer::PythonChess),
        ("standard/pgnmentor-Almasi.pgn", Writer::Unknown),
    ] {
        if let Some(path) = corpus(name) {
            assert_eq!(mostly(&path), writer, "{name}");
        }
    }
}
