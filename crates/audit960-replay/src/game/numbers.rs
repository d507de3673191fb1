//! Move numbers as evidence (PGN 8.2.2): each is compared with the half-moves played since the previous
//! one. Where a line of moves is missing or doubled and the rest happens to be legal, nothing else shows
//! it.

use audit960_board::Position;
use audit960_pgn::MoveNumber;
use audit960_types::Side;

/// What the move numbers of a record say about its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberEvidence {
    /// Half-moves are missing or too many, and later numbers confirm it.
    Shift(Jump),
    /// Half-moves are likely to be missing, and no later number confirms it.
    LikelyMissing(Jump),
    /// The record begins with another number than the start position, and goes on from it.
    OtherFirst(Jump),
    /// A number is wrong, and nothing suggests that moves are missing.
    Wrong(Jump),
}

/// The move numbers of one game. Half-moves are counted as twice the full-move number, plus one if Black
/// is to move.
#[derive(Clone, Debug)]
pub(super) struct MoveNumbering {
    /// Half-moves that the record counts more than the board (wrapping if fewer), accepted so far.
    ahead: u32,
    /// The count of the board at the last number; [`NO_NUMBER`] before the first.
    last_count: u32,
    /// Whether Black's moves have been numbered like White's: `12. e4 12. e5`.
    black_like_white: bool,
    /// The disagreements that no later number has undone. Each begins where the one before ends.
    open: Vec<Jump>,
    /// Those that later numbers have undone, the first ones.
    undone: Vec<Jump>,
    /// The last number that did not agree.
    last_wrong: Option<Box<WrongNumber>>,
}

/// A number that did not agree.
#[derive(Clone, Debug)]
struct WrongNumber {
    number: MoveNumber,
    place: Place,
    /// The count of the board.
    count: u32,
    /// What was known before it.
    known: MoveNumbering,
}

/// No count of a board: the full-move number of a position is at most a million.
const NO_NUMBER: u32 = u32::MAX;

/// Maximum number of disagreements of a game that are kept apart; more are added to the last.
const MAX_JUMPS: usize = 16;

impl Default for MoveNumbering {
    fn default() -> Self {
        Self {
            ahead: 0,
            last_count: NO_NUMBER,
            black_like_white: false,
            open: Vec::new(),
            undone: Vec::new(),
            last_wrong: None,
        }
    }
}

/// Where a move number stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Offset in the text.
    pub(super) at: usize,
    /// Half-moves on the board before it.
    pub(super) plies: u32,
}

/// The place where numbers begin to disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Jump {
    pub(super) place: Place,
    /// The number as written.
    pub(super) number: MoveNumber,
    /// The number of the move that is due.
    pub(super) due: MoveNumber,
    /// The other number directly before it, if no move stands between the two.
    pub(super) follows: Option<u32>,
    /// Whether it is the first number of the record, and no move stands before it.
    first: bool,
    /// Whether later numbers return to the count before.
    pub(super) returns: bool,
    /// Whether later numbers go on from it.
    pub(super) confirmed: bool,
    /// Half-moves that the record counts more than the board before and after it (wrapping if fewer).
    before: u32,
    after: u32,
    /// The count of the board at its last number.
    count: u32,
}

impl Jump {
    /// Half-moves that the record counts more than the board from here on, in comparison with before.
    pub(super) fn missing(&self) -> i32 {
        self.after.wrapping_sub(self.before).cast_signed()
    }

    /// Whether half-moves are missing: the numbers go ahead and do not return to the count before.
    pub(super) fn shows_missing_moves(&self) -> bool {
        self.missing() > 0 && !self.returns
    }

    /// Whether half-moves are likely to be missing. A number that is one too high and is followed by right
    /// ones is a slip of the pen, and so is one that is too low.
    fn suggests_missing_moves(&self) -> bool {
        self.follows.is_some()
            || self.missing() > 0
                && (!self.returns || self.number.value >= self.due.value.saturating_add(2))
    }

    fn evidence(self) -> NumberEvidence {
        if self.first && !self.returns {
            NumberEvidence::OtherFirst(self)
        } else if self.confirmed && !self.returns {
            NumberEvidence::Shift(self)
        } else if self.suggests_missing_moves() {
            NumberEvidence::LikelyMissing(self)
        } else {
            NumberEvidence::Wrong(self)
        }
    }
}

impl MoveNumbering {
    /// Whether a number agrees with the position. If not, [`MoveNumbering::disagrees`] must be called.
    #[inline(always)]
    pub(super) fn agrees(&mut self, number: MoveNumber, position: &Position) -> bool {
        let count = on_board(position);
        let agrees = written(number) == count.wrapping_add(self.ahead);
        if agrees {
            self.last_count = count;
        }
        agrees
    }

