//! The move that a player intends, as it is written on the scoresheet.

use audit960_board::{Move, Position};
use audit960_pgn::Language;
use audit960_replay::Record;

/// A written move that no player could make: it is not legal, or it is not clear which one it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnclearMove {
    /// As it was written.
    pub(crate) written: String,
    /// The legal moves that it may mean, in SAN; none if it is not legal.
    pub(crate) candidates: Vec<String>,
}

/// The move that a text means in a position, read as the moves of archives are read: SAN with or without its number,
/// coordinates, castling in any spelling; in the letters of a language, else in those of English.
pub(super) fn written_move(
    position: &Position,
    text: &str,
    letters: &'static Language,
) -> Result<Move, UnclearMove> {
    let read = |language| legal_move(position, text, language);
    let meant = read(letters).or_else(|| read(&Language::ENGLISH));
    meant.ok_or_else(|| {
        let mut candidates = alike(position, &in_english(text, letters));
        // One move that only looks like it is another move.
        if candidates.len() < 2 {
            candidates.clear();
        }
        UnclearMove {
            written: text.trim().to_owned(),
            candidates,
        }
    })
}

/// Whether a move is written without a number, or with that of a turn; `label` is `9.` or `9...`. One full stop after the
/// number is enough for Black, as in lists of moves.
pub(super) fn may_have_number(text: &str, label: &str) -> bool {
    let text = text.trim_start();
    let digits = text.len()
        - text
            .trim_start_matches(|sign: char| sign.is_ascii_digit())
            .len();
    let (number, rest) = text.split_at(digits);
    let dots = rest.len() - rest.trim_start_matches(['.', '…']).len();
    if number.is_empty() || dots == 0 {
        return true;
    }
    let of_black = label.ends_with("...");
    label.trim_end_matches('.') == number && (of_black || dots == 1)
}

/// The only legal move that a text means in the letters of a language.
fn legal_move(position: &Position, text: &str, letters: &'static Language) -> Option<Move> {
    let record = Record::read(text.as_bytes(), 0, None, letters);
    match record.words() {
        [_] => record.play(0, &mut position.clone()).ok(),
        _ => None,
    }
}

/// A move without its number, its piece in the letter of English.
fn in_english(text: &str, letters: &Language) -> String {
    let text = text.trim_start_matches(|sign: char| !sign.is_alphabetic());
    match letters.piece(text.as_bytes()) {
        Some((role, length)) => format!("{}{}", char::from(role.letter()), &text[length..]),
        None => text.to_owned(),
    }
}

/// The legal moves of a kind of piece to a square that a text names without saying which piece: `Nd2`.
fn alike(position: &Position, text: &str) -> Vec<String> {
    let letters = |san: &str| -> Vec<char> {
        let counts = |c: &char| c.is_ascii_alphanumeric() && *c != 'x';
        san.chars().filter(counts).collect()
    };
    let wanted = letters(text);
    let moves = position.legal_moves().into_iter();
    let mut legal: Vec<String> = moves
        .map(|m| position.san(m))
        .filter(|san| {
            matches!(letters(san)[..], [piece @ ('N' | 'B' | 'R' | 'Q'), .., file, rank]
                if wanted == [piece, file, rank])
        })
        .collect();
    legal.sort_unstable();
    legal
}
