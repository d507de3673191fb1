//! Values and their kinds.

use std::cmp::Ordering;

use audit960_types::tables::Datum;

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// True or false.
    Bool,
    /// A whole number.
    Int,
    /// A floating-point number.
    Float,
    /// Text.
    Text,
    /// A day.
    Date,
    /// A list, of which a condition can only ask whether it is null.
    List,
    /// Always null.
    Null,
}

impl Kind {
    /// Whether values of both kinds can be compared.
    pub(super) const fn is_comparable_with(self, other: Self) -> bool {
        matches!(
            (self, other),
            (Self::Null, _)
                | (_, Self::Null)
                | (Self::Int | Self::Float, Self::Int | Self::Float)
                | (Self::Bool, Self::Bool)
                | (Self::Text, Self::Text)
                | (Self::Date, Self::Date)
        )
    }

    /// Whether it is a number or null.
    pub(super) const fn is_number(self) -> bool {
        matches!(self, Self::Int | Self::Float | Self::Null)
    }

    /// The name in messages.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Bool => "a truth value",
            Self::Int | Self::Float => "a number",
            Self::Text => "text",
            Self::Date => "a date",
            Self::List => "a list",
            Self::Null => "null",
        }
    }
}

/// The number as floating point; `None` if it is not a number.
pub(super) fn as_float(value: &Datum<'_>) -> Option<f64> {
    match value {
        Datum::Int(number) => Some(*number as f64),
        Datum::Float(number) => Some(*number),
        _ => None,
    }
}

/// Compares two values; `None` if either is null or NaN, or the kinds do not match.
pub(super) fn compare(one: &Datum<'_>, other: &Datum<'_>) -> Option<Ordering> {
    match (one, other) {
        (Datum::Bool(one), Datum::Bool(other)) => Some(one.cmp(other)),
        (Datum::Int(one), Datum::Int(other)) => Some(one.cmp(other)),
        (Datum::Text(one), Datum::Text(other)) => Some(one.cmp(other)),
        (Datum::Date(one), Datum::Date(other)) => Some(one.cmp(other)),
        _ => as_float(one)?.partial_cmp(&as_float(other)?),
    }
}
