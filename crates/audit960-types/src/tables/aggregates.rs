//! Tables `start_positions` and `castling`, which are computed once, at the end.

use super::declare::table;
use crate::labels::Wing;
use crate::rows::{CastlingRow, StartPositionRow};

table! {
    /// Table `start_positions`.
    START_POSITIONS = "start_positions" "start_positions.parquet"
        "960 rows, one per start position: the results of the archive's Chess960 games, whatever their verdict, copies and games without moves included; `audit960 starts` leaves these out.";
    StartPositionColumns of start: StartPositionRow;
    start: Int32 required "" "Scharnagl number, 0 to 959; 518 is the orthodox one." = start.start;
    arrangement: Text required "" "White's first rank from a to h." = start.arrangement.as_str();
    mirror: Int32 required "" "Scharnagl number of the left-right mirror." = start.mirror;
    king_file: Text required "" "File of the king, `b` to `g`." = start.king_file.to_string();
    games: Int64 required "games" "Games from this position." = start.score_tally.games();
    white_wins: Int64 required "games" "Games that White won." = start.score_tally.white_wins;
    draws: Int64 required "games" "Drawn games." = start.score_tally.draws;
    black_wins: Int64 required "games" "Games that Black won." = start.score_tally.black_wins;
    unfinished: Int64 required "games" "Games without a result." = start.score_tally.unfinished;
    score: Float64 nullable "points" "White's mean score over games with a result, 0 to 1." = start.score;
    score_low: Float64 nullable "points"
        "Lower end of its 95 % Wilson interval, with n m(1-m)/v for n, where m and v are mean and variance of the archive's scores."
        = start.score_low;
    score_high: Float64 nullable "points" "Upper end of that interval." = start.score_high;
    rated_games: Int64 required "games" "Games with a result and with both ratings."
        = start.rated_games;
    expected_score: Float64 nullable "points"
        "Mean score expected of the games with a result, by who played, how fast, and whether with both ratings; if so, also by their difference."
        = start.expected_score;
    adjusted_score: Float64 nullable "points"
        "The archive's mean score plus the best estimate of this position's difference from its expected score."
        = start.adjusted_score;
    p_value: Float64 nullable ""
        "Probability of a difference at least as large if the position were like the others."
        = start.p_value;
    q_value: Float64 nullable ""
        "Expected share of false discoveries if every position with at most this q is called different (Benjamini and Hochberg); null with fewer than 20 games with a result."
        = start.q_value;
    mean_plies: Float64 nullable "half-moves" "Mean length over all games." = start.mean_plies;
    incidents: Int64 required "runs" "Runs in which a draw could be claimed." = start.incidents;
    adjusted_low: Float64 nullable "points" "Lower end of the 95 % interval of `adjusted_score`."
        = start.adjusted_low;
    adjusted_high: Float64 nullable "points" "Upper end of that interval." = start.adjusted_high;
    played: Int64 required "games" "Games, not counting those without moves."
        = start.score_tally.games().saturating_sub(start.moveless);
}

table! {
    /// Table `castling`.
    CASTLING = "castling" "castling.parquet"
        "42 rows, one per king file, rook file and side: what became of castling rights in Chess960, double Chess960 and standard games together.";
    CastlingColumns of right: CastlingRow;
    king_file: Text required "" "File of the king at the start, `b` to `g`."
        = right.king_file.to_string();
    rook_file: Text required "" "File of the castling rook at the start."
        = right.rook_file.to_string();
    side: Label<Wing> required "" "Side of castling, `a_side` or `h_side`." = right.side;
    games_with_right: Int64 required "rights" "Rights held at the start, one per colour and game."
        = right.games_with_right;
    castled: Int64 required "rights" "Rights that were used." = right.castled;
    mean_ply: Float64 nullable "half-moves" "Mean half-move of castling." = right.mean_ply;
    wins: Int64 required "games" "Games that the castler won." = right.wins;
    draws: Int64 required "games" "Games that were drawn after castling." = right.draws;
    losses: Int64 required "games" "Games that the castler lost." = right.losses;
    unfinished: Int64 required "games" "Games without a result after castling." = right.unfinished;
    rights_played: Int64 required "rights"
        "Rights held at the start, not counting games without moves."
        = right.rights_played();
}
