//! Move numbers as evidence (PGN 8.2.2): each is compared with the half-moves played since the previous
//! one. Where a line of moves is missing or doubled and the rest happens to be legal, nothing else shows
//! it.

use audit960_board::Position;
use audit960_pgn::MoveNumber;
use audit960_types::Side;

/// The kind of a move number that does not agree at first sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberCheck {
    /// It agrees after all: Black's move is numbered like White's.
    Agrees,
    /// The first number of the record is not that of the FEN.
    OtherFirst,
    /// It disagrees with the number before.
    Jumps,
}

/// The move numbers of one game. Half-moves are counted as twice the full-move number, plus one if Black
/// is to move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MoveNumbering {
    /// Half-moves that the record counts more than the board (wrapping if fewer), accepted so far.
    ahead: u32,
    /// The last number as written; 0 before the first.
    last: u32,
    /// The first disagreement that later numbers have not undone.
    jump: Option<Jump>,
    /// Whether a later number agrees with it.
    confirmed: bool,
    /// The first disagreement that later numbers undid.
    taken_back: Option<Jump>,
}

/// The place where numbers begin to disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Jump {
    /// Offset of the number in the text.
    pub(super) at: usize,
    /// Half-moves on the board before it.
    pub(super) plies: u32,
    /// Value of `ahead` before it.
    before: u32,
}

impl MoveNumbering {
    /// Whether a number agrees with the position. If not, [`MoveNumbering::disagrees`] must be called.
    #[inline(always)]
    pub(super) fn agrees(&mut self, number: MoveNumber, position: &Position) -> bool {
        let agrees = written(number) == on_board(position).wrapping_add(self.ahead);
        if agrees {
            self.last = number.value;
            self.confirmed = true;
        }
        agrees
    }

    /// Records a number that does not agree.
    #[cold]
    pub(super) fn disagrees(
        &mut self,
        number: MoveNumber,
        position: &Position,
        at: usize,
        plies: u32,
    ) -> NumberCheck {
        let black_like_white = position.turn() == Side::Black && !number.black;
        let counted = written(number) + u32::from(black_like_white);
        let ahead = counted.wrapping_sub(on_board(position));
        let first = self.last == 0;
        // `12. e4 {a comment} 12. e5`, or a record that begins with Black's `1. e5`.
        if black_like_white && ahead == self.ahead && (first || self.last == number.value) {
            self.last = number.value;
            return NumberCheck::Agrees;
        }
        self.last = number.value;
        if first && plies == 0 {
            self.ahead = ahead;
            return NumberCheck::OtherFirst;
        }
        let ahead = written(number).wrapping_sub(on_board(position));
        let jump = Jump {
            at,
            plies,
            before: self.ahead,
        };
        self.ahead = ahead;
        self.confirmed = false;
        match self.jump {
            Some(jump) if jump.before == ahead => {
                self.taken_back.get_or_insert(jump);
                self.jump = None;
            }
            Some(_) => {}
            None => self.jump = Some(jump),
        }
        NumberCheck::Jumps
    }

    /// Whether the numbering may restart: number 1 after higher ones.
    pub(super) fn may_restart(&self, number: MoveNumber) -> bool {
        self.last > 1 && number.value == 1 && !number.black
    }

    /// The disagreement that later numbers confirm, and the number of half-moves that seem to be missing
    /// (if negative, too many).
    pub(super) fn shift(&self) -> Option<(Jump, i32)> {
        let jump = self.jump.filter(|_| self.confirmed)?;
        let missing = self.ahead.wrapping_sub(jump.before).cast_signed();
        (missing != 0).then_some((jump, missing))
    }

    /// The first disagreement that no later number confirms.
    pub(super) fn alone(&self) -> Option<Jump> {
        self.taken_back.or(self.jump.filter(|_| !self.confirmed))
    }
}

fn written(number: MoveNumber) -> u32 {
    2 * number.value + u32::from(number.black)
}

#[inline(always)]
fn on_board(position: &Position) -> u32 {
    2 * position.move_number() + position.turn() as u32
}

