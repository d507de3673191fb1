//! Games that are copies of others and therefore count in no statistics.

use std::collections::{HashMap, HashSet};

use crate::copies::names_key;
use audit960_types::{DuplicateKind, GameResult};
use xxhash_rust::xxh3::xxh3_64;

use super::{Dataset, DatasetError, LabelColumn, TableScan};

/// The fields in which a game is compared with those that it may be a copy of.
struct Compared {
    players: u64,
    dates: Dates,
    /// What there is of it: whether it has a result, and its half-moves. Of two copies the one with more counts.
    extent: (bool, i32),
}

/// A key of who played, however they are written; of players without names, of what stands in their place.
fn players_key(names: [Option<&str>; 2], scratch: &mut String) -> u64 {
    let [white, black] = names.map(Option::unwrap_or_default);
    let key = names_key(white, black, scratch);
    key.unwrap_or_else(|| xxh3_64(format!("{names:?}").as_bytes()))
}

/// First and last day, in days since 1 January 1970.
#[derive(Clone, Copy)]
struct Dates {
    from: Option<i32>,
    to: Option<i32>,
}

impl Dates {
    fn may_be(self, other: Self) -> bool {
        // An unknown date may be any.
        let not_after =
            |from: Option<i32>, to: Option<i32>| from.zip(to).is_none_or(|(from, to)| from <= to);
        not_after(self.from, other.to) && not_after(other.from, self.to)
    }

    /// The days that both may be.
    fn both(self, other: Self) -> Self {
        let later = |one: Option<i32>, other: Option<i32>| one.max(other);
        let to = match (self.to, other.to) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (known, None) | (None, known) => known,
        };
        Self {
            from: later(self.from, other.from),
            to,
        }
    }
}

/// A row of table `duplicates`.
struct SameLine {
    /// Row group and row in it.
    place: (u32, u32),
    game: i64,
    /// The earliest game with these moves, whoever played it.
    first: i64,
    kind: DuplicateKind,
}

impl Dataset {
    /// The ids of the games that are copies of others: with the same moves or a beginning of them, the same players,
    /// however they are spelled, and dates that may be the same. Of those with the same moves the first one that has a
    /// result is no copy; a beginning is the copy, whichever comes first. Empty without table `duplicates`: then the audit
    /// did not look for copies.
    ///
    /// # Errors
    /// [`DatasetError`] if a table cannot be read.
    pub fn copies(&self) -> Result<&HashSet<i64>, DatasetError> {
        if let Some(copies) = self.copies.get() {
            return Ok(copies);
        }
        let copies = self.find_copies()?;
        // Another thread may have found the same.
        Ok(self.copies.get_or_init(|| copies))
    }

    fn find_copies(&self) -> Result<HashSet<i64>, DatasetError> {
        if !self.has("duplicates") {
            return Ok(HashSet::new());
        }
        let reading = TableScan::of("duplicates", &["game_id", "copy_of", "kind"]);
        let found = self
            .whole()
            .fold(&reading, Vec::new, |found, row_group, rows| {
                let (games, firsts) = (rows.ints("game_id")?, rows.ints("copy_of")?);
                let kinds = LabelColumn::<DuplicateKind>::of(rows, "kind")?;
                for row in 0..rows.len() {
                    let of_moves =
                        |kind: &DuplicateKind| *kind != DuplicateKind::SamePlayersAndDate;
                    let kind = kinds.get(row).filter(of_moves);
                    if let Some(((game, first), kind)) =
                        games.get(row).zip(firsts.get(row)).zip(kind)
                    {
                        let place = (row_group as u32, row as u32);
                        found.push(SameLine {
                            place,
                            game,
                            first,
                            kind,
                        });
                    }
                }
                Ok(())
            })?;
        let mut found: Vec<SameLine> = found.into_iter().flatten().collect();
        if found.is_empty() {
            return Ok(HashSet::new());
        }
        found.sort_unstable_by_key(|row| (row.first, row.place));
        let ids = found.iter().flat_map(|row| [row.game, row.first]);
        let games = self.compared(&ids.collect())?;
        let compared = |id: i64| {
            let place = games.binary_search_by_key(&id, |(id, _)| *id).ok()?;
            Some(&games.get(place)?.1)
        };
        let lines = found.chunk_by(|one, other| one.first == other.first);
        Ok(lines
            .flat_map(|line| copies_of_line(line, &compared))
            .collect())
    }

