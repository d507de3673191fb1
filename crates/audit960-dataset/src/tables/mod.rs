//! Encodes facts as Arrow columns and Parquet files, and reads them back.
//!
//! The path of a row: [`ChunkTables`] (one per worker) collects the facts of one chunk of an archive as
//! [`ChunkRows`]; the [`Assembler`] takes these in the order of the archive and cuts them into row groups at
//! fixed row counts; [`RowGroupJob::encode`], which any worker may run, encodes a row group as Parquet column
//! chunks; the [`DatasetWriter`] accepts these in any order and writes them in the order of the archive.
//! Nothing depends on how the archive was cut or on which worker was faster: the same games give the same
//! bytes.
//!
//! Tables are read back with [`row_groups`]. A [`RowStream`] passes rows to other programs as an Arrow IPC stream
//! instead of writing a dataset; [`RangeFiles`] writes the tables of one range of an archive.
//!
//! The columns of every table are declared in [`audit960_types::tables`].
//! This crate starts no threads.

mod answer;
mod assemble;
mod buffers;
mod chunk;
mod column_order;
mod dataset;
mod encode;
mod error;
mod files;
mod footer;
mod late_findings;
mod layout;
mod positions;
mod range_files;
mod read;
mod row_file;
mod schema;
mod segment;
mod state;
mod stream;
#[cfg(test)]
mod tests;
mod texts;
mod tree_file;
mod verify;

pub use answer::AnswerFile;
pub use assemble::{Assembled, Assembler, RowGroupJob};
pub use chunk::{ChunkRows, ChunkTables, RowSet, TableLimits, TableOptions};
pub use dataset::DatasetWriter;
pub use encode::{ColumnJob, EncodedColumn, EncodedRowGroup};
pub use error::TableError;
pub use footer::count_rows;
pub use late_findings::{LateFinding, LateFindings};
pub use positions::PositionFile;
pub use range_files::RangeFiles;
pub use read::{
    Bools, ColumnValues, Dates, FloatLists, Floats, Ints, Lists, MappedTexts, ReadError, RowGroup,
    Rows, Texts, Values, held_group, row_groups,
};
pub use row_file::{PlayerFile, RowColumns, RowFile, WholeRow, write_rows};
pub use state::{AssemblerState, WriterState};
pub use stream::{ColumnSelection, RowStream};
pub use tree_file::{TreeFile, TreeGroup, TreeGroups};
pub use verify::{first_difference, require_columns, verify};
