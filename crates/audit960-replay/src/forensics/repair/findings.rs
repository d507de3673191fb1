//! Findings about changes.

use crate::Record;
use audit960_pgn::quoted;
use audit960_types::{Code, Diagnostic};

use super::edit::{Edit, Repair, Repairs};

/// Most changes to one record that findings list.
const TOLD: usize = 20;

/// The findings about a record's repairs: the proposed one, the others by distance, or the nearest legal
/// moves if there are none.
pub(crate) fn diagnostics(record: &Record<'_>, repairs: &Repairs) -> Vec<Diagnostic> {
    let proposed = repairs.proposed();
    let mut diagnostics: Vec<Diagnostic> = repairs
        .list
        .iter()
        .take(TOLD)
        .filter_map(|repair| {
            let code = if Some(repair) == proposed {
                Code::RepairProposed
            } else {
                Code::RepairPossible
            };
            diagnostic(record, code, repair.edit.word(), describe(record, repair))
        })
        .collect();
    if repairs.list.len() > TOLD
        && let Some(last) = diagnostics.last_mut()
    {
        let more = repairs.list.len() - TOLD;
        last.message = format!("{}; {more} more changes are possible", last.message);
    }
    if repairs.incomplete
        && let Some(first) = diagnostics.first_mut()
    {
        first.message = format!("{} (not all changes were tried)", first.message);
    }
    if repairs.list.is_empty() {
        let named: Vec<_> = repairs
            .nearest
            .iter()
            .map(|(san, _)| san.as_str())
            .collect();
        let message = match named.as_slice() {
            [] => "no small change makes the rest legal, and no legal move is near this one"
                .to_owned(),
            _ => format!(
                "no small change makes the rest legal; the nearest legal moves here are {}",
                named.join(", ")
            ),
        };
        diagnostics.extend(diagnostic(
            record,
            Code::NearestMoves,
            repairs.failing,
            message,
        ));
    }
    diagnostics
}

fn diagnostic(record: &Record<'_>, code: Code, word: usize, message: String) -> Option<Diagnostic> {
    let span = record.words().get(word)?;
    Some(Diagnostic::new(code, span.at, span.len, message).at_ply(word as u32 + 1))
}

fn describe(record: &Record<'_>, repair: &Repair) -> String {
    format!(
        "{} (edit distance {}): the rest of the record then replays",
        what(record, repair),
        repair.distance
    )
}

/// A change in a few words.
pub(crate) fn what(record: &Record<'_>, repair: &Repair) -> String {
    let shown = |word: usize| {
        let word = record.words().get(word);
        word.map_or_else(String::new, |word| quoted(record.text(word)))
    };
    match &repair.edit {
        Edit::Replace { word, san } => format!("{san} in place of {}", shown(*word)),
        Edit::Swap { first, second } => {
            format!("{} and {} swapped", shown(*first), shown(*second))
        }
        Edit::Insert { before, san } => format!("{san} inserted before {}", shown(*before)),
        Edit::Remove { word } => format!("{} removed", shown(*word)),
    }
}
