//! What is to be said of a FEN.

use audit960_board::{Dropped, Loaded, Position, SetupError};
use audit960_pgn::{FenNote, Tag};
use audit960_types::{CastlingLetter, Code, Setup, Side};

/// A code, the tag it is about, and the message.
pub(crate) type TagNote = (Code, Tag, String);

/// A FEN that holds no position; `column` is the character that cannot be read, from 1.
pub(super) fn unreadable(column: usize) -> Vec<TagNote> {
    let message = format!("the FEN holds no position (stopped at character {column})");
    vec![(Code::UnreadableFen, Tag::Fen, message)]
}

/// A FEN whose position no game can be played from.
pub(super) fn impossible(notes: &[FenNote], fault: SetupError) -> Vec<TagNote> {
    let message = format!("the FEN's position is impossible: {fault}");
    let written = notes.iter().map(|note| describe(*note, None));
    about_the_fen(written.chain([(Code::ImpossiblePosition, message)]))
}

/// A FEN that was read as a position.
pub(super) fn loaded(notes: &[FenNote], loaded: &Loaded) -> Vec<TagNote> {
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

/// What there is to say of a half-move clock that cannot be: a pawn has just made a double step (its
/// en-passant square `passed` the checks), or all stand as at the start of a game, so that every
/// half-move counts, and the move number says otherwise.
pub(super) fn implausible_clock(setup: &Setup, passed: bool, all_at_home: bool) -> Option<TagNote> {
    let clock = setup.clock;
    if clock == 0 {
        return None;
    }
    let about = |message| (Code::ImplausibleClock, Tag::Fen, message);
    if passed {
        let message =
            format!("the half-move clock is {clock}, and a pawn has just moved two squares");
        return Some(about(message));
    }
    let number = setup.move_number;
    let plies = u64::from(number.saturating_sub(1)) * 2 + u64::from(setup.turn == Side::Black);
    (all_at_home && u64::from(clock) != plies).then(|| {
        about(format!(
            "the half-move clock is {clock}, but all stand as at the start of a game, and the move \
             number is {number}"
        ))
    })
}

/// No declared right fits the pieces of a start position.
pub(super) fn rights_assumed(position: &Position) -> TagNote {
    let xfen = position.xfen();
    let rights = xfen.split(' ').nth(2).unwrap_or("-");
    let message = format!(
        "no declared castling right fits the pieces of this start position; read as {rights}"
    );
    (Code::RightsAssumed, Tag::Fen, message)
}

/// What is said of a note; `position` is what the FEN was read as, if it is one.
fn describe(note: FenNote, position: Option<&Position>) -> (Code, String) {
    let read_as = match (note, position) {
        (FenNote::FieldsMissing, Some(position)) => format!("; read as {}", position.xfen()),
        _ => String::new(),
    };
    (note.code(), format!("{note}{read_as}"))
}

/// What had to be left out of a FEN, or is doubtful in it.
fn left_out(dropped: &Dropped) -> impl Iterator<Item = (Code, String)> {
    let castling = (!dropped.castling.is_empty()).then(|| {
        let letters = shown(&dropped.castling);
        let message = format!("castling field: {letters} names no rook that could castle; dropped");
        (Code::RightWithoutRook, message)
    });
    let repeated = (!dropped.repeated.is_empty()).then(|| {
        let letters = shown(&dropped.repeated);
        let message = format!("castling field: what {letters} says, earlier letters say");
        (Code::RepeatedRight, message)
    });
    let en_passant = dropped.en_passant.map(|_| {
        let message = "no pawn can just have passed the en-passant square; ignored";
        (Code::ImpossibleEnPassant, message.to_owned())
    });
    let men = dropped.too_many_men.map(|side| {
        let message = format!("{side} has more men of a kind than promotions can have made");
        (Code::TooManyMen, message)
    });
    [castling, repeated, en_passant, men].into_iter().flatten()
}

/// Castling letters as they are written.
fn shown(letters: &[CastlingLetter]) -> String {
    letters
        .iter()
        .map(|letter| char::from(letter.letter()))
        .collect()
}
