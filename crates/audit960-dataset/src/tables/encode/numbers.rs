//! Columns of numbers as differences between neighbours, in as many bits as 32 of them need (Parquet format,
//! *Encodings*, DELTA_BINARY_PACKED).

use arrow_array::cast::AsArray;
use arrow_array::types::ArrowPrimitiveType;
use arrow_array::{Array, ArrayRef};
use parquet::basic::{Compression, Encoding};
use parquet::errors::ParquetError;
use parquet::file::statistics::{Statistics, ValueStatistics};
use parquet::schema::types::ColumnDescPtr;

use super::hybrid::{pack, write_varint};
use super::pages::{Levels, OwnChunk, Pages};

/// Numbers of a block, which has one smallest difference.
const BLOCK: usize = 128;

/// Numbers of a miniblock, which has one width in bits.
const MINIBLOCK: usize = 32;

/// A number that is stored as the difference to the one before.
pub(super) trait Number: Copy + Default + Ord {
    /// The difference to another number; it wraps around in the number's own width.
    fn minus(self, other: Self) -> Self;
    /// The same bits as an unsigned number.
    fn bits(self) -> u64;
    /// The same number in 64 bits.
    fn wide(self) -> i64;
    /// Minimum, maximum and number of nulls of a column.
    fn statistics(least: Option<Self>, most: Option<Self>, nulls: u64) -> Statistics;
}

macro_rules! number {
    ($($type:ty),+) => {
        $(impl Number for $type {
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline(always)]
            fn bits(self) -> u64 {
                u64::from(self.cast_unsigned())
            }

            fn wide(self) -> i64 {
                i64::from(self)
            }

            fn statistics(least: Option<Self>, most: Option<Self>, nulls: u64) -> Statistics {
                ValueStatistics::new(least, most, None, Some(nulls), false)
                    .with_backwards_compatible_min_max(true)
                    .into()
            }
        })+
    };
}
number!(i32, i64);

/// Encodes the column of numbers that lie in several arrays.
pub(super) fn encode<T>(
    pieces: &[ArrayRef],
    descriptor: &ColumnDescPtr,
) -> Result<OwnChunk, ParquetError>
where
    T: ArrowPrimitiveType<Native: Number>,
{
    let mut levels = Levels::default();
    let mut values = Vec::with_capacity(pieces.iter().map(Array::len).sum());
    for piece in pieces {
        levels.extend(piece);
        let numbers = piece.as_primitive::<T>();
        match numbers.nulls() {
            None => values.extend_from_slice(numbers.values()),
            Some(nulls) => values.extend(nulls.valid_indices().map(|row| numbers.value(row))),
        }
    }
    let (least, most) = (values.iter().min().copied(), values.iter().max().copied());
    let statistics = T::Native::statistics(least, most, levels.nulls());
    Pages::new(descriptor, Compression::UNCOMPRESSED).finish(
        &levels,
        Encoding::DELTA_BINARY_PACKED,
        statistics,
        |body| write(&values, body),
    )
}

/// Appends numbers.
fn write<N: Number>(values: &[N], out: &mut Vec<u8>) {
    write_varint(BLOCK as u64, out);
    write_varint((BLOCK / MINIBLOCK) as u64, out);
    write_varint(values.len() as u64, out);
    let first = values.first().copied().unwrap_or_default();
    write_varint(zigzag(first), out);
    if values.iter().all(|value| *value == first) {
        // Each block has zero as smallest difference, and as widths.
        let blocks = values.len().saturating_sub(1).div_ceil(BLOCK);
        return out.resize(out.len() + blocks * (1 + BLOCK / MINIBLOCK), 0);
    }
    let mut differences = [N::default(); BLOCK];
    for (block, before) in values
        .get(1..)
        .unwrap_or_default()
        .chunks(BLOCK)
        .zip(values.chunks(BLOCK))
    {
        let differences = &mut differences[..block.len()];
        for ((difference, value), before) in differences.iter_mut().zip(block).zip(before) {
            *difference = value.minus(*before);
        }
        let least = differences.iter().min().copied().unwrap_or_default();
        write_varint(zigzag(least), out);
        let widths = out.len();
        out.extend_from_slice(&[0; BLOCK / MINIBLOCK]);
        for (at, miniblock) in differences.chunks(MINIBLOCK).enumerate() {
            let above = || miniblock.iter().map(|value| value.minus(least).bits());
            let width = u64::BITS - above().fold(0, |all, bits| all | bits).leading_zeros();
            out[widths + at] = width as u8;
            if width > 0 {
                pack(above(), width, MINIBLOCK / 8 * width as usize, out);
            }
        }
    }
}

/// Signed numbers as unsigned ones, small ones small.
fn zigzag<N: Number>(value: N) -> u64 {
    let wide = value.wide();
    (wide << 1 ^ wide >> 63).cast_unsigned()
}
