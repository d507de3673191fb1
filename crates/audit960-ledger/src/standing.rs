//! What a game has come to at one turn: who may claim a draw, and with which moves.

use audit960_board::{Move, Position};
use audit960_types::Side;

use crate::line::MoveLine;
use crate::rules::GameRules;

/// A legal move that makes a position stand for at least the third time (Laws 9.2.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepeatingMove {
    /// The move in SAN.
    pub san: String,
    /// Half-moves after which the position has stood so far; 0 is the start of the record.
    pub plies: Vec<u32>,
}

/// A turn of a game, with everything that draws are claimed by.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The half-move that comes next, from 1.
    pub ply: u32,
    /// The side whose turn it is.
    pub side: Side,
    /// Half-moves since the last capture or pawn move.
    pub clock: u32,
    /// The clock at which the law lets players claim: 100 for fifty moves by each player.
    pub limit_clock: u32,
    /// Whether the side has a legal move: mate and stalemate end claims.
    pub has_move: bool,
    /// Half-moves after which the position on the board has stood, this time included.
    pub plies: Vec<u32>,
    /// Moves that make a position stand for at least the third time.
    pub repeating: Vec<RepeatingMove>,
    /// Moves that are neither captures nor pawn moves, in SAN, where one of them completes the
    /// moves that the law asks for, or more (Laws 9.3.1).
    pub completing: Vec<String>,
}

impl Standing {
    /// The turn before a half-move of a game, from 1 to one beyond the last.
    #[must_use]
    pub fn before(line: &MoveLine, ply: u32, rules: &GameRules<'_>) -> Self {
        let position = line.before(ply);
        let limit_clock = rules.limit_moves(position).saturating_mul(2);
        let legal = position.legal_moves();
        let repeating = legal.iter().filter_map(|&m| {
            let mut next = position.clone();
            next.play(m);
            let plies = stood(line, ply, &next);
            (plies.len() > 1).then(|| RepeatingMove {
                san: position.san(m),
                plies,
            })
        });
        Self {
            ply,
            side: position.turn(),
            clock: position.clock(),
            limit_clock,
            has_move: !legal.is_empty(),
            plies: stood(line, ply, position),
            repeating: repeating.collect(),
            completing: completing(position, &legal, limit_clock),
        }
    }

    /// Whether the position on the board can be claimed as repeated (Laws 9.2.2).
    #[must_use]
    pub fn repeats(&self) -> bool {
        self.has_move && self.plies.len() > 2
    }

    /// Whether the moves that the law asks for, fifty by each player as a rule, are completed (Laws
    /// 9.3.2).
    #[must_use]
    pub fn has_fifty(&self) -> bool {
        self.has_move && self.clock >= self.limit_clock
    }
}

/// Half-moves up to the one before `ply` after which a position stood. Only a run without capture and
/// pawn move can hold it more than once.
pub(crate) fn stood(line: &MoveLine, ply: u32, position: &Position) -> Vec<u32> {
    (0..ply)
        .filter(|&after| line.before(after + 1).key() == position.key())
        .collect()
}

/// The quiet moves of a turn at which one of them brings the clock to the limit.
fn completing(position: &Position, legal: &[Move], limit_clock: u32) -> Vec<String> {
    if position.clock() + 1 < limit_clock {
        return Vec::new();
    }
    let quiet = legal.iter().filter(|m| position.is_quiet(**m));
    let mut moves: Vec<String> = quiet.map(|&m| position.san(m)).collect();
    moves.sort_unstable();
    moves
}
