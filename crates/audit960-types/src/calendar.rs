//! Days as numbers and as dates.

use chrono::NaiveDate;

/// The date that many days after 1 January 1970 as `YYYY-MM-DD`, with a sign before years that are not 0 to
/// 9999 (ISO 8601-1:2019, 4.3.2); `None` some hundred thousand years from then.
#[must_use]
pub fn date_text(days: i32) -> Option<String> {
    NaiveDate::from_epoch_days(days).map(|day| day.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `date -u -d 2024-02-29 +%s` divided by 86,400, and so on.
    #[test]
    fn days_are_counted_from_1970() {
        for (text, number) in [
            ("1970-01-01", 0),
            ("1969-12-31", -1),
            ("2000-03-01", 11_017),
            ("2024-02-29", 19_782),
            ("1900-03-01", -25_508),
        ] {
            assert_eq!(date_text(number).as_deref(), Some(text));
        }
        assert_eq!(date_text(i32::MAX), None);
        let expanded = [
            (-719_529, "-0001-12-31"),
            (2_933_262, "+10000-12-31"),
            (-719_163, "0000-12-31"),
        ];
        for (number, text) in expanded {
            assert_eq!(date_text(number).as_deref(), Some(text));
        }
    }
}
