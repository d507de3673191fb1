//! Games that are copies of others and therefore count in no statistics.

use std::collections::{HashMap, HashSet};

use audit960_types::DuplicateKind;

use super::{Dataset, DatasetError, TableScan};

/// The fields in which a game is compared with the one that it may be a copy of.
struct Compared {
    white: Option<String>,
    black: Option<String>,
    /// First and last day, in days since 1 January 1970.
    from: Option<i32>,
    to: Option<i32>,
}

impl Compared {
    fn may_be_a_copy_of(&self, first: &Self) -> bool {
        // An unknown date may be any.
        let not_after =
            |from: Option<i32>, to: Option<i32>| from.zip(to).is_none_or(|(from, to)| from <= to);
        self.white == first.white
            && self.black == first.black
            && not_after(self.from, first.to)
            && not_after(first.from, self.to)
    }
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
        let kinds = [DuplicateKind::SameMoves, DuplicateKind::Prefix].map(DuplicateKind::as_str);
        let reading = TableScan::of("duplicates", &["game_id", "copy_of", "kind"]);
        let pairs = self.whole().fold(&reading, Vec::new, |pairs, _, rows| {
            let (games, firsts) = (rows.ints("game_id")?, rows.ints("copy_of")?);
            let of_kind = rows.texts("kind")?;
            for row in 0..rows.len() {
                let wanted = of_kind.get(row).is_some_and(|kind| kinds.contains(&kind));
                if let Some(pair) = games.get(row).zip(firsts.get(row)).filter(|_| wanted) {
                    pairs.push(pair);
                }
            }
            Ok(())
        })?;
        let pairs: Vec<(i64, i64)> = pairs.into_iter().flatten().collect();
        if pairs.is_empty() {
            return Ok(HashSet::new());
        }
        let games = pairs.iter().flat_map(|(game, first)| [*game, *first]);
        let games = self.compared(&games.collect())?;
        let copies = pairs.into_iter().filter(|(game, first)| {
            let both = games.get(game).zip(games.get(first));
            both.is_some_and(|(game, first)| game.may_be_a_copy_of(first))
        });
        Ok(copies.map(|(game, _)| game).collect())
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
            let (from, to) = (rows.dates("date_from")?, rows.dates("date_to")?);
            for row in 0..rows.len() {
                let Some(number) = numbers.get(row) else {
                    continue;
                };
                let compared = Compared {
                    white: white.get(row).map(str::to_owned),
                    black: black.get(row).map(str::to_owned),
                    from: from.get(row),
                    to: to.get(row),
                };
                games.insert(number, compared);
            }
            Ok(())
        })?;
        Ok(parts.into_iter().flatten().collect())
    }
}
