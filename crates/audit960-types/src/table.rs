//! A small table of typed columns: the result of a query, and what is printed.

mod builder;

use crate::tables::{ColumnType, Datum, TableRow};

pub use builder::TableBuilder;

/// A table: columns of equal length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    columns: Vec<Column>,
    rows: usize,
}

/// How people read the fractions of a column; files for programs have every digit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NumberForm {
    /// With as many digits as four decimals give.
    #[default]
    Plain,
    /// A share, 0 to 1, as a percentage.
    Share,
    /// A mean of whole numbers, such as half-moves or rating points, with one decimal.
    Mean,
}

impl NumberForm {
    /// The form of fractions in this unit, as the declarations of tables name it.
    fn of_unit(unit: &str) -> Self {
        match unit {
            // Points a game, 0 to 1.
            "points" => Self::Share,
            "half-moves" => Self::Mean,
            _ => Self::Plain,
        }
    }
}

/// One column and its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its values, one a row.
    pub values: Values,
    /// How people read its fractions.
    pub form: NumberForm,
}

/// The values of a column; `None` is null.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Whole numbers.
    Int(Vec<Option<i64>>),
    /// Floating-point numbers.
    Float(Vec<Option<f64>>),
    /// True or false.
    Bool(Vec<Option<bool>>),
    /// Days since 1 January 1970.
    Date(Vec<Option<i32>>),
    /// Text.
    Text(Vec<Option<String>>),
}

/// One value of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell<'a> {
    /// No value.
    Null,
    /// A whole number.
    Int(i64),
    /// A floating-point number.
    Float(f64),
    /// True or false.
    Bool(bool),
    /// A day, counted from 1 January 1970; [`date_text`](crate::date_text) writes it.
    Date(i32),
    /// Text.
    Text(&'a str),
}

impl Table {
    /// A table of these columns.
    ///
    /// # Panics
    /// If the columns differ in length.
    #[must_use]
    pub fn new(columns: Vec<Column>) -> Self {
        let rows = columns.first().map_or(0, |column| column.values.len());
        assert!(
            columns.iter().all(|column| column.values.len() == rows),
            "columns of different length"
        );
        Self { columns, rows }
    }

    /// Tables with the same columns as one, one after the other; `None` if there is no table.
    ///
    /// # Panics
    /// If their columns differ in number or type.
    #[must_use]
    pub fn joined(parts: impl IntoIterator<Item = Self>) -> Option<Self> {
        let mut parts = parts.into_iter();
        let mut all = parts.next()?;
        for part in parts {
            assert!(
                part.columns.len() == all.columns.len(),
                "tables of different columns"
            );
            all.rows += part.rows;
            for (column, more) in all.columns.iter_mut().zip(part.columns) {
                column.values.append(more.values);
            }
        }
        Some(all)
    }

    /// At most the first `rows` rows.
    #[must_use]
    pub fn head(mut self, rows: usize) -> Self {
        self.rows = self.rows.min(rows);
        for column in &mut self.columns {
            column.values.truncate(rows);
        }
        self
    }

    /// Its columns, in order.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Number of rows.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// The column of a name.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }
}

/// A list as JSON.
fn json_list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}

impl Table {
    /// Rows of a table as all its columns.
    #[must_use]
    pub fn of_rows<R: TableRow>(rows: &[&R]) -> Self {
        let columns = R::TABLE.columns.iter().enumerate().map(|(index, column)| {
            let mut values = Values::none_of(column.kind);
            rows.iter().for_each(|row| values.push(row.value(index)));
            Column {
                form: NumberForm::of_unit(column.unit),
                ..Column::new(column.name, values)
            }
        });
        Self::new(columns.collect())
    }
}

impl Column {
    /// A column.
    #[must_use]
    pub fn new(name: impl Into<String>, values: impl Into<Values>) -> Self {
        Self {
            name: name.into(),
            values: values.into(),
            form: NumberForm::Plain,
        }
    }

    /// The same column; its numbers are shares, 0 to 1, which people read as percentages.
    #[must_use]
    pub fn of_shares(self) -> Self {
        Self {
            form: NumberForm::Share,
            ..self
        }
    }

    /// The value in a row; null beyond the last one.
    #[must_use]
    pub fn cell(&self, row: usize) -> Cell<'_> {
        match &self.values {
            Values::Int(values) => values.get(row).copied().flatten().map(Cell::Int),
            Values::Float(values) => values.get(row).copied().flatten().map(Cell::Float),
            Values::Bool(values) => values.get(row).copied().flatten().map(Cell::Bool),
            Values::Date(values) => values.get(row).copied().flatten().map(Cell::Date),
            Values::Text(values) => values.get(row).and_then(Option::as_deref).map(Cell::Text),
        }
        .unwrap_or(Cell::Null)
    }
}

impl Values {
    /// No values of a declared column: lists are text in such tables.
    #[must_use]
    pub const fn none_of(kind: ColumnType) -> Self {
        match kind {
            ColumnType::Int32 | ColumnType::Int64 => Self::Int(Vec::new()),
            ColumnType::Float64 => Self::Float(Vec::new()),
            ColumnType::Bool => Self::Bool(Vec::new()),
            ColumnType::Date => Self::Date(Vec::new()),
            ColumnType::Text
            | ColumnType::Label(_)
            | ColumnType::Int32List
            | ColumnType::Float64List => Self::Text(Vec::new()),
        }
    }

