//! The games of a file that is watched, read like an archive, and what an arbiter has to know of each.

use std::collections::BTreeMap;

use audit960_types::{
    Choice as _, Effect, EndReason, Fact, FactSink, GameEnd, GameFacts, GameResult, Verdict,
};

use super::{Before, Board, BoardChange, Possible, State};
use crate::article::Article;
use crate::dataset::game_dates;
use crate::game::ORTHODOX;
use crate::judge::LawTables;
use crate::move_line::MoveLine;
use crate::rules::{ClaimRight, GameRules};
use crate::turn_claims::TurnClaims;
use crate::value::AskedValues;

/// The result of a game. A program that broadcasts may write it as the termination marker before it corrects the tag.
fn result_of(facts: &GameFacts<'_>) -> GameResult {
    match (facts.result, facts.marker) {
        (GameResult::Unfinished, Some(marker)) => marker,
        (result, _) => result,
    }
}

/// Collects the boards of the file.
pub(super) struct Games<'t> {
    tables: &'t LawTables,
    values: &'t AskedValues,
    /// Each in its present state.
    pub(super) found: Vec<BoardChange>,
    /// Number of games so far with the same four tags.
    same: BTreeMap<[String; 4], u32>,
    /// The first finding after which the next game could not be read on.
    stopped: Option<String>,
}

impl FactSink for Games<'_> {
    fn fact(&mut self, fact: Fact<'_>) {
        match fact {
            Fact::Game(facts) => {
                let board = self.board(facts);
                let mut stopped = self.stopped.take();
                if facts.verdict == Verdict::Foreign {
                    stopped.get_or_insert("a game of another variant".to_owned());
                }
                self.found.push(self.state_of(board, facts, stopped));
            }
            Fact::Finding(finding)
                if finding.game.is_some() && finding.code.effect() >= Effect::Damaged =>
            {
                self.stopped.get_or_insert(finding.message);
            }
            _ => {}
        }
    }
}

impl<'t> Games<'t> {
    pub(super) const fn new(tables: &'t LawTables, values: &'t AskedValues) -> Self {
        Self {
            tables,
            values,
            found: Vec::new(),
            same: BTreeMap::new(),
            stopped: None,
        }
    }

    fn board(&mut self, facts: &GameFacts<'_>) -> Board {
        let tags = [facts.event, facts.round, facts.white, facts.black];
        let tags = tags.map(|tag| tag.unwrap_or("?").to_owned());
        let nth = self.same.entry(tags.clone()).or_default();
        *nth += 1;
        let [event, round, white, black] = tags;
        Board {
            event,
            round,
            white,
            black,
            nth: *nth,
        }
    }

    /// The present state of a board, whose record may have stopped for a reason.
    fn state_of(
        &self,
        board: Board,
        facts: &GameFacts<'_>,
        stopped: Option<String>,
    ) -> BoardChange {
        let start_fen = facts.fen.unwrap_or(ORTHODOX);
        let (line, unplayable) = match MoveLine::replay(start_fen, facts.moves.unwrap_or_default())
        {
            Ok(line) => (line, None),
            Err(reason) => (MoveLine::empty(), Some(reason)),
        };
        let plies = line.plies();
        let dates = game_dates(facts.days, facts.date_source, facts.event_date);
        let rules = GameRules::new(dates, facts.venue, self.tables);
        let standing = TurnClaims::before(&line, plies + 1, &rules);
        let state = match (stopped.or(unplayable), result_of(facts)) {
            (Some(reason), _) => State::Stopped(reason),
            (None, GameResult::Unfinished) => state(&line, &standing, &rules),
            (None, result) => ended(&line, result, &rules),
        };
        let over = match &state {
            State::Over(over) => Some(*over),
            _ => None,
        };
        let since = over.filter(|over| over.ply < plies);
        BoardChange {
            value: match &state {
                State::Claim(_) => line.value_before(plies + 1, self.values),
                _ => None,
            },
            over_article: over.and_then(|over| rules.end_article(over.reason)),
            over_since: since.map(|over| line.numbered(over.ply)),
            venue: facts.venue,
            board,
            plies,
            last_move: match plies {
                0 => String::new(),
                _ => line.numbered(plies),
            },
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
    let (moves, times): (Vec<String>, Vec<usize>) = standing.repeating.iter().cloned().unzip();
    let announced = standing.completing.clone();
    let counts = !announced.is_empty()
        && !standing.has_fifty()
        && rules.jurisdiction.announced_fifty_counts();
    let (stood, most) = (standing.plies.len(), times.into_iter().max());
    let clock = standing.clock;
    let found = [
        standing
            .repeats()
            .then(|| (Article::Repeated, Vec::new(), stood as u32)),
        most.map(|times| (Article::Repeating, moves, times as u32)),
        standing
            .has_fifty()
            .then(|| (Article::Completed, Vec::new(), clock)),
        counts.then_some((Article::Completing, announced, clock)),
    ];
    let possible = found.into_iter().flatten().map(|(article, moves, count)| {
        let rule = rules.claims_by(article, line, standing.ply);
        Possible {
            article,
            moves,
            count,
            article_of_the_day: rules.article(article.name()),
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
