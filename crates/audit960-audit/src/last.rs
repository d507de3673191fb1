//! The last row groups: when all chunks are done, only these are left for the threads.

use audit960_dataset::tables::{DatasetWriter, RowGroupJob};
use audit960_source::system::try_on_workers;

/// Encodes row groups column by column on all threads, and writes them.
pub(crate) fn write_last(
    jobs: Vec<RowGroupJob>,
    threads: usize,
    writer: &mut DatasetWriter,
) -> anyhow::Result<()> {
    for job in jobs {
        let (parts, whole) = job.split()?;
        let columns = try_on_workers(threads, parts, |part| {
            Ok::<_, anyhow::Error>(part.encode()?)
        })?;
        writer.append(whole.with(columns))?;
    }
    Ok(())
}
