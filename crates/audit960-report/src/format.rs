//! The formats of answers, as users name them.

use std::io::{self, Write};
use std::path::Path;

use audit960_dataset::Table;
use audit960_types::Choice as _;

use crate::aligned::write_table;
use crate::csv_json::CsvTexts;
use crate::display_width;
use crate::parts::TableParts;
use crate::style::Style;

audit960_types::choices! {
    /// A format of answers.
    pub enum Format {
        /// Aligned columns, cut to the width of the terminal
        Table = "table",
        /// RFC 4180
        Csv = "csv",
        /// Objects: an array of the rows of a table, findings and events one a line
        Json = "json",
        /// One object a line
        JsonLines = "jsonl",
        /// An Arrow IPC stream, whose columns have types
        Arrow = "arrow",
        /// A Parquet file, whose columns have types
        Parquet = "parquet",
        /// Games, with comments
        Pgn = "pgn",
        /// A position a line, with its number as id
        Epd = "epd",
        /// A FEN a line (X-FEN)
        Fen = "fen",
        /// Words, with the throws of the dice
        Dice = "dice",
        /// For people; a finding as file:line:column: severity[CODE]: message
        Text = "text",
        /// SARIF 2.1.0, which code hosts show beside the text
        Sarif = "sarif",
    }
}

impl Format {
    /// The formats of tables.
    pub const TABLES: [Self; 6] = [
        Self::Table,
        Self::Csv,
        Self::Json,
        Self::JsonLines,
        Self::Arrow,
        Self::Parquet,
    ];

    /// The format that the extension of a file names, in any letter case; `None` if it names none.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "ndjson" => Some(Self::JsonLines),
            "txt" => Some(Self::Table),
            "arrows" => Some(Self::Arrow),
            extension => {
                let mut all = Self::ALL.iter().copied();
                all.find(|format| format.name() == extension)
            }
        }
    }

    /// Whether a file whose name says this format must not be written in another. The name .txt says nothing, and one JSON
    /// is as good as the other.
    #[must_use]
    pub fn contradicts(self, other: Self) -> bool {
        let is_json = |format| matches!(format, Self::Json | Self::JsonLines);
        self != other && self != Self::Table && !(is_json(self) && is_json(other))
    }

    /// Whether it is no text.
    #[must_use]
    pub const fn is_binary(self) -> bool {
        matches!(self, Self::Arrow | Self::Parquet)
    }
}

/// How a table is written.
#[derive(Clone, Copy, Debug)]
pub struct TableForm {
    /// In which format.
    pub format: Format,
    /// How text is styled for people.
    pub style: Style,
    /// How texts are written in CSV.
    pub texts: CsvTexts,
    /// Whether it would be written to a terminal.
    pub is_terminal: bool,
}

impl TableForm {
    /// A format in a file or a pipe.
    #[must_use]
    pub const fn plain(format: Format) -> Self {
        Self {
            format,
            style: Style::plain(usize::MAX),
            texts: CsvTexts::Harmless,
            is_terminal: false,
        }
    }

    /// Whether it is for people: aligned columns.
    #[must_use]
    pub const fn is_table(self) -> bool {
        matches!(self.format, Format::Table)
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
        if !self.is_table() {
            return self.write(&table(false), out);
        }
        let mut text = Vec::new();
        write_table(&table(false), Style::plain(usize::MAX), &mut text)?;
        let text = String::from_utf8_lossy(&text);
        let widths = text.lines().map(display_width);
        let brief = widths.max().unwrap_or(0) > self.style.width;
        self.write(&table(brief), out)
    }

    /// Writes a table with what holds for all its rows, where the format can say it: in JSON as `members` of an object whose last
    /// member, called `rows`, is the array, in Arrow in the metadata of the stream.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn write_about(
        self,
        table: &Table,
        members: &str,
        rows: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if self.format == Format::Json {
            let mut array = Vec::new();
            self.write(table, &mut array)?;
            write!(out, "{{{members}, \"{rows}\": ")?;
            out.write_all(array.trim_ascii_end())?;
            return writeln!(out, "}}");
        }
        let mut parts = TableParts::begin(self, table, Some(&format!("{{{members}}}")), out)?;
        parts.write(table, out)?;
        parts.end(out)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_name_their_format_in_any_letter_case() {
        let of = |name: &str| Format::of_path(Path::new(name));
        for (name, format) in [
            ("a.b.PARQUET", Format::Parquet),
            ("a.ndjson", Format::JsonLines),
            ("a.jsonl", Format::JsonLines),
            ("x/a.csv", Format::Csv),
            ("a.json", Format::Json),
            ("a.txt", Format::Table),
            ("a.pgn", Format::Pgn),
        ] {
            assert_eq!(of(name), Some(format), "{name}");
        }
        assert_eq!([of("parquet"), of("a.xls"), of(".csv")], [None; 3]);
    }
}
