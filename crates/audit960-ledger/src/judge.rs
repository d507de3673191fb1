//! Judges games again, by other tables or another standard than the audit used.

use std::sync::Arc;

use audit960_law::{
    BoardEnd, ClaimRuns, GameDates, GameEnds, Jurisdiction, LawTable, PositionValues,
    RepetitionLaw, Standard, ValuedGame, VenueTable, judge, judge_repetition, rule_by_tables,
};
use audit960_types::{JudgedRepetition, RunEnd, Venue};

use crate::error::Result;
use crate::game::LedgerGame;
use crate::move_line::MoveLine;

/// The tables by which claims are judged.
#[derive(Clone, Debug)]
pub struct LawTables {
    /// The law on draws.
    pub law: Arc<LawTable>,
    /// The rules of the venues.
    pub venues: Arc<VenueTable>,
}

/// The built-in tables.
impl Default for LawTables {
    fn default() -> Self {
        Self {
            law: Arc::new(LawTable::builtin().clone()),
            venues: Arc::new(VenueTable::builtin().clone()),
        }
    }
}

impl LawTables {
    /// Whose rules a game of these dates at a venue was played by.
    #[must_use]
    pub fn jurisdiction(&self, dates: GameDates, venue: Venue) -> Jurisdiction<'_> {
        Jurisdiction {
            dates,
            venue,
            law: &self.law,
            venues: &self.venues,
        }
    }
}

/// Judges the runs and repetitions of a game again, by these tables and this standard.
///
/// # Errors
/// If the game has no moves or they cannot be played.
pub fn rejudge(game: &mut LedgerGame, tables: &LawTables, standard: Standard) -> Result<()> {
    let line = MoveLine::of(game)?;
    let (plies, result) = (line.plies(), game.result);
    let rules = tables.jurisdiction(game.dates, game.venue);
    let found = claim_runs(&line, plies, game.runs.iter().any(|run| run.clock_in_doubt));
    let board = BoardEnd::of(plies, &|ply| line.before(ply + 1).clone());
    let repetitions = game.repetitions.iter().map(|judged| &judged.repetition);
    let ends = GameEnds::of(board, found.found(), &repetitions, &rules);
    let ended = (result, &ends);
    let mut known = std::mem::take(&mut game.runs);
    for run in found.found() {
        let fen_before = |ply| line.before(ply).xfen();
        let mut judged = judge(run, ended, &rules, standard, &fen_before);
        // What a position is worth and who offered a draw depend on no table of the law.
        let mut known = known.iter_mut();
        if let Some(known) = known.find(|known| known.reset_ply == judged.reset_ply) {
            judged.values = known.values.take();
            judged.claimant_offered_draw = known.claimant_offered_draw;
        }
        if standard == Standard::Venue {
            rule_by_tables(&mut judged, result, &rules);
        }
        game.runs.push(judged);
    }
    game.end = ends.under(standard);
    let law = RepetitionLaw::of(&rules);
    let repetitions = std::mem::take(&mut game.repetitions).into_iter();
    let judged = repetitions.map(|known| JudgedRepetition {
        values: known.values,
        claimant_offered_draw: known.claimant_offered_draw,
        ..judge_repetition(known.repetition, plies, ended, law, standard)
    });
    game.repetitions = judged.collect();
    game.judge_half_point();
    Ok(())
}

/// Asks what the positions of the claims of a game are worth, in place of what its audit asked, and rules by that where
/// endgame tables take the place of a rule.
///
/// # Errors
/// If the game has no moves or they cannot be played.
pub fn value_anew(
    game: &mut LedgerGame,
    values: &dyn PositionValues,
    tables: &LawTables,
) -> Result<()> {
    let line = MoveLine::of(game)?;
    let rules = tables.jurisdiction(game.dates, game.venue);
    let moves: Vec<_> = (1..=line.plies())
        .filter_map(|ply| line.played(ply))
        .collect();
    let mut valued = ValuedGame::new(line.before(1), &moves, values);
    // Whether the clock is in doubt matters to the law alone.
    for found in claim_runs(&line, line.plies(), false).found() {
        let mut runs = game.runs.iter_mut();
        if let Some(run) = runs.find(|run| run.reset_ply == found.reset_ply) {
            run.values = Some(Box::new(valued.of_run(found)));
            rule_by_tables(run, game.result, &rules);
        }
    }
    for judged in &mut game.repetitions {
        judged.values = Some(Box::new(valued.of_repetition(&judged.repetition)));
    }
    game.judge_half_point();
    Ok(())
}

/// The runs of the first `plies` half-moves of a game, found by replaying its moves.
pub(crate) fn claim_runs(line: &MoveLine, plies: u32, clock_in_doubt: bool) -> ClaimRuns {
    let mut runs = ClaimRuns::default();
    runs.begin(line.before(1), clock_in_doubt);
    let captured = |ply| {
        let captures = |played| line.before(ply).captures(played);
        line.played(ply).is_some_and(captures)
    };
    for ply in 1..=plies {
        let position = line.before(ply + 1);
        if runs.wants(position.clock()) {
            runs.after(position, ply, &captured);
        }
    }
    let last = line.before(plies + 1);
    runs.end(match (last.has_legal_move(), last.in_check()) {
        (true, _) => RunEnd::EndOfGame,
        (false, true) => RunEnd::Checkmate,
        (false, false) => RunEnd::Stalemate,
    });
    runs
}
