//! What endgame tables say of a claim, on its sheet.

use audit960_report::SheetFact;
use audit960_types::TableValue;

use crate::entry::LedgerEntry;
use crate::game::LedgerGame;

/// What endgame tables say of a run or repetition, whatever the law: the values at four places, each for the side to
/// move there, the move that changed the value, and what that says of the players.
pub(super) fn facts(game: &LedgerGame, entry: LedgerEntry<'_>) -> Vec<SheetFact> {
    let Some(values) = entry.values() else {
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
    let mut text = text.collect::<Vec<_>>().join(", ");
    if let Some(reason) = values.reason() {
        let reason = reason.as_str().replace('_', " ");
        text.push_str(&format!(" (unknown: {reason})"));
    }
    let mut facts = vec![("Value by tables", format!("{text}; for the side to move"))];
    if let Some(change) = entry.change(game) {
        facts.push((
            "The value changed",
            format!("with {change}, for the side that moved"),
        ));
    }
    if let Some(truth) = entry.truth() {
        facts.push(("By endgame tables", truth.text()));
    }
    facts
}
