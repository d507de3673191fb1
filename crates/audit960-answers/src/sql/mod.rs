//! SQL over the tables of a dataset.
//!
//! No type of polars is in its interface. A query holds the columns that it names, or one row group of them where each row
//! of the answer comes from one row. Only queries are answered: any other statement is refused before the engine sees it,
//! and nothing here can reach a network.

mod answer;
mod by_rows;
mod completion;
mod dates;
mod describe;
mod error;
mod guard;
mod out;
mod refusals;
mod running;
mod scan;
#[cfg(test)]
mod tests;

use std::io;

use audit960_dataset::{Dataset, Table};

use by_rows::RowwiseQuery;
pub use error::QueryError;
use guard::Checked;
pub use out::write_answer;
use running::Running;

/// Answers a query in SQL (the dialect of polars) over the tables that a dataset has, by their names:
/// `games`, `incidents`, `diagnostics`, `start_positions`, `castling`, `positions` and others. The answer
/// is passed to `take` in parts, at least one, all with the same columns.
///
/// If every row of the answer comes from one row of a table, a part is the answer of a row group, in the
/// order of the table, and the query holds at most one row group per thread. The answer to any other
/// query is one part, in the order that the query asks for, equal groups by their columns, and all that the query reads and
/// computes is held: at most as many bytes as the dataset allows ([`Dataset::within`]), counted exactly for what is read,
/// and compared with the memory of the whole process where the system reports it. Whole numbers have 64 bits, so that their
/// sums do not overflow.
///
/// # Errors
/// [`QueryError`] if the statement is not a query, cannot be parsed or answered, or needs too much memory,
/// or if a column of the answer cannot be printed; the first error of `take`.
pub fn stream(
    dataset: &Dataset,
    sql: &str,
    mut take: impl FnMut(Table) -> io::Result<()>,
) -> Result<(), QueryError> {
    let Checked {
        mut statement,
        names,
    } = guard::check(sql)?;
    if let Some(answer) = describe::answer(dataset, &statement)? {
        return Ok(take(answer)?);
    }
    let rows = RowwiseQuery::of(&statement);
    let running = match completion::complete(&mut statement) {
        true => Running::new(dataset, &statement.to_string(), names),
        false => Running::new(dataset, sql, names),
    };
    running.deliver(rows, &mut |part| Ok(take(part)?))
}
