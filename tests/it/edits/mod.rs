//! Small edits of valid games: nothing may be lost silently.
//!
//! A valid game stands between two others and is edited: a character, a word, a token, a line, a blank,
//! a line end, a tag. A judge that belongs to this test (a strict lexer of PGN and shakmaty) says what the
//! edited text means, and the audit must meet these requirements:
//!
//! 1. The neighbours have the moves, the start, the White tag and the verdict `ok` they had, and no
//!    finding lies in their bytes. Where the edit glues something to the first line of the right
//!    neighbour, or leaves a tag pair above it, its moves come out, or an error says otherwise.
//! 2. If the edited text is still the PGN import format, the moves are those written, and the verdict
//!    is `ok`. Only wrong move numbers may change the verdict; if they are right at first and then wrong
//!    by the same number of half-moves to the end, an error says so. Where they suggest that moves are lost,
//!    a warning or an error does.
//! 3. Otherwise the moves are those before the edit, or a warning or error lies in the game. All
//!    verdicts are `ok` only if nothing that could be a move was left unread. Where moves are lost, an
//!    error says so, unless what is left is exactly what is written.
//! 4. There is no `ok` game without plies beside the real one, except tags that are a game by definition
//!    (a further Event line or tag section follows; then a warning says so) or by the standard (a
//!    termination follows; then an error reports the rest). There are never more games than written
//!    without a finding.
//! 5. Games and gaps cover the text.
//!
//! Every run makes 2,000 random edits with the seed of the tree (`tests/soak.rs`); `make edits` makes a million, with
//! `SEED=7` those of another seed. `AUDIT960_EDITS_REPORT=FILE` also writes the report of failures to a file.

mod answers;
mod characters;
mod compare;
mod edit;
mod encodings;
mod games;
mod judge;
mod kinds;
mod lexer;
mod lines;
mod numbers;
mod places;
mod report;
mod san;
mod start;
mod tags;
mod tokens;

use std::borrow::Cow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use compare::{Case, examine};
use edit::{Dice, Edit};
use games::POOL;
use report::{Failed, report};

use crate::soak;

/// Examines `total` cases on all cores and fails with a report; returns the number of edited texts that
/// are still strict PGN.
fn examine_all<'b>(total: u64, make: impl Fn(u64) -> Case<'b> + Sync) -> u64 {
    let (next, strict) = (AtomicU64::new(0), AtomicU64::new(0));
    let failed = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let edit = next.fetch_add(1, Ordering::Relaxed);
                    if edit >= total {
                        break;
                    }
                    let case = make(edit);
                    match examine(&case) {
                        Ok(is_strict) => _ = strict.fetch_add(is_strict.into(), Ordering::Relaxed),
                        Err(failure) => failed.lock().unwrap().push(Failed {
                            edit,
                            case,
                            failure,
                        }),
                    }
                }
            });
        }
    });
    let mut failed = failed.into_inner().unwrap();
    let strict = strict.into_inner();
    println!("{strict} of {total} edited texts are strict PGN");
    if failed.is_empty() {
        return strict;
    }
    failed.sort_by_key(|one| one.edit);
    let report = report(&failed);
    if let Some(path) = std::env::var_os("AUDIT960_EDITS_REPORT") {
        std::fs::write(path, &report).unwrap();
    }
    panic!("{} of {total} edits failed\n{report}", failed.len());
}

/// Passes `total` texts of three games, the middle one edited, to `show`.
pub(crate) fn for_some(total: u64, mut show: impl FnMut(&[u8])) {
    for edit in 0..total {
        let mut dice = Dice::new(2, edit);
        let [before, game, after] = POOL.draw(&mut dice);
        let edit = kinds::draw(&game.sample, &mut dice);
        show(&games::joined(before, &game.sample, Some(&edit.change), after).text);
    }
}

#[test]
fn unedited_games_are_read_as_written() {
    println!("{} games", POOL.len());
    assert!(POOL.len() > 100);
    assert_eq!(POOL.invented().len(), 5);
    let invented = POOL.invented().iter().map(|base| base.white.as_deref());
    let invented: Vec<_> = invented.flatten().collect();
    let names = [
        "InventedAuk",
        "InventedCat",
        "InventedElk",
        "InventedGnu",
        "InventedIbex",
    ];
    assert_eq!(invented, names);
    assert!(POOL.misread.is_empty(), "{}", POOL.misread.join("\n"));
}

#[test]
fn random_edits_lose_nothing_in_silence() {
    let (seed, total) = (soak::seed(), soak::count("AUDIT960_EDITS", 20_000));
    let strict = examine_all(total, |edit| {
        let mut dice = Dice::new(seed, edit);
        let [before, game, after] = POOL.draw(&mut dice);
        let edit = kinds::draw(&game.sample, &mut dice);
        Case {
            before,
            game: Cow::Borrowed(game),
            after,
            edit,
        }
    });
    // Enough texts are strict, and enough are not.
    assert!(strict > total / 10 && strict < total / 3 * 2, "{strict}");
}

#[test]
fn every_token_at_every_place_of_small_games_loses_nothing_in_silence() {
    let games = POOL.invented();
    let (before, after) = (&games[4], &games[1]);
    let mut edits = Vec::new();
    for game in &games[..2] {
        for (kind, change) in tokens::everywhere(&game.sample) {
            edits.push((game, Edit { kind, change }));
        }
    }
    println!("{} edits", edits.len());
    examine_all(edits.len() as u64, |edit| {
        let (game, edit) = edits[edit as usize].clone();
        Case {
            before,
            game: Cow::Borrowed(game),
            after,
            edit,
        }
    });
}
