//! The start positions with their first moves and some of their games, their groups, and castling.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use anyhow::Context as _;
use audit960_analytics::{Dataset, DatasetError, LabelReader, Row, TableScan, rows};
use audit960_board::Position as Board;
use audit960_board::start::Start;
use audit960_report::html::{FirstMove, GameEntry, Group, GroupMembers, Position};
use audit960_statistics::{GroupRow, castling_rows, king_file_rows, mirror_pair_rows};
use audit960_tables::Rows;
use audit960_types::{
    CastlingRow, GameResult, ScoreTally, SortedMap, StartKind, StartPositionRow, Tally, Verdict,
    Wing,
};

/// Games listed under a position.
const GAMES: usize = 20;

/// The positions, by Scharnagl number.
pub(super) fn positions(
    dataset: &Dataset,
    rows: Vec<StartPositionRow>,
) -> anyhow::Result<Vec<Position>> {
    let mut moves = first_moves(dataset)?;
    let mut games = games(dataset)?;
    Ok(rows
        .into_iter()
        .map(|row| Position {
            first_moves: moves.remove(&row.start).unwrap_or_default(),
            games: games.remove(&row.start).unwrap_or_default(),
            row,
        })
        .collect())
}

/// More bytes than a UCI_Chess960 move can have.
const LONGEST: usize = 8;

