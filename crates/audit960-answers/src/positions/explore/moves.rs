//! The moves from a position as a table.

use audit960_dataset::{Table, TableBuilder};

use audit960_board::{Move, Position};
use audit960_report::counted;
use audit960_statistics::{ScoreMoments, score, wilson_interval};
use audit960_tree::{Explored, MoveCounts, position_of_fen};
use audit960_types::{Role, Side, date_text, half_moves, harmless};

use super::ExploreQuery;
use crate::GameScan;

/// A row: the move and its games.
type Row<'e> = (Move, &'e MoveCounts);

/// The moves in at least so many games, in order.
fn rows(explored: &Explored, min_games: Option<u64>) -> Vec<Row<'_>> {
    let mut rows = explored.by_games();
    rows.retain(|(_, counts)| counts.tally.score.games() >= min_games.unwrap_or(1));
    rows
}

/// The moves as a table; in brief, without ratings and the example.
pub(super) fn table(
    position: &Position,
    explored: &Explored,
    min_games: Option<u64>,
    brief: bool,
) -> Table {
    let rows = rows(explored, min_games);
    let all = &explored.tally.score;
    let interval =
        |row: &Row<'_>| wilson_interval(&row.1.tally.score, &ScoreMoments::WITHOUT_DRAWS);
    let table = TableBuilder::of(&rows)
        .text("san", |(played, _)| Some(position.san(*played)))
        .text("uci", |(played, _)| Some(played.to_string()))
        .count("games", |(_, counts)| counts.tally.score.games())
        .count("white", |(_, counts)| counts.tally.score.white_wins)
        .count("draws", |(_, counts)| counts.tally.score.draws)
        .count("black", |(_, counts)| counts.tally.score.black_wins)
        .count("unfinished", |(_, counts)| counts.tally.score.unfinished)
        .share("share", |(_, counts)| {
            Some(counts.tally.score.games() as f64 / all.games() as f64)
        })
        .share("score", |(_, counts)| score(&counts.tally.score))
        .share("score_low", |row| interval(row).map(|(low, _)| low))
        .share("score_high", |row| interval(row).map(|(_, high)| high));
    if brief {
        return table.table();
    }
    let example = |row: &Row<'_>, of: fn(&audit960_tree::ExampleGame) -> Option<String>| {
        row.1.example.as_ref().and_then(of)
    };
    table
        .mean("mean_white_elo", |(_, counts)| counts.tally.elos[0].mean())
        .mean("mean_black_elo", |(_, counts)| counts.tally.elos[1].mean())
        .date("last_date", |(_, counts)| Some(counts.tally.days?.1))
        .text("example", |row| {
            example(row, |game| {
                let at = game.identity;
                Some(match at.frame_offset {
                    0 => format!("{}@{}", game.source, at.byte_offset),
                    frame => format!("{}@{frame}+{}", game.source, at.byte_offset),
                })
            })
        })
        .text("example_white", |row| {
            example(row, |game| game.white.clone())
        })
        .text("example_black", |row| {
            example(row, |game| game.black.clone())
        })
        .table()
}

/// The position and its totals as members of an object.
pub(super) fn members(
    query: &ExploreQuery,
    fen: &str,
    explored: &Explored,
) -> anyhow::Result<String> {
    let (tally, all) = (&explored.tally, &explored.tally.score);
    Ok(format!(
        "\"fen\": {}, \"games\": {}, \"white\": {}, \"draws\": {}, \"black\": {}, \"unfinished\": {}, \
         \"moveless\": {}, \"plies\": {}",
        serde_json::to_string(fen)?,
        all.games(),
        all.white_wins,
        all.draws,
        all.black_wins,
        all.unfinished,
        tally.moveless,
        serde_json::to_string(&query.scan.last_ply)?,
    ))
}

/// What all games say, in words.
pub(super) fn sentence(games: u64, explored: &Explored, within: &str) -> String {
    let tally = &explored.tally;
    let games = counted(games, "game", "games");
    let mut text = format!("{games} reached this position{within}");
    if let Some(score) = score(&tally.score) {
        let decided = counted(
            tally.score.decided(),
            "game with a result",
            "games with a result",
        );
        let score = 100.0 * score;
        text.push_str(&format!("; White scored {score:.1} % in {decided}"));
    }
    if tally.moveless > 0 {
        let moveless = counted(tally.moveless, "more has no moves", "more have no moves");
        text.push_str(&format!("; {moveless}"));
    }
    if let Some(last) = tally.days.and_then(|(_, last)| date_text(last)) {
        text.push_str(&format!("; last on {}", harmless(&last)));
    }
    text
}

/// Within how many half-moves, in words; empty if it does not matter.
pub(super) fn within(scan: &GameScan) -> String {
    let within = |plies: u32| format!(" within {}", half_moves(plies));
    scan.last_ply.map(within).unwrap_or_default()
}

/// The position with other castling rights: without any, or where there are none with those of kings and rooks that
/// stand as at the start of orthodox chess. `None` where there is no such position.
pub(super) fn with_other_castling(fen: &str) -> Option<Position> {
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let here = position_of_fen(fen).ok()?;
    let stands = |square: &str, side, role| {
        let square = square.parse().ok();
        square.and_then(|square| here.piece_at(square)) == Some((side, role))
    };
    let mut home = String::new();
    for (letter, side, king, rook) in [
        ('K', Side::White, "e1", "h1"),
        ('Q', Side::White, "e1", "a1"),
        ('k', Side::Black, "e8", "h8"),
        ('q', Side::Black, "e8", "a8"),
    ] {
        if stands(king, side, Role::King) && stands(rook, side, Role::Rook) {
            home.push(letter);
        }
    }
    let rights = fields.get_mut(2)?;
    *rights = match *rights {
        "-" if home.is_empty() => return None,
        "-" => &home,
        _ => "-",
    };
    position_of_fen(&fields.join(" ")).ok()
}
