//! Records of what games add to a row, in blocks as long as the line of a cache.
//!
//! Most records count one game, and are one block: its key, and what is counted of the game. Those of several games are two.

use std::io;

use audit960_types::{GameResult, ScoreTally};

use super::openings::Counts as _;
use super::record::{CountedGame, KeyWords, RowCounts};
use crate::tally::{EloSum, GameTally};

/// Bytes of a block.
pub(super) const BLOCK: usize = 64;

/// A block.
pub(super) type Block = [u8; BLOCK];

/// Words of a block.
const WORDS: usize = BLOCK / 8;

/// What a record counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counted {
    /// A game.
    Game(CountedGame),
    /// Several of them.
    Games(RowCounts),
}

/// The bits of a key that say what follows; keys themselves have none of them.
mod flag {
    /// Number of the first one.
    pub(super) const SHIFT: u32 = 54;
    pub(super) const ALL: u64 = 0b111_1111 << SHIFT;
    /// The result of a game by its number, or that it has no moves.
    pub(super) const RESULT: u64 = 0b111;
    pub(super) const MOVELESS: u64 = 0b111;
    /// Whether a rating is known, of White and of Black, and the day.
    pub(super) const ELO: [u64; 2] = [1 << 3, 1 << 4];
    pub(super) const DAY: u64 = 1 << 5;
    /// There is a second block.
    pub(super) const SEVERAL: u64 = 1 << 6;
}

/// The rating of an example that there is not: no two ratings have so small a sum.
const NO_EXAMPLE: i64 = i64::MIN;

/// Two numbers in a word.
const fn pair(low: u32, high: u32) -> u64 {
    low as u64 | (high as u64) << 32
}

/// The numbers of such a word.
const fn pair_of(word: u64) -> [u32; 2] {
    [word as u32, (word >> 32) as u32]
}

impl Counted {
    /// What these counts are, with as few blocks as they need.
    pub(super) fn of(counts: &RowCounts) -> Self {
        counts.only_game().map_or(Self::Games(*counts), Self::Game)
    }

    /// Adds it to a row.
    #[inline]
    pub(super) fn add_to(&self, row: &mut RowCounts) {
        match self {
            Self::Game(game) => row.add(game),
            Self::Games(counts) => row.merge(counts),
        }
    }

    /// Appends a record.
    pub(super) fn write(&self, key: &KeyWords, blocks: &mut Vec<u8>) {
        let [one, two, three, four, row] = key.words();
        let (flags, words) = match self {
            Self::Game(game) => game_words(game),
            Self::Games(counts) => (flag::SEVERAL, counts_words(counts)),
        };
        let key = [one, two, three, four, row | flags << flag::SHIFT];
        let all = key.iter().chain(&words);
        let wanted = match self {
            Self::Game(_) => WORDS,
            Self::Games(_) => 2 * WORDS,
        };
        blocks.extend(all.take(wanted).flat_map(|word| word.to_le_bytes()));
    }
}

/// Words after a key.
type After = [u64; 2 * WORDS - 5];

/// What is counted of a game: flags, and words, of which only the first three are used.
fn game_words(game: &CountedGame) -> (u64, After) {
    let mut flags = game.result.map_or(flag::MOVELESS, |result| result as u64);
    for (elo, known) in game.elos.iter().zip(flag::ELO) {
        flags |= elo.map_or(0, |_| known);
    }
    flags |= game.day.map_or(0, |_| flag::DAY);
    let [white, black] = game.elos.map(|elo| elo.unwrap_or_default().cast_unsigned());
    let day = game.day.unwrap_or_default().cast_unsigned();
    let mut words = After::default();
    words[..3].copy_from_slice(&[pair(white, black), game.id.cast_unsigned(), day.into()]);
    (flags, words)
}

/// A game of its flags and words; `None` if they are none of a game.
fn game_of(flags: u64, [elos, id, day]: [u64; 3]) -> Option<CountedGame> {
    let known = |flag: u64, number: u32| (flags & flag != 0).then_some(number.cast_signed());
    let [white, black] = pair_of(elos);
    let result = match flags & flag::RESULT {
        flag::MOVELESS => None,
        number => Some(*GameResult::ALL.get(number as usize)?),
    };
    Some(CountedGame {
        result,
        elos: [known(flag::ELO[0], white), known(flag::ELO[1], black)],
        day: known(flag::DAY, day as u32),
        id: id.cast_signed(),
    })
}

