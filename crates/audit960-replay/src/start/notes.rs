//! Findings on a FEN.

use audit960_board::{Dropped, LoadedPosition, Position, SetupError};
use audit960_pgn::{FenDiagnostic, Tag};
use audit960_types::{CastlingLetter, Code, Setup, Side, half_moves};

/// A finding about a tag: code, tag and message.
pub(crate) type TagNote = (Code, Tag, String);

/// The finding on a FEN that cannot be parsed; `column` is the character where parsing stopped, from 1.
pub(super) fn unreadable(column: usize) -> Vec<TagNote> {
    let message = format!("the FEN cannot be read (stopped at character {column})");
    vec![(Code::UnreadableFen, Tag::Fen, message)]
}

/// The findings on a FEN whose position is impossible.
pub(super) fn impossible(notes: &[FenDiagnostic], error: SetupError) -> Vec<TagNote> {
    let message = format!("the FEN's position is impossible: {error}");
    let written = notes.iter().map(|note| describe(*note, None));
    about_the_fen(written.chain([(Code::ImpossiblePosition, message)]))
}

/// The findings on a FEN that gives a position.
pub(super) fn loaded(notes: &[FenDiagnostic], loaded: &LoadedPosition) -> Vec<TagNote> {
    let written = notes
        .iter()
        .map(|note| describe(*note, Some(&loaded.position)));
    about_the_fen(written.chain(left_out(&loaded.dropped)))
}

fn about_the_fen(notes: impl Iterator<Item = (Code, String)>) -> Vec<TagNote> {
    notes
        .map(|(code, message)| (code, Tag::Fen, message))
        .collect()
}

/// The finding on an impossible half-move clock: a pawn has just moved two squares (its en-passant square
/// `passed` the checks); or it counts more half-moves than come before the move with this number, which is often 1
/// where it is not known; or all pieces are as at the start of a game, so that every half-move counts, and it counts others.
pub(super) fn implausible_clock(
    setup: &Setup,
    passed: bool,
    on_initial_squares: bool,
) -> Option<TagNote> {
    let clock = setup.clock;
    if clock == 0 {
        return None;
    }
    let about = |message| (Code::ImplausibleClock, Tag::Fen, message);
    if passed {
        let message =
            format!("the half-move clock is {clock}, but a pawn has just moved two squares");
        return Some(about(message));
    }
    let number = setup.move_number;
    let plies = u64::from(number.saturating_sub(1)) * 2 + u64::from(setup.turn == Side::Black);
    if number > 1 && u64::from(clock) > plies {
        let message = format!(
            "the half-move clock is {clock}, but only {} before move {number}",
            half_moves(plies)
        );
        return Some(about(message));
    }
    (on_initial_squares && u64::from(clock) != plies).then(|| {
        about(format!(
            "the half-move clock is {clock}, but all pieces are as at the start of a game, and the \
             move number is {number}"
        ))
    })
}

/// The finding that no declared right fits the pieces of a start position.
pub(super) fn rights_assumed(loaded: &LoadedPosition) -> TagNote {
    (Code::RightsAssumed, Tag::Fen, loaded.assumed_rights())
}

/// Code and message of a note of the FEN parser; `position` is the position of the FEN, if it gives one.
fn describe(note: FenDiagnostic, position: Option<&Position>) -> (Code, String) {
    let read_as = match (note, position) {
        (FenDiagnostic::FieldsMissing, Some(position)) => format!("; read as {}", position.xfen()),
        _ => String::new(),
    };
    (note.code(), format!("{note}{read_as}"))
}

/// Code and message for everything dropped from a FEN or doubtful in it.
fn left_out(dropped: &Dropped) -> impl Iterator<Item = (Code, String)> {
    let castling = (!dropped.castling.is_empty()).then(|| {
        let letters = shown(&dropped.castling);
        let message = format!("castling field: {letters} names no rook that could castle; dropped");
        (Code::RightWithoutRook, message)
    });
    let repeated = (!dropped.repeated.is_empty()).then(|| {
        let letters = shown(&dropped.repeated);
        let message = format!("castling field: {letters} repeats earlier letters");
        (Code::RepeatedRight, message)
    });
    let en_passant = dropped.en_passant.map(|_| {
        let message = "no pawn can just have passed the en-passant square; ignored";
        (Code::ImpossibleEnPassant, message.to_owned())
    });
    let pieces = dropped.too_many_pieces.map(|side| {
        let message = format!(
            "{} has more pieces of a kind than promotion can produce",
            side.name()
        );
        (Code::TooManyPieces, message)
    });
    [castling, repeated, en_passant, pieces]
        .into_iter()
        .flatten()
}

/// Castling letters as written.
fn shown(letters: &[CastlingLetter]) -> String {
    letters
        .iter()
        .map(|letter| char::from(letter.letter()))
        .collect()
}

#[cfg(test)]
mod tests {
    use audit960_pgn::parse_fen;

    use super::*;

    /// A clock counts half-moves that were played; the number 1 says nothing where it is not known.
    #[test]
    fn a_clock_counts_no_more_half_moves_than_there_were() {
        let knights = "r1bqkbnr/pppppppp/2n5/8/8/2N2N2/PPPPPPPP/R1BQKB1R";
        for (rest, expected) in [
            (
                "w KQkq - 99 3",
                Some("the half-move clock is 99, but only 4 half-moves before move 3"),
            ),
            (
                "w KQkq - 5 3",
                Some("the half-move clock is 5, but only 4 half-moves before move 3"),
            ),
            ("w KQkq - 4 3", None),
            ("b KQkq - 3 2", None),
            (
                "b KQkq - 4 2",
                Some("the half-move clock is 4, but only 3 half-moves before move 2"),
            ),
            ("w KQkq - 99 1", None),
            ("w KQkq - 99 80", None),
        ] {
            let record = parse_fen(format!("{knights} {rest}").as_bytes()).unwrap();
            let found = implausible_clock(&record.setup, false, false);
            let found = found.map(|(code, _, message)| (code, message));
            let expected = expected.map(|message| (Code::ImplausibleClock, message.to_owned()));
            assert_eq!(found, expected, "{rest}");
        }
    }
}
