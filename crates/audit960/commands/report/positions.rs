//! The start positions with their first moves and some of their games, and what is made of them.

use std::collections::BTreeMap;

use anyhow::Context as _;
use audit960_analytics::Dataset;
use audit960_board::start::Start;
use audit960_board::{Position as Board, square_name};
use audit960_report::html::{FirstMove, Game, Group, GroupMembers, Position};
use audit960_statistics::{GroupRow, castling_rows, king_file_rows, mirror_pair_rows};
use audit960_types::{CastlingRow, GameResult, ScoreTally, StartPositionRow, Tally, Wing};

use audit960_analytics::{Row, rows};

/// Games listed under a position.
const GAMES: usize = 20;
/// Games that are looked at for the lists: of larger archives a part, picked by the hash of the
/// moves, so that memory stays bounded.
const LOOKED_AT: u64 = 200_000;

/// The positions, by Scharnagl number.
pub(super) fn positions(
    dataset: &Dataset,
    rows: Vec<StartPositionRow>,
) -> anyhow::Result<Vec<Position>> {
    let mut moves = first_moves(dataset)?;
    let mut games = games(
        dataset,
        rows.iter().map(|row| row.score_tally.games()).sum(),
    )?;
    Ok(rows
        .into_iter()
        .map(|row| Position {
            first_moves: moves.remove(&row.start).unwrap_or_default(),
            games: games.remove(&row.start).unwrap_or_default(),
            row,
        })
        .collect())
}

/// First moves by position, most frequent first.
fn first_moves(dataset: &Dataset) -> anyhow::Result<BTreeMap<u16, Vec<FirstMove>>> {
    let answer = dataset.query(
        "SELECT white_start, first, result, COUNT(*) AS games FROM \
         (SELECT white_start, LEFT(opening, 4) AS first, result FROM games \
         WHERE start_kind = 'chess960' AND illegal_kept = 0 AND opening IS NOT NULL AND opening <> '') \
         AS openings \
         GROUP BY white_start, first, result ORDER BY white_start, first",
    )?;
    let mut counts: BTreeMap<u16, BTreeMap<String, ScoreTally>> = BTreeMap::new();
    for row in rows(&answer) {
        let moves = counts.entry(row.number("white_start")?).or_default();
        let score = moves.entry(row.text("first")?).or_default();
        let games: u64 = row.number("games")?;
        *match row.label("result", GameResult::ALL, GameResult::as_str)? {
            GameResult::White => &mut score.white_wins,
            GameResult::Draw => &mut score.draws,
            GameResult::Black => &mut score.black_wins,
            GameResult::Unfinished => &mut score.unfinished,
        } += games;
    }
    let in_order = |(number, moves): (u16, BTreeMap<String, ScoreTally>)| {
        let names = names(number)?;
        let mut moves: Vec<FirstMove> = moves
            .into_iter()
            .map(|(uci, score)| FirstMove {
                san: names.get(&uci).cloned().unwrap_or(uci),
                score,
            })
            .collect();
        moves.sort_by_key(|first| std::cmp::Reverse(first.score.games()));
        Ok((number, moves))
    };
    counts.into_iter().map(in_order).collect()
}

/// The legal first moves from a position: UCI_Chess960 to SAN.
fn names(number: u16) -> anyhow::Result<BTreeMap<String, String>> {
    let start = Start::new(number).with_context(|| format!("{number} is no start position"))?;
    let board = Board::chess960(start, start);
    let named = board.legal_moves().into_iter().map(|played| {
        let squares = [square_name(played.from()), square_name(played.to())].concat();
        (
            squares.into_iter().map(char::from).collect(),
            board.san(played),
        )
    });
    Ok(named.collect())
}

/// Some games of each position: those of the highest rated players, then the latest.
fn games(dataset: &Dataset, games: u64) -> anyhow::Result<BTreeMap<u16, Vec<Game>>> {
    let every = games.div_ceil(LOOKED_AT);
    let part = if every > 1 {
        format!(" AND moves_hash % {every} = 0")
    } else {
        String::new()
    };
    let answer = dataset.query(&format!(
        "SELECT white_start, white, black, white_elo, black_elo, result, event, date, plies, source, \
         line FROM games WHERE start_kind = 'chess960' AND verdict <> 'foreign' AND illegal_kept = 0{part} \
         ORDER BY white_start, \
         COALESCE(white_elo, 0) + COALESCE(black_elo, 0) DESC, date DESC NULLS LAST, \
         source, frame_offset, byte_offset"
    ))?;
    let mut games: BTreeMap<u16, Vec<Game>> = BTreeMap::new();
    for row in rows(&answer) {
        let list = games.entry(row.number("white_start")?).or_default();
        if list.len() < GAMES {
            list.push(game(&row)?);
        }
    }
    Ok(games)
}

/// A game as it is listed.
fn game(row: &Row<'_>) -> anyhow::Result<Game> {
    Ok(Game {
        white: row.maybe_text("white")?.unwrap_or_default(),
        black: row.maybe_text("black")?.unwrap_or_default(),
        white_elo: row.maybe_number("white_elo")?,
        black_elo: row.maybe_number("black_elo")?,
        result: row.text("result")?,
        event: row.maybe_text("event")?.unwrap_or_default(),
        date: row.maybe_text("date")?.unwrap_or_default(),
        plies: row.number("plies")?,
        source: row.text("source")?,
        line: row.maybe_number("line")?,
    })
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
    let answer = dataset.query("SELECT * FROM castling ORDER BY king_file, rook_file")?;
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
                mean_ply: row.maybe_float("mean_ply")?,
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
    fn a_number_beyond_the_positions_is_told() {
        assert_eq!(
            names(960).unwrap_err().to_string(),
            "960 is no start position"
        );
    }
}
