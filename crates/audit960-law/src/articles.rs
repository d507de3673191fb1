//! The numbers that the articles on claims had in the Laws in force on a given day.
//!
//! The dataset uses the numbers of the 2023 Laws, `9.3.1` and `9.3.2`, so that its column has two
//! values. Readers of a game from 1976 expect the article number of 1976.

use std::ops::RangeInclusive;

use audit960_types::{EndReason, choices};

use crate::date::Day;
use crate::days::{Days, GameDates};

/// First day of the Laws that number the two cases of article 9.3.
const NUMBERED: Option<Day> = Day::new(2017, 7, 1);
/// First day of the Laws whose article 9.3 has the cases *a* and *b*.
const LETTERED: Option<Day> = Day::new(1997, 7, 1);
/// First day of the Laws that add one minute after a claim that fails in rapid chess, too.
const ONE_IN_RAPID: Option<Day> = Day::new(2023, 1, 1);
/// First day of the Laws whose text was seen to add one minute in blitz.
const ONE_IN_BLITZ: Option<Day> = Day::new(2018, 1, 1);
/// First day of the Laws whose article on a flag that falls is known to be 6.9, and that add two minutes after a claim
/// that fails, not three.
const FLAG: Option<Day> = Day::new(2014, 7, 1);
/// First day of the Laws by which who touches a piece can no longer claim.
const TOUCHED: Option<Day> = Day::new(2009, 7, 1);
/// The days of article 12.4 of the Laws of 1974, which does not number the two cases.
const TWELVE_FOUR: RangeInclusive<Option<Day>> = Day::new(1974, 1, 1)..=Day::new(1983, 12, 31);

/// Clauses of the Laws on claims by their present numbers, beside those that the labels of the dataset name.
pub mod clause {
    /// Only the player having the move can claim.
    pub const HAVING_THE_MOVE: &str = "9.2, 9.3";
    /// Who touches a piece can no longer claim on that move.
    pub const UNTOUCHED: &str = "9.4";
    /// A claim cannot be withdrawn.
    pub const NOT_WITHDRAWN: &str = "9.5.1";
    /// A claim that is found correct ends the game.
    pub const CORRECT: &str = "9.5.2";
    /// One that is not gives the opponent time.
    pub const INCORRECT: &str = "9.5.3";
    /// Positions are the same only if the same player has the move.
    pub const SAME_TURN: &str = "9.2.3";
    /// A position in which a pawn can be captured en passant is not the same as one in which none can.
    pub const EN_PASSANT: &str = "9.2.3.1";
    /// A position in which a king has a right to castle is not the same as one in which it has none.
    pub const CASTLING_RIGHTS: &str = "9.2.3.2";
    /// A result that both players have signed stands, even if it is not correct, unless the arbiter decides otherwise.
    pub const RESULT_STANDS: &str = "8.7";
}

/// The numbers of articles, the present one and that of the editions with letters.
#[rustfmt::skip]
const NUMBERS: [(&str, &str); 17] = [
    ("5.1.1", "5.1 a"), ("5.2.1", "5.2 a"), ("5.2.2", "5.2 b"), (clause::RESULT_STANDS, "8.7"),
    ("9.2.1", "9.2 a"), ("9.2.2", "9.2 b"), ("9.3.1", "9.3 a"), ("9.3.2", "9.3 b"), ("9.6.1", "9.6 a"), ("9.6.2", "9.6 b"),
    (clause::HAVING_THE_MOVE, "9.2, 9.3"), (clause::NOT_WITHDRAWN, "9.5"), (clause::CORRECT, "9.5 a"),
    (clause::INCORRECT, "9.5 b"), (clause::SAME_TURN, "9.2"), (clause::EN_PASSANT, "9.2"), (clause::CASTLING_RIGHTS, "9.2"),
];

/// The number in the Laws of the day of an article that is named by its present number: of the dataset's labels, of
/// [`clause`], or of an [`EndReason`]. The present number for a game without a date; `None` where the Laws of that time did
/// not have it or their numbering is not known, and where the possible dates span a change.
///
/// # Examples
/// ```
/// use audit960_law::{GameDates, article_of_the_day};
///
/// let name = |date| article_of_the_day("9.3.1", &GameDates::parse(date).unwrap());
/// assert_eq!(name("2023.01.01"), Some("9.3.1"));
/// assert_eq!(name("2010.01.01"), Some("9.3 a"));
/// ```
#[must_use]
pub fn article_of_the_day(present: &'static str, dates: &GameDates) -> Option<&'static str> {
    let lettered = || NUMBERS.iter().find(|(number, _)| *number == present);
    let at = |day| match present {
        clause::UNTOUCHED => (day >= TOUCHED).then_some(present),
        _ if day >= NUMBERED => Some(present),
        _ if day >= LETTERED => lettered().map(|(_, lettered)| *lettered),
        "9.3.1" | "9.3.2" => TWELVE_FOUR.contains(&day).then_some("12.4"),
        _ => None,
    };
    by_day(at, present, dates)
}

/// The number of the article on an end of the game in the Laws of the day, as [`article_of_the_day`]; `None` for a rule of
/// a venue.
#[must_use]
pub fn end_article_of_the_day(reason: EndReason, dates: &GameDates) -> Option<&'static str> {
    article_of_the_day(reason.article()?, dates)
}

