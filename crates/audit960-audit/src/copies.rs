//! The search for copies, after the archive has been read.

use anyhow::Context as _;
use audit960_dataset::copies::{GameHandle, Search, Spill};
use audit960_dataset::tables::DatasetWriter;
use audit960_source::system::try_on_workers;
use audit960_types::{DuplicateRow, DuplicateTally, GameLocation};

use crate::observed::chunk_and_game;
use crate::observer::{Observer, Stopped};
use crate::ordered::ChunkOrigin;

/// Finds the copies and writes their table. `chunks` are all chunks of the archive, by number.
pub(crate) fn write_copies(
    spill: Spill,
    threads: usize,
    chunks: &[ChunkOrigin],
    writer: &mut DatasetWriter,
    observer: &dyn Observer,
) -> anyhow::Result<DuplicateTally> {
    let search = spill.search();
    run_search(&search, threads, observer)?;
    let mut tally = DuplicateTally::default();
    for copy in search.copies()? {
        if observer.is_stopped() {
            return Err(Stopped.into());
        }
        let copy = copy?;
        let row = DuplicateRow {
            copy: place(copy.later, chunks)?,
            first: place(copy.first, chunks)?,
            kind: copy.kind,
        };
        writer.duplicate(&row)?;
        tally.add(row.kind);
    }
    Ok(tally)
}

/// Runs the tasks of a search; the first failure ends it.
///
/// # Errors
/// Where a search fails, or threads cannot be started; [`Stopped`] where the observer stops it.
pub fn run_search(search: &Search, threads: usize, observer: &dyn Observer) -> anyhow::Result<()> {
    try_on_workers(threads, 0..search.tasks(), |task| {
        match observer.is_stopped() {
            true => Err(Stopped.into()),
            false => Ok(search.run(task)?),
        }
    })
    .map(drop)
}

fn place(place: GameHandle, chunks: &[ChunkOrigin]) -> anyhow::Result<GameLocation<'_>> {
    let (sequence, game) = chunk_and_game(place.order);
    let chunk = usize::try_from(sequence)
        .ok()
        .and_then(|sequence| chunks.get(sequence));
    let chunk = chunk.context("a copy lies in a chunk that was never delivered")?;
    Ok(GameLocation {
        source: &chunk.source,
        identity: place.identity,
        game: chunk.games_before + game,
    })
}
