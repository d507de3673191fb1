//! Games that are copies of others and therefore count in no statistics.

use std::collections::{HashMap, HashSet};

use audit960_types::DuplicateKind;

use super::{Dataset, DatasetError, LabelColumn, TableScan};

/// The fields in which a game is compared with those that it may be a copy of.
struct Compared {
    players: [Option<String>; 2],
    dates: Dates,
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
}

/// A row of table `duplicates`.
struct SameLine {
    /// Row group and row in it.
    place: (usize, usize),
    game: i64,
    /// The earliest game with these moves, whoever played it.
    first: i64,
    kind: DuplicateKind,
}

impl Dataset {
    /// The ids of the games that are copies of earlier ones: with the same moves or a prefix of them, the
    /// same players, and dates that may be the same. Empty without table `duplicates`: then the audit did
    /// not look for copies.
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
                        let place = (row_group, row);
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
        let lines = found.chunk_by(|one, other| one.first == other.first);
        Ok(lines
            .flat_map(|line| copies_of_line(line, &games))
            .collect())
    }

    fn compared(&self, wanted: &HashSet<i64>) -> Result<HashMap<i64, Compared>, DatasetError> {
        let columns = ["game_id", "white", "black", "date_from", "date_to"];
        let reading = TableScan::of("games", &columns).only(&["game_id"], |rows| {
            let numbers = rows.ints("game_id")?;
            let among = |row| {
                numbers
                    .get(row)
                    .is_some_and(|number| wanted.contains(&number))
            };
            Ok((0..rows.len()).map(among).collect())
        });
        let parts = self.fold(&reading, HashMap::new, |games, _, rows| {
            let numbers = rows.ints("game_id")?;
            let (white, black) = (rows.texts("white")?, rows.texts("black")?);
            let (froms, tos) = (rows.dates("date_from")?, rows.dates("date_to")?);
            for row in 0..rows.len() {
                let Some(number) = numbers.get(row) else {
                    continue;
                };
                let compared = Compared {
                    players: [&white, &black].map(|names| names.get(row).map(str::to_owned)),
                    dates: Dates {
                        from: froms.get(row),
                        to: tos.get(row),
                    },
                };
                games.insert(number, compared);
            }
            Ok(())
        })?;
        Ok(parts.into_iter().flatten().collect())
    }
}

/// The copies among the games of one line of moves. Others may have played it before, so a game is compared with each
/// earlier one of its players that is no copy and has just these moves: the first and those with the same moves, not
/// those whose moves are a beginning of the first's, or go on where they end.
fn copies_of_line(line: &[SameLine], games: &HashMap<i64, Compared>) -> Vec<i64> {
    let mut originals: HashMap<&[Option<String>; 2], Vec<Dates>> = HashMap::new();
    let first = line.first().and_then(|row| games.get(&row.first));
    if let Some(first) = first {
        originals.insert(&first.players, vec![first.dates]);
    }
    let mut copies = Vec::new();
    for row in line {
        let Some(game) = games.get(&row.game) else {
            continue;
        };
        let earlier = originals.get(&game.players);
        if earlier.is_some_and(|dates| dates.iter().any(|other| game.dates.may_be(*other))) {
            copies.push(row.game);
        } else if row.kind == DuplicateKind::SameMoves {
            originals.entry(&game.players).or_default().push(game.dates);
        }
    }
    copies
}
