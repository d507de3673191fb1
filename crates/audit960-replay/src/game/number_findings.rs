//! What move numbers show about a record, as findings.

use audit960_pgn::MoveNumber;
use audit960_types::{Code, StartKind, TextSink};

use super::numbers::{Jump, NumberEvidence, Place};
use super::span_at::SpanAt;
use super::{GameReplay, ReadMode};

impl<S: TextSink> GameReplay<'_, '_, S> {
    /// Handles a move number that disagrees with the moves before it; `false` if another game begins.
    #[cold]
    pub(super) fn number_disagrees(&mut self, number: MoveNumber, at: SpanAt) -> bool {
        if self.walk.numbering.may_restart(number) && self.restarts(at) {
            return false;
        }
        let line = &self.scratch.line;
        let place = Place {
            at: self.in_text(at),
            plies: line.plies(),
        };
        self.walk.numbering.disagrees(number, &line.position, place);
        true
    }

    /// Reports what the move numbers say about the record as a whole; `end` is the offset of its
    /// termination, or of its end.
    pub(super) fn report_numbering(&mut self, end: usize) {
        if !self.walk.numbering.is_right(&self.scratch.line.position) {
            self.report_wrong_numbering(end);
        }
    }

    #[cold]
    fn report_wrong_numbering(&mut self, end: usize) {
        let numbering = std::mem::take(&mut self.walk.numbering);
        let replayed = self.walk.reading != ReadMode::Nothing && self.walk.failed.is_none();
        let without_move = numbering.without_move(&self.scratch.line.position);
        if let Some(number) = without_move.filter(|_| replayed) {
            let (at, len) = last_number(&self.text[self.movetext_at..end], number);
            let message = format!(
                "no move follows the move number {number}: the last half-move may be missing"
            );
            self.note_move(
                Code::LikelyMissingMoves,
                self.movetext_at + at,
                len,
                message,
            );
        }
        for evidence in numbering.evidence() {
            let (code, jump, message) = match evidence {
                NumberEvidence::Shift(jump) => {
                    let missing = half_moves(jump.missing());
                    let message = format!("the move numbers disagree from here on: {missing}");
                    (Code::MoveNumberShift, jump, message)
                }
                NumberEvidence::LikelyMissing(jump) => {
                    (Code::LikelyMissingMoves, jump, likely_missing(&jump))
                }
                NumberEvidence::OtherFirst(jump) => {
                    let (code, message) = self.first_number(&jump);
                    (code, jump, message)
                }
                NumberEvidence::Wrong(jump) => {
                    let message = "the move number disagrees, and no later one confirms it";
                    (Code::MoveNumberJump, jump, message.to_owned())
                }
            };
            let Place { at, plies } = jump.place;
            self.note_ply(code, at, 1, plies + 1, message);
            if jump.shows_missing_moves() && code != Code::MoveNumberJump {
                let missing = half_moves(jump.missing());
                let message = format!(
                    "the record is not whole: {missing} before move {}",
                    written(jump.number)
                );
                self.note_ply(Code::MissingHalfMoves, at, 1, plies + 1, message);
            }
        }
    }

    /// The finding about a first number that is not that of the start position. A record that begins with a
    /// later number has lost moves, unless its FEN is a position from the middle of a game: many programs
    /// write such a FEN as move 1 and number the moves as in the game.
    fn first_number(&self, jump: &Jump) -> (Code, String) {
        let tagless = self.begin.at() == self.movetext_at;
        let start = &self.tags.start;
        let is_arrangement = start.numbers[0].is_some();
        let fragment = start.kind == StartKind::Other && !is_arrangement && jump.due.value <= 1;
        let message = format!(
            "the first move number is {}, the position's is {}",
            written(jump.number),
            written(jump.due)
        );
        if jump.missing() < 0 || fragment {
            return (Code::MoveNumberJump, message);
        }
        let code = match tagless || jump.confirmed {
            true => Code::MoveNumberShift,
            false => Code::LikelyMissingMoves,
        };
        let why = match tagless {
            true => "; no tag says where the game begins",
            false => "",
        };
        let missing = half_moves(jump.missing());
        (code, format!("{message}{why}: {missing}"))
    }
}

/// A move number as PGN 8.2.2 writes it for the side that moves.
fn written(number: MoveNumber) -> String {
    let periods = if number.black { "..." } else { "" };
    format!("{}{periods}", number.value)
}

/// So many half-moves seem to be missing; if negative, too many.
fn half_moves(missing: i32) -> String {
    let (noun, verb) = match missing.unsigned_abs() {
        1 => ("half-move", "seems"),
        _ => ("half-moves", "seem"),
    };
    let what = if missing > 0 { "missing" } else { "too many" };
    format!("{} {noun} {verb} to be {what}", missing.unsigned_abs())
}

fn likely_missing(jump: &Jump) -> String {
    let (number, due) = (written(jump.number), written(jump.due));
    let place = match jump.follows {
        Some(before) => {
            format!("the move number {number} follows {before}, and no move is between them")
        }
        None => format!("the move number is {number} where {due} is due"),
    };
    let missing = half_moves(jump.missing());
    match (jump.returns, jump.missing() > 0) {
        (false, true) => format!("{place}: {missing}"),
        (true, true) => format!(
            "{place}, and later numbers return to the count before: the number is wrong, or {missing}"
        ),
        (_, false) => format!("{place}: one of them is wrong, or moves are missing"),
    }
}

/// Offset and length of the last occurrence of a move number in a text, else of its last byte.
fn last_number(text: &[u8], number: u32) -> (usize, usize) {
    let digits = number.to_string();
    let is_number = |at: &usize| {
        let before = text[..*at].last();
        let after = text.get(at + digits.len());
        text[*at..].starts_with(digits.as_bytes())
            && !before.is_some_and(u8::is_ascii_alphanumeric)
            && !after.is_some_and(u8::is_ascii_alphanumeric)
    };
    match (0..text.len()).rev().find(is_number) {
        Some(at) => (at, digits.len()),
        None => (text.len().saturating_sub(1), 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_number_is_one_of_its_own() {
        for (text, number, expected) in [
            ("12. e4 13. d4", 12, (0, 2)),
            ("12. e4 12... d5 13", 12, (7, 2)),
            ("112. a12 12x x12 ", 12, (16, 1)),
            ("1.e4 2.d4", 2, (5, 1)),
            ("", 2, (0, 1)),
        ] {
            assert_eq!(last_number(text.as_bytes(), number), expected, "{text}");
        }
    }
}
