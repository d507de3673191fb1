//! The tail that sensor boards leave (DGT): behind the last move both kings are put to the centre to
//! signal the result, and software writes that down as moves.

use audit960_board::Position;
use audit960_pgn::{Reading as Word, read_move};
use audit960_types::{Code, FactSink, Pattern, Role};

use super::GameReplay;

/// Words of such a tail, at most: each king's move, and a correction.
const MAX_TAIL: usize = 4;

/// d4, e4, d5 and e5.
const CENTRE: u64 = 0x0000_0018_1800_0000;

impl<S: FactSink> GameReplay<'_, '_, S> {
    /// Cuts the tail off where the record fails with it: all words from there on move a king to the
    /// centre, and the first king is not beside its square. A move that is legal stays a move.
    #[cold]
    pub(super) fn cut_board_tail(&mut self) {
        if self.failed != Some(Code::IllegalMove) && self.failed != Some(Code::MoveAfterEnd) {
            return;
        }
        let record = self.record();
        let words = record.words();
        let first = words.partition_point(|word| word.at < self.failed_at);
        let tail = &words[first..];
        let to_centre = |symbol| match read_move(symbol, record.language()) {
            Word::Move { candidates, .. } => match candidates.first().map(|read| read.pattern) {
                Some(Pattern::Piece {
                    role: Some(Role::King),
                    to,
                    ..
                }) => Some(usize::from(to)).filter(|to| CENTRE >> to & 1 != 0),
                _ => None,
            },
            _ => None,
        };
        let squares: Option<Vec<usize>> = tail
            .iter()
            .map(|word| to_centre(record.text(word)))
            .collect();
        let Some(&[square, ref others @ ..]) = squares.as_deref() else {
            return;
        };
        let distance = king_distance(&self.scratch.line.position, square);
        // One king alone may be a move of the game with a half-move lost before it.
        if others.is_empty() || tail.len() > MAX_TAIL || distance < 2 {
            return;
        }
        let count = tail.len();
        let noun = if count == 1 { "word" } else { "words" };
        let message = format!(
            "{count} {noun} at the end put kings into the centre, where no king can go: cut off as the \
             sign by which a sensor board states the result"
        );
        let at = self.failed_at;
        let len = tail.last().map_or(1, |word| word.at + word.len - at);
        if let Some(code) = self.failed.take() {
            self.findings.forget(code);
        }
        self.note_move(Code::BoardTail, at, len, message);
    }
}

/// Steps of a king from where it stands to a square: the greater of the distances by file and rank.
fn king_distance(position: &Position, square: usize) -> usize {
    let king = position.pieces()[position.turn() as usize][Role::King as usize].trailing_zeros();
    let king = king as usize;
    (king & 7)
        .abs_diff(square & 7)
        .max((king >> 3).abs_diff(square >> 3))
}
