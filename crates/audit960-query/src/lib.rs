//! SQL over the tables of a dataset.
//!
//! This crate is the only place that knows polars, and no type of it leaves. The files are read by
//! `audit960-tables`, piece after piece: a query holds the columns it asks for of the rows that its
//! conditions leave, never a whole table. Nothing but questions is answered: a statement that is no
//! query is refused before the engine sees it, and nothing here can reach a network.

mod error;
mod frame;
mod guard;
mod scan;
#[cfg(test)]
mod tests;
mod threads;

use std::panic::{AssertUnwindSafe, catch_unwind};

use audit960_analytics::Dataset;
use audit960_types::Frame;
use polars::prelude::PolarsResult;
use polars::sql::SQLContext;

pub use error::QueryError;
pub use threads::set_threads;

/// The stack of the thread that a query is understood on: the engine goes down into a condition term by
/// term.
const STACK: usize = 256 << 20;

/// Answers a query in SQL (the dialect of polars) over the tables of a dataset that are there, by their
/// names: `games`, `incidents`, `diagnostics`, `start_positions`, `castling`, `positions` and others.
///
/// Whole numbers have 64 bits in it, so that sums of them do not overflow. Rows come in no order but
/// the one the query asks for.
///
/// # Errors
/// [`QueryError`] if the query is none, cannot be understood or answered, or if an answer is neither
/// number, truth, text nor a list of whole numbers, which comes as text in the form of JSON.
pub fn query(dataset: &Dataset, sql: &str) -> Result<Frame, QueryError> {
    guard::check(sql)?;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let running = thread.spawn_scoped(scope, || answer(dataset, sql));
        let answer = running.map_err(|error| QueryError::thread(dataset, &error))?;
        answer
            .join()
            .unwrap_or_else(|panic| Err(QueryError::panicked(dataset, panic.as_ref())))
    })
}

fn answer(dataset: &Dataset, sql: &str) -> Result<Frame, QueryError> {
    let mut context = SQLContext::new();
    for table in dataset.tables() {
        let rows = engine(dataset, || scan::table(dataset, table))?;
        context.register(table, rows);
    }
    let rows = engine(dataset, || context.execute(sql)?.collect())?;
    frame::of(dataset, &rows)
}

/// Has the engine do something. Where it panics, which bytes no audit wrote can make it do, that is
/// an error like others.
fn engine<T>(dataset: &Dataset, work: impl FnOnce() -> PolarsResult<T>) -> Result<T, QueryError> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done.map_err(|error| QueryError::engine(dataset, &error)),
        Err(panic) => Err(QueryError::panicked(dataset, panic.as_ref())),
    }
}