    /// Games by id, in order.
    fn compared(&self, wanted: &HashSet<i64>) -> Result<Vec<(i64, Compared)>, DatasetError> {
        let columns = [
            "game_id",
            "white",
            "black",
            "date_from",
            "date_to",
            "result",
            "plies",
        ];
        let reading = TableScan::of("games", &columns).only(&["game_id"], |rows| {
            let numbers = rows.ints("game_id")?;
            let among = |row| {
                numbers
                    .get(row)
                    .is_some_and(|number| wanted.contains(&number))
            };
            Ok((0..rows.len()).map(among).collect())
        });
        let parts = self.fold(&reading, Vec::new, |games, _, rows| {
            let numbers = rows.ints("game_id")?;
            let (white, black) = (rows.texts("white")?, rows.texts("black")?);
            let (froms, tos) = (rows.dates("date_from")?, rows.dates("date_to")?);
            let results = LabelColumn::<GameResult>::of(rows, "result")?;
            let plies = rows.ints("plies")?;
            let mut scratch = String::new();
            for row in 0..rows.len() {
                let Some(number) = numbers.get(row) else {
                    continue;
                };
                let compared = Compared {
                    players: players_key([white.get(row), black.get(row)], &mut scratch),
                    dates: Dates {
                        from: froms.get(row),
                        to: tos.get(row),
                    },
                    extent: (
                        results.get(row).unwrap_or_default() != GameResult::Unfinished,
                        plies.count(row) as i32,
                    ),
                };
                games.push((number, compared));
            }
            Ok(())
        })?;
        let mut games: Vec<_> = parts.into_iter().flatten().collect();
        games.sort_unstable_by_key(|(id, _)| *id);
        Ok(games)
    }
}

/// A game that is no copy, as far as the games so far say.
struct Original {
    game: i64,
    dates: Dates,
    extent: (bool, i32),
    /// Whether it is left out after all: others have its moves and more.
    is_copy: bool,
}

/// The copies among the games of one line of moves. Others may have played it before, so a game is compared with each
/// earlier one of its players that is no copy and has just these moves: the first and those with the same moves, not
/// those whose moves are a beginning of the first's, or go on where they end.
fn copies_of_line<'c>(
    line: &[SameLine],
    compared: &impl Fn(i64) -> Option<&'c Compared>,
) -> Vec<i64> {
    let mut originals: HashMap<u64, Vec<Original>> = HashMap::new();
    let original = |game: i64, compared: &Compared| Original {
        game,
        dates: compared.dates,
        extent: compared.extent,
        is_copy: false,
    };
    let first = line.first().map(|row| row.first);
    if let Some((id, first)) = first.and_then(|id| Some((id, compared(id)?))) {
        originals.insert(first.players, vec![original(id, first)]);
    }
    let mut copies = Vec::new();
    for row in line {
        let Some(game) = compared(row.game) else {
            continue;
        };
        let of_players = originals.entry(game.players).or_default();
        let earlier = of_players
            .iter_mut()
            .find(|other| game.dates.may_be(other.dates));
        let Some(earlier) = earlier else {
            if row.kind == DuplicateKind::SameMoves {
                of_players.push(original(row.game, game));
            }
            continue;
        };
        let has_more = game.extent > earlier.extent;
        match row.kind {
            // Both are one game, of the days that both may be.
            DuplicateKind::SameMoves => {
                earlier.dates = earlier.dates.both(game.dates);
                let copy = match has_more {
                    true => std::mem::replace(&mut earlier.game, row.game),
                    false => row.game,
                };
                earlier.extent = earlier.extent.max(game.extent);
                copies.push(copy);
            }
            // Several games may go on from one beginning, so that all of them count.
            _ if has_more => earlier.is_copy = true,
            _ => copies.push(row.game),
        }
    }
    let left_out = originals.into_values().flatten();
    copies.extend(left_out.filter(|one| one.is_copy).map(|one| one.game));
    copies
}