/// The number of the article on a flag that falls in the Laws of the day, 6.9 since 1 July 2014; `None` before.
#[must_use]
pub fn flag_article_of_the_day(dates: &GameDates) -> Option<&'static str> {
    let in_force = |days: Days| Some(days.first()) >= FLAG;
    dates.game.is_none_or(in_force).then_some("6.9")
}

choices! {
    /// How fast a game is by the Laws (A.1, B.1), by the time that each player has for sixty moves.
    pub enum Pace {
        /// An hour and more.
        Standard = "standard",
        /// More than ten minutes.
        Rapid = "rapid",
        /// At most ten minutes.
        Blitz = "blitz",
    }
}

impl Pace {
    /// The pace of a game in one period.
    #[must_use]
    pub const fn of(base_seconds: i32, increment_seconds: i32) -> Self {
        match base_seconds.saturating_add(increment_seconds.saturating_mul(60)) {
            ..=600 => Self::Blitz,
            601..3600 => Self::Rapid,
            _ => Self::Standard,
        }
    }
}

/// The minutes that the opponent's time gains when a claim fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtraTime {
    /// By pace, in its order.
    pub minutes: [u32; 3],
    /// Whether those in blitz are concluded from a later edition.
    pub blitz_uncertain: bool,
}

impl ExtraTime {
    /// The minutes in games of a pace.
    #[must_use]
    pub const fn at(self, pace: Pace) -> u32 {
        self.minutes[pace as usize]
    }
}

/// What the Laws of the day give the opponent when a claim fails; `None` where that is not known.
///
/// | Laws from | standard | rapid | blitz | article |
/// |---|---|---|---|---|
/// | 1 July 1997 | 3 | 3 | 3 | 9.5 b (text of 2009: "shall add three minutes"; its A and B change nothing) |
/// | 1 July 2014 | 2 | 2 | 1 | 9.5 b, from 2017 on 9.5.3; A.2 to A.4 change nothing, B.2 was not seen |
/// | 1 January 2018 | 2 | 2 | 1 | 9.5.3; B.2 ("one minute instead of two minutes") |
/// | 1 January 2023 | 2 | 1 | 1 | 9.5.3; A.3, which B.3 takes over |
#[must_use]
pub fn extra_time_of_the_day(dates: &GameDates) -> Option<ExtraTime> {
    let extra = |minutes, blitz_uncertain| ExtraTime {
        minutes,
        blitz_uncertain,
    };
    let present = extra([2, 1, 1], false);
    let at = |day| match day {
        day if day >= ONE_IN_RAPID => Some(present),
        day if day >= FLAG => Some(extra([2, 2, 1], day < ONE_IN_BLITZ)),
        day => (day >= LETTERED).then_some(extra([3; 3], false)),
    };
    by_day(at, present, dates)
}

