//! Tables as frames of the engine: the columns that a query names.

use std::collections::HashSet;
use std::iter::once;

use audit960_dataset::tables::{ColumnValues, ReadError, Rows};
use audit960_dataset::{Dataset, DatasetError, RowGroups, TableScan};
use audit960_types::tables::{ColumnDoc, ColumnType, SCHEMAS, TableSchema};
use polars::prelude::{
    DataFrame, DataType, Field, Float64Type, Int64Type, IntoColumn as _, ListBuilderTrait as _,
    ListPrimitiveChunkedBuilder, NamedFrom as _, PolarsError, PolarsResult, Schema, Series,
};
use sqlparser::keywords::Keyword;
use sqlparser::tokenizer::Token;

use crate::sql::QueryError;

/// The words of a query, which may be names of tables and columns.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    words: HashSet<String>,
    /// Whether all columns are asked for: `SELECT *`, or those that two tables have in common.
    all: bool,
}

impl Names {
    pub(crate) fn of(tokens: &[Token]) -> Self {
        let tokens = tokens
            .iter()
            .filter(|token| !matches!(token, Token::Whitespace(_)));
        let words = tokens.clone().filter_map(|token| match token {
            Token::Word(word) => Some(word.value.clone()),
            _ => None,
        });
        let words: HashSet<String> = words.collect();
        let has = |wanted: &str| words.iter().any(|word| word.eq_ignore_ascii_case(wanted));
        let before = once(&Token::EOF).chain(tokens.clone());
        let after = tokens.clone().skip(1).chain(once(&Token::EOF));
        let mut between = tokens.zip(before.zip(after));
        let all = between.any(|(token, (before, after))| {
            *token == Token::Mul && *before != Token::LParen && !is_factor(after)
        });
        // Columns by a pattern, those that two tables have in common, and those of a query without SELECT.
        let all = all || has("columns") || has("natural") || !has("select");
        Self { words, all }
    }

    /// Whether it may name a table.
    pub(crate) fn has(&self, table: &str) -> bool {
        self.words.contains(table)
    }

    /// The columns of a table that are read. Of a table whose columns are not named, one is, so that its rows count.
    fn columns(&self, schema: &TableSchema) -> Vec<&'static str> {
        let named = schema
            .names()
            .filter(|name| self.all || self.words.contains(*name));
        let mut columns: Vec<&str> = named.collect();
        if columns.is_empty() {
            columns.extend(schema.names().next());
        }
        columns
    }
}

/// Whether a token begins the second factor of a product. A name that is also a word of SQL may not: then all columns are
/// read, which is never wrong.
fn is_factor(token: &Token) -> bool {
    match token {
        Token::Word(word) => word.keyword == Keyword::NoKeyword,
        Token::Number(..) | Token::LParen | Token::Minus | Token::Plus => true,
        _ => false,
    }
}

/// The tables that an audit of games makes; without a row they have no file.
const MADE_OF_GAMES: [&str; 5] = ["games", "incidents", "repetitions", "diagnostics", "gaps"];

/// The tables of games of a dataset that have no rows and therefore no file.
fn made_without_rows(dataset: &Dataset) -> impl Iterator<Item = &'static str> {
    let made = MADE_OF_GAMES.into_iter();
    made.filter(|table| !dataset.has(table))
}

/// The tables that can be asked, with rows or without.
pub(crate) fn table_names(dataset: &Dataset) -> Vec<&'static str> {
    let mut names = dataset.tables();
    names.extend(made_without_rows(dataset));
    names
}

/// The columns of a table that a dataset has: those that nobody asked for are not there, rather than null.
fn held(dataset: &Dataset, table: &'static str) -> Result<TableSchema, DatasetError> {
    let schema = SCHEMAS.iter().find(|schema| schema.name == table);
    let group = dataset.group(table)?;
    let none = || DatasetError::NoTable {
        path: dataset.dir().to_owned(),
        table: table.to_owned(),
    };
    Ok(schema.ok_or_else(none)?.up_to(group))
}

