//! What endgame tables say of a run, on its sheet.

use audit960_report::Fact;
use audit960_types::{Incident, TableValue};

use crate::entry::LedgerEntry;

/// What endgame tables say, whatever the law: the values at four places, each for the side to move there.
pub(super) fn facts(run: &Incident) -> Vec<Fact> {
    let Some(values) = &run.values else {
        return Vec::new();
    };
    let places = ["start of the count", "first claim", "last claim", "end"];
    let text = places.iter().zip(values.all()).map(|(place, found)| {
        let doubt = match found.certain || found.value == TableValue::Unknown {
            true => "",
            false => " (or not: the table rounds, and a half-move decides)",
        };
        format!("{place} {}{doubt}", found.value)
    });
    let text = text.collect::<Vec<_>>().join(", ");
    let mut facts = vec![("Value by tables", format!("{text}; for the side to move"))];
    if let Some(truth) = LedgerEntry::Fifty(run).truth() {
        facts.push(("By endgame tables", truth.text()));
    }
    facts
}
