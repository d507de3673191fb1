//! Answers of the engine as our own tables.

use std::panic::{AssertUnwindSafe, catch_unwind};

use audit960_dataset::Dataset;
use audit960_dataset::tables::AnswerType;
use audit960_types::{Column, Table, Values};
use polars::prelude::{DataFrame, DataType, PolarsResult, Series, TimeUnit};

use crate::sql::QueryError;

/// Rows of an answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The rows: lists of numbers as in JSON.
    pub table: Table,
    /// The types of the columns.
    pub types: Vec<AnswerType>,
}

impl Answer {
    /// The first rows.
    pub(crate) fn head(self, rows: usize) -> Self {
        Self {
            table: self.table.head(rows),
            ..self
        }
    }
}

/// Converts an answer of the engine.
pub(crate) fn of(dataset: &Dataset, answer: &DataFrame) -> Result<Answer, QueryError> {
    let columns = answer.columns().iter().map(|column| {
        let name = column.name().to_string();
        let values = catch_unwind(AssertUnwindSafe(|| values(column)))
            .map_err(|panic| QueryError::panicked(dataset, panic.as_ref()))?;
        match values.map_err(|error| QueryError::engine(dataset, &error))? {
            Some(values) => {
                let kind = kind(column.dtype(), &values);
                Ok((Column::new(name, values), kind))
            }
            None => Err(QueryError::Unprintable {
                column: name,
                kind: column.dtype().to_string(),
            }),
        }
    });
    let columns: Vec<_> = columns.collect::<Result<_, QueryError>>()?;
    let (columns, types) = columns.into_iter().unzip();
    Ok(Answer {
        table: Table::new(columns),
        types,
    })
}

/// The type of a column, given its values as they are printed.
fn kind(of: &DataType, values: &Values) -> AnswerType {
    match (of, values) {
        (DataType::List(inner), _) if inner.is_float() => AnswerType::Float64List,
        (DataType::List(_), _) => AnswerType::Int64List,
        (_, Values::Int(_)) => AnswerType::Int64,
        (_, Values::Float(_)) => AnswerType::Float64,
        (_, Values::Bool(_)) => AnswerType::Bool,
        (_, Values::Date(_)) => AnswerType::Date,
        (_, Values::Text(_)) => AnswerType::Text,
    }
}

/// The values of a column; `None` if they are neither number, truth nor text.
fn values(column: &polars::prelude::Column) -> PolarsResult<Option<Values>> {
    let kind = column.dtype();
    Ok(Some(match kind {
        DataType::Boolean => Values::Bool(column.bool()?.iter().collect()),
        // What two dates are apart: in days, of which SQL programs without intervals make numbers.
        DataType::Duration(unit) => {
            let a_day = match unit {
                TimeUnit::Milliseconds => 86_400e3,
                TimeUnit::Microseconds => 86_400e6,
                TimeUnit::Nanoseconds => 86_400e9,
            };
            let physical = column.duration()?.physical().iter();
            Values::Float(physical.map(|units| Some(units? as f64 / a_day)).collect())
        }
        DataType::Date => Values::Date(column.date()?.physical().iter().collect()),
        _ if kind.is_integer() => match column.strict_cast(&DataType::Int64) {
            Ok(whole) => Values::Int(whole.i64()?.iter().collect()),
            // Too large for 64 bits with a sign: as text it keeps all digits.
            Err(_) => text(column)?,
        },
        _ if kind.is_numeric() => {
            Values::Float(column.cast(&DataType::Float64)?.f64()?.iter().collect())
        }
        DataType::List(inner) if inner.is_integer() || inner.is_float() => {
            let as_json = if inner.is_float() {
                floats
            } else {
                whole_numbers
            };
            let lists = column.list()?;
            let texts = (0..lists.len()).map(|row| lists.get_as_series(row));
            let texts = texts.map(|list| list.as_ref().map(as_json).transpose());
            Values::Text(texts.collect::<PolarsResult<_>>()?)
        }
        _ if kind.is_nested() || *kind == DataType::Binary || kind.is_object() => return Ok(None),
        _ => text(column)?,
    }))
}

/// A list of whole numbers as in JSON: `[4,8,12]`.
fn whole_numbers(list: &Series) -> PolarsResult<String> {
    let list = list.cast(&DataType::Int64)?;
    Ok(joined(list.i64()?.iter()))
}

/// A list of floating-point numbers as in JSON: `[180,null,179.5]`; NaN and infinities are null.
fn floats(list: &Series) -> PolarsResult<String> {
    let list = list.cast(&DataType::Float64)?;
    let finite = |number: &f64| number.is_finite();
    Ok(joined(
        list.f64()?.iter().map(|number| number.filter(finite)),
    ))
}

fn joined<N: ToString>(numbers: impl Iterator<Item = Option<N>>) -> String {
    let numbers = numbers.map(|number| match number {
        Some(number) => number.to_string(),
        None => "null".to_owned(),
    });
    format!("[{}]", numbers.collect::<Vec<_>>().join(","))
}

fn text(column: &polars::prelude::Column) -> PolarsResult<Values> {
    let column = column.cast(&DataType::String)?;
    let texts = column.str()?.iter();
    Ok(Values::Text(
        texts.map(|text| text.map(str::to_owned)).collect(),
    ))
}
