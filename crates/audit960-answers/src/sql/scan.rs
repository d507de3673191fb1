//! Tables as data sources of the engine.

use std::any::Any;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;

use audit960_dataset::tables::{ColumnValues, ReadError, Rows};
use audit960_dataset::{Dataset, DatasetError, RowGroups, TableScan};
use audit960_types::tables::{ColumnDoc, ColumnGroup, ColumnType, SCHEMAS, TableSchema};
use polars::prelude::{
    AnonymousScan, AnonymousScanArgs, BooleanFunction, Column, DataFrame, DataType, Expr, Field,
    Float64Type, FunctionExpr, Int64Type, IntoColumn as _, IntoLazy as _, LazyFrame,
    ListBuilderTrait as _, ListPrimitiveChunkedBuilder, NamedFrom as _, Operator, PlSmallStr,
    PolarsError, PolarsResult, ScanArgsAnonymous, Schema, SchemaRef, Series,
};

use crate::sql::memory::Memory;

/// Most decoded row groups that wait to be processed.
const ROW_GROUPS: usize = 2;

/// A row group of a table, by its number.
pub(crate) type RowGroupPlace = (Arc<RowGroups>, usize);

/// The rows of a table, or of one row group of it, to be read lazily.
pub(crate) fn table(
    dataset: &Dataset,
    table: &'static str,
    memory: &Arc<Memory>,
    row_group: Option<RowGroupPlace>,
) -> PolarsResult<LazyFrame> {
    let schema = SCHEMAS.iter().find(|schema| schema.name == table);
    let Some(schema) = schema else {
        return Err(PolarsError::NoData(
            format!("there is no table {table}").into(),
        ));
    };
    // Columns that nobody asked for are not there, rather than null.
    let group = dataset.group(table);
    let group = group.map_err(|error| PolarsError::ComputeError(error.to_string().into()))?;
    let held = schema.up_to(group);
    let types = held.columns.iter();
    let types = types.map(|column| Field::new(column.name.into(), kind(column)));
    let source = TableSource {
        dataset: dataset.clone(),
        schema: held,
        memory: Arc::clone(memory),
        row_group,
    };
    let args = ScanArgsAnonymous {
        schema: Some(SchemaRef::new(Schema::from_iter(types))),
        name: schema.name,
        ..ScanArgsAnonymous::default()
    };
    LazyFrame::anonymous_scan(Arc::new(source), args)
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

/// The tables of a dataset that have no rows and therefore no file.
pub(crate) fn without_rows(dataset: &Dataset) -> impl Iterator<Item = (&'static str, LazyFrame)> {
    made_without_rows(dataset).filter_map(|table| {
        let schema = SCHEMAS.iter().find(|schema| schema.name == table)?;
        let held = schema.up_to(ColumnGroup::Always);
        let types = held.columns.iter();
        let types = types.map(|column| Field::new(column.name.into(), kind(column)));
        let rows = DataFrame::empty_with_schema(&Schema::from_iter(types));
        Some((table, rows.lazy()))
    })
}

/// A table as a data source.
struct TableSource {
    dataset: Dataset,
    schema: TableSchema,
    memory: Arc<Memory>,
    /// The row group that is read; all of them if `None`.
    row_group: Option<RowGroupPlace>,
}

impl AnonymousScan for TableSource {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn allows_projection_pushdown(&self) -> bool {
        true
    }

    fn allows_predicate_pushdown(&self) -> bool {
        true
    }

    fn scan(&self, args: AnonymousScanArgs) -> PolarsResult<DataFrame> {
        let every = self.schema.columns.iter().map(|column| column.name);
        let columns: Vec<&str> = match &args.with_columns {
            Some(names) => names.iter().map(PlSmallStr::as_str).collect(),
            None => every.collect(),
        };
        let condition = args.predicate.and_then(without_hints);
        let by_row = condition
            .as_ref()
            .filter(|condition| is_of_one_row(condition));
        let of_all = condition
            .as_ref()
            .filter(|condition| !is_of_one_row(condition));
        let reading = TableScan::of(self.schema.name, &columns);
        let mut parts = Vec::new();
        let mut left = args.n_rows.unwrap_or(usize::MAX);
        self.each(&reading, |number, rows| {
            let part = part(&rows, &columns)?;
            let part = match by_row {
                Some(condition) => part.lazy().filter(condition.clone()).collect()?,
                None => part,
            };
            if !self.memory.take(part.estimated_size()) {
                return Err(PolarsError::ComputeError("too much memory".into()));
            }
            left = left.saturating_sub(part.height());
            parts.push((number, part));
            Ok(left > 0)
        })?;
        parts.sort_unstable_by_key(|(number, _)| *number);
        let mut all: Option<DataFrame> = None;
        for (_, part) in parts {
            match &mut all {
                Some(all) => {
                    all.vstack_mut(&part)?;
                }
                None => all = Some(part),
            }
        }
        let mut all = match all {
            Some(all) => all,
            None => self.empty(&columns)?,
        };
        if let Some(condition) = of_all {
            all = all.lazy().filter(condition.clone()).collect()?;
        }
        Ok(match args.n_rows {
            Some(rows) => all.head(Some(rows)),
            None => all,
        })
    }
}

impl TableSource {
    /// Calls `take` with each row group on this thread, in any order, while other threads decode them, until it
    /// returns `false`.
    ///
    /// Those threads must not call the engine: two tables that are joined are read by two threads of its
    /// pool, and each would wait for a pool that waits for it.
    fn each(
        &self,
        reading: &TableScan<'_>,
        mut take: impl FnMut(usize, Rows) -> PolarsResult<bool>,
    ) -> PolarsResult<()> {
        let wrong = |error: DatasetError| PolarsError::ComputeError(error.to_string().into());
        if let Some((row_groups, number)) = &self.row_group {
            return match row_groups.read(reading, *number).map_err(wrong)? {
                Some(rows) => take(*number, rows).map(drop),
                None => Ok(()),
            };
        }
        std::thread::scope(|scope| {
            let (sender, row_groups) = sync_channel(ROW_GROUPS);
            let reader = scope.spawn(move || {
                let send = |(): &mut (), number: usize, rows: &Rows| {
                    let sent = sender.send((number, rows.clone()));
                    Ok(sent.map_err(|_| rows.error("reading was stopped"))?)
                };
                self.dataset.fold(reading, || (), send)
            });
            for (number, rows) in &row_groups {
                if !take(number, rows)? {
                    // The reader stops, too: its channel is closed.
                    return Ok(());
                }
            }
            let read = reader.join().unwrap_or_else(|panic| {
                Err(DatasetError::panicked(self.dataset.dir(), panic.as_ref()))
            });
            read.map(drop).map_err(wrong)
        })
    }

    /// A frame without rows.
    fn empty(&self, columns: &[&str]) -> PolarsResult<DataFrame> {
        let of_type = |name: &&str| {
            let kind = self.schema.column(name).map_or(DataType::Null, kind);
            Column::new_empty((*name).into(), &kind)
        };
        DataFrame::new(0, columns.iter().map(of_type).collect())
    }
}

/// Prefix of a condition that the engine adds to skip rows that cannot be among the first of a sorted answer.
/// Without the condition more rows are read, and the answer is the same.
const HINT: &str = "dynamic_pred: ";

/// A condition without the engine's hints; `None` if nothing is left.
fn without_hints(condition: Expr) -> Option<Expr> {
    match condition {
        Expr::Display { fmt_str, .. } if fmt_str.starts_with(HINT) => None,
        Expr::BinaryExpr {
            left,
            op: Operator::And | Operator::LogicalAnd,
            right,
        } => {
            let of = |part: Arc<Expr>| without_hints(Arc::unwrap_or_clone(part));
            match (of(left), of(right)) {
                (Some(left), Some(right)) => Some(left.and(right)),
                (left, right) => left.or(right),
            }
        }
        condition => Some(condition),
    }
}

/// Whether the value of a condition for a row depends on no other row; `false` if that is not known.
fn is_of_one_row(condition: &Expr) -> bool {
    condition.into_iter().all(|part| match part {
        Expr::Column(_)
        | Expr::Literal(_)
        | Expr::BinaryExpr { .. }
        | Expr::Cast { .. }
        | Expr::Alias(..)
        | Expr::Ternary { .. } => true,
        Expr::Function { function, .. } => matches!(
            function,
            FunctionExpr::Boolean(
                BooleanFunction::IsNull
                    | BooleanFunction::IsNotNull
                    | BooleanFunction::IsIn { .. }
                    | BooleanFunction::Not
            ) | FunctionExpr::StringExpr(_)
        ),
        _ => false,
    })
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

/// Converts rows to a frame of the engine.
fn part(rows: &Rows, columns: &[&str]) -> PolarsResult<DataFrame> {
    let wrong = |error: ReadError| PolarsError::ComputeError(error.to_string().into());
    let all = 0..rows.len();
    let column = |name: &&str| {
        let (name, all) = (*name, all.clone());
        let series = match rows.values(name).map_err(wrong)? {
            ColumnValues::Ints(it) => {
                Series::new(name.into(), all.map(|row| it.get(row)).collect::<Vec<_>>())
            }
            ColumnValues::Floats(it) => {
                Series::new(name.into(), all.map(|row| it.get(row)).collect::<Vec<_>>())
            }
            ColumnValues::Bools(it) => {
                Series::new(name.into(), all.map(|row| it.get(row)).collect::<Vec<_>>())
            }
            ColumnValues::Texts(it) => {
                Series::new(name.into(), all.map(|row| it.get(row)).collect::<Vec<_>>())
            }
            ColumnValues::Dates(it) => {
                let days = Series::new(name.into(), all.map(|row| it.get(row)).collect::<Vec<_>>());
                days.cast(&DataType::Date)?
            }
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
