//! Runs a query on a thread of its own; the answer comes in parts.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use audit960_dataset::{Dataset, RowGroups, Table};
use polars::prelude::{DataFrame, IntoLazy as _, PolarsResult};
use polars::sql::SQLContext;
use polars_async::executor::ALLOW_RAYON_THREADS;

use crate::sql::by_rows::RowwiseQuery;
use crate::sql::scan::Names;
use crate::sql::{QueryError, answer, scan};

/// Stack of the threads that run a query, in bytes: the engine recurses into a condition term by term.
const STACK: usize = 256 << 20;

/// Interval at which the memory of the process is checked.
const LOOK: Duration = Duration::from_millis(20);

/// A query that has passed the checks.
pub(crate) struct Running {
    dataset: Dataset,
    sql: String,
    names: Names,
}

type Part = Result<Table, QueryError>;

/// Has the engine work on this thread alone: its pool has a thread for every processor.
fn single_threaded() {
    ALLOW_RAYON_THREADS.set(false);
}

fn available() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

impl Running {
    pub(crate) fn new(dataset: &Dataset, sql: &str, names: Names) -> Self {
        // What the engine has to say to programs about its own future would stand between the lines of an answer.
        polars::error::set_warning_function(|_, _| {});
        Self {
            dataset: dataset.clone(),
            sql: sql.to_owned(),
            names,
        }
    }

    /// Passes the parts of the answer to `take`. A query that exceeds its memory limit is abandoned: its
    /// threads end when the engine does, or with the process.
    pub(crate) fn deliver(
        self,
        rows: Option<RowwiseQuery>,
        take: &mut dyn FnMut(Table) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        let running = Arc::new(self);
        let parts = running.start(rows)?;
        loop {
            match parts.recv_timeout(LOOK) {
                Ok(part) => take(part.map_err(|error| running.reason(error))?)?,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if running.dataset.memory().is_exceeded() {
                return Err(running.too_much());
            }
        }
    }

    fn start(self: &Arc<Self>, rows: Option<RowwiseQuery>) -> Result<Receiver<Part>, QueryError> {
        let (sender, parts) = sync_channel(1);
        let running = Arc::clone(self);
        let work = move || {
            if running.dataset.threads().get() < available() {
                single_threaded();
            }
            let done = match rows {
                Some(rows) => running.by_rows(&rows, &sender),
                None => running.whole().map(|answer| drop(sender.send(Ok(answer)))),
            };
            if let Err(error) = done {
                // If the receiver is gone, nobody needs the error.
                drop(sender.send(Err(error)));
            }
        };
        let thread = thread::Builder::new().stack_size(STACK).spawn(work);
        match thread {
            Ok(_) => Ok(parts),
            Err(error) => Err(QueryError::thread(&self.dataset, &error)),
        }
    }

    /// The whole answer.
    fn whole(&self) -> Part {
        let mut tables = Vec::new();
        for table in scan::table_names(&self.dataset) {
            let rows = scan::table(&self.dataset, table, &self.names)?;
            tables.push((table, rows));
        }
        self.ask(tables)
    }

    /// Asks the engine about tables.
    fn ask(&self, tables: Vec<(&'static str, DataFrame)>) -> Part {
        let rows = self.engine(|| {
            let mut context = SQLContext::new();
            for (table, rows) in tables {
                context.register(table, rows.lazy());
            }
            let asked = context.execute(&self.sql)?;
            match asked.clone().collect() {
                // How the engine counts the rows of several queries needs numbers of 128 bits, which it was built without:
                // it counts them in another way if it reads all columns.
                Err(error) if error.to_string().contains("UInt128") => {
                    asked.with_projection_pushdown(false).collect()
                }
                done => done,
            }
        })?;
        answer::of(&self.dataset, &self.names, &rows)
    }

    /// Sends the answer row group by row group, in order, as many at a time as there are threads.
    fn by_rows(&self, asked: &RowwiseQuery, sender: &SyncSender<Part>) -> Result<(), QueryError> {
        let tables = self.dataset.tables();
        let Some(table) = tables.into_iter().find(|table| *table == asked.table) else {
            // The engine says what is wrong with the name.
            return self.whole().map(|answer| drop(sender.send(Ok(answer))));
        };
        let row_groups = Arc::new(self.dataset.row_groups_of(table)?);
        let mut left = asked.limit.unwrap_or(usize::MAX);
        let (mut next, threads) = (0, self.dataset.threads().get());
        // A table without row groups has columns all the same.
        while next < row_groups.len().max(1) && (left > 0 || next == 0) {
            let group = next..(next + threads).min(row_groups.len().max(1));
            next = group.end;
            for answer in self.some(table, &row_groups, group)? {
                let answer = answer.head(left);
                left -= answer.rows();
                if sender.send(Ok(answer)).is_err() {
                    return Ok(());
                }
            }
            self.dataset.memory().release();
        }
        Ok(())
    }

    /// The answers of some row groups, each on its own thread.
    fn some(
        &self,
        table: &'static str,
        row_groups: &Arc<RowGroups>,
        numbers: std::ops::Range<usize>,
    ) -> Result<Vec<Table>, QueryError> {
        let answer = |number| {
            single_threaded();
            let at = (&**row_groups, number);
            let rows = scan::row_group(&self.dataset, table, &self.names, at)?;
            self.ask(vec![(table, rows)])
        };
        thread::scope(|scope| {
            let running: Vec<_> = numbers
                .map(|number| {
                    let thread = thread::Builder::new().stack_size(STACK);
                    let started = thread.spawn_scoped(scope, move || answer(number));
                    started.map_err(|error| QueryError::thread(&self.dataset, &error))
                })
                .collect::<Result<_, _>>()?;
            let done = running.into_iter().map(|thread| {
                thread.join().unwrap_or_else(|panic| {
                    Err(QueryError::panicked(&self.dataset, panic.as_ref()))
                })
            });
            done.collect()
        })
    }

    /// Calls the engine. A panic, which files that no audit wrote can cause, becomes an error like others.
    fn engine<T>(&self, work: impl FnOnce() -> PolarsResult<T>) -> Result<T, QueryError> {
        match catch_unwind(AssertUnwindSafe(work)) {
            Ok(done) => {
                done.map_err(|error| QueryError::engine(&self.dataset, &self.names, &error))
            }
            Err(panic) => Err(QueryError::panicked(&self.dataset, panic.as_ref())),
        }
    }

    /// Why a query failed: of a memory limit the engine only says that reading failed.
    fn reason(&self, error: QueryError) -> QueryError {
        match self.dataset.memory().is_exceeded() {
            true => self.too_much(),
            false => error,
        }
    }

    fn too_much(&self) -> QueryError {
        QueryError::MemoryExceeded {
            most: self.dataset.memory().most(),
        }
    }
}
