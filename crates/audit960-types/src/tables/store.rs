//! Where the values of rows go.

use crate::label::Label;

/// The column buffers of an engine. The declarations of the tables fill them without knowing the engine, by
/// static dispatch.
pub trait Store {
    /// A finished column.
    type Column;
    /// 32-bit signed integers.
    type Int32: ColumnBuffer<i32> + TakeColumn<Self::Column>;
    /// 64-bit signed integers.
    type Int64: ColumnBuffer<i64> + TakeColumn<Self::Column>;
    /// 64-bit floating-point numbers.
    type Float64: ColumnBuffer<f64> + TakeColumn<Self::Column>;
    /// Truth values.
    type Bool: ColumnBuffer<bool> + TakeColumn<Self::Column>;
    /// Days since 1 January 1970.
    type Date: ColumnBuffer<i32> + TakeColumn<Self::Column>;
    /// Text.
    type Text: for<'a> ColumnBuffer<&'a str> + TakeColumn<Self::Column>;
    /// Lists of integers.
    type Int32List: for<'a> ColumnBuffer<&'a [u32]> + TakeColumn<Self::Column>;
    /// Lists of nullable floating-point numbers.
    type Float64List: for<'a> ColumnBuffer<&'a [Option<f64>]> + TakeColumn<Self::Column>;
    /// An enumeration.
    type Label<L: Label>: ColumnBuffer<L> + TakeColumn<Self::Column>;
}

/// A column to which values are appended.
pub trait ColumnBuffer<V>: Default {
    /// Appends a value.
    fn push(&mut self, value: V);

    /// Appends a value or null.
    fn push_option(&mut self, value: Option<V>);
}

/// A column that can be taken when its rows are complete.
pub trait TakeColumn<C> {
    /// Takes the rows and leaves an empty buffer with room for about as many. `None` if a value was
    /// dropped because the column would have become too large.
    fn take(&mut self) -> Option<C>;
}

/// A value of the facts as a column stores it. Numbers that do not fit saturate.
pub trait Fits<V> {
    /// The value in the column.
    fn fit(self) -> V;
}

macro_rules! saturates {
    ($($from:ty => $to:ty),+) => {
        $(impl Fits<$to> for $from {
            #[inline(always)]
            fn fit(self) -> $to {
                <$to>::try_from(self).unwrap_or(<$to>::MAX)
            }
        })+
    };
}

saturates!(u32 => i32, usize => i32, u64 => i64);

macro_rules! fits {
    ($($from:ty => $to:ty),+) => {
        $(impl Fits<$to> for $from {
            #[inline(always)]
            fn fit(self) -> $to {
                self.into()
            }
        })+
    };
}

fits!(i32 => i32, u16 => i32, i64 => i64, f64 => f64, bool => bool);

impl<L: Label> Fits<L> for L {
    #[inline(always)]
    fn fit(self) -> L {
        self
    }
}

impl<'a, T> Fits<&'a [T]> for &'a [T] {
    #[inline(always)]
    fn fit(self) -> &'a [T] {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_do_not_fit_saturate() {
        let wide = |number: u64| -> i64 { number.fit() };
        assert_eq!((wide(7), wide(u64::MAX)), (7, i64::MAX));
        let narrow = |number: u32| -> i32 { number.fit() };
        assert_eq!((narrow(7), narrow(u32::MAX)), (7, i32::MAX));
    }
}
