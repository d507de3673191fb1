//! The effective end of a game: the earliest of mate, stalemate, dead position, the automatic draws of the
//! Laws of the day, and those of the venue.

use audit960_board::{DeadBy, Position};
use audit960_types::{EndReason, GameEnd, Repetition};

use crate::judge::Standard;
use crate::jurisdiction::Jurisdiction;
use crate::run::{ClaimRun, FIFTY_CLOCK, SEVENTY_FIVE_CLOCK};
use crate::table::Fivefold;
use crate::venue::{DrawRule, VenueKind};

/// The first dead position of a game that ends with one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeadSince {
    /// Half-move after which the position was first dead, as far as that is proved.
    pub ply: u32,
    /// Why it was dead then.
    pub by: DeadBy,
    /// Half-move after which the pieces themselves show it: later where the moves between were forced, such
    /// as the capture of the last rook by the only legal move.
    pub shown_ply: u32,
    /// Half-move after which too little material was left to mate; `None` if it never was, as where the forced
    /// capture of the last rook is not in the record.
    pub material_ply: Option<u32>,
}

impl DeadSince {
    fn new(ply: u32, by: DeadBy) -> Self {
        let mut since = Self {
            ply,
            by,
            shown_ply: ply,
            material_ply: None,
        };
        since.go_back(ply, by);
        since
    }

    /// Goes back to an earlier position that is dead, too.
    fn go_back(&mut self, ply: u32, by: DeadBy) {
        (self.ply, self.by) = (ply, by);
        if by != DeadBy::Forced {
            self.shown_ply = ply;
        }
        if by == DeadBy::Material {
            self.material_ply = Some(ply);
        }
    }
}

/// What the board alone says of the end of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardEnd {
    /// Checkmate or stalemate, after the last half-move.
    pub stuck: Option<GameEnd>,
    /// The first dead position, if the last one is dead.
    pub dead: Option<DeadSince>,
    /// Half-move after which each side had at most a bishop or a knight.
    pub minor_ply: Option<u32>,
}

impl BoardEnd {
    /// The end of a game of `plies` half-moves; `after` gives the position after any of them.
    ///
    /// A dead position stays dead. So the last one is examined alone, and earlier ones only if it is dead:
    /// those next to captures and pawn moves, because between them the same pieces stand behind the
    /// same pawns.
    ///
    /// # Examples
    /// ```
    /// use audit960_board::{DeadBy, Position};
    /// use audit960_law::BoardEnd;
    ///
    /// // 1. Kxe2 takes the last pawn, and the kings wander on.
    /// let mut position = Position::from_fen("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1")?.position;
    /// let mut positions = vec![position.clone()];
    /// for text in ["e1e2", "e8e7", "e2e3"] {
    ///     position.play(text.parse()?);
    ///     positions.push(position.clone());
    /// }
    /// let end = BoardEnd::of(3, &|ply| positions[ply as usize].clone());
    /// assert_eq!(end.dead.map(|dead| (dead.ply, dead.by)), Some((1, DeadBy::Material)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(plies: u32, after: &dyn Fn(u32) -> Position) -> Self {
        let last = after(plies);
        let reason = match (last.has_legal_move(), last.in_check()) {
            (true, _) => None,
            (false, true) => Some(EndReason::Checkmate),
            (false, false) => Some(EndReason::Stalemate),
        };
        Self {
            stuck: reason.map(|reason| GameEnd { ply: plies, reason }),
            dead: dead_from(plies, &last, after),
            minor_ply: minor_from(plies, &last, after),
        }
    }
}

/// The dead positions that lead to the last one, which is after `plies` half-moves; `None` if the last one
/// is not proved dead.
fn dead_from(plies: u32, last: &Position, after: &dyn Fn(u32) -> Position) -> Option<DeadSince> {
    let by = last.dead_by()?;
    let mut since = DeadSince::new(plies, by);
    let mut clock = last.clock();
    loop {
        // The first position with the same pawns and pieces is dead as a rule.
        let mut low = since.ply.saturating_sub(clock);
        let mut middle = low;
        while low < since.ply {
            match after(middle).dead_by() {
                Some(by) => since.go_back(middle, by),
                None => low = middle + 1,
            }
            middle = low.midpoint(since.ply);
        }
        let Some(before) = since.ply.checked_sub(1) else {
            return Some(since);
        };
        let position = after(before);
        let Some(by) = position.dead_by() else {
            return Some(since);
        };
        since.go_back(before, by);
        clock = position.clock();
    }
}

