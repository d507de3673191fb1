//! Opening trees as JSON for the script of the page.

use std::collections::{HashMap, HashSet};

use audit960_board::start::Start;
use serde_json::{Value, json};

use crate::data::{OpeningMove, OpeningPosition, OpeningRoot, OpeningTrees};
use crate::json::{Block, script_text};

/// Moves listed of a position, at most; the rest is one number.
const MOVES: usize = 12;

/// Bytes that a position takes, about, with its moves.
const A_POSITION: usize = 220;

/// The trees, with as many positions as fit in `room` bytes: those that can be reached from a start by moves that are
/// listed, most games first.
pub(crate) fn trees(trees: &OpeningTrees, room: usize) -> Block {
    let mut most = room / A_POSITION;
    loop {
        let block = with_positions(trees, most);
        if block.text.len() <= room || most == 0 {
            return block;
        }
        most = most * 9 / 10;
    }
}

fn with_positions(trees: &OpeningTrees, most: usize) -> Block {
    let positions = trees.positions.iter();
    let by_fen: HashMap<&str, &OpeningPosition> = positions
        .map(|position| (position.fen.as_str(), position))
        .collect();
    let shown = shown(trees, &by_fen, most);
    let numbers: HashMap<&str, usize> = shown
        .iter()
        .zip(0..)
        .map(|(position, number)| (position.fen.as_str(), number))
        .collect();
    let roots = trees.roots.iter().filter_map(|root| {
        let number = numbers.get(root.fen.as_str())?;
        Some(json!([name(root), address(root), root.games, number]))
    });
    let value = json!({
        "plies": trees.plies,
        "roots": roots.collect::<Vec<Value>>(),
        "positions": shown.iter().map(|position| row(position, &numbers)).collect::<Vec<Value>>(),
    });
    Block {
        text: script_text(&value),
        rows: shown.len(),
    }
}

/// The positions that are shown, roots first.
fn shown<'t>(
    trees: &'t OpeningTrees,
    by_fen: &HashMap<&str, &'t OpeningPosition>,
    most: usize,
) -> Vec<&'t OpeningPosition> {
    let mut waiting = std::collections::BinaryHeap::new();
    let mut seen = HashSet::new();
    for root in &trees.roots {
        if seen.insert(root.fen.as_str()) {
            waiting.push((root.games, std::cmp::Reverse(root.fen.as_str())));
        }
    }
    let mut shown = Vec::new();
    while let Some((_, std::cmp::Reverse(fen))) = waiting.pop() {
        if shown.len() == most {
            break;
        }
        let Some(position) = by_fen.get(fen) else {
            continue;
        };
        shown.push(*position);
        for played in position.moves.iter().take(MOVES) {
            if by_fen.contains_key(played.after.as_str()) && seen.insert(&played.after) {
                waiting.push((played.score.games(), std::cmp::Reverse(&played.after)));
            }
        }
    }
    shown
}

/// Placement and side to move, results, moves, and the games that played others: a move has SAN, UCI, squares, results and
/// the number of the position after it, null if that is not shown.
fn row(position: &OpeningPosition, numbers: &HashMap<&str, usize>) -> Value {
    let listed = position.moves.len().min(MOVES);
    let others = position.moves.iter().skip(listed);
    let others: u64 = others.map(|played| played.score.games()).sum();
    let mut fields = position.fen.split(' ');
    let (placement, turn) = (
        fields.next().unwrap_or_default(),
        fields.next() == Some("w"),
    );
    let score = &position.score;
    let move_row = |played: &OpeningMove| {
        let [from, to] = played.squares;
        let of = &played.score;
        let after = numbers.get(played.after.as_str());
        json!([
            played.san,
            played.uci,
            from,
            to,
            of.white_wins,
            of.draws,
            of.black_wins,
            of.unfinished,
            after
        ])
    };
    json!([
        placement,
        turn,
        [
            score.white_wins,
            score.draws,
            score.black_wins,
            score.unfinished
        ],
        position
            .moves
            .iter()
            .take(listed)
            .map(move_row)
            .collect::<Vec<Value>>(),
        others,
    ])
}

