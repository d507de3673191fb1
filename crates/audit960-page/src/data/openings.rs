//! Opening trees.

use audit960_types::ScoreTally;

/// What was played from the most frequent positions.
#[derive(Clone, Debug)]
pub struct OpeningTrees {
    /// Half-moves within which positions count.
    pub plies: u64,
    /// The start positions, most games first.
    pub roots: Vec<OpeningRoot>,
    /// The positions.
    pub positions: Vec<OpeningPosition>,
}

/// A start position.
#[derive(Clone, Debug)]
pub struct OpeningRoot {
    /// Scharnagl numbers of White's and of Black's arrangement; `None` for another position.
    pub starts: Option<[u16; 2]>,
    /// The position, as in table `tree`.
    pub fen: String,
    /// Games that reached it.
    pub games: u64,
}

/// A position, and what was played from it.
#[derive(Clone, Debug)]
pub struct OpeningPosition {
    /// The position, as in table `tree`.
    pub fen: String,
    /// The games that reached it.
    pub score: ScoreTally,
    /// The moves, most games first.
    pub moves: Vec<OpeningMove>,
}

/// A move from a position.
#[derive(Clone, Debug)]
pub struct OpeningMove {
    /// The move in SAN, and as UCI_Chess960.
    pub san: String,
    /// The same as UCI_Chess960.
    pub uci: String,
    /// From where to where, a1 is 0.
    pub squares: [u8; 2],
    /// The games that played it.
    pub score: ScoreTally,
    /// The position after it, as in table `tree`.
    pub after: String,
}
