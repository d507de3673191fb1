//! Files and folders themselves: checked, converted, verified; where a dataset goes, and what a run says of them.

pub(crate) mod checked_files;
pub(crate) mod epd_files;
pub(crate) mod line_json;
pub(crate) mod outcome;
pub(crate) mod place;
pub(crate) mod tablebase;
pub(crate) mod verify;
