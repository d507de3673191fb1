//! Days as numbers and as dates.

/// Days from 1 March of year 0 to 1 January 1970.
const DAYS_BEFORE_1970: i32 = 719_468;

/// Days from 1 January 1970 to a date of the Gregorian calendar.
///
/// # Source
/// As for [`civil_date`], whose inverse it is.
#[must_use]
pub const fn day_number(year: i32, month: u8, day: u8) -> i32 {
    let (month, day) = (month as i32, day as i32);
    let year = if month <= 2 { year - 1 } else { year };
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    year * 365 + leap_days + day_of_year - DAYS_BEFORE_1970
}

/// Year, month and day of the Gregorian calendar that many days after 1 January 1970; `None` beyond the range
/// of 32-bit numbers.
///
/// # Source
/// Hinnant, "chrono-compatible low-level date algorithms": a year that begins with March has its leap day at
/// the end.
#[must_use]
pub fn civil_date(days: i32) -> Option<(i32, u8, u8)> {
    let days = days.checked_add(DAYS_BEFORE_1970)?;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let day_of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12 + 1;
    let year = era * 400 + year_of_era + i32::from(month <= 2);
    Some((year, u8::try_from(month).ok()?, u8::try_from(day).ok()?))
}

/// The date that many days after 1 January 1970 as `YYYY-MM-DD`, with a sign before years that are not 0 to
/// 9999 (ISO 8601-1:2019, 4.3.2); `None` where [`civil_date`] has none.
#[must_use]
pub fn date_text(days: i32) -> Option<String> {
    let (year, month, day) = civil_date(days)?;
    let year = if (0..10_000).contains(&year) {
        format!("{year:04}")
    } else {
        format!("{year:+05}")
    };
    Some(format!("{year}-{month:02}-{day:02}"))
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
            let (year, month, day) = civil_date(number).unwrap();
            assert_eq!(day_number(year, month, day), number, "{text}");
        }
        assert_eq!((date_text(i32::MAX), civil_date(i32::MAX)), (None, None));
        let expanded = [
            (-1, "-0001-12-31"),
            (10_000, "+10000-12-31"),
            (0, "0000-12-31"),
        ];
        for (year, text) in expanded {
            assert_eq!(date_text(day_number(year, 12, 31)).as_deref(), Some(text));
        }
    }
}
