//! Games as rows: Parquet, Arrow IPC files and streams. What columns mean follows from their names.

mod files;
mod groups;
mod messages;
mod names;
mod plan;
mod rows;
mod values;

use std::fs::File;
use std::ops::Range;
use std::sync::Arc;

use arrow_array::RecordBatch;

use self::files::{Batches, Opened, Part};
use self::names::{Role, meaning, roles};
use self::plan::Plan;
use self::rows::Rows;
use crate::RecordSink;
use crate::record_line::push_unreadable;

pub use self::names::{given_columns, set_columns};

/// The form in which rows are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnForm {
    /// Apache Parquet.
    Parquet,
    /// An Arrow IPC file (Feather version 2).
    ArrowFile,
    /// An Arrow IPC stream.
    ArrowStream,
}

impl ColumnForm {
    /// Recognises the form by the first bytes.
    #[must_use]
    pub fn detect(head: &[u8]) -> Option<Self> {
        if head.starts_with(b"PAR1") {
            Some(Self::Parquet)
        } else if head.starts_with(b"ARROW1\0\0") {
            Some(Self::ArrowFile)
        } else if let [0xFF, 0xFF, 0xFF, 0xFF, a, b, c, d, ..] = *head {
            // The length of the schema message.
            let length = u32::from_le_bytes([a, b, c, d]);
            (8..1 << 20).contains(&length).then_some(Self::ArrowStream)
        } else {
            None
        }
    }
}

/// Most lost rows that are counted as lines of their own.
const MAX_LOST: u64 = 1 << 20;

/// Rows that are translated at a time.
const STEP_ROWS: usize = 128;

/// Bytes of text after which fewer are.
const STEP_BYTES: usize = 1 << 20;

/// Reads the rows of a file.
pub struct ColumnRecords {
    batches: Batches,
    /// What of a batch was not yet returned.
    waiting: Option<Part>,
    plan: Arc<Plan>,
    /// Names of the columns that are read, each with its meaning.
    columns: Vec<(String, String)>,
}

impl std::fmt::Debug for ColumnRecords {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ColumnRecords")
            .field("columns", &self.columns)
            .finish_non_exhaustive()
    }
}

impl ColumnRecords {
    /// Opens a file.
    ///
    /// # Errors
    /// The reason, if the file cannot be read as what it looks like, or has no column of moves.
    pub fn open(form: ColumnForm, file: File) -> Result<Self, String> {
        let opened = Opened::new(form, file)?;
        let names = opened.names();
        let known: Vec<&str> = names.iter().map(String::as_str).collect();
        let Some(mut read) = roles(&known, given_columns()) else {
            let shown: Vec<&str> = known.into_iter().take(20).collect();
            return Err(format!(
                "no column holds moves (movetext, moves, pgn); say which does by --input-columns movetext=NAME; columns: {}",
                shown.join(", ")
            ));
        };
        // Batches have their columns in the order of the file.
        read.sort_by_key(|(index, _)| *index);
        let name = |(index, role): &(usize, Role)| {
            Some((names.get(*index)?.clone(), meaning(role).to_owned()))
        };
        let columns = read.iter().filter_map(name).collect();
        let (indices, roles): (Vec<usize>, Vec<Role>) = read.into_iter().unzip();
        Ok(Self {
            batches: opened.project(indices),
            waiting: None,
            plan: Arc::new(Plan::new(&roles)),
            columns,
        })
    }

    /// Restricts it to a range of the stored bytes: to the rows whose row group or message begins there. Ranges that tile
    /// the file have each row once; rows keep their numbers.
    #[must_use]
    pub fn within(mut self, range: &Range<u64>) -> Self {
        self.batches.restrict(range);
        self
    }

    /// The columns that are read, each with what it means: a tag, `movetext`, or a command of comments.
    #[must_use]
    pub fn columns(&self) -> &[(String, String)] {
        &self.columns
    }

    /// The next rows, at most 128; `None` at the end.
    ///
    /// # Errors
    /// The reason, if the file cannot be read on.
    pub fn next_rows(&mut self) -> Result<Option<RowBatch>, String> {
        let next = match self.waiting.take() {
            Some(part) => Some(part),
            None => self.batches.next()?,
        };
        Ok(next.map(|mut part| {
            self.waiting = part.split_off(STEP_ROWS);
            RowBatch {
                part,
                plan: Arc::clone(&self.plan),
            }
        }))
    }
}

/// Rows that were read and not yet translated. Any thread can translate them.
pub struct RowBatch {
    part: Part,
    plan: Arc<Plan>,
}

/// Shows which rows they are.
impl std::fmt::Debug for RowBatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = f.debug_struct("RowBatch");
        shown.field("first", &self.part.first());
        shown.finish_non_exhaustive()
    }
}

impl RowBatch {
    /// Translates the rows, until they make more than 1 MiB of text; returns those that are left. Offsets of records are
    /// the numbers of rows, from 0.
    pub fn translate(&self, sink: &mut dyn RecordSink) -> Option<Self> {
        match &self.part {
            Part::Rows { first, batch } => self.translate_rows(*first, batch, sink),
            Part::Lost {
                first,
                rows,
                reason,
            } => {
                let end = first.saturating_add(*rows);
                let reason = format!("rows {} to {end} are lost: {reason}", first + 1);
                push_unreadable(sink.line(*first), &reason);
                // So that lines go on counting rows.
                for row in (first + 1..end).take(MAX_LOST as usize) {
                    sink.record(row, "\n");
                }
                None
            }
        }
    }

    fn translate_rows(
        &self,
        first: u64,
        batch: &RecordBatch,
        sink: &mut dyn RecordSink,
    ) -> Option<Self> {
        let rows = Rows::new(batch, &self.plan);
        let mut bytes = 0;
        for row in 0..batch.num_rows() {
            let number = first.saturating_add(row as u64);
            if bytes >= STEP_BYTES {
                return Some(Self {
                    part: Part::Rows {
                        first: number,
                        batch: batch.slice(row, batch.num_rows() - row),
                    },
                    plan: Arc::clone(&self.plan),
                });
            }
            let line = sink.line(number);
            let before = line.len();
            rows.push(line, row);
            bytes += line.len() - before;
        }
        None
    }
}

#[cfg(test)]
mod tests;
