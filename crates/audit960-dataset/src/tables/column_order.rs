//! Footers that older readers accept.
//!
//! The footer of a Parquet file names the order by which the minimum and maximum of each column were found.
//! For floating-point numbers the writer names IEEE 754's total order, which is recent: older readers, polars
//! up to 1.42 among them, reject the whole file. All our files name the type-defined order instead, as files
//! always did. The two differ in NaN, which no column of a dataset holds (answers have no statistics of
//! floating-point columns), and in the sign of zero, which readers of the type-defined order ignore.

use std::io::{self, Write};

/// An element of `FileMetaData.column_orders` in Thrift's compact protocol: a union whose only field, a
/// struct without fields, is number 1 for the type-defined order and number 2 for the total order.
const TYPE_ORDER: [u8; 3] = [0x1c, 0, 0];
const TOTAL_ORDER: [u8; 3] = [0x2c, 0, 0];

/// Bytes after the column orders, which are the last field: the end of the struct, its length in four
/// bytes, and the four magic bytes.
const TRAILER_BYTES: usize = 1 + 4 + 4;

/// A writer that holds the footer back until it is patched.
pub(crate) struct FooterPatcher<W> {
    target: W,
    held: Option<Vec<u8>>,
}

impl<W: Write> FooterPatcher<W> {
    pub(crate) const fn new(target: W) -> Self {
        Self { target, held: None }
    }

    pub(crate) const fn target(&self) -> &W {
        &self.target
    }

    pub(crate) const fn target_mut(&mut self) -> &mut W {
        &mut self.target
    }

    /// Holds back everything written from now on, which ends with the footer.
    pub(crate) fn hold(&mut self) {
        self.held.get_or_insert_default();
    }

    /// Patches the footer, which has this many columns (leaves of the schema), and writes what was held
    /// back.
    ///
    /// # Errors
    /// If the footer does not end with its column orders, or cannot be written.
    pub(crate) fn release(mut self, columns: usize) -> io::Result<W> {
        let mut held = self.held.take().unwrap_or_default();
        patch_footer(&mut held, columns)?;
        self.target.write_all(&held)?;
        Ok(self.target)
    }
}

impl<W: Write> Write for FooterPatcher<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.held {
            Some(held) => held.write(bytes),
            None => self.target.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.target.flush()
    }
}

/// Replaces every column order by the type-defined one.
fn patch_footer(footer: &mut [u8], columns: usize) -> io::Result<()> {
    let end = footer.len().checked_sub(TRAILER_BYTES);
    let orders = end.and_then(|end| footer.get_mut(end.checked_sub(3 * columns)?..end));
    let orders = orders.map(|orders| orders.as_chunks_mut::<3>().0);
    let known = |order: &[u8; 3]| [TYPE_ORDER, TOTAL_ORDER].contains(order);
    match orders {
        Some(orders) if orders.iter().all(known) => {
            orders.fill(TYPE_ORDER);
            Ok(())
        }
        _ => Err(io::Error::other(
            "the Parquet footer does not end with its column orders",
        )),
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use parquet::basic::{ColumnOrder, Type};
    use parquet::file::reader::{FileReader, SerializedFileReader};

    use super::*;
    use crate::tables::chunk::TableOptions;
    use crate::tables::tests::samples;

    #[test]
    fn files_name_the_type_defined_order() {
        let folder = tempfile::tempdir().unwrap();
        samples::write(folder.path(), TableOptions::default(), &[]);
        let mut floats = 0;
        for path in samples::files(folder.path()).into_keys() {
            if !path.ends_with(".parquet") {
                continue;
            }
            let file = File::open(folder.path().join(&path)).unwrap();
            let reader = SerializedFileReader::new(file).unwrap();
            let file = reader.metadata().file_metadata();
            let orders = file.column_orders().unwrap().iter();
            for (order, column) in orders.zip(file.schema_descr().columns()) {
                let of_type = matches!(order, ColumnOrder::TYPE_DEFINED_ORDER(_));
                assert!(of_type, "{path}: {}", column.path());
                floats += usize::from(column.physical_type() == Type::DOUBLE);
            }
        }
        assert!(floats > 3, "{floats} columns of floating-point numbers");
    }

    #[test]
    fn a_footer_of_another_layout_is_rejected() {
        let mut footer = [&[7][..], &TYPE_ORDER, &TOTAL_ORDER, &[0; TRAILER_BYTES]].concat();
        patch_footer(&mut footer, 2).unwrap();
        assert_eq!(footer[1..7], [TYPE_ORDER, TYPE_ORDER].concat());
        assert!(patch_footer(&mut footer, 3).is_err() && patch_footer(&mut footer, 9).is_err());
        assert!(patch_footer(&mut [0; 4], 0).is_err());
    }
}
