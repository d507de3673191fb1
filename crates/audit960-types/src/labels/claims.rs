//! What could be claimed, what became of it, and what the position was worth.

use crate::label::labels;

labels! {
    /// What set the half-move clock to zero before a run.
    ResetBy {
        /// A capture, also one made by a pawn.
        Capture = "capture",
        /// A pawn move that captured nothing.
        Pawn = "pawn",
        /// Nothing: the run starts with the record.
        Start = "start",
    }
}

labels! {
    /// What ended a run without capture or pawn move.
    RunEnd {
        /// A capture.
        Capture = "capture",
        /// A pawn move that captured nothing.
        Pawn = "pawn",
        /// Checkmate.
        Checkmate = "checkmate",
        /// Stalemate.
        Stalemate = "stalemate",
        /// The record ends.
        EndOfGame = "end_of_game",
    }
}

labels! {
    /// The article a claim rests on.
    ClaimArticle {
        /// The player writes the move that completes the fifty (Laws 9.3.1).
        Intended = "9.3.1",
        /// The fifty moves are completed (Laws 9.3.2).
        Completed = "9.3.2",
    }
}

labels! {
    /// The article a claim of repetition rests on.
    RepetitionArticle {
        /// The player writes the move after which the position occurs for at least the third time
        /// (Laws 9.2.1).
        Intended = "9.2.1",
        /// The position on the board occurs for at least the third time (Laws 9.2.2).
        OnBoard = "9.2.2",
    }
}

labels! {
    /// What became of a game with a claim.
    Outcome {
        /// Drawn, and the run lasted to the end of the record.
        DrawnWithClaimOpen = "drawn_with_claim_open",
        /// Drawn in another way.
        DrawnLater = "drawn_later",
        /// The loser had had a claim in this run.
        LostAfterClaim = "lost_after_claim",
        /// Decisive, and only the winner had had one.
        WonAfterClaim = "won_after_claim",
        /// No result is recorded.
        Unfinished = "unfinished",
        /// The game was over before, by a dead position.
        OverBefore = "over_before",
    }
}

labels! {
    /// What a position is worth to the side to move, with best play of both sides and draws by the fifty-move rule
    /// as soon as it gives them.
    TableValue {
        /// Won before the rule applies.
        Win = "win",
        /// Mate can be forced, but the rule comes first.
        CursedWin = "cursed-win",
        /// Drawn whatever the rule.
        Draw = "draw",
        /// Mate could be forced by the opponent, but the rule comes first.
        BlessedLoss = "blessed-loss",
        /// Lost before the rule applies.
        Loss = "loss",
        /// No table says.
        Unknown = "unknown",
    }
}

impl TableValue {
    /// The value for the opponent of the side whose value this is.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::CursedWin => Self::BlessedLoss,
            Self::Draw => Self::Draw,
            Self::BlessedLoss => Self::CursedWin,
            Self::Loss => Self::Win,
            Self::Unknown => Self::Unknown,
        }
    }
}

labels! {
    /// Why no table says what a position is worth.
    UnknownReason {
        /// There are more pieces on the board than in the largest table that is there.
        TooManyPieces = "too_many_pieces",
        /// A side may castle; tables have no such positions.
        CastlingRights = "castling_rights",
        /// A table that is needed is not there.
        TableMissing = "table_missing",
        /// A table that is needed is damaged.
        TableDamaged = "table_damaged",
        /// Tables cannot have the position: a side has no king or two, or a pawn stands on the first or last rank.
        ImpossiblePosition = "impossible_position",
    }
}
