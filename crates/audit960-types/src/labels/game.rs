//! What a game is: its start, how far it was read, how it ended.

use crate::label::labels;

labels! {
    /// A player's colour.
    Side {
        /// White.
        White = "white",
        /// Black.
        Black = "black",
    }
}

impl Side {
    /// Its name in a sentence: `White` or `Black`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

labels! {
    /// Result of a game as recorded (PGN 8.1.1.7, 8.2.6).
    #[derive(Default)]
    GameResult {
        /// White won.
        White = "1-0",
        /// Black won.
        Black = "0-1",
        /// Drawn.
        Draw = "1/2-1/2",
        /// In progress, abandoned or unknown.
        #[default]
        Unfinished = "*",
    }
}

impl GameResult {
    /// The winner, if one is recorded.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::White => Some(Side::White),
            Self::Black => Some(Side::Black),
            Self::Draw | Self::Unfinished => None,
        }
    }
}

labels! {
    /// How far a game could be read.
    #[derive(Default)]
    Verdict {
        /// Replayed to the end, everything read as the standard says.
        Ok = "ok",
        /// Replayed to the end, but a move or the start needed a repair.
        Repaired = "repaired",
        /// Replay stopped before the end of the record.
        Damaged = "damaged",
        /// Nothing could be replayed.
        #[default]
        Rejected = "rejected",
        /// A variant other than chess and Chess960: not replayed, and in no statistics.
        Foreign = "foreign",
    }
}

impl Verdict {
    /// Whether a game with this verdict and this many half-moves was read without loss and has no moves: only its
    /// tags were kept, or it was won or drawn without being played.
    #[must_use]
    pub const fn is_moveless(self, plies: u64) -> bool {
        plies == 0 && matches!(self, Self::Ok | Self::Repaired)
    }
}

labels! {
    /// What kind of position a game starts from.
    #[derive(Default)]
    StartKind {
        /// The orthodox arrangement, and no tag names Chess960.
        Standard = "standard",
        /// One of the 960, Black opposite White.
        Chess960 = "chess960",
        /// Both sides among the 960, not opposite each other.
        DoubleChess960 = "double_chess960",
        /// Any other legal position.
        Other = "other",
        /// Chess960 is named but no position is given, or it cannot be read.
        #[default]
        Unknown = "unknown",
    }
}

labels! {
    /// How the castling field of a FEN was written.
    #[derive(Default)]
    CastlingStyle {
        /// `KQkq`, with a file letter only for an inner rook.
        Xfen = "xfen",
        /// Always file letters.
        Shredder = "shredder",
        /// Both, beyond what X-FEN asks for.
        Mixed = "mixed",
        /// No rights, or no FEN.
        #[default]
        None = "none",
    }
}

labels! {
    /// Where the castling rights of a start position come from.
    CastlingSource {
        /// From the castling field of the FEN, or from the orthodox array.
        Declared = "declared",
        /// From the moves of the record, or assumed in full for one of the 960 arrays.
        Inferred = "inferred",
    }
}

labels! {
    /// What an inferred start position rests on.
    StartEvidence {
        /// A Scharnagl number that the record states.
        Stated = "stated",
        /// The moves: from these positions alone is the whole record legal.
        Moves = "moves",
        /// The moves, and games of the same event and round.
        RoundStarts = "round_starts",
        /// The moves, and how they are written: check marks and disambiguation.
        Notation = "notation",
    }
}

labels! {
    /// The wing a king castles to: toward the a-file (`O-O-O`) or the h-file (`O-O`).
    Wing {
        /// `O-O-O`: king to the c-file, rook to the d-file.
        ASide = "a_side",
        /// `O-O`: king to the g-file, rook to the f-file.
        HSide = "h_side",
    }
}

labels! {
    /// What ended the game on the board; the first that holds.
    #[derive(Default)]
    Ending {
        /// Checkmate (Laws 5.1.1).
        Checkmate = "checkmate",
        /// Stalemate (Laws 5.2.1).
        Stalemate = "stalemate",
        /// Neither side has the material to mate.
        InsufficientMaterial = "insufficient_material",
        /// None of these.
        #[default]
        None = "none",
    }
}

labels! {
    /// What ended a game without anybody's claim: on the board, by the Laws of the day, or by the venue's
    /// rule.
    EndReason {
        /// Checkmate (Laws 5.1.1).
        Checkmate = "checkmate",
        /// Stalemate (Laws 5.2.1).
        Stalemate = "stalemate",
        /// No series of legal moves mates either king (Laws 5.2.2).
        DeadPosition = "dead_position",
        /// The fifth occurrence of a position (Laws 9.6.1).
        FivefoldRepetition = "fivefold_repetition",
        /// Seventy-five moves by each player without capture or pawn move (Laws 9.6.2).
        SeventyFiveMoves = "seventy_five_moves",
        /// The third occurrence of a position, at a venue where this draw is automatic.
        VenueThreefold = "venue_threefold",
        /// Fifty moves by each player without capture or pawn move, at a venue where this draw is
        /// automatic.
        VenueFifty = "venue_fifty",
        /// At most a bishop or a knight on each side, at a venue where that ends a game.
        VenueMaterial = "venue_material",
    }
}

impl EndReason {
    /// The article of the Laws in its present number; `None` for a rule of the venue.
    #[must_use]
    pub const fn article(self) -> Option<&'static str> {
        match self {
            Self::Checkmate => Some("5.1.1"),
            Self::Stalemate => Some("5.2.1"),
            Self::DeadPosition => Some("5.2.2"),
            Self::FivefoldRepetition => Some("9.6.1"),
            Self::SeventyFiveMoves => Some("9.6.2"),
            Self::VenueThreefold | Self::VenueFifty | Self::VenueMaterial => None,
        }
    }
}