fn counts_words(counts: &RowCounts) -> After {
    let RowCounts { tally, example } = counts;
    let ScoreTally {
        white_wins,
        draws,
        black_wins,
        unfinished,
    } = tally.score;
    let [white, black] = tally.elos;
    // The games that are sorted together are numbered by 32 bits.
    let [rated_white, rated_black] = tally
        .elos
        .map(|elos| u32::try_from(elos.known).unwrap_or(u32::MAX));
    // An unknown day is one that is later than itself.
    let (first, last) = tally.days.unwrap_or((1, 0));
    let (elo, id) = example.unwrap_or((NO_EXAMPLE, 0));
    [
        white_wins,
        draws,
        black_wins,
        unfinished,
        tally.moveless,
        pair(rated_white, rated_black),
        white.sum.cast_unsigned(),
        black.sum.cast_unsigned(),
        pair(first.cast_unsigned(), last.cast_unsigned()),
        elo.cast_unsigned(),
        id.cast_unsigned(),
    ]
}

fn counts_of(words: After) -> RowCounts {
    let [white_wins, draws, black_wins, unfinished, moveless, ..] = words;
    let [.., rated, white, black, days, elo, id] = words;
    let elos = |known: u32, sum: u64| EloSum {
        known: known.into(),
        sum: sum.cast_signed(),
    };
    let [rated_white, rated_black] = pair_of(rated);
    let [first, last] = pair_of(days).map(u32::cast_signed);
    let elo = elo.cast_signed();
    RowCounts {
        tally: GameTally {
            score: ScoreTally {
                white_wins,
                draws,
                black_wins,
                unfinished,
            },
            moveless,
            elos: [elos(rated_white, white), elos(rated_black, black)],
            days: Some((first, last)).filter(|(first, last)| first <= last),
        },
        example: (elo != NO_EXAMPLE).then(|| (elo, id.cast_signed())),
    }
}

