//! Tables of the law and of the venues, as a user may write them.

use audit960_law::{LawTable, VenueTable};

/// Either table is read, or one sentence says what is wrong with it.
pub fn tables(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match LawTable::parse(&text) {
        Ok(table) => assert!(!table.rows().is_empty()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Err(error) = VenueTable::parse(&text) {
        assert!(!error.to_string().is_empty());
    }
}
