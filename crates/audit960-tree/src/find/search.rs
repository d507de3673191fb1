//! The search through games.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use audit960_board::{MaterialStays, Position};
use audit960_dataset::Sorter;
use audit960_types::{GameResult, Identity, Material, Side};
use serde::{Deserialize, Serialize};

use super::clause::{Clause, FindQuery, Moment};
use super::moves::PlayedMove;
use crate::game::{GamePlace, NotAMove, PlayedGame, PlayedGameSink};
use crate::reach::Reachability;

/// Which hits are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FindOptions {
    /// Every position that the last clause holds in, not only the first of each game.
    pub all: bool,
    /// Only the number of games.
    pub count: bool,
}

/// A query with what a game must still have before each of its clauses.
#[derive(Debug)]
struct Plan {
    clauses: Vec<Clause>,
    needs: Vec<Needs>,
    /// Half-moves that are looked back at.
    looks_back: usize,
    /// Whether a clause is about material.
    has_material: bool,
}

/// What a game must still have for a clause and all later ones.
#[derive(Clone, Copy, Debug)]
struct Needs {
    reach: Option<Reachability>,
    castling: bool,
    last_ply: u32,
}

impl Plan {
    fn of(query: FindQuery) -> Self {
        let clauses = query.clauses;
        let mut needs: Vec<Needs> = Vec::with_capacity(clauses.len());
        for clause in clauses.iter().rev() {
            let later = needs.last();
            let reach = [clause.needs(), later.and_then(|later| later.reach)];
            needs.push(Needs {
                reach: reach.into_iter().flatten().reduce(Reachability::and),
                castling: clause.needs_castling() || later.is_some_and(|later| later.castling),
                last_ply: clause
                    .last_ply()
                    .min(later.map_or(u32::MAX, |later| later.last_ply)),
            });
        }
        needs.reverse();
        Self {
            looks_back: clauses.iter().map(Clause::looks_back).max().unwrap_or(0),
            has_material: clauses.iter().any(|clause| clause.material.is_some()),
            clauses,
            needs,
        }
    }
}

/// Bytes of hits that are kept in memory by all finders together.
const SORTER_BYTES: usize = 256 << 20;

/// Finds the positions that a query asks for. Each thread has its own; they are merged with the same result in any
/// order.
#[derive(Debug)]
pub struct Finder {
    plan: Arc<Plan>,
    options: FindOptions,
    games: u64,
    hits: Sorter<HitKey, Hit>,
    failure: Option<io::Error>,
    runs: MaterialRuns,
    /// Half-moves of the current game.
    history: Vec<PlayedMove>,
}

impl Finder {
    /// Searches for a query, as one of so many finders.
    #[must_use]
    pub fn new(query: FindQuery, options: FindOptions, finders: usize) -> Self {
        Self::with(
            Arc::new(Plan::of(query)),
            options,
            SORTER_BYTES / finders.max(1),
        )
    }

    fn with(plan: Arc<Plan>, options: FindOptions, bytes: usize) -> Self {
        Self {
            plan,
            options,
            games: 0,
            hits: Sorter::new(bytes),
            failure: None,
            runs: MaterialRuns::default(),
            history: Vec::new(),
        }
    }

    /// Another finder for the same query, without hits.
    #[must_use]
    pub fn another(&self) -> Self {
        Self::with(Arc::clone(&self.plan), self.options, self.hits.limit())
    }

    /// Adds the hits of another finder for the same query.
    pub fn merge(&mut self, other: Self) {
        self.games += other.games;
        self.failure = self.failure.take().or(other.failure);
        self.hits.append(other.hits);
    }

    /// Number of games with a hit.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// The hits in the order of the games.
    ///
    /// # Errors
    /// Those of temporary files.
    pub fn into_hits(self) -> io::Result<impl Iterator<Item = io::Result<Hit>>> {
        match self.failure {
            Some(failure) => Err(failure),
            None => Ok(self.hits.sorted()?.map(|hit| Ok(hit?.1))),
        }
    }
}

/// How far a query holds in a game.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    /// Index of the clause that must hold next.
    clause: usize,
    /// The material, if the query is about it.
    material: Material,
    /// Whether somebody might castle one half-move before.
    entitled: bool,
}

/// What a position is to the next clause.
enum Step<'p> {
    /// It does not hold, and can hold no more in this game.
    Over,
    /// It does not hold.
    No,
    /// It holds, but for the stay of the material.
    Holds(&'p Clause),
}

impl Progress {
    /// Compares a position with the next clause.
    #[inline]
    fn step<'p>(
        &mut self,
        plan: &'p Plan,
        ply: u32,
        position: &Position,
        history: &[PlayedMove],
    ) -> Step<'p> {
        let next = plan
            .clauses
            .get(self.clause)
            .zip(plan.needs.get(self.clause));
        let Some((clause, needs)) = next else {
            return Step::Over;
        };
        let rights = !position.castling_rooks().is_empty();
        // The last castling takes the last right with it.
        let may_castle = !needs.castling || rights || self.entitled;
        self.entitled = rights;
        // Pawns and numbers change with a capture or a pawn move only.
        let quiet = ply > 0 && position.clock() > 0;
        let is_open = |reach: Reachability| reach.is_open_in(position, quiet);
        if ply > needs.last_ply || !may_castle || !needs.reach.is_none_or(is_open) {
            return Step::Over;
        }
        if plan.has_material && !quiet {
            self.material = position.material();
        }
        let moment = Moment {
            ply,
            position,
            history,
            material: self.material,
        };
        match clause.holds(&moment) {
            true => Step::Holds(clause),
            false => Step::No,
        }
    }
}

