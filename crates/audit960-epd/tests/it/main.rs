//! Tables as they are on disk: opened, probed, damaged.

#![expect(clippy::unwrap_used, reason = "helpers of tests, outside of tests")]

#[path = "../../../../tests/corpus.rs"]
#[allow(dead_code, reason = "each package uses a part of it")]
mod at_hand;
mod mutations;
mod opening;
mod probing;