#[cfg(test)]
mod tests {
    use audit960_types::SanWord;

    use super::*;

    /// Reads `12.` and `12...` as move numbers and everything else as moves.
    fn read(text: &str) -> (MoveNumbering, Vec<NumberCheck>) {
        let mut position = Position::standard();
        let (mut numbering, mut verdicts, mut plies) = (MoveNumbering::default(), Vec::new(), 0);
        for (at, word) in text.split(' ').enumerate() {
            if let Some(digits) = word.strip_suffix('.') {
                let value = digits.trim_end_matches('.').parse().unwrap();
                let black = digits.ends_with('.');
                let number = MoveNumber { value, black };
                if !numbering.agrees(number, &position) {
                    verdicts.push(numbering.disagrees(number, &position, at, plies));
                }
            } else {
                position
                    .play_san(SanWord::new(word.as_bytes()).unwrap())
                    .unwrap();
                plies += 1;
            }
        }
        (numbering, verdicts)
    }

    fn missing(text: &str) -> Option<i32> {
        read(text).0.shift().map(|(_, missing)| missing)
    }

    #[test]
    fn numbers_that_agree() {
        for text in [
            "1. e4 e5 2. Nf3 Nc6 3. Bb5",
            "1. e4 1... e5 2. Nf3 2... Nc6",
            "1. e4 1. e5 2. Nf3",
            "e4 e5 2. Nf3",
        ] {
            let (numbering, verdicts) = read(text);
            assert!(
                numbering.shift().is_none() && numbering.alone().is_none(),
                "{text}"
            );
            assert!(verdicts.iter().all(|v| *v == NumberCheck::Agrees), "{text}");
        }
    }

    #[test]
    fn another_first_number() {
        let (numbering, verdicts) = read("17. e4 e5 18. Nf3 Nc6");
        assert_eq!(verdicts, [NumberCheck::OtherFirst]);
        assert!(numbering.shift().is_none());
    }

    #[test]
    fn missing_half_moves() {
        assert_eq!(missing("1. e4 e5 2. Nf3 Nc6 4. Bb5 a6 5. O-O"), Some(2));
        assert_eq!(missing("1. Nf3 Nf6 2. Ng1 3. Ng8 Nf3 4. Nf6"), Some(1));
    }

    #[test]
    fn a_half_move_too_many() {
        // Black's move is doubled; knights go out and back, so that everything is legal.
        let text = "1. Nf3 Nf6 Ng1 2. Ng8 Nf3 3. Nf6 Ng1 4. Ng8";
        assert_eq!(missing(text), Some(-1));
    }

    #[test]
    fn a_doubled_line() {
        let line = "2. Nf3 Nf6 3. Ng1 Ng8";
        assert_eq!(
            missing(&format!("1. e4 e5 {line} {line} 4. d4 d5 5. c4")),
            Some(-4)
        );
    }

    #[test]
    fn a_disagreement_that_later_numbers_undo() {
        let (numbering, verdicts) = read("1. e4 e5 2. Nf3 1... Nc6 3. Bb5 a6");
        assert_eq!(verdicts, [NumberCheck::Jumps, NumberCheck::Jumps]);
        assert!(numbering.shift().is_none());
        assert_eq!(numbering.alone().map(|jump| jump.plies), Some(3));
        // After it, another one that stays.
        let (numbering, _) = read("1. e4 e5 2. Nf3 1... Nc6 3. Bb5 a6 5. Ba4 Nf6 6. O-O");
        assert_eq!(
            numbering
                .shift()
                .map(|(jump, missing)| (jump.plies, missing)),
            Some((6, 2))
        );
    }

    #[test]
    fn a_restart() {
        let (numbering, _) = read("1. e4 e5 2. Nf3 Nc6");
        let number = |value, black| MoveNumber { value, black };
        assert!(numbering.may_restart(number(1, false)));
        assert!(
            !numbering.may_restart(number(1, true)) && !numbering.may_restart(number(2, false))
        );
    }
}
