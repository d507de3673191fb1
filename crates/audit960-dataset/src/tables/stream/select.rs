//! Selects the rows and columns of a stream.

use std::io::Write;
use std::sync::Arc;

use arrow_ipc::writer::StreamWriter;
use arrow_schema::{DataType, Field, FieldRef, Fields, Schema, SchemaRef};

use crate::tables::chunk::ROW_TABLES;
use crate::tables::error::TableError;
use crate::tables::schema::arrow_type;
use audit960_types::did_you_mean;
use audit960_types::tables::{
    CROSSCHECK, ColumnDoc, ColumnGroup, ColumnType, DIAGNOSTICS, GAMES, GAPS, INCIDENTS, POSITIONS,
    REPETITIONS, SCHEMAS, SPLITS, TableSchema,
};

/// The inner tables of nested rows, in the order of their arrays in a chunk; then `splits`, the row about the
/// range.
pub(super) const INNER: [&TableSchema; 6] = [
    &INCIDENTS,
    &REPETITIONS,
    &DIAGNOSTICS,
    &GAPS,
    &POSITIONS,
    &SPLITS,
];

/// The rows and columns of a stream.
#[derive(Clone, Debug)]
pub struct ColumnSelection {
    pub(super) kind: RowKind,
    /// Columns, as indices in the table or the nested rows, ascending.
    pub(super) columns: Vec<usize>,
    pub(super) schema: SchemaRef,
}

/// Which rows are selected.
#[derive(Clone, Copy, Debug)]
pub(super) enum RowKind {
    Table(&'static TableSchema),
    Nested,
}

impl RowKind {
    /// All columns that such rows can have.
    fn fields(self) -> Vec<Field> {
        match self {
            Self::Table(table) => table
                .columns
                .iter()
                .map(|column| Field::new(column.name, stream_type(column.kind), column.nullable))
                .collect(),
            Self::Nested => {
                let inner = INNER.iter().map(|table| {
                    let list = DataType::List(struct_item(table));
                    Field::new(table.name, list, true)
                });
                GAMES.columns.iter().map(nullable).chain(inner).collect()
            }
        }
    }

    /// What has to be asked for to have a column.
    fn group(self, column: usize) -> ColumnGroup {
        let table = match self {
            Self::Table(table) => table,
            Self::Nested => &GAMES,
        };
        let found = table.columns.get(column);
        found.map_or(ColumnGroup::Always, |column| column.group)
    }
}

impl ColumnSelection {
    /// Selects the rows of the table `name`, or nested rows; only these columns, if any are named, else those that need not
    /// be asked for.
    ///
    /// # Errors
    /// [`TableError::Unknown`] if there is no such table or column.
    pub fn of(name: &str, nested: bool, columns: Option<&[String]>) -> Result<Self, TableError> {
        if nested {
            return Self::with(RowKind::Nested, columns);
        }
        let table = SCHEMAS.iter().find(|table| table.name == name);
        let table = table.ok_or_else(|| {
            let names: Vec<&str> = SCHEMAS.iter().map(|table| table.name).collect();
            no_table(name, &names)
        })?;
        Self::with(RowKind::Table(table), columns)
    }

    /// As [`Self::of`], for a part of an archive.
    ///
    /// # Errors
    /// [`TableError::Unknown`] if there is no such table or column, or if the table has no rows until the
    /// whole archive has been read.
    pub fn of_part(
        name: &str,
        nested: bool,
        columns: Option<&[String]>,
    ) -> Result<Self, TableError> {
        let is_known = nested || SCHEMAS.iter().any(|table| table.name == name);
        if !is_known {
            let names = SCHEMAS.iter().map(|table| table.name);
            let names: Vec<&str> = names.filter(|name| has_rows_of_parts(name)).collect();
            return Err(no_table(name, &names));
        }
        let selection = Self::of(name, nested, columns)?;
        // One pass over an archive yields nested rows.
        match nested || has_rows_of_parts(name) {
            true => Ok(selection),
            false => Err(TableError::Unknown(format!(
                "table {name} has no rows until a whole archive is read; audit960 audit writes it"
            ))),
        }
    }

