//! Moves: as they are written, and as they are played.

use audit960_board::start::Start;
use audit960_board::{Move, Position};
use audit960_pgn::{LANGUAGES, Language, MoveReading, read_move};
use audit960_types::SanWord;

/// The input: three bytes for the two start positions, a number of moves to play by their index in the
/// list of legal ones, and a word. Whatever a word is read as is a legal move, and every legal move is
/// read as itself.
pub fn san(data: &[u8]) {
    let Some((&[white, high, black, count], rest)) = data.split_first_chunk() else {
        return;
    };
    let start = |low: u8| Start::new((u16::from(low) | u16::from(high) << 8) % 960);
    let (Some(white), Some(black)) = (start(white), start(black)) else {
        return;
    };
    let mut position = Position::chess960(white, black);
    let (choices, word) = rest.split_at(rest.len().min(usize::from(count)));
    for choice in choices {
        let legal = position.legal_moves();
        let Some(played) = legal.get(usize::from(*choice) % legal.len().max(1)) else {
            break;
        };
        position.play(*played);
    }
    check_words(&position, word);
    check_legal_moves(&position);
}

fn played(position: &Position, m: Move) -> Position {
    let mut after = position.clone();
    after.play(m);
    after
}

/// What a word is read as, strictly or not, is a legal move.
fn check_words(position: &Position, word: &[u8]) {
    let legal = position.legal_moves();
    if let Some(word) = SanWord::new(word) {
        let mut after = position.clone();
        if let Some(resolved) = after.play_san(word) {
            assert!(
                legal.contains(&resolved.played),
                "{word:?} in {}",
                position.xfen()
            );
            assert_eq!(after.xfen(), played(position, resolved.played).xfen());
        } else {
            assert_eq!(
                after.xfen(),
                position.xfen(),
                "a word that is refused changes nothing"
            );
        }
    }
    for language in std::iter::once(&Language::ENGLISH).chain(&LANGUAGES) {
        let MoveReading::Move { candidates, .. } = read_move(word, language) else {
            continue;
        };
        for candidate in candidates {
            if let Ok(m) = position.resolve(candidate.pattern) {
                assert!(legal.contains(&m), "{word:?} in {}", position.xfen());
            }
        }
    }
}

/// Every legal move, written as SAN, is read as itself by both readings.
fn check_legal_moves(position: &Position) {
    for m in position.legal_moves() {
        let text = position.san(m);
        let after = played(position, m);
        if let Some(word) = SanWord::new(text.as_bytes()) {
            let mut read = position.clone();
            let resolved = read
                .play_san(word)
                .unwrap_or_else(|| panic!("{text} is refused"));
            assert_eq!(resolved.played, m, "{text} in {}", position.xfen());
            assert!(
                !resolved.over_disambiguated,
                "{text} in {}",
                position.xfen()
            );
            assert_eq!(read.xfen(), after.xfen());
            assert_eq!(read.key(), after.key());
            assert_eq!(resolved.marked_check, after.in_check());
            assert_eq!(resolved.marked_mate, after.is_checkmate());
        }
        let MoveReading::Move { candidates, .. } = read_move(text.as_bytes(), &Language::ENGLISH)
        else {
            panic!("{text} is no move");
        };
        assert_eq!(
            position.resolve(candidates[0].pattern).ok(),
            Some(m),
            "{text}"
        );
    }
}
