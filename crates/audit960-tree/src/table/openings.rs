//! Games sorted by their first half-moves: what neighbours have in common is followed and counted once.

use std::ops::Range;

use audit960_board::{Move, Position};
use audit960_types::Visit;
use hashbrown::HashMap;

use super::company::Starts;
use crate::game::{NotAMove, PlayedGame, is_possible};
use crate::packed::PackedPosition;

/// What stands for the end of a game among half-moves: no move goes from a1 to a1.
const END: u16 = 0;

/// Games counted, as many as there may be. Their order is without effect.
pub(super) trait Counts<G>: Copy + Default {
    /// Counts a game.
    fn add(&mut self, game: &G);

    /// Adds the games of others.
    fn merge(&mut self, other: &Self);

    /// Whether no game was counted.
    fn is_empty(&self) -> bool;
}

/// The first half-moves of a game, and what is counted of it.
#[derive(Clone, Copy, Debug)]
struct Line<G> {
    /// Number of its start position.
    start: u32,
    /// Where its half-moves begin, and how many there are.
    at: usize,
    len: u32,
    game: G,
}

impl<G> Line<G> {
    fn of<'a>(&self, halfmoves: &'a [u16]) -> &'a [u16] {
        halfmoves
            .get(self.at..self.at + self.len as usize)
            .unwrap_or_default()
    }

    /// What the line is sorted by, if its first half-moves are not those of another one; and its number.
    fn key(&self, number: usize, halfmoves: &[u16]) -> SortKey {
        let mut first = [0; KEYED];
        for (into, halfmove) in first.iter_mut().zip(self.of(halfmoves)) {
            *into = *halfmove;
        }
        let packed = |halfmove: u128, next: &u16| halfmove << 16 | u128::from(*next);
        (
            self.start,
            first.iter().fold(0, packed),
            u32::try_from(number).unwrap_or(u32::MAX),
        )
    }
}

/// Half-moves that are part of a [`SortKey`].
const KEYED: usize = 8;

/// Start position, first half-moves, and the number of a line: most comparisons need no more, so that
/// few wait for memory.
type SortKey = (u32, u128, u32);

/// Collects games up to a number of bytes, to follow them in order.
#[derive(Debug)]
pub(super) struct SortedGames<G> {
    last_ply: usize,
    /// Bytes of memory that games may take.
    memory: usize,
    halfmoves: Vec<u16>,
    lines: Vec<Line<G>>,
    /// The numbers of the lines in order; none where lines came since they were sorted.
    order: Vec<u32>,
    starts: Vec<(Position, Starts)>,
    numbers: HashMap<(PackedPosition, u32, Starts), u32>,
}

impl<G: Copy> SortedGames<G> {
    /// Collects about so many bytes of games, each as far as this half-move.
    pub(super) fn new(last_ply: u32, memory: usize) -> Self {
        Self {
            last_ply: last_ply as usize,
            memory,
            halfmoves: Vec::new(),
            lines: Vec::new(),
            order: Vec::new(),
            starts: Vec::new(),
            numbers: HashMap::new(),
        }
    }

    /// Whether games take as much memory as they may.
    pub(super) const fn is_full(&self) -> bool {
        let lines = self.lines.len() * (size_of::<Line<G>>() + size_of::<SortKey>());
        lines + self.halfmoves.len() * size_of::<u16>() >= self.memory
    }

    /// Adds a game; returns the number of its positions that count.
    pub(super) fn add(&mut self, game: &PlayedGame<'_>, counted: G) -> usize {
        self.order.clear();
        let at = self.halfmoves.len();
        let most = self.last_ply + 1;
        let played = game.moves.iter().map(|played| played.bits());
        self.halfmoves.extend(played.take(most));
        // The position after the last half-move counts, too, if the game is known to have ended there.
        if game.moves.len() < most && !game.cut {
            self.halfmoves.push(END);
        }
        let positions = self.halfmoves.len() - at;
        if positions > 0 {
            let line = Line {
                start: self.start(game),
                at,
                len: u32::try_from(positions).unwrap_or(u32::MAX),
                game: counted,
            };
            self.lines.push(line);
        }
        positions
    }

    /// The number of a game's start position.
    fn start(&mut self, game: &PlayedGame<'_>) -> u32 {
        let packed = PackedPosition::of(game.start);
        let starts = &mut self.starts;
        *self
            .numbers
            .entry((packed, game.start.clock(), game.starts))
            .or_insert_with(|| {
                starts.push((game.start.clone(), game.starts));
                u32::try_from(starts.len() - 1).unwrap_or(u32::MAX)
            })
    }

    /// Forgets the games that were added.
    pub(super) fn clear(&mut self) {
        self.halfmoves.clear();
        self.lines.clear();
        self.order.clear();
    }

    /// What is counted of each game, with the Scharnagl numbers of its start position and the number of its positions.
    pub(super) fn counted(&self) -> impl Iterator<Item = (&G, Starts, usize)> {
        self.lines.iter().map(|line| {
            let (_, starts) = &self.starts[line.start as usize];
            (&line.game, *starts, line.len as usize)
        })
    }

