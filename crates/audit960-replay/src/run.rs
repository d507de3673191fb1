//! Runs without capture or pawn move, and the claims in them (design: "Plies and claims").
//!
//! A claim exists before ply n if the clock is 100 or more and the side to move has a legal move
//! (Laws 9.3.2), or 99 with a legal move that is neither a capture nor a pawn move (9.3.1). The
//! hot path only compares the clock; everything else happens in runs that reach 99.

use audit960_board::Position;
use audit960_types::{ClaimArticle, ResetBy, RunEnd, Side};

use crate::law::{LawTable, Men, PartialDate, material_key};
use crate::trail::Trail;

/// Clock from which a claim may exist under the plain limit.
const FIRST_CLAIM_CLOCK: u32 = 99;
/// Clock that ends a game under Laws 9.6.2.
const SEVENTY_FIVE_CLOCK: u32 = 150;

/// A run in which a claim existed.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) reset_ply: u32,
    pub(crate) reset_by: ResetBy,
    pub(crate) first_claim_ply: u32,
    pub(crate) first_claim_side: Side,
    pub(crate) first_claim_article: ClaimArticle,
    pub(crate) first_932_ply: Option<u32>,
    /// Turns with a claim, by side.
    pub(crate) claims: [u32; 2],
    pub(crate) peak_clock: u32,
    pub(crate) seventy_five_ply: Option<u32>,
    pub(crate) ended_by: RunEnd,
    pub(crate) material: String,
    pub(crate) fen: String,
    pub(crate) law: String,
    pub(crate) limit_moves: u32,
    pub(crate) first_law_claim_ply: Option<u32>,
    /// Whether each side had a claim under the law in force.
    pub(crate) law_claims: [bool; 2],
    /// Ply that brought the clock to the venue's automatic draw without mating.
    pub(crate) venue_draw_ply: Option<u32>,
}

/// What the runs of a game are judged by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunLaw<'t> {
    pub(crate) table: &'t LawTable,
    pub(crate) date: Option<PartialDate>,
    /// Clock at which the venue ends the game by itself.
    pub(crate) venue_clock: Option<u32>,
}

/// The runs of one game.
#[derive(Debug)]
pub(crate) struct Runs {
    /// Clock from which a position is looked at: nought as long as a run with a claim goes on, whose
    /// end has to be seen.
    watch: u32,
    /// Index in `found` of the run that is going on, if it has had a claim.
    open: Option<usize>,
    pub(crate) found: Vec<Run>,
}

impl Runs {
    pub(crate) fn new() -> Self {
        Self {
            watch: FIRST_CLAIM_CLOCK,
            open: None,
            found: Vec::new(),
        }
    }

    /// Begins a game.
    pub(crate) fn begin(&mut self, position: &Position, trail: &Trail, law: &RunLaw<'_>) {
        self.open = None;
        self.watch = FIRST_CLAIM_CLOCK;
        self.found.clear();
        if self.looks_at(position.clock()) {
            self.after(position, 0, trail, law);
        }
    }

    /// Whether a position with that clock is to be shown to [`Runs::after`].
    #[inline(always)]
    pub(crate) fn looks_at(&self, clock: u32) -> bool {
        clock >= self.watch
    }

    /// The position after `ply` plies.
    #[cold]
    pub(crate) fn after(&mut self, position: &Position, ply: u32, trail: &Trail, law: &RunLaw<'_>) {
        if position.clock() >= FIRST_CLAIM_CLOCK {
            self.ask_for_claim(position, ply, trail, law);
        } else {
            self.end(if trail.captured(ply) {
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

    /// Whether the side to move may claim, after `ply` plies, and what that says of the run.
    fn ask_for_claim(&mut self, position: &Position, ply: u32, trail: &Trail, law: &RunLaw<'_>) {
        let clock = position.clock();
        let moves_left = position.has_legal_move();
        let mate = position.in_check() && !moves_left;
        let quiet = moves_left && position.has_quiet_move();
        if (clock >= 100 && moves_left || quiet) && self.open.is_none() {
            self.open = Some(self.found.len());
            self.found.push(begin_run(position, ply, trail, law));
        }
        let Some(run) = self.open.map(|open| &mut self.found[open]) else {
            return;
        };
        run.peak_clock = clock;
        if clock >= 100 && moves_left || quiet {
            run.claims[position.turn() as usize] += 1;
        }
        if clock >= 100 && moves_left {
            run.first_932_ply.get_or_insert(ply + 1);
        }
        let limit = 2 * run.limit_moves;
        if clock >= limit && moves_left || clock + 1 >= limit && quiet {
            run.first_law_claim_ply.get_or_insert(ply + 1);
            run.law_claims[position.turn() as usize] = true;
        }
        if ply > 0 && clock == SEVENTY_FIVE_CLOCK && !mate {
            run.seventy_five_ply = Some(ply);
        }
        if ply > 0 && law.venue_clock == Some(clock) && !mate {
            run.venue_draw_ply = Some(ply);
        }
    }

    /// The run that is going on ends, if it has had a claim.
    pub(crate) fn end(&mut self, by: RunEnd) {
        if let Some(open) = self.open.take() {
            self.found[open].ended_by = by;
        }
    }
}

/// A run whose first claim exists after `ply` plies.
fn begin_run(position: &Position, ply: u32, trail: &Trail, law: &RunLaw<'_>) -> Run {
    let [white, black] = position.pieces();
    let men = Men { white, black };
    let applied = law.table.limit(law.date, &men);
    // A clock beyond the plies played was brought along by the start position.
    let reset_ply = ply.saturating_sub(position.clock());
    let reset_by = match (reset_ply, trail.captured(reset_ply)) {
        (0, _) => ResetBy::Start,
        (_, true) => ResetBy::Capture,
        (_, false) => ResetBy::Pawn,
    };
    Run {
        reset_ply,
        reset_by,
        first_claim_ply: ply + 1,
        first_claim_side: position.turn(),
        first_claim_article: if position.clock() >= 100 {
            ClaimArticle::Completed
        } else {
            ClaimArticle::Intended
        },
        first_932_ply: None,
        claims: [0; 2],
        peak_clock: position.clock(),
        seventy_five_ply: None,
        ended_by: RunEnd::EndOfGame,
        material: material_key(&men),
        fen: position.xfen(),
        law: applied.law.to_owned(),
        limit_moves: applied.limit_moves,
        first_law_claim_ply: None,
        law_claims: [false; 2],
        venue_draw_ply: None,
    }
}
