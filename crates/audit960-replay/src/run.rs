//! Runs without capture or pawn move, and the claims in them (design: "Plies and claims").
//!
//! A claim exists before ply n if the clock is 100 or more and the side to move has a legal move
//! (Laws 9.3.2), or 99 with a legal move that is neither a capture nor a pawn move (9.3.1). The
//! hot path only compares the clock; everything else happens in runs that reach 99.

use audit960_board::Position;
use audit960_types::{ClaimArticle, ResetBy, RunEnd, Side};

use crate::law::{LawTable, Men, PartialDate, material_key};

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
    reset_ply: u32,
    reset_by: ResetBy,
    clock: u32,
    max_clock: u32,
    /// Index in `found` of the run that is going on, if it has had a claim.
    open: Option<usize>,
    pub(crate) found: Vec<Run>,
}

impl Runs {
    pub(crate) fn new() -> Self {
        Self {
            reset_ply: 0,
            reset_by: ResetBy::Start,
            clock: 0,
            max_clock: 0,
            open: None,
            found: Vec::new(),
        }
    }

    /// Begins a game.
    pub(crate) fn begin(&mut self, position: &Position, law: RunLaw<'_>) {
        self.reset_ply = 0;
        self.reset_by = ResetBy::Start;
        self.clock = position.clock();
        self.max_clock = self.clock;
        self.open = None;
        self.found.clear();
        if self.clock >= FIRST_CLAIM_CLOCK {
            self.ask_for_claim(position, 0, law);
        }
    }

    /// A move has been played: `ply` is its number, `capture` whether it captured.
    #[inline(always)]
    pub(crate) fn after(&mut self, position: &Position, ply: u32, capture: bool, law: RunLaw<'_>) {
        let clock = position.clock();
        if clock == 0 {
            self.max_clock = self.max_clock.max(self.clock);
            self.reset_ply = ply;
            self.reset_by = if capture {
                ResetBy::Capture
            } else {
                ResetBy::Pawn
            };
            if let Some(open) = self.open.take() {
                let by = if capture {
                    RunEnd::Capture
                } else {
                    RunEnd::Pawn
                };
                self.found[open].ended_by = by;
            }
        } else if clock >= FIRST_CLAIM_CLOCK {
            self.ask_for_claim(position, ply, law);
        }
        self.clock = clock;
    }

    /// Whether the side to move may claim, after `ply` plies, and what that says of the run.
    #[cold]
    fn ask_for_claim(&mut self, position: &Position, ply: u32, law: RunLaw<'_>) {
        let clock = position.clock();
        let moves_left = position.has_legal_move();
        let mate = position.in_check() && !moves_left;
        let quiet = moves_left && position.has_quiet_move();
        if (clock >= 100 && moves_left || quiet) && self.open.is_none() {
            self.open = Some(self.found.len());
            self.found.push(self.begin_run(position, ply, law));
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

    fn begin_run(&self, position: &Position, ply: u32, law: RunLaw<'_>) -> Run {
        let [white, black] = position.pieces();
        let men = Men { white, black };
        let applied = law.table.limit(law.date, &men);
        Run {
            reset_ply: self.reset_ply,
            reset_by: self.reset_by,
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

    /// The record ends: `by` is checkmate, stalemate or the end of the game.
    pub(crate) fn end(&mut self, by: RunEnd) {
        self.max_clock = self.max_clock.max(self.clock);
        if let Some(open) = self.open.take() {
            self.found[open].ended_by = by;
        }
    }

    /// Highest clock of the game, once it has ended.
    pub(crate) fn max_clock(&self) -> u32 {
        self.max_clock
    }
}
