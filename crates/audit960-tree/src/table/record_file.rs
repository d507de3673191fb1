//! Records, in memory as far as there is room, then in a temporary file.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::sync::atomic::{AtomicU64, Ordering};

use audit960_types::ScoreTally;

use super::record::{KeyWords, RowCounts};
use crate::tally::{EloSum, GameTally};

/// What games add to a row.
pub(super) type Record = (KeyWords, RowCounts);

/// Records of a bucket, about: the counts of one fit into the cache of a processor.
const BUCKET: usize = 1 << 15;

/// Bytes of records that stay in memory.
#[derive(Debug)]
pub(super) struct Room(AtomicU64);

impl Room {
    pub(super) const fn new(bytes: u64) -> Self {
        Self(AtomicU64::new(bytes))
    }

    /// Takes some of it, if so much is left.
    fn take(&self, bytes: usize) -> bool {
        let left = |room: u64| room.checked_sub(bytes as u64);
        let before = self
            .0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, left);
        before.is_ok()
    }
}

/// Records, those of a position with others.
#[derive(Debug, Default)]
pub(super) struct RecordFile {
    kept: Vec<Vec<Record>>,
    file: Option<File>,
    records: usize,
}

impl RecordFile {
    /// Takes records, and leaves none of them; `create` makes the temporary file, when there is no room.
    pub(super) fn write(
        &mut self,
        records: &mut Vec<Record>,
        room: &Room,
        create: impl FnOnce() -> io::Result<File>,
    ) -> io::Result<()> {
        self.records += records.len();
        if room.take(size_of_val(records.as_slice())) {
            self.kept.push(std::mem::take(records));
            return Ok(());
        }
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(create()?),
        };
        let words: Vec<_> = records.drain(..).map(|record| to_words(&record)).collect();
        file.write_all(words.as_flattened().as_flattened())
    }

    /// Takes the records out, distributed over as many buckets as their number asks for, all of a position to one.
    pub(super) fn take(&mut self) -> io::Result<Vec<Vec<Record>>> {
        self.take_in(self.records.div_ceil(BUCKET).max(1))
    }

    /// Takes them out, distributed over so many.
    fn take_in(&mut self, number: usize) -> io::Result<Vec<Vec<Record>>> {
        let Self { kept, file, .. } = std::mem::take(self);
        let mut buckets = vec![Vec::new(); number];
        let mut distribute = |record: Record| buckets[record.0.bucket(number)].push(record);
        kept.into_iter().flatten().for_each(&mut distribute);
        if let Some(mut file) = file {
            let mut bytes = Vec::new();
            file.seek(SeekFrom::Start(0))?;
            file.read_to_end(&mut bytes)?;
            let (words, rest) = bytes.as_chunks();
            let (records, more) = words.as_chunks();
            if !rest.is_empty() || !more.is_empty() {
                return Err(changed());
            }
            records.iter().map(of_words).for_each(distribute);
        }
        Ok(buckets)
    }
}

/// Words of a record in a file.
const WORDS: usize = 18;

/// The rating of an example that there is not: no two ratings have so small a sum.
const NO_EXAMPLE: i64 = i64::MIN;

fn to_words((key, counts): &Record) -> [[u8; 8]; WORDS] {
    let RowCounts { tally, example } = counts;
    let ScoreTally {
        white_wins,
        draws,
        black_wins,
        unfinished,
    } = tally.score;
    let games = [white_wins, draws, black_wins, unfinished, tally.moveless];
    let elos = tally
        .elos
        .map(|elos| [elos.known, elos.sum.cast_unsigned()]);
    // An unknown day is one that is later than itself.
    let (first, last) = tally.days.unwrap_or((1, 0));
    let (elo, id) = example.unwrap_or((NO_EXAMPLE, 0));
    let signed = [first.into(), last.into(), elo, id].map(i64::cast_unsigned);
    let values = key.words().into_iter().chain(games);
    let values = values.chain(elos.into_iter().flatten()).chain(signed);
    let mut words = [[0; 8]; WORDS];
    for (word, value) in words.iter_mut().zip(values) {
        *word = value.to_le_bytes();
    }
    words
}

