//! Whether a position can be played from, and whether it can have arisen.

mod checks;
mod counters;
mod material;

use audit960_board::{Position, SetupError};
use audit960_pgn::{
    EpdDiagnostic, EpdDiagnosticKind, EpdError, EpdRecord, Expected, FenDiagnostic, shown,
};
use audit960_types::{CastlingLetter, Code, Diagnostic, Role, Setup, Side, Wing};

use crate::text::about;

/// The diagnostic about a line without a position.
pub(crate) fn unreadable(error: EpdError) -> Diagnostic {
    let found = error.found.map(|byte| shown(&[byte]));
    let reason = match (error.expected, found.as_deref()) {
        (Expected::SideToMove, None | Some(" ")) => "the side to move is missing".to_owned(),
        (Expected::SideToMove, Some(found)) => {
            format!("{found} found instead of the side to move, w or b")
        }
        (_, None | Some(" ")) => {
            "the placement ends before eight ranks of eight squares".to_owned()
        }
        (_, Some("/")) => {
            "a rank has fewer than eight squares, or there are more than eight".to_owned()
        }
        (_, Some(found)) => match found.as_bytes() {
            [b'1'..=b'8'] => format!("a rank has more than eight squares at {found}"),
            [letter] if Role::from_letter(*letter).is_some() => {
                format!("a rank has more than eight squares at {found}")
            }
            _ => format!("{found} is not a piece, number of empty squares or slash"),
        },
    };
    about(
        Code::UnreadablePosition,
        error.column,
        1,
        format!("no position: {reason}"),
    )
}

/// Makes a position from the fields of a record and reports what is wrong with it. `None` if no game can
/// be played from it.
pub(crate) fn load(record: &EpdRecord<'_>, diagnostics: &mut Vec<Diagnostic>) -> Option<Position> {
    let mut loaded = match Position::load(&record.setup) {
        Ok(loaded) => loaded,
        Err(error) => {
            let (code, message) = setup_error(error, &record.setup);
            diagnostics.push(about(code, 1, 1, message));
            return None;
        }
    };
    let unread = |note: &EpdDiagnostic| {
        matches!(
            note.kind,
            EpdDiagnosticKind::Field(FenDiagnostic::CastlingCharacter(_))
        )
    };
    if loaded.assume_rights(record.notes.iter().any(unread)) {
        let message = loaded.assumed_rights();
        diagnostics.push(about(
            Code::RightsAssumed,
            record.castling_column,
            record.castling.len(),
            message,
        ));
    }
    let (position, dropped) = (loaded.position, loaded.dropped);
    for letter in &dropped.castling {
        diagnostics.push(dropped_right(record, *letter));
    }
    for letter in &dropped.repeated {
        let shown = char::from(letter.letter());
        let message = format!("castling field: {shown} names a rook that an earlier letter names");
        let column = letter_column(record, *letter);
        diagnostics.push(about(Code::RepeatedRight, column, 1, message));
    }
    en_passant(record, &position, dropped.en_passant.is_some(), diagnostics);
    let passed = record
        .setup
        .en_passant
        .filter(|_| dropped.en_passant.is_none());
    if let Some(side) = dropped.too_many_pieces {
        let message = format!("{} has more pieces than a game can lead to", side.name());
        diagnostics.push(about(Code::TooManyPieces, 1, 1, message));
    } else if let Some(message) = material::impossible_promotions(&position) {
        diagnostics.push(about(Code::ImpossiblePromotions, 1, 1, message));
    }
    if let Some(message) = checks::impossible(&position, passed) {
        diagnostics.push(about(Code::ImpossibleCheck, 1, 1, message));
    }
    counters::compare(record, &position, passed.is_some(), diagnostics);
    Some(position)
}

fn setup_error(error: SetupError, setup: &Setup) -> (Code, String) {
    let code = match error {
        SetupError::NoKing(_) => Code::MissingKing,
        SetupError::SeveralKings(_) => Code::SeveralKings,
        SetupError::PawnOnLastRank(_) => Code::PawnOnEndRank,
        SetupError::OpponentInCheck(_) => {
            return (Code::OpponentInCheck, opponent_in_check(setup));
        }
    };
    (code, error.to_string())
}

/// Names the pieces that give check, found by giving the other side the move.
fn opponent_in_check(setup: &Setup) -> String {
    let mover = setup.turn;
    let swapped = Setup {
        turn: mover.other(),
        en_passant: None,
        ..setup.clone()
    };
    let Ok(loaded) = Position::load(&swapped) else {
        // With both kings in check, neither side can be given the move.
        return format!("both kings are in check, and it is {mover}'s move");
    };
    let position = loaded.position;
    let pieces = checks::names(&position, position.checkers());
    let king = position.pieces()[mover.other()][Role::King].first();
    let king = king.map_or(String::new(), |square| format!(" on {square}"));
    format!(
        "{}'s king{king} is attacked by {pieces}, and it is {mover}'s move",
        mover.other()
    )
}

/// A right that had to be dropped, and why.
fn dropped_right(record: &EpdRecord<'_>, letter: CastlingLetter) -> Diagnostic {
    let shown = char::from(letter.letter());
    let side = letter.side();
    let own = &record.setup.pieces[side];
    let (king, rooks) = (own[Role::King].0, own[Role::Rook].0);
    let home = match side {
        Side::White => 0xff,
        Side::Black => 0xff << 56,
    };
    let (left, right) = (
        rooks & home & king.wrapping_sub(1),
        rooks & home & !(king | (king - 1)),
    );
    let reason = if king & home == 0 {
        "the king is not on its first rank".to_owned()
    } else if king & 0x8100_0000_0000_0081 != 0 {
        "the king stands in the corner, not between its rooks".to_owned()
    } else {
        match letter {
            CastlingLetter::Wing(_, Wing::ASide) if left == 0 => {
                "no rook stands on the a-side of the king".to_owned()
            }
            CastlingLetter::Wing(_, Wing::HSide) if right == 0 => {
                "no rook stands on the h-side of the king".to_owned()
            }
            CastlingLetter::File(_, file)
                if (left | right) & (0x0101_0101_0101_0101 << file) == 0 =>
            {
                format!("no rook stands on the {}-file", char::from(b'a' + file))
            }
            _ => "a right on that side of the king is given already".to_owned(),
        }
    };
    let message = format!("castling field: {shown} for {side}, but {reason}; dropped");
    about(
        Code::RightWithoutRook,
        letter_column(record, letter),
        1,
        message,
    )
}

/// Column of a letter of the castling field.
fn letter_column(record: &EpdRecord<'_>, letter: CastlingLetter) -> u32 {
    let letters = record.castling.iter();
    let at = letters.take_while(|byte| **byte != letter.letter()).count();
    record.castling_column + at as u32
}

fn en_passant(
    record: &EpdRecord<'_>,
    position: &Position,
    dropped: bool,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some(square) = record.setup.en_passant else {
        return;
    };
    let (code, message) = if dropped {
        let message = format!("no pawn can just have passed {square}; ignored");
        (Code::ImpossibleEnPassant, message)
    } else if position.en_passant().is_none() {
        (
            Code::EnPassantWithoutCapture,
            format!("no capture on {square} is legal"),
        )
    } else {
        return;
    };
    diagnostics.push(about(code, record.en_passant_column, 2, message));
}
