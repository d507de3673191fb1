//! External columns about start positions, such as evaluations, joined to our tables.

use std::collections::HashMap;

use audit960_types::{Cell, Column, Table, Values, date_text};

/// Columns that are joined, at most.
const MAX_COLUMNS: usize = 32;

/// What is wrong with a file to be joined.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JoinError {
    /// No column says which positions the rows are about.
    #[error("no column is called start (Scharnagl number) or arrangement (RNBQKBNR)")]
    NoKey,
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
    /// Two rows about one position.
    #[error("line {line}: {key} is in an earlier line too")]
    Twice {
        /// Line, from 1.
        line: usize,
        /// What it says of which position it is about.
        key: String,
    },
    /// An unclosed quotation mark; the line of its record, from 1.
    #[error("line {0}: the quotation mark that opens a field is never closed")]
    Quote(usize),
    /// The text is not CSV.
    #[error("{0}")]
    Unreadable(String),
    /// No row is about one of the positions.
    #[error("no row is about a start position: column {0} holds none")]
    NoMatch(String),
}

/// Columns about start positions, from a CSV file with a line of names.
#[derive(Clone, Debug, PartialEq)]
pub struct External {
    /// `start` or `arrangement`.
    key: &'static str,
    rows: HashMap<String, usize>,
    columns: Vec<Column>,
    /// Lines whose key names none of the 960 start positions.
    strangers: Vec<usize>,
}

impl External {
    /// Reads CSV (RFC 4180; a byte-order mark and line ends of LF alone are allowed). A column of which
    /// every field is a number or empty holds numbers, any other text; empty fields are null.
    ///
    /// # Errors
    /// [`JoinError`] with the line.
    pub fn read(text: &str) -> Result<Self, JoinError> {
        let mut lines = records(text.trim_start_matches('\u{feff}'))?.into_iter();
        let (_, names) = lines.next().ok_or(JoinError::NoKey)?;
        let index_of = |name: &str| {
            names
                .iter()
                .position(|heading| heading.trim().eq_ignore_ascii_case(name))
        };
        let keys = ["start", "arrangement"].into_iter();
        let mut keys = keys.filter_map(|name| Some((name, index_of(name)?)));
        let (key, key_at) = keys.next().ok_or(JoinError::NoKey)?;
        let ours = |name: &str| {
            ["start", "arrangement"]
                .iter()
                .any(|known| name.eq_ignore_ascii_case(known))
        };
        let others: Vec<usize> = (0..names.len())
            .filter(|at| !ours(names[*at].trim()))
            .collect();
        match others.len() {
            0 => return Err(JoinError::NoColumn(key.to_owned())),
            many if many > MAX_COLUMNS => return Err(JoinError::TooMany(many)),
            _ => {}
        }
        let (mut rows, mut strangers) = (HashMap::new(), Vec::new());
        let mut fields: Vec<Vec<Option<String>>> = vec![Vec::new(); others.len()];
        for (line, record) in lines {
            let (found, wanted) = (record.len(), names.len());
            if found != wanted {
                return Err(JoinError::Fields {
                    line,
                    found,
                    wanted,
                });
            }
            let of = normal(key, &record[key_at]);
            if !names_a_start(key, &of) {
                strangers.push(line);
            }
            if rows.insert(of.clone(), rows.len()).is_some() {
                return Err(JoinError::Twice { line, key: of });
            }
            for (column, at) in fields.iter_mut().zip(&others) {
                column.push(Some(record[*at].trim().to_owned()).filter(|text| !text.is_empty()));
            }
        }
        let columns = others.iter().zip(fields);
        let columns = columns.map(|(at, fields)| Column::new(names[*at].trim(), values(fields)));
        Ok(Self {
            key,
            rows,
            columns: columns.collect(),
            strangers,
        })
    }

    /// The lines, from 1, whose key names none of the 960 start positions: they are joined to nothing.
    #[must_use]
    pub fn strangers(&self) -> &[usize] {
        &self.strangers
    }

    /// The columns of numbers for the 960 start positions, whose arrangements are in `arrangements` by
    /// Scharnagl number.
    #[must_use]
    pub fn numbers(&self, arrangements: &[String]) -> Vec<(String, Vec<Option<f64>>)> {
        let row = |(number, name): (usize, &String)| match self.key {
            "start" => self.rows.get(&number.to_string()).copied(),
            _ => self.rows.get(&normal(self.key, name)).copied(),
        };
        let rows: Vec<Option<usize>> = arrangements.iter().enumerate().map(row).collect();
        let numbers = self
            .columns
            .iter()
            .filter_map(|column| match &column.values {
                Values::Float(values) => {
                    let of = |row: &Option<usize>| {
                        row.and_then(|row| values.get(row).copied().flatten())
                    };
                    Some((column.name.clone(), rows.iter().map(of).collect()))
                }
                _ => None,
            });
        numbers.collect()
    }

