//! Answers as tables of our own.

use audit960_analytics::Dataset;
use audit960_types::{Column, Frame, Values};
use polars::prelude::{DataFrame, DataType, PolarsResult, Series};

use crate::{QueryError, engine};

/// An answer as a table.
pub(crate) fn of(dataset: &Dataset, answer: &DataFrame) -> Result<Frame, QueryError> {
    let columns = answer.columns().iter().map(|column| {
        let name = column.name().to_string();
        match engine(dataset, || values(column))? {
            Some(values) => Ok(Column { name, values }),
            None => Err(QueryError::Unprintable {
                column: name,
                kind: column.dtype().to_string(),
            }),
        }
    });
    Ok(Frame::new(columns.collect::<Result<_, QueryError>>()?))
}

/// The values of a column; `None` if they are neither number, truth nor text.
fn values(column: &polars::prelude::Column) -> PolarsResult<Option<Values>> {
    let kind = column.dtype();
    Ok(Some(match kind {
        DataType::Boolean => Values::Bool(column.bool()?.iter().collect()),
        _ if kind.is_integer() => match column.strict_cast(&DataType::Int64) {
            Ok(whole) => Values::Int(whole.i64()?.iter().collect()),
            // Beyond 64 bits with a sign: digits lose nothing.
            Err(_) => text(column)?,
        },
        _ if kind.is_numeric() => {
            Values::Float(column.cast(&DataType::Float64)?.f64()?.iter().collect())
        }
        DataType::List(inner) if inner.is_integer() => {
            let lists = column.list()?;
            let texts = (0..lists.len()).map(|row| lists.get_as_series(row));
            let texts = texts.map(|list| list.as_ref().map(whole_numbers).transpose());
            Values::Text(texts.collect::<PolarsResult<_>>()?)
        }
        _ if kind.is_nested() || *kind == DataType::Binary || kind.is_object() => return Ok(None),
        _ => text(column)?,
    }))
}

/// A list of whole numbers as JSON writes it: `[4,8,12]`.
fn whole_numbers(list: &Series) -> PolarsResult<String> {
    let list = list.cast(&DataType::Int64)?;
    let numbers = list.i64()?.iter().map(|number| match number {
        Some(number) => number.to_string(),
        None => "null".to_owned(),
    });
    Ok(format!("[{}]", numbers.collect::<Vec<_>>().join(",")))
}

fn text(column: &polars::prelude::Column) -> PolarsResult<Values> {
    let column = column.cast(&DataType::String)?;
    let texts = column.str()?.iter();
    Ok(Values::Text(
        texts.map(|text| text.map(str::to_owned)).collect(),
    ))
}
