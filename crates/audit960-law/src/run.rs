//! Runs without capture or pawn move, and the claims in them.
//!
//! A claim exists before ply n if the clock is 100 or more and the side to move has a legal move
//! (Laws 9.3.2), or 99 with a legal move that is neither a capture nor a pawn move (9.3.1). Replay only
//! compares the clock; everything else is done in runs that reach 99.
//!
//! A [`ClaimRun`] keeps everything that a law can depend on at the turns from the first claim on.
//! It is independent of any law: the [judge](fn@crate::judge) can judge it again by another table.

use audit960_board::Position;
use audit960_types::{ClaimArticle, ResetBy, RunEnd, Side};

use crate::material::SideConditions;
use audit960_types::Material;

/// Half-move clock from which a claim may exist under the plain limit of fifty moves.
pub const FIRST_CLAIM_CLOCK: u32 = 99;
/// Half-move clock at which fifty moves by each player are completed.
pub const FIFTY_CLOCK: u32 = 100;
/// Half-move clock that ends a game under Laws 9.6.2.
pub const SEVENTY_FIVE_CLOCK: u32 = 150;

/// The facts about a turn that a claim may depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Whether the side to move has a legal move.
    pub can_move: bool,
    /// Whether it has one that is neither a capture nor a pawn move.
    pub has_quiet_move: bool,
    /// The side conditions that the position fulfils.
    pub conditions: SideConditions,
}

impl Turn {
    /// The turn in a position.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let can_move = position.has_legal_move();
        Self {
            can_move,
            has_quiet_move: can_move && position.has_quiet_move(),
            conditions: SideConditions::of(&position.pieces()),
        }
    }

    /// The article under which a draw can be claimed at half-move clock `clock`, if the limit is
    /// `limit_moves` moves by each player: the fifty of Laws 9.3, or another limit in their place.
    #[must_use]
    pub const fn claim(self, clock: u32, limit_moves: u32) -> Option<ClaimArticle> {
        let limit = limit_moves.saturating_mul(2);
        if clock >= limit && self.can_move {
            Some(ClaimArticle::Completed)
        } else if clock.saturating_add(1) >= limit && self.has_quiet_move {
            Some(ClaimArticle::Intended)
        } else {
            None
        }
    }
}

/// A maximal run without capture or pawn move in which a draw could be claimed under the plain limit
/// of fifty moves.
#[derive(Clone, Debug)]
pub struct ClaimRun {
    /// Last capture or pawn move before the run; 0 where the run starts with the record.
    pub reset_ply: u32,
    /// Whether a capture, a pawn move or the start of the record precedes the run.
    pub reset_by: ResetBy,
    /// First half-move before which a claim existed.
    pub first_claim_ply: u32,
    /// The side that had the first claim.
    pub first_claim_side: Side,
    /// Half-move clock at the first claim, 99 or more.
    pub first_clock: u32,
    /// The turns from the first claim to the one after the run's last half-move. From one to the next
    /// the clock grows by one and the side changes. Never empty.
    pub turns: Vec<Turn>,
    /// What ended the run.
    pub ended_by: RunEnd,
    /// The material, the same in the whole run.
    pub material: Material,
    /// Position at the first claim, X-FEN.
    pub fen: String,
    /// Whether the run's clock starts with that of a FEN in which it cannot be right.
    pub clock_in_doubt: bool,
}

impl ClaimRun {
    /// The turns, each with its half-move (the one that would be played), side, clock and facts.
    pub fn turns(&self) -> impl Iterator<Item = (u32, Side, u32, Turn)> {
        let mut side = self.first_claim_side;
        (0..).zip(&self.turns).map(move |(i, turn)| {
            let mover = side;
            side = side.other();
            (self.first_claim_ply + i, mover, self.first_clock + i, *turn)
        })
    }

    /// Highest clock of the run.
    #[must_use]
    pub fn peak_clock(&self) -> u32 {
        self.first_clock + (self.turns.len() as u32).saturating_sub(1)
    }

    /// The half-move of the record that brought the clock to `clock` without giving mate; `None` if
    /// there is none in the run from the first claim on.
    #[must_use]
    pub fn ply_that_reached(&self, clock: u32) -> Option<u32> {
        let at = clock.checked_sub(self.first_clock)?;
        let last = self.turns.len() as u32 - 1;
        let mated = at == last && self.ended_by == RunEnd::Checkmate;
        let ply = (self.first_claim_ply + at).checked_sub(1)?;
        (at <= last && ply > 0 && !mated).then_some(ply)
    }
}

