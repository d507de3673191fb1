//! The room that a text takes in a terminal.

use unicode_width::UnicodeWidthStr;

/// The number of cells of a terminal that a text takes: wide characters take two, combining ones none (Unicode
/// Standard Annex 11).
#[must_use]
pub fn display_width(text: &str) -> usize {
    text.width()
}