    /// A table with these columns at its end, matched by its column `start` or `arrangement`. A name that
    /// the table has already is followed by `_joined`; positions that the file does not have are null.
    ///
    /// # Errors
    /// [`JoinError::NoMatch`] if the file has none of the table's positions.
    pub fn join(&self, table: &Table) -> Result<Table, JoinError> {
        let none = || JoinError::NoMatch(self.key.to_owned());
        let key = table.column(self.key).ok_or_else(none)?;
        let rows: Vec<Option<usize>> = (0..table.rows())
            .map(|row| {
                self.rows
                    .get(&normal_text(self.key, key.cell(row)))
                    .copied()
            })
            .collect();
        if table.rows() > 0 && rows.iter().all(Option::is_none) {
            return Err(none());
        }
        let mut columns = table.columns().to_vec();
        for column in &self.columns {
            let taken = columns.iter().any(|taken| taken.name == column.name);
            let name = format!("{}{}", column.name, if taken { "_joined" } else { "" });
            let at = |row: &Option<usize>| row.map_or(Cell::Null, |row| column.cell(row));
            let values: Values = match &column.values {
                Values::Float(_) => {
                    let numbers = rows.iter().map(|row| match at(row) {
                        Cell::Float(number) => Some(number),
                        _ => None,
                    });
                    numbers.collect::<Vec<_>>().into()
                }
                _ => {
                    let texts = rows.iter().map(|row| match at(row) {
                        Cell::Text(text) => Some(text.to_owned()),
                        _ => None,
                    });
                    texts.collect::<Vec<_>>().into()
                }
            };
            columns.push(Column::new(name, values));
        }
        Ok(Table::new(columns))
    }
}

/// A field as it is looked up: numbers without leading zeros or a fraction of zeros, as programs write whole numbers of a
/// column that has gaps; letters as capitals.
fn normal(key: &str, field: &str) -> String {
    let field = field.trim();
    let whole = match field.split_once('.') {
        Some((whole, zeros)) if zeros.bytes().all(|digit| digit == b'0') => whole,
        _ => field,
    };
    match whole.parse::<u16>() {
        Ok(number) if key == "start" => number.to_string(),
        _ => field.to_ascii_uppercase(),
    }
}

/// Whether a key as it is looked up names a start position of Chess960.
fn names_a_start(key: &str, of: &str) -> bool {
    match key {
        "start" => of.parse().is_ok_and(|number: u16| number < 960),
        _ => {
            let mut pieces = of.as_bytes().to_owned();
            pieces.sort_unstable();
            pieces == b"BBKNNQRR"
        }
    }
}

fn normal_text(key: &str, cell: Cell<'_>) -> String {
    match cell {
        Cell::Int(number) => number.to_string(),
        Cell::Date(days) => date_text(days).unwrap_or_default(),
        Cell::Text(text) => normal(key, text),
        _ => String::new(),
    }
}

fn values(fields: Vec<Option<String>>) -> Values {
    let number = |field: &Option<String>| match field {
        Some(text) => text
            .parse()
            .ok()
            .filter(|number: &f64| number.is_finite())
            .map(Some),
        None => Some(None),
    };
    let numbers: Option<Vec<Option<f64>>> = fields.iter().map(number).collect();
    match numbers {
        Some(numbers) => numbers.into(),
        None => fields.into(),
    }
}

/// A record with the line it begins on.
type Record = (usize, Vec<String>);

/// A line behind the text. The library takes the end of a text for the end of an open quote, and then this
/// is part of a field.
const END: &str = "\u{1}";

