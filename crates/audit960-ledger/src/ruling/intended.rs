//! The move that a player intends, as it is written on the scoresheet.

use audit960_board::{Move, Position};
use audit960_pgn::Language;
use audit960_replay::Record;

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

/// The legal move that a text means, read as the moves of archives are read: SAN with or without its number,
/// coordinates, castling in any spelling.
pub(super) fn legal_move(position: &Position, text: &str) -> Option<Move> {
    let record = Record::read(text.as_bytes(), 0, None, &Language::ENGLISH);
    match record.words() {
        [_] => record.play(0, &mut position.clone()).ok(),
        _ => None,
    }
}

/// The legal moves of a kind of piece to a square that a text names without saying which piece: `Nd2`.
pub(super) fn alike(position: &Position, text: &str) -> Vec<String> {
    let letters = |san: &str| -> Vec<char> {
        let counts = |c: &char| c.is_ascii_alphanumeric() && *c != 'x';
        san.chars().filter(counts).collect()
    };
    let wanted = letters(text.trim_start_matches(|c: char| !c.is_ascii_alphabetic()));
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
