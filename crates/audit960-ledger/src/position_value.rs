//! What endgame tables say of one position, as text and as JSON, apart from what the law says.

use std::sync::Arc;

use audit960_law::PositionValues;
use audit960_types::{Message, PositionValue, Side, TableValue, UnknownReason, message};
use serde_json::{Value, json};

use crate::move_line::MoveLine;

/// Endgame tables that are asked what a position is worth; `None` where nobody asked for that.
pub type AskedValues = Option<Arc<dyn PositionValues>>;

impl MoveLine {
    /// What the position before a half-move is worth under its clock; `None` where no tables are asked.
    #[must_use]
    pub fn value_before(&self, ply: u32, values: &AskedValues) -> Option<PositionValue> {
        let (values, position) = (values.as_ref()?, self.before(ply));
        Some(values.value(position, position.clock()))
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
