//! The start positions with their first moves and some of their games, their groups, and castling.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, Ordering};

use crate::data::{Cell, FirstMove, GameEntry, PagePosition};
use anyhow::Context as _;
use audit960_board::Position as Board;
use audit960_board::start::Start;
use audit960_dataset::tables::{Ints, ReadError, Rows, Texts};
use audit960_dataset::{
    CountedGames, Dataset, DatasetError, DatasetRow, LabelColumn, LeftOutCounter, TableScan, rows,
};
use audit960_statistics::castling_rows;
use audit960_types::tables::CASTLING;
use audit960_types::{CastlingRow, GameResult, ScoreTally, SortedMap, StartKind, StartPositionRow};

/// Games listed under a position.
const GAMES: usize = 20;

/// The positions, by Scharnagl number.
pub(super) fn positions(
    dataset: &Dataset,
    rows: Vec<StartPositionRow>,
) -> anyhow::Result<Vec<PagePosition>> {
    let mut moves = first_moves(dataset)?;
    let mut games = games(dataset)?;
    Ok(rows
        .into_iter()
        .map(|row| PagePosition {
            first_moves: moves.remove(&row.start).unwrap_or_default(),
            games: games.remove(&row.start).unwrap_or_default(),
            row,
        })
        .collect())
}

/// A move in UCI_Chess960, padded with zeros; none is as long.
type MoveText = [u8; 8];

/// The first move of an opening.
fn first_move(opening: &str) -> Option<MoveText> {
    let first = opening
        .split(' ')
        .next()
        .filter(|first| !first.is_empty())?;
    let mut text = MoveText::default();
    text.get_mut(..first.len())?
        .copy_from_slice(first.as_bytes());
    Some(text)
}

/// First moves by position, most frequent first.
fn first_moves(dataset: &Dataset) -> anyhow::Result<BTreeMap<u16, Vec<FirstMove>>> {
    /// By Scharnagl number and move.
    type Counts = BTreeMap<u16, SortedMap<MoveText, ScoreTally>>;
    let columns = ["white_start", "opening", "result"];
    let games = CountedGames::of_kind(StartKind::Chess960);
    let counted = dataset.fold_counted(&columns, games, Counts::new, |counts, _, rows| {
        let numbers = rows.ints("white_start")?;
        let moves = rows.mapped("opening", first_move)?;
        let results = LabelColumn::<GameResult>::of(rows, "result")?;
        for row in 0..rows.len() {
            if let Some(first) = moves.get(row).flatten() {
                let number = u16::try_from(numbers.count(row)).unwrap_or(u16::MAX);
                let result = results.get(row).unwrap_or(GameResult::Unfinished);
                counts.entry(number).or_default().at(first).add(result);
            }
        }
        Ok(())
    })?;
    let mut counts = Counts::new();
    for (number, moves) in counted.value.into_iter().flatten() {
        let all = counts.entry(number).or_default();
        for (first, score) in &moves {
            *all.at(*first) += *score;
        }
    }
    let in_order = |(number, moves): (u16, SortedMap<MoveText, ScoreTally>)| {
        let names = names(number)?;
        let mut moves: Vec<FirstMove> = moves
            .iter()
            .map(|(text, score)| {
                let uci = String::from_utf8_lossy(text);
                let uci = uci.trim_end_matches('\0');
                FirstMove {
                    san: names.get(uci).cloned().unwrap_or_else(|| uci.to_owned()),
                    score: *score,
                }
            })
            .collect();
        moves.sort_by_key(|first| std::cmp::Reverse(first.score.games()));
        Ok((number, moves))
    };
    counts.into_iter().map(in_order).collect()
}

/// The legal first moves from a position: UCI_Chess960 to SAN.
fn names(number: u16) -> anyhow::Result<BTreeMap<String, String>> {
    let start = Start::new(number).with_context(|| format!("{number} is not a start position"))?;
    let board = Board::chess960(start, start);
    let named = board
        .legal_moves()
        .into_iter()
        .map(|played| (played.to_string(), board.san(played)));
    Ok(named.collect())
}

/// Cells of a page, at most.
const CELLS: usize = 12_000;