/// First moves by position, most frequent first.
fn first_moves(dataset: &Dataset) -> anyhow::Result<BTreeMap<u16, Vec<FirstMove>>> {
    /// By Scharnagl number and move, whose text is padded with zeros.
    type Counts = BTreeMap<u16, SortedMap<[u8; LONGEST], ScoreTally>>;
    let columns = [
        "start_kind",
        "illegal_kept",
        "white_start",
        "opening",
        "result",
    ];
    let reading = TableScan::of("games", &columns);
    let parts = dataset.fold(&reading, Counts::new, |counts, _, rows| {
        let (numbers, illegal) = (rows.ints("white_start")?, rows.ints("illegal_kept")?);
        let (kinds, openings) = (rows.texts("start_kind")?, rows.texts("opening")?);
        let mut results = LabelReader::of(rows, "result", GameResult::ALL, GameResult::as_str)?;
        for row in 0..rows.len() {
            let (Some(number), Some(opening)) = (numbers.get(row), openings.get(row)) else {
                continue;
            };
            let number = u16::try_from(number).unwrap_or(u16::MAX);
            let is_960 = kinds.get(row) == Some(StartKind::Chess960.as_str());
            let first = opening.split(' ').next().unwrap_or_default();
            let mut key = [0; LONGEST];
            let Some(text) = key.get_mut(..first.len()) else {
                continue;
            };
            if !is_960 || illegal.get(row) != Some(0) || first.is_empty() {
                continue;
            }
            text.copy_from_slice(first.as_bytes());
            let result = results.get(row).unwrap_or(GameResult::Unfinished);
            counts.entry(number).or_default().at(key).add(result);
        }
        Ok(())
    })?;
    let mut counts = Counts::new();
    for (number, moves) in parts.into_iter().flatten() {
        let all = counts.entry(number).or_default();
        for (first, score) in &moves {
            *all.at(*first) += *score;
        }
    }
    let in_order = |(number, moves): (u16, SortedMap<[u8; LONGEST], ScoreTally>)| {
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

/// The sort key of the games of a position: those of the highest rated players first, then the latest, then
/// those that come first in the archive. As texts, later dates are greater; games without a date come last.
type GameKey = (Reverse<i64>, Reverse<Option<String>>, String, (u64, u64));

/// The first games of each position, in order, at most [`GAMES`] of each.
#[derive(Default)]
struct FirstGames(BTreeMap<u16, Vec<(GameKey, GameEntry)>>);

impl FirstGames {
    /// Whether a game with these ratings may be among the first of a position.
    fn may_have(&self, number: u16, elos: i64) -> bool {
        let games = self.0.get(&number).filter(|games| games.len() >= GAMES);
        games.is_none_or(|games| games[GAMES - 1].0.0 >= Reverse(elos))
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
    let columns = [
        "white_start",
        "white",
        "black",
        "white_elo",
        "black_elo",
        "result",
        "event",
        "date",
        "plies",
        "source",
        "line",
        "frame_offset",
        "byte_offset",
    ];
    let asked = ["start_kind", "verdict", "illegal_kept", "white_start"];
    let reading = TableScan::of("games", &columns).only(&asked, |rows| {
        let (kinds, verdicts) = (rows.texts("start_kind")?, rows.texts("verdict")?);
        let (illegal, numbers) = (rows.ints("illegal_kept")?, rows.ints("white_start")?);
        let is_listed = |row| {
            kinds.get(row) == Some(StartKind::Chess960.as_str())
                && verdicts.get(row) != Some(Verdict::Foreign.as_str())
                && illegal.get(row) == Some(0)
                && numbers.get(row).is_some()
        };
        Ok((0..rows.len()).map(is_listed).collect())
    });
    let parts = dataset.fold(&reading, FirstGames::default, |first, _, rows| {
        add_games(first, rows)
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

fn add_games(first: &mut FirstGames, rows: &Rows) -> Result<(), DatasetError> {
    let (numbers, lines) = (rows.ints("white_start")?, rows.ints("line")?);
    let (frames, bytes) = (rows.ints("frame_offset")?, rows.ints("byte_offset")?);
    let elos = [rows.ints("white_elo")?, rows.ints("black_elo")?];
    let (plies, dates) = (rows.ints("plies")?, rows.texts("date")?);
    let (white, black) = (rows.texts("white")?, rows.texts("black")?);
    let (results, events) = (rows.texts("result")?, rows.texts("event")?);
    let sources = rows.texts("source")?;
    for row in 0..rows.len() {
        let number = u16::try_from(numbers.count(row)).unwrap_or(u16::MAX);
        let [white_elo, black_elo] = elos.map(|elos| elos.get(row));
        let sum = white_elo
            .unwrap_or(0)
            .saturating_add(black_elo.unwrap_or(0));
        if !first.may_have(number, sum) {
            continue;
        }
        let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
        let date = dates.get(row).map(str::to_owned);
        let source = text(sources.get(row));
        let place = (frames.count(row), bytes.count(row));
        let game = GameEntry {
            white: text(white.get(row)),
            black: text(black.get(row)),
            white_elo,
            black_elo,
            result: text(results.get(row)),
            event: text(events.get(row)),
            date: text(dates.get(row)),
            plies: plies.get(row).unwrap_or_default(),
            source: source.clone(),
            line: lines.get(row),
        };
        first.add(number, (Reverse(sum), Reverse(date), source, place), game);
    }
    Ok(())
}

/// The mirror pairs.
pub(super) fn mirror_pairs(tally: &Tally) -> Vec<Group> {
    let pairs = mirror_pair_rows(tally).into_iter();
    pairs
        .map(|row| {
            let members = GroupMembers::MirrorPair(row.start.number(), row.mirror.number());
            group(members, &row.group)
        })
        .collect()
}

/// The files of the king.
pub(super) fn king_files(tally: &Tally) -> Vec<Group> {
    let files = king_file_rows(tally).into_iter();
    files
        .map(|row| {
            let (file, positions) = (row.king_file, row.positions);
            group(GroupMembers::KingFile { file, positions }, &row.group)
        })
        .collect()
}

fn group(members: GroupMembers, row: &GroupRow) -> Group {
    Group {
        members,
        score_tally: row.score_tally,
        score: row.score,
        score_low: row.score_low,
        score_high: row.score_high,
        mean_plies: row.mean_plies,
        incidents: row.incidents,
    }
}

/// Table `castling`.
pub(super) fn castling(dataset: &Dataset) -> anyhow::Result<Vec<CastlingRow>> {
    if dataset.is_part() {
        return Ok(castling_rows(&dataset.castling()?));
    }
    let columns = [
        "king_file",
        "rook_file",
        "side",
        "games_with_right",
        "castled",
        "mean_ply",
        "wins",
        "draws",
        "losses",
        "unfinished",
    ];
    // The table is in the order of the files of king and rook.
    let answer = dataset.read(&TableScan::of("castling", &columns))?;
    let letter = |row: &Row<'_>, name: &str| {
        row.text(name)?
            .chars()
            .next()
            .with_context(|| format!("column {name} is empty"))
    };
    rows(&answer)
        .map(|row| {
            Ok(CastlingRow {
                king_file: letter(&row, "king_file")?,
                rook_file: letter(&row, "rook_file")?,
                side: row.label("side", Wing::ALL, Wing::as_str)?,
                games_with_right: row.number("games_with_right")?,
                castled: row.number("castled")?,
                mean_ply: row.opt_float("mean_ply")?,
                wins: row.number("wins")?,
                draws: row.number("draws")?,
                losses: row.number("losses")?,
                unfinished: row.number("unfinished")?,
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
