//! The aggregates of the start positions, from the games.

use std::collections::BTreeMap;

use audit960_types::{ScoreTally, StartKind, StartTally, Tally};
use polars::prelude::{DataType, JoinArgs, JoinType, LazyFrame, PolarsResult, col, len, lit};

use super::columns::{Groups, count, score_sums};
use super::{Dataset, DatasetError};

/// What identifies a game (and its incidents).
const IDENTITY: [&str; 3] = ["source", "frame_offset", "byte_offset"];

/// Clock from which a claim exists (Laws 9.3.1): no game with an incident stays below.
const FIRST_CLAIM_CLOCK: i32 = 99;

/// Start number and rating difference are one key, `start * SPAN + difference + OFFSET`; rating
/// differences have 32 bits and a sign.
const SPAN: i64 = 1 << 34;
const OFFSET: i64 = 1 << 33;

impl Dataset {
    /// What was counted of the Chess960 start positions: `positions` of the tally, equal to that of
    /// the run that wrote the dataset. The rest of the tally stays empty.
    ///
    /// Reads six columns of the games, and of those with a clock of 99 or more the identity.
    ///
    /// # Errors
    /// [`DatasetError`] if a table is missing or cannot be read.
    pub fn tally(&self) -> Result<Tally, DatasetError> {
        let mut positions = self.results()?;
        self.add_incidents(&mut positions)?;
        Ok(Tally {
            positions,
            ..Tally::default()
        })
    }

    fn results(&self) -> Result<BTreeMap<u16, StartTally>, DatasetError> {
        let wide = |name: &str| col(name).cast(DataType::Int64);
        let difference = (wide("white_elo") - wide("black_elo")).fill_null(lit(-OFFSET));
        let key = wide("white_start") * lit(SPAN) + difference + lit(OFFSET);
        let sums = score_sums().chain([wide("plies").sum()]);
        let query = self
            .games_from(StartKind::Chess960)?
            .select([key.alias("key"), col("result"), col("plies")])
            .group_by([col("key")])
            .agg(sums.collect::<Vec<_>>());
        self.read(query, |groups, rows, positions| {
            let (keys, plies) = (groups.ints("key")?, groups.ints("plies")?);
            for row in 0..rows {
                let Some(key) = keys[row] else { continue };
                let score = groups.score(row);
                let position = entry(positions, key.div_euclid(SPAN));
                position.score += score;
                position.plies += count(plies[row]);
                let rated = ScoreTally {
                    unfinished: 0,
                    ..score
                };
                if key.rem_euclid(SPAN) != 0 && rated.games() > 0 {
                    let difference = key.rem_euclid(SPAN) - OFFSET;
                    // It came of two numbers of 32 bits.
                    let difference = i32::try_from(difference).unwrap_or_default();
                    *position.rated.entry(difference).or_default() += rated;
                }
            }
            Ok(())
        })
    }
}
