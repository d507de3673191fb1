//! Answers: columns of one length in memory, with names and types, and how people read their numbers.

mod builder;
mod values;

use std::sync::Arc;

use arrow_array::{Array as _, ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{Field, Schema, SchemaRef};
use arrow_select::concat::concat;
use audit960_types::Cell;
use audit960_types::tables::{ColumnDoc, Datum, TableRow};

pub use builder::TableBuilder;
pub use values::IntoValues;

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
#[derive(Clone, Debug)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its values, one a row: of type int64, float64, bool, date32, utf8, or lists of one of the first two.
    pub values: ArrayRef,
    /// How people read its fractions.
    pub form: NumberForm,
}

impl PartialEq for Column {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, self.form, &*self.values) == (&other.name, other.form, &*other.values)
    }
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

    /// Rows of a declared table as all its columns.
    #[must_use]
    pub fn of_rows<R: TableRow>(rows: &[&R]) -> Self {
        let columns = R::TABLE.columns.iter().enumerate();
        let columns = columns.map(|(index, column)| {
            Column::declared(column, rows.iter().map(|row| row.value(index)))
        });
        Self::new(columns.collect())
    }

    /// Tables with the same columns as one, one after the other; `None` if there is no table.
    ///
    /// # Panics
    /// If their columns differ in number or type.
    #[must_use]
    pub fn joined(parts: impl IntoIterator<Item = Self>) -> Option<Self> {
        let parts: Vec<Self> = parts.into_iter().collect();
        let columns = parts.first()?.columns.iter().enumerate();
        let columns = columns.map(|(index, column)| {
            let parts = parts.iter().map(|part| &*part.columns[index].values);
            let values = concat(&parts.collect::<Vec<_>>());
            Column {
                values: values
                    .unwrap_or_else(|error| panic!("columns of different types: {error}")),
                ..column.clone()
            }
        });
        Some(Self::new(columns.collect()))
    }

    /// At most the first `rows` rows.
    #[must_use]
    pub fn head(mut self, rows: usize) -> Self {
        self.rows = self.rows.min(rows);
        for column in &mut self.columns {
            column.values = column.values.slice(0, self.rows);
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

    /// Its columns by name and type, as Arrow and Parquet have them; each may hold nulls.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        let fields = self.columns.iter().map(|column| {
            let kind = column.values.data_type().clone();
            Field::new(&column.name, kind, true)
        });
        Arc::new(Schema::new(fields.collect::<Vec<_>>()))
    }

    /// Its rows under a schema with its columns.
    ///
    /// # Errors
    /// If the schema has others.
    pub fn batch(&self, schema: &SchemaRef) -> Result<RecordBatch, arrow_schema::ArrowError> {
        let values = self.columns.iter().map(|column| Arc::clone(&column.values));
        let options = RecordBatchOptions::new().with_row_count(Some(self.rows));
        RecordBatch::try_new_with_options(Arc::clone(schema), values.collect(), &options)
    }
}

impl Column {
    /// A column.
    #[must_use]
    pub fn new(name: impl Into<String>, values: impl IntoValues) -> Self {
        Self {
            name: name.into(),
            values: values.into_values(),
            form: NumberForm::Plain,
        }
    }

    /// A column of a declared table.
    ///
    /// # Panics
    /// If a value is of another type.
    #[must_use]
    pub fn declared<'a>(column: &ColumnDoc, values: impl Iterator<Item = Datum<'a>>) -> Self {
        Self {
            form: NumberForm::of_unit(column.unit),
            ..Self::new(column.name, values::declared(column.kind, values))
        }
    }

    /// The value in a row; null beyond the last one.
    #[must_use]
    pub fn cell(&self, row: usize) -> Cell<'_> {
        values::cell(&*self.values, row)
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
            Column::new("list", vec![Some(vec![Some(4_i64), None]), None]),
            Column::new("floats", vec![Some(vec![]), Some(vec![None, Some(0.5)])]),
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
            [
                Cell::Int(7),
                Cell::Null,
                Cell::Bool(true),
                Cell::Text("a"),
                Cell::Ints(vec![Some(4), None]),
                Cell::Floats(vec![]),
            ]
        );
        let [null, half] = [Cell::Null, Cell::Float(0.5)];
        let floats = Cell::Floats(vec![None, Some(0.5)]);
        let [first, rest @ ..] = &row(1)[..] else {
            panic!("no columns");
        };
        assert_eq!(first, &null);
        assert_eq!(
            rest,
            [half, null.clone(), null.clone(), null.clone(), floats]
        );
        assert!(row(2).iter().all(|cell| *cell == null));
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