/// The results of the positions by year and rating; none where there are too many cells for a page.
pub(super) fn cells(dataset: &Dataset) -> anyhow::Result<Vec<(Cell, ScoreTally)>> {
    let columns = ["white_start", "white_elo", "black_elo", "year", "result"];
    let games = CountedGames::of_kind(StartKind::Chess960);
    type Counts = BTreeMap<Cell, ScoreTally>;
    let counted = dataset.fold_counted(&columns, games, Counts::new, |counts, _, rows| {
        let (rated, years) = (RatedGames::of(rows)?, rows.ints("year")?);
        let results = LabelColumn::<GameResult>::of(rows, "result")?;
        for row in 0..rows.len() {
            let [white, black] = rated.ratings.map(|ratings| ratings.get(row));
            let cell = Cell {
                start: rated.get(row).0,
                year: years.get(row),
                rating: white
                    .zip(black)
                    .map(|(one, other)| (one + other) / 200 * 100),
            };
            // With one cell too many there are none.
            if counts.len() <= CELLS || counts.contains_key(&cell) {
                let result = results.get(row).unwrap_or(GameResult::Unfinished);
                counts.entry(cell).or_default().add(result);
            }
        }
        Ok(())
    })?;
    let mut all = Counts::new();
    for (cell, score) in counted.value.into_iter().flatten() {
        *all.entry(cell).or_default() += score;
    }
    if all.len() > CELLS {
        all.clear();
    }
    Ok(all.into_iter().collect())
}

/// The sort key of the games of a position: those of the highest rated players first, then the latest, then
/// those that come first in the archive. As texts, later dates are greater; games without a date come last.
type GameKey = (
    Reverse<i64>,
    Reverse<Option<String>>,
    String,
    [Option<i64>; 2],
);

/// The first games of each position, in order, at most [`GAMES`] of each.
#[derive(Default)]
struct FirstGames(BTreeMap<u16, Vec<(GameKey, GameEntry)>>);

impl FirstGames {
    /// Whether a game with this sum of ratings may be among the first of a position.
    fn may_have(&self, number: u16, sum: i64) -> bool {
        self.last(number).is_none_or(|last| sum >= last)
    }

    /// The sum of ratings of the last game of a position that has enough of them.
    fn last(&self, number: u16) -> Option<i64> {
        let ((Reverse(sum), ..), _) = self.0.get(&number)?.get(GAMES - 1)?;
        Some(*sum)
    }

    fn add(&mut self, number: u16, key: GameKey, game: GameEntry) {
        let games = self.0.entry(number).or_default();
        let place = games.partition_point(|(other, _)| *other < key);
        if place < GAMES {
            games.insert(place, (key, game));
            games.truncate(GAMES);
        }
    }
}

/// Some games of each position.
fn games(dataset: &Dataset) -> anyhow::Result<BTreeMap<u16, Vec<GameEntry>>> {
    let columns = [&GameColumns::NAMES[..], &["white_start"]].concat();
    // What a game must have to be among the first of its position, by Scharnagl number: as soon as any thread has
    // seen enough games, the others need not be decoded.
    let least: Vec<AtomicI64> = Start::all().map(|_| AtomicI64::new(i64::MIN)).collect();
    let counted = CountedGames::of_kind(StartKind::Chess960);
    let left_out = LeftOutCounter::default();
    let reading = dataset.counted_scan(&columns, counted, &left_out)?.only(
        &["white_elo", "black_elo"],
        |rows| {
            let games = RatedGames::of(rows)?;
            let reaches = |row| {
                let (number, ratings) = games.get(row);
                let least = least.get(usize::from(number));
                least.is_none_or(|least| ratings >= least.load(Ordering::Relaxed))
            };
            Ok((0..rows.len()).map(reaches).collect())
        },
    );
    let parts = dataset.fold(&reading, FirstGames::default, |first, _, rows| {
        add_games(first, &least, rows)
    })?;
    let mut first = FirstGames::default();
    for (number, games) in parts.into_iter().flat_map(|part| part.0) {
        for (key, game) in games {
            first.add(number, key, game);
        }
    }
    let games =
        |games: Vec<(GameKey, GameEntry)>| games.into_iter().map(|(_, game)| game).collect();
    Ok(first
        .0
        .into_iter()
        .map(|(number, all)| (number, games(all)))
        .collect())
}

/// Start positions of games and the sums of their players' ratings.
struct RatedGames<'r> {
    numbers: Ints<'r>,
    ratings: [Ints<'r>; 2],
}

impl<'r> RatedGames<'r> {
    fn of(rows: &'r Rows) -> Result<Self, ReadError> {
        Ok(Self {
            numbers: rows.ints("white_start")?,
            ratings: [rows.ints("white_elo")?, rows.ints("black_elo")?],
        })
    }

    /// The Scharnagl number of a game, and the sum of the ratings; an unknown one is 0.
    fn get(&self, row: usize) -> (u16, i64) {
        let number = u16::try_from(self.numbers.count(row)).unwrap_or(u16::MAX);
        let [white, black] = self.ratings.map(|ratings| ratings.get(row).unwrap_or(0));
        (number, white.saturating_add(black))
    }
}

