//! Numbers as people read them.

/// A count with its thousands set apart: `1,234,567`.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3 + 1);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count with its noun: `1 game`, `2,000 games`.
#[must_use]
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

/// A number with its sign and so many decimals; what rounds to zero has none.
#[must_use]
pub fn signed(number: f64, decimals: usize) -> String {
    let text = format!("{number:+.decimals$}");
    match text.bytes().any(|byte| (b'1'..=b'9').contains(&byte)) {
        true => text,
        false => text.trim_start_matches(['+', '-']).to_owned(),
    }
}

/// A share with one decimal: `12.5 %`. What is neither none nor all is never shown as 0 or 100 percent.
#[must_use]
pub fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "-".to_owned();
    }
    let text = format!("{:.1} %", part as f64 * 100.0 / whole as f64);
    match text.as_str() {
        "0.0 %" if part > 0 => "<0.1 %".to_owned(),
        "100.0 %" if part < whole => ">99.9 %".to_owned(),
        _ => text,
    }
}

/// A size as people read it, in units of a thousand: `417 bytes`, `35.7 MB`.
#[must_use]
pub fn megabytes(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["kB", "MB", "GB", "TB"];
    if bytes < 1_000 {
        return format!("{bytes} bytes");
    }
    let mut size = bytes as f64 / 1e3;
    let mut units = UNITS.into_iter().peekable();
    let mut unit = units.next().unwrap_or_default();
    // What would be rounded to a thousand is one of the next unit.
    while size >= 999.95 && units.peek().is_some() {
        size /= 1e3;
        unit = units.next().unwrap_or_default();
    }
    format!("{size:.1} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular() {
        let games = |count| counted(count, "game", "games");
        assert_eq!(
            [0, 1, 2_000].map(games),
            ["0 games", "1 game", "2,000 games"]
        );
    }

    #[test]
    fn zero_has_no_sign() {
        for (number, decimals, text) in [
            (-0.3, 0, "0"),
            (-0.04, 1, "0.0"),
            (0.04, 1, "0.0"),
            (-0.06, 1, "-0.1"),
            (12.0, 0, "+12"),
        ] {
            assert_eq!(signed(number, decimals), text);
        }
    }

    #[test]
    fn sizes() {
        for (bytes, text) in [
            (0, "0 bytes"),
            (999, "999 bytes"),
            (1_000, "1.0 kB"),
            (35_677_631, "35.7 MB"),
            (999_960, "1.0 MB"),
            (2_500_000_000, "2.5 GB"),
            (3_000_000_000_000_000, "3000.0 TB"),
        ] {
            assert_eq!(megabytes(bytes), text);
        }
    }

    #[test]
    fn grouping() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (123_456, "123,456"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), text);
        }
        assert_eq!(percent(1, 8), "12.5 %");
        assert_eq!(percent(0, 0), "-");
    }

    #[test]
    fn few_are_not_none_and_most_are_not_all() {
        for (part, whole, text) in [
            (0, 27_612, "0.0 %"),
            (4, 27_612, "<0.1 %"),
            (27_608, 27_612, ">99.9 %"),
            (27_612, 27_612, "100.0 %"),
            (1, 1_999, "0.1 %"),
            (1, 2_001, "<0.1 %"),
            (1_998, 1_999, "99.9 %"),
            (2_000, 2_001, ">99.9 %"),
        ] {
            assert_eq!(percent(part, whole), text, "{part} of {whole}");
        }
    }
}
