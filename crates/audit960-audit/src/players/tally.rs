//! What is counted of the games of a player.

use std::collections::BTreeMap;

use audit960_types::{GameResult, PlayerRow, Side};
use serde::{Deserialize, Serialize};

/// Names and events that a row lists.
const LISTED: usize = 32;

/// Bytes of a name's entry beside its text.
const NAME_BYTES: usize = size_of::<(String, NameTally)>();

/// Bytes of an event's entry beside its text.
const EVENT_BYTES: usize = size_of::<(String, u64)>();

/// A game by its place in table `games`, which orders games, and its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct GameRef {
    pub(super) order: u64,
    pub(super) game_id: i64,
}

/// The games in which a player has a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct NameTally {
    pub(super) games: u64,
    pub(super) first: GameRef,
}

/// One side of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayedSide<'a> {
    pub(super) side: Side,
    pub(super) name: Option<&'a str>,
    pub(super) fide_id: Option<i64>,
    pub(super) elo: Option<i32>,
    pub(super) event: Option<&'a str>,
    pub(super) result: GameResult,
    /// First and last day on which the game can have been played, in days since 1 January 1970.
    pub(super) days: [Option<i32>; 2],
    pub(super) game: GameRef,
}

/// A rating, and the first day of a game with it: unknown days last.
type Rated = (i32, bool, Option<i32>);

/// The games of a player. Tallies of parts of the games merge to that of all, in any order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct PlayerTally {
    pub(super) fide_id: Option<i64>,
    pub(super) names: BTreeMap<String, NameTally>,
    events: BTreeMap<String, u64>,
    games: [u64; 2],
    wins: u64,
    draws: u64,
    losses: u64,
    unfinished: u64,
    lowest: Option<Rated>,
    /// As [`Self::lowest`], with the rating negated.
    highest: Option<Rated>,
    days: [Option<i32>; 2],
    first: GameRef,
}

impl PlayerTally {
    /// About the bytes that it takes: most are the two nodes of the maps, which have room for eleven.
    pub(super) fn memory(&self) -> usize {
        let names = self.names.keys().map(|name| name.len() + NAME_BYTES);
        let events = self.events.keys().map(|event| event.len() + EVENT_BYTES);
        1_000 + names.sum::<usize>() + events.sum::<usize>()
    }

    /// The tally of one game.
    pub(super) fn of(played: &PlayedSide<'_>) -> Self {
        let own = match played.side {
            Side::White => GameResult::White,
            Side::Black => GameResult::Black,
        };
        let is = |wanted: bool| u64::from(wanted);
        let decisive = matches!(played.result, GameResult::White | GameResult::Black);
        let name = played.name.unwrap_or_default().to_owned();
        let once = NameTally {
            games: 1,
            first: played.game,
        };
        let day = played.days[0];
        let rated = |sign: i32| played.elo.map(|elo| (sign * elo, day.is_none(), day));
        Self {
            fide_id: played.fide_id,
            names: BTreeMap::from([(name, once)]),
            events: played
                .event
                .map(|event| (event.to_owned(), 1))
                .into_iter()
                .collect(),
            games: [Side::White, Side::Black].map(|side| is(side == played.side)),
            wins: is(played.result == own),
            draws: is(played.result == GameResult::Draw),
            losses: is(decisive && played.result != own),
            unfinished: is(played.result == GameResult::Unfinished),
            lowest: rated(1),
            highest: rated(-1),
            days: played.days,
            first: played.game,
        }
    }

    /// Adds the games of another part. Returns about how many bytes more are taken.
    pub(super) fn merge(&mut self, other: Self) -> usize {
        let mut grown = 0;
        for (name, tally) in other.names {
            match self.names.get_mut(&name) {
                Some(known) => {
                    known.games += tally.games;
                    known.first = known.first.min(tally.first);
                }
                None => {
                    grown += name.len() + NAME_BYTES;
                    self.names.insert(name, tally);
                }
            }
        }
        for (event, games) in other.events {
            grown += match self.events.contains_key(&event) {
                true => 0,
                false => event.len() + EVENT_BYTES,
            };
            *self.events.entry(event).or_default() += games;
        }
        for (sum, more) in self.games.iter_mut().zip(other.games) {
            *sum += more;
        }
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.unfinished += other.unfinished;
        self.lowest = least(self.lowest, other.lowest);
        self.highest = least(self.highest, other.highest);
        let [first, last] = self.days;
        self.days = [least(first, other.days[0]), last.max(other.days[1])];
        self.first = self.first.min(other.first);
        grown
    }