fn add_games(first: &mut FirstGames, least: &[AtomicI64], rows: &Rows) -> Result<(), DatasetError> {
    let (rated, games) = (RatedGames::of(rows)?, GameColumns::of(rows)?);
    for row in 0..rows.len() {
        let (number, sum) = rated.get(row);
        if !first.may_have(number, sum) {
            continue;
        }
        let game = games.entry(row);
        let date = Some(game.date.clone()).filter(|date| !date.is_empty());
        let (source, place) = (game.source.clone(), games.place(row));
        first.add(number, (Reverse(sum), Reverse(date), source, place), game);
        if let (Some(least), Some(last)) = (least.get(usize::from(number)), first.last(number)) {
            least.fetch_max(last, Ordering::Relaxed);
        }
    }
    Ok(())
}

/// The columns of a game that is listed.
pub(super) struct GameColumns<'r> {
    /// White, Black, result, event, site, date, source.
    texts: [Texts<'r>; 7],
    /// Ratings, half-moves, line, frame and byte.
    numbers: [Ints<'r>; 6],
}

impl<'r> GameColumns<'r> {
    /// Their names.
    pub(super) const NAMES: [&'static str; 13] = [
        "white",
        "black",
        "result",
        "event",
        "site",
        "date",
        "source",
        "white_elo",
        "black_elo",
        "plies",
        "line",
        "frame_offset",
        "byte_offset",
    ];

    pub(super) fn of(rows: &'r Rows) -> Result<Self, ReadError> {
        let [
            white,
            black,
            result,
            event,
            site,
            date,
            source,
            numbers @ ..,
        ] = Self::NAMES;
        let texts = [white, black, result, event, site, date, source];
        let [white, black, result, event, site, date, source] = texts.map(|name| rows.texts(name));
        let [white_elo, black_elo, plies, line, frame, byte] = numbers.map(|name| rows.ints(name));
        Ok(Self {
            texts: [white?, black?, result?, event?, site?, date?, source?],
            numbers: [white_elo?, black_elo?, plies?, line?, frame?, byte?],
        })
    }

    /// Frame and byte of a game.
    pub(super) fn place(&self, row: usize) -> [Option<i64>; 2] {
        let [.., frame, byte] = self.numbers;
        [frame, byte].map(|place| place.get(row))
    }

    pub(super) fn entry(&self, row: usize) -> GameEntry {
        let text = |column: &Texts<'_>| column.get(row).unwrap_or_default().to_owned();
        let [white, black, result, event, site, date, source] = self.texts.each_ref().map(text);
        let [white_elo, black_elo, plies, line, ..] = self.numbers.map(|column| column.get(row));
        GameEntry {
            white,
            black,
            white_elo,
            black_elo,
            result,
            event,
            site,
            date,
            plies: plies.unwrap_or_default(),
            source,
            line,
        }
    }
}

/// Table `castling`.
pub(super) fn castling(dataset: &Dataset) -> anyhow::Result<Vec<CastlingRow>> {
    if dataset.is_part() {
        return Ok(castling_rows(&dataset.castling()?));
    }
    let columns: Vec<&str> = CASTLING.names().collect();
    // The table is in the order of the files of king and rook.
    let answer = dataset.read(&TableScan::of("castling", &columns))?;
    let letter = |row: &DatasetRow<'_>, name: &str| {
        let file: String = row.get(name)?;
        file.chars()
            .next()
            .with_context(|| format!("column {name} is empty"))
    };
    rows(&answer)
        .map(|row| {
            let games_with_right: u64 = row.get("games_with_right")?;
            // Older datasets do not know which games were played.
            let played: Option<u64> = row.get("rights_played")?;
            Ok(CastlingRow {
                moveless: games_with_right.saturating_sub(played.unwrap_or(games_with_right)),
                king_file: letter(&row, "king_file")?,
                rook_file: letter(&row, "rook_file")?,
                side: row.get("side")?,
                games_with_right,
                castled: row.get("castled")?,
                mean_ply: row.get("mean_ply")?,
                wins: row.get("wins")?,
                draws: row.get("draws")?,
                losses: row.get("losses")?,
                unfinished: row.get("unfinished")?,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_moves_have_names_also_where_one_can_castle_at_once() {
        let orthodox = names(518).unwrap();
        assert_eq!(orthodox.len(), 20);
        assert_eq!(orthodox["g1f3"], "Nf3");
        // King f1 and rook g1 change places; nothing stands between king b1 and rook a1 either, but
        // the squares c1 and d1 they go to are taken.
        let castles = |rank| {
            let names = names(Start::from_arrangement(rank).unwrap().number()).unwrap();
            names
                .into_iter()
                .filter(|(_, san)| san.starts_with('O'))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            castles(b"RBNNBKRQ"),
            [("f1g1".to_owned(), "O-O".to_owned())]
        );
        assert_eq!(castles(b"RKBBNNRQ"), []);
    }

    #[test]
    fn a_number_above_959_is_an_error() {
        assert_eq!(
            names(960).unwrap_err().to_string(),
            "960 is not a start position"
        );
    }
}
