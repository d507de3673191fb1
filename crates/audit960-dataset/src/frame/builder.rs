//! A table built column by column from rows.

use audit960_types::tables::DayNumber;

use super::{Column, IntoValues, NumberForm, Table};

/// Builds a table whose columns are computed from the same rows.
#[derive(Debug)]
pub struct TableBuilder<'r, R> {
    rows: &'r [R],
    columns: Vec<Column>,
}

impl<'r, R> TableBuilder<'r, R> {
    /// Begins a table with one row for each of `rows`.
    #[must_use]
    pub const fn of(rows: &'r [R]) -> Self {
        Self {
            rows,
            columns: Vec::new(),
        }
    }

    /// Adds a column of counts; one that does not fit `i64` is null.
    #[must_use]
    pub fn count(self, name: &str, value: impl Fn(&R) -> u64) -> Self {
        self.int(name, |row| i64::try_from(value(row)).ok())
    }

    /// Adds a column of whole numbers.
    #[must_use]
    pub fn int(self, name: &str, value: impl Fn(&R) -> Option<i64>) -> Self {
        self.column(name, value)
    }

    /// Adds a column of floating-point numbers; what is not finite is null, and there is no negative zero.
    #[must_use]
    pub fn float(self, name: &str, value: impl Fn(&R) -> Option<f64>) -> Self {
        let plain = |number: f64| number.is_finite().then_some(number + 0.0);
        self.column(name, |row| value(row).and_then(plain))
    }

    /// The same of shares, 0 to 1, which people read as percentages.
    #[must_use]
    pub fn share(self, name: &str, value: impl Fn(&R) -> Option<f64>) -> Self {
        self.float(name, value).read_as(NumberForm::Share)
    }

    /// The same of means of whole numbers, which people read with one decimal.
    #[must_use]
    pub fn mean(self, name: &str, value: impl Fn(&R) -> Option<f64>) -> Self {
        self.float(name, value).read_as(NumberForm::Mean)
    }

    fn read_as(mut self, form: NumberForm) -> Self {
        if let Some(column) = self.columns.last_mut() {
            column.form = form;
        }
        self
    }

    /// Adds a column of texts.
    #[must_use]
    pub fn text(self, name: &str, value: impl Fn(&R) -> Option<String>) -> Self {
        self.column(name, value)
    }

    /// Adds a column of truths.
    #[must_use]
    pub fn bool(self, name: &str, value: impl Fn(&R) -> Option<bool>) -> Self {
        self.column(name, value)
    }

    /// Adds a column of days, counted from 1 January 1970.
    #[must_use]
    pub fn date(self, name: &str, value: impl Fn(&R) -> Option<i32>) -> Self {
        self.column(name, |row| value(row).map(DayNumber))
    }

    fn column<V>(mut self, name: &str, value: impl Fn(&R) -> V) -> Self
    where
        Vec<V>: IntoValues,
    {
        let values = self.rows.iter().map(value).collect::<Vec<_>>();
        self.columns.push(Column::new(name, values));
        self
    }

    /// Adds columns that are made already.
    #[must_use]
    pub fn with(mut self, columns: impl IntoIterator<Item = Column>) -> Self {
        self.columns.extend(columns);
        self
    }

    /// The table.
    #[must_use]
    pub fn table(self) -> Table {
        Table::new(self.columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use audit960_types::Cell;

    #[test]
    fn columns_are_computed_from_rows() {
        let table = TableBuilder::of(&[(7_u64, 0.5), (u64::MAX, f64::INFINITY)])
            .count("count", |row| row.0)
            .int("int", |row| (row.0 == 7).then_some(-1))
            .float("float", |row| Some(row.1))
            .share("share", |row| Some(-0.0 * row.1.min(1.0)))
            .text("text", |row| Some(row.0.to_string()))
            .date("date", |row| (row.0 == 7).then_some(-1))
            .table();
        let row = |row| table.columns().iter().map(move |column| column.cell(row));
        let first = [
            Cell::Int(7),
            Cell::Int(-1),
            Cell::Float(0.5),
            Cell::Float(0.0),
            Cell::Text("7"),
            Cell::Date(-1),
        ];
        assert!(row(0).eq(first));
        // There is no negative zero, and what a column cannot hold is null.
        assert!(matches!(table.columns()[3].cell(0), Cell::Float(zero) if zero.is_sign_positive()));
        assert_eq!(table.columns()[3].form, NumberForm::Share);
        assert_eq!(table.columns()[2].form, NumberForm::Plain);
        let second = [const { Cell::Null }; 3].into_iter();
        let second = second.chain([
            Cell::Float(0.0),
            Cell::Text("18446744073709551615"),
            Cell::Null,
        ]);
        assert!(row(1).eq(second));
    }
}
