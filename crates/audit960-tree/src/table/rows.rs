//! The rows of a part.

use std::io;
use std::ops::Range;
use std::sync::Mutex;

use audit960_board::write_uci;
use audit960_platform::map_on_workers;
use audit960_types::{TreeRow, Visit};
use hashbrown::HashTable;

use super::blocks::{changed, read_records};
use super::collect::{TreeParts, lock};
use super::company::Company;
use super::record::{KeyWords, RowCounts, RowKey};
use super::record_file::RecordFile;

/// The fewest games of a position that has rows.
const MIN_GAMES: u64 = 2;

impl TreeParts {
    /// Passes the rows of a part to `take`, sorted by X-FEN, then start, half-moves, visit and move. They are counted on
    /// so many threads.
    ///
    /// # Errors
    /// That of a temporary file or of threads, or the first of `take`.
    pub fn rows<E: From<io::Error>>(
        &self,
        number: usize,
        threads: usize,
        mut take: impl FnMut(&TreeRow<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let files = self.files_of(number);
        let shares: Vec<_> = files
            .chunks(files.len().div_ceil(threads.max(1)).max(1))
            .collect();
        let counted = map_on_workers(threads.max(1), &shares, |files| KeptPositions::of(files));
        let mut shares = counted.map_err(io::Error::other)?.into_iter();
        let mut kept = shares.next().transpose()?.unwrap_or_default();
        for share in shares {
            kept.append(share?);
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
            let rows = kept.rows.get(position.bucket).map(Vec::as_slice);
            for (row, counts) in &rows.unwrap_or_default()[position.rows.clone()] {
                uci.clear();
                write_uci(row.played(), &mut uci);
                let row = tree_row(&fens[position.fen.clone()], *row, &uci, counts);
                take(&row.ok_or_else(changed)?)?;
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
    /// Those of a bucket together: none of them is moved as they become more.
    rows: Vec<Vec<(RowKey, RowCounts)>>,
    company: Company,
}

/// A position that enough games reached: where its X-FEN and its rows are.
struct KeptPosition {
    /// Those of the X-FEN, as a number that is sorted like them. Most comparisons need no more.
    first_bytes: u128,
    fen: Range<usize>,
    bucket: usize,
    rows: Range<usize>,
}

impl KeptPositions {
    /// What enough games reached of these files.
    fn of(files: &[Mutex<RecordFile>]) -> io::Result<Self> {
        let mut kept = Self::default();
        let (mut buckets, mut counting) = (Vec::new(), Counting::default());
        for file in files {
            lock(file).read(&mut buckets)?;
            for records in &buckets {
                counting.count(records)?;
                kept.keep(&counting)?;
            }
        }
        Ok(kept)
    }

    /// Adds those of other files.
    fn append(&mut self, other: Self) {
        let (fens, buckets) = (self.fens.len(), self.rows.len());
        let moved = other.positions.into_iter().map(|position| KeptPosition {
            fen: position.fen.start + fens..position.fen.end + fens,
            bucket: position.bucket + buckets,
            ..position
        });
        self.positions.extend(moved);
        self.fens.push_str(&other.fens);
        self.rows.extend(other.rows);
        self.company.merge(other.company);
    }

    /// Keeps what enough games reached of the rows of a bucket.
    fn keep(&mut self, counted: &Counting) -> io::Result<()> {
        let enough: Vec<_> = counted
            .positions()
            .filter(|rows| counted.has_enough(rows))
            .collect();
        let mut kept = Vec::with_capacity(enough.iter().map(|rows| rows.len()).sum());
        for of_one in enough {
            let rows = kept.len()..kept.len() + of_one.len();
            let of_one = of_one.iter().map(|(_, row)| &counted.rows[*row as usize]);
            kept.extend(of_one.clone().map(|(key, counts)| (key.row(), *counts)));
            let fen = self.fens.len();
            for (key, _) in of_one.take(1) {
                key.position().write_xfen(&mut self.fens);
            }
            self.add_company(&kept[rows.clone()]);
            let first_bytes = self.fens.as_bytes()[fen..].first_chunk();
            self.positions.push(KeptPosition {
                first_bytes: u128::from_be_bytes(*first_bytes.ok_or_else(changed)?),
                fen: fen..self.fens.len(),
                bucket: self.rows.len(),
                rows,
            });
        }
        self.rows.push(kept);
        Ok(())
    }

    /// Adds a position with these rows.
    fn add_company(&mut self, rows: &[(RowKey, RowCounts)]) {
        for of_ply in rows.chunk_by(|(one, _), (other, _)| one.is_of_same_place(*other)) {
            let games = of_ply.iter().map(|(_, counts)| counts.tally.score.games());
            let place = of_ply.first().map(|(row, _)| (row.starts(), row.ply()));
            let (starts, ply) = place.unwrap_or_default();
            self.company.add(starts, ply, games.sum());
        }
    }
}

/// A row; `None` if it has no visit.
fn tree_row<'a>(
    fen: &'a str,
    row: RowKey,
    uci: &'a str,
    counts: &RowCounts,
) -> Option<TreeRow<'a>> {
    let tally = &counts.tally;
    let has_move = row.played().is_some();
    Some(TreeRow {
        fen,
        starts: row.starts(),
        ply: row.ply().into(),
        visit: row.visit()?,
        uci: has_move.then_some(uci),
        score: tally.score,
        moveless: tally.moveless,
        elo_sums: tally.elos.map(|elos| elos.sum),
        rated: tally.elos.map(|elos| elos.known),
        days: tally.days,
        example: counts.example.filter(|_| has_move),
    })
}

/// Counts records; its memory serves one bucket after the other.
#[derive(Default)]
struct Counting {
    rows: Vec<(KeyWords, RowCounts)>,
    /// The numbers of the rows by their keys.
    numbers: HashTable<u32>,
    /// The first word of each key, and the number of its row: sorted by their keys. Most comparisons need no more.
    order: Vec<(u64, u32)>,
}

impl Counting {
    /// Counts the records of a bucket.
    fn count(&mut self, records: &[u8]) -> io::Result<()> {
        let (rows, numbers) = (&mut self.rows, &mut self.numbers);
        rows.clear();
        numbers.clear();
        read_records(records, |key, counted| {
            let known = numbers.entry(
                key.mixed(),
                |number| rows[*number as usize].0 == key,
                |number| rows[*number as usize].0.mixed(),
            );
            let number = *known.or_insert(rows.len() as u32).get();
            if number as usize == rows.len() {
                rows.push((key, RowCounts::default()));
            }
            counted.add_to(&mut rows[number as usize].1);
        })?;
        self.order.clear();
        let first_words = rows.iter().map(|(key, _)| key.words()[0]);
        self.order.extend(first_words.zip(0..));
        self.order.sort_unstable_by(|one, other| {
            let key = |number: u32| rows[number as usize].0;
            let first = one.0.cmp(&other.0);
            first.then_with(|| key(one.1).cmp(&key(other.1)))
        });
        Ok(())
    }

    /// The numbers of the rows of each position, after the first words of their keys.
    fn positions(&self) -> impl Iterator<Item = &[(u64, u32)]> {
        let key = |number: u32| &self.rows[number as usize].0;
        self.order.chunk_by(move |one, other| {
            one.0 == other.0 && key(one.1).is_of_same_position(key(other.1))
        })
    }

    /// Whether enough games reached the position of these rows.
    fn has_enough(&self, rows: &[(u64, u32)]) -> bool {
        let rows = rows.iter().map(|(_, number)| &self.rows[*number as usize]);
        let first = rows.filter(|(key, _)| key.row().visit() == Some(Visit::First));
        let games = first.map(|(_, counts)| counts.tally.score.games());
        games.sum::<u64>() >= MIN_GAMES
    }
}
