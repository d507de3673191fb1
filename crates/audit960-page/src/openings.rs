//! Opening trees as JSON for the script of the page.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use audit960_board::Position;
use audit960_board::start::Start;
use serde_json::{Value, json};

use crate::data::{OpeningMove, OpeningPosition, OpeningRoot, OpeningTrees};
use crate::json::{Block, script_text};
use crate::language::Language;

/// Moves listed of a position, at most; the rest is one number.
const MOVES: usize = 12;

/// Bytes that a position takes, about, with its moves.
const A_POSITION: usize = 220;

/// The trees, with as many positions as fit in `room` bytes: those that can be reached from a start by moves that are
/// listed, most games first.
pub(crate) fn trees(trees: &OpeningTrees, room: usize, language: Language) -> Block {
    let mut most = room / A_POSITION;
    loop {
        let block = with_positions(trees, most, language);
        if block.text.len() <= room || most == 0 {
            return block;
        }
        most = most * 9 / 10;
    }
}

fn with_positions(trees: &OpeningTrees, most: usize, language: Language) -> Block {
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
        Some(json!([
            name(root, language),
            address(root),
            root.games,
            number
        ]))
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

/// The positions that are shown: the roots, then those that most games reached from one before.
fn shown<'t>(
    trees: &'t OpeningTrees,
    by_fen: &HashMap<&str, &'t OpeningPosition>,
    most: usize,
) -> Vec<&'t OpeningPosition> {
    let mut seen = HashSet::new();
    let (mut waiting, mut shown) = (BinaryHeap::new(), Vec::new());
    let roots = trees.roots.iter().map(|root| root.fen.as_str());
    let mut next: Vec<&str> = roots.filter(|fen| seen.insert(*fen)).collect();
    while shown.len() < most {
        for position in next.drain(..).filter_map(|fen| by_fen.get(fen)) {
            if shown.len() == most {
                break;
            }
            shown.push(*position);
            for played in position.moves.iter().take(MOVES) {
                let after = played.after.as_str();
                if by_fen.contains_key(after) && seen.insert(after) {
                    waiting.push((played.score.games(), Reverse(after)));
                }
            }
        }
        match waiting.pop() {
            Some((_, Reverse(fen))) => next.push(fen),
            None => break,
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

/// What a start position is called; with its castling rights, unless all are there.
fn name(root: &OpeningRoot, language: Language) -> String {
    let arrangement = |number: u16| Start::new(number).map(|start| start.to_string());
    let name = match root.starts {
        Some([518, 518]) => language.text("the orthodox start (518)").to_owned(),
        Some([white, black]) if white == black => {
            format!("{} ({white})", arrangement(white).unwrap_or_default())
        }
        Some([white, black]) => {
            let [of_white, of_black] =
                [white, black].map(|number| arrangement(number).unwrap_or_default());
            language.fill(
                "{0} against {1} ({2})",
                &[&of_white, &of_black, &format!("{white}/{black}")],
            )
        }
        None => return root.fen.clone(),
    };
    match has_all_rights(root) {
        true => name,
        false => {
            let rights = root.fen.split(' ').nth(2).unwrap_or_default();
            match rights {
                "-" => language.fill("{0}, no castling rights", &[&name]),
                _ => language.fill("{0}, castling rights {1}", &[&name, rights]),
            }
        }
    }
}

/// Whether a start position is the one that its numbers name, with all castling rights.
fn has_all_rights(root: &OpeningRoot) -> bool {
    let Some([Some(white), Some(black)]) = root.starts.map(|starts| starts.map(Start::new)) else {
        return false;
    };
    Position::chess960(white, black).xfen() == root.fen
}

/// What it is called in an address; empty for one that numbers do not name.
fn address(root: &OpeningRoot) -> String {
    match root.starts.filter(|_| has_all_rights(root)) {
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
        let block = trees(&sample(), 10_000, Language::English);
        let value: Value = serde_json::from_str(&block.text).unwrap();
        assert_eq!(block.rows, 4);
        let placements = value["positions"].as_array().unwrap().iter();
        let placements: Vec<&str> = placements.map(|row| row[0].as_str().unwrap()).collect();
        assert_eq!(placements, ["a", "b", "c", "d"]);
        assert_eq!(
            value["roots"],
            json!([
                ["the orthodox start (518), no castling rights", "", 10, 0],
                ["BBQNNRKR (0), no castling rights", "", 4, 1]
            ])
        );
        let moves = &value["positions"][0][3];
        assert_eq!(moves[0], json!(["e4", "e2e4", 12, 28, 0, 7, 0, 0, 2]));
        assert_eq!(moves[1][8], 3);
        // What follows is not known.
        assert_eq!(value["positions"][2][3][0][8], Value::Null);
        assert_eq!(value["positions"][2][1], false);
    }

    #[test]
    fn only_a_start_with_all_rights_is_known_by_its_number() {
        let root = |starts, fen: &str| OpeningRoot {
            starts,
            fen: fen.to_owned(),
            games: 2,
        };
        let whole = root(
            Some([518; 2]),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        );
        assert_eq!(
            (&*name(&whole, Language::English), &*address(&whole)),
            ("the orthodox start (518)", "518")
        );
        let double = root(
            Some([518, 0]),
            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        );
        let called = "RNBQKBNR against BBQNNRKR (518/0)";
        assert_eq!(
            (&*name(&double, Language::English), &*address(&double)),
            (called, "518/0")
        );
        let fewer = root(
            Some([518; 2]),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        );
        let called = "the orthodox start (518), no castling rights";
        assert_eq!(
            (&*name(&fewer, Language::English), &*address(&fewer)),
            (called, "")
        );
        let other = root(None, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        assert_eq!(
            (name(&other, Language::English), &*address(&other)),
            (other.fen.clone(), "")
        );
    }

    #[test]
    fn what_does_not_fit_is_left_out() {
        let whole = trees(&sample(), 10_000, Language::English);
        let less = trees(&sample(), whole.text.len() - 1, Language::English);
        assert!(less.rows < whole.rows && less.text.len() < whole.text.len());
        let value: Value = serde_json::from_str(&less.text).unwrap();
        assert_eq!(value["positions"].as_array().unwrap().len(), less.rows);
        assert_eq!(trees(&sample(), 0, Language::English).rows, 0);
    }
}
