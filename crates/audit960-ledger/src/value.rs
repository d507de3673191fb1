//! What endgame tables say of a position: in words, as fields of an object, and along a claim.

use std::sync::Arc;

use audit960_law::PositionValues;
use audit960_types::{Message, PositionValue, Side, TableValue, UnknownReason, message};
use serde_json::{Value, json};

use crate::claim::{Claim, ClaimSource};
use crate::move_line::MoveLine;

/// Endgame tables that are asked what a position is worth; `None` where nobody asked for that.
pub type AskedValues = Option<Arc<dyn PositionValues>>;

impl MoveLine {
    /// What the position before a half-move is worth under its clock; `None` where no tables are asked.
    #[must_use]
    pub fn value_before(&self, ply: u32, values: &AskedValues) -> Option<PositionValue> {
        let position = self.before(ply);
        Some(values.as_ref()?.value(position, position.clock()))
    }
}

/// The value in words: `won for White`.
pub(crate) fn in_words(found: &PositionValue, side: Side) -> Message {
    let words = match found.reason.filter(|_| found.value == TableValue::Unknown) {
        Some(reason) => message!("value-unknown", reason = reason.as_str()),
        None => message!("value", value = found.value.as_str(), side = side),
    };
    match found.certain || found.value == TableValue::Unknown {
        true => words,
        false => message!("value-rounded", value = words),
    }
}

/// Adds the value to an object, under the names of its columns; null where nobody asked.
pub(crate) fn add_to(object: &mut Value, found: Option<&PositionValue>) {
    let value = json!({
        "value": found.map(|value| value.value.as_str()),
        "value_certain": found.map(|value| value.certain),
        "wdl": found.and_then(|value| value.wdl),
        "dtz": found.and_then(|value| value.dtz),
        "tablebase_reason": found.and_then(|value| value.reason).map(UnknownReason::as_str),
    });
    if let (Some(object), Value::Object(fields)) = (object.as_object_mut(), value) {
        object.extend(fields);
    }
}

/// What the position before a half-move was worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuePoint {
    /// Which position it is, in words.
    pub place: Message,
    /// The half-move that follows; after the last one, one more than there are.
    pub ply: u32,
    /// Who wins, and whether in time, in words.
    pub text: Message,
    /// For whom it is a win, cursed ones included; `None` for a draw and where nobody knows.
    pub winner: Option<Side>,
}

impl ValuePoint {
    fn of(place: Message, ply: u32, found: &PositionValue, mover: Side) -> Self {
        let winner = match found.value {
            TableValue::Win | TableValue::CursedWin => Some(mover),
            TableValue::Loss | TableValue::BlessedLoss => Some(mover.other()),
            TableValue::Draw | TableValue::Unknown => None,
        };
        Self {
            place,
            ply,
            text: in_words(found, mover),
            winner,
        }
    }
}

impl Claim<'_> {
    /// The half-move before which the count began: of a repetition, too, after the last capture or pawn move.
    pub fn start_ply(&self, line: &MoveLine) -> u32 {
        let first = self.first_ply;
        match self.source {
            ClaimSource::Fifty(run) => run.reset_ply + 1,
            ClaimSource::Repetition(_) => first.saturating_sub(line.before(first).clock()).max(1),
        }
    }

    /// The values along the claim, in the order of the game; none where tables were not asked.
    #[must_use]
    pub fn history(&self, line: &MoveLine) -> Vec<ValuePoint> {
        let Some(values) = self.values else {
            return Vec::new();
        };
        let first = self.first_ply;
        let last = self.last_ply.max(first);
        let places = [
            ("place-start", self.start_ply(line), &values.start),
            ("place-first", first, &values.first_claim),
            ("place-last", last, &values.last_claim),
            ("place-end", line.plies() + 1, &values.end),
        ];
        let mover = |ply| line.before(ply).turn();
        let of = |(place, ply, found)| ValuePoint::of(message!(place), ply, found, mover(ply));
        let mut points: Vec<ValuePoint> = places.into_iter().map(of).collect();
        if let Some(change) = &values.change {
            let after = PositionValue {
                value: change.after,
                certain: true,
                reason: None,
                wdl: None,
                dtz: None,
            };
            let place = message!("after-move", move = line.numbered(change.ply));
            let point = ValuePoint::of(place, change.ply + 1, &after, mover(change.ply));
            let at = points.partition_point(|known| known.ply < point.ply);
            points.insert(at, point);
        }
        points
    }

    /// The first move that changed what the position was worth, in words: `84. Kd5, from win to draw`; `None` if tables
    /// were not asked or name none.
    pub(crate) fn change(&self) -> Option<Message> {
        let change = self.values?.change.as_ref()?;
        let noun = |value: TableValue| message!("value-noun", value = value.as_str());
        Some(message!(
            "value-change",
            move = format!("{} {}", self.label(change.ply), change.san),
            before = noun(change.before),
            after = noun(change.after)
        ))
    }
}

#[cfg(test)]
mod tests {
    use audit960_report::Language;

    use super::*;

    const fn found(value: TableValue, certain: bool) -> PositionValue {
        PositionValue {
            value,
            certain,
            reason: None,
            wdl: None,
            dtz: None,
        }
    }

    #[test]
    fn a_value_in_doubt_says_so() {
        let words =
            |value, certain| Language::English.say(&in_words(&found(value, certain), Side::Black));
        assert_eq!(words(TableValue::Win, true), "won for Black, in time");
        assert_eq!(
            words(TableValue::CursedWin, false),
            "won for Black, but not within the fifty moves; one half-move, which the table rounds, decides"
        );
        assert_eq!(words(TableValue::Draw, true), "a draw");
        let unknown = PositionValue {
            reason: UnknownReason::ALL.first().copied(),
            ..found(TableValue::Unknown, true)
        };
        let words = Language::English.say(&in_words(&unknown, Side::White));
        assert!(words.starts_with("not known ("));
    }

    #[test]
    fn without_tables_the_fields_are_null() {
        let mut object = json!({"ply": 7});
        add_to(&mut object, None);
        assert_eq!(
            object,
            json!({"ply": 7, "value": null, "value_certain": null, "wdl": null, "dtz": null,
                "tablebase_reason": null})
        );
        add_to(&mut object, Some(&found(TableValue::Loss, true)));
        assert_eq!(
            (&object["value"], &object["value_certain"]),
            (&json!("loss"), &json!(true))
        );
    }
}