impl PlayedGameSink for Finder {
    fn game(&mut self, game: &PlayedGame<'_>) -> Result<(), NotAMove> {
        let Self {
            plan,
            options,
            hits,
            failure,
            runs,
            history,
            ..
        } = self;
        if failure.is_some() {
            return Ok(());
        }
        runs.clear();
        history.clear();
        let (mut progress, mut found, mut unplayable) = (Progress::default(), false, Ok(()));
        game.walk(|ply, position, next| {
            let mut holds = match progress.step(plan, ply, position, history) {
                Step::Over => return ControlFlow::Break(()),
                Step::No => None,
                Step::Holds(clause) => Some(clause),
            };
            if let Some(clause) = holds.filter(|clause| clause.stay > 0) {
                match runs.stay(game, ply) {
                    Ok(stay) => holds = holds.filter(|_| stay >= Some(clause.stay)),
                    Err(error) => {
                        unplayable = Err(error);
                        return ControlFlow::Break(());
                    }
                }
            }
            if holds.is_some() && progress.clause + 1 < plan.clauses.len() {
                progress.clause += 1;
            } else if holds.is_some() {
                found = true;
                if !options.count {
                    let hit = runs.stay(game, ply);
                    let hit = hit.map(|stay| Hit::of(game, ply, position, stay));
                    match hit.map(|(key, hit)| hits.push(key, &hit)) {
                        Ok(pushed) => *failure = pushed.err(),
                        Err(error) => unplayable = Err(error),
                    }
                }
                if !options.all || options.count {
                    return ControlFlow::Break(());
                }
            }
            if let Some(next) = next
                && plan.looks_back > 0
            {
                if plan.looks_back == 1 {
                    history.clear();
                }
                history.push(PlayedMove::of(position, next));
            }
            ControlFlow::Continue(())
        })?;
        self.games += u64::from(found);
        unplayable
    }
}

/// A position that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hit {
    /// Input that the game was read from.
    pub source: String,
    /// Where the game begins in its source.
    pub identity: Identity,
    /// Its place in the order of the games.
    pub place: GamePlace,
    /// Half-moves before the position.
    pub ply: u32,
    /// The position as X-FEN, with its counters.
    pub fen: String,
    /// Side to move.
    pub side: Side,
    /// Half-moves after which the material on the board was the same, without interruption, before and after; `None` if only
    /// the beginning of the game is known, and it was the same at its end.
    pub stay: Option<u32>,
    /// Result of the game.
    pub result: GameResult,
    /// Tag `White`.
    pub white: Option<String>,
    /// Tag `Black`.
    pub black: Option<String>,
}

/// The order of hits: part of the inputs, game in it, half-moves.
type HitKey = (u64, u64, u32);

impl Hit {
    /// That of a game after so many half-moves, and its place in the order of hits.
    fn of(
        game: &PlayedGame<'_>,
        ply: u32,
        position: &Position,
        stay: Option<u32>,
    ) -> (HitKey, Self) {
        let hit = Self {
            source: game.source.to_owned(),
            identity: game.identity,
            place: game.place,
            ply,
            fen: position.xfen(),
            side: position.turn(),
            stay,
            result: game.result,
            white: game.white.map(str::to_owned),
            black: game.black.map(str::to_owned),
        };
        ((game.place.part, game.place.index, ply), hit)
    }
}

/// The stays of a game, collected when they are first asked for.
#[derive(Debug)]
struct MaterialRuns {
    stays: MaterialStays,
    known: bool,
}

impl Default for MaterialRuns {
    fn default() -> Self {
        Self {
            // Of any number of pieces.
            stays: MaterialStays::new(64),
            known: false,
        }
    }
}

impl MaterialRuns {
    /// Forgets the game.
    fn clear(&mut self) {
        self.stays.clear();
        self.known = false;
    }

    /// Half-moves after which the material was that of half-move `ply`: from the one with which it arose (or the start of
    /// the record) to the last before it changed (or the end), both included; `None` if it changed after what is known of a
    /// game that is cut.
    fn stay(&mut self, game: &PlayedGame<'_>, ply: u32) -> Result<Option<u32>, NotAMove> {
        if !self.known {
            game.walk(|ply, position, _| {
                self.stays.visit(ply, position);
                ControlFlow::Continue(())
            })?;
            self.known = true;
        }
        let stays = self.stays.found();
        let after = stays.partition_point(|stay| stay.ply <= ply);
        let stay = after.checked_sub(1).and_then(|index| stays.get(index));
        let stay = stay.filter(|_| !game.cut || after < stays.len());
        Ok(stay.map(|stay| stay.plies))
    }
}

#[cfg(test)]
mod tests;
