//! The tree that follows a position, as variations of one game.

use std::collections::HashMap;
use std::io::Write;

use audit960_audit::Observer;
use audit960_board::{Move, Position};
use audit960_report::{grouped, percent};
use audit960_statistics::score;
use audit960_tree::{Explored, PackedPosition};
use audit960_types::{ScoreTally, Side};

use super::ExploreQuery;
use crate::{Inputs, LeftOut};

/// The least share of the games that a move of the tree needs where no number is asked for: one in this many.
const SHARE: u64 = 100;

/// The positions of a tree, each with what was played from it in all games that reached it.
type Tree = HashMap<PackedPosition, Explored>;

impl Inputs {
    /// Writes the tree as a game in PGN. The games are read once for each of its half-moves, because a
    /// position counts whatever moves led to it.
    pub(super) fn write_tree(
        &self,
        query: &ExploreQuery,
        observer: &dyn Observer,
        out: &mut dyn Write,
    ) -> anyhow::Result<LeftOut> {
        if query.depth > 1 {
            self.require_rereadable("--format pgn")?;
        }
        let mut tree = Tree::new();
        let mut level = vec![query.position.clone()];
        let (mut left_out, mut least) = (LeftOut::default(), query.min_games.unwrap_or(1));
        for depth in 0..query.depth {
            let (explored, left) = self.explored(&level, &query.scan, observer)?;
            if depth == 0 {
                left_out = left;
                let all = explored.first().map_or(0, |root| root.tally.score.games());
                least = query.min_games.unwrap_or(all.div_ceil(SHARE)).max(1);
            }
            let mut next = Vec::new();
            for (position, explored) in level.iter().zip(&explored) {
                for (played, _) in frequent(explored, least) {
                    let mut after = position.clone();
                    after.play(played);
                    next.push((PackedPosition::of(&after), after));
                }
            }
            let packed = level.iter().map(PackedPosition::of);
            tree.extend(packed.zip(explored));
            next.retain(|(packed, _)| !tree.contains_key(packed));
            next.sort_unstable_by_key(|(packed, _)| *packed);
            next.dedup_by_key(|(packed, _)| *packed);
            level = next.into_iter().map(|(_, position)| position).collect();
            if level.is_empty() {
                break;
            }
        }
        let mut text = PgnText {
            tree: &tree,
            least,
            out: String::new(),
        };
        text.game(query);
        out.write_all(text.out.as_bytes())?;
        Ok(left_out)
    }
}

/// The moves in at least so many games.
fn frequent(explored: &Explored, least: u64) -> Vec<(Move, ScoreTally)> {
    let moves = explored.by_games().into_iter();
    let moves = moves.map(|(played, counts)| (played, counts.tally.score));
    moves
        .take_while(|(_, score)| score.games() >= least)
        .collect()
}

struct PgnText<'t> {
    tree: &'t Tree,
    least: u64,
    out: String,
}

impl PgnText<'_> {
    fn game(&mut self, query: &ExploreQuery) {
        let position = &query.position;
        self.out.push_str(
            "[Event \"Opening tree\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n",
        );
        self.out
            .push_str("[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n");
        let fen = position.xfen();
        if fen != Position::standard().xfen() {
            self.out
                .push_str(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n"));
        }
        if position.castling_rights().any(|right| !right.is_orthodox()) {
            self.out.push_str("[Variant \"Chess960\"]\n");
        }
        let root = self.tree.get(&PackedPosition::of(position));
        let score = root.map(|root| root.tally.score).unwrap_or_default();
        let mut words = vec![comment(&score, score.games())];
        self.moves(position, query.depth, true, &mut words);
        words.push("*".to_owned());
        self.out.push('\n');
        self.lines(&words);
    }

    /// Words of the moves from a position: the most frequent one, then the others as variations, then what
    /// follows the first.
    fn moves(&self, position: &Position, depth: u32, numbered: bool, words: &mut Vec<String>) {
        let explored = self.tree.get(&PackedPosition::of(position));
        let Some(explored) = explored.filter(|_| depth > 0) else {
            return;
        };
        let all = explored.tally.score.games();
        let moves = frequent(explored, self.least);
        let Some(((first, score), others)) = moves.split_first() else {
            return;
        };
        words.extend(number(position, numbered));
        words.extend([position.san(*first), comment(score, all)]);
        for (played, score) in others {
            let number = number(position, true).unwrap_or_default();
            words.push(format!("({number}"));
            words.extend([position.san(*played), comment(score, all)]);
            self.moves(&after(position, *played), depth - 1, true, words);
            if let Some(last) = words.last_mut() {
                last.push(')');
            }
        }
        // A comment or variation stands before Black's move: it needs its number.
        self.moves(&after(position, *first), depth - 1, true, words);
    }

    /// Appends words as lines of fewer than 80 characters.
    fn lines(&mut self, words: &[String]) {
        let mut width = 0;
        for word in words.iter().flat_map(|word| word.split(' ')) {
            if width > 0 && width + 1 + word.len() >= 80 {
                self.out.push('\n');
                width = 0;
            } else if width > 0 {
                self.out.push(' ');
                width += 1;
            }
            self.out.push_str(word);
            width += word.len();
        }
        self.out.push_str("\n\n");
    }
}

fn after(position: &Position, played: Move) -> Position {
    let mut after = position.clone();
    after.play(played);
    after
}

/// The move number before a half-move; `None` before Black's where none is needed.
fn number(position: &Position, always: bool) -> Option<String> {
    let number = position.move_number();
    match position.turn() {
        Side::White => Some(format!("{number}.")),
        Side::Black => always.then(|| format!("{number}...")),
    }
}

/// The games of a move as a comment, with their share of the games that reached the position.
fn comment(tally: &ScoreTally, all: u64) -> String {
    let games = match tally.games() {
        1 => "1 game".to_owned(),
        games => format!("{} games", grouped(games)),
    };
    let share = percent(tally.games(), all);
    match score(tally) {
        Some(score) => format!("{{{games}, {share}, White scored {score:.3}}}"),
        None => format!("{{{games}, {share}}}"),
    }
}
