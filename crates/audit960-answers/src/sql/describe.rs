//! `DESCRIBE table`: its columns.

use audit960_dataset::{Dataset, Table, TableBuilder};
use audit960_types::tables::schema;
use sqlparser::ast::Statement;

use crate::sql::QueryError;
use crate::sql::error::no_table;
use crate::sql::scan::table_names;

/// The columns of the table that a statement asks about: name, type, unit and meaning; `None` if it asks something
/// else.
pub(crate) fn answer(
    dataset: &Dataset,
    statement: &Statement,
) -> Result<Option<Table>, QueryError> {
    let Statement::ExplainTable { table_name, .. } = statement else {
        return Ok(None);
    };
    let name = table_name.to_string();
    let tables = table_names(dataset);
    let known = tables.iter().find(|table| **table == name);
    let Some(table) = known.and_then(|table| schema(table)) else {
        return Err(QueryError::InvalidQuery(no_table(&name, &tables)));
    };
    let columns = TableBuilder::of(table.columns)
        .text("column", |column| Some(column.name.to_owned()))
        .text("type", |column| Some(column.kind.to_string()))
        .text("unit", |column| Some(column.unit.to_owned()))
        .text("meaning", |column| Some(column.meaning.to_owned()));
    Ok(Some(columns.table()))
}
