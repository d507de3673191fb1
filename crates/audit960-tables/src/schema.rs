//! The columns of every table of the dataset, defined only here.

use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;

use arrow_schema::{DataType, Field, FieldRef, Schema, SchemaRef};

mod columns;
mod splits;

pub use columns::{
    CASTLING, CROSSCHECK, DIAGNOSTICS, DUPLICATES, GAMES, GAPS, INCIDENTS, POSITIONS, REPETITIONS,
    START_POSITIONS,
};
pub use splits::SPLITS;

/// Every table, in the order of the documentation.
pub const SCHEMAS: &[&TableSchema] = &[
    &GAMES,
    &INCIDENTS,
    &REPETITIONS,
    &DIAGNOSTICS,
    &GAPS,
    &POSITIONS,
    &START_POSITIONS,
    &CASTLING,
    &CROSSCHECK,
    &DUPLICATES,
];

/// The type of a column.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum ColumnType {
    /// 32-bit signed integer.
    Int32,
    /// 64-bit signed integer.
    Int64,
    /// 64-bit floating-point number.
    Float64,
    /// True or false.
    Bool,
    /// Calendar date.
    Date,
    /// UTF-8 text.
    Text,
    /// List of non-null 32-bit signed integers.
    Int32List,
    /// List of nullable 64-bit floating-point numbers.
    Float64List,
    /// One of the strings that this function lists in the order of their keys.
    Label(fn() -> Vec<&'static str>),
}

impl ColumnType {
    /// The strings of an enumeration, in the order of their keys; `None` for any other type.
    #[must_use]
    pub fn labels(self) -> Option<Vec<&'static str>> {
        match self {
            Self::Label(all) => Some(all()),
            _ => None,
        }
    }

    /// The type in the files: never a dictionary, large or view type, which not every engine reads.
    pub(crate) fn arrow(self) -> DataType {
        match self {
            Self::Int32 => DataType::Int32,
            Self::Int64 => DataType::Int64,
            Self::Float64 => DataType::Float64,
            Self::Bool => DataType::Boolean,
            Self::Date => DataType::Date32,
            Self::Text | Self::Label(_) => DataType::Utf8,
            Self::Int32List => DataType::List(int32_item()),
            Self::Float64List => DataType::List(float64_item()),
        }
    }
}

/// The values of a list of integers.
pub(crate) fn int32_item() -> FieldRef {
    Arc::new(Field::new("item", DataType::Int32, false))
}

/// The values of a list of floating-point numbers.
pub(crate) fn float64_item() -> FieldRef {
    Arc::new(Field::new("item", DataType::Float64, true))
}

impl ColumnType {
    /// Whether a file may store this type as `found`: other writers give list elements other names and make
    /// them nullable.
    pub(crate) fn is_stored_as(self, found: &DataType) -> bool {
        match (self, found) {
            (Self::Int32List, DataType::List(item)) => *item.data_type() == DataType::Int32,
            (Self::Float64List, DataType::List(item)) => *item.data_type() == DataType::Float64,
            _ => self.arrow() == *found,
        }
    }
}

impl fmt::Display for ColumnType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Int32 => "int32",
            Self::Int64 => "int64",
            Self::Float64 => "float64",
            Self::Bool => "bool",
            Self::Date => "date",
            Self::Text | Self::Label(_) => "utf8",
            Self::Int32List => "list<int32>",
            Self::Float64List => "list<float64>",
        })
    }
}

impl fmt::Debug for ColumnType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One column.
#[derive(Clone, Copy, Debug)]
pub struct ColumnDoc {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub kind: ColumnType,
    /// Whether it can be null.
    pub nullable: bool,
    /// Unit of its numbers; empty where there is none.
    pub unit: &'static str,
    /// What it means, in a sentence.
    pub meaning: &'static str,
}

/// One table.
#[derive(Clone, Copy, Debug)]
pub struct TableSchema {
    /// Its name, as in SQL.
    pub name: &'static str,
    /// Its files as a glob, relative to the dataset.
    pub path: &'static str,
    /// What a row is.
    pub meaning: &'static str,
    /// Its columns, in order.
    pub columns: &'static [ColumnDoc],
}

impl TableSchema {
    /// Writes its columns, or only those named, as a human-readable list.
    ///
    /// # Errors
    /// I/O errors of the writer.
    pub fn write_text(&self, columns: Option<&[String]>, out: &mut dyn Write) -> io::Result<()> {
        let wanted =
            |name: &str| columns.is_none_or(|columns| columns.iter().any(|column| column == name));
        writeln!(out, "{}: {}", self.name, self.meaning)?;
        for column in self.columns.iter().filter(|column| wanted(column.name)) {
            let null = if column.nullable { "null" } else { "" };
            let (name, kind) = (column.name, column.kind);
            let unit = match column.unit {
                "" => String::new(),
                unit => format!(" ({unit})"),
            };
            writeln!(out, "{name:28}{kind:13}{null:6}{}{unit}", column.meaning)?;
        }
        Ok(())
    }

    /// The column called `name`.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<&'static ColumnDoc> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// The schema of the files.
    pub(crate) fn arrow(&self) -> SchemaRef {
        let fields = self
            .columns
            .iter()
            .map(|column| Field::new(column.name, column.kind.arrow(), column.nullable));
        Arc::new(Schema::new(fields.collect::<Vec<_>>()))
    }
}