    /// Calls `take` with the row of the player.
    pub(super) fn with_row<T>(&self, key: &str, take: impl FnOnce(&PlayerRow<'_>) -> T) -> T {
        let names = ranked(
            self.names
                .iter()
                .map(|(name, tally)| (name.as_str(), tally.games)),
        );
        let events = ranked(
            self.events
                .iter()
                .map(|(event, games)| (event.as_str(), *games)),
        );
        let rated = |rated: Option<Rated>, sign: i32| rated.map(|(elo, _, day)| (sign * elo, day));
        take(&PlayerRow {
            key,
            fide_id: self.fide_id,
            name: names.first().map_or("", |(name, _)| *name),
            names: &listed(&names),
            names_count: u32::try_from(names.len()).unwrap_or(u32::MAX),
            games: self.games,
            wins: self.wins,
            draws: self.draws,
            losses: self.losses,
            unfinished: self.unfinished,
            lowest: rated(self.lowest, 1),
            highest: rated(self.highest, -1),
            events: &listed(&events),
            events_count: u32::try_from(events.len()).unwrap_or(u32::MAX),
            days: self.days,
            first_game_id: self.first.game_id,
        })
    }
}

/// The smaller of two values of which either may be missing.
fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// Texts with most games first, then in the order of their letters.
fn ranked<'t>(counted: impl Iterator<Item = (&'t str, u64)>) -> Vec<(&'t str, u64)> {
    let mut ranked: Vec<(&str, u64)> = counted.collect();
    ranked.sort_unstable_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(other.0)));
    ranked
}

/// The first of these as a JSON object.
fn listed(ranked: &[(&str, u64)]) -> String {
    let entries = ranked
        .iter()
        .take(LISTED)
        .map(|(text, games)| format!("{}:{games}", serde_json::Value::from(*text)));
    format!("{{{}}}", entries.collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(order: u64, side: Side, result: GameResult) -> PlayedSide<'static> {
        PlayedSide {
            side,
            name: Some("Carlsen, Magnus"),
            fide_id: Some(1_503_014),
            elo: None,
            event: None,
            result,
            days: [None; 2],
            game: GameRef {
                order,
                game_id: -(order as i64),
            },
        }
    }

    /// Six games of one id, written so that each count has a value of its own: with White two wins, a draw and an unfinished
    /// game, with Black a loss and a win.
    fn games() -> Vec<PlayedSide<'static>> {
        let (white, black) = (Side::White, Side::Black);
        let mut games = vec![
            played(5, white, GameResult::White),
            played(6, white, GameResult::White),
            played(7, white, GameResult::Draw),
            played(8, white, GameResult::Unfinished),
            played(9, black, GameResult::White),
            played(4, black, GameResult::Black),
        ];
        games[0].elo = Some(2_861);
        games[0].days = [Some(100), Some(130)];
        games[1].elo = Some(2_861);
        games[1].days = [Some(90), Some(90)];
        games[2].elo = Some(2_770);
        games[3].elo = Some(2_770);
        games[3].days = [Some(140), Some(140)];
        games[4].name = Some("Carlsen,M");
        games[4].event = Some("Wch \"960\"");
        games[5].event = Some("Bundesliga");
        games[1].event = Some("Bundesliga");
        games
    }

    fn merged(order: impl Iterator<Item = usize>) -> PlayerTally {
        let games = games();
        let mut tallies = order.map(|index| PlayerTally::of(&games[index]));
        let first = tallies.next().unwrap();
        tallies.fold(first, |mut sum, tally| {
            sum.merge(tally);
            sum
        })
    }

    #[test]
    fn a_row_is_what_its_games_say() {
        merged(0..6).with_row("fide:1503014", |row| {
            assert_eq!((row.key, row.fide_id), ("fide:1503014", Some(1_503_014)));
            assert_eq!((row.name, row.names_count), ("Carlsen, Magnus", 2));
            assert_eq!(row.names, r#"{"Carlsen, Magnus":5,"Carlsen,M":1}"#);
            assert_eq!(row.games, [4, 2]);
            let results = [row.wins, row.draws, row.losses, row.unfinished];
            assert_eq!(results, [3, 1, 1, 1]);
            // Three and a half points of five games with a result.
            assert_eq!(row.score(), Some(0.7));
            assert_eq!(row.lowest, Some((2_770, Some(140))));
            assert_eq!(row.highest, Some((2_861, Some(90))));
            assert_eq!(row.events, r#"{"Bundesliga":2,"Wch \"960\"":1}"#);
            assert_eq!(row.events_count, 2);
            assert_eq!(row.days, [Some(90), Some(140)]);
            assert_eq!(row.first_game_id, -4);
        });
    }

    #[test]
    fn parts_merge_to_the_same_in_any_order() {
        let bytes = |tally: &PlayerTally| postcard::to_stdvec(tally).unwrap();
        let whole = bytes(&merged(0..6));
        assert_eq!(whole, bytes(&merged((0..6).rev())));
        let mut parts = merged([3, 1].into_iter());
        parts.merge(merged([5, 0, 2, 4].into_iter()));
        assert_eq!(whole, bytes(&parts));
    }

    #[test]
    fn of_many_names_the_most_frequent_are_listed() {
        let names: Vec<String> = (0..40).map(|number| format!("Name {number:02}")).collect();
        let ranked = ranked(names.iter().map(|name| (name.as_str(), 1)));
        let listed = listed(&ranked);
        let listed: serde_json::Value = serde_json::from_str(&listed).unwrap();
        let listed = listed.as_object().unwrap();
        assert_eq!(listed.len(), 32);
        assert!(listed.contains_key("Name 31") && !listed.contains_key("Name 32"));
    }
}
