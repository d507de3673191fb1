//! What may have been meant by a name that is not known.

/// Names that differ in more than this share of their letters are not taken for each other.
const ALIKE: f64 = 0.7;

/// ` (did you mean NAME?)` for the known name that is most like this one; empty if none is.
#[must_use]
pub fn did_you_mean<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    let meant = nearest_name(name, ALIKE, known);
    meant.map_or_else(String::new, |meant| format!(" (did you mean {meant}?)"))
}

/// The known name that is most like this one, if their likeness (Jaro and Winkler's, 0 to 1) is at least this.
#[must_use]
pub fn nearest_name<'n>(
    name: &str,
    least: f64,
    known: impl IntoIterator<Item = &'n str>,
) -> Option<&'n str> {
    let name = name.to_lowercase();
    let alike = |other: &'n str| {
        let other_lower = other.to_lowercase();
        let part = name.len() > 2 && (other_lower.contains(&name) || name.contains(&other_lower));
        let alike = strsim::jaro_winkler(&name, &other_lower);
        (if part { alike.max(ALIKE) } else { alike }, other)
    };
    let best = known
        .into_iter()
        .map(alike)
        .max_by(|(a, _), (b, _)| a.total_cmp(b));
    best.filter(|(alike, _)| *alike >= least)
        .map(|(_, other)| other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likeliest_name_is_offered() {
        let known = ["standard", "chess960", "double_chess960", "other"];
        let meant = |name| did_you_mean(name, known);
        assert_eq!(meant("Chess960"), " (did you mean chess960?)");
        assert_eq!(meant("standart"), " (did you mean standard?)");
        assert_eq!(meant("double"), " (did you mean double_chess960?)");
        assert_eq!(meant("xyz"), "");
        assert_eq!(did_you_mean("a", []), "");
    }
}