/// Half-move after which each side had at most a minor piece, and so to the end; `None` if the last position has more.
fn minor_from(plies: u32, last: &Position, after: &dyn Fn(u32) -> Position) -> Option<u32> {
    if !last.has_at_most_minor_pieces() {
        return None;
    }
    let (mut low, mut high) = (0, plies);
    while low < high {
        let middle = low.midpoint(high);
        if after(middle).has_at_most_minor_pieces() {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(high)
}

/// The ends of a game: by the Laws, and by the rules of its venue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameEnds {
    /// Where every rule of the Laws of the day applies, whatever the venue.
    pub fide: Option<GameEnd>,
    /// Where the venue's rules apply.
    pub venue: Option<GameEnd>,
}

impl GameEnds {
    /// The ends of a game, from what its board, its runs and its repetitions say.
    #[must_use]
    pub fn of<'r>(
        board: BoardEnd,
        runs: &[ClaimRun],
        repetitions: &(impl Iterator<Item = &'r Repetition> + Clone),
        rules: &Jurisdiction<'_>,
    ) -> Self {
        let at = |reason| move |ply| GameEnd { ply, reason };
        let dead = board.dead.map(|dead| dead.ply);
        // Programs recognise too little material, and nothing else: there the game goes on.
        let (dead_there, minor_there) = match rules.material() {
            VenueKind::InsufficientMaterial => (board.dead.and_then(|it| it.material_ply), None),
            VenueKind::MinorPieces => (board.dead.and_then(|it| it.material_ply), board.minor_ply),
            _ => (dead, None),
        };
        // The tables are only asked about what the record has.
        let clock = |clock| runs.iter().filter_map(move |run| over_at(run, clock)).min();
        let times = |ply: fn(&Repetition) -> Option<u32>| repetitions.clone().filter_map(ply).min();
        let fifth = times(Repetition::fivefold_ply);
        let fivefold = |law: &dyn Fn() -> Fivefold| {
            let any = fifth?;
            let ply = match law() {
                Fivefold::No => None,
                Fivefold::InSequence => times(Repetition::fivefold_in_sequence_ply),
                Fivefold::AnyTime => Some(any),
            };
            ply.map(at(EndReason::FivefoldRepetition))
        };
        let seventy_five = |applies: &dyn Fn() -> bool| {
            let end = clock(SEVENTY_FIVE_CLOCK).map(at(EndReason::SeventyFiveMoves))?;
            applies().then_some(end)
        };
        let automatic = |rule| rules.kind(rule) == Some(VenueKind::Automatic);
        let dates = &rules.dates;
        let law = [
            fivefold(&|| rules.law.certain_fivefold(dates)),
            seventy_five(&|| rules.law.automatic_seventy_five(dates) == Some(true)),
        ];
        let by_venue =
            |rule, ply: Option<u32>, reason| ply.filter(|_| automatic(rule)).map(at(reason));
        let there = [
            by_venue(DrawRule::Threefold, times(third), EndReason::VenueThreefold)
                .or_else(|| fivefold(&|| rules.fivefold())),
            by_venue(DrawRule::Fifty, clock(FIFTY_CLOCK), EndReason::VenueFifty)
                .or_else(|| seventy_five(&|| rules.ends_after_seventy_five())),
        ];
        // Of ends after the same half-move, mate goes first (Laws 9.6.2), then the order of the reasons.
        let first = |dead: Option<u32>, minor: Option<u32>, [repeated, counted]: [_; 2]| {
            let dead = dead.map(at(EndReason::DeadPosition));
            let minor = minor.map(at(EndReason::VenueMaterial));
            [board.stuck, dead, repeated, counted, minor]
                .into_iter()
                .flatten()
                .min()
        };
        Self {
            fide: first(dead, None, law),
            venue: first(dead_there, minor_there, there),
        }
    }

    /// The end that counts under a standard.
    #[must_use]
    pub const fn under(&self, standard: Standard) -> Option<GameEnd> {
        match standard {
            Standard::Venue => self.venue,
            Standard::Fide => self.fide,
        }
    }
}

/// Half-move of the third occurrence.
fn third(repetition: &Repetition) -> Option<u32> {
    repetition.plies.get(2).copied()
}

/// Half-move after which a run has that half-move clock: 0 if the record starts there or beyond. `None`
/// where the clock cannot be right.
fn over_at(run: &ClaimRun, clock: u32) -> Option<u32> {
    if run.clock_in_doubt {
        None
    } else if run.first_claim_ply == 1 && run.first_clock >= clock {
        Some(0)
    } else {
        run.ply_that_reached(clock)
    }
}

/// Whether a claim before half-move `ply` comes before the end of the game.
pub(crate) fn is_in_time(ply: u32, end: Option<GameEnd>) -> bool {
    end.is_none_or(|end| !end.precedes_claim(ply))
}

/// Whether a game ended in a dead position before a claim at half-move `ply` could be made.
pub(crate) fn is_over_before(ply: u32, ends: &GameEnds) -> bool {
    ends.venue
        .is_some_and(|end| end.reason == EndReason::DeadPosition && end.precedes_claim(ply))
}

#[cfg(test)]
mod tests;
