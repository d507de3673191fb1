//! How much of a soak test one run does, and from which seed.
//!
//! A run of the tests does a tenth of a soak, each time from another seed: that of the tree that is checked out. What it
//! finds can be repeated with the seed that the failed test prints, and becomes a test with a name of its own. `make
//! night` does the whole.

use std::ops::Range;
use std::process::Command;
use std::sync::OnceLock;

/// The seed where there is no repository.
const NO_TREE: u64 = 960;

/// The number in an environment variable, else a tenth of `whole`.
pub(crate) fn count(variable: &str, whole: u64) -> u64 {
    asked(variable).unwrap_or(whole / 10)
}

/// Of how many numbers [`each`] takes one: ten, or with `AUDIT960_WHOLE` every one.
pub(crate) fn stride() -> u64 {
    match std::env::var_os("AUDIT960_WHOLE") {
        Some(_) => 1,
        None => 10,
    }
}

/// The numbers of a range that one run tries: a tenth of them, from one on that the seed gives.
pub(crate) fn each(numbers: Range<u64>) -> impl Iterator<Item = u64> {
    let first = numbers.start + seed() % stride();
    (first..numbers.end).step_by(stride() as usize)
}

/// One of `stride` of many things, from one on that the seed gives; all of them with `AUDIT960_WHOLE`.
pub(crate) fn sample<T>(all: impl IntoIterator<Item = T>, stride: u64) -> impl Iterator<Item = T> {
    let stride = match std::env::var_os("AUDIT960_WHOLE") {
        Some(_) => 1,
        None => stride,
    };
    let first = seed() % stride;
    all.into_iter()
        .skip(first as usize)
        .step_by(stride as usize)
}

/// The seed: `AUDIT960_SEED`, else the first digits of the hash of the checked-out tree. It is printed, and so shown if the
/// test fails.
pub(crate) fn seed() -> u64 {
    static SEED: OnceLock<u64> = OnceLock::new();
    let of_tree = || asked("AUDIT960_SEED").or_else(tree).unwrap_or(NO_TREE);
    let seed = *SEED.get_or_init(of_tree);
    println!("AUDIT960_SEED={seed}");
    seed
}

fn asked(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    let number = text.parse();
    Some(number.unwrap_or_else(|_| panic!("{variable}={text} is not a number")))
}

fn tree() -> Option<u64> {
    let git = Command::new("git")
        .args(["rev-parse", "HEAD^{tree}"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .ok()
        .filter(|git| git.status.success())?;
    let hash = String::from_utf8(git.stdout).ok()?;
    u64::from_str_radix(hash.get(..8)?, 16).ok()
}
