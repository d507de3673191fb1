//! What a comparison of two readings, games or moves finds.

use crate::label::labels;

labels! {
    /// What two readings of the same bytes disagree about.
    DisagreementKind {
        /// How many games there are.
        Count = "count",
        /// How many half-moves the main line has, or whether it goes on after the last one played.
        Plies = "plies",
        /// The position after equally many half-moves: pieces, side to move, castling rights or the
        /// right to capture en passant.
        FinalPosition = "final_position",
        /// The half-move clock in that position.
        Clock = "clock",
        /// The position the game starts from, or whether there is one.
        Start = "start",
    }
}

labels! {
    /// In which way a game is a copy of an earlier one; the first that holds.
    DuplicateKind {
        /// The same start and the same moves.
        SameMoves = "same_moves",
        /// The same start, and the moves of one are the beginning of the other's.
        Prefix = "prefix",
        /// The same players and date, and other moves.
        SamePlayersAndDate = "same_players_and_date",
    }
}

labels! {
    /// Whether a game was in a position before.
    Visit {
        /// It was not.
        First = "first",
        /// It was, and played another move from it then.
        OtherMove = "other_move",
        /// It was, and played the same move from it then.
        SameMove = "same_move",
    }
}
