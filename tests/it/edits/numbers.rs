//! What the move numbers of a record say about lost moves, whatever the audit makes of it.

/// A move number of a main line.
pub(super) struct Number {
    /// Half-moves played before it.
    pub(super) plies: u32,
    /// The number as written.
    pub(super) value: u32,
    /// Half-moves that it states more than were played.
    pub(super) ahead: i64,
}

/// Whether the numbers are right at first, then wrong by the same difference to the end, twice or more.
pub(super) fn is_shifted(numbers: &[Number]) -> bool {
    let right = numbers.iter().take_while(|number| number.ahead == 0);
    let right = right.count();
    let (Some(first), Some(last)) = (numbers.get(right), numbers.last()) else {
        return false;
    };
    let same = |number: &Number| number.ahead == first.ahead;
    right > 0 && last.plies > first.plies && numbers[right..].iter().all(same)
}

/// Whether a reader who sees only these numbers, and that `plies` half-moves were played, would look for
/// lost moves: a number has no move after it, another number stands directly before it, the count is ahead
/// at the end, or a number is two or more moves higher than all before it. A FEN (`with_fen`) may count in
/// another way from the first number on; a number that is right by the FEN suggests nothing.
pub(super) fn suggest_loss(numbers: &[Number], plies: u32, with_fen: bool) -> bool {
    let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else {
        return false;
    };
    let base = match first {
        Number {
            plies: 0, ahead, ..
        } if with_fen => *ahead,
        _ => 0,
    };
    let in_a_row = |two: &[Number]| two[0].plies == two[1].plies && two[0].value != two[1].value;
    let mut highest = base;
    let leaps = numbers.iter().any(|number| {
        let leap = number.ahead - highest;
        highest = highest.max(number.ahead);
        leap >= 4 && number.ahead != 0
    });
    let is_ahead = last.ahead > base && last.ahead != 0;
    last.plies == plies || numbers.windows(2).any(in_a_row) || is_ahead || leaps
}
