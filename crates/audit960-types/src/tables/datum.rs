//! Values of rows, one by one.

use std::borrow::Cow;

use super::TableSchema;

/// The value of a column in a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Datum<'a> {
    /// No value.
    Null,
    /// A whole number.
    Int(i64),
    /// A floating-point number.
    Float(f64),
    /// True or false.
    Bool(bool),
    /// Days since 1 January 1970.
    Date(i32),
    /// Text, or the string of an enumeration.
    Text(Cow<'a, str>),
    /// A list of whole numbers.
    Ints(Cow<'a, [u32]>),
    /// A list of numbers.
    Floats(Cow<'a, [Option<f64>]>),
}

impl Datum<'_> {
    /// The value without what it borrows.
    #[must_use]
    pub fn into_owned(self) -> Datum<'static> {
        match self {
            Self::Null => Datum::Null,
            Self::Int(number) => Datum::Int(number),
            Self::Float(number) => Datum::Float(number),
            Self::Bool(truth) => Datum::Bool(truth),
            Self::Date(days) => Datum::Date(days),
            Self::Text(text) => Datum::Text(text.into_owned().into()),
            Self::Ints(list) => Datum::Ints(list.into_owned().into()),
            Self::Floats(list) => Datum::Floats(list.into_owned().into()),
        }
    }
}

/// A row of a table.
pub trait TableRow {
    /// The table.
    const TABLE: &'static TableSchema;

    /// The value of a column, given by its index in the table.
    fn value(&self, column: usize) -> Datum<'_>;
}
