//! Tables that are made of all games, part by part, with temporary files between: `tree` and `players`.

use std::collections::HashSet;
use std::fs::File;
use std::io;
use std::path::Path;

use audit960_dataset::tables::{ReadError, Rows};
use audit960_source::system::try_on_workers;
use audit960_types::{Label as _, Verdict};

use crate::observer::{Observer, Stopped};

/// Columns by which [`that_count`] knows the games that count.
pub(crate) const WHICH: [&str; 2] = ["game_id", "verdict"];

/// The rows of games that count: of no copy, and with a verdict that counts.
pub(crate) fn that_count(
    copies: &HashSet<i64>,
    verdict_counts: impl Fn(Verdict) -> bool,
) -> impl Fn(&Rows) -> Result<Vec<bool>, ReadError> {
    move |rows| {
        let [id, verdict] = WHICH;
        let ids = rows.ints(id)?;
        let verdicts = rows.mapped(verdict, Verdict::of_text)?;
        let counts = |row| {
            verdict_counts(verdicts.get(row).flatten().unwrap_or_default())
                && ids.get(row).is_none_or(|id| !copies.contains(&id))
        };
        Ok((0..rows.len()).map(counts).collect())
    }
}

/// A temporary file that is removed with its folder.
///
/// # Errors
/// If it cannot be created.
pub(crate) fn temporary(folder: &Path, name: &str) -> io::Result<File> {
    let mut options = File::options();
    let options = options.read(true).write(true);
    options.create(true).truncate(true).open(folder.join(name))
}

/// What `write` makes of each part, in their order, on several threads. None is begun after an error or a stop.
///
/// # Errors
/// The first error of `write`; [`Stopped`].
pub(crate) fn each_part<P: Send, T: Send>(
    threads: usize,
    parts: impl IntoIterator<Item = P>,
    observer: &dyn Observer,
    write: impl Fn(P) -> anyhow::Result<T> + Sync,
) -> anyhow::Result<Vec<T>> {
    try_on_workers(threads, parts, |part| match observer.is_stopped() {
        true => Err(Stopped.into()),
        false => write(part),
    })
}