/// The records of a CSV text; empty lines, and records of nothing but commas, are skipped.
fn records(text: &str) -> Result<Vec<Record>, JoinError> {
    let ended = format!("{text}\n{END}\n");
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(ended.as_bytes());
    let mut found = Vec::new();
    let (mut line, mut counted) = (1, 0);
    for record in reader.records() {
        let record = record.map_err(|error| JoinError::Unreadable(error.to_string()))?;
        // The library's position is that of the line ends before the record, the LF of CR LF and empty lines
        // among them.
        let position = record.position().map_or(0, csv::Position::byte) as usize;
        let before = ended.as_bytes().get(position..).unwrap_or_default();
        let ends = before
            .iter()
            .take_while(|byte| matches!(byte, b'\r' | b'\n'))
            .count();
        let passed = ended.as_bytes().get(counted..position + ends);
        line += passed
            .unwrap_or_default()
            .iter()
            .filter(|byte| **byte == b'\n')
            .count();
        counted = position + ends;
        found.push((line, record.iter().map(str::to_owned).collect::<Vec<_>>()));
    }
    match found.pop() {
        Some((_, end)) if end == [END] => {}
        Some((line, _)) => return Err(JoinError::Quote(line)),
        None => {}
    }
    found.retain(|(_, record)| record.iter().any(|field| !field.is_empty()));
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starts() -> Table {
        let names = ["BBQNNRKR", "RNBQKBNR"].map(|name| Some(name.to_owned()));
        Table::new(vec![
            Column::new("start", vec![Some(0_i64), Some(518)]),
            Column::new("arrangement", names.to_vec()),
            Column::new("score", vec![Some(0.5), None]),
        ])
    }

    fn joined(text: &str) -> Vec<(String, Values)> {
        let table = External::read(text).unwrap().join(&starts()).unwrap();
        let columns = table.columns().iter().skip(3);
        columns
            .map(|column| (column.name.clone(), column.values.clone()))
            .collect()
    }

    /// pandas writes whole numbers of a column with gaps as `14.0`.
    #[test]
    fn whole_numbers_may_have_a_fraction_of_zeros() {
        let cp: (String, Values) = ("cp".to_owned(), vec![Some(12.0), Some(-3.5)].into());
        assert_eq!(joined("start,cp\n518.0,-3.5\n0.00,12\n"), [cp]);
    }

    #[test]
    fn rows_about_nothing_are_known() {
        let read = |text: &str| External::read(text).unwrap().strangers().to_vec();
        assert_eq!(
            read("start,cp\n959,1\n960,2\nfoo,3\n0.5,4\n07,5\n,6\n"),
            [3, 4, 5, 7]
        );
        assert_eq!(
            read("arrangement,cp\nbbqnnrkr,1\nBBQNNRK,2\nBBQNNRKK,3\n"),
            [3, 4]
        );
    }

    #[test]
    fn columns_are_joined_by_number_or_by_letters() {
        let cp: (String, Values) = ("cp".to_owned(), vec![Some(12.0), Some(-3.5)].into());
        assert_eq!(
            joined("start,cp\n518,-3.5\n0,12\n"),
            std::slice::from_ref(&cp)
        );
        assert_eq!(
            joined("\u{feff}CP,Arrangement\r\n-3.5,rnbqkbnr\r\n12,BBQNNRKR").len(),
            1
        );
        assert_eq!(
            joined("arrangement,cp,start\nx,12,000\ny,-3.5,518\n\n"),
            [cp]
        );
    }

    #[test]
    fn fields_may_be_quoted_empty_or_text() {
        let texts = |values: [Option<&str>; 2]| -> Values {
            values.map(|value| value.map(str::to_owned)).to_vec().into()
        };
        assert_eq!(
            joined(
                "start,\"a \"\"b\"\", c\",score,n\n0,\"two\nlines, and a comma\",1,\n959,x,2,3\n"
            ),
            [
                (
                    "a \"b\", c".to_owned(),
                    texts([Some("two\nlines, and a comma"), None])
                ),
                ("score_joined".to_owned(), vec![Some(1.0), None].into()),
                ("n".to_owned(), vec![None::<f64>, None].into()),
            ]
        );
    }

    #[test]
    fn numbers_of_all_positions_are_found_by_either_key() {
        let names = ["BBQNNRKR", "BQNBNRKR"].map(str::to_owned);
        for text in [
            "start,cp,note\n1,7,x\n",
            "arrangement,cp,note\nbqnbnrkr,7,x\n",
        ] {
            let found = External::read(text).unwrap().numbers(&names);
            assert_eq!(found, [("cp".to_owned(), vec![None, Some(7.0)])]);
        }
    }

    #[test]
    fn errors_name_their_line() {
        let error = |text: &str| External::read(text).unwrap_err().to_string();
        assert!(error("position,cp\n1,2\n").contains("no column is called start"));
        assert!(error("").contains("no column is called start"));
        assert!(error("start,arrangement\n1,x\n").contains("no column besides start"));
        assert_eq!(
            error("start,cp\n1,2\n2\n"),
            "line 3: 1 fields where the first line has 2"
        );
        assert_eq!(
            error("start,cp\n1,2\n01,3\n"),
            "line 3: 1 is in an earlier line too"
        );
        assert_eq!(
            error("start,cp\n1,\"2\n3\n"),
            "line 2: the quotation mark that opens a field is never closed"
        );
        for text in [
            "start,cp\r\n1,2\r\n2\r\n",
            "start,cp\n1,2\n2",
            "start,cp\n\n2\n",
            "\r\nstart,cp\r\n2\r\n",
        ] {
            let expected = "line 3: 1 fields where the first line has 2";
            assert_eq!(error(text), expected, "{text:?}");
        }
        assert_eq!(
            error("start,\"c\np\"\r\n1,2\r\n1,3\r\n"),
            "line 4: 1 is in an earlier line too"
        );
        assert_eq!(
            error("start,cp\r\n\r\n1,\"2\r\n3\r\n"),
            "line 3: the quotation mark that opens a field is never closed"
        );
        let names: Vec<String> = (0..40).map(|number| format!("c{number}")).collect();
        assert!(error(&format!("start,{}\n", names.join(","))).contains("too many"));
        let other = External::read("start,cp\n7,2\n").unwrap();
        assert!(
            other
                .join(&starts())
                .unwrap_err()
                .to_string()
                .contains("no row is about")
        );
    }
}
