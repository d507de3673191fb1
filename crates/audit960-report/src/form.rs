//! How a table is written.

use std::io::{self, Write};

use audit960_types::Table;

use crate::aligned::write_table;
use crate::csv_json::CsvTexts;
use crate::display_width;
use crate::parts::TableParts;
use crate::style::Style;

audit960_types::choices! {
    /// A table format, as users name it.
    pub enum TableFormat {
        /// Aligned columns, cut to the width of the terminal
        Table = "table",
        /// RFC 4180
        Csv = "csv",
        /// An array of objects
        Json = "json",
        /// An Arrow IPC stream, whose columns have types
        Arrow = "arrow",
    }
}

/// What a table is printed on.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// How text is styled there.
    pub style: Style,
    /// How texts are written in CSV.
    pub texts: CsvTexts,
    /// Whether somebody looks at it.
    pub is_terminal: bool,
}

impl TableFormat {
    /// How a table in this format is written there.
    #[must_use]
    pub const fn form(self, screen: Screen) -> TableForm {
        match self {
            Self::Table => TableForm::Table(screen.style),
            Self::Csv => TableForm::Csv(screen.texts),
            Self::Json => TableForm::Json,
            Self::Arrow => TableForm::Arrow {
                terminal: screen.is_terminal,
            },
        }
    }
}

/// How a table is written.
#[derive(Clone, Copy, Debug)]
pub enum TableForm {
    /// Aligned columns, cut to a width.
    Table(Style),
    /// RFC 4180.
    Csv(CsvTexts),
    /// An array of objects.
    Json,
    /// An Arrow IPC stream; none is written to a terminal.
    Arrow {
        /// Whether it would be.
        terminal: bool,
    },
}

impl TableForm {
    /// Whether it is for people: aligned columns.
    #[must_use]
    pub const fn is_table(self) -> bool {
        matches!(self, Self::Table(_))
    }

    /// Writes a table that `table` builds in full (`false`) or in brief (`true`): in brief where the terminal
    /// is too narrow for all of it.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn write_fitting(
        self,
        table: &dyn Fn(bool) -> Table,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let Self::Table(style) = self else {
            return self.write(&table(false), out);
        };
        let mut text = Vec::new();
        write_table(&table(false), Style::plain(usize::MAX), &mut text)?;
        let text = String::from_utf8_lossy(&text);
        let widths = text.lines().map(display_width);
        let brief = widths.max().unwrap_or(0) > style.width;
        self.write(&table(brief), out)
    }

    /// Writes a table.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn write(self, table: &Table, out: &mut dyn Write) -> io::Result<()> {
        let mut parts = TableParts::begin(self, table, None, out)?;
        parts.write(table, out)?;
        parts.end(out)
    }
}