/// What the edition said that applied, which is that in force when the competition began, as for the rules that changed
/// with an edition; where that is not known, on the day of the game. What the present one says, if there is no date;
/// `None` if the possible days have different ones.
fn by_day<T: Copy + PartialEq>(
    at: impl Fn(Option<Day>) -> Option<T>,
    present: T,
    dates: &GameDates,
) -> Option<T> {
    let same = |days: Days| at(Some(days.first())).filter(|it| at(Some(days.last())) == Some(*it));
    let Some(game) = dates.game else {
        return Some(present);
    };
    dates.competition.and_then(same).or_else(|| same(game))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dates(date: &str) -> GameDates {
        GameDates::of_tags(Some(date.as_bytes()), None, None)
    }

    /// The Laws of 1997 to 2017 letter the cases; earlier numbers are not known, but for the fifty moves of 1974 to 1983.
    #[test]
    fn articles_have_the_numbers_of_their_day() {
        let present = [
            "9.2.1", "9.2.2", "9.3.1", "9.3.2", "9.5.2", "9.5.3", "9.6.2", "5.2.2",
        ];
        let lettered = [
            "9.2 a", "9.2 b", "9.3 a", "9.3 b", "9.5 a", "9.5 b", "9.6 b", "5.2 b",
        ];
        let at = |date| present.map(|number| article_of_the_day(number, &dates(date)));
        for date in ["2023.01.01", "2017.07.01", "????.??.??"] {
            assert_eq!(at(date), present.map(Some), "{date}");
        }
        for date in ["2017.06.30", "2010.01.01", "1998.??.??", "1997.07.01"] {
            assert_eq!(at(date), lettered.map(Some), "{date}");
        }
        let mut of_1974 = [None; 8];
        of_1974[2..4].fill(Some("12.4"));
        assert_eq!(at("1979.02.01"), of_1974);
        // The numbering between 1984 and 1997, and before 1974, is not known, and the possible dates of 2017 span a change.
        for date in ["1991.10.25", "1966.??.??", "1972.07.11", "2017.??.??"] {
            assert_eq!(at(date), [None; 8], "{date}");
        }
        let venue = end_article_of_the_day(EndReason::VenueFifty, &dates("2023.01.01"));
        assert_eq!(venue, None);
    }

    /// A competition that began before 1 July 2017 was played by the Laws of 2014 to its end.
    #[test]
    fn numbers_are_those_of_the_edition_that_applied() {
        let number = |event: Option<&[u8]>| {
            let dates = GameDates::of_tags(Some(b"2017.07.02"), None, event);
            end_article_of_the_day(EndReason::FivefoldRepetition, &dates)
        };
        assert_eq!(number(Some(b"2017.06.25")), Some("9.6 a"));
        assert_eq!(number(Some(b"2017.07.01")), Some("9.6.1"));
        assert_eq!(number(None), Some("9.6.1"));
        // A beginning that spans the change says nothing.
        assert_eq!(number(Some(b"2017.??.??")), Some("9.6.1"));
    }

    /// Standard, rapid and blitz: the Laws of 2009 gave three minutes (9.5 b), those of 2014 two, those of 2018 one in blitz
    /// (B.2); one in rapid chess is the main novelty of 2023 (A.3). Of 2014 we know A alone, which leaves the two minutes.
    #[test]
    fn a_failed_claim_costs_what_the_laws_of_the_day_say() {
        for (day, minutes, uncertain) in [
            ("????.??.??", [2, 1, 1], false),
            ("2023.01.01", [2, 1, 1], false),
            ("2022.12.31", [2, 2, 1], false),
            ("2018.01.01", [2, 2, 1], false),
            ("2017.12.31", [2, 2, 1], true),
            ("2014.07.01", [2, 2, 1], true),
            ("2014.06.30", [3; 3], false),
            ("1997.07.01", [3; 3], false),
        ] {
            let found = extra_time_of_the_day(&dates(day)).unwrap();
            assert_eq!(
                (found.minutes, found.blitz_uncertain),
                (minutes, uncertain),
                "{day}"
            );
            assert_eq!(found.at(Pace::Rapid), minutes[1]);
        }
        assert_eq!(extra_time_of_the_day(&dates("1989.01.01")), None);
        let clauses = |date| {
            [clause::UNTOUCHED, clause::NOT_WITHDRAWN]
                .map(|it| article_of_the_day(it, &dates(date)))
        };
        assert_eq!(clauses("2023.01.01"), [Some("9.4"), Some("9.5.1")]);
        assert_eq!(clauses("2010.01.01"), [Some("9.4"), Some("9.5")]);
        // Then who made a move could no longer claim.
        assert_eq!(clauses("2004.08.26"), [None, Some("9.5")]);
        assert_eq!(clauses("1989.01.01"), [None; 2]);
    }

    /// A.1 and B.1: blitz has ten minutes or less, rapid chess more than ten and less than sixty, increments of sixty moves
    /// included.
    #[test]
    fn the_pace_is_that_of_sixty_moves() {
        for (base, increment, pace) in [
            (600, 0, Pace::Blitz),
            (480, 2, Pace::Blitz),
            (481, 2, Pace::Rapid),
            (3599, 0, Pace::Rapid),
            (1800, 30, Pace::Standard),
            (i32::MAX, i32::MAX, Pace::Standard),
        ] {
            assert_eq!(Pace::of(base, increment), pace, "{base}+{increment}");
        }
    }

    /// Article 6.9 is that of the Laws of 2014 and later; in some earlier editions another article had the number.
    #[test]
    fn the_article_on_flags_is_named_where_its_number_is_known() {
        let at = |date: &str| flag_article_of_the_day(&dates(date));
        assert_eq!(["2014.07.01", "????.??.??"].map(at), [Some("6.9"); 2]);
        assert_eq!(["2014.??.??", "1999.01.01"].map(at), [None; 2]);
    }
}
