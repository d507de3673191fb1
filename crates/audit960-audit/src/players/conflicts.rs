//! Where names and FIDE ids do not go together.

use std::collections::BTreeSet;

use audit960_replay::{fold_name, may_be_one_person};
use audit960_types::Code;
use xxhash_rust::xxh3::xxh3_128;

use super::tally::{GameRef, NameTally, PlayerTally};

/// Ids that a message lists.
const LISTED: usize = 8;

/// A finding before its game is looked up.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Conflict {
    /// The first game that shows it.
    pub(super) game: GameRef,
    pub(super) code: Code,
    pub(super) message: String,
}

/// A name with an id, and the first game with both.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Bearer {
    /// Hash of the name as it is compared.
    folded: u128,
    first: GameRef,
    id: i64,
    name: Box<str>,
}

/// The ids of each name. Memory grows with the different pairs of a FIDE id and a name alone, by some hundred bytes each.
#[derive(Debug, Default)]
pub(super) struct Conflicts {
    of_ids: Vec<Conflict>,
    bearers: Vec<Bearer>,
}

impl Conflicts {
    /// Notes a player.
    pub(super) fn note(&mut self, player: &PlayerTally) {
        let Some(id) = player.fide_id else {
            return;
        };
        let mut names: Vec<(String, &str, &NameTally)> = Vec::new();
        for (name, tally) in &player.names {
            let mut folded = String::new();
            fold_name(name, &mut folded);
            if !folded.is_empty() {
                names.push((folded, name, tally));
            }
        }
        names.sort_unstable_by_key(|(_, _, tally)| tally.first);
        let mut seen = BTreeSet::new();
        for (folded, name, tally) in &names {
            if seen.insert(folded) {
                self.bearers.push(Bearer {
                    folded: xxh3_128(folded.as_bytes()),
                    first: tally.first,
                    id,
                    name: (*name).into(),
                });
            }
        }
        let Some((first, rest)) = names.split_first() else {
            return;
        };
        let other = rest
            .iter()
            .find(|(folded, ..)| !may_be_one_person(&first.0, folded));
        if let Some((_, name, tally)) = other {
            let games = match first.2.games {
                1 => "1 game".to_owned(),
                games => format!("{games} games"),
            };
            self.of_ids.push(Conflict {
                game: tally.first,
                code: Code::NamesOfPlayer,
                message: format!(
                    "FIDE id {id} stands with the name {name:?} here, and with {:?} in {games}",
                    first.1
                ),
            });
        }
    }

    /// Adds what was noted of other players.
    pub(super) fn merge(&mut self, other: Self) {
        self.of_ids.extend(other.of_ids);
        self.bearers.extend(other.bearers);
    }

    /// All conflicts, in the order of the games.
    pub(super) fn into_sorted(mut self) -> Vec<Conflict> {
        let mut all = self.of_ids;
        self.bearers.sort_unstable();
        for bearers in self.bearers.chunk_by(|one, next| one.folded == next.folded) {
            let [_, second, ..] = bearers else {
                continue;
            };
            let ids: BTreeSet<i64> = bearers.iter().map(|bearer| bearer.id).collect();
            let mut shown: Vec<String> = ids.iter().take(LISTED).map(i64::to_string).collect();
            if ids.len() > LISTED {
                shown.push(format!("{} more", ids.len() - LISTED));
            }
            all.push(Conflict {
                game: second.first,
                code: Code::IdsOfName,
                message: format!(
                    "the name {:?} stands with {} FIDE ids: {}",
                    second.name,
                    ids.len(),
                    shown.join(", ")
                ),
            });
        }
        all.sort_unstable();
        all
    }
}

#[cfg(test)]
mod tests {
    use audit960_types::{GameResult, Side};

    use super::super::tally::PlayedSide;
    use super::*;

    fn player(id: Option<i64>, names: &[(u64, &str)]) -> PlayerTally {
        let mut tallies = names.iter().map(|(order, name)| {
            PlayerTally::of(&PlayedSide {
                side: Side::White,
                name: Some(name),
                fide_id: id,
                elo: None,
                event: None,
                result: GameResult::Draw,
                days: [None; 2],
                game: GameRef {
                    order: *order,
                    game_id: 0,
                },
            })
        });
        let first = tallies.next().unwrap();
        tallies.fold(first, |mut sum, tally| {
            sum.merge(tally);
            sum
        })
    }

    fn conflicts(players: &[PlayerTally]) -> Vec<(u64, Code, String)> {
        let mut whole = Conflicts::default();
        for player in players {
            let mut part = Conflicts::default();
            part.note(player);
            whole.merge(part);
        }
        let found = whole.into_sorted().into_iter();
        found
            .map(|conflict| (conflict.game.order, conflict.code, conflict.message))
            .collect()
    }

    #[test]
    fn spellings_of_one_name_are_no_conflict() {
        let spellings = [
            (3, "Carlsen, Magnus"),
            (1, "Magnus Carlsen"),
            (2, "Carlsen,M"),
            (4, "?"),
        ];
        assert_eq!(conflicts(&[player(Some(1), &spellings)]), []);
        // Names without an id are keys of their own.
        let without = player(None, &[(5, "Carlsen, Magnus"), (6, "Ivanov, Sergey")]);
        assert_eq!(conflicts(&[player(Some(1), &spellings), without]), []);
    }

    #[test]
    fn an_id_with_names_of_two_persons_is_found_once() {
        let names = [
            (7, "Ivanov, Sergey"),
            (2, "Ivanov, Alexander"),
            (3, "Ivanov, Alexander"),
            (4, "Ivanov,A"),
            (9, "Petrov, Ivan"),
        ];
        let message = "FIDE id 77 stands with the name \"Ivanov, Sergey\" here, and with \
                       \"Ivanov, Alexander\" in 2 games";
        let expected = (7, Code::NamesOfPlayer, message.to_owned());
        assert_eq!(conflicts(&[player(Some(77), &names)]), [expected]);
    }

    #[test]
    fn a_name_with_several_ids_is_found_at_the_first_game_with_the_second() {
        let players = [
            player(Some(30), &[(12, "Wang, Lei")]),
            player(Some(20), &[(9, "Lei Wang"), (8, "WANG, LEI")]),
            player(Some(10), &[(5, "Wang, Lei")]),
            player(Some(40), &[(1, "Wang, Li")]),
        ];
        let message = "the name \"WANG, LEI\" stands with 3 FIDE ids: 10, 20, 30";
        let expected = (8, Code::IdsOfName, message.to_owned());
        assert_eq!(conflicts(&players), std::slice::from_ref(&expected));
        let mut reversed = players;
        reversed.reverse();
        assert_eq!(conflicts(&reversed), [expected]);
    }
}
