//! Examines turns on the board: who could claim, and which repeated position the claim is based on.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use audit960_board::{Move, Position};
use audit960_pgn::scanned::count_scanned;
use audit960_types::{Chances, Repetition, RepetitionArticle, Side};

use super::{Found, MAX_COMPARED, MAX_REPETITIONS, run_start};
use crate::trail::{Recurrence, Trail};

/// A position that has occurred at least twice.
#[derive(Clone, Copy, Debug)]
struct Followed {
    key: u64,
    times: u32,
    claims: Claims,
}

/// The claims based on a position, so far.
#[derive(Clone, Copy, Debug)]
enum Claims {
    /// None.
    None,
    /// At least one: the index of the repetition.
    Kept(usize),
    /// At least one, but the game has too many repetitions to keep this one.
    LeftOut,
}

/// Positions of a game by key: index in `followed`.
type ByKey = HashMap<u64, usize, BuildHasherDefault<KeyHasher>>;

/// Uses a position key as its own hash, because it is already one.
#[derive(Debug, Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// Replays games and finds the claims at some of their turns; keeps its scratch space from game to game.
#[derive(Debug, Default)]
pub(super) struct RepetitionExaminer {
    followed: Vec<Followed>,
    /// Index in `followed` by key.
    by_key: ByKey,
    /// The start of the current run: its half-move, and its first index in `followed`.
    run: (u32, usize),
    /// Positions that a legal move leads to, with the move.
    reached: Vec<(usize, Move)>,
    found: Found,
}

impl RepetitionExaminer {
    /// Finds the claims at the turns after the half-moves `turns`, which are in order.
    pub(super) fn examine(
        &mut self,
        [start, last]: [&Position; 2],
        trail: &Trail,
        turns: &[u32],
    ) -> Found {
        self.followed.clear();
        self.by_key.clear();
        self.run = (0, 0);
        let first = turns.first().copied().unwrap_or_default();
        let (mut position, mut played) = match back_from(last, trail, first) {
            Some(position) => (position, first),
            None => (start.clone(), 0),
        };
        let mut recurrences = trail.recurrences();
        for &ply in turns {
            if ply > played {
                position.play_all(trail.moves_between(played, ply));
            }
            played = ply;
            let (past, coming) = recurrences
                .split_at(recurrences.partition_point(|recurrence| recurrence.ply <= ply));
            past.iter()
                .for_each(|recurrence| self.follow(trail, recurrence));
            recurrences = coming;
            self.claim_on_board(ply, &position);
            self.claim_by_intended_moves(ply, &position);
        }
        self.note_occurrences(trail);
        let mut found = std::mem::take(&mut self.found);
        found
            .repetitions
            .sort_by_key(|found| (found.first_claim_ply, found.plies.first().copied()));
        found
    }

    /// Records a recurrence of a position.
    fn follow(&mut self, trail: &Trail, back: &Recurrence) {
        let steps = trail.steps();
        let run = run_start(steps, back.ply);
        if run != self.run.0 {
            self.run = (run, self.followed.len());
        }
        let key = steps[back.ply as usize].key;
        let index = *self.by_key.entry(key).or_insert(self.followed.len());
        match self.followed.get_mut(index) {
            Some(followed) => followed.times = back.times,
            None => self.followed.push(Followed {
                key,
                times: back.times,
                claims: Claims::None,
            }),
        }
    }

    /// Records the claim under 9.2.2 after a half-move, if there is one.
    fn claim_on_board(&mut self, ply: u32, position: &Position) {
        if let Some(&index) = self.by_key.get(&position.key())
            && self.followed[index].times > 2
        {
            let claim = (RepetitionArticle::OnBoard, ply + 1, position.turn());
            self.claim(index, claim, || position.xfen());
        }
    }

    /// Records the claims under 9.2.1 after a half-move.
    fn claim_by_intended_moves(&mut self, ply: u32, position: &Position) {
        let mut reached = std::mem::take(&mut self.reached);
        self.find_reached(position, &mut reached);
        for (index, intended) in reached.drain(..) {
            let claim = (RepetitionArticle::Intended, ply + 1, position.turn());
            self.claim(index, claim, || {
                let mut after = position.clone();
                after.play(intended);
                after.xfen()
            });
        }
        self.reached = reached;
    }

    /// Finds the positions that have occurred at least twice in this run and that a legal move leads to,
    /// with the move.
    fn find_reached(&self, position: &Position, reached: &mut Vec<(usize, Move)>) {
        let open = self.run.1..self.followed.len();
        count_scanned(open.len().min(MAX_COMPARED));
        if open.len() <= MAX_COMPARED {
            reached.extend(open.filter_map(|index| {
                let key = self.followed[index].key;
                position.move_to(key).map(|intended| (index, intended))
            }));
        } else {
            position.for_each_legal(&mut |m| {
                let key = position.key_after(m);
                if let Some(&index) = self.by_key.get(&key)
                    && position.move_to(key) == Some(m)
                {
                    reached.push((index, m));
                }
            });
        }
    }

    /// Records a claim based on a position, and for the first such claim its FEN.
    fn claim(
        &mut self,
        index: usize,
        (article, ply, side): (RepetitionArticle, u32, Side),
        fen: impl FnOnce() -> String,
    ) {
        let Found {
            repetitions,
            left_out,
        } = &mut self.found;
        let claims = &mut self.followed[index].claims;
        if let Claims::None = claims {
            if repetitions.len() == MAX_REPETITIONS {
                *left_out += 1;
                *claims = Claims::LeftOut;
            } else {
                *claims = Claims::Kept(repetitions.len());
                repetitions.push(Repetition {
                    first_claim_ply: ply,
                    first_claim_side: side,
                    first_claim_article: article,
                    plies: Vec::new(),
                    chances: [None; 2],
                    fen: fen(),
                });
            }
        }
        if let Claims::Kept(kept) = *claims {
            match &mut repetitions[kept].chances[side as usize] {
                Some(chances) => {
                    chances.turns += 1;
                    chances.last_ply = ply;
                }
                none => *none = Some(Chances::at(ply)),
            }
        }
    }

    /// Records the occurrences of the positions of the repetitions.
    fn note_occurrences(&mut self, trail: &Trail) {
        for back in trail.recurrences() {
            let key = trail.steps()[back.ply as usize].key;
            if let Some(&index) = self.by_key.get(&key)
                && let Claims::Kept(kept) = self.followed[index].claims
            {
                let plies = &mut self.found.repetitions[kept].plies;
                if plies.is_empty() {
                    plies.push(back.before);
                }
                plies.push(back.ply);
            }
        }
    }
}

/// The position after a half-move, reached backwards from the last one: games often end with repetitions.
/// `None` if replaying the game forwards is needed or faster.
fn back_from(last: &Position, trail: &Trail, ply: u32) -> Option<Position> {
    let back = trail.plies().checked_sub(ply)?;
    let key = trail.steps().get(ply as usize)?.key;
    // Every move must be quiet; further back, replaying the game forwards is faster.
    if back > last.clock() || back > ply {
        return None;
    }
    last.before_quiet(trail.moves_between(ply, trail.plies()), key)
}
