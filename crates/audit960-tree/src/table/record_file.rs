//! Records, in memory as far as there is room, then in a temporary file.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek as _, SeekFrom, Write as _};
use std::sync::atomic::{AtomicU64, Ordering};

use super::blocks::{BLOCK, FirstBlock};

/// Bytes read at a time.
const BUFFER: usize = 1 << 18;

/// Bytes of a bucket, about: the counts of one fit into the cache of a processor.
const BUCKET: u64 = 1 << 21;

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

/// Whole records, in pieces of memory.
pub(super) type Bucket = Vec<Vec<u8>>;

/// Records, those of a position with others.
#[derive(Debug, Default)]
pub(super) struct RecordFile {
    kept: Bucket,
    file: Option<File>,
    bytes: u64,
}

impl RecordFile {
    /// Takes whole records, and leaves none of them; `create` makes the temporary file, when there is no room.
    pub(super) fn write(
        &mut self,
        records: &mut Vec<u8>,
        room: &Room,
        create: impl FnOnce() -> io::Result<File>,
    ) -> io::Result<()> {
        self.bytes += records.len() as u64;
        if room.take(records.len()) {
            self.kept.push(std::mem::take(records));
            return Ok(());
        }
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(create()?),
        };
        file.write_all(records)?;
        records.clear();
        Ok(())
    }

    /// Takes the records out, distributed over as many buckets as their number asks for, all of a position to one.
    pub(super) fn take(&mut self) -> io::Result<Vec<Bucket>> {
        self.take_in(self.bytes.div_ceil(BUCKET).max(1) as usize)
    }

    /// Takes them out, distributed over so many.
    fn take_in(&mut self, number: usize) -> io::Result<Vec<Bucket>> {
        let Self { kept, file, bytes } = std::mem::take(self);
        if let Some(mut file) = file.as_ref() {
            file.seek(SeekFrom::Start(0))?;
        }
        if number < 2 {
            let mut bucket = kept;
            if let Some(mut file) = file {
                let mut rest = Vec::with_capacity(bytes as usize);
                file.read_to_end(&mut rest)?;
                bucket.push(rest);
            }
            return Ok(vec![bucket]);
        }
        let mut buckets = vec![Vec::new(); number];
        for records in kept {
            distribute(&mut records.as_slice(), &mut buckets)?;
        }
        if let Some(file) = file {
            distribute(&mut BufReader::with_capacity(BUFFER, file), &mut buckets)?;
        }
        Ok(buckets.into_iter().map(|bucket| vec![bucket]).collect())
    }
}

fn distribute(records: &mut impl Read, buckets: &mut [Vec<u8>]) -> io::Result<()> {
    let mut block = [0; BLOCK];
    // The bucket that a second block belongs to.
    let mut begun = None;
    loop {
        match records.read_exact(&mut block) {
            Ok(()) => {
                let number = begun.take().unwrap_or_else(|| {
                    let first = FirstBlock::of(&block);
                    let number = first.key.bucket(buckets.len());
                    begun = first.has_second().then_some(number);
                    number
                });
                buckets[number].extend_from_slice(&block);
            }
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use audit960_board::Position;
    use audit960_types::{GameResult, Visit};

    use super::super::blocks::Counted;
    use super::super::openings::Counts as _;
    use super::super::record::{CountedGame, Key, RowCounts};
    use super::*;
    use crate::packed::PackedPosition;

    /// Records of one block and of two, of several positions: each bucket has whole ones, all those of a position.
    #[test]
    fn buckets_have_whole_records() {
        let mut position = Position::standard();
        let mut bytes = Vec::new();
        let mut expected: Vec<Vec<u8>> = vec![Vec::new(); 3];
        for (number, next) in ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"]
            .iter()
            .enumerate()
        {
            let mut counts = RowCounts::default();
            for id in 0..=number as i64 % 2 {
                counts.add(&CountedGame {
                    result: Some(GameResult::Draw),
                    elos: [Some(2000), None],
                    day: Some(1),
                    id,
                });
            }
            let key = Key {
                position: PackedPosition::of(&position),
                starts: None,
                ply: number as u16,
                visit: Visit::First,
                played: None,
            };
            let (key, counted) = (key.to_words(), Counted::of(&counts));
            counted.write(&key, &mut bytes);
            counted.write(&key, &mut expected[key.bucket(3)]);
            position.play(next.parse().unwrap());
        }
        assert_eq!(bytes.len(), 9 * BLOCK);
        assert!(expected.iter().filter(|bucket| !bucket.is_empty()).count() > 1);
        // Three whole records.
        let half = 4 * BLOCK;
        // In memory, in a file, and in both: the first records of one block and of two.
        for (room, is_written) in [(1 << 20, false), (0, true), (half as u64, true)] {
            let written = || {
                let (room, mut file) = (Room::new(room), RecordFile::default());
                for part in [&bytes[..half], &bytes[half..]] {
                    let mut part = part.to_vec();
                    file.write(&mut part, &room, tempfile::tempfile).unwrap();
                    assert!(part.is_empty());
                }
                assert_eq!(file.file.is_some(), is_written);
                file
            };
            let buckets = written().take_in(3).unwrap();
            let buckets: Vec<_> = buckets.into_iter().map(|bucket| bucket.concat()).collect();
            assert_eq!(buckets, expected);
            let mut file = written();
            let buckets = file.take().unwrap();
            assert_eq!(buckets.len(), 1);
            assert_eq!(buckets.concat().concat(), bytes);
            // They are taken out.
            assert!(file.take().unwrap().concat().concat().is_empty());
        }
        // More than fit into a bucket, in two writes.
        let times = (BUCKET as usize / bytes.len()).div_ceil(2) + 1;
        let (room, mut file) = (Room::new(1 << 30), RecordFile::default());
        for _ in 0..2 {
            let mut many = bytes.repeat(times);
            file.write(&mut many, &room, tempfile::tempfile).unwrap();
        }
        let buckets = file.take().unwrap();
        let lengths: Vec<usize> = buckets.iter().map(|bucket| bucket.concat().len()).collect();
        assert_eq!(lengths.len(), 2);
        assert!(!lengths.contains(&0));
        assert_eq!(lengths.iter().sum::<usize>(), 2 * times * bytes.len());
    }
}
