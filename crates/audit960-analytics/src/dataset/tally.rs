//! The aggregates of the start positions, from the games.

use std::collections::BTreeMap;

use audit960_types::{ScoreTally, StartKind, StartTally, Tally};
use polars::prelude::{DataType, JoinArgs, JoinType, col, len, lit};

use super::columns::{Groups, score_sums};
use super::{Dataset, DatasetError};

/// What tells a game, and the incidents in it, from all others.
const IDENTITY: [&str; 3] = ["source", "frame_offset", "byte_offset"];

/// Clock from which a claim exists (Laws 9.3.1): games with an incident have reached it.
const FIRST_CLAIM_CLOCK: i32 = 99;

/// Start number and rating difference in one key, `start * SPAN + difference + OFFSET`, which is
/// faster to group by than two. A difference of two 32-bit numbers has 33 bits and a sign; nought
/// in its place means that a rating is not known.
const SPAN: i64 = 1 << 35;
const OFFSET: i64 = 1 << 34;

type Positions = BTreeMap<u16, StartTally>;

impl Dataset {
    /// What was counted of the Chess960 start positions: the `positions` and the `lines` of the
    /// tally, equal to those of the run that wrote the dataset. The rest of the tally stays empty.
    ///
    /// # Errors
    /// [`DatasetError`] if a table is missing or cannot be read.
    pub fn tally(&self) -> Result<Tally, DatasetError> {
        let mut positions = self.results()?;
        self.add_incidents(&mut positions)?;
        Ok(Tally {
            positions,
            lines: self.lines()?,
            ..Tally::default()
        })
    }

    fn results(&self) -> Result<Positions, DatasetError> {
        let wide = |name: &str| col(name).cast(DataType::Int64);
        let difference = (wide("white_elo") - wide("black_elo")).fill_null(lit(-OFFSET));
        let key = wide("white_start") * lit(SPAN) + difference + lit(OFFSET);
        let sums = score_sums().chain([wide("plies").sum()]);
        let frame = self.collect(
            self.games_from(StartKind::Chess960)?
                .select([key.alias("key"), col("result"), col("plies")])
                .group_by([col("key")])
                .agg(sums.collect::<Vec<_>>()),
        )?;
        let groups = Groups::new(self, &frame);
        let (keys, scores, plies) = (
            groups.ints("key")?,
            groups.scores()?,
            groups.counts("plies")?,
        );
        let mut positions = Positions::new();
        for ((key, score), plies) in keys.into_iter().zip(scores).zip(plies) {
            let start = self.start(key.map(|key| key.div_euclid(SPAN)))?;
            let position = positions.entry(start.number()).or_default();
            position.score += score;
            position.plies += plies;
            let rated = ScoreTally {
                unfinished: 0,
                ..score
            };
            if let Some(difference) = key.and_then(rating_difference)
                && rated.games() > 0
            {
                *position.rated.entry(difference).or_default() += rated;
            }
        }
        Ok(positions)
    }

    fn add_incidents(&self, positions: &mut Positions) -> Result<(), DatasetError> {
        let incidents = self
            .scan("incidents")?
            .group_by(IDENTITY.map(col))
            .agg([len().alias("incidents")]);
        let frame = self.collect(
            self.games_from(StartKind::Chess960)?
                .filter(col("max_clock").gt_eq(lit(FIRST_CLAIM_CLOCK)))
                .join(
                    incidents,
                    IDENTITY.map(col),
                    IDENTITY.map(col),
                    JoinArgs::new(JoinType::Inner),
                )
                .group_by([col("white_start")])
                .agg([col("incidents").sum()]),
        )?;
        let groups = Groups::new(self, &frame);
        for (start, incidents) in groups
            .starts("white_start")?
            .into_iter()
            .zip(groups.counts("incidents")?)
        {
            positions.entry(start.number()).or_default().incidents += incidents;
        }
        Ok(())
    }
}

/// The rating difference in a key, if both ratings are known.
fn rating_difference(key: i64) -> Option<i32> {
    match key.rem_euclid(SPAN) {
        0 => None,
        shifted => i32::try_from(shifted - OFFSET).ok(),
    }
}
