//! Whether the rows of table `players` can be those of the games.

use std::path::PathBuf;

use arrow_array::{Array as _, Int64Array};
use audit960_types::tables::{GAMES, PLAYERS};
use audit960_types::{GameResult, Verdict};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::read::{Batch, Table};
use super::tiling::GameIndex;
use crate::tables::ReadError;

/// What a game can be to a player: played with White, with Black, won, drawn, lost, unfinished.
const COUNTS: [&str; 6] = [
    "white_games",
    "black_games",
    "wins",
    "draws",
    "losses",
    "unfinished",
];

/// A sum over all games and players that other counts hardly give: the hashes of keys with their counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Fingerprint(u64);

impl Fingerprint {
    /// Adds games that are `count`, an index in [`COUNTS`], to the player with a key.
    fn add(&mut self, key: &str, count: usize, games: i64) {
        let hash = xxh3_64_with_seed(key.as_bytes(), count as u64);
        self.0 = self
            .0
            .wrapping_add(hash.wrapping_mul(games.cast_unsigned()));
    }
}

/// Requires of each file that its rows are sorted by key, that results and colours add up, and that the first game is among
/// `games`; of all of them together that they count the games of table `games`, unless copies are left out.
pub(super) fn require_players(
    players: &[PathBuf],
    of_games: &[PathBuf],
    has_copies: bool,
    games: &GameIndex,
) -> Result<(), ReadError> {
    let Some(first) = players.first() else {
        return Ok(());
    };
    let mut stated = Fingerprint::default();
    for file in players {
        let mut table = Table::open(&PLAYERS, std::slice::from_ref(file));
        let mut before: Option<String> = None;
        while let Some(batch) = table.next()? {
            require_rows(&batch, games, &mut before, &mut stated)?;
        }
    }
    if !has_copies && stated != counted(of_games)? {
        let what = "the games of the players are not those of table games";
        return Err(ReadError::new(first, what));
    }
    Ok(())
}

fn require_rows(
    batch: &Batch<'_>,
    games: &GameIndex,
    before: &mut Option<String>,
    stated: &mut Fingerprint,
) -> Result<(), ReadError> {
    let (keys, all) = (batch.text("player_key")?, batch.int64("games")?);
    let ids = batch.int64("first_game_id")?;
    let counts = COUNTS.iter().map(|name| batch.int64(name));
    let counts = counts.collect::<Result<Vec<&Int64Array>, _>>()?;
    let (colours, results) = (batch.sums(&COUNTS[..2])?, batch.sums(&COUNTS[2..])?);
    for row in 0..batch.len() {
        let key = keys.value(row);
        if before.as_deref().is_some_and(|last| last >= key) {
            return Err(batch.wrong(row, "the players are not sorted by key"));
        }
        *before = Some(key.to_owned());
        let numbers: Vec<i64> = counts.iter().map(|column| column.value(row)).collect();
        if numbers.iter().any(|number| *number < 0)
            || all.value(row) < 1
            || colours(row) != all.value(row)
            || results(row) != all.value(row)
        {
            return Err(batch.wrong(row, "colours or results are not as many as the games"));
        }
        games.require(batch, row, "first_game_id", ids)?;
        for (count, number) in numbers.into_iter().enumerate() {
            stated.add(key, count, number);
        }
    }
    Ok(())
}

