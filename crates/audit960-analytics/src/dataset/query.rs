//! SQL over the tables.

use audit960_types::{Column, Frame, Values};
use polars::prelude::{DataFrame, DataType, LazyFrame, PolarsResult, Series, col};
use polars::sql::SQLContext;

use super::{Dataset, DatasetError};

impl Dataset {
    /// Answers a query in SQL (the dialect of polars) over the tables that are there, by their
    /// names: `games`, `incidents`, `diagnostics`, `start_positions`, `castling`, `positions` and others.
    ///
    /// Whole numbers have 64 bits in it, so that sums of them do not overflow. Rows come in no
    /// order but the one the query asks for.
    ///
    /// # Errors
    /// [`DatasetError::Engine`] if the query cannot be understood or answered,
    /// [`DatasetError::Unprintable`] if an answer is neither number, truth, text nor a list of whole
    /// numbers, which comes as text in the form of JSON.
    pub fn query(&self, sql: &str) -> Result<Frame, DatasetError> {
        let mut context = SQLContext::new();
        for table in self.tables() {
            let rows = self.scan(table)?;
            let rows = self.engine(|| widened(rows))?;
            context.register(table, rows);
        }
        let query = self.engine(|| context.execute(sql))?;
        self.frame(&self.collect(query)?)
    }

    pub(super) fn frame(&self, answer: &DataFrame) -> Result<Frame, DatasetError> {
        let columns = answer.columns().iter().map(|column| {
            let name = column.name().to_string();
            match self.engine(|| values(column))? {
                Some(values) => Ok(Column { name, values }),
                None => Err(DatasetError::Unprintable {
                    column: name,
                    kind: column.dtype().to_string(),
                }),
            }
        });
        Ok(Frame::new(columns.collect::<Result<_, _>>()?))
    }
}

/// The rows with all whole numbers in 64 bits: polars sums up 32-bit numbers in 32 bits.
fn widened(mut rows: LazyFrame) -> PolarsResult<LazyFrame> {
    let narrow: Vec<_> = rows
        .collect_schema()?
        .iter()
        .filter(|(_, kind)| **kind == DataType::Int32)
        .map(|(name, _)| col(name.clone()).cast(DataType::Int64))
        .collect();
    Ok(rows.with_columns(narrow))
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
