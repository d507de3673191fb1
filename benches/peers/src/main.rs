//! Times audit960 beside pgn-reader + shakmaty, whole audits, and archives of any size.
//!
//! ```text
//! peers replay     ours and theirs in this process, parsing and replay with full legality, one thread
//! peers whole      whole processes: theirs, ours without rows, audits, grep; threads, compression, start-up
//! peers scale      an archive of any size through standard input: time and memory
//! peers validate   plays the games of a file, as theirs does
//! ```
//!
//! Ratios are what counts: programs run by turns on the same bytes. `make bench-peers` runs the
//! first two, `make bench-quick` a short form of the first, `make bench-scale` the third.

mod arguments;
mod damage;
mod inputs;
mod plies;
mod recorded;
mod replay;
mod run;
mod scale;
mod statistics;
mod unrepeated;
mod validate;
mod whole;

use anyhow::bail;

use crate::arguments::Arguments;

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse(std::env::args().skip(1))?;
    match arguments.command() {
        "replay" => replay::run(&arguments),
        "whole" => whole::run(&arguments),
        "scale" => scale::run(&arguments),
        "validate" => validate::run(&arguments),
        other => bail!("{other:?} is not one of replay, whole, scale, validate"),
    }
}
