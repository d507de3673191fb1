//! What was played from positions, as table `tree` has it.

use std::collections::{HashMap, HashSet};

use audit960_audit::kept_plies;
use audit960_board::{Move, Position};
use audit960_dataset::tables::{Dates, Ints, Rows, Texts};
use audit960_dataset::{Dataset, DatasetError, LabelColumn, TableScan};
use audit960_tree::{EloSum, ExampleGame, Explored, GameTally, PackedPosition};
use audit960_types::{Identity, ScoreTally, Visit};

use crate::{GameScan, Inputs, LeftOut};

/// The numbers of a row, besides `games`, which is their sum.
const NUMBERS: [&str; 9] = [
    "white_wins",
    "draws",
    "black_wins",
    "unfinished",
    "moveless",
    "white_elo_sum",
    "white_rated",
    "black_elo_sum",
    "black_rated",
];
const STARTS: [&str; 2] = ["white_start", "black_start"];
const EXAMPLE: [&str; 2] = ["example_elo", "example_game_id"];

impl Inputs {
    /// What was played from each of some positions, if the one input is a dataset that has counted it: within the
    /// half-moves of the question, for all games or those of a start position, and with at least two games for each of the
    /// positions.
    pub(super) fn counted_before(
        &self,
        positions: &[Position],
        scan: &GameScan,
    ) -> anyhow::Result<Option<(Vec<Explored>, LeftOut)>> {
        let Some(dataset) = self.counting_dataset(scan)? else {
            return Ok(None);
        };
        if kept_plies(dataset.manifest()) != scan.last_ply {
            return Ok(None);
        }
        let fens = positions
            .iter()
            .map(|position| PackedPosition::of(position).xfen());
        let fens: Vec<String> = fens.collect();
        let Some(mut explored) = read(&dataset, &fens, scan)? else {
            return Ok(None);
        };
        name_examples(&dataset, &mut explored)?;
        Ok(Some((explored, LeftOut::of_counted(&dataset, scan)?)))
    }

    /// How many games reached a position within so many half-moves, if the one input is a dataset that has counted just
    /// that, and at least two games did.
    pub(crate) fn games_that_reached(
        &self,
        position: &PackedPosition,
        scan: &GameScan,
        last: u32,
    ) -> anyhow::Result<Option<(u64, LeftOut)>> {
        let dataset = self.counting_dataset(scan)?;
        let Some(dataset) = dataset.filter(|one| kept_plies(one.manifest()) == Some(last)) else {
            return Ok(None);
        };
        let explored = read(&dataset, &[position.xfen()], scan)?;
        let Some(tally) = explored.and_then(|all| Some(all.first()?.tally)) else {
            return Ok(None);
        };
        let games = tally.score.games() + tally.moveless;
        Ok(Some((games, LeftOut::of_counted(&dataset, scan)?)))
    }

    /// The one input, if it is a dataset that has counted what was played from positions and all its games are asked about,
    /// but for those from other start positions.
    pub(crate) fn counting_dataset(&self, scan: &GameScan) -> anyhow::Result<Option<Dataset>> {
        let ([_], Some(folder)) = (self.names.as_slice(), self.datasets().next()) else {
            return Ok(None);
        };
        if self.filter.is_some() || !scan.kinds.is_empty() {
            return Ok(None);
        }
        let dataset = self.open(folder)?;
        Ok(dataset.has("tree").then_some(dataset))
    }
}

/// The counts of the positions with these FENs; `None` if one of them has no row.
pub(in crate::positions) fn read(
    dataset: &Dataset,
    fens: &[String],
    scan: &GameScan,
) -> anyhow::Result<Option<Vec<Explored>>> {
    let texts: Vec<&str> = fens.iter().map(String::as_str).collect();
    let more = ["fen", "visit", "uci", "first_date", "last_date"];
    let columns = [&more[..], &STARTS, &NUMBERS, &EXAMPLE].concat();
    let reading = TableScan::of("tree", &columns).among("fen", &texts);
    let indices: HashMap<&str, usize> = texts.iter().copied().zip(0..).collect();
    let new = || (vec![Explored::default(); fens.len()], HashSet::new());
    let parts = dataset.fold(&reading, new, |(explored, found), _, rows| {
        let columns = Columns::of(rows)?;
        for row in 0..rows.len() {
            let index = columns.fens.get(row).and_then(|fen| indices.get(fen));
            let Some((index, into)) =
                index.and_then(|index| Some((*index, explored.get_mut(*index)?)))
            else {
                continue;
            };
            found.insert(index);
            if scan.wants_starts(columns.starts(row)) {
                columns.add_to(into, row);
            }
        }
        Ok(())
    })?;
    let (mut all, mut found) = new();
    for (explored, some) in parts {
        found.extend(some);
        for (mine, other) in all.iter_mut().zip(explored) {
            mine.merge(other);
        }
    }
    Ok((found.len() == fens.len()).then_some(all))
}

