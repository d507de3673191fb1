//! Columns of a CSV file, such as evaluations of start positions, joined to a table by a column that both have.

mod records;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::types::Float64Type;
use arrow_array::{Array as _, UInt32Array};
use arrow_schema::DataType;
use arrow_select::take::take;
use audit960_dataset::{Column, Table};
use audit960_types::{Cell, date_text};

use self::records::{Record, records};

/// Columns that are joined, at most.
const MAX_COLUMNS: usize = 32;

/// The columns that name a start position: the first of these that both have is what they are joined by.
const STARTS: [&str; 2] = ["start", "arrangement"];

/// What is wrong with a file to be joined.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JoinError {
    /// The file and the table have no column in common.
    #[error("none of its columns is one of the answer's, which are {0}")]
    NoKey(String),
    /// No column to be joined.
    #[error("there is no column besides {0}")]
    NoColumn(String),
    /// More columns than are joined.
    #[error("{0} columns are too many: at most {MAX_COLUMNS} are joined")]
    TooMany(usize),
    /// A row with fewer or more fields than the first line has names.
    #[error("line {line}: {found} fields where the first line has {wanted}")]
    Fields {
        /// Line, from 1.
        line: usize,
        /// Fields there.
        found: usize,
        /// Fields of the first line.
        wanted: usize,
    },
    /// Two rows about the same.
    #[error("line {line}: {key} is in an earlier line too")]
    Twice {
        /// Line, from 1.
        line: usize,
        /// What it is about.
        key: String,
    },
    /// An unclosed quotation mark; the line of its record, from 1.
    #[error("line {0}: the quotation mark that opens a field is never closed")]
    Quote(usize),
    /// The text is not CSV.
    #[error("{0}")]
    Unreadable(String),
    /// No row is about a row of the table.
    #[error("no row is about one of the answer's: column {0} has no value in common")]
    NoMatch(String),
}

/// Columns of numbers, each with its name.
pub type NumberColumns = Vec<(String, Vec<Option<f64>>)>;

/// The columns of a CSV file with a line of names.
#[derive(Clone, Debug, PartialEq)]
pub struct External {
    /// Each row's line and fields.
    rows: Vec<Record>,
    /// The columns, of numbers or of texts.
    columns: Vec<Column>,
}

impl External {
    /// Reads CSV (RFC 4180; a byte-order mark and line ends of LF alone are allowed). A column of which
    /// every field is a number or empty holds numbers, any other text; empty fields are null.
    ///
    /// # Errors
    /// [`JoinError`] with the line.
    pub fn read(text: &str) -> Result<Self, JoinError> {
        let mut rows = records(text.trim_start_matches('\u{feff}'))?;
        let (_, names) = match rows.is_empty() {
            true => Record::default(),
            false => rows.remove(0),
        };
        let wanted = names.len();
        if let Some((line, record)) = rows.iter().find(|(_, record)| record.len() != wanted) {
            let (line, found) = (*line, record.len());
            return Err(JoinError::Fields {
                line,
                found,
                wanted,
            });
        }
        let columns = names.iter().enumerate().map(|(at, name)| {
            let fields = rows.iter().map(|(_, record)| record[at].trim());
            let fields = fields.map(|field| Some(field).filter(|field| !field.is_empty()));
            column(name.trim(), fields.collect())
        });
        Ok(Self {
            columns: columns.collect(),
            rows,
        })
    }

    /// The index of the column by which rows are found: one that names start positions, else the first that is wanted.
    fn key(&self, is_wanted: impl Fn(&str) -> bool) -> Option<usize> {
        let named = |name: &str| {
            let mut columns = self.columns.iter();
            columns.position(|column| column.name.eq_ignore_ascii_case(name))
        };
        let starts = STARTS.into_iter().filter(|name| is_wanted(name));
        let mut others = self.columns.iter().map(|column| column.name.as_str());
        let other = || others.position(&is_wanted);
        starts.filter_map(named).next().or_else(other)
    }

    /// The rows by what they are about.
    fn by(&self, key: usize, normal: Normal) -> Result<HashMap<String, u32>, JoinError> {
        let mut found = HashMap::new();
        for (row, (line, record)) in self.rows.iter().enumerate() {
            let key = normal.of(&record[key]);
            if found.insert(key.clone(), row as u32).is_some() {
                return Err(JoinError::Twice { line: *line, key });
            }
        }
        Ok(found)
    }

    /// The columns that are joined by one of them.
    fn others(&self, key: usize) -> Result<Vec<&Column>, JoinError> {
        let is_start = |name: &str| STARTS.iter().any(|start| name.eq_ignore_ascii_case(start));
        let key = &self.columns[key].name;
        let others = self
            .columns
            .iter()
            .filter(|column| column.name != *key && !(is_start(key) && is_start(&column.name)));
        let others: Vec<&Column> = others.collect();
        match others.len() {
            0 => Err(JoinError::NoColumn(key.to_ascii_lowercase())),
            many if many > MAX_COLUMNS => Err(JoinError::TooMany(many)),
            _ => Ok(others),
        }
    }

