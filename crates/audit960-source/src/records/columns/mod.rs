//! Games as rows: Parquet, Arrow IPC files and streams. What columns mean follows from their names.

mod api;
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

use self::api::{push_record, record_columns};
use self::files::{Batches, Opened, Part};
use self::names::{Role, TableColumn, meaning, roles};
use self::plan::Plan;
use self::rows::Rows;
use crate::records::TranslatedText;
use crate::records::record_line::push_unreadable;

pub use self::names::{given_columns, set_columns};

/// The form in which rows are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColumnForm {
    /// Apache Parquet.
    Parquet,
    /// An Arrow IPC file (Feather version 2).
    ArrowFile,
    /// An Arrow IPC stream.
    ArrowStream,
}

impl ColumnForm {
    /// Recognises the form by the first bytes.
    pub(crate) fn detect(head: &[u8]) -> Option<Self> {
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

/// What is said of columns that are not read, where others have a meaning.
pub const NOT_READ: &str = "";

/// How rows become games.
enum RowForm {
    /// Each column by its meaning.
    Columns(Box<Plan>),
    /// As records of a server's interface.
    Records,
}

/// The note in which tables of audit960 have their name.
const OWN_TABLE: &str = "audit960.table";

/// Whether the column of start positions says so by its name, or was given: not `fen`.
fn is_start(all: &[TableColumn], read: &[(usize, Role)], given: &[(String, String)]) -> bool {
    let fen = Role::Tag("FEN".to_owned());
    let column = read.iter().find(|(_, role)| *role == fen);
    column.is_some_and(|(index, _)| {
        let name = &all[*index].name;
        !name.eq_ignore_ascii_case("fen") || given.iter().any(|(_, column)| column == name)
    })
}

/// Reads the rows of a file.
pub(crate) struct ColumnRecords {
    batches: Batches,
    /// What of a batch was not yet returned.
    waiting: Option<Part>,
    form: Arc<RowForm>,
    /// Names of all columns, each with its meaning.
    columns: Vec<(String, String)>,
}

/// Why a table cannot be read, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ColumnsError {
    /// It is not what it looks like, or damaged.
    #[error("{0}")]
    Unreadable(String),
    /// No column holds moves, or not the one that was given.
    #[error("{0}")]
    NoMoves(String),
}

impl ColumnRecords {
    /// Opens a file.
    ///
    /// # Errors
    /// If the file cannot be read as what it looks like, or has no column of moves.
    pub(crate) fn open(form: ColumnForm, file: File) -> Result<Self, ColumnsError> {
        let opened = Opened::new(form, file).map_err(ColumnsError::Unreadable)?;
        let all = opened.columns();
        let given = given_columns();
        let records = record_columns(opened.schema()).filter(|_| given.is_empty());
        let (indices, meanings, form) = match records {
            Some(indices) => {
                let meanings = indices.iter().map(|index| all[*index].name.clone());
                (indices.clone(), meanings.collect(), RowForm::Records)
            }
            None => {
                let mut read = roles(&all, given).map_err(ColumnsError::NoMoves)?;
                // Batches have their columns in the order of the file.
                read.sort_by_key(|(index, _)| *index);
                let meanings = read.iter().map(|(_, role)| meaning(role).to_owned());
                let meanings: Vec<String> = meanings.collect();
                let plan = Plan::new(&read, is_start(&all, &read, given));
                let indices = read.into_iter().map(|(index, _)| index).collect();
                (indices, meanings, RowForm::Columns(Box::new(plan)))
            }
        };
        let mut columns = Vec::new();
        for (index, column) in all.iter().enumerate() {
            match indices.iter().position(|read| *read == index) {
                Some(read) => columns.push((column.name.clone(), meanings[read].clone())),
                None => columns.push((column.described(), NOT_READ.to_owned())),
            }
        }
        Ok(Self {
            batches: opened.project(indices),
            waiting: None,
            form: Arc::new(form),
            columns,
        })
    }

    /// Whether a file has a column of moves, and is not a table that was made of an archive: those name themselves.
    ///
    /// # Errors
    /// The reason, if the file cannot be read as what it looks like.
    pub(crate) fn has_moves(form: ColumnForm, file: File) -> Result<bool, String> {
        let opened = Opened::new(form, file)?;
        let is_record = record_columns(opened.schema()).is_some();
        let has_moves = is_record || roles(&opened.columns(), given_columns()).is_ok();
        Ok(has_moves && !opened.has_note(OWN_TABLE))
    }

    /// Restricts it to a range of the stored bytes: to the rows whose row group or message begins there. Ranges that tile
    /// the file have each row once; rows keep their numbers.
    pub(crate) fn within(mut self, range: &Range<u64>) -> Self {
        self.batches.restrict(range);
        self
    }

    /// All columns, each with what it means: a tag, `movetext`, a command of comments, or [`NOT_READ`].
    pub(crate) fn columns(&self) -> &[(String, String)] {
        &self.columns
    }

    /// The next rows, at most 128; `None` at the end.
    ///
    /// # Errors
    /// The reason, if the file cannot be read on.
    pub(crate) fn next_rows(&mut self) -> Result<Option<RowBatch>, String> {
        let next = match self.waiting.take() {
            Some(part) => Some(part),
            None => self.batches.next()?,
        };
        Ok(next.map(|mut part| {
            self.waiting = part.split_off(STEP_ROWS);
            RowBatch {
                part,
                form: Arc::clone(&self.form),
            }
        }))
    }
}

/// Rows that were read and not yet translated. Any thread can translate them.
pub(crate) struct RowBatch {
    part: Part,
    form: Arc<RowForm>,
}

impl RowBatch {
    /// Translates the rows, until they make more than 1 MiB of text; returns those that are left. Offsets of records are
    /// the numbers of rows, from 0.
    pub(crate) fn translate(&self, out: &mut TranslatedText) -> Option<Self> {
        match &self.part {
            Part::Rows { first, batch } => self.translate_rows(*first, batch, out),
            Part::Lost {
                first,
                rows,
                rows_known,
                reason,
            } => {
                let end = first.saturating_add(*rows);
                let reason = match rows_known {
                    true => format!("rows {} to {end} are lost: {reason}", first + 1),
                    false => format!("row {} and perhaps others are lost: {reason}", first + 1),
                };
                push_unreadable(out.line(*first), &reason);
                // So that lines go on counting rows.
                for row in (first + 1..end).take(MAX_LOST as usize) {
                    out.line(row).push('\n');
                }
                None
            }
        }
    }

    fn translate_rows(
        &self,
        first: u64,
        batch: &RecordBatch,
        out: &mut TranslatedText,
    ) -> Option<Self> {
        let rows = match &*self.form {
            RowForm::Columns(plan) => Some(Rows::new(batch, plan)),
            RowForm::Records => None,
        };
        let mut bytes = 0;
        for row in 0..batch.num_rows() {
            let number = first.saturating_add(row as u64);
            if bytes >= STEP_BYTES {
                return Some(Self {
                    part: Part::Rows {
                        first: number,
                        batch: batch.slice(row, batch.num_rows() - row),
                    },
                    form: Arc::clone(&self.form),
                });
            }
            let line = out.line(number);
            let before = line.len();
            match &rows {
                Some(rows) => rows.push(line, row),
                None => push_record(line, batch, row),
            }
            bytes += line.len() - before;
        }
        None
    }
}

#[cfg(test)]
mod tests;