fn of_words(words: &[[u8; 8]; WORDS]) -> Record {
    let [one, two, three, four, row, rest @ ..] = words.map(u64::from_le_bytes);
    let [
        white_wins,
        draws,
        black_wins,
        unfinished,
        moveless,
        rest @ ..,
    ] = rest;
    let [rated_white, white, rated_black, black, rest @ ..] = rest;
    let [first, last, elo, id] = rest.map(u64::cast_signed);
    let elos = |known: u64, sum: u64| EloSum {
        known,
        sum: sum.cast_signed(),
    };
    let days = (first as i32, last as i32);
    let counts = RowCounts {
        tally: GameTally {
            score: ScoreTally {
                white_wins,
                draws,
                black_wins,
                unfinished,
            },
            moveless,
            elos: [elos(rated_white, white), elos(rated_black, black)],
            days: Some(days).filter(|(first, last)| first <= last),
        },
        example: Some((elo, id)).filter(|(elo, _)| *elo != NO_EXAMPLE),
    };
    (KeyWords::of([one, two, three, four, row]), counts)
}

/// The error of temporary files in which something else stands than was written.
pub(super) fn changed() -> io::Error {
    io::Error::other("a temporary file was changed")
}

#[cfg(test)]
mod tests {
    use audit960_board::Position;
    use audit960_types::{GameResult, Visit};

    use super::super::openings::Counts as _;
    use super::super::record::{CountedGame, Key};
    use super::*;
    use crate::packed::PackedPosition;

    /// Records of one game and of two, with every part at its limits, of several positions.
    fn records() -> Vec<Record> {
        let mut position = Position::standard();
        let mut records = Vec::new();
        for (number, next) in ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"]
            .iter()
            .enumerate()
        {
            let mut counts = RowCounts::default();
            for id in 0..=number as i64 % 2 {
                counts.add(&CountedGame {
                    result: GameResult::ALL.get(number).copied(),
                    elos: [Some(i32::MIN), Some(i32::MAX).filter(|_| number > 2)],
                    day: Some(-700_000),
                    id: i64::MIN + id,
                });
            }
            let key = Key {
                position: PackedPosition::of(&position),
                starts: None,
                ply: number as u16,
                visit: Visit::First,
                played: None,
            };
            records.push((key.to_words(), counts));
            position.play(next.parse().unwrap());
        }
        records
    }

    fn written(parts: &[&[Record]], room: u64) -> RecordFile {
        let (room, mut file) = (Room::new(room), RecordFile::default());
        for part in parts {
            let mut part = part.to_vec();
            file.write(&mut part, &room, tempfile::tempfile).unwrap();
            assert!(part.is_empty());
        }
        file
    }

    /// In memory, in a file, and in both: each bucket has all records of a position.
    #[test]
    fn buckets_have_all_records_of_a_position() {
        let records = records();
        let mut expected = vec![Vec::new(); 3];
        for record in &records {
            expected[record.0.bucket(3)].push(*record);
        }
        assert!(expected.iter().filter(|bucket| !bucket.is_empty()).count() > 1);
        let (first, second) = records.split_at(3);
        let half = size_of_val(first) as u64;
        for (room, is_written) in [(1 << 20, false), (0, true), (half, true)] {
            let written = || written(&[first, second], room);
            assert_eq!(written().file.is_some(), is_written);
            assert_eq!(written().take_in(3).unwrap(), expected);
            let mut file = written();
            assert_eq!(file.take().unwrap().concat(), records);
            // They are taken out.
            assert!(file.take().unwrap().concat().is_empty());
        }
        // More than fit into a bucket, in two writes.
        let many = records.repeat((BUCKET / records.len()).div_ceil(2) + 1);
        let buckets = written(&[&many, &many], 1 << 30).take().unwrap();
        assert_eq!(buckets.len(), 2);
        assert!(buckets.iter().all(|bucket| !bucket.is_empty()));
        assert_eq!(buckets.concat().len(), 2 * many.len());
    }

    #[test]
    fn what_was_not_written_is_refused() {
        let mut file = written(&[&records()], 0);
        let length = file.file.as_ref().unwrap().metadata().unwrap().len();
        file.file.as_ref().unwrap().set_len(length - 1).unwrap();
        assert!(file.take().is_err());
    }
}
