//! The rows of a part.

use std::fs::File;
use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom};
use std::ops::Range;

use audit960_board::write_uci;
use audit960_types::{TreeRow, Visit};
use hashbrown::HashMap;

use super::collect::TreeParts;
use super::company::Company;
use super::openings::Counts as _;
use super::record::{Key, KeyWords, RECORD, RowCounts};

/// The fewest games of a position that has rows.
const MIN_GAMES: u64 = 2;

/// Bytes read at a time.
const BUFFER: usize = 1 << 18;

/// What a part is divided into, so that the counts of each fit into the cache of a processor; all rows of a position are in
/// one.
const BUCKETS: usize = 64;

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
        let Some(mut part) = self.part(number) else {
            return Ok(());
        };
        // Buckets are about equal; a little more than a share, so that few of them have to grow.
        let share = part.metadata()?.len() / BUCKETS as u64;
        let size = usize::try_from(share + share / 4).unwrap_or(0);
        let mut records: Vec<_> = (0..BUCKETS).map(|_| Vec::with_capacity(size)).collect();
        read(&mut part, &mut records)?;
        drop(part);
        let (mut rows, mut kept) = (Vec::with_capacity(BUCKETS), Vec::new());
        let (mut counts, mut company) = (HashMap::new(), Company::default());
        for (bucket, records) in records.into_iter().enumerate() {
            let counted = count(&records, &mut counts)?;
            keep(&counted, bucket, &mut kept, &mut company)?;
            rows.push(counted);
        }
        self.add_company(company);
        kept.sort_unstable_by(|one, other| one.fen.cmp(&other.fen));
        let mut uci = String::new();
        for KeptPosition { fen, bucket, range } in kept {
            for (key, counts) in &rows[bucket][range] {
                let key = Key::of_words(key).ok_or_else(changed)?;
                uci.clear();
                write_uci(key.played, &mut uci);
                write(&fen, &key, &uci, counts, &mut take)?;
            }
        }
        Ok(())
    }
}

/// A position that enough games reached, and the places of its rows.
struct KeptPosition {
    fen: String,
    bucket: usize,
    range: Range<usize>,
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

/// Distributes the records of a part over buckets.
fn read(part: &mut File, buckets: &mut [Vec<u8>]) -> io::Result<()> {
    part.seek(SeekFrom::Start(0))?;
    let mut file = BufReader::with_capacity(BUFFER, part);
    let mut record = [0; RECORD];
    loop {
        match file.read_exact(&mut record) {
            Ok(()) => {
                let key = KeyWords::of_record(&record);
                buckets[key.bucket(BUCKETS)].extend_from_slice(&record);
            }
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
            Err(error) => return Err(error),
        }
    }
}

/// The rows of a bucket, sorted by their keys. `counts` is empty before and after.
fn count(records: &[u8], counts: &mut HashMap<KeyWords, RowCounts>) -> io::Result<Vec<CountedRow>> {
    let (records, _) = records.as_chunks();
    for record in records {
        let some = RowCounts::of_record(record).ok_or_else(changed)?;
        let row = counts.entry(KeyWords::of_record(record)).or_default();
        row.merge(&some);
    }
    let mut rows: Vec<CountedRow> = counts.drain().collect();
    rows.sort_unstable_by_key(|(key, _)| *key);
    Ok(rows)
}

/// Finds the positions of a bucket that enough games reached.
fn keep(
    counted: &[CountedRow],
    bucket: usize,
    kept: &mut Vec<KeptPosition>,
    company: &mut Company,
) -> io::Result<()> {
    let same = |(one, _): &CountedRow, (other, _): &CountedRow| one.is_of_same_position(other);
    let mut end = 0;
    for of_one in counted.chunk_by(same) {
        let range = end..end + of_one.len();
        end = range.end;
        let first = of_one
            .iter()
            .filter(|(key, _)| key.visit() == Some(Visit::First));
        let games: u64 = first.map(|(_, counts)| counts.tally.score.games()).sum();
        if let Some((key, _)) = of_one.first().filter(|_| games >= MIN_GAMES) {
            let key = Key::of_words(key).ok_or_else(changed)?;
            let fen = key.position.xfen().map_err(|_| changed())?;
            kept.push(KeptPosition { fen, bucket, range });
            for of_ply in of_one.chunk_by(|(one, _), (other, _)| one.is_of_same_place(other)) {
                let games = of_ply.iter().map(|(_, counts)| counts.tally.score.games());
                let (starts, ply) = of_ply.first().map_or((None, 0), |(key, _)| key.place());
                company.add(starts, ply, games.sum());
            }
        }
    }
    Ok(())
}

fn changed() -> io::Error {
    io::Error::other("a temporary file was changed")
}
