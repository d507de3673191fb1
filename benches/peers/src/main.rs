//! Times audit960 beside pgn-reader + shakmaty, whole audits, and archives of any size.
//!
//! ```text
//! peers replay     ours and theirs in this process, parsing and replay with full legality, one thread
//! peers whole      whole processes: theirs, ours without rows, audits, grep; threads, compression, start-up
//! peers readers    programs and libraries that others know, as they are installed: processor time
//! peers scale      an archive of any size through standard input: time and memory
//! peers questions  each question to a dataset of so many games: time and memory
//! peers validate   plays the games of a file, as theirs does
//! ```
//!
//! Ratios are what counts: programs run by turns on the same bytes. `make bench-peers` runs whole
//! and readers, `make bench-quick` a short form of replay, `make bench-scale` scale.

mod arguments;
mod damage;
mod inputs;
mod plies;
mod questions;
mod readers;
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
        "readers" => readers::run(&arguments),
        "scale" => scale::run(&arguments),
        "questions" => questions::run(&arguments),
        "validate" => validate::run(&arguments),
        other => {
            bail!("{other:?} is not one of replay, whole, readers, scale, questions, validate")
        }
    }
}
