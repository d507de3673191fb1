//! Games sorted by their first half-moves: what neighbours have in common is followed and counted once.

use std::iter;
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
pub(super) trait Counts<G>: Default {
    /// Counts a game.
    fn add(&mut self, game: &G);

    /// Adds the games of others.
    fn merge(&mut self, other: &Self);
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

    /// Half-moves from this one on, as a number that is sorted like them.
    fn key(&self, from: usize, halfmoves: &[u16]) -> u64 {
        let next = self.of(halfmoves).iter().skip(from);
        let next = next.copied().chain(iter::repeat(NO_HALFMOVE));
        let packed = |before: u64, halfmove: u16| before << 16 | u64::from(halfmove);
        next.take(KEYED).fold(0, packed)
    }
}

/// What stands for half-moves after the last one of a line: no move has these bits.
const NO_HALFMOVE: u16 = u16::MAX;

/// Half-moves that are sorted at a time.
const KEYED: usize = 4;

/// Some half-moves, and the number of a line. Comparisons need no more, so that none of them waits for memory.
type SortKey = (u64, u32);

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
    /// The keys of the nodes in the order in which they are come to; none where there is no room for them.
    keys: Vec<u64>,
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
            keys: Vec::new(),
            starts: Vec::new(),
            numbers: HashMap::new(),
        }
    }

    /// Whether games take as much memory as they may.
    pub(super) const fn is_full(&self) -> bool {
        self.bytes() >= self.memory
    }

    const fn bytes(&self) -> usize {
        let lines =
            self.lines.len() * (size_of::<Line<G>>() + size_of::<SortKey>() + size_of::<u32>());
        lines + self.halfmoves.len() * size_of::<u16>()
    }

    /// Adds a game; returns the number of its positions that count.
    pub(super) fn add(&mut self, game: &PlayedGame<'_>, counted: G) -> usize {
        self.forget_order();
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

    /// Divides the games among so many, about as many to each.
    pub(super) fn divide(mut self, shares: usize) -> Vec<Self> {
        let mut divided = Vec::new();
        for left in (2..=shares).rev() {
            let from = self.lines.len() - self.lines.len() / left;
            let mut lines = self.lines.split_off(from);
            let at = lines.first().map_or(self.halfmoves.len(), |line| line.at);
            lines.iter_mut().for_each(|line| line.at -= at);
            divided.push(Self {
                last_ply: self.last_ply,
                memory: self.memory,
                halfmoves: self.halfmoves.split_off(at),
                lines,
                order: Vec::new(),
                keys: Vec::new(),
                starts: self.starts.clone(),
                numbers: self.numbers.clone(),
            });
        }
        self.forget_order();
        divided.push(self);
        divided
    }

    /// Forgets the games that were added.
    pub(super) fn clear(&mut self) {
        self.halfmoves.clear();
        self.lines.clear();
        self.forget_order();
    }

    fn forget_order(&mut self) {
        self.order.clear();
        self.keys.clear();
    }

    /// What is counted of each game, with the Scharnagl numbers of its start position and the number of its positions.
    pub(super) fn counted(&self) -> impl Iterator<Item = (&G, Starts, usize)> {
        self.lines.iter().map(|line| {
            let (_, starts) = &self.starts[line.start as usize];
            (&line.game, *starts, line.len as usize)
        })
    }

    /// Sorts by start position, then by some half-moves, then those lines that have these in common by the next ones.
    fn sort(&mut self) {
        let (lines, halfmoves) = (&self.lines, &self.halfmoves);
        let of_start = |(number, line): (u32, &Line<G>)| (u64::from(line.start), number);
        let mut keys: Vec<SortKey> = (0..).zip(lines).map(of_start).collect();
        keys.sort_unstable();
        let mut unsorted = Vec::new();
        push_equal(&keys, 0, 0, &mut unsorted);
        while let Some((range, from)) = unsorted.pop() {
            let keys = &mut keys[range.clone()];
            for (key, number) in &mut *keys {
                *key = lines[*number as usize].key(from, halfmoves);
            }
            keys.sort_unstable();
            push_equal(keys, range.start, from + KEYED, &mut unsorted);
        }
        self.order.clear();
        self.order.extend(keys.iter().map(|(_, number)| *number));
    }

    /// Follows the games that were added, in order. `counted` gets a path with those of its nodes whose games are all
    /// counted, and have the same ones, with their counts. The second time positions are played only as far as they are
    /// asked for.
    ///
    /// # Errors
    /// [`NotAMove`], as [`PlayedGame::walk`].
    pub(super) fn follow<C: Counts<G>>(
        &mut self,
        mut counted: impl FnMut(&mut Path, Range<usize>, &C),
    ) -> Result<(), NotAMove> {
        if self.order.is_empty() {
            self.sort();
        }
        let has_room = self.bytes() + self.halfmoves.len() * size_of::<u64>() <= self.memory;
        let mut known_keys = self.keys.as_slice();
        let mut new_keys = Vec::new();
        let halfmoves = &self.halfmoves;
        let (mut path, mut counts) = (Path::default(), OpenCounts::default());
        let mut start = None;
        for number in &self.order {
            let line = &self.lines[*number as usize];
            let played = line.of(halfmoves);
            let common = match start == Some(line.start) {
                true => path.in_common(played),
                false => 0,
            };
            counts.close(common, |nodes, of_these| {
                counted(&mut path, nodes, of_these);
            });
            if start != Some(line.start) {
                start = Some(line.start);
                path.begin(&self.starts[line.start as usize]);
            }
            path.turn(common, played);
            if let Some((known, rest)) = known_keys.split_at_checked(path.keys_missing()) {
                path.keys.extend_from_slice(known);
                known_keys = rest;
            }
            let from = path.keys.len();
            path.reach_keys()?;
            if has_room {
                new_keys.extend_from_slice(&path.keys[from..]);
            }
            counts.of(played.len()).add(&line.game);
        }
        counts.close(0, |nodes, of_these| counted(&mut path, nodes, of_these));
        if self.keys.is_empty() {
            self.keys = new_keys;
        }
        Ok(())
    }
}

