//! Table `players`.

use super::declare::table;
use crate::rows::PlayerRow;

table! {
    /// Table `players`, written with `--players`.
    PLAYERS = "players" "players/*.parquet"
        "One row per player key: the games of a person or an account. Games of other variants and copies that `--duplicates` found do not count. Rows of a file are sorted by key; a key is in one file.";
    PlayerColumns of row: PlayerRow<'_>;
    player_key: Text required "" "The key, as in columns `white_player_key` and `black_player_key` of `games`."
        = row.key;
    fide_id: Int64 nullable "" "FIDE id; null if the key is a name or an account." = row.fide_id;
    name: Text required "" "The name that most games give; of several, the first in alphabetical order."
        = row.name;
    names: Text required ""
        "JSON object of names as written, each with its number of games: the 32 most frequent, most games first."
        = row.names;
    names_count: Int32 required "names" "Different names." = row.names_count;
    games: Int64 required "games" "Games of the player; a game against itself counts for both sides." = row.games[0] + row.games[1];
    white_games: Int64 required "games" "Games with White." = row.games[0];
    black_games: Int64 required "games" "Games with Black." = row.games[1];
    wins: Int64 required "games" "Games won." = row.wins;
    draws: Int64 required "games" "Games drawn." = row.draws;
    losses: Int64 required "games" "Games lost." = row.losses;
    unfinished: Int64 required "games" "Games without a result." = row.unfinished;
    score: Float64 nullable "points" "Mean score over games with a result, 0 to 1; null without one." = row.score();
    lowest_elo: Int32 nullable "Elo points" "Lowest rating." = row.lowest.map(|rated| rated.0);
    lowest_elo_date: Date nullable "" "First possible day of a game with this rating."
        = row.lowest.and_then(|rated| rated.1);
    highest_elo: Int32 nullable "Elo points" "Highest rating." = row.highest.map(|rated| rated.0);
    highest_elo_date: Date nullable "" "First possible day of a game with this rating."
        = row.highest.and_then(|rated| rated.1);
    events: Text required ""
        "JSON object of events, each with its number of games: the 32 with most games, most games first."
        = row.events;
    events_count: Int32 required "events" "Different events." = row.events_count;
    first_date: Date nullable "" "First possible day of one of the games." = row.days[0];
    last_date: Date nullable "" "Last possible day of one of the games." = row.days[1];
    first_game_id: Int64 required "" "Id of the first of the games, in the order of table `games`." = row.first_game_id;
}
