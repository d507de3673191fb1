//! The rows of a part.

use std::cmp::Ordering;
use std::io;
use std::ops::Range;

use audit960_board::write_uci;
use audit960_source::system::map_on_workers;
use audit960_types::{TreeRow, Visit};
use hashbrown::HashTable;
use parking_lot::Mutex;

use super::collect::TreeParts;
use super::company::Company;
use super::openings::Counts as _;
use super::record::{KeyWords, RowCounts, RowKey};
use super::record_file::{Record, RecordFile, changed};

/// The fewest games of a position that has rows.
const MIN_GAMES: u64 = 2;

/// Bytes of an X-FEN, about: few of them are longer.
const BYTES_OF_A_FEN: usize = 64;

/// Groups of rows that each thread encodes before they are taken.
const GROUPS_OF_A_THREAD: usize = 2;

impl TreeParts {
    /// The rows of a part, sorted by X-FEN, then start, half-moves, visit and move, in groups of about so many: `encode`
    /// is asked for each of them, on so many threads, and what it makes is passed to `take` in their order. All rows of a
    /// position are in one group.
    ///
    /// # Errors
    /// That of a temporary file or of threads, or the first of `encode` and `take`.
    pub fn rows<G: Send, E: From<io::Error> + Send>(
        &self,
        number: usize,
        threads: usize,
        group_rows: usize,
        encode: impl Fn(&SortedRows<'_>) -> Result<G, E> + Sync,
        mut take: impl FnMut(G) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut kept = self.kept(number, threads)?;
        self.add_company(std::mem::take(&mut kept.company));
        let groups = kept.groups(group_rows);
        for groups in groups.chunks(GROUPS_OF_A_THREAD * threads.max(1)) {
            let encoded = map_on_workers(threads, groups, &encode);
            for group in encoded.map_err(io::Error::other)? {
                take(group?)?;
            }
        }
        Ok(())
    }

    /// What enough games reached of a part, sorted.
    fn kept(&self, number: usize, threads: usize) -> io::Result<KeptPositions> {
        let files = self.files_of(number);
        let shares: Vec<_> = files
            .chunks(files.len().div_ceil(threads.max(1)).max(1))
            .collect();
        let counted = map_on_workers(threads, &shares, |files| KeptPositions::of(files));
        let mut shares = counted.map_err(io::Error::other)?.into_iter();
        let mut kept = shares.next().transpose()?.unwrap_or_default();
        for share in shares {
            kept.append(share?);
        }
        Ok(kept)
    }
}

/// Rows of a part that follow each other.
pub struct SortedRows<'a> {
    kept: &'a KeptPositions,
    positions: &'a [KeptPosition],
}

impl SortedRows<'_> {
    /// Passes them on.
    ///
    /// # Errors
    /// If a temporary file was changed.
    pub fn each(&self, mut take: impl FnMut(&TreeRow<'_>)) -> io::Result<()> {
        let mut uci = String::new();
        for position in self.positions {
            let fen = position.fen(&self.kept.buckets);
            for (row, counts) in self.kept.rows_of(position) {
                uci.clear();
                write_uci(row.played(), &mut uci);
                take(&tree_row(fen, *row, &uci, counts).ok_or_else(changed)?);
            }
        }
        Ok(())
    }
}

/// The positions that enough games reached, with their rows.
#[derive(Default)]
struct KeptPositions {
    positions: Vec<KeptPosition>,
    buckets: Vec<KeptBucket>,
    company: Company,
}

/// What is kept of a bucket: none of it is moved as there are more of them.
struct KeptBucket {
    rows: Vec<(RowKey, RowCounts)>,
    /// The X-FENs, one after the other.
    fens: String,
}

/// A position that enough games reached: where its X-FEN and its rows are.
struct KeptPosition {
    /// Those of the X-FEN, as numbers that are sorted like them. Most comparisons need no more.
    first_bytes: [u64; 2],
    bucket: u32,
    fen: [u32; 2],
    rows: [u32; 2],
}

impl KeptPosition {
    fn fen<'k>(&self, buckets: &'k [KeptBucket]) -> &'k str {
        &buckets[self.bucket as usize].fens[range(self.fen)]
    }

    /// The order by X-FEN of two positions of these buckets.
    fn order(&self, other: &Self, buckets: &[KeptBucket]) -> Ordering {
        let first = self.first_bytes.cmp(&other.first_bytes);
        first.then_with(|| self.fen(buckets).cmp(other.fen(buckets)))
    }
}

