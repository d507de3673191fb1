//! Values and their kinds.

use std::borrow::Cow;
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

/// A value of a row, or one computed from such values.
#[derive(Clone, Debug, PartialEq)]
pub enum FilterValue<'a> {
    /// No value.
    Null,
    /// True or false.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A floating-point number.
    Float(f64),
    /// Text.
    Text(Cow<'a, str>),
    /// A day, as days since 1 January 1970.
    Date(i32),
    /// A list, whatever it holds.
    List,
}

impl<'a> FilterValue<'a> {
    /// The value of a column.
    pub(super) fn of(datum: Datum<'a>) -> Self {
        match datum {
            Datum::Null => Self::Null,
            Datum::Bool(truth) => Self::Bool(truth),
            Datum::Int(number) => Self::Int(number),
            Datum::Float(number) => Self::Float(number),
            Datum::Text(text) => Self::Text(text),
            Datum::Date(days) => Self::Date(days),
            Datum::Ints(_) | Datum::Floats(_) => Self::List,
        }
    }

    /// Text, or null.
    #[must_use]
    pub(super) fn text(text: Option<&'a str>) -> Self {
        text.map_or(Self::Null, |text| Self::Text(Cow::Borrowed(text)))
    }

    /// A whole number; null if there is none or it does not fit an `i64`.
    #[must_use]
    pub(super) fn number(number: Option<impl TryInto<i64>>) -> Self {
        let number = number.and_then(|number| number.try_into().ok());
        number.map_or(Self::Null, Self::Int)
    }

    /// The number as floating point; `None` if it is not a number.
    pub(super) fn as_float(&self) -> Option<f64> {
        match self {
            Self::Int(number) => Some(*number as f64),
            Self::Float(number) => Some(*number),
            _ => None,
        }
    }

    /// Compares it with another value; `None` if either is null or NaN, or the kinds do not match.
    pub(super) fn compare(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Bool(one), Self::Bool(other)) => Some(one.cmp(other)),
            (Self::Int(one), Self::Int(other)) => Some(one.cmp(other)),
            (Self::Text(one), Self::Text(other)) => Some(one.cmp(other)),
            (Self::Date(one), Self::Date(other)) => Some(one.cmp(other)),
            _ => self.as_float()?.partial_cmp(&other.as_float()?),
        }
    }
}
