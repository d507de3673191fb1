//! A temporary file of records.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek as _, SeekFrom, Write as _};

use super::blocks::{BLOCK, FirstBlock};

/// Bytes read at a time.
const BUFFER: usize = 1 << 18;

/// Bytes of a bucket, about: the counts of one fit into the cache of a processor.
const BUCKET: u64 = 1 << 21;

/// Records in a file.
#[derive(Debug)]
pub(super) struct RecordFile(File);

impl RecordFile {
    /// The records of this file, which is empty.
    pub(super) const fn new(file: File) -> Self {
        Self(file)
    }

    /// Writes whole records to the file.
    pub(super) fn write(&mut self, records: &[u8]) -> io::Result<()> {
        self.0.write_all(records)
    }

    /// Distributes the records over as many buckets as their number asks for, all of a position to one.
    pub(super) fn read(&mut self, buckets: &mut Vec<Vec<u8>>) -> io::Result<()> {
        let bytes = self.0.metadata()?.len();
        self.read_in(bytes.div_ceil(BUCKET).max(1) as usize, buckets)
    }

    /// Distributes them over so many.
    fn read_in(&mut self, number: usize, buckets: &mut Vec<Vec<u8>>) -> io::Result<()> {
        buckets.resize_with(number, Vec::new);
        buckets.iter_mut().for_each(Vec::clear);
        self.0.seek(SeekFrom::Start(0))?;
        match buckets.as_mut_slice() {
            [bucket] => self.0.read_to_end(bucket).map(drop),
            _ => distribute(&mut BufReader::with_capacity(BUFFER, &self.0), buckets),
        }
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
        let mut file = RecordFile::new(tempfile::tempfile().unwrap());
        file.write(&bytes).unwrap();
        let mut buckets = vec![vec![1]; 5];
        // Twice: nothing is used up.
        for _ in 0..2 {
            file.read_in(3, &mut buckets).unwrap();
            assert_eq!(buckets, expected);
            file.read(&mut buckets).unwrap();
            assert_eq!(buckets, [bytes.clone()]);
        }
    }
}
