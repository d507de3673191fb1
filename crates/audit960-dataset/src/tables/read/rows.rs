//! Rows of a table in memory.

use std::path::Path;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{Array, ArrayRef, BooleanArray, ListArray, RecordBatch, StringArray};
use arrow_schema::{DataType, Field};
use arrow_select::filter::filter_record_batch;

use super::ReadError;
use super::columns::{
    Bools, ColumnValues, Dates, FloatLists, Floats, Ints, Lists, MappedTexts, Texts, Values,
};
use crate::{Column, Table};

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
            DataType::Int32 => Some(ColumnValues::Ints(Ints::Narrow(column.as_primitive()))),
            DataType::Int64 => Some(ColumnValues::Ints(Ints::Wide(column.as_primitive()))),
            DataType::Float64 => Some(ColumnValues::Floats(Values(column.as_primitive()))),
            DataType::Date32 => Some(ColumnValues::Dates(Values(column.as_primitive()))),
            DataType::Boolean => Some(ColumnValues::Bools(Values(column.as_boolean()))),
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
        self.of_type(name)
    }

    /// A column of floating-point numbers.
    ///
    /// # Errors
    /// If the column is missing or of another type.
    pub fn floats(&self, name: &str) -> Result<Floats<'_>, ReadError> {
        self.of_type(name)
    }

    /// A column of dates.
    ///
    /// # Errors
    /// If the column is missing or of another type.
    pub fn dates(&self, name: &str) -> Result<Dates<'_>, ReadError> {
        self.of_type(name)
    }

    fn of_type<A: 'static>(&self, name: &str) -> Result<Values<&A>, ReadError> {
        let array = self.column(name)?.as_any().downcast_ref();
        array.map(Values).ok_or_else(|| self.other_type(name))
    }

    /// The rows as a [`Table`].
    ///
    /// # Errors
    /// If a column is of a type that no table has.
    pub fn table(&self) -> Result<Table, ReadError> {
        let columns = self.names().map(|name| {
            let values = wide(self.column(name)?).ok_or_else(|| self.other_type(name))?;
            Ok(Column::new(name, values))
        });
        Ok(Table::new(columns.collect::<Result<_, ReadError>>()?))
    }

    /// An error about the file that the rows were read from.
    #[must_use]
    pub fn error(&self, what: impl Into<String>) -> ReadError {
        ReadError::new(&self.path, what)
    }

    fn column(&self, name: &str) -> Result<&ArrayRef, ReadError> {
        let column = self.batch.column_by_name(name);
        column.ok_or_else(|| self.error(format!("column {name} is missing")))
    }

    fn other_type(&self, name: &str) -> ReadError {
        self.error(format!("column {name} is of another type"))
    }
}

/// The values of a column of a dataset as those of an answer: whole numbers with 64 bits, texts without dictionary. `None` if
/// they are of a type that no table has.
fn wide(column: &ArrayRef) -> Option<ArrayRef> {
    Some(match column.data_type() {
        DataType::Int32 => {
            let narrow = column.as_primitive_opt::<Int32Type>()?;
            Arc::new(narrow.unary::<_, Int64Type>(i64::from))
        }
        DataType::Dictionary(..) => {
            let texts = Texts::of(column)?;
            Arc::new(
                (0..column.len())
                    .map(|row| texts.get(row))
                    .collect::<StringArray>(),
            )
        }
        DataType::List(_) => {
            let lists = column.as_list_opt::<i32>()?;
            let items = match lists.values().data_type() {
                DataType::Float64 => Arc::clone(lists.values()),
                _ => wide(lists.values())?,
            };
            let field = Arc::new(Field::new_list_field(items.data_type().clone(), true));
            let (offsets, nulls) = (lists.offsets().clone(), lists.nulls().cloned());
            Arc::new(ListArray::try_new(field, offsets, items, nulls).ok()?)
        }
        DataType::Int64
        | DataType::Float64
        | DataType::Boolean
        | DataType::Date32
        | DataType::Utf8 => Arc::clone(column),
        _ => return None,
    })
}