const fn range([start, end]: [u32; 2]) -> Range<usize> {
    start as usize..end as usize
}

impl KeptPositions {
    /// What enough games reached of these files.
    fn of(files: &[Mutex<RecordFile>]) -> io::Result<Self> {
        let mut kept = Self::default();
        let mut counting = Counting::default();
        for file in files {
            for records in file.lock().take()? {
                counting.count(&records);
                kept.keep(&counting)?;
            }
        }
        let buckets = &kept.buckets;
        let order = |one: &KeptPosition, other: &KeptPosition| one.order(other, buckets);
        kept.positions.sort_unstable_by(order);
        Ok(kept)
    }

    fn rows_of(&self, position: &KeptPosition) -> &[(RowKey, RowCounts)] {
        &self.buckets[position.bucket as usize].rows[range(position.rows)]
    }

    /// Adds those of other files: a stable sort merges what is in order for itself.
    fn append(&mut self, other: Self) {
        let before = self.buckets.len() as u32;
        let moved = other.positions.into_iter().map(|position| KeptPosition {
            bucket: position.bucket + before,
            ..position
        });
        self.positions.extend(moved);
        self.buckets.extend(other.buckets);
        let buckets = &self.buckets;
        let order = |one: &KeptPosition, other: &KeptPosition| one.order(other, buckets);
        self.positions.sort_by(order);
        self.company.merge(other.company);
    }

    /// The positions in groups of about so many rows.
    fn groups(&self, group_rows: usize) -> Vec<SortedRows<'_>> {
        let mut rows = 0;
        let is_in_group = |position: &KeptPosition, _: &KeptPosition| {
            rows += range(position.rows).len();
            let is_full = rows >= group_rows;
            rows = if is_full { 0 } else { rows };
            !is_full
        };
        let groups = self.positions.chunk_by(is_in_group);
        groups
            .map(|positions| SortedRows {
                kept: self,
                positions,
            })
            .collect()
    }

    /// Keeps what enough games reached of the rows of a bucket.
    fn keep(&mut self, counted: &Counting) -> io::Result<()> {
        let enough: Vec<_> = counted
            .positions()
            .filter(|rows| counted.has_enough(rows))
            .collect();
        let mut rows = Vec::with_capacity(enough.iter().map(|rows| rows.len()).sum());
        let mut fens = String::with_capacity(enough.len() * BYTES_OF_A_FEN);
        let bucket = self.buckets.len() as u32;
        for of_one in enough {
            let of_one = of_one.iter().map(|(_, row)| &counted.rows[*row as usize]);
            let (first_row, fen) = (rows.len(), fens.len());
            rows.extend(of_one.clone().map(|(key, counts)| (key.row(), *counts)));
            for (key, _) in of_one.take(1) {
                let position = key.position().position().map_err(|_| changed())?;
                fens.push_str(&position.xfen());
            }
            self.add_company(&rows[first_row..]);
            let first_bytes: &[u8; 16] =
                fens.as_bytes()[fen..].first_chunk().ok_or_else(changed)?;
            let first_bytes = u128::from_be_bytes(*first_bytes);
            self.positions.push(KeptPosition {
                first_bytes: [(first_bytes >> 64) as u64, first_bytes as u64],
                bucket,
                fen: [fen as u32, fens.len() as u32],
                rows: [first_row as u32, rows.len() as u32],
            });
        }
        self.buckets.push(KeptBucket { rows, fens });
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
    fn count(&mut self, records: &[Record]) {
        let (rows, numbers) = (&mut self.rows, &mut self.numbers);
        rows.clear();
        numbers.clear();
        for (key, counts) in records {
            let known = numbers.entry(
                key.mixed(),
                |number| rows[*number as usize].0 == *key,
                |number| rows[*number as usize].0.mixed(),
            );
            let number = *known.or_insert(rows.len() as u32).get();
            if number as usize == rows.len() {
                rows.push((*key, RowCounts::default()));
            }
            rows[number as usize].1.merge(counts);
        }
        self.order.clear();
        let first_words = rows.iter().map(|(key, _)| key.words()[0]);
        self.order.extend(first_words.zip(0..));
        self.order.sort_unstable_by(|one, other| {
            let key = |number: u32| rows[number as usize].0;
            let first = one.0.cmp(&other.0);
            first.then_with(|| key(one.1).cmp(&key(other.1)))
        });
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
