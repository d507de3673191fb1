//! Draws that could be claimed, and the law and venue tables that judge them.

pub(crate) mod games;
pub(crate) mod law;
pub(crate) mod law_at_venue;
pub(crate) mod ledger;
pub(crate) mod ruling;
pub(crate) mod tables;
