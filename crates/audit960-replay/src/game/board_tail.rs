//! The tail that sensor boards (DGT) leave: after the last move both kings are put in the centre to
//! signal the result, and software records that as moves.

use audit960_pgn::{Language, MoveReading, read_move};
use audit960_types::{Bitboard, Code, Pattern, Role, Square, TextSink};

use super::GameReplay;

/// Maximum number of words in such a tail: a move of each king, and corrections.
const MAX_TAIL: usize = 4;

/// d4, e4, d5 and e5.
const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

impl<S: TextSink> GameReplay<'_, '_, S> {
    /// Cuts off the tail if the record fails there, all words from there on move a king to the centre, and
    /// the first king is more than one step from its square. A legal move is never cut off.
    #[cold]
    pub(super) fn cut_board_tail(&mut self) {
        if self.walk.failed != Some(Code::IllegalMove)
            && self.walk.failed != Some(Code::MoveAfterEnd)
        {
            return;
        }
        let record = self.record();
        let words = record.words();
        let first = words.partition_point(|word| word.at < self.walk.failed_at);
        let tail = &words[first..];
        let position = &self.scratch.line.position;
        let (mover, pieces) = (position.turn(), position.pieces());
        let [Some(own), Some(other)] =
            [mover, mover.other()].map(|side| pieces[side][Role::King].first())
        else {
            return;
        };
        let mut kings = [own, other];
        let distance = tail.first().and_then(|word| {
            let square = to_centre(record.text(word), record.language(), kings[0])?;
            Some(king_distance(kings[0], square))
        });
        // The kings take turns; a stated origin must be the square of that king, otherwise it belongs to
        // another word that was run into this one.
        let all = tail.iter().enumerate().all(|(index, word)| {
            let king = &mut kings[index % 2];
            let to = to_centre(record.text(word), record.language(), *king);
            to.inspect(|to| *king = *to).is_some()
        });
        // A single king move may belong to the game, with a half-move missing before it.
        if !all || !(2..=MAX_TAIL).contains(&tail.len()) || distance.is_none_or(|steps| steps < 2) {
            return;
        }
        let count = tail.len();
        let message = format!(
            "{count} words at the end move kings to the centre, which is illegal; ignored as the \
             result signal of a sensor board"
        );
        let at = self.walk.failed_at;
        let len = tail.last().map_or(1, |word| word.at + word.len - at);
        if let Some(code) = self.walk.failed.take() {
            self.findings.forget(code);
        }
        self.note_move(Code::BoardTail, at, len, message);
    }
}

/// The square in the centre to which a word moves the king on `king`.
fn to_centre(symbol: &[u8], language: &Language, king: Square) -> Option<Square> {
    let MoveReading::Move { candidates, .. } = read_move(symbol, language) else {
        return None;
    };
    match candidates.first()?.pattern {
        Pattern::Piece {
            role: Some(Role::King),
            from,
            to,
            ..
        } if from.contains(king) && CENTRE.contains(to) => Some(to),
        _ => None,
    }
}

/// Number of king steps from one square to another: the greater of the distances by file and by rank.
fn king_distance(from: Square, to: Square) -> u8 {
    let files = from.file().abs_diff(to.file());
    files.max(from.rank().abs_diff(to.rank()))
}
