//! Sentences that a caller may have in another language.

/// Says something: given its English form, with places `{0}`, `{1}` … for values, and the values as English writes
/// them.
pub type Wording<'w> = &'w dyn Fn(&str, &[&str]) -> String;

/// A form with values in its places; English is said like this.
///
/// # Examples
/// ```
/// use audit960_types::filled;
///
/// assert_eq!(filled("{1} of {0} games", &["7", "2"]), "2 of 7 games");
/// ```
#[must_use]
pub fn filled(form: &str, values: &[&str]) -> String {
    let mut parts = form.split('{');
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (place, rest) = part.split_once('}').unwrap_or(("", part));
        let value = place
            .parse()
            .ok()
            .and_then(|place: usize| values.get(place));
        whole.push_str(value.copied().unwrap_or_default());
        whole.push_str(rest);
    }
    whole
}

/// Clauses in one sentence, with a semicolon between them as the language has it.
#[must_use]
pub fn joined(clauses: Vec<String>, say: Wording<'_>) -> String {
    let clauses = clauses.into_iter();
    clauses
        .reduce(|told, clause| say("{0}; {1}", &[&told, &clause]))
        .unwrap_or_default()
}