/// What a start position is called.
fn name(root: &OpeningRoot) -> String {
    let arrangement = |number: u16| Start::new(number).map(|start| start.to_string());
    match root.starts {
        Some([518, 518]) => "the orthodox start (518)".to_owned(),
        Some([white, black]) if white == black => {
            format!("{} ({white})", arrangement(white).unwrap_or_default())
        }
        Some([white, black]) => {
            let [of_white, of_black] = [white, black].map(|it| arrangement(it).unwrap_or_default());
            format!("{of_white} against {of_black} ({white}/{black})")
        }
        None => root.fen.clone(),
    }
}

/// What it is called in an address; empty for one without numbers.
fn address(root: &OpeningRoot) -> String {
    match root.starts {
        Some([white, black]) if white == black => white.to_string(),
        Some([white, black]) => format!("{white}/{black}"),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use audit960_types::ScoreTally;

    use super::*;

    fn score(games: u64) -> ScoreTally {
        ScoreTally {
            draws: games,
            ..ScoreTally::default()
        }
    }

    fn position(fen: &str, games: u64, moves: &[(&str, u64, &str)]) -> OpeningPosition {
        let moves = moves.iter().map(|(san, games, after)| OpeningMove {
            san: (*san).to_owned(),
            uci: "e2e4".to_owned(),
            squares: [12, 28],
            score: score(*games),
            after: (*after).to_owned(),
        });
        OpeningPosition {
            fen: fen.to_owned(),
            score: score(games),
            moves: moves.collect(),
        }
    }

    fn sample() -> OpeningTrees {
        let root = |fen: &str, number, games| OpeningRoot {
            starts: Some([number; 2]),
            fen: fen.to_owned(),
            games,
        };
        OpeningTrees {
            plies: 24,
            roots: vec![root("a w - -", 518, 10), root("b w - -", 0, 4)],
            positions: vec![
                position("a w - -", 10, &[("e4", 7, "c b - -"), ("d4", 3, "d b - -")]),
                position("b w - -", 4, &[]),
                position("c b - -", 7, &[("e5", 7, "gone")]),
                position("d b - -", 3, &[]),
                position("unreached w - -", 9, &[]),
            ],
        }
    }

    #[test]
    fn positions_that_moves_lead_to_are_shown_most_games_first() {
        let block = trees(&sample(), 10_000);
        let value: Value = serde_json::from_str(&block.text).unwrap();
        assert_eq!(block.rows, 4);
        let placements = value["positions"].as_array().unwrap().iter();
        let placements: Vec<&str> = placements.map(|row| row[0].as_str().unwrap()).collect();
        assert_eq!(placements, ["a", "c", "b", "d"]);
        assert_eq!(
            value["roots"],
            json!([
                ["the orthodox start (518)", "518", 10, 0],
                ["BBQNNRKR (0)", "0", 4, 2]
            ])
        );
        let moves = &value["positions"][0][3];
        assert_eq!(moves[0], json!(["e4", "e2e4", 12, 28, 0, 7, 0, 0, 1]));
        assert_eq!(moves[1][8], 3);
        // What follows is not known.
        assert_eq!(value["positions"][1][3][0][8], Value::Null);
        assert_eq!(value["positions"][1][1], false);
    }

    #[test]
    fn what_does_not_fit_is_left_out() {
        let whole = trees(&sample(), 10_000);
        let less = trees(&sample(), whole.text.len() - 1);
        assert!(less.rows < whole.rows && less.text.len() < whole.text.len());
        let value: Value = serde_json::from_str(&less.text).unwrap();
        assert_eq!(value["positions"].as_array().unwrap().len(), less.rows);
        assert_eq!(trees(&sample(), 0).rows, 0);
    }
}
