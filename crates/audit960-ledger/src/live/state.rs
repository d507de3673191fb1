//! The state of a board: what an arbiter has to know of it.

use audit960_types::{EndReason, GameEnd, GameResult};

use super::games::LiveGame;
use super::{Before, BoardChange, Possible, State};
use crate::article::Article;
use crate::judge::LawTables;
use crate::move_line::MoveLine;
use crate::position_value::AskedValues;
use crate::right::ClaimRight;
use crate::rules::GameRules;
use crate::turn_claims::TurnClaims;

impl LiveGame {
    /// The present state of the board.
    pub(super) fn change(self, tables: &LawTables, values: &AskedValues) -> BoardChange {
        let (line, unplayable) = match MoveLine::replay(&self.start_fen, &self.moves) {
            Ok(line) => (line, None),
            Err(reason) => (MoveLine::empty(), Some(reason)),
        };
        let plies = line.plies();
        let rules = GameRules::new(self.dates, self.venue, tables);
        let standing = TurnClaims::before(&line, plies + 1, &rules);
        let state = match (self.stopped.or(unplayable), self.result) {
            (Some(reason), _) => State::Stopped(reason),
            (None, GameResult::Unfinished) => state(&line, &standing, &rules),
            (None, result) => ended(&line, result, &rules),
        };
        let last_move = match plies {
            0 => String::new(),
            _ => line.numbered(plies),
        };
        let value = match &state {
            State::Claim(_) => line.value_before(plies + 1, values),
            _ => None,
        };
        let over = match &state {
            State::Over(over) => Some(*over),
            _ => None,
        };
        let over_since = over
            .filter(|over| over.ply < plies)
            .map(|over| line.numbered(over.ply));
        BoardChange {
            value,
            over_article: over.and_then(|over| rules.end_article(over.reason)),
            over_since,
            venue: self.venue,
            board: self.board,
            plies,
            last_move,
            side: standing.side,
            state,
            before: Before::default(),
        }
    }
}

/// The state of a game with a result: over, if moves were played after its end or the result contradicts that end.
fn ended(line: &MoveLine, result: GameResult, rules: &GameRules<'_>) -> State {
    let plies = line.plies();
    let winner = |end: &GameEnd| match end.reason {
        EndReason::Checkmate => Some(line.before(plies + 1).turn().other()),
        _ => None,
    };
    let end = rules.end(line, plies);
    match end.filter(|end| end.ply < plies || result.winner() != winner(end)) {
        Some(end) => State::Over(end),
        None => State::Ended(result),
    }
}

/// The state of a game without a result.
fn state(line: &MoveLine, standing: &TurnClaims, rules: &GameRules<'_>) -> State {
    if let Some(over) = rules.end(line, line.plies()) {
        return State::Over(over);
    }
    let [repeated, fifty] = Article::ON_BOARD;
    let [repeating, completing] = Article::INTENDED;
    let (moves, times): (Vec<String>, Vec<usize>) = standing.repeating.iter().cloned().unzip();
    let announced = standing.completing.clone();
    let counts = !announced.is_empty() && !standing.has_fifty() && rules.announced_fifty_counts();
    let found = [
        standing
            .repeats()
            .then(|| (repeated, Vec::new(), standing.plies.len() as u32)),
        times
            .into_iter()
            .max()
            .map(|times| (repeating, moves, times as u32)),
        standing
            .has_fifty()
            .then(|| (fifty, Vec::new(), standing.clock)),
        counts.then_some((completing, announced, standing.clock)),
    ];
    let possible = found.into_iter().flatten().map(|(article, moves, count)| {
        let rule = rules.claims_by(article, line, standing.ply);
        Possible {
            article,
            moves,
            count,
            article_of_the_day: rules.number(article),
            right: rule.right,
            is_uncertain: rule.is_uncertain,
        }
    });
    let possible: Vec<Possible> = possible
        .filter(|claim| claim.right != ClaimRight::NoClaims)
        .collect();
    match possible.is_empty() {
        true => State::Quiet,
        false => State::Claim(possible),
    }
}
