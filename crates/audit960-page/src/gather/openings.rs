//! The most played positions, as table `tree` counts them.

use std::collections::{BTreeMap, HashMap};

use anyhow::Context as _;
use audit960_board::{Move, Position};
use audit960_dataset::tables::{Ints, Rows};
use audit960_dataset::{Dataset, LabelColumn, TableScan};
use audit960_types::{ScoreTally, Visit};

use crate::data::{OpeningMove, OpeningPosition, OpeningRoot, OpeningTrees};

/// Positions, at most: what a page has room for.
const POSITIONS: usize = 4000;

/// Rows with fewer than one in so many of the games are not looked at when positions are chosen: of each number of
/// half-moves there are at most so many others.
const SMALLEST_SHARE: u64 = 20_000;

/// The results of a row.
const RESULTS: [&str; 4] = ["white_wins", "draws", "black_wins", "unfinished"];

/// The opening trees of a dataset; `None` without table `tree`, or for a part of a dataset, of which nothing is counted.
pub(super) fn trees(dataset: &Dataset) -> anyhow::Result<Option<OpeningTrees>> {
    if !dataset.has("tree") || dataset.is_part() {
        return Ok(None);
    }
    let plies = dataset.manifest()["options"]["positions"].as_u64();
    let (roots, chosen) = chosen(dataset)?;
    let texts: Vec<&str> = chosen.iter().map(String::as_str).collect();
    let positions = positions(dataset, &texts)?;
    Ok(Some(OpeningTrees {
        plies: plies.unwrap_or_default(),
        roots,
        positions: positions.into_values().collect(),
    }))
}

/// Where a position is, and the games that reached it.
#[derive(Default)]
struct Found {
    games: u64,
    /// The start of the games whose first position it is.
    root: Option<Option<[u16; 2]>>,
}

/// The start positions of games, and the positions that most games reached.
fn chosen(dataset: &Dataset) -> anyhow::Result<(Vec<OpeningRoot>, Vec<String>)> {
    let least = dataset.count("games")? / SMALLEST_SHARE;
    let columns = ["fen", "white_start", "black_start", "ply", "visit", "games"];
    let reading = TableScan::of("tree", &columns).only(&["games"], |rows: &Rows| {
        let games = rows.ints("games")?;
        let keeps = |row| games.count(row) > 0 && games.count(row) >= least;
        Ok((0..rows.len()).map(keeps).collect())
    });
    let parts = dataset.fold(&reading, HashMap::new, |found, _, rows| {
        let (fens, plies, games) = (rows.texts("fen")?, rows.ints("ply")?, rows.ints("games")?);
        let starts = [rows.ints("white_start")?, rows.ints("black_start")?];
        let visits = LabelColumn::<Visit>::of(rows, "visit")?;
        for row in 0..rows.len() {
            let Some(fen) = fens
                .get(row)
                .filter(|_| visits.get(row) == Some(Visit::First))
            else {
                continue;
            };
            let into: &mut Found = found.entry(fen.to_owned()).or_default();
            into.games += games.count(row);
            if plies.get(row) == Some(0) {
                into.root = Some(start(&starts, row));
            }
        }
        Ok(())
    })?;
    let mut all: HashMap<String, Found> = HashMap::new();
    for (fen, found) in parts.into_iter().flatten() {
        let into = all.entry(fen).or_default();
        into.games += found.games;
        into.root = into.root.or(found.root);
    }
    let mut all: Vec<(String, Found)> = all.into_iter().collect();
    all.sort_unstable_by(|(fen, one), (other_fen, other)| {
        (other.root.is_some(), other.games, fen).cmp(&(one.root.is_some(), one.games, other_fen))
    });
    all.truncate(POSITIONS);
    let mut roots: Vec<OpeningRoot> = all
        .iter()
        .filter_map(|(fen, found)| {
            Some(OpeningRoot {
                starts: found.root?,
                fen: fen.clone(),
                games: found.games,
            })
        })
        .collect();
    roots.sort_by(|one, other| (other.games, &one.fen).cmp(&(one.games, &other.fen)));
    Ok((roots, all.into_iter().map(|(fen, _)| fen).collect()))
}

/// The Scharnagl numbers of both sides.
fn start(columns: &[Ints<'_>; 2], row: usize) -> Option<[u16; 2]> {
    let [white, black] = columns.each_ref().map(|column| column.get(row));
    Some([u16::try_from(white?).ok()?, u16::try_from(black?).ok()?])
}

/// What was played from the positions with these FENs.
fn positions(
    dataset: &Dataset,
    fens: &[&str],
) -> anyhow::Result<BTreeMap<String, OpeningPosition>> {
    let columns = [&["fen", "visit", "uci"][..], &RESULTS].concat();
    let reading = TableScan::of("tree", &columns).among("fen", fens);
    type Counts = (ScoreTally, BTreeMap<Move, ScoreTally>);
    let parts = dataset.fold(&reading, HashMap::new, |found, _, rows| {
        let (fens, moves) = (rows.texts("fen")?, rows.texts("uci")?);
        let visits = LabelColumn::<Visit>::of(rows, "visit")?;
        let [white, draws, black, unfinished] = RESULTS.map(|name| rows.ints(name));
        let results = [white?, draws?, black?, unfinished?];
        for row in 0..rows.len() {
            let (Some(fen), Some(visit)) = (fens.get(row), visits.get(row)) else {
                continue;
            };
            let [white_wins, draws, black_wins, unfinished] =
                results.each_ref().map(|column| column.count(row));
            let score = ScoreTally {
                white_wins,
                draws,
                black_wins,
                unfinished,
            };
            let (all, of_moves): &mut Counts = found.entry(fen.to_owned()).or_default();
            if visit == Visit::First {
                *all += score;
            }
            let played = moves.get(row).and_then(|uci| uci.parse().ok());
            if let Some(played) = played.filter(|_| visit != Visit::SameMove) {
                *of_moves.entry(played).or_default() += score;
            }
        }
        Ok(())
    })?;
    let mut all: BTreeMap<String, Counts> = BTreeMap::new();
    for (fen, (score, moves)) in parts.into_iter().flatten() {
        let into = all.entry(fen).or_default();
        into.0 += score;
        for (played, score) in moves {
            *into.1.entry(played).or_default() += score;
        }
    }
    let named = all.into_iter().map(|(fen, (score, moves))| {
        let position = Position::from_fen(&fen).with_context(|| format!("table tree: {fen}"))?;
        let moves = moves.into_iter();
        let mut moves: Vec<OpeningMove> = moves
            .map(|(played, score)| opening_move(&position.position, played, score))
            .collect();
        moves.sort_by(|one, other| {
            (other.score.games(), &one.uci).cmp(&(one.score.games(), &other.uci))
        });
        let found = OpeningPosition {
            fen: fen.clone(),
            score,
            moves,
        };
        Ok((fen, found))
    });
    named.collect()
}

/// A move, and the position after it as table `tree` writes it.
fn opening_move(position: &Position, played: Move, score: ScoreTally) -> OpeningMove {
    let mut after = position.clone();
    after.play(played);
    let fen = after.xfen();
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    OpeningMove {
        san: position.san(played),
        uci: played.to_string(),
        squares: [played.from(), played.to()].map(|square| square.index() as u8),
        score,
        after: format!("{} 0 1", fields.join(" ")),
    }
}
