//! Table `tree`.

use super::declare::table;
use crate::labels::Visit;
use crate::rows::TreeRow;

table! {
    /// Table `tree`, written with `--positions`.
    TREE = "tree" "tree/*.parquet"
        "One row per position, start position, number of half-moves, `visit` and move played. Positions are those that at least two games reached within the half-moves that `--positions` names. Each file is sorted by `fen`.";
    TreeColumns of row: TreeRow<'_>;
    fen: Text required "" "Position as X-FEN; its clock and move number are always `0 1`." = row.fen;
    white_start: Int32 nullable "" "Scharnagl number of White's arrangement at the start, 0 to 959."
        = row.starts.map(|[white, _]| white);
    black_start: Int32 nullable "" "Scharnagl number of Black's arrangement at the start, 0 to 959."
        = row.starts.map(|[_, black]| black);
    ply: Int32 required "half-moves" "Half-moves before the position." = row.ply;
    visit: Label<Visit> required ""
        "Whether the games had been in the position before. Rows with `first` count the games that reached it; rows with `first` or `other_move`, the games that played a move."
        = row.visit;
    uci: Text nullable "" "Move played from it, as UCI_Chess960; null if the games end there."
        = row.uci;
    games: Int64 required "games" "Games, not counting those without moves." = row.score.games();
    white_wins: Int64 required "games" "Games that White won." = row.score.white_wins;
    draws: Int64 required "games" "Drawn games." = row.score.draws;
    black_wins: Int64 required "games" "Games that Black won." = row.score.black_wins;
    unfinished: Int64 required "games" "Games without a result." = row.score.unfinished;
    moveless: Int64 required "games" "Games without moves, which no other column counts."
        = row.moveless;
    white_elo_sum: Int64 required "Elo points" "Sum of White's ratings." = row.elo_sums[0];
    white_rated: Int64 required "games" "Games in which White's rating is known." = row.rated[0];
    black_elo_sum: Int64 required "Elo points" "Sum of Black's ratings." = row.elo_sums[1];
    black_rated: Int64 required "games" "Games in which Black's rating is known." = row.rated[1];
    first_date: Date nullable "" "Earliest of the games' `date_from`."
        = row.days.map(|(first, _)| first);
    last_date: Date nullable "" "Latest of the games' `date_from`." = row.days.map(|(_, last)| last);
    example_elo: Int64 nullable "Elo points"
        "Highest sum of both ratings in one of the games, 0 if one is unknown; null if there is no move."
        = row.example.map(|(elo, _)| elo);
    example_game_id: Int64 nullable ""
        "Id, in `games`, of the game with this sum; of several, the smallest."
        = row.example.map(|(_, id)| id);
}