    /// The lines, from 1, that should name one of the 960 start positions and do not: they are joined to nothing.
    #[must_use]
    pub fn strangers(&self) -> Vec<usize> {
        let Some(key) = self.key(|name| STARTS.contains(&name)) else {
            return Vec::new();
        };
        let normal = Normal::of_column(&self.columns[key].name, true);
        let rows = self.rows.iter();
        let strangers = rows.filter(|(_, record)| !normal.names_a_start(&normal.of(&record[key])));
        strangers.map(|(line, _)| *line).collect()
    }

    /// The columns of numbers for the 960 start positions, whose arrangements are in `arrangements` by
    /// Scharnagl number.
    ///
    /// # Errors
    /// [`JoinError::NoKey`] if the file names no start positions.
    pub fn numbers(&self, arrangements: &[String]) -> Result<NumberColumns, JoinError> {
        let starts = Table::new(vec![
            Column::new(
                "start",
                (0..arrangements.len() as i64).map(Some).collect::<Vec<_>>(),
            ),
            Column::new(
                "arrangement",
                arrangements.iter().cloned().map(Some).collect::<Vec<_>>(),
            ),
        ]);
        let joined = self.join(&starts)?;
        let columns = joined.columns().iter().skip(STARTS.len());
        let numbers = columns.filter_map(|column| {
            let numbers = column.values.as_primitive_opt::<Float64Type>()?;
            Some((column.name.clone(), numbers.iter().collect()))
        });
        Ok(numbers.collect())
    }

    /// A table with these columns at its end, matched by the columns that name start positions, else by the first column
    /// of the file that the table has. A name that the table has already is followed by `_joined`; what the file does not
    /// have is null.
    ///
    /// # Errors
    /// [`JoinError`] if there is no such column, or no row of the file is about one of the table.
    pub fn join(&self, table: &Table) -> Result<Table, JoinError> {
        let names = || table.columns().iter().map(|column| column.name.as_str());
        let listed = || names().collect::<Vec<_>>().join(", ");
        let key = self.key(|name| names().any(|known| known.eq_ignore_ascii_case(name)));
        let key = key.ok_or_else(|| JoinError::NoKey(listed()))?;
        let others = self.others(key)?;
        let name = &self.columns[key].name;
        let mut columns = table.columns().to_vec();
        let known = columns
            .iter()
            .find(|known| known.name.eq_ignore_ascii_case(name));
        let known = known.ok_or_else(|| JoinError::NoKey(listed()))?;
        let normal = Normal::of_column(name, *known.values.data_type() == DataType::Int64);
        let rows = self.by(key, normal)?;
        let at = (0..table.rows()).map(|row| rows.get(&normal.of_cell(&known.cell(row))).copied());
        let at = at.collect::<UInt32Array>();
        if table.rows() > 0 && at.null_count() == at.len() {
            return Err(JoinError::NoMatch(known.name.clone()));
        }
        for column in others {
            let taken = columns.iter().any(|taken| taken.name == column.name);
            let name = format!("{}{}", column.name, if taken { "_joined" } else { "" });
            let values = take(&column.values, &at, None);
            let values = values.map_err(|error| JoinError::Unreadable(error.to_string()))?;
            columns.push(Column::new(name, Arc::clone(&values)));
        }
        Ok(Table::new(columns))
    }
}

/// How fields are looked up.
#[derive(Clone, Copy)]
enum Normal {
    /// As numbers without leading zeros or a fraction of zeros, as programs write whole numbers of a column that has gaps.
    Number,
    /// As capitals: arrangements.
    Capitals,
    /// As they are.
    Text,
}

impl Normal {
    fn of_column(name: &str, is_number: bool) -> Self {
        match name {
            _ if name.eq_ignore_ascii_case("arrangement") => Self::Capitals,
            _ if is_number => Self::Number,
            _ => Self::Text,
        }
    }

    fn of(self, field: &str) -> String {
        let field = field.trim();
        let whole = match field.split_once('.') {
            Some((whole, zeros)) if zeros.bytes().all(|digit| digit == b'0') => whole,
            _ => field,
        };
        match (self, whole.parse::<i64>()) {
            (Self::Number, Ok(number)) => number.to_string(),
            (Self::Capitals, _) => field.to_ascii_uppercase(),
            _ => field.to_owned(),
        }
    }

    fn of_cell(self, cell: &Cell<'_>) -> String {
        match cell {
            Cell::Int(number) => number.to_string(),
            Cell::Date(days) => date_text(*days).unwrap_or_default(),
            Cell::Text(text) => self.of(text),
            _ => String::new(),
        }
    }

    /// Whether a key as it is looked up names a start position of Chess960.
    fn names_a_start(self, key: &str) -> bool {
        match self {
            Self::Capitals => {
                let mut pieces = key.as_bytes().to_owned();
                pieces.sort_unstable();
                pieces == b"BBKNNQRR"
            }
            _ => key.parse().is_ok_and(|number: u16| number < 960),
        }
    }
}

fn column(name: &str, fields: Vec<Option<&str>>) -> Column {
    let number = |field: &Option<&str>| match field {
        Some(text) => {
            let number: Option<f64> = text.parse().ok();
            number.filter(|number| number.is_finite()).map(Some)
        }
        None => Some(None),
    };
    let numbers: Option<Vec<Option<f64>>> = fields.iter().map(number).collect();
    match numbers {
        Some(numbers) => Column::new(name, numbers),
        None => {
            let texts = fields.into_iter().map(|text| text.map(str::to_owned));
            Column::new(name, texts.collect::<Vec<_>>())
        }
    }
}
