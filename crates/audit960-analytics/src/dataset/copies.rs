//! Games that are copies of others, and so count in no statistics.

use std::collections::HashSet;

use audit960_types::DuplicateKind;
use polars::prelude::{Expr, JoinArgs, JoinType, LazyFrame, col, lit};

use super::columns::Groups;
use super::{Dataset, DatasetError};

/// What is compared of a game and the one it may be a copy of.
const COMPARED: [&str; 5] = ["game_id", "white", "black", "date_from", "date_to"];

impl Dataset {
    /// The numbers of the games that are copies of earlier ones: with the same moves, or moves that
    /// are the beginning of the other's, with the same players, and on dates that may be the same.
    /// None without table `duplicates`: then nobody looked for copies.
    ///
    /// # Errors
    /// [`DatasetError`] if a table cannot be read.
    pub fn copies(&self) -> Result<HashSet<i64>, DatasetError> {
        if self.files("duplicates").is_empty() {
            return Ok(HashSet::new());
        }
        let kinds = [DuplicateKind::SameMoves, DuplicateKind::Prefix];
        let [same, prefix] = kinds.map(|kind| col("kind").eq(lit(kind.as_str())));
        let pairs = self.scan("duplicates")?.filter(same.or(prefix));
        let pairs = pairs.select([col("game_id"), col("copy_of")]);
        let pairs = joined(pairs, "game_id", self.scan("games")?, "copy");
        let pairs = joined(pairs, "copy_of", self.scan("games")?, "first");
        let same = |name: &str| {
            let [copy, first] = ["copy", "first"].map(|side| col(format!("{side}_{name}")));
            copy.eq_missing(first)
        };
        // An unknown date may be any.
        let not_after =
            |from: &str, to: &str| -> Expr { col(from).lt_eq(col(to)).fill_null(lit(true)) };
        let overlap = not_after("copy_date_from", "first_date_to")
            .and(not_after("first_date_from", "copy_date_to"));
        let copies = pairs.filter(same("white").and(same("black")).and(overlap));
        let frame = self.collect(copies.select([col("game_id")]))?;
        let numbers = Groups::new(self, &frame).ints("game_id")?;
        Ok(numbers.into_iter().flatten().collect())
    }
}

/// The pairs with what is compared of one side, its names with a prefix.
fn joined(pairs: LazyFrame, key: &str, games: LazyFrame, side: &str) -> LazyFrame {
    let columns = COMPARED.map(|name| col(name).alias(format!("{side}_{name}")));
    let games = games.select(columns);
    pairs.join(
        games,
        [col(key)],
        [col(format!("{side}_game_id"))],
        JoinArgs::new(JoinType::Inner),
    )
}
