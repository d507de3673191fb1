//! Times audit960 beside pgn-reader + shakmaty, whole audits, and archives of any size.
//!
//! ```text
//! peers replay   ours and theirs, parsing and replay with full legality, one thread
//! peers whole    the built program: tables, threads, compression, grep, start-up
//! peers scale    an archive of any size through standard input: time and memory
//! ```
//!
//! Ratios are what counts: programs run by turns on the same bytes. `make bench-peers` runs the
//! first two, `make bench-quick` a short form of the first, `make bench-scale` the third.

mod arguments;
mod inputs;
mod plies;
mod recorded;
mod replay;
mod run;
mod scale;
mod statistics;
#[cfg(feature = "tables")]
mod tables;
mod whole;

use anyhow::bail;

use crate::arguments::Arguments;

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse(std::env::args().skip(1))?;
    match arguments.command() {
        "replay" => replay::run(&arguments),
        "whole" => whole::run(&arguments),
        "scale" => scale::run(&arguments),
        other => bail!("{other:?} is not one of replay, whole, scale"),
    }
}
