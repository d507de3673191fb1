//! Typed columns of rows in memory.

use arrow_array::types::{Float64Type, Int32Type};
use arrow_array::{
    Array, ArrayAccessor, BooleanArray, Date32Array, Float64Array, Int32Array, Int64Array,
    ListArray, PrimitiveArray, StringArray, cast::AsArray,
};
use audit960_types::tables::Datum;

/// A column of 32-bit or 64-bit integers.
#[derive(Clone, Copy, Debug)]
pub enum Ints<'r> {
    /// 32-bit integers.
    Narrow(&'r Int32Array),
    /// 64-bit integers.
    Wide(&'r Int64Array),
}

impl Ints<'_> {
    /// The number in a row; `None` where it is null.
    ///
    /// # Panics
    /// If `row` is out of bounds; the other column types do the same.
    #[must_use]
    pub fn get(&self, row: usize) -> Option<i64> {
        match self {
            Self::Narrow(values) => values.is_valid(row).then(|| values.value(row).into()),
            Self::Wide(values) => values.is_valid(row).then(|| values.value(row)),
        }
    }

    /// The number in a row of a column of counts; null and negative numbers are zero.
    #[must_use]
    pub fn count(&self, row: usize) -> u64 {
        let count = self.get(row).map(u64::try_from);
        count.and_then(Result::ok).unwrap_or(0)
    }
}

/// A column of text. Where the file stores each distinct text once, so does the column.
#[derive(Clone, Copy, Debug)]
pub struct Texts<'r> {
    texts: &'r StringArray,
    /// For each row the place of its text; `None` where the texts are in the order of the rows.
    places: Option<&'r Int32Array>,
}

impl<'r> Texts<'r> {
    pub(super) fn of(column: &'r dyn Array) -> Option<Self> {
        if let Some(texts) = column.as_string_opt::<i32>() {
            return Some(Self {
                texts,
                places: None,
            });
        }
        let dictionary = column.as_dictionary_opt::<Int32Type>()?;
        Some(Self {
            texts: dictionary.values().as_string_opt::<i32>()?,
            places: Some(dictionary.keys()),
        })
    }

    /// The text in a row; `None` where it is null.
    #[must_use]
    pub fn get(&self, row: usize) -> Option<&'r str> {
        let place = place_of(self.places, row)?;
        self.texts.is_valid(place).then(|| self.texts.value(place))
    }

    /// What `of` makes of the text in each row; it is called once for each distinct text where the file stores
    /// them once.
    #[must_use]
    pub fn map<T: Copy>(&self, of: impl Fn(&'r str) -> T) -> MappedTexts<'r, T> {
        MappedTexts {
            values: self.texts.iter().map(|text| text.map(&of)).collect(),
            places: self.places,
        }
    }
}

/// Values made of a column of text.
#[derive(Clone, Debug)]
pub struct MappedTexts<'r, T> {
    values: Vec<Option<T>>,
    places: Option<&'r Int32Array>,
}

impl<T: Copy> MappedTexts<'_, T> {
    /// The value in a row; `None` where the text is null.
    #[must_use]
    pub fn get(&self, row: usize) -> Option<T> {
        self.values[place_of(self.places, row)?]
    }
}

/// Where the text of a row is; `None` where it is null.
fn place_of(places: Option<&Int32Array>, row: usize) -> Option<usize> {
    match places {
        None => Some(row),
        Some(places) => places.is_valid(row).then(|| places.value(row) as usize),
    }
}

/// A column of one value per row.
#[derive(Clone, Copy, Debug)]
pub struct Values<A>(pub(super) A);

impl<A: ArrayAccessor> Values<A> {
    /// The value in a row; `None` where it is null.
    #[must_use]
    pub fn get(&self, row: usize) -> Option<A::Item> {
        self.0.is_valid(row).then(|| self.0.value(row))
    }
}

/// A column of booleans.
pub type Bools<'r> = Values<&'r BooleanArray>;

/// A column of floating-point numbers.
pub type Floats<'r> = Values<&'r Float64Array>;

/// A column of calendar dates, in days since 1 January 1970.
pub type Dates<'r> = Values<&'r Date32Array>;

/// A column of lists of integers.
#[derive(Clone, Copy, Debug)]
pub struct Lists<'r> {
    pub(super) lists: &'r ListArray,
    pub(super) numbers: &'r PrimitiveArray<Int32Type>,
}

impl<'r> Lists<'r> {
    pub(crate) fn of(lists: &'r ListArray) -> Option<Self> {
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
        let bounds =
            [offsets[row], offsets[row + 1]].map(|offset| usize::try_from(offset).unwrap_or(0));
        self.numbers.values().get(bounds[0]..bounds[1])
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
            [offsets[row], offsets[row + 1]].map(|offset| usize::try_from(offset).unwrap_or(0));
        Some((from..to).map(move |at| numbers.is_valid(at).then(|| numbers.value(at))))
    }
}

/// A column of any type that tables have.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum ColumnValues<'r> {
    /// Integers.
    Ints(Ints<'r>),
    /// Floating-point numbers.
    Floats(Floats<'r>),
    /// Booleans.
    Bools(Bools<'r>),
    /// Text.
    Texts(Texts<'r>),
    /// Dates.
    Dates(Dates<'r>),
    /// Lists of integers.
    Lists(Lists<'r>),
    /// Lists of floating-point numbers.
    FloatLists(FloatLists<'r>),
}

impl<'r> ColumnValues<'r> {
    /// The value in a row.
    #[must_use]
    pub fn get(&self, row: usize) -> Datum<'r> {
        let value = match self {
            Self::Ints(numbers) => numbers.get(row).map(Datum::Int),
            Self::Floats(numbers) => numbers.get(row).map(Datum::Float),
            Self::Bools(truths) => truths.get(row).map(Datum::Bool),
            Self::Texts(texts) => texts.get(row).map(|text| Datum::Text(text.into())),
            Self::Dates(days) => days.get(row).map(Datum::Date),
            Self::Lists(lists) => {
                let list = lists.get(row).map(<[i32]>::iter);
                list.map(|list| Datum::Ints(list.map(|number| number.cast_unsigned()).collect()))
            }
            Self::FloatLists(lists) => lists.get(row).map(|list| Datum::Floats(list.collect())),
        };
        value.unwrap_or(Datum::Null)
    }
}
