//! Values read back from the cells of a table.

use crate::label::Label;

/// One value of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell<'a> {
    /// No value.
    Null,
    /// A whole number.
    Int(i64),
    /// A floating-point number.
    Float(f64),
    /// True or false.
    Bool(bool),
    /// A day, counted from 1 January 1970; [`date_text`](crate::date_text) writes it.
    Date(i32),
    /// Text.
    Text(&'a str),
    /// A list of whole numbers.
    Ints(Vec<Option<i64>>),
    /// A list of floating-point numbers.
    Floats(Vec<Option<f64>>),
}

/// A value of the facts that a cell can hold.
pub trait FromCell: Sized {
    /// The value; `None` if the cell holds something else, null among it.
    fn from_cell(cell: Cell<'_>) -> Option<Self>;
}

impl<T: FromCell> FromCell for Option<T> {
    fn from_cell(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::Null => Some(None),
            cell => T::from_cell(cell).map(Some),
        }
    }
}

impl<L: Label> FromCell for L {
    fn from_cell(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::Text(text) => L::of_text(text),
            _ => None,
        }
    }
}

macro_rules! numbers {
    ($($number:ty),+) => {
        $(impl FromCell for $number {
            fn from_cell(cell: Cell<'_>) -> Option<Self> {
                match cell {
                    Cell::Int(number) => number.try_into().ok(),
                    _ => None,
                }
            }
        })+
    };
}

numbers!(u16, u32, u64, usize, i32, i64);

/// A day, counted from 1 January 1970: a type of its own, so that no number is taken for a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayNumber(pub i32);

impl FromCell for DayNumber {
    fn from_cell(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::Date(days) => Some(Self(days)),
            _ => None,
        }
    }
}

impl FromCell for f64 {
    fn from_cell(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::Float(number) => Some(number),
            _ => None,
        }
    }
}

impl FromCell for bool {
    fn from_cell(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::Bool(truth) => Some(truth),
            _ => None,
        }
    }
}

impl FromCell for String {
    fn from_cell(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::Text(text) => Some(text.to_owned()),
            _ => None,
        }
    }
}

impl FromCell for Vec<u32> {
    fn from_cell(cell: Cell<'_>) -> Option<Self> {
        let Cell::Ints(list) = cell else { return None };
        let numbers = list.into_iter();
        numbers.map(|number| number?.try_into().ok()).collect()
    }
}
