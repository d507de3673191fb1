//! Tables that are made of all games, part by part, with temporary files between: `tree` and `players`.

use std::collections::HashSet;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use audit960_platform::run_workers;
use audit960_tables::{ReadError, Rows};
use audit960_types::{Label as _, Verdict};

use crate::lock::lock;
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
pub(crate) fn write_parts<T: Send>(
    threads: usize,
    parts: usize,
    observer: &dyn Observer,
    write: impl Fn(usize) -> anyhow::Result<T> + Sync,
) -> anyhow::Result<Vec<T>> {
    let next = AtomicUsize::new(0);
    let written = Mutex::new(Vec::new());
    let error: Mutex<Option<anyhow::Error>> = Mutex::new(None);
    run_workers(threads, |_| {
        while lock(&error).is_none() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= parts {
                return;
            }
            let done = match observer.is_stopped() {
                true => Err(Stopped.into()),
                false => write(number),
            };
            match done {
                Ok(done) => lock(&written).push((number, done)),
                Err(failure) => {
                    lock(&error).get_or_insert(failure);
                }
            }
        }
    })?;
    if let Some(error) = error.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    let mut written = written.into_inner().unwrap_or_else(PoisonError::into_inner);
    written.sort_unstable_by_key(|(number, _)| *number);
    Ok(written.into_iter().map(|(_, done)| done).collect())
}