/// The columns of table `tree`.
struct Columns<'r> {
    fens: Texts<'r>,
    starts: [Ints<'r>; 2],
    visits: LabelColumn<'r, Visit>,
    moves: Texts<'r>,
    numbers: [Ints<'r>; 9],
    dates: [Dates<'r>; 2],
    example: [Ints<'r>; 2],
}

impl<'r> Columns<'r> {
    fn of(rows: &'r Rows) -> Result<Self, DatasetError> {
        let [white, black] = STARTS.map(|name| rows.ints(name));
        let [a, b, c, d, e, f, g, h, i] = NUMBERS.map(|name| rows.ints(name));
        let [elo, id] = EXAMPLE.map(|name| rows.ints(name));
        Ok(Self {
            fens: rows.texts("fen")?,
            starts: [white?, black?],
            visits: LabelColumn::of(rows, "visit")?,
            moves: rows.texts("uci")?,
            numbers: [a?, b?, c?, d?, e?, f?, g?, h?, i?],
            dates: [rows.dates("first_date")?, rows.dates("last_date")?],
            example: [elo?, id?],
        })
    }

    fn starts(&self, row: usize) -> Option<[u16; 2]> {
        let [white, black] = self.starts.each_ref().map(|column| column.get(row));
        Some([u16::try_from(white?).ok()?, u16::try_from(black?).ok()?])
    }

    fn tally(&self, row: usize) -> GameTally {
        let [
            white_wins,
            draws,
            black_wins,
            unfinished,
            moveless,
            white,
            white_rated,
            black,
            black_rated,
        ] = self.numbers.each_ref().map(|column| column.count(row));
        let elo = |sum: u64, known| EloSum {
            sum: sum.cast_signed(),
            known,
        };
        let [first, last] = self.dates.each_ref().map(|column| column.get(row));
        GameTally {
            score: ScoreTally {
                white_wins,
                draws,
                black_wins,
                unfinished,
            },
            moveless,
            elos: [elo(white, white_rated), elo(black, black_rated)],
            days: first.zip(last),
        }
    }

    /// Adds the games of a row to those that reached its position and played its move.
    fn add_to(&self, explored: &mut Explored, row: usize) {
        let tally = self.tally(row);
        let visit = self.visits.get(row);
        if visit == Some(Visit::First) {
            explored.tally.merge(&tally);
        }
        let played = self.moves.get(row).and_then(|uci| uci.parse::<Move>().ok());
        let (Some(played), true) = (played, visit != Some(Visit::SameMove)) else {
            return;
        };
        let counts = explored.moves.entry(played).or_default();
        counts.tally.merge(&tally);
        let [elo, id] = self.example.each_ref().map(|column| column.get(row));
        let example = elo.zip(id).map(|(rating, id)| ExampleGame {
            rating,
            id,
            source: String::new(),
            identity: Identity::default(),
            white: None,
            black: None,
        });
        ExampleGame::take(&mut counts.example, example);
    }
}

/// Adds to the examples, of which only the ids are known, what table `games` says of them.
fn name_examples(dataset: &Dataset, explored: &mut [Explored]) -> anyhow::Result<()> {
    let examples = || explored.iter().flat_map(|explored| explored.moves.values());
    let ids = examples().filter_map(|counts| Some(counts.example.as_ref()?.id));
    let ids: HashSet<i64> = ids.collect();
    let columns = [
        "game_id",
        "source",
        "frame_offset",
        "byte_offset",
        "white",
        "black",
    ];
    let reading = TableScan::of("games", &columns).only(&["game_id"], |rows| {
        let found = rows.ints("game_id")?;
        let wanted = |row| found.get(row).is_some_and(|id| ids.contains(&id));
        Ok((0..rows.len()).map(wanted).collect())
    });
    let parts = dataset.fold(&reading, HashMap::new, |games, _, rows| {
        let (found, sources) = (rows.ints("game_id")?, rows.texts("source")?);
        let (frames, bytes) = (rows.ints("frame_offset")?, rows.ints("byte_offset")?);
        let (white, black) = (rows.texts("white")?, rows.texts("black")?);
        for row in 0..rows.len() {
            let Some(id) = found.get(row) else { continue };
            let identity = Identity {
                frame_offset: frames.count(row),
                byte_offset: bytes.count(row),
            };
            let source = sources.get(row).unwrap_or_default().to_owned();
            let names = [white.get(row), black.get(row)].map(|name| name.map(str::to_owned));
            games.insert(id, (source, identity, names));
        }
        Ok(())
    })?;
    let games: HashMap<i64, _> = parts.into_iter().flatten().collect();
    for explored in explored {
        for counts in explored.moves.values_mut() {
            let Some(example) = &mut counts.example else {
                continue;
            };
            if let Some((source, identity, [white, black])) = games.get(&example.id) {
                example.source.clone_from(source);
                example.identity = *identity;
                (example.white, example.black) = (white.clone(), black.clone());
            }
        }
    }
    Ok(())
}
