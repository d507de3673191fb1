//! The aggregates of the start positions, from the games.

use std::collections::{BTreeMap, HashSet};

use audit960_types::{
    ComparedGame, GameResult, Population, StartKind, StartTally, Tally, TimeClass, Venue, cluster,
};
use polars::prelude::{JoinArgs, JoinType, col, len, lit};

use super::columns::{Groups, LabelReader};
use super::pieces::Reading;
use super::{Dataset, DatasetError, of_kind};

/// What tells a game, and the incidents in it, from all others.
const IDENTITY: [&str; 3] = ["source", "frame_offset", "byte_offset"];

/// Clock from which a claim exists (Laws 9.3.1): games with an incident have reached it.
const FIRST_CLAIM_CLOCK: i32 = 99;

/// The columns that a position's tally is made of.
const COLUMNS: [&str; 13] = [
    "game_id",
    "white_start",
    "result",
    "plies",
    "white_elo",
    "black_elo",
    "population",
    "time_class",
    "venue",
    "event",
    "white",
    "black",
    "date",
];

type Positions = BTreeMap<u16, StartTally>;

impl Dataset {
    /// What was counted of the Chess960 start positions: the `positions` and the `lines` of the
    /// tally, equal to those of the run that wrote the dataset but for copies, which are left out
    /// ([`Self::copies`]). The rest of the tally stays empty.
    ///
    /// # Errors
    /// [`DatasetError`] if a table is missing or cannot be read.
    pub fn tally(&self) -> Result<Tally, DatasetError> {
        let copies = self.copies()?;
        let mut positions = self.results(&copies)?;
        self.add_incidents(&mut positions, &copies)?;
        Ok(Tally {
            positions,
            lines: self.lines()?,
            ..Tally::default()
        })
    }

    fn results(&self, copies: &HashSet<i64>) -> Result<Positions, DatasetError> {
        let reading = Reading {
            table: "games",
            filter: of_kind(StartKind::Chess960),
            columns: COLUMNS.map(col).to_vec(),
        };
        let parts = self.read_pieces(&reading, Positions::new, |positions, rows| {
            add_results(positions, rows, copies)
        })?;
        let mut positions = Positions::new();
        for (number, tally) in parts.into_iter().flatten() {
            positions.entry(number).or_default().merge(&tally);
        }
        Ok(positions)
    }

    fn add_incidents(
        &self,
        positions: &mut Positions,
        copies: &HashSet<i64>,
    ) -> Result<(), DatasetError> {
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
                .select([col("game_id"), col("white_start"), col("incidents")]),
        )?;
        let groups = Groups::new(self, &frame);
        let starts = groups.starts("white_start")?.into_iter();
        let counts = groups.counts("incidents")?.into_iter();
        for ((number, start), incidents) in
            groups.ints("game_id")?.into_iter().zip(starts).zip(counts)
        {
            if number.is_some_and(|number| copies.contains(&number)) {
                continue;
            }
            positions.entry(start.number()).or_default().incidents += incidents;
        }
        Ok(())
    }
}

/// Adds a piece of the games.
fn add_results(
    positions: &mut Positions,
    rows: &Groups<'_>,
    copies: &HashSet<i64>,
) -> Result<(), DatasetError> {
    let numbers = rows.ints("game_id")?;
    let starts = rows.starts("white_start")?;
    let plies = rows.counts("plies")?;
    let (white_elos, black_elos) = (rows.ints("white_elo")?, rows.ints("black_elo")?);
    let texts = |name| rows.texts(name);
    let (results, venues) = (texts("result")?, texts("venue")?);
    let (populations, classes) = (texts("population")?, texts("time_class")?);
    let (events, dates) = (texts("event")?, texts("date")?);
    let (white, black) = (texts("white")?, texts("black")?);
    let mut result = LabelReader::new(GameResult::ALL, GameResult::as_str);
    let mut venue = LabelReader::new(Venue::ALL, Venue::as_str);
    let mut population = LabelReader::new(Population::ALL, Population::as_str);
    let mut class = LabelReader::new(TimeClass::ALL, TimeClass::as_str);
    for (row, start) in starts.into_iter().enumerate() {
        if numbers[row].is_some_and(|number| copies.contains(&number)) {
            continue;
        }
        let result = result.read(results[row]).unwrap_or(GameResult::Unfinished);
        let venue = venue.read(venues[row]).unwrap_or(Venue::Unknown);
        let difference = white_elos[row].zip(black_elos[row]).map(|(white, black)| {
            let bounded = |elo: i64| elo.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
            bounded(white).saturating_sub(bounded(black))
        });
        let position = positions.entry(start.number()).or_default();
        position.score.add(result);
        position.plies += plies[row];
        position.compare(&ComparedGame {
            result,
            population: population
                .read(populations[row])
                .unwrap_or(Population::Unknown),
            time_class: class.read(classes[row]),
            difference,
            cluster: cluster(venue, events[row], [white[row], black[row]], dates[row]),
        });
    }
    Ok(())
}