    /// Appends a value; lists as text, which is JSON.
    ///
    /// # Panics
    /// If it is of another type.
    pub fn push(&mut self, value: Datum<'_>) {
        match (self, value) {
            (Self::Int(values), Datum::Int(number)) => values.push(Some(number)),
            (Self::Float(values), Datum::Float(number)) => values.push(Some(number)),
            (Self::Bool(values), Datum::Bool(truth)) => values.push(Some(truth)),
            (Self::Date(values), Datum::Date(days)) => values.push(Some(days)),
            (Self::Text(values), Datum::Text(text)) => values.push(Some(text.into_owned())),
            (Self::Text(values), Datum::Ints(list)) => {
                values.push(Some(json_list(list.iter().map(ToString::to_string))));
            }
            (Self::Text(values), Datum::Floats(list)) => {
                let texts = list.iter().map(|number| {
                    number.map_or_else(|| "null".to_owned(), |number| number.to_string())
                });
                values.push(Some(json_list(texts)));
            }
            (Self::Int(values), Datum::Null) => values.push(None),
            (Self::Float(values), Datum::Null) => values.push(None),
            (Self::Bool(values), Datum::Null) => values.push(None),
            (Self::Date(values), Datum::Null) => values.push(None),
            (Self::Text(values), Datum::Null) => values.push(None),
            (_, value) => panic!("a column of another type than {value:?}"),
        }
    }

    /// Number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Int(values) => values.len(),
            Self::Float(values) => values.len(),
            Self::Bool(values) => values.len(),
            Self::Date(values) => values.len(),
            Self::Text(values) => values.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn truncate(&mut self, rows: usize) {
        match self {
            Self::Int(values) => values.truncate(rows),
            Self::Float(values) => values.truncate(rows),
            Self::Bool(values) => values.truncate(rows),
            Self::Date(values) => values.truncate(rows),
            Self::Text(values) => values.truncate(rows),
        }
    }

    fn append(&mut self, more: Self) {
        match (self, more) {
            (Self::Int(mine), Self::Int(more)) => mine.extend(more),
            (Self::Float(mine), Self::Float(more)) => mine.extend(more),
            (Self::Bool(mine), Self::Bool(more)) => mine.extend(more),
            (Self::Date(mine), Self::Date(more)) => mine.extend(more),
            (Self::Text(mine), Self::Text(more)) => mine.extend(more),
            _ => panic!("columns of different types"),
        }
    }
}

impl From<Vec<Option<i64>>> for Values {
    fn from(values: Vec<Option<i64>>) -> Self {
        Self::Int(values)
    }
}

impl From<Vec<Option<f64>>> for Values {
    fn from(values: Vec<Option<f64>>) -> Self {
        Self::Float(values)
    }
}

impl From<Vec<Option<bool>>> for Values {
    fn from(values: Vec<Option<bool>>) -> Self {
        Self::Bool(values)
    }
}

impl From<Vec<Option<String>>> for Values {
    fn from(values: Vec<Option<String>>) -> Self {
        Self::Text(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_found_by_column_and_row() {
        let table = Table::new(vec![
            Column::new("n", vec![Some(7_i64), None]),
            Column::new("x", vec![None, Some(0.5)]),
            Column::new("yes", vec![Some(true), None]),
            Column::new("text", vec![Some("a".to_owned()), None]),
        ]);
        assert_eq!(table.rows(), 2);
        let row = |row| {
            table
                .columns()
                .iter()
                .map(|c| c.cell(row))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            row(0),
            [Cell::Int(7), Cell::Null, Cell::Bool(true), Cell::Text("a")]
        );
        assert_eq!(
            row(1),
            [Cell::Null, Cell::Float(0.5), Cell::Null, Cell::Null]
        );
        assert_eq!(row(2), [Cell::Null; 4]);
        assert_eq!(table.column("x"), Some(&table.columns()[1]));
        assert_eq!(table.column("y"), None);
    }

    #[test]
    fn tables_are_joined_row_after_row() {
        let part = |numbers: Vec<Option<i64>>| Table::new(vec![Column::new("n", numbers)]);
        let all = Table::joined([part(vec![Some(1)]), part(vec![]), part(vec![None, Some(3)])]);
        assert_eq!(all, Some(part(vec![Some(1), None, Some(3)])));
        assert_eq!(all.map(|all| all.rows()), Some(3));
        assert_eq!(Table::joined([]), None);
    }

    #[test]
    #[should_panic(expected = "different types")]
    fn tables_of_other_types_are_not_joined() {
        let number = Table::new(vec![Column::new("n", vec![Some(1_i64)])]);
        let text = Table::new(vec![Column::new("n", vec![Some("a".to_owned())])]);
        let _ = Table::joined([number, text]);
    }

    #[test]
    fn a_table_without_columns_has_no_rows() {
        assert_eq!(Table::new(Vec::new()), Table::default());
        assert!(Values::Int(Vec::new()).is_empty());
    }

    #[test]
    #[should_panic(expected = "different length")]
    fn columns_are_equally_long() {
        let _ = Table::new(vec![
            Column::new("a", vec![Some(1_i64)]),
            Column::new("b", Vec::<Option<f64>>::new()),
        ]);
    }
}
