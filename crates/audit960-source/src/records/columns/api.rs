//! Tables whose rows are records of a server's interface, as somebody read JSON and wrote it as it was: players are structs.
//! A row becomes JSON again, and that a game, like any other record.

use arrow_array::cast::AsArray as _;
use arrow_array::{Array, RecordBatch};
use arrow_schema::{DataType, Schema};

use super::values::{list, push_text};
use crate::records::json::{MAX_RECORD_BYTES, RECORD_MEMBERS, push_game};
use crate::records::record_line::push_unreadable;

/// Columns that are structs in such tables, and in no others.
const STRUCTS: [&str; 3] = ["players", "white", "black"];

/// The deepest structure that is read.
const MAX_DEPTH: usize = 16;

/// The columns that are read, by ascending index, if rows are records: one of them says what was played.
pub(super) fn record_columns(schema: &Schema) -> Option<Vec<usize>> {
    let is_struct = |name: &&str| {
        let field = schema.field_with_name(name);
        field.is_ok_and(|field| matches!(field.data_type(), DataType::Struct(_)))
    };
    let has = |name: &str| schema.field_with_name(name).is_ok();
    if !STRUCTS.iter().any(is_struct) || !(has("moves") || has("pgn")) {
        return None;
    }
    let fields = schema.fields().iter().enumerate();
    let mut members: Vec<(usize, &String)> = fields
        .map(|(index, field)| (index, field.name()))
        .filter(|(_, name)| RECORD_MEMBERS.contains(&name.as_str()))
        .collect();
    // An object has each member once.
    members.sort_by_key(|(index, name)| (*name, *index));
    members.dedup_by_key(|(_, name)| *name);
    let mut indices: Vec<usize> = members.into_iter().map(|(index, _)| index).collect();
    indices.sort_unstable();
    Some(indices)
}

/// Appends the line of a row.
pub(super) fn push_record(out: &mut String, batch: &RecordBatch, row: usize) {
    let mut json = String::new();
    let schema = batch.schema();
    let names = schema.fields().iter().map(|field| field.name().as_str());
    let columns = batch.columns().iter().map(AsRef::as_ref);
    push_object(&mut json, names.zip(columns), row, 0);
    match json.len() <= MAX_RECORD_BYTES {
        true => push_game(out, json.as_bytes()),
        false => push_unreadable(out, "a row is longer than 8 MiB"),
    }
}

/// Appends an object of those members that are not null.
fn push_object<'a>(
    json: &mut String,
    members: impl Iterator<Item = (&'a str, &'a dyn Array)>,
    row: usize,
    depth: usize,
) {
    json.push('{');
    let mut is_first = true;
    for (name, values) in members.filter(|(_, values)| !values.is_null(row)) {
        if !std::mem::replace(&mut is_first, false) {
            json.push(',');
        }
        push_string(json, name);
        json.push(':');
        push_value(json, values, row, depth + 1);
    }
    json.push('}');
}

fn push_value(json: &mut String, values: &dyn Array, row: usize, depth: usize) {
    // A row that is too long is refused where it ends.
    if values.is_null(row) || depth > MAX_DEPTH || json.len() > MAX_RECORD_BYTES {
        return json.push_str("null");
    }
    if let DataType::Struct(fields) = values.data_type() {
        let names = fields.iter().map(|field| field.name().as_str());
        let columns = values.as_struct().columns().iter().map(AsRef::as_ref);
        return push_object(json, names.zip(columns), row, depth);
    }
    if let Some(elements) = list(values, row) {
        json.push('[');
        for at in 0..elements.len() {
            if at > 0 {
                json.push(',');
            }
            push_value(json, &elements, at, depth + 1);
        }
        return json.push(']');
    }
    let mut text = String::new();
    match push_text(&mut text, values, row) {
        Ok(true) if is_bare(values.data_type(), &text) => json.push_str(&text),
        Ok(true) => push_string(json, &text),
        Ok(false) | Err(_) => json.push_str("null"),
    }
}

/// Whether a value stands in JSON without quotation marks: numbers that are some, and truth values.
fn is_bare(kind: &DataType, text: &str) -> bool {
    let is_number = kind.is_numeric() && !text.ends_with(|last: char| last.is_alphabetic());
    is_number || *kind == DataType::Boolean
}

fn push_string(json: &mut String, text: &str) {
    json.push_str(&serde_json::Value::from(text).to_string());
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::{ArrayRef, Float64Array, Int64Array, ListArray, StringArray, StructArray};
    use arrow_buffer::OffsetBuffer;
    use arrow_schema::Field;

    use super::*;

    fn json(values: &ArrayRef) -> String {
        let mut json = String::new();
        push_value(&mut json, values, 0, 0);
        json
    }

    fn item(of: &ArrayRef) -> Arc<Field> {
        Arc::new(Field::new("item", of.data_type().clone(), true))
    }

    fn list_of(values: &ArrayRef) -> ArrayRef {
        let all = OffsetBuffer::from_lengths([values.len()]);
        Arc::new(ListArray::new(item(values), all, Arc::clone(values), None))
    }

    fn struct_of(values: &ArrayRef) -> ArrayRef {
        Arc::new(StructArray::from(vec![(item(values), Arc::clone(values))]))
    }

    /// Sixteen levels are read, whatever they are made of.
    #[test]
    fn what_is_too_deep_is_not_read() {
        for (wrap, ends) in [
            (list_of as fn(&ArrayRef) -> ArrayRef, ["[", "]"]),
            (struct_of, ["{\"item\":", "}"]),
        ] {
            let mut values: ArrayRef = Arc::new(Int64Array::from(vec![7]));
            for depth in 0..=MAX_DEPTH {
                let [begin, end] = ends.map(|end| end.repeat(depth));
                assert_eq!(json(&values), format!("{begin}7{end}"));
                values = wrap(&values);
            }
            let [begin, end] = ends.map(|end| end.repeat(MAX_DEPTH + 1));
            assert_eq!(json(&values), format!("{begin}null{end}"));
        }
    }

    #[test]
    fn values_are_those_of_json() {
        let texts: ArrayRef = Arc::new(StringArray::from(vec![Some("a\"b\n"), None]));
        assert_eq!(json(&list_of(&texts)), r#"["a\"b\n",null]"#);
        let numbers: ArrayRef = Arc::new(Float64Array::from(vec![1.5, f64::NAN, -2.0]));
        // No number of JSON is called so.
        assert_eq!(json(&list_of(&numbers)), r#"[1.5,"NaN",-2]"#);
    }
}