    /// Records a number that does not agree.
    #[cold]
    pub(super) fn disagrees(&mut self, number: MoveNumber, position: &Position, place: Place) {
        let count = on_board(position);
        let last = self.last();
        let black_like_white = position.turn() == Side::Black && !number.black;
        let as_black = (written(number) + u32::from(black_like_white)).wrapping_sub(count);
        // `12. e4 {a comment} 12. e5`, or a record that begins with Black's `1. e5`.
        if black_like_white
            && as_black == self.ahead
            && last.is_none_or(|last| last == number.value)
        {
            self.black_like_white |= last.is_some();
            self.last_count = count;
            return;
        }
        self.last_wrong = None;
        let known = self.clone();
        self.confirm();
        let first = last.is_none() && place.plies == 0;
        let due = count.wrapping_add(self.ahead);
        let ahead = match black_like_white && (first || self.black_like_white) {
            true => as_black,
            false => written(number).wrapping_sub(count),
        };
        let jump = Jump {
            place,
            number,
            due: MoveNumber {
                value: due / 2,
                black: due % 2 == 1,
            },
            follows: last.filter(|last| self.last_count == count && *last != number.value),
            first,
            returns: false,
            confirmed: false,
            before: self.ahead,
            after: ahead,
            count,
        };
        self.last_count = count;
        self.ahead = ahead;
        self.add(jump);
        self.last_wrong = Some(Box::new(WrongNumber {
            number,
            place,
            count,
            known,
        }));
    }

    /// Adds a disagreement to those that are open, or closes those that it undoes.
    fn add(&mut self, jump: Jump) {
        if let Some(from) = self.open.iter().position(|open| open.before == jump.after) {
            let follows = jump.follows;
            for mut undone in self.open.drain(from..) {
                undone.returns = true;
                undone.follows = undone.follows.or(follows);
                if self.undone.len() < MAX_JUMPS {
                    self.undone.push(undone);
                }
            }
            return;
        }
        let full = self.open.len() == MAX_JUMPS;
        match self.open.last_mut() {
            // The number before was wrong in another way: nothing has confirmed it.
            Some(last) if full || !last.confirmed && (last.missing() < 0 || jump.missing() < 0) => {
                last.after = jump.after;
                last.count = jump.count;
                last.follows = last.follows.or(jump.follows);
                last.confirmed = false;
            }
            _ => self.open.push(jump),
        }
    }

    /// Reads the last number as one before Black's move: periods follow that are separate from it, as in
    /// `12. ... e5`.
    #[cold]
    pub(super) fn continue_with_black(&mut self, position: &Position) {
        // The number without its periods looks like White's.
        self.black_like_white = false;
        let Some(last) = self
            .last_wrong
            .take_if(|last| last.count == on_board(position))
        else {
            return;
        };
        let WrongNumber {
            number,
            place,
            known,
            ..
        } = *last;
        *self = known;
        let number = MoveNumber {
            black: true,
            ..number
        };
        if !self.agrees(number, position) {
            self.disagrees(number, position, place);
        }
    }

    /// The last number as written, if there was one.
    fn last(&self) -> Option<u32> {
        (self.last_count != NO_NUMBER).then_some(self.last_count.wrapping_add(self.ahead) / 2)
    }

    /// Marks the open disagreements from which a number has gone on.
    fn confirm(&mut self) {
        if self
            .open
            .last()
            .is_some_and(|last| last.count != self.last_count)
        {
            for jump in &mut self.open {
                jump.confirmed = true;
            }
        }
    }

    /// Whether the numbering may restart: number 1 after higher ones.
    pub(super) fn may_restart(&self, number: MoveNumber) -> bool {
        self.last().is_some_and(|last| last > 1) && number.value == 1 && !number.black
    }

    /// Whether all numbers agree and moves follow the last one up to the final position: then there is no evidence.
    #[inline]
    pub(super) fn is_right(&self, end: &Position) -> bool {
        self.open.is_empty() && self.undone.is_empty() && self.last_count != on_board(end)
    }

    /// What the numbers say when the record is over, of numbers that are merely wrong only the first.
    pub(super) fn evidence(mut self) -> Vec<NumberEvidence> {
        self.confirm();
        let mut jumps = self.undone;
        jumps.append(&mut self.open);
        let mut wrong = 0;
        let evidence = jumps.into_iter().map(Jump::evidence).filter(|evidence| {
            wrong += u32::from(matches!(evidence, NumberEvidence::Wrong(_)));
            wrong < 2 || !matches!(evidence, NumberEvidence::Wrong(_))
        });
        evidence.collect()
    }

    /// The last number of a record, if no move follows it up to the final position, unless it jumps ahead, which
    /// says more.
    pub(super) fn without_move(&self, end: &Position) -> Option<u32> {
        let open = self.open.last();
        let jumps = open.is_some_and(|jump| jump.count == self.last_count && jump.missing() > 0);
        self.last()
            .filter(|_| !jumps && self.last_count == on_board(end))
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
mod tests;
