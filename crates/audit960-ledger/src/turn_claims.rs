//! The state of a game at one turn: who may claim a draw, and with which moves.

use audit960_board::{Move, Position};
use audit960_types::Side;

use crate::move_line::MoveLine;
use crate::rules::GameRules;

/// A legal move that repeats a position for at least the third time (Laws 9.2.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepeatingMove {
    /// The move in SAN.
    pub san: String,
    /// Half-moves after which the position has occurred so far; 0 is the start of the record.
    pub plies: Vec<u32>,
}

/// A turn of a game, with everything that a claim depends on.
#[derive(Clone, Debug)]
pub struct TurnClaims {
    /// The next half-move, from 1.
    pub ply: u32,
    /// The side to move.
    pub side: Side,
    /// Half-moves since the last capture or pawn move.
    pub clock: u32,
    /// The clock from which the law allows a claim: 100 for fifty moves by each player.
    pub limit_clock: u32,
    /// Whether the side to move has a legal move: checkmate and stalemate end claims.
    pub has_move: bool,
    /// Half-moves after which the position on the board has occurred, including now.
    pub plies: Vec<u32>,
    /// Moves that repeat a position for at least the third time.
    pub repeating: Vec<RepeatingMove>,
    /// Moves that are neither captures nor pawn moves, in SAN, if such a move brings the clock to the
    /// limit or beyond (Laws 9.3.1); else empty.
    pub completing: Vec<String>,
}

impl TurnClaims {
    /// The turn before half-move `ply` of a game, from 1 to one beyond the last.
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

    /// Whether a draw can be claimed because the position on the board is repeated (Laws 9.2.2).
    #[must_use]
    pub fn repeats(&self) -> bool {
        self.has_move && self.plies.len() > 2
    }

    /// Whether the moves that the law requires, normally fifty by each player, are completed (Laws 9.3.2).
    #[must_use]
    pub fn has_fifty(&self) -> bool {
        self.has_move && self.clock >= self.limit_clock
    }
}

/// Half-moves before `ply` after which a position occurred; 0 is the start of the record.
pub(crate) fn stood(line: &MoveLine, ply: u32, position: &Position) -> Vec<u32> {
    (0..ply)
        .filter(|&after| line.before(after + 1).key() == position.key())
        .collect()
}

/// The quiet moves in SAN, sorted, if one of them brings the clock to the limit; else none.
fn completing(position: &Position, legal: &[Move], limit_clock: u32) -> Vec<String> {
    if position.clock() + 1 < limit_clock {
        return Vec::new();
    }
    let quiet = legal.iter().filter(|m| position.is_quiet(**m));
    let mut moves: Vec<String> = quiet.map(|&m| position.san(m)).collect();
    moves.sort_unstable();
    moves
}
