//! Answers of the engine as our own tables.

use std::panic::{AssertUnwindSafe, catch_unwind};

use arrow_array::ArrayRef;
use audit960_dataset::{Column, Dataset, IntoValues, Table};
use audit960_types::tables::DayNumber;
use polars::prelude::{DataFrame, DataType, PolarsResult, TimeUnit};

use crate::sql::QueryError;
use crate::sql::scan::Names;

/// Converts an answer of the engine.
pub(crate) fn of(
    dataset: &Dataset,
    names: &Names,
    answer: &DataFrame,
) -> Result<Table, QueryError> {
    let columns = answer.columns().iter().map(|column| {
        let name = column.name().to_string();
        let values = catch_unwind(AssertUnwindSafe(|| values(column)))
            .map_err(|panic| QueryError::panicked(dataset, panic.as_ref()))?;
        match values.map_err(|error| QueryError::engine(dataset, names, &error))? {
            Some(values) => Ok(Column::new(name, values)),
            None => Err(QueryError::Unprintable {
                column: name,
                kind: column.dtype().to_string(),
            }),
        }
    });
    Ok(Table::new(columns.collect::<Result<_, QueryError>>()?))
}

/// The values of a column; `None` if they are neither number, truth nor text.
fn values(column: &polars::prelude::Column) -> PolarsResult<Option<ArrayRef>> {
    let kind = column.dtype();
    Ok(Some(match kind {
        DataType::Boolean => each(column.bool()?.iter()),
        // What two dates are apart: in days, of which SQL programs without intervals make numbers.
        DataType::Duration(unit) => {
            let a_day = match unit {
                TimeUnit::Milliseconds => 86_400e3,
                TimeUnit::Microseconds => 86_400e6,
                TimeUnit::Nanoseconds => 86_400e9,
            };
            let physical = column.duration()?.physical().iter();
            each(physical.map(|units| Some(units? as f64 / a_day)))
        }
        DataType::Date => each(
            column
                .date()?
                .physical()
                .iter()
                .map(|day| day.map(DayNumber)),
        ),
        _ if kind.is_integer() => match column.strict_cast(&DataType::Int64) {
            Ok(whole) => each(whole.i64()?.iter()),
            // Too large for 64 bits with a sign: as text it keeps all digits.
            Err(_) => text(column)?,
        },
        _ if kind.is_numeric() => each(column.cast(&DataType::Float64)?.f64()?.iter()),
        DataType::List(inner) if inner.is_integer() || inner.is_float() => {
            let lists = column.list()?;
            let lists = (0..lists.len()).map(|row| lists.get_as_series(row));
            macro_rules! of_kind {
                ($kind:ident, $values:ident) => {{
                    let lists = lists.map(|list| match list {
                        Some(list) => {
                            let list = list.cast(&DataType::$kind)?;
                            Ok(Some(list.$values()?.iter().collect()))
                        }
                        None => Ok(None),
                    });
                    let lists = lists.collect::<PolarsResult<Vec<Option<Vec<_>>>>>()?;
                    each(lists.into_iter())
                }};
            }
            match inner.is_float() {
                true => of_kind!(Float64, f64),
                false => of_kind!(Int64, i64),
            }
        }
        _ if kind.is_nested() || *kind == DataType::Binary || kind.is_object() => return Ok(None),
        _ => text(column)?,
    }))
}

fn text(column: &polars::prelude::Column) -> PolarsResult<ArrayRef> {
    let column = column.cast(&DataType::String)?;
    let texts = column.str()?.iter();
    Ok(each(texts.map(|text| text.map(str::to_owned))))
}

fn each<T>(values: impl Iterator<Item = Option<T>>) -> ArrayRef
where
    Vec<Option<T>>: IntoValues,
{
    values.collect::<Vec<_>>().into_values()
}