/// Remembers the places of lines that are not sorted yet: those with equal keys. Their first half-moves up to `from` are
/// the same; `offset` is the place of the first key.
fn push_equal(
    keys: &[SortKey],
    offset: usize,
    from: usize,
    unsorted: &mut Vec<(Range<usize>, usize)>,
) {
    let mut at = offset;
    for equal in keys.chunk_by(|(one, _), (other, _)| one == other) {
        let ended = equal
            .first()
            .is_some_and(|(key, _)| from > 0 && *key as u16 == NO_HALFMOVE);
        if equal.len() > 1 && !ended {
            unsorted.push((at..at + equal.len(), from));
        }
        at += equal.len();
    }
}

/// The counts of a path's nodes, as far as their games are known. A node has all games of the nodes after it, so that
/// counts are kept only where games end or part.
#[derive(Debug)]
struct OpenCounts<C> {
    /// Numbers of nodes from the first one on, ascending, and games that reached the last of these and none of the
    /// nodes of the next number.
    of: Vec<(usize, C)>,
}

impl<C> Default for OpenCounts<C> {
    fn default() -> Self {
        Self { of: Vec::new() }
    }
}

impl<C> OpenCounts<C> {
    /// The counts of the games that have so many nodes.
    fn of<G>(&mut self, nodes: usize) -> &mut C
    where
        C: Counts<G>,
    {
        if self.of.last().is_none_or(|(last, _)| *last < nodes) {
            self.of.push((nodes, C::default()));
        }
        let last = self.of.len() - 1;
        &mut self.of[last].1
    }

    /// Passes on the nodes from this one on: no further game comes to them.
    fn close<G>(&mut self, from: usize, mut counted: impl FnMut(Range<usize>, &C))
    where
        C: Counts<G>,
    {
        while let Some((nodes, counts)) = self.of.pop_if(|(nodes, _)| *nodes > from) {
            let before = self.of.last().map_or(0, |(nodes, _)| *nodes).max(from);
            counted(before..nodes, &counts);
            if before > 0 {
                self.of(before).merge(&counts);
            }
        }
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
        self.keys.push(start.key());
        self.positions.push(start.clone());
    }

    /// Goes back to where so many half-moves had been played, to go on with these.
    fn turn(&mut self, common: usize, played: &[u16]) {
        self.played.truncate(common);
        self.played.extend_from_slice(&played[common..]);
        self.positions.truncate(common + 1);
        self.keys.truncate(common + 1);
    }

    /// The number of nodes whose keys are not known.
    fn keys_missing(&self) -> usize {
        self.played.len() - self.keys.len()
    }

    /// Plays on to the last node whose key is not known.
    fn reach_keys(&mut self) -> Result<(), NotAMove> {
        match self.keys_missing() {
            0 => Ok(()),
            _ => self.reach(self.played.len() - 1),
        }
    }

    /// Plays on to a node.
    ///
    /// # Errors
    /// [`NotAMove`], as [`PlayedGame::walk`].
    pub(super) fn reach(&mut self, node: usize) -> Result<(), NotAMove> {
        for depth in self.positions.len()..=node {
            let next = Move::from_bits(self.played[depth - 1]);
            if !is_possible(&self.positions[depth - 1], next) {
                return Err(NotAMove(u32::try_from(depth).unwrap_or(u32::MAX)));
            }
            self.positions.extend_from_within(depth - 1..);
            let position = &mut self.positions[depth];
            position.play(next);
            if self.keys.len() == depth {
                self.keys.push(position.key());
            }
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

    /// The key of the position of a node.
    pub(super) fn key(&self, node: usize) -> u64 {
        self.keys[node]
    }

    /// The position of a node, which was reached.
    pub(super) fn packed(&self, node: usize) -> PackedPosition {
        PackedPosition::of(&self.positions[node])
    }

    /// The move of a node; `None` at the end of a game.
    pub(super) fn played(&self, node: usize) -> Option<Move> {
        let bits = self.played[node];
        (bits != END).then(|| Move::from_bits(bits))
    }

    /// Whether the position of a node, which was reached, stood on the board before, and the same move was played then.
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
