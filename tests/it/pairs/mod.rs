//! Every command after every command: one generator of archives, one judge over all.
//!
//! What holds for each archive and each way to audit it: the dataset passes `verify`; an export, a game shown, the
//! ledger and the positions are the same from the dataset as from the archive, bytes and exit codes; an export
//! that is audited has the same moves; inputs that were added give the rows of one audit of all; an audit that was
//! killed at any operation and resumed gives the dataset of one that was not.
//!
//! `AUDIT960_PAIRS` archives, from number `AUDIT960_PAIRS_FIRST` on, of a seed (`tests/soak.rs`); `make pairs` runs a night
//! of them.

mod archives;
mod given;
mod judge;
mod making;
mod reading;

use std::collections::BTreeMap;

use audit960_board::start::SplitMix64;

use self::archives::Sources;
use self::judge::Judge;
use crate::soak;

#[test]
fn commands_agree_about_every_archive() {
    let (seed, count) = (soak::seed(), soak::count("AUDIT960_PAIRS", 40));
    let first = soak::count("AUDIT960_PAIRS_FIRST", 0);
    let sources = Sources::read();
    let mut questions: BTreeMap<&'static str, u64> = BTreeMap::new();
    let mut wrong = Vec::new();
    for number in first..first + count {
        // An archive depends on its number alone, so that it can be made again by itself.
        let mut random = SplitMix64::new(seed.wrapping_mul(1_000_003).wrapping_add(number));
        let archive = sources.archive(seed.wrapping_add(number), &mut random);
        let mut judge = Judge::new(archive, random, &mut questions);
        if let Err(what) = judge.run() {
            let kept = judge.keep(number);
            wrong.push(format!("seed {seed}, archive {number} ({kept}): {what}"));
        }
        let done = number + 1 - first;
        if done.is_multiple_of(100) {
            eprintln!("{done} of {count} archives, {} differ", wrong.len());
        }
    }
    println!("seed {seed}, {count} archives");
    for (question, times) in &questions {
        println!("{times:8} {question}");
    }
    let holds = wrong.is_empty();
    assert!(holds, "{} of {count}:\n{}", wrong.len(), wrong.join("\n\n"));
}
