//! Table `players`, and the findings about names and FIDE ids, made of the games of a dataset when all of them are known.

mod conflicts;
mod parts;
mod tally;

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::Context as _;
use audit960_dataset::tables::{LateFinding, PlayerFile, ReadError, Rows};
use audit960_dataset::{DatasetError, LabelColumn, TableScan};
use audit960_types::{Code, Finding, GameResult, Identity, Side, Verdict};

use self::conflicts::{Conflict, Conflicts};
use self::parts::{PlayerCollector, PlayerParts};
use self::tally::{GameRef, PlayedSide, PlayerTally};
use crate::late_tables::{LateTables, each_part};

/// The codes of the findings that are made of all games, and made anew when games are added.
pub(crate) const LATE_CODES: [Code; 2] = [Code::NamesOfPlayer, Code::IdsOfName];

/// Columns of White, and of Black.
const SIDES: [(Side, [&str; 4]); 2] = [
    (
        Side::White,
        ["white_player_key", "white", "white_fide_id", "white_elo"],
    ),
    (
        Side::Black,
        ["black_player_key", "black", "black_fide_id", "black_elo"],
    ),
];

/// Columns of the game.
const GAME: [&str; 5] = ["game_id", "event", "result", "date_from", "date_to"];

/// Columns of a game's place.
const PLACE: [&str; 6] = [
    "game_id",
    "source",
    "frame_offset",
    "byte_offset",
    "game",
    "line",
];

impl LateTables<'_> {
    /// Writes the table; returns the findings in the order of the games, and whether these have ordinals and lines.
    pub(crate) fn players(&self) -> anyhow::Result<(Vec<LateFinding>, bool)> {
        let parts = PlayerParts::new(self.dataset.count("games")?, self.scratch);
        self.collect(&parts)?;
        let written = each_part(self.threads, 0..parts.len(), self.observer, |number| {
            self.write_part(&parts, number, PlayerFile::part(&self.files, number)?)
        })?;
        let mut conflicts = Conflicts::default();
        written.into_iter().for_each(|found| conflicts.merge(found));
        self.placed(conflicts.into_sorted())
    }

    /// Most bytes of tallies in one thread: a quarter of what the run may take is for all of them.
    fn share(&self) -> usize {
        usize::try_from(self.memory / 4).unwrap_or(usize::MAX) / self.threads.max(1)
    }

    /// Adds up the games that count, each row group of the table by one collector.
    fn collect(&self, parts: &PlayerParts) -> anyhow::Result<()> {
        let columns = SIDES.iter().flat_map(|(_, columns)| columns).chain(&GAME);
        let columns: Vec<&str> = columns.copied().collect();
        let new = || PlayerCollector::new(parts, self.share());
        let collectors = self.read(
            &columns,
            |verdict| verdict != Verdict::Foreign,
            new,
            add_rows,
        )?;
        for mut collector in collectors {
            collector.flush()?;
        }
        Ok(())
    }

    fn write_part(
        &self,
        parts: &PlayerParts,
        number: usize,
        mut file: PlayerFile,
    ) -> anyhow::Result<Conflicts> {
        let mut conflicts = Conflicts::default();
        parts.read(number, self.share(), |key, tally| {
            conflicts.note(&tally);
            tally.with_row(&key, |row| file.push(row))?;
            anyhow::Ok(())
        })?;
        file.finish()?;
        Ok(conflicts)
    }

    /// The findings with the places of their games; whether all of these are counted.
    fn placed(&self, conflicts: Vec<Conflict>) -> anyhow::Result<(Vec<LateFinding>, bool)> {
        if conflicts.is_empty() {
            return Ok((Vec::new(), true));
        }
        let ids = conflicts.iter().map(|conflict| (conflict.game.game_id, ()));
        let ids: HashMap<i64, ()> = ids.collect();
        let wanted = |rows: &Rows| -> Result<Vec<bool>, ReadError> {
            let found = rows.ints("game_id")?;
            let is_wanted = |row| found.get(row).is_some_and(|id| ids.contains_key(&id));
            Ok((0..rows.len()).map(is_wanted).collect())
        };
        let reading = TableScan::of("games", &PLACE).only(&["game_id"], wanted);
        let found = self.dataset.fold(&reading, Vec::new, |places, _, rows| {
            add_places(places, rows)?;
            Ok(())
        })?;
        let places: HashMap<i64, Place> = found.into_iter().flatten().collect();
        let counted = places.values().all(|place| place.game.is_some());
        let findings = conflicts.into_iter().map(|conflict| {
            let place = places.get(&conflict.game.game_id);
            let place = place.context("a game of a finding is not in table games")?;
            Ok(LateFinding {
                source: Arc::clone(&place.source),
                finding: Finding {
                    game: Some(place.game.unwrap_or(0)),
                    ..Finding::of_line(conflict.code, place.identity, place.line, conflict.message)
                },
            })
        });
        Ok((findings.collect::<anyhow::Result<_>>()?, counted))
    }
}

/// Where a game is.
struct Place {
    source: Arc<str>,
    identity: Identity,
    game: Option<u64>,
    /// From 0.
    line: u64,
}

fn add_places(places: &mut Vec<(i64, Place)>, rows: &Rows) -> Result<(), ReadError> {
    let [id, source, frame, byte, game, line] = PLACE;
    let (ids, sources) = (rows.ints(id)?, rows.texts(source)?);
    let (frames, bytes) = (rows.ints(frame)?, rows.ints(byte)?);
    let (games, lines) = (rows.ints(game)?, rows.ints(line)?);
    for row in 0..rows.len() {
        let place = Place {
            source: sources.get(row).unwrap_or_default().into(),
            identity: Identity {
                frame_offset: frames.count(row),
                byte_offset: bytes.count(row),
            },
            game: games.get(row).map(i64::cast_unsigned),
            line: lines.count(row).saturating_sub(1),
        };
        places.push((ids.get(row).unwrap_or_default(), place));
    }
    Ok(())
}

/// Adds the sides of games that have a key.
fn add_rows(
    collector: &mut PlayerCollector<'_>,
    row_group: usize,
    rows: &Rows,
) -> Result<(), DatasetError> {
    let [id, event, result, from, to] = GAME;
    let (ids, events) = (rows.ints(id)?, rows.texts(event)?);
    let results = LabelColumn::<GameResult>::of(rows, result)?;
    let days = [rows.dates(from)?, rows.dates(to)?];
    for (side, [key, name, fide_id, elo]) in SIDES {
        let (keys, names) = (rows.texts(key)?, rows.texts(name)?);
        let (fide_ids, elos) = (rows.ints(fide_id)?, rows.ints(elo)?);
        for row in 0..rows.len() {
            let Some(key) = keys.get(row) else {
                continue;
            };
            let played = PlayedSide {
                side,
                name: names.get(row),
                fide_id: fide_ids.get(row),
                elo: elos.get(row).and_then(|elo| i32::try_from(elo).ok()),
                event: events.get(row),
                result: results.get(row).unwrap_or_default(),
                days: days.each_ref().map(|column| column.get(row)),
                game: GameRef {
                    order: (row_group as u64) << 32 | row as u64,
                    game_id: ids.get(row).unwrap_or_default(),
                },
            };
            collector.add(key, PlayerTally::of(&played))?;
        }
    }
    Ok(())
}
