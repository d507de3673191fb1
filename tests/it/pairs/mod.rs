//! Every command after every command: one generator of archives, one judge over all.
//!
//! What holds for each archive and each way to audit it: the dataset passes `verify`; a question has the same answer of
//! the dataset as of the archive, bytes and exit codes (`questions`); an export that is audited has the same moves; inputs
//! that were added give the rows of one audit of all; an audit that was
//! killed at any operation and resumed gives the dataset of one that was not.
//!
//! `AUDIT960_PAIRS` archives, from number `AUDIT960_PAIRS_FIRST` on, of a seed (`tests/soak.rs`); `make pairs` runs a night
//! of them.

mod archives;
mod given;
mod judge;
mod making;
mod questions;
mod reading;

use std::collections::BTreeMap;

use audit960_board::start::SplitMix64;

use self::archives::{Archive, Sources};
use self::judge::Judge;
use self::questions::TABLES;
use crate::folder::Folder;
use crate::soak;
use crate::support::corpus;

/// Every question about the project's archives, and some about a dataset and archives together, and about all others.
#[test]
fn a_dataset_is_answered_as_its_archives_are() {
    let shared = ["fifty", "chess960", "standard", "torture"].map(corpus);
    let shared = shared.into_iter().flatten();
    let mut others = vec!["data/traps".to_owned()];
    others.extend(shared.map(|path| path.display().to_string()));
    let mut questions = BTreeMap::new();
    let of = |style: &str| format!("data/archive/{style}.pgn");
    let styles = "chesscom-style cutechess-style fics-style fifty-move-classics icc-style lichess-style mainz-2009 tcec-style";
    let each: Vec<String> = styles.split(' ').map(of).collect();
    // Of how many ways to audit one is tried, and of how many questions.
    for (inputs, audited, ways, every) in [
        (vec!["data/archive".to_owned()], 1, 1, 1),
        (each, 4, 2, 2),
        (others, 9, 4, 12),
    ] {
        let options = ["--with-moves", "--positions=9", "--keep-illegal", TABLES];
        for options in soak::sample(options, ways) {
            let archive = Archive {
                folder: Folder::new(),
                inputs: inputs.clone(),
                options: vec![options],
            };
            let random = SplitMix64::new(soak::seed());
            let found = Judge::new(archive, random, &mut questions).answers(audited, every);
            assert!(found.is_ok(), "{options}: {}", found.unwrap_err());
        }
    }
}

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
