//! SQL over the tables of a dataset.
//!
//! This crate is the only place that knows polars, and no type of it leaves. The files are read by
//! `audit960-tables`, piece after piece: a query holds the columns it asks for of the rows that its
//! conditions leave, never a whole table. Nothing but questions is answered: a statement that is no
//! query is refused before the engine sees it, and nothing here can reach a network.

mod by_rows;
mod error;
mod frame;
mod guard;
mod memory;
mod out;
mod running;
mod scan;
#[cfg(test)]
mod tests;
mod threads;

use std::io;

use audit960_analytics::Dataset;
use audit960_types::Frame;

use by_rows::ByRows;
pub use error::QueryError;
pub use frame::Answer;
pub use out::{OutFormat, write_answer, write_file};
use running::Running;
pub use threads::set_threads;

/// Answers a query in SQL (the dialect of polars) over the tables of a dataset that are there, by their
/// names: `games`, `incidents`, `diagnostics`, `start_positions`, `castling`, `positions` and others.
/// The answer is handed to `take` in parts, at least one, all with the same columns.
///
/// Where every row of the answer comes from one row of a table, a part is the answer of a row group,
/// in the order of the table, and the query holds no more than a row group for each thread. Of other
/// queries the rows come at once, in no order but the one that the query asks for, and what the query
/// reads and makes of it is held: at most `max_memory` bytes, counted exactly for what is read, and by
/// what the system says the whole process holds where it does. Whole numbers have 64 bits, so that sums
/// of them do not overflow.
///
/// # Errors
/// [`QueryError`] if the query is none, cannot be understood or answered, would hold more than it may,
/// or if an answer is neither number, truth, text nor a list of whole numbers; the first error of `take`.
pub fn stream(
    dataset: &Dataset,
    sql: &str,
    max_memory: u64,
    mut take: impl FnMut(Answer) -> io::Result<()>,
) -> Result<(), QueryError> {
    let rows = ByRows::of(&guard::check(sql)?);
    let running = Running::new(dataset, sql, max_memory);
    running.deliver(rows, &mut |part| Ok(take(part)?))
}

/// The answer to a query as one table; see [`stream`].
///
/// # Errors
/// Those of [`stream`].
pub fn query(dataset: &Dataset, sql: &str, max_memory: u64) -> Result<Frame, QueryError> {
    let mut parts = Vec::new();
    stream(dataset, sql, max_memory, |part| {
        parts.push(part.frame);
        Ok(())
    })?;
    Ok(Frame::joined(parts).unwrap_or_default())
}
