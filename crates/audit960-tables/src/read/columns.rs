//! Columns of some rows, by type.

use arrow_array::temporal_conversions::date32_to_datetime;
use arrow_array::types::{Float64Type, Int32Type};
use arrow_array::{
    Array, BooleanArray, Date32Array, Float64Array, Int32Array, Int64Array, ListArray,
    PrimitiveArray, StringArray, cast::AsArray,
};

/// A column of whole numbers of 32 or 64 bits.
#[derive(Clone, Copy, Debug)]
pub enum Ints<'r> {
    /// Of 32 bits.
    Narrow(&'r Int32Array),
    /// Of 64 bits.
    Wide(&'r Int64Array),
}

impl Ints<'_> {
    /// The number in a row; `None` where it is null.
    ///
    /// # Panics
    /// Beyond the last row, as with the other columns.
    #[must_use]
    pub fn get(&self, row: usize) -> Option<i64> {
        match self {
            Self::Narrow(values) => values.is_valid(row).then(|| values.value(row).into()),
            Self::Wide(values) => values.is_valid(row).then(|| values.value(row)),
        }
    }

    /// The number in a row of a column that counts something: null is zero.
    #[must_use]
    pub fn count(&self, row: usize) -> u64 {
        let count = self.get(row).map(u64::try_from);
        count.and_then(Result::ok).unwrap_or(0)
    }
}

/// A column of text.
#[derive(Clone, Copy, Debug)]
pub struct Texts<'r>(pub(super) &'r StringArray);

impl<'r> Texts<'r> {
    /// The text in a row; `None` where it is null.
    #[must_use]
    pub fn get(&self, row: usize) -> Option<&'r str> {
        self.0.is_valid(row).then(|| self.0.value(row))
    }
}

/// A column of truth values.
#[derive(Clone, Copy, Debug)]
pub struct Truths<'r>(pub(super) &'r BooleanArray);

impl Truths<'_> {
    /// The truth value in a row; `None` where it is null.
    #[must_use]
    pub fn get(&self, row: usize) -> Option<bool> {
        self.0.is_valid(row).then(|| self.0.value(row))
    }
}

/// A column of floating-point numbers.
#[derive(Clone, Copy, Debug)]
pub struct Floats<'r>(pub(super) &'r Float64Array);

impl Floats<'_> {
    /// The number in a row; `None` where it is null.
    #[must_use]
    pub fn get(&self, row: usize) -> Option<f64> {
        self.0.is_valid(row).then(|| self.0.value(row))
    }
}

/// A column of days of the calendar.
#[derive(Clone, Copy, Debug)]
pub struct Dates<'r>(pub(super) &'r Date32Array);

impl Dates<'_> {
    /// The day in a row, in days since 1 January 1970; `None` where it is null.
    #[must_use]
    pub fn get(&self, row: usize) -> Option<i32> {
        self.0.is_valid(row).then(|| self.0.value(row))
    }

    /// The day in a row as `YYYY-MM-DD`; `None` where it is null or beyond the calendar.
    #[must_use]
    pub fn text(&self, row: usize) -> Option<String> {
        let day = date32_to_datetime(self.get(row)?)?;
        Some(day.date().to_string())
    }
}

/// A column of lists of whole numbers.
#[derive(Clone, Copy, Debug)]
pub struct Lists<'r> {
    pub(super) lists: &'r ListArray,
    pub(super) numbers: &'r PrimitiveArray<Int32Type>,
}

impl<'r> Lists<'r> {
    pub(super) fn of(lists: &'r ListArray) -> Option<Self> {
        let numbers = lists.values().as_primitive_opt::<Int32Type>()?;
        Some(Self { lists, numbers })
    }

    /// The numbers in a row; `None` where the list is null.
    #[must_use]
    pub fn get(&self, row: usize) -> Option<&'r [i32]> {
        if !self.lists.is_valid(row) {
            return None;
        }
        let offsets = self.lists.value_offsets();
        let bounds = [offsets[row], offsets[row + 1]].map(|it| usize::try_from(it).unwrap_or(0));
        self.numbers.values().get(bounds[0]..bounds[1])
    }

    /// The list in a row as JSON writes it, `[4,8,12]`; `None` where it is null.
    #[must_use]
    pub fn text(&self, row: usize) -> Option<String> {
        let numbers: Vec<String> = self.get(row)?.iter().map(ToString::to_string).collect();
        Some(format!("[{}]", numbers.join(",")))
    }
}

/// A column of lists of floating-point numbers.
#[derive(Clone, Copy, Debug)]
pub struct FloatLists<'r> {
    pub(super) lists: &'r ListArray,
    pub(super) numbers: &'r PrimitiveArray<Float64Type>,
}

impl<'r> FloatLists<'r> {
    pub(super) fn of(lists: &'r ListArray) -> Option<Self> {
        let numbers = lists.values().as_primitive_opt::<Float64Type>()?;
        Some(Self { lists, numbers })
    }

    /// The numbers in a row, each `None` where it is null; `None` where the list is null.
    #[must_use]
    pub fn get(&self, row: usize) -> Option<impl ExactSizeIterator<Item = Option<f64>> + use<'r>> {
        let Self { lists, numbers } = *self;
        if !lists.is_valid(row) {
            return None;
        }
        let offsets = lists.value_offsets();
        let [from, to] =
            [offsets[row], offsets[row + 1]].map(|it| usize::try_from(it).unwrap_or(0));
        Some((from..to).map(move |at| numbers.is_valid(at).then(|| numbers.value(at))))
    }

    /// The list in a row as JSON writes it, `[180,null,179.5]`; `None` where it is null.
    #[must_use]
    pub fn text(&self, row: usize) -> Option<String> {
        let numbers = self.get(row)?.map(|number| match number {
            Some(number) => number.to_string(),
            None => "null".to_owned(),
        });
        Some(format!("[{}]", numbers.collect::<Vec<_>>().join(",")))
    }
}

/// A column of any of the types that tables have.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Values<'r> {
    /// Whole numbers.
    Ints(Ints<'r>),
    /// Floating-point numbers.
    Floats(Floats<'r>),
    /// Truth values.
    Truths(Truths<'r>),
    /// Text.
    Texts(Texts<'r>),
    /// Days.
    Dates(Dates<'r>),
    /// Lists of whole numbers.
    Lists(Lists<'r>),
    /// Lists of floating-point numbers.
    FloatLists(FloatLists<'r>),
}
