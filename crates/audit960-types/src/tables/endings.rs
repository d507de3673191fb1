//! Table `endings`.

use super::declare::table;
use crate::rows::EndingRow;

table! {
    /// Table `endings`, written with `--positions`.
    ENDINGS = "endings" "endings.parquet"
        "One row per material with at most seven pieces and pawns, kings included: the games in which it stood on the board, and what became of them.";
    EndingColumns of row: EndingRow<'_>;
    material: Text required "" "Material as `KRBvKR`, White first." = row.material;
    games: Int64 required "games" "Games in which it stood on the board." = row.counts.score.games();
    white_wins: Int64 required "games" "Games that White won." = row.counts.score.white_wins;
    draws: Int64 required "games" "Drawn games." = row.counts.score.draws;
    black_wins: Int64 required "games" "Games that Black won." = row.counts.score.black_wins;
    unfinished: Int64 required "games" "Games without a result." = row.counts.score.unfinished;
    plies: Int64 required "half-moves" "Half-moves after which it stood on the board, in all games together."
        = row.counts.plies;
    max_clock: Int32 required "half-moves" "Highest half-move clock while it stood there." = row.counts.max_clock;
    at_100: Int64 required "games" "Games in which the half-move clock reached 100 while it stood there."
        = row.counts.at_hundred;
    ended: Int64 required "games" "Games that ended with this material." = row.counts.ended;
    ended_drawn: Int64 required "games" "Drawn games that ended with this material." = row.counts.ended_drawn;
    drawn_at_100: Int64 required "games"
        "Of these, games that ended with a half-move clock of at least 100."
        = row.counts.drawn_at_hundred;
    max_stay: Int32 required "half-moves" "Half-moves of its longest stay on the board." = row.longest_stay;
    longest_game_id: Int64 required "" "Id of the game with this stay; of several, the first by source and offset."
        = row.longest_game_id;
}