/// The rows of a table of which a query names columns, in their order.
pub(crate) fn table(
    dataset: &Dataset,
    table: &'static str,
    names: &Names,
) -> Result<DataFrame, QueryError> {
    let schema = held(dataset, table)?;
    let columns = names.columns(&schema);
    // What is not named is there without rows, so that its name is known.
    if !dataset.has(table) || !names.has(table) {
        return Ok(empty(&schema, &columns));
    }
    let reading = TableScan::of(table, &columns);
    let parts = dataset.fold(&reading, Vec::new, |parts, number, rows| {
        let part = framed(rows, &columns)?;
        dataset.memory().hold(part.estimated_size())?;
        parts.push((number, part));
        Ok(())
    })?;
    let mut parts: Vec<(usize, DataFrame)> = parts.into_iter().flatten().collect();
    parts.sort_unstable_by_key(|(number, _)| *number);
    let mut all = empty(&schema, &columns);
    for (_, part) in parts {
        all.vstack_mut(&part)
            .map_err(|error| QueryError::engine(dataset, names, &error))?;
    }
    Ok(all)
}

/// The same of one row group; without rows if there is none.
pub(crate) fn row_group(
    dataset: &Dataset,
    table: &'static str,
    names: &Names,
    (row_groups, number): (&RowGroups, usize),
) -> Result<DataFrame, QueryError> {
    let schema = held(dataset, table)?;
    let columns = names.columns(&schema);
    match row_groups.read(&TableScan::of(table, &columns), number)? {
        Some(rows) => Ok(framed(&rows, &columns)?),
        None => Ok(empty(&schema, &columns)),
    }
}

fn framed(rows: &Rows, columns: &[&str]) -> Result<DataFrame, DatasetError> {
    frame(rows, columns).map_err(|error| rows.error(error.to_string()).into())
}

/// A frame without rows.
fn empty(schema: &TableSchema, columns: &[&str]) -> DataFrame {
    let columns = columns.iter().filter_map(|name| schema.column(name));
    let types = columns.map(|column| Field::new(column.name.into(), kind(column)));
    DataFrame::empty_with_schema(&Schema::from_iter(types))
}

/// The engine's type of a column. Whole numbers have 64 bits, so that their sums do not overflow.
fn kind(column: &ColumnDoc) -> DataType {
    match column.kind {
        ColumnType::Int32 | ColumnType::Int64 => DataType::Int64,
        ColumnType::Float64 => DataType::Float64,
        ColumnType::Bool => DataType::Boolean,
        ColumnType::Date => DataType::Date,
        ColumnType::Int32List => DataType::List(Box::new(DataType::Int64)),
        ColumnType::Float64List => DataType::List(Box::new(DataType::Float64)),
        _ => DataType::String,
    }
}

/// Rows as a frame of the engine.
fn frame(rows: &Rows, columns: &[&str]) -> PolarsResult<DataFrame> {
    let wrong = |error: ReadError| PolarsError::ComputeError(error.to_string().into());
    let all = 0..rows.len();
    let column = |name: &&str| {
        let (name, all) = (*name, all.clone());
        macro_rules! series {
            ($values:ident) => {
                Series::new(
                    name.into(),
                    all.map(|row| $values.get(row)).collect::<Vec<_>>(),
                )
            };
        }
        let series = match rows.values(name).map_err(wrong)? {
            ColumnValues::Ints(it) => series!(it),
            ColumnValues::Floats(it) => series!(it),
            ColumnValues::Bools(it) => series!(it),
            ColumnValues::Texts(it) => series!(it),
            ColumnValues::Dates(it) => series!(it).cast(&DataType::Date)?,
            ColumnValues::Lists(it) => {
                let mut lists = ListPrimitiveChunkedBuilder::<Int64Type>::new(
                    name.into(),
                    rows.len(),
                    rows.len(),
                    DataType::Int64,
                );
                for row in all {
                    let list = it.get(row);
                    let wide: Option<Vec<i64>> =
                        list.map(|list| list.iter().copied().map(i64::from).collect());
                    lists.append_opt_slice(wide.as_deref());
                }
                let lists = lists.finish();
                return Ok(polars::prelude::IntoSeries::into_series(lists).into_column());
            }
            ColumnValues::FloatLists(it) => {
                let mut lists = ListPrimitiveChunkedBuilder::<Float64Type>::new(
                    name.into(),
                    rows.len(),
                    rows.len(),
                    DataType::Float64,
                );
                for row in all {
                    match it.get(row) {
                        Some(list) => lists.append_iter(list.collect::<Vec<_>>().into_iter()),
                        None => lists.append_null(),
                    }
                }
                let lists = lists.finish();
                return Ok(polars::prelude::IntoSeries::into_series(lists).into_column());
            }
            _ => {
                let message = format!("column {name} is of a type that no table has");
                return Err(PolarsError::ComputeError(message.into()));
            }
        };
        Ok(series.into_column())
    };
    let columns = columns.iter().map(column).collect::<PolarsResult<_>>()?;
    DataFrame::new(rows.len(), columns)
}