    fn sort(&mut self) {
        let (lines, halfmoves) = (&self.lines, &self.halfmoves);
        let keys = lines.iter().enumerate();
        let mut keys: Vec<SortKey> = keys
            .map(|(number, line)| line.key(number, halfmoves))
            .collect();
        keys.sort_unstable_by(|one, other| {
            let rest = |number: u32| lines[number as usize].of(halfmoves);
            let by_rest = || rest(one.2).cmp(rest(other.2));
            (one.0, one.1).cmp(&(other.0, other.1)).then_with(by_rest)
        });
        self.order.clear();
        self.order.extend(keys.iter().map(|(.., number)| *number));
    }

    /// Follows the games that were added, in order. `counted` gets a path with those of its nodes whose games are all
    /// counted, and their counts.
    ///
    /// # Errors
    /// [`NotAMove`], as [`PlayedGame::walk`].
    pub(super) fn follow<C: Counts<G>>(
        &mut self,
        mut counted: impl FnMut(&Path, Range<usize>, &[C]),
    ) -> Result<(), NotAMove> {
        if self.order.is_empty() {
            self.sort();
        }
        let halfmoves = &self.halfmoves;
        let (mut path, mut counts) = (Path::default(), Vec::new());
        let mut start = None;
        for number in &self.order {
            let line = &self.lines[*number as usize];
            let played = line.of(halfmoves);
            let common = match start == Some(line.start) {
                true => path.in_common(played),
                false => 0,
            };
            close(&path, &mut counts, common, &mut counted);
            if start != Some(line.start) {
                start = Some(line.start);
                path.begin(&self.starts[line.start as usize]);
            }
            path.go(common, played)?;
            counts.resize(played.len(), C::default());
            if let Some(last) = counts.last_mut() {
                last.add(&line.game);
            }
        }
        close(&path, &mut counts, 0, &mut counted);
        Ok(())
    }
}

/// Passes on the nodes of a path from this depth on: no further game comes to them.
fn close<G, C: Counts<G>>(
    path: &Path,
    counts: &mut Vec<C>,
    depth: usize,
    counted: &mut impl FnMut(&Path, Range<usize>, &[C]),
) {
    for at in (depth.max(1)..counts.len()).rev() {
        let of_this = counts[at];
        match counts[at - 1].is_empty() {
            true => counts[at - 1] = of_this,
            false => counts[at - 1].merge(&of_this),
        }
    }
    if let Some(closed) = counts.get(depth..).filter(|closed| !closed.is_empty()) {
        counted(path, depth..counts.len(), closed);
        counts.truncate(depth);
    }
}

/// The positions that a game reached, one after the other, each with what was played from it.
///
/// A *node* is a position with all that was played before it, and the move that was played from it.
#[derive(Debug, Default)]
pub(super) struct Path {
    starts: Starts,
    played: Vec<u16>,
    positions: Vec<Position>,
    keys: Vec<u64>,
}

impl Path {
    /// How many half-moves are the same.
    fn in_common(&self, played: &[u16]) -> usize {
        let pairs = self.played.iter().zip(played);
        pairs.take_while(|(one, other)| one == other).count()
    }

    /// Begins from another start position.
    fn begin(&mut self, (start, numbers): &(Position, Starts)) {
        self.starts = *numbers;
        self.played.clear();
        self.positions.clear();
        self.keys.clear();
        self.push(start.clone());
    }

    fn push(&mut self, position: Position) {
        self.keys.push(position.key());
        self.positions.push(position);
    }

    /// Goes back to where so many half-moves had been played, and then on with these.
    fn go(&mut self, common: usize, played: &[u16]) -> Result<(), NotAMove> {
        self.played.truncate(common);
        self.played.extend_from_slice(&played[common..]);
        self.positions.truncate(common + 1);
        self.keys.truncate(common + 1);
        while self.positions.len() < played.len() {
            let depth = self.positions.len();
            let mut position = self.positions[depth - 1].clone();
            let next = Move::from_bits(played[depth - 1]);
            if !is_possible(&position, next) {
                return Err(NotAMove(u32::try_from(depth).unwrap_or(u32::MAX)));
            }
            position.play(next);
            self.push(position);
        }
        Ok(())
    }

    /// Scharnagl numbers of the start position.
    pub(super) const fn starts(&self) -> Starts {
        self.starts
    }

    /// The keys of the positions of some nodes.
    pub(super) fn keys(&self, nodes: Range<usize>) -> &[u64] {
        self.keys.get(nodes).unwrap_or_default()
    }

    /// The position of a node.
    pub(super) fn packed(&self, node: usize) -> PackedPosition {
        PackedPosition::of(&self.positions[node])
    }

    /// The move of a node; `None` at the end of a game.
    pub(super) fn played(&self, node: usize) -> Option<Move> {
        let bits = self.played[node];
        (bits != END).then(|| Move::from_bits(bits))
    }

    /// Whether the position of a node stood on the board before, and the same move was played then.
    pub(super) fn visit(&self, node: usize) -> Visit {
        // The position before the last capture or pawn move is another one.
        let since = node.saturating_sub(self.positions[node].clock() as usize);
        let mut visit = Visit::First;
        for before in since..node {
            if self.keys[before] != self.keys[node] || self.packed(before) != self.packed(node) {
                continue;
            }
            if self.played[before] == self.played[node] {
                return Visit::SameMove;
            }
            visit = Visit::OtherMove;
        }
        visit
    }
}
