//! Failures: counted by kind and class, and the smallest text that still shows each.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::compare::{Case, Class, Failure, examine};
use super::edit::{Change, Edit, Splice};
use super::games::Base;

/// How many failures of a class are shown in full.
const SHOWN: usize = 10;

/// An edit that failed, with its ordinal.
pub(super) struct Failed<'b> {
    pub(super) edit: u64,
    pub(super) case: Case<'b>,
    pub(super) failure: Failure,
}

/// The table of failures by kind and class, then failures of each class, shrunk.
pub(super) fn report(failed: &[Failed<'_>]) -> String {
    let mut text = String::new();
    let mut counts = BTreeMap::<&str, BTreeMap<Class, usize>>::new();
    for one in failed {
        let row = counts.entry(one.case.edit.kind).or_default();
        *row.entry(one.failure.class).or_default() += 1;
    }
    _ = write!(text, "{:30}", "kind");
    for (_, name) in Class::ALL {
        _ = write!(text, "{name:>12}");
    }
    let total = |class: Class| failed.iter().filter(|f| f.failure.class == class).count();
    for (kind, row) in &counts {
        _ = write!(text, "\n{kind:30}");
        for (class, _) in Class::ALL {
            _ = write!(text, "{:>12}", row.get(&class).copied().unwrap_or(0));
        }
    }
    _ = write!(text, "\n{:30}", "all");
    for (class, _) in Class::ALL {
        _ = write!(text, "{:>12}", total(class));
    }
    text.push('\n');
    for (class, name) in Class::ALL {
        for one in varied(failed, class) {
            show(one, name, &mut text);
        }
    }
    text
}

/// Some failures of a class, of as many kinds as there are.
fn varied<'f, 'b>(failed: &'f [Failed<'b>], class: Class) -> Vec<&'f Failed<'b>> {
    let of_class = failed.iter().filter(|f| f.failure.class == class);
    let mut by_kind = BTreeMap::<&str, Vec<_>>::new();
    for one in of_class {
        by_kind.entry(one.case.edit.kind).or_default().push(one);
    }
    let rounds = by_kind.values().map(Vec::len).max().unwrap_or(0);
    let picked =
        (0..rounds).flat_map(|round| by_kind.values().filter_map(move |all| all.get(round)));
    picked.copied().take(SHOWN).collect()
}

fn show(one: &Failed<'_>, name: &str, text: &mut String) {
    let (case, failure) = shrink(one);
    _ = write!(
        text,
        "\n== {name}: {}, edit {}\n{}\n-- the edited game, between {} and {}\n{}",
        case.edit.kind,
        one.edit,
        failure.detail,
        case.before.white.as_deref().unwrap_or("?"),
        case.after.white.as_deref().unwrap_or("?"),
        case.edit.show(&case.game.sample),
    );
}

/// Takes lines and words out of the game as long as it stays valid and the edit fails in the same way.
fn shrink<'b>(failed: &Failed<'b>) -> (Case<'b>, Failure) {
    let (mut case, mut failure) = (failed.case.clone(), failed.failure.clone());
    loop {
        let before = case.game.sample.text.len();
        let lines = case.game.sample.lines();
        try_without(&mut case, &mut failure, &lines);
        for size in [64, 32, 16, 8, 4, 2, 1] {
            // Each word with the blanks after it, except the termination.
            let words = case.game.sample.words();
            let pairs: Vec<_> = words
                .windows(2)
                .map(|pair| pair[0].start..pair[1].start)
                .collect();
            let runs = pairs.chunks(size);
            let runs: Vec<_> = runs
                .map(|run| run[0].start..run[run.len() - 1].end)
                .collect();
            try_without(&mut case, &mut failure, &runs);
        }
        if case.game.sample.text.len() == before {
            return (case, failure);
        }
    }
}

/// Tries to take out each of the ranges, the last one first.
fn try_without(case: &mut Case<'_>, failure: &mut Failure, ranges: &[std::ops::Range<usize>]) {
    let mut ranges = ranges.to_vec();
    ranges.sort_by_key(|range| std::cmp::Reverse(range.start));
    for range in ranges {
        let mut text = case.game.sample.text.clone();
        if range.end > text.len() {
            continue;
        }
        text.drain(range.clone());
        let Some(edit) = moved(&case.edit, &range) else {
            continue;
        };
        let Ok(base) = Base::new(text) else {
            continue;
        };
        let smaller = Case {
            game: Cow::Owned(base),
            edit,
            ..case.clone()
        };
        if let Err(found) = examine(&smaller)
            && found.class == failure.class
        {
            *case = smaller;
            *failure = found;
        }
    }
}

/// The edit in a text without a range; `None` if it changes something there.
fn moved(edit: &Edit, range: &std::ops::Range<usize>) -> Option<Edit> {
    let Change::Splices(splices) = &edit.change else {
        return Some(edit.clone());
    };
    let shift = |splice: &Splice| {
        let end = splice.at + splice.remove;
        let at = if end <= range.start {
            splice.at
        } else if splice.at >= range.end {
            splice.at - range.len()
        } else {
            return None;
        };
        Some(Splice {
            at,
            ..splice.clone()
        })
    };
    let splices: Option<Vec<_>> = splices.iter().map(shift).collect();
    Some(Edit {
        kind: edit.kind,
        change: Change::Splices(splices?),
    })
}
