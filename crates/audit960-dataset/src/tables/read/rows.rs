//! Rows of a table in memory.

use std::path::Path;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Float64Type, Int32Type, Int64Type};
use arrow_array::{Array, BooleanArray, RecordBatch};
use arrow_schema::DataType;
use arrow_select::filter::filter_record_batch;
use audit960_types::{Column, Table, Values as TableValues};

use super::ReadError;
use super::columns::{
    Bools, ColumnValues, Dates, FloatLists, Floats, Ints, Lists, MappedTexts, Texts,
};

/// Rows of a table in memory, with the requested columns.
#[derive(Clone, Debug)]
pub struct Rows {
    path: Arc<Path>,
    batch: RecordBatch,
}

impl Rows {
    pub(super) fn new(path: Arc<Path>, batch: RecordBatch) -> Self {
        Self { path, batch }
    }

    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.batch.num_rows()
    }

    /// Whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The names of the columns, in the order of the table.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let fields = self.batch.schema_ref().fields().iter();
        fields.map(|field| field.name().as_str())
    }

    /// The rows for which `keeps` is true, in their order.
    ///
    /// # Errors
    /// If `keeps` does not have one value per row.
    pub fn only(&self, keeps: Vec<bool>) -> Result<Self, ReadError> {
        let batch = filter_record_batch(&self.batch, &BooleanArray::from(keeps));
        let batch = batch.map_err(|error| self.error(error.to_string()))?;
        Ok(Self::new(Arc::clone(&self.path), batch))
    }

    /// The values of a column of any type.
    ///
    /// # Errors
    /// If the column is missing or of a type that no table has.
    pub fn values(&self, name: &str) -> Result<ColumnValues<'_>, ReadError> {
        let column = self.column(name)?;
        let values = match column.data_type() {
            DataType::Int32 => {
                let narrow = column.as_primitive_opt::<Int32Type>();
                narrow.map(|array| ColumnValues::Ints(Ints::Narrow(array)))
            }
            DataType::Int64 => {
                let wide = column.as_primitive_opt::<Int64Type>();
                wide.map(|array| ColumnValues::Ints(Ints::Wide(array)))
            }
            DataType::Float64 => {
                let floats = column.as_primitive_opt::<Float64Type>();
                floats.map(|array| ColumnValues::Floats(Floats(array)))
            }
            DataType::Date32 => {
                let dates = column.as_primitive_opt::<Date32Type>();
                dates.map(|array| ColumnValues::Dates(Dates(array)))
            }
            DataType::Boolean => column
                .as_boolean_opt()
                .map(|array| ColumnValues::Bools(Bools(array))),
            DataType::Utf8 | DataType::Dictionary(..) => Texts::of(column).map(ColumnValues::Texts),
            DataType::List(_) => {
                let lists = column.as_list_opt::<i32>();
                let floats = || lists.and_then(FloatLists::of).map(ColumnValues::FloatLists);
                lists
                    .and_then(Lists::of)
                    .map(ColumnValues::Lists)
                    .or_else(floats)
            }
            _ => None,
        };
        values.ok_or_else(|| self.other_type(name))
    }

    /// A column of integers.
    ///
    /// # Errors
    /// If the column is missing or of another type.
    pub fn ints(&self, name: &str) -> Result<Ints<'_>, ReadError> {
        match self.values(name)? {
            ColumnValues::Ints(ints) => Ok(ints),
            _ => Err(self.other_type(name)),
        }
    }

    /// A column of text.
    ///
    /// # Errors
    /// If the column is missing or of another type.
    pub fn texts(&self, name: &str) -> Result<Texts<'_>, ReadError> {
        match self.values(name)? {
            ColumnValues::Texts(texts) => Ok(texts),
            _ => Err(self.other_type(name)),
        }
    }

    /// What `of` makes of the texts of a column.
    ///
    /// # Errors
    /// If the column is missing or of another type.
    pub fn mapped<'r, T: Copy>(
        &'r self,
        name: &str,
        of: impl Fn(&'r str) -> T,
    ) -> Result<MappedTexts<'r, T>, ReadError> {
        Ok(self.texts(name)?.map(of))
    }

    /// A column of booleans.
    ///
    /// # Errors
    /// If the column is missing or of another type.
    pub fn bools(&self, name: &str) -> Result<Bools<'_>, ReadError> {
        match self.values(name)? {
            ColumnValues::Bools(bools) => Ok(bools),
            _ => Err(self.other_type(name)),
        }
    }

    /// A column of floating-point numbers.
    ///
    /// # Errors
    /// If the column is missing or of another type.
    pub fn floats(&self, name: &str) -> Result<Floats<'_>, ReadError> {
        match self.values(name)? {
            ColumnValues::Floats(floats) => Ok(floats),
            _ => Err(self.other_type(name)),
        }
    }

    /// A column of dates.
    ///
    /// # Errors
    /// If the column is missing or of another type.
    pub fn dates(&self, name: &str) -> Result<Dates<'_>, ReadError> {
        match self.values(name)? {
            ColumnValues::Dates(dates) => Ok(dates),
            _ => Err(self.other_type(name)),
        }
    }

    /// The rows as a [`Table`]: lists as JSON text.
    ///
    /// # Errors
    /// If a column is of a type that no table has.
    pub fn table(&self) -> Result<Table, ReadError> {
        let rows = 0..self.len();
        let columns = self.names().map(|name| {
            let rows = rows.clone();
            let values = match self.values(name)? {
                ColumnValues::Ints(ints) => {
                    TableValues::Int(rows.map(|row| ints.get(row)).collect())
                }
                ColumnValues::Floats(it) => {
                    TableValues::Float(rows.map(|row| it.get(row)).collect())
                }
                ColumnValues::Bools(it) => TableValues::Bool(rows.map(|row| it.get(row)).collect()),
                ColumnValues::Texts(it) => {
                    TableValues::Text(rows.map(|row| it.get(row).map(str::to_owned)).collect())
                }
                ColumnValues::Dates(dates) => {
                    TableValues::Date(rows.map(|row| dates.get(row)).collect())
                }
                ColumnValues::Lists(it) => {
                    TableValues::Text(rows.map(|row| it.text(row)).collect())
                }
                ColumnValues::FloatLists(it) => {
                    TableValues::Text(rows.map(|row| it.text(row)).collect())
                }
            };
            Ok(Column::new(name, values))
        });
        Ok(Table::new(columns.collect::<Result<_, ReadError>>()?))
    }

    /// An error about the file that the rows were read from.
    #[must_use]
    pub fn error(&self, what: impl Into<String>) -> ReadError {
        ReadError::new(&self.path, what)
    }

    fn column(&self, name: &str) -> Result<&dyn Array, ReadError> {
        let column = self.batch.column_by_name(name);
        let missing = || self.error(format!("column {name} is missing"));
        Ok(column.ok_or_else(missing)?.as_ref())
    }

    fn other_type(&self, name: &str) -> ReadError {
        self.error(format!("column {name} is of another type"))
    }
}
