//! The last row groups: when all chunks are done, only these are left for the threads.

use std::sync::Mutex;

use anyhow::bail;
use audit960_platform::run_workers;
use audit960_tables::{DatasetWriter, RowGroupJob, TableError};

use crate::lock::lock;

/// Encodes row groups column by column on all threads, and writes them.
pub(crate) fn write_last(
    jobs: Vec<RowGroupJob>,
    threads: usize,
    writer: &mut DatasetWriter,
) -> anyhow::Result<()> {
    for job in jobs {
        let (parts, whole) = job.split()?;
        let done: Vec<_> = parts.iter().map(|_| Mutex::new(None)).collect();
        let left = Mutex::new(parts.into_iter().zip(&done));
        run_workers(threads, |_| {
            loop {
                let next = lock(&left).next();
                let Some((part, slot)) = next else { return };
                *lock(slot) = Some(part.encode());
            }
        })?;
        drop(left);
        let columns = done.into_iter().map(|slot| lock(&slot).take());
        let columns: Option<Result<Vec<_>, TableError>> = columns.collect();
        let Some(columns) = columns else {
            bail!("a column was not encoded");
        };
        writer.append(whole.join(columns?))?;
    }
    Ok(())
}
