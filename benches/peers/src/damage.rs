//! Archives in which every tenth game is damaged or written otherwise.

use std::borrow::Cow;

use audit960_board::Position;
use audit960_pgn::Language;
use audit960_replay::Record;

/// What becomes of a game.
pub type Damage = fn(&str) -> String;

/// The kinds of damage.
pub const KINDS: [(&str, Damage); 5] = [
    ("a move that is illegal", illegal),
    ("moves in German", german),
    ("moves in coordinates with hyphens", hyphens),
    ("moves in coordinates, as engines write", coordinates),
    ("the end cut off", cut),
];

/// A text with every tenth game changed.
pub fn every_tenth(text: &[u8], damage: Damage) -> Vec<u8> {
    let mut changed = Vec::with_capacity(text.len());
    for (number, span) in audit960_source::spans(text).enumerate() {
        let game = &text[span];
        match (number % 10, std::str::from_utf8(game)) {
            (9, Ok(game)) => {
                let (tags, moves) = match game.find("\n\n") {
                    Some(end) => game.split_at(end + 2),
                    None => ("", game),
                };
                changed.extend_from_slice(tags.as_bytes());
                changed.extend_from_slice(damage(moves).as_bytes());
                if !changed.ends_with(b"\n\n") {
                    changed.extend_from_slice(b"\n\n");
                }
            }
            _ => changed.extend_from_slice(game),
        }
    }
    changed
}

/// Each word of the moves, changed; comments as they are.
fn words(moves: &str, change: impl Fn(&str) -> Cow<'_, str>) -> String {
    let mut changed = String::new();
    let mut depth = 0;
    for word in moves.split_inclusive([' ', '\n']) {
        if depth == 0 && !word.starts_with('{') {
            changed.push_str(&change(word));
        } else {
            changed.push_str(word);
        }
        depth += word.matches('{').count();
        depth -= word.matches('}').count().min(depth);
    }
    changed
}

/// The thirtieth word of the moves becomes a move to where nothing can go.
fn illegal(moves: &str) -> String {
    let seen = std::cell::Cell::new(0);
    words(moves, |word| {
        seen.set(seen.get() + 1);
        match word.chars().next() {
            Some('a'..='h' | 'B'..='R') if seen.get() >= 30 && seen.replace(0) > 0 => {
                Cow::Borrowed("Qa1xh8 ")
            }
            _ => Cow::Borrowed(word),
        }
    })
}

/// The pieces by their German letters.
fn german(moves: &str) -> String {
    words(moves, |word| {
        let letter = |letter| match letter {
            'Q' => 'D',
            'R' => 'T',
            'B' => 'L',
            'N' => 'S',
            other => other,
        };
        match word.starts_with('O') {
            true => Cow::Borrowed(word),
            false => Cow::Owned(word.chars().map(letter).collect()),
        }
    })
}

/// The second half of the moves is missing.
fn cut(moves: &str) -> String {
    moves[..moves.floor_char_boundary(moves.len() / 2)].to_owned()
}

/// Long algebraic notation: origin, hyphen and target.
fn hyphens(moves: &str) -> String {
    played(moves, |uci| format!("{}-{}", &uci[..2], &uci[2..]))
}

/// Origin and target alone.
fn coordinates(moves: &str) -> String {
    played(moves, str::to_owned)
}

/// The moves as origin and target, written by `form`, and the marker of the result. All games of the samples start
/// from the orthodox position.
fn played(moves: &str, form: impl Fn(&str) -> String) -> String {
    let marker = moves.split_whitespace().next_back().unwrap_or("*");
    let record = Record::read(moves.as_bytes(), 0, None, &Language::ENGLISH);
    let mut position = Position::standard();
    let mut text = String::new();
    for index in 0..record.words().len() {
        let Ok(played) = record.play(index, &mut position) else {
            break;
        };
        text.push_str(&form(&played.to_string()));
        text.push(' ');
    }
    text.push_str(marker);
    text.push('\n');
    text
}
