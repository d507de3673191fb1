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

macro_rules! from_cell {
    ($($type:ty $(where $label:ident)?, $cell:pat => $value:expr;)+) => {
        $(impl$(<$label: Label>)? FromCell for $type {
            fn from_cell(cell: Cell<'_>) -> Option<Self> {
                match cell {
                    $cell => $value,
                    _ => None,
                }
            }
        })+
    };
}

from_cell! {
    u16, Cell::Int(number) => number.try_into().ok();
    u32, Cell::Int(number) => number.try_into().ok();
    u64, Cell::Int(number) => number.try_into().ok();
    usize, Cell::Int(number) => number.try_into().ok();
    i32, Cell::Int(number) => number.try_into().ok();
    i64, Cell::Int(number) => Some(number);
    f64, Cell::Float(number) => Some(number);
    bool, Cell::Bool(truth) => Some(truth);
    DayNumber, Cell::Date(days) => Some(Self(days));
    String, Cell::Text(text) => Some(text.to_owned());
    L where L, Cell::Text(text) => L::of_text(text);
    Vec<u32>, Cell::Ints(list) => list.into_iter().map(|number| number?.try_into().ok()).collect();
}

/// A day, counted from 1 January 1970: a type of its own, so that no number is taken for a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayNumber(pub i32);
