//! What the functions and operators of conditions compute. Of `LIKE`, `%` stands for any text, `_` for any character.

use audit960_types::tables::Datum;

use super::value::as_float;

/// Computes a value from those of the operands; null where they are null or of another kind.
pub(super) type Compute = for<'v> fn(&[Datum<'v>]) -> Datum<'v>;

pub(super) fn not(values: &[Datum<'_>]) -> Datum<'static> {
    match values {
        [Datum::Bool(truth)] => Datum::Bool(!truth),
        _ => Datum::Null,
    }
}

pub(super) fn is_null(values: &[Datum<'_>]) -> Datum<'static> {
    Datum::Bool(*values == [Datum::Null])
}

/// `IS TRUE` and `IS FALSE`: null is neither.
pub(super) fn is(values: &[Datum<'_>], truth: bool) -> Datum<'static> {
    Datum::Bool(*values == [Datum::Bool(truth)])
}

pub(super) fn like(values: &[Datum<'_>], any_case: bool) -> Datum<'static> {
    match values {
        [Datum::Text(text), Datum::Text(pattern)] => Datum::Bool(is_like(text, pattern, any_case)),
        _ => Datum::Null,
    }
}

/// An operator on numbers: whole of whole numbers, null where there is none.
pub(super) fn number(
    values: &[Datum<'_>],
    whole: fn(i64, i64) -> Option<i64>,
    float: fn(f64, f64) -> f64,
) -> Datum<'static> {
    if let [Datum::Int(one), Datum::Int(other)] = values {
        return whole(*one, *other).map_or(Datum::Null, Datum::Int);
    }
    numbers(values).map_or(Datum::Null, |[one, other]| Datum::Float(float(one, other)))
}

/// Null for division by zero.
pub(super) fn divide<'v>(values: &[Datum<'v>]) -> Datum<'v> {
    match numbers(values) {
        Some([one, other]) if other != 0.0 => Datum::Float(one / other),
        _ => Datum::Null,
    }
}

fn numbers(values: &[Datum<'_>]) -> Option<[f64; 2]> {
    let [one, other] = values else {
        return None;
    };
    Some([as_float(one)?, as_float(other)?])
}

/// A function of a text.
pub(super) fn text(values: &[Datum<'_>], of: fn(&str) -> Datum<'static>) -> Datum<'static> {
    match values {
        [Datum::Text(text)] => of(text),
        _ => Datum::Null,
    }
}

pub(super) fn abs<'v>(values: &[Datum<'v>]) -> Datum<'v> {
    match values {
        [Datum::Int(number)] => number.checked_abs().map_or(Datum::Null, Datum::Int),
        [Datum::Float(number)] => Datum::Float(number.abs()),
        _ => Datum::Null,
    }
}

/// The first value that is not null.
pub(super) fn coalesce<'v>(values: &[Datum<'v>]) -> Datum<'v> {
    let known = values.iter().find(|value| **value != Datum::Null);
    known.cloned().unwrap_or(Datum::Null)
}

/// Whether a text is like a pattern, in any letter case if `any_case`.
pub(super) fn is_like(text: &str, pattern: &str, any_case: bool) -> bool {
    let letters = |text: &str| -> Vec<char> {
        if any_case {
            text.to_lowercase().chars().collect()
        } else {
            text.chars().collect()
        }
    };
    let (text, pattern) = (letters(text), letters(pattern));
    let (mut at, mut wanted) = (0, 0);
    // The pattern after the last `%`, and where it was tried in the text: only the last `%` ever has to
    // match more.
    let mut retry: Option<(usize, usize)> = None;
    while at < text.len() {
        match pattern.get(wanted) {
            Some('%') => {
                wanted += 1;
                retry = Some((wanted, at));
            }
            Some(letter) if *letter == '_' || *letter == text[at] => {
                wanted += 1;
                at += 1;
            }
            _ => match &mut retry {
                Some((behind, from)) => {
                    *from += 1;
                    (wanted, at) = (*behind, *from);
                }
                None => return false,
            },
        }
    }
    pattern[wanted..].iter().all(|letter| *letter == '%')
}

#[cfg(test)]
mod tests {
    use super::is_like;

    #[test]
    fn patterns() {
        for (text, pattern, like) in [
            ("Carlsen,M", "Carlsen%", true),
            ("Carlsen,M", "carlsen%", false),
            ("Carlsen,M", "%sen,_", true),
            ("abcabd", "%abd", true),
            ("abcab", "%abd", false),
            ("", "%", true),
            ("", "_", false),
            ("Müller", "M_ller", true),
            ("aaa", "a%a%a%a", false),
        ] {
            assert_eq!(is_like(text, pattern, false), like, "{text} {pattern}");
        }
        assert!(is_like("MÜLLER", "mü%", true));
    }
}
