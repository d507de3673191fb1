//! Expressions of SQL that are dates.

use audit960_types::tables::{ColumnType, SCHEMAS};
use sqlparser::ast::{DataType, Expr, Ident};

/// Whether an expression is a date: a column of dates, a literal, or what was made a date. `false` where that is not known.
pub(crate) fn is_date(expression: &Expr) -> bool {
    match expression {
        Expr::Identifier(name) => is_column_of_dates(name),
        Expr::CompoundIdentifier(names) => names.last().is_some_and(is_column_of_dates),
        Expr::Nested(inner) => is_date(inner),
        Expr::TypedString(text) => text.data_type == DataType::Date,
        Expr::Cast { data_type, .. } => *data_type == DataType::Date,
        _ => false,
    }
}

/// Whether the columns of this name are dates, in each table that has one.
fn is_column_of_dates(name: &Ident) -> bool {
    let columns = SCHEMAS.iter().filter_map(|table| table.column(&name.value));
    let mut kinds = columns.map(|column| matches!(column.kind, ColumnType::Date));
    kinds
        .next()
        .is_some_and(|first| first && kinds.all(|next| next))
}