fn words_of(block: &Block) -> [u64; WORDS] {
    let mut words = [0; WORDS];
    for (word, bytes) in words.iter_mut().zip(block.as_chunks().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    words
}

/// The first block of a record.
pub(super) struct FirstBlock {
    /// The key of the record.
    pub(super) key: KeyWords,
    flags: u64,
    rest: [u64; 3],
}

impl FirstBlock {
    pub(super) fn of(block: &Block) -> Self {
        let [one, two, three, four, row, rest @ ..] = words_of(block);
        Self {
            key: KeyWords::of([one, two, three, four, row & !flag::ALL]),
            flags: (row & flag::ALL) >> flag::SHIFT,
            rest,
        }
    }

    /// Whether the record has a second block.
    pub(super) const fn has_second(&self) -> bool {
        self.flags & flag::SEVERAL != 0
    }
}

/// Passes each record of some blocks to `take`.
///
/// # Errors
/// If they are no records.
pub(super) fn read_records(
    bytes: &[u8],
    mut take: impl FnMut(KeyWords, &Counted),
) -> io::Result<()> {
    let (blocks, rest) = bytes.as_chunks();
    let mut blocks = blocks.iter();
    while let Some(block) = blocks.next() {
        let first = FirstBlock::of(block);
        let counted = match first.has_second() {
            false => Counted::Game(game_of(first.flags, first.rest).ok_or_else(changed)?),
            true => {
                let mut words = After::default();
                let (before, after) = words.split_at_mut(first.rest.len());
                before.copy_from_slice(&first.rest);
                after.copy_from_slice(&words_of(blocks.next().ok_or_else(changed)?));
                Counted::Games(counts_of(words))
            }
        };
        take(first.key, &counted);
    }
    match rest.is_empty() {
        true => Ok(()),
        false => Err(changed()),
    }
}

/// The error of temporary files in which something else stands than was written.
pub(super) fn changed() -> io::Error {
    io::Error::other("a temporary file was changed")
}

#[cfg(test)]
mod tests {
    use audit960_board::{Move, Position};
    use audit960_types::Visit;

    use super::super::record::Key;
    use super::*;
    use crate::packed::PackedPosition;

    /// Keys with every part at its limits.
    fn keys() -> Vec<KeyWords> {
        let move_of = |text: &str| text.parse::<Move>().unwrap();
        let moves = [None, Some(move_of("h8a1")), Some(move_of("h7h8q"))];
        let mut keys = Vec::new();
        for (played, visit) in moves.into_iter().zip(Visit::ALL.iter().copied()) {
            for starts in [None, Some([0, 959]), Some([959, 0])] {
                for ply in [0, 1, 24, 1000, u16::MAX] {
                    let key = Key {
                        position: PackedPosition::of(&Position::standard()),
                        starts,
                        ply,
                        visit,
                        played,
                    };
                    let words = key.to_words();
                    let row = words.row();
                    assert_eq!(words.position(), key.position);
                    assert_eq!((row.starts(), row.ply()), (starts, ply));
                    assert_eq!((row.visit(), row.played()), (Some(visit), played));
                    keys.push(words);
                }
            }
        }
        keys
    }

    /// Games with every part at its limits.
    fn games() -> Vec<CountedGame> {
        let results = GameResult::ALL.iter().copied().map(Some).chain([None]);
        let mut games = Vec::new();
        for (number, result) in results.enumerate() {
            // Nothing but its existence is counted of a game without moves.
            let known = |of: bool| of && result.is_some();
            for (white, black, day) in [
                (false, false, false),
                (true, false, true),
                (false, true, true),
            ] {
                games.push(CountedGame {
                    result,
                    elos: [
                        known(white).then_some(i32::MIN),
                        known(black).then_some(i32::MAX),
                    ],
                    day: known(day).then_some(-700_000 + number as i32),
                    id: if result.is_some() { i64::MIN + 5 } else { 0 },
                });
            }
        }
        games
    }

    fn read(bytes: &[u8]) -> io::Result<Vec<(KeyWords, Counted)>> {
        let mut found = Vec::new();
        read_records(bytes, |key, counted| found.push((key, *counted)))?;
        Ok(found)
    }

    #[test]
    fn what_is_written_is_read() {
        let (mut blocks, mut expected) = (Vec::new(), Vec::new());
        let mut together = RowCounts::default();
        for game in games() {
            let mut alone = RowCounts::default();
            alone.add(&game);
            together.add(&game);
            for key in keys() {
                for counts in [alone, together] {
                    let counted = Counted::of(&counts);
                    counted.write(&key, &mut blocks);
                    let mut row = RowCounts::default();
                    counted.add_to(&mut row);
                    assert_eq!(row, counts);
                    expected.push((key, counted));
                }
            }
        }
        assert_eq!(read(&blocks).unwrap(), expected);
    }

    #[test]
    fn a_game_is_one_block() {
        for game in games() {
            let mut counts = RowCounts::default();
            counts.add(&game);
            assert_eq!(Counted::of(&counts), Counted::Game(game));
            let mut blocks = Vec::new();
            Counted::of(&counts).write(&keys()[0], &mut blocks);
            assert_eq!(blocks.len(), BLOCK);
            counts.add(&game);
            assert_eq!(Counted::of(&counts), Counted::Games(counts));
        }
    }

    #[test]
    fn what_was_not_written_is_refused() {
        let mut blocks = Vec::new();
        let mut counts = RowCounts::default();
        counts.add(&games()[0]);
        counts.add(&games()[0]);
        Counted::of(&counts).write(&keys()[0], &mut blocks);
        assert_eq!(read(&blocks).unwrap().len(), 1);
        // A second block that is not there, or not whole.
        for length in [BLOCK, BLOCK + 8] {
            assert!(read(&blocks[..length]).is_err());
        }
        // The flags of the first one: no result has these bits.
        let mut other = blocks[..BLOCK].to_vec();
        let last = &mut other[32..40];
        let row = u64::from_le_bytes((&*last).try_into().unwrap()) & !flag::ALL;
        last.copy_from_slice(&(row | 0b110 << flag::SHIFT).to_le_bytes());
        assert!(read(&other).is_err());
    }
}