/// Collects the runs of one game as it is replayed.
///
/// # Examples
/// ```
/// use audit960_board::Position;
/// use audit960_law::ClaimRuns;
/// use audit960_law::types::{SanWord, Side};
/// use audit960_pgn::parse_fen;
///
/// // Clock 98: Black can claim before half-move 2, with a move that brings it to 100 (Laws 9.3.1).
/// let record = parse_fen(b"4k3/8/8/8/8/8/8/R3K2R w - - 98 120")?;
/// let mut position = Position::load(&record.setup)?.position;
/// let mut runs = ClaimRuns::default();
/// runs.begin(&position, false);
/// position.play_san(SanWord::new(b"Ke2").unwrap()).unwrap();
/// runs.after(&position, 1, &|_| false);
/// let run = &runs.found()[0];
/// assert_eq!((run.first_claim_ply, run.first_claim_side), (2, Side::Black));
/// assert_eq!((run.first_clock, run.material.to_string()), (99, "KRRvK".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ClaimRuns {
    /// Clock from which a position must be passed to `after`: 0 during a run with a claim, because its
    /// end must not be missed.
    watch: u32,
    /// Index in `found` of the current run, if it has had a claim.
    open: Option<usize>,
    /// Whether the clock of the start position cannot be right.
    doubt: bool,
    found: Vec<ClaimRun>,
}

impl Default for ClaimRuns {
    fn default() -> Self {
        Self {
            watch: FIRST_CLAIM_CLOCK,
            open: None,
            doubt: false,
            found: Vec::new(),
        }
    }
}

impl ClaimRuns {
    /// Begins a game at its start position. `clock_in_doubt`: whether its half-move clock cannot be
    /// right.
    pub fn begin(&mut self, position: &Position, clock_in_doubt: bool) {
        self.open = None;
        self.watch = FIRST_CLAIM_CLOCK;
        self.doubt = clock_in_doubt;
        self.found.clear();
        if self.wants(position.clock()) {
            self.after(position, 0, &|_| false);
        }
    }

    /// Whether a position with that clock must be passed to [`ClaimRuns::after`].
    #[inline(always)]
    #[must_use]
    pub fn wants(&self, clock: u32) -> bool {
        clock >= self.watch
    }

    /// Records the position after `ply` half-moves. `captured` says whether a half-move was a capture.
    #[cold]
    pub fn after(&mut self, position: &Position, ply: u32, captured: &dyn Fn(u32) -> bool) {
        if position.clock() >= FIRST_CLAIM_CLOCK {
            self.add_turn(position, ply, captured);
        } else {
            self.end(if captured(ply) {
                RunEnd::Capture
            } else {
                RunEnd::Pawn
            });
        }
        self.watch = if self.open.is_some() {
            0
        } else {
            FIRST_CLAIM_CLOCK
        };
    }

    fn add_turn(&mut self, position: &Position, ply: u32, captured: &dyn Fn(u32) -> bool) {
        let turn = Turn::of(position);
        match self.open {
            Some(open) => self.found[open].turns.push(turn),
            None if turn.claim(position.clock(), 50).is_some() => {
                self.open = Some(self.found.len());
                let mut run = begin_run(position, ply, turn, captured);
                run.clock_in_doubt = self.doubt && run.reset_by == ResetBy::Start;
                self.found.push(run);
            }
            None => {}
        }
    }

    /// Ends the current run, if it has had a claim.
    pub fn end(&mut self, by: RunEnd) {
        if let Some(open) = self.open.take() {
            self.found[open].ended_by = by;
        }
    }

    /// The runs so far. The current run counts as ended by the end of the game.
    #[must_use]
    pub fn found(&self) -> &[ClaimRun] {
        &self.found
    }

    /// Removes all runs: for a game without a start position.
    pub fn clear(&mut self) {
        self.open = None;
        self.found.clear();
    }
}

/// A run whose first claim exists after `ply` half-moves.
fn begin_run(
    position: &Position,
    ply: u32,
    turn: Turn,
    captured: &dyn Fn(u32) -> bool,
) -> ClaimRun {
    // A clock greater than the half-moves played comes from the FEN of the start position.
    let reset_ply = ply.saturating_sub(position.clock());
    let reset_by = match (reset_ply, captured(reset_ply)) {
        (0, _) => ResetBy::Start,
        (_, true) => ResetBy::Capture,
        (_, false) => ResetBy::Pawn,
    };
    ClaimRun {
        reset_ply,
        reset_by,
        first_claim_ply: ply + 1,
        first_claim_side: position.turn(),
        first_clock: position.clock(),
        turns: vec![turn],
        ended_by: RunEnd::EndOfGame,
        material: position.material(),
        fen: position.xfen(),
        clock_in_doubt: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A player who has to capture cannot announce a quiet move that completes the fifty, but can claim once they
    /// are complete; one who is mated or stalemated can do neither.
    #[test]
    fn who_has_only_captures_cannot_announce_a_move() {
        let turn = |fen: &str| Turn::of(&Position::from_fen(fen).unwrap().position);
        let claims = |fen: &str| [99, 100].map(|clock| turn(fen).claim(clock, 50));
        let completed = Some(ClaimArticle::Completed);
        let quiet = "8/8/8/4k3/8/8/8/6QK w - - 0 80";
        assert_eq!(claims(quiet), [Some(ClaimArticle::Intended), completed]);
        // The king is checked by a queen that nothing protects, and has no other square.
        let capture = "8/8/8/8/8/4k3/6q1/7K w - - 0 80";
        assert_eq!(claims(capture), [None, completed]);
        let mated = "8/8/8/8/8/6k1/6q1/7K w - - 0 80";
        assert_eq!(claims(mated), [None, None]);
    }
}
