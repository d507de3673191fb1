//! What the script of the page needs to speak the language of the page.

use audit960_ledger::ClaimTruth;
use audit960_types::Choice as _;
use serde_json::{Value, json};

pub use audit960_report::Language;

/// The messages on counts that the script names.
const COUNTS: [&str; 6] = [
    "count-as-others",
    "count-games",
    "count-turns",
    "count-more-half-moves",
    "count-rated-games",
    "count-unfinished",
];

/// Forms of plurals (CLDR), each with a count that takes it in all three languages. French has a third, for millions, which
/// is said like `other` here.
const FORMS: [(&str, u64); 2] = [("one", 1), ("other", 2)];

/// What the script of the page needs: the way to write numbers, the labels that it or its data name, and the forms of counts.
pub(crate) fn for_script(language: Language, script: &str) -> Value {
    let cases = ClaimTruth::ALL
        .iter()
        .map(|case| case.name().replace('-', " "));
    let of_data: Vec<String> = cases.collect();
    let is_named =
        |english: &String| script.contains(english.as_str()) || of_data.contains(english);
    let labels = language.labels();
    let labels = labels.filter(|(english, _)| language != Language::English && is_named(english));
    let labels: serde_json::Map<String, Value> = labels
        .map(|(english, label)| (english, label.into()))
        .collect();
    let counts: serde_json::Map<String, Value> = COUNTS
        .iter()
        .map(|key| ((*key).to_owned(), forms(key, language)))
        .collect();
    json!({"labels": labels, "counts": counts, "locale": language.tags()[1]})
}

/// A message by the form of its count, for which it has the place `{0}`.
fn forms(key: &'static str, language: Language) -> Value {
    let forms = FORMS.map(|(form, count)| {
        let said = language.count(count, key);
        (
            form.to_owned(),
            said.replace(&count.to_string(), "{0}").into(),
        )
    });
    Value::Object(forms.into_iter().collect())
}

#[cfg(test)]
mod tests;
