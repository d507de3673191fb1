//! The aggregates of the start positions, computed from the games.

use std::collections::{BTreeMap, HashMap};

use crate::tables::{MappedTexts, Rows};
use audit960_board::start::START_COUNT;
use audit960_types::{
    ComparedGame, GameResult, Population, StartKind, StartTally, Tally, TimeClass, Venue, Verdict,
    cluster_key, cluster_of_keys,
};

use super::columns::{LabelColumn, StartColumn};
use super::{CountedAnswer, CountedGames, Dataset, DatasetError, TableScan};

/// The columns that a position's tally is computed from.
const COLUMNS: [&str; 14] = [
    "game_id",
    "verdict",
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

/// Tallies by Scharnagl number; `None` for positions without games.
type Positions = Vec<Option<StartTally>>;

/// The games that were played, and those without moves.
struct Counted {
    played: Positions,
    moveless: Positions,
}

impl Dataset {
    /// A tally with `positions`, `moveless_positions` and `lines` alone, of the Chess960 start positions: equal to those of the
    /// run that wrote the dataset, except that copies are left out ([`Self::copies`]). The rest is empty. Games without
    /// moves are in the tally, wherever they count.
    ///
    /// # Errors
    /// [`DatasetError`] if a table is missing or cannot be read.
    pub fn tally(&self) -> Result<CountedAnswer<Tally>, DatasetError> {
        let incidents = self.incidents()?;
        let games = CountedGames::of_kind(StartKind::Chess960);
        let none = || vec![None; usize::from(START_COUNT)];
        let make = || Counted {
            played: none(),
            moveless: none(),
        };
        let take =
            |counted: &mut Counted, _, rows: &Rows| self.add_results(counted, rows, &incidents);
        let counted = self.fold_counted(&COLUMNS, games, make, take)?;
        let (mut positions, mut moveless_positions) = (BTreeMap::new(), BTreeMap::new());
        for part in counted.value {
            merge(&mut positions, part.played);
            merge(&mut moveless_positions, part.moveless);
        }
        Ok(CountedAnswer {
            value: Tally {
                positions,
                moveless_positions,
                lines: self.lines()?,
                ..Tally::default()
            },
            left_out: counted.left_out,
        })
    }

    /// The number of incidents of each game that has any, by id; of games that are not selected, too.
    fn incidents(&self) -> Result<HashMap<i64, u64>, DatasetError> {
        let reading = TableScan::of("incidents", &["game_id"]);
        let parts = self.whole().fold(&reading, Vec::new, |games, _, rows| {
            let numbers = rows.ints("game_id")?;
            games.extend((0..rows.len()).filter_map(|row| numbers.get(row)));
            Ok(())
        })?;
        let mut incidents = HashMap::new();
        for game in parts.into_iter().flatten() {
            *incidents.entry(game).or_default() += 1;
        }
        Ok(incidents)
    }

    /// Adds a row group of the games.
    fn add_results(
        &self,
        counted: &mut Counted,
        rows: &Rows,
        incidents: &HashMap<i64, u64>,
    ) -> Result<(), DatasetError> {
        let (numbers, plies) = (rows.ints("game_id")?, rows.ints("plies")?);
        let (white_elos, black_elos) = (rows.ints("white_elo")?, rows.ints("black_elo")?);
        let keys = |column| rows.mapped(column, cluster_key);
        let (events, dates) = (keys("event")?, keys("date")?);
        let players = [keys("white")?, keys("black")?];
        let absent = cluster_key("");
        let key = |keys: &MappedTexts<'_, u64>, row| keys.get(row).unwrap_or(absent);
        let starts = StartColumn::of(self, rows, "white_start")?;
        let results = LabelColumn::<GameResult>::of(rows, "result")?;
        let verdicts = LabelColumn::<Verdict>::of(rows, "verdict")?;
        let venues = LabelColumn::<Venue>::of(rows, "venue")?;
        let populations = LabelColumn::<Population>::of(rows, "population")?;
        let classes = LabelColumn::<TimeClass>::of(rows, "time_class")?;
        for row in 0..rows.len() {
            let result = results.get(row).unwrap_or(GameResult::Unfinished);
            let venue = venues.get(row).unwrap_or(Venue::Unknown);
            let elos = white_elos.get(row).zip(black_elos.get(row));
            let difference = elos.map(|(white, black)| {
                let bounded = |elo: i64| elo.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
                bounded(white).saturating_sub(bounded(black))
            });
            let start = usize::from(starts.get(row)?.number());
            let plies = plies.count(row);
            let moveless = verdicts
                .get(row)
                .is_some_and(|verdict| verdict.is_moveless(plies));
            let positions = match moveless {
                true => &mut counted.moveless,
                false => &mut counted.played,
            };
            let position = positions[start].get_or_insert_default();
            position.score.add(result);
            position.plies += plies;
            let of_game = numbers.get(row).and_then(|number| incidents.get(&number));
            position.incidents += of_game.copied().unwrap_or(0);
            position.compare(&ComparedGame {
                result,
                population: populations.get(row).unwrap_or(Population::Unknown),
                time_class: classes.get(row),
                difference,
                cluster: cluster_of_keys(
                    venue,
                    key(&events, row),
                    players.each_ref().map(|player| key(player, row)),
                    key(&dates, row),
                ),
            });
        }
        Ok(())
    }
}

/// Adds the tallies of a part of the games.
fn merge(all: &mut BTreeMap<u16, StartTally>, part: Positions) {
    for (number, tally) in (0..).zip(part) {
        if let Some(tally) = tally {
            all.entry(number).or_default().merge(&tally);
        }
    }
}
