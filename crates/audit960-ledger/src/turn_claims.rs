//! The state of a game at one turn: who may claim a draw, and with which moves.

use audit960_board::Position;
use audit960_types::Side;

use crate::move_line::MoveLine;
use crate::rules::GameRules;

/// A turn of a game, with everything that a claim depends on.
#[derive(Clone, Debug)]
pub(crate) struct TurnClaims {
    /// The next half-move, from 1.
    pub(crate) ply: u32,
    /// The side to move.
    pub(crate) side: Side,
    /// Half-moves since the last capture or pawn move.
    pub(crate) clock: u32,
    /// The clock from which the law allows a claim: 100 for fifty moves by each player.
    pub(crate) limit_clock: u32,
    /// Whether the side to move has a legal move: checkmate and stalemate end claims.
    pub(crate) has_move: bool,
    /// Half-moves after which the position on the board has occurred, including now.
    pub(crate) plies: Vec<u32>,
    /// Legal moves in SAN that repeat a position for at least the third time (Laws 9.2.1), each with its number of occurrences
    /// then.
    pub(crate) repeating: Vec<(String, usize)>,
    /// Moves that are neither captures nor pawn moves, in SAN, if such a move brings the clock to the
    /// limit or beyond (Laws 9.3.1); else empty.
    pub(crate) completing: Vec<String>,
}

impl TurnClaims {
    /// The turn before half-move `ply` of a game, from 1 to one beyond the last.
    pub(crate) fn before(line: &MoveLine, ply: u32, rules: &GameRules<'_>) -> Self {
        let position = line.before(ply);
        let limit_clock = rules.limit_moves(position).saturating_mul(2);
        let legal = position.legal_moves();
        let repeating = legal.iter().filter_map(|&m| {
            let mut next = position.clone();
            next.play(m);
            let times = stood(line, ply, &next).len() + 1;
            (times > 2).then(|| (position.san(m), times))
        });
        Self {
            ply,
            side: position.turn(),
            clock: position.clock(),
            limit_clock,
            has_move: !legal.is_empty(),
            plies: stood(line, ply, position),
            repeating: repeating.collect(),
            completing: match position.clock() + 1 < limit_clock {
                true => Vec::new(),
                false => quiet_moves(position),
            },
        }
    }

    /// Whether a draw can be claimed because the position on the board is repeated (Laws 9.2.2).
    pub(crate) fn repeats(&self) -> bool {
        self.has_move && self.plies.len() > 2
    }

    /// Whether the moves that the law requires, normally fifty by each player, are completed (Laws 9.3.2).
    pub(crate) fn has_fifty(&self) -> bool {
        self.has_move && self.clock >= self.limit_clock
    }
}

/// Half-moves before `ply` after which a position occurred; 0 is the start of the record.
pub(crate) fn stood(line: &MoveLine, ply: u32, position: &Position) -> Vec<u32> {
    (0..ply)
        .filter(|&after| line.before(after + 1).key() == position.key())
        .collect()
}

/// The legal moves that are neither captures nor pawn moves, in SAN and sorted.
pub(crate) fn quiet_moves(position: &Position) -> Vec<String> {
    let legal = position.legal_moves().into_iter();
    let quiet = legal.filter(|&m| position.is_quiet(m));
    let mut moves: Vec<String> = quiet.map(|m| position.san(m)).collect();
    moves.sort_unstable();
    moves
}
