//! shakmaty as an independent oracle of legality.

use audit960_board::start::Start;
use audit960_types::StartSet;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Position};

fn position(fen: &str) -> Chess {
    let fen: Fen = fen.parse().unwrap();
    fen.into_position(CastlingMode::Chess960).unwrap()
}

/// How many of these words of SAN are legal one after the other from a position.
pub(crate) fn legal(fen: &str, words: &[String]) -> usize {
    let mut position = position(fen);
    for (played, word) in words.iter().enumerate() {
        let Ok(san) = SanPlus::from_ascii(word.trim_end_matches(['!', '?']).as_bytes()) else {
            return played;
        };
        let Ok(found) = san.san.to_move(&position) else {
            return played;
        };
        position.play_unchecked(found);
    }
    words.len()
}

/// The start positions from which all words are legal, each tried.
pub(crate) fn fitting(words: &[String]) -> StartSet {
    let all = Start::all().filter(|start| {
        let rank = start.name();
        let black = rank.to_lowercase();
        let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1");
        legal(&fen, words) == words.len()
    });
    all.map(Start::number).collect()
}
