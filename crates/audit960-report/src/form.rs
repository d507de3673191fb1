//! How a table is written.

use std::io::{self, Write};

use audit960_types::Frame;

use crate::frame::{CsvTexts, write_csv, write_json, write_table};
use crate::summary::Style;

/// How a table is written.
#[derive(Clone, Copy, Debug)]
pub enum TableForm {
    /// Aligned columns, cut to a width.
    Table(Style),
    /// RFC 4180.
    Csv(CsvTexts),
    /// An array of objects.
    Json,
}

impl TableForm {
    /// Whether it is for people.
    #[must_use]
    pub const fn is_table(self) -> bool {
        matches!(self, Self::Table(_))
    }

    /// Writes a table.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn write(self, frame: &Frame, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Table(style) => write_table(frame, style, out),
            Self::Csv(texts) => write_csv(frame, texts, out),
            Self::Json => write_json(frame, out),
        }
    }
}