/// Declares a table: name, files, meaning; then one line per column: type, `required` or `nullable`,
/// unit and meaning.
macro_rules! table {
    ($(#[$doc:meta])* $constant:ident = $name:literal $path:literal $meaning:literal;
        $($column:ident: $kind:ident $(<$label:ident>)? $null:ident $unit:literal $text:literal;)+) => {
        $(#[$doc])*
        pub const $constant: $crate::schema::TableSchema = $crate::schema::TableSchema {
            name: $name,
            path: $path,
            meaning: $meaning,
            columns: &[$($crate::schema::ColumnDoc {
                name: stringify!($column),
                kind: $crate::schema::table!(@kind $kind $($label)?),
                nullable: $crate::schema::table!(@null $null),
                unit: $unit,
                meaning: $text,
            }),+],
        };
    };
    (@kind Label $label:ident) => {
        $crate::schema::ColumnType::Label($crate::labels::texts::<audit960_types::$label>)
    };
    (@kind $kind:ident) => { $crate::schema::ColumnType::$kind };
    (@null required) => { false };
    (@null nullable) => { true };
}
pub(crate) use table;

#[cfg(test)]
mod tests {
    use super::*;

    /// The contract: column names of every table in their order.
    const CONTRACT: &[(&str, &str)] = &[
        (
            "games",
            "source frame_offset byte_offset byte_length game line event site date round white \
             black result year white_elo black_elo variant venue start_kind white_start black_start fen \
             castling_style plies verdict ending final_clock max_clock white_castled black_castled \
             white_castled_ply black_castled_ply max_repetition opening moves_hash \
             unread_bytes moves date_from date_to event_date date_source termination termination_raw \
             half_point_lost_by game_id population time_control time_class white_title black_title \
             eco time writer castling_source illegal_kept clocks move_times evals",
        ),
        (
            "incidents",
            "source frame_offset byte_offset game reset_ply reset_by first_claim_ply \
             first_claim_side first_claim_article first_932_ply white_claims black_claims \
             peak_clock seventy_five_ply ended_by outcome material fen law limit_moves \
             first_claim_under_law_ply claimable_under_law claimable_at_venue half_point_lost_by \
             automatic_draw_ply start_fen moves white_first_ply white_last_ply white_first_fen \
             black_first_ply black_last_ply black_first_fen law_uncertain clock_in_doubt \
             game_id",
        ),
        (
            "repetitions",
            "source frame_offset byte_offset game first_claim_ply first_claim_side \
             first_claim_article plies occurrences white_claims black_claims fivefold_ply \
             automatic_draw_ply outcome half_point_lost_by fen claimable_at_venue white_first_ply \
             white_last_ply black_first_ply black_last_ply game_id",
        ),
        (
            "diagnostics",
            "source frame_offset byte_offset game line column code severity message ply excerpt \
             game_id",
        ),
        ("gaps", "source frame_offset byte_offset byte_length kind"),
        (
            "positions",
            "source frame_offset byte_offset byte_length line fen start_kind white_start black_start \
             side castling castling_style clock move_number operations verdict findings codes",
        ),
        (
            "start_positions",
            "start arrangement mirror king_file games white_wins draws black_wins unfinished score \
             score_low score_high rated_games expected_score adjusted_score p_value q_value \
             mean_plies incidents adjusted_low adjusted_high",
        ),
        (
            "castling",
            "king_file rook_file side games_with_right castled mean_ply wins draws losses \
             unfinished",
        ),
        (
            "crosscheck",
            "source frame_offset byte_offset game kind ours theirs explained_by game_id",
        ),
        (
            "duplicates",
            "source frame_offset byte_offset game first_source first_frame_offset \
             first_byte_offset first_game kind game_id copy_of",
        ),
    ];

    #[test]
    fn the_columns_are_those_of_the_contract() {
        assert_eq!(SCHEMAS.len(), CONTRACT.len());
        for (schema, (name, columns)) in SCHEMAS.iter().zip(CONTRACT) {
            assert_eq!(schema.name, *name);
            let names: Vec<_> = schema.columns.iter().map(|column| column.name).collect();
            assert_eq!(
                names,
                columns.split_whitespace().collect::<Vec<_>>(),
                "{name}"
            );
        }
    }

    #[test]
    fn only_types_that_every_engine_reads() {
        for schema in SCHEMAS {
            for field in schema.arrow().fields() {
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

    #[test]
    fn every_column_is_described_by_a_sentence() {
        for schema in SCHEMAS {
            for column in schema.columns {
                let at = format!("{}.{}", schema.name, column.name);
                assert!(
                    column.meaning.contains(' ') && column.meaning.ends_with('.'),
                    "{at}"
                );
                let is_text = matches!(column.kind, ColumnType::Text | ColumnType::Label(_));
                assert!(!is_text || column.unit.is_empty(), "{at}: text with a unit");
            }
        }
    }

    #[test]
    fn enumerations_are_lower_case_but_for_results_and_codes() {
        for schema in SCHEMAS {
            let codes = ["code", "explained_by"];
            let others = schema
                .columns
                .iter()
                .filter(|column| !codes.contains(&column.name));
            for column in others {
                for label in column.kind.labels().unwrap_or_default() {
                    assert_eq!(
                        label,
                        label.to_lowercase(),
                        "{}.{}",
                        schema.name,
                        column.name
                    );
                }
            }
        }
    }
}
