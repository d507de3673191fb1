//! The declared types as types of Arrow.

use std::sync::Arc;

use arrow_schema::{DataType, Field, FieldRef, Schema, SchemaRef};
use audit960_types::tables::{ColumnType, TableSchema};

/// The type of a column in the files: never a dictionary, large or view type, which not every engine reads.
pub(crate) fn arrow_type(kind: ColumnType) -> DataType {
    match kind {
        ColumnType::Int32 => DataType::Int32,
        ColumnType::Int64 => DataType::Int64,
        ColumnType::Float64 => DataType::Float64,
        ColumnType::Bool => DataType::Boolean,
        ColumnType::Date => DataType::Date32,
        ColumnType::Text | ColumnType::Label(_) => DataType::Utf8,
        ColumnType::Int32List => DataType::List(int32_item()),
        ColumnType::Float64List => DataType::List(float64_item()),
    }
}

/// The schema of the files of a table.
pub(crate) fn arrow_schema(table: &TableSchema) -> SchemaRef {
    let fields = table
        .columns
        .iter()
        .map(|column| Field::new(column.name, arrow_type(column.kind), column.nullable));
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

/// The values of a list of integers.
pub(crate) fn int32_item() -> FieldRef {
    Arc::new(Field::new("item", DataType::Int32, false))
}

/// The values of a list of floating-point numbers.
pub(crate) fn float64_item() -> FieldRef {
    Arc::new(Field::new("item", DataType::Float64, true))
}

/// Whether a file may store a type as `found`: other writers give list elements other names and make them
/// nullable.
pub(crate) fn is_stored_as(kind: ColumnType, found: &DataType) -> bool {
    match (kind, found) {
        (ColumnType::Int32List, DataType::List(item)) => *item.data_type() == DataType::Int32,
        (ColumnType::Float64List, DataType::List(item)) => *item.data_type() == DataType::Float64,
        _ => arrow_type(kind) == *found,
    }
}

#[cfg(test)]
mod tests {
    use audit960_types::tables::SCHEMAS;

    use super::*;

    #[test]
    fn only_types_that_every_engine_reads() {
        for schema in SCHEMAS {
            for field in arrow_schema(schema).fields() {
                let kind = match field.data_type() {
                    DataType::List(item) => item.data_type(),
                    kind => kind,
                };
                assert!(
                    matches!(
                        kind,
                        DataType::Int32
                            | DataType::Int64
                            | DataType::Float64
                            | DataType::Boolean
                            | DataType::Date32
                            | DataType::Utf8
                    ),
                    "{}.{}: {}",
                    schema.name,
                    field.name(),
                    field.data_type()
                );
            }
        }
    }
}
