//! The rows of a part.

use std::fs::File;
use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom};
use std::ops::Range;

use audit960_board::write_uci;
use audit960_types::{TreeRow, Visit};
use hashbrown::HashMap;

use super::collect::{TreeParts, lock};
use super::company::Company;
use super::openings::Counts as _;
use super::record::{Key, KeyWords, RECORD, RowCounts};

/// The fewest games of a position that has rows.
const MIN_GAMES: u64 = 2;

/// Bytes read at a time.
const BUFFER: usize = 1 << 18;

/// Bytes of a bucket, about: the counts of one fit into the cache of a processor.
const BUCKET: u64 = 1 << 21;

/// A row, counted.
type CountedRow = (KeyWords, RowCounts);

impl TreeParts {
    /// Passes the rows of a part to `take`, sorted by X-FEN, then start, half-moves, visit and move.
    ///
    /// # Errors
    /// That of a temporary file, or the first of `take`.
    pub fn rows<E: From<io::Error>>(
        &self,
        number: usize,
        mut take: impl FnMut(&TreeRow<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut kept = KeptPositions::default();
        let (mut records, mut counting) = (Vec::new(), Counting::default());
        for file in self.files_of(number) {
            let mut file = lock(file);
            let buckets = file.metadata()?.len().div_ceil(BUCKET).max(1);
            records.resize_with(buckets as usize, Vec::new);
            records.iter_mut().for_each(Vec::clear);
            read(&mut file, &mut records)?;
            for records in &records {
                counting.count(records)?;
                kept.keep(&counting)?;
            }
        }
        self.add_company(std::mem::take(&mut kept.company));
        let fens = kept.fens.as_str();
        let positions = &mut kept.positions;
        positions.sort_unstable_by(|one, other| {
            let whole = |position: &KeptPosition| &fens[position.fen.clone()];
            let first = one.first_bytes.cmp(&other.first_bytes);
            first.then_with(|| whole(one).cmp(whole(other)))
        });
        let mut uci = String::new();
        for position in positions {
            for (key, counts) in &kept.rows[position.rows.clone()] {
                let key = Key::of_words(key).ok_or_else(changed)?;
                uci.clear();
                write_uci(key.played, &mut uci);
                write(&fens[position.fen.clone()], &key, &uci, counts, &mut take)?;
            }
        }
        Ok(())
    }
}

/// The positions that enough games reached, with their rows.
#[derive(Default)]
struct KeptPositions {
    positions: Vec<KeptPosition>,
    fens: String,
    rows: Vec<CountedRow>,
    company: Company,
}

/// A position that enough games reached: where its X-FEN and its rows are.
struct KeptPosition {
    /// Those of the X-FEN, as a number that is sorted like them. Most comparisons need no more.
    first_bytes: u128,
    fen: Range<usize>,
    rows: Range<usize>,
}

impl KeptPositions {
    /// Keeps what enough games reached of the rows of a bucket.
    fn keep(&mut self, counted: &Counting) -> io::Result<()> {
        let rows = &counted.rows;
        let key = |row: &u32| &rows[*row as usize].0;
        for of_one in counted
            .order
            .chunk_by(|one, other| key(one).is_of_same_position(key(other)))
        {
            let of_one = of_one.iter().map(|row| rows[*row as usize]);
            let first = of_one
                .clone()
                .filter(|(key, _)| key.visit() == Some(Visit::First));
            let games: u64 = first.map(|(_, counts)| counts.tally.score.games()).sum();
            if games < MIN_GAMES {
                continue;
            }
            let kept = self.rows.len();
            self.rows.extend(of_one);
            let Some((key, _)) = self.rows.get(kept) else {
                continue;
            };
            let key = Key::of_words(key).ok_or_else(changed)?;
            let fen = self.fens.len();
            key.position.write_xfen(&mut self.fens);
            let first_bytes = self.fens.as_bytes()[fen..].first_chunk();
            self.positions.push(KeptPosition {
                first_bytes: u128::from_be_bytes(*first_bytes.ok_or_else(changed)?),
                fen: fen..self.fens.len(),
                rows: kept..self.rows.len(),
            });
            self.add_company(kept);
        }
        Ok(())
    }

    /// Adds a position whose rows begin here.
    fn add_company(&mut self, rows: usize) {
        for of_ply in self.rows[rows..].chunk_by(|(one, _), (other, _)| one.is_of_same_place(other))
        {
            let games = of_ply.iter().map(|(_, counts)| counts.tally.score.games());
            let (starts, ply) = of_ply.first().map_or((None, 0), |(key, _)| key.place());
            self.company.add(starts, ply, games.sum());
        }
    }
}

/// Passes a row to `take`.
fn write<E>(
    fen: &str,
    key: &Key,
    uci: &str,
    counts: &RowCounts,
    take: &mut impl FnMut(&TreeRow<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let tally = &counts.tally;
    take(&TreeRow {
        fen,
        starts: key.starts,
        ply: key.ply.into(),
        visit: key.visit,
        uci: key.played.is_some().then_some(uci),
        score: tally.score,
        moveless: tally.moveless,
        elo_sums: tally.elos.map(|elos| elos.sum),
        rated: tally.elos.map(|elos| elos.known),
        days: tally.days,
        example: counts.example.filter(|_| key.played.is_some()),
    })
}

/// Distributes the records of a file over buckets, all of a position to one.
fn read(file: &mut File, buckets: &mut [Vec<u8>]) -> io::Result<()> {
    file.seek(SeekFrom::Start(0))?;
    if let [bucket] = buckets {
        file.read_to_end(bucket)?;
        return Ok(());
    }
    let mut file = BufReader::with_capacity(BUFFER, file);
    let mut record = [0; RECORD];
    loop {
        match file.read_exact(&mut record) {
            Ok(()) => {
                let key = KeyWords::of_record(&record);
                buckets[key.bucket(buckets.len())].extend_from_slice(&record);
            }
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
            Err(error) => return Err(error),
        }
    }
}

/// Counts records; its memory serves one bucket after the other.
#[derive(Default)]
struct Counting {
    counts: HashMap<KeyWords, RowCounts>,
    rows: Vec<CountedRow>,
    /// The numbers of the rows, sorted by their keys.
    order: Vec<u32>,
}

impl Counting {
    /// Counts the records of a bucket.
    fn count(&mut self, records: &[u8]) -> io::Result<()> {
        let (records, _) = records.as_chunks();
        for record in records {
            let some = RowCounts::of_record(record).ok_or_else(changed)?;
            let row = self.counts.entry(KeyWords::of_record(record)).or_default();
            row.merge(&some);
        }
        self.rows.clear();
        self.rows.extend(self.counts.drain());
        self.order.clear();
        self.order
            .extend((0..).zip(&self.rows).map(|(number, _): (u32, _)| number));
        let key = |number: &u32| &self.rows[*number as usize].0;
        self.order
            .sort_unstable_by(|one, other| key(one).cmp(key(other)));
        Ok(())
    }
}

fn changed() -> io::Error {
    io::Error::other("a temporary file was changed")
}