    /// Whether each row is a game or about one, and games can be filtered by a condition.
    #[must_use]
    pub fn is_of_games(&self) -> bool {
        let of_games = [
            GAMES.name,
            INCIDENTS.name,
            REPETITIONS.name,
            DIAGNOSTICS.name,
        ];
        match self.kind {
            RowKind::Table(table) => of_games.contains(&table.name),
            RowKind::Nested => false,
        }
    }

    fn with(kind: RowKind, columns: Option<&[String]>) -> Result<Self, TableError> {
        let fields = kind.fields();
        let known = |name: &String| {
            let index = fields.iter().position(|field| field.name() == name);
            let what = match kind {
                RowKind::Table(table) => table.name,
                RowKind::Nested => "nested rows",
            };
            index.ok_or_else(|| {
                let names = fields.iter().map(|field| field.name().as_str());
                let meant = did_you_mean(name, names);
                TableError::Unknown(format!("{what}: there is no column {name}{meant}"))
            })
        };
        let indices: Vec<usize> = match columns {
            Some(names) => names.iter().map(known).collect::<Result<_, _>>()?,
            None => (0..fields.len())
                .filter(|index| kind.group(*index) == ColumnGroup::Always)
                .collect(),
        };
        Ok(Self::of_indices(kind, indices))
    }

    fn of_indices(kind: RowKind, mut indices: Vec<usize>) -> Self {
        indices.sort_unstable();
        indices.dedup();
        let fields = kind.fields();
        let wanted = indices
            .iter()
            .filter_map(|index| fields.get(*index).cloned());
        Self {
            kind,
            schema: Arc::new(Schema::new(wanted.collect::<Vec<_>>())),
            columns: indices,
        }
    }

    /// Also selects the columns that are there only if this group is asked for.
    #[must_use]
    pub fn with_group(self, group: ColumnGroup) -> Self {
        let on_request = (0..self.kind.fields().len()).filter(|index| {
            let of = self.kind.group(*index);
            of != ColumnGroup::Always && of.is_within(group)
        });
        let indices = self.columns.iter().copied().chain(on_request);
        Self::of_indices(self.kind, indices.collect())
    }

    /// The last group of columns that is selected.
    #[must_use]
    pub fn group(&self) -> ColumnGroup {
        let groups = self.columns.iter().map(|index| self.kind.group(*index));
        groups.max().unwrap_or_default()
    }

    /// Whether rows are nested.
    #[must_use]
    pub const fn is_nested(&self) -> bool {
        matches!(self.kind, RowKind::Nested)
    }

    /// Writes a stream without rows, only the schema.
    ///
    /// # Errors
    /// [`TableError::Output`] if it cannot be written.
    pub fn write_schema(&self, target: impl Write) -> Result<(), TableError> {
        let written =
            StreamWriter::try_new(target, &self.schema).and_then(|mut writer| writer.finish());
        written.map_err(TableError::stream)
    }
}

/// The type in a stream, where list elements are nullable.
pub(super) fn stream_type(kind: ColumnType) -> DataType {
    match kind {
        ColumnType::Int32List => {
            DataType::List(Arc::new(Field::new("item", DataType::Int32, true)))
        }
        kind => arrow_type(kind),
    }
}

fn nullable(column: &ColumnDoc) -> Field {
    Field::new(column.name, stream_type(column.kind), true)
}

/// The fields of a row of a table as a structure.
pub(super) fn struct_fields(table: &TableSchema) -> Fields {
    table.columns.iter().map(nullable).collect()
}

/// The element of a list of rows of a table.
pub(super) fn struct_item(table: &TableSchema) -> FieldRef {
    let row = DataType::Struct(struct_fields(table));
    Arc::new(Field::new("item", row, true))
}
/// Whether a table has rows before the whole archive was read.
fn has_rows_of_parts(table: &str) -> bool {
    ROW_TABLES.iter().any(|known| known.name == table) && table != CROSSCHECK.name
}

fn no_table(name: &str, names: &[&str]) -> TableError {
    let names = names.join(", ");
    TableError::Unknown(format!("there is no table {name}; tables are {names}"))
}
