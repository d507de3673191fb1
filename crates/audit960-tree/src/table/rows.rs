//! The rows of a part.

use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom};

use audit960_types::{TreeRow, Visit};
use hashbrown::HashMap;

use super::collect::{Part, TreeParts};
use super::record::{CountedGame, Key, KeyBytes, RecordBytes, RowCounts};

/// The fewest games of a position that has rows.
const MIN_GAMES: u64 = 2;

/// Bytes read at a time.
const BUFFER: usize = 1 << 18;

/// A row, and its position as X-FEN.
struct CountedRow {
    key: Key,
    counts: RowCounts,
}

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
        let counts = counts(&mut part)?;
        let mut rows = Vec::with_capacity(counts.len());
        for (key, counts) in counts {
            let key = Key::of_bytes(&key).ok_or_else(changed)?;
            rows.push(CountedRow { key, counts });
        }
        rows.sort_unstable_by_key(|row| row.key.to_bytes());
        let positions = rows.chunk_by(|one, other| one.key.position == other.key.position);
        let mut kept = Vec::new();
        for rows in positions.filter(|rows| games(rows) >= MIN_GAMES) {
            let Some(first) = rows.first() else { continue };
            let fen = first.key.position.xfen().map_err(|_| changed())?;
            kept.push((fen, rows));
        }
        kept.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        for (fen, rows) in kept {
            for row in rows {
                let uci = row.key.played.map(|played| played.to_string());
                let tally = &row.counts.tally;
                take(&TreeRow {
                    fen: &fen,
                    starts: row.key.starts,
                    ply: row.key.ply.into(),
                    visit: row.key.visit,
                    uci: uci.as_deref(),
                    score: tally.score,
                    moveless: tally.moveless,
                    elo_sums: tally.elos.map(|elos| elos.sum),
                    rated: tally.elos.map(|elos| elos.known),
                    days: tally.days,
                    example: row.counts.example.filter(|_| row.key.played.is_some()),
                })?;
            }
        }
        Ok(())
    }
}

/// The games that reached the position of these rows.
fn games(rows: &[CountedRow]) -> u64 {
    let first = rows.iter().filter(|row| row.key.visit == Visit::First);
    first.map(|row| row.counts.tally.score.games()).sum()
}

/// The rows of a part, counted.
fn counts(part: &mut Part) -> io::Result<HashMap<KeyBytes, RowCounts>> {
    let mut counts: HashMap<KeyBytes, RowCounts> = HashMap::new();
    for (key, early) in part.early.drain(..) {
        counts.entry(key).or_default().merge(&early);
    }
    part.file.seek(SeekFrom::Start(0))?;
    let mut file = BufReader::with_capacity(BUFFER, &part.file);
    let mut record: RecordBytes = [0; 63];
    loop {
        match file.read_exact(&mut record) {
            Ok(()) => {
                let (key, game) = CountedGame::of_bytes(&record);
                counts.entry(key).or_default().add(&game);
            }
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(counts),
            Err(error) => return Err(error),
        }
    }
}

fn changed() -> io::Error {
    io::Error::other("a temporary file was changed")
}
