//! Table `known`.

use super::declare::table;
use crate::rows::KnownRow;

table! {
    /// Table `known`, written with `--positions`.
    KNOWN = "known" "known.parquet"
        "One row per start position and number of half-moves, up to that of `--positions`: how many games still share their position with another.";
    KnownColumns of row: KnownRow;
    white_start: Int32 nullable ""
        "Scharnagl number of White's arrangement, 0 to 959; null for all start positions without one, counted together."
        = row.starts.map(|[white, _]| white);
    black_start: Int32 nullable "" "Scharnagl number of Black's arrangement, 0 to 959."
        = row.starts.map(|[_, black]| black);
    ply: Int32 required "half-moves" "Half-moves before the position." = row.ply;
    games: Int64 required "games" "Games with at least so many half-moves, not counting those without moves." = row.games;
    alone: Int64 required "games"
        "Those of them whose position no other game from the start position has after as many half-moves."
        = row.alone;
    positions: Int64 required "positions" "Number of different positions." = row.positions;
    entropy: Float64 required "bits"
        "Entropy of the positions: 0 if all games have the same one, 1 for two equally frequent ones."
        = row.entropy;
}