/// The fingerprint that the players must have.
fn counted(of_games: &[PathBuf]) -> Result<Fingerprint, ReadError> {
    let mut found = Fingerprint::default();
    let mut table = Table::open(&GAMES, of_games);
    while let Some(batch) = table.next()? {
        let (verdicts, results) = (batch.text("verdict")?, batch.text("result")?);
        let sides = ["white_player_key", "black_player_key"].map(|name| batch.text(name));
        for (colour, keys) in sides.into_iter().enumerate() {
            let keys = keys?;
            for row in 0..batch.len() {
                if keys.is_null(row) || verdicts.value(row) == Verdict::Foreign.as_str() {
                    continue;
                }
                let [won, lost] = match colour {
                    0 => [GameResult::White, GameResult::Black],
                    _ => [GameResult::Black, GameResult::White],
                };
                let result = match results.value(row) {
                    text if text == won.as_str() => 2,
                    text if text == GameResult::Draw.as_str() => 3,
                    text if text == lost.as_str() => 4,
                    _ => 5,
                };
                found.add(keys.value(row), colour, 1);
                found.add(keys.value(row), result, 1);
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use audit960_types::{GameFacts, Identity, PlayerRow, game_id};

    use super::*;
    use crate::tables::TableOptions;
    use crate::tables::tests::players::{full_player, write_players};
    use crate::tables::tests::samples::{bare_game, feed_games, only, write};
    use audit960_types::tables::ColumnGroup;

    /// Three games between two players; the third has no result, and a fourth is of another variant.
    fn games() -> [GameFacts<'static>; 4] {
        let game = |byte_offset, keys, result| GameFacts {
            identity: Identity {
                frame_offset: 0,
                byte_offset,
            },
            player_keys: keys,
            result,
            ..bare_game()
        };
        let (a, b) = (Some("a"), Some("b"));
        let mut games = [
            game(0, [a, b], GameResult::White),
            game(1, [b, a], GameResult::White),
            game(2, [a, None], GameResult::Unfinished),
            game(3, [a, b], GameResult::Draw),
        ];
        games[3].verdict = Verdict::Foreign;
        games
    }

    fn player(key: &'static str, games: [u64; 2], results: [u64; 4]) -> PlayerRow<'static> {
        let [wins, draws, losses, unfinished] = results;
        PlayerRow {
            key,
            games,
            wins,
            draws,
            losses,
            unfinished,
            first_game_id: game_id("a.pgn", Identity::default()),
            ..full_player()
        }
    }

    fn wrong(rows: &[PlayerRow<'_>]) -> String {
        let dir = tempfile::tempdir().unwrap();
        let options = TableOptions {
            columns: ColumnGroup::Players,
            ..TableOptions::default()
        };
        write(
            dir.path(),
            options,
            &[only("a.pgn", &|tables| feed_games(tables, &games()))],
        );
        let of_games = [dir.path().join("games/part-00000.parquet")];
        let players = [write_players(dir.path(), rows)];
        let mut ids = games().map(|game| game_id("a.pgn", game.identity));
        ids.sort_unstable();
        let found = require_players(&players, &of_games, false, &GameIndex::of(&ids));
        found.map_or_else(|error| error.what, |()| String::new())
    }

    #[test]
    fn players_must_count_the_games() {
        let (a, b) = (
            player("a", [2, 1], [1, 0, 1, 1]),
            player("b", [1, 1], [1, 0, 1, 0]),
        );
        assert_eq!(wrong(&[a.clone(), b.clone()]), "");
        for (rows, what) in [
            (
                vec![b.clone(), a.clone()],
                "row 1: the players are not sorted by key",
            ),
            (
                vec![a.clone(), a.clone()],
                "row 1: the players are not sorted by key",
            ),
            (
                vec![player("a", [2, 1], [1, 0, 1, 0]), b.clone()],
                "row 0: colours or results are not as many as the games",
            ),
            (
                vec![player("a", [3, 1], [1, 0, 1, 1]), b.clone()],
                "row 0: colours or results are not as many as the games",
            ),
            (
                vec![
                    PlayerRow {
                        first_game_id: 5,
                        ..a.clone()
                    },
                    b.clone(),
                ],
                "row 0: first_game_id 5 is not a game of table games",
            ),
        ] {
            assert_eq!(wrong(&rows), what);
        }
        let all = "the games of the players are not those of table games";
        // A player too few, another key, another colour, another result.
        assert_eq!(wrong(std::slice::from_ref(&a)), all);
        assert_eq!(wrong(&[a.clone(), player("c", [1, 1], [1, 0, 1, 0])]), all);
        assert_eq!(wrong(&[player("a", [1, 2], [1, 0, 1, 1]), b.clone()]), all);
        assert_eq!(wrong(&[player("a", [2, 1], [2, 0, 0, 1]), b]), all);
    }
}
