//! The numbers that the articles on claims had in the Laws in force on a given day.
//!
//! The dataset uses the numbers of the 2023 Laws, `9.3.1` and `9.3.2`, so that its column has two
//! values. Readers of a game from 1976 expect the article number of 1976.

use std::ops::RangeInclusive;

use audit960_types::{ClaimArticle, EndReason, RepetitionArticle, choices};

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

/// The number of an article on the fifty-move claim in the Laws of the day; the present number for a
/// game without a date; `None` where the numbering of that time is not known or the possible dates
/// span a change.
///
/// # Examples
/// ```
/// use audit960_law::types::ClaimArticle;
/// use audit960_law::{GameDates, article_of_the_day};
///
/// let name = |date| article_of_the_day(ClaimArticle::Intended, &GameDates::parse(date).unwrap());
/// assert_eq!(name("2023.01.01"), Some("9.3.1"));
/// assert_eq!(name("2010.01.01"), Some("9.3 a"));
/// ```
#[must_use]
pub fn article_of_the_day(article: ClaimArticle, dates: &GameDates) -> Option<&'static str> {
    let lettered = match article {
        ClaimArticle::Intended => "9.3 a",
        ClaimArticle::Completed => "9.3 b",
    };
    by_edition([article.as_str(), lettered], Some("12.4"), dates)
}

/// The number of an article on repetition in the Laws of the day, as [`article_of_the_day`] gives it
/// for the fifty-move claim.
#[must_use]
pub fn repetition_article_of_the_day(
    article: RepetitionArticle,
    dates: &GameDates,
) -> Option<&'static str> {
    let lettered = match article {
        RepetitionArticle::Intended => "9.2 a",
        RepetitionArticle::OnBoard => "9.2 b",
    };
    by_edition([article.as_str(), lettered], None, dates)
}

/// The number of the article on what a claim leads to in the Laws of the day: 9.5.2 if it is found correct, 9.5.3
/// if not; 9.5 a and 9.5 b until 30 June 2017. Otherwise as [`article_of_the_day`].
#[must_use]
pub fn ruling_article_of_the_day(correct: bool, dates: &GameDates) -> Option<&'static str> {
    let names = if correct {
        ["9.5.2", "9.5 a"]
    } else {
        ["9.5.3", "9.5 b"]
    };
    by_edition(names, None, dates)
}

/// A clause of the Laws on claims, beside the articles that a claim rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimClause {
    /// Only the player having the move can claim.
    HavingTheMove,
    /// Who touches a piece can no longer claim on that move.
    Untouched,
    /// A claim cannot be withdrawn.
    NotWithdrawn,
    /// Positions are the same only if the same player has the move.
    SameTurn,
    /// A position in which a pawn can be captured en passant is not the same as one in which none can.
    EnPassant,
    /// A position in which a king has a right to castle is not the same as one in which it has none.
    CastlingRights,
    /// A result that both players have signed stands, even if it is not correct, unless the arbiter decides otherwise.
    ResultStands,
}

/// The number of a clause in the Laws of the day; `None` where the Laws of that time did not have it, or their numbering
/// is not known.
#[must_use]
pub fn clause_of_the_day(clause: ClaimClause, dates: &GameDates) -> Option<&'static str> {
    let names = match clause {
        ClaimClause::HavingTheMove => ["9.2, 9.3"; 2],
        ClaimClause::Untouched => {
            let at = |day| (day >= TOUCHED).then_some("9.4");
            return by_day(at, "9.4", dates);
        }
        ClaimClause::NotWithdrawn => ["9.5.1", "9.5"],
        ClaimClause::SameTurn => ["9.2.3", "9.2"],
        ClaimClause::EnPassant => ["9.2.3.1", "9.2"],
        ClaimClause::CastlingRights => ["9.2.3.2", "9.2"],
        ClaimClause::ResultStands => ["8.7"; 2],
    };
    by_edition(names, None, dates)
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
    /// In standard chess.
    pub standard: u32,
    /// In rapid chess.
    pub rapid: u32,
    /// In blitz.
    pub blitz: u32,
    /// Whether those in blitz are concluded from a later edition.
    pub blitz_uncertain: bool,
}

impl ExtraTime {
    /// The minutes in games of a pace.
    #[must_use]
    pub const fn at(self, pace: Pace) -> u32 {
        match pace {
            Pace::Standard => self.standard,
            Pace::Rapid => self.rapid,
            Pace::Blitz => self.blitz,
        }
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
    let extra = |[standard, rapid, blitz]: [u32; 3], blitz_uncertain| ExtraTime {
        standard,
        rapid,
        blitz,
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

/// The number of the article on an end of the game in the Laws of the day, for a rule of the Laws; its
/// present number for a game without a date.
#[must_use]
pub fn end_article_of_the_day(reason: EndReason, dates: &GameDates) -> Option<&'static str> {
    let lettered = match reason {
        EndReason::Checkmate => "5.1 a",
        EndReason::Stalemate => "5.2 a",
        EndReason::DeadPosition => "5.2 b",
        EndReason::FivefoldRepetition => "9.6 a",
        EndReason::SeventyFiveMoves => "9.6 b",
        EndReason::VenueThreefold | EndReason::VenueFifty | EndReason::VenueMaterial => {
            return None;
        }
    };
    by_edition([reason.article()?, lettered], None, dates)
}

/// The number of the article on a flag that falls in the Laws of the day, 6.9 since 1 July 2014; `None` before.
#[must_use]
pub fn flag_article_of_the_day(dates: &GameDates) -> Option<&'static str> {
    let in_force = |days: Days| Some(days.first()) >= FLAG;
    dates.game.is_none_or(in_force).then_some("6.9")
}

/// The present number, that of the editions with letters, or that of 1974.
fn by_edition(
    [present, lettered]: [&'static str; 2],
    of_1974: Option<&'static str>,
    dates: &GameDates,
) -> Option<&'static str> {
    let at = |day| match day {
        day if day >= NUMBERED => Some(present),
        day if day >= LETTERED => Some(lettered),
        day => of_1974.filter(|_| TWELVE_FOUR.contains(&day)),
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

    fn names(date: &str) -> [Option<&'static str>; 2] {
        let dates = GameDates::of_tags(Some(date.as_bytes()), None, None);
        [ClaimArticle::Intended, ClaimArticle::Completed]
            .map(|article| article_of_the_day(article, &dates))
    }

    /// A competition that began before 1 July 2017 was played by the Laws of 2014 to its end.
    #[test]
    fn numbers_are_those_of_the_edition_that_applied() {
        let dates = |event: Option<&[u8]>| GameDates::of_tags(Some(b"2017.07.02"), None, event);
        let numbers = |dates: GameDates| {
            [
                repetition_article_of_the_day(RepetitionArticle::OnBoard, &dates),
                article_of_the_day(ClaimArticle::Completed, &dates),
                end_article_of_the_day(EndReason::FivefoldRepetition, &dates),
                ruling_article_of_the_day(true, &dates),
            ]
        };
        let lettered = [Some("9.2 b"), Some("9.3 b"), Some("9.6 a"), Some("9.5 a")];
        let present = [Some("9.2.2"), Some("9.3.2"), Some("9.6.1"), Some("9.5.2")];
        assert_eq!(numbers(dates(Some(b"2017.06.25"))), lettered);
        assert_eq!(numbers(dates(Some(b"2017.07.01"))), present);
        assert_eq!(numbers(dates(None)), present);
        // A beginning that spans the change says nothing.
        assert_eq!(numbers(dates(Some(b"2017.??.??"))), present);
    }

    #[test]
    fn repetition_articles_have_the_numbers_of_their_day() {
        let names = |date: &str| {
            let dates = GameDates::of_tags(Some(date.as_bytes()), None, None);
            [RepetitionArticle::Intended, RepetitionArticle::OnBoard]
                .map(|article| repetition_article_of_the_day(article, &dates))
        };
        assert_eq!(names("2023.01.01"), [Some("9.2.1"), Some("9.2.2")]);
        assert_eq!(names("2010.01.01"), [Some("9.2 a"), Some("9.2 b")]);
        assert_eq!(names("1972.07.11"), [None; 2]);
        assert_eq!(names("2017.??.??"), [None; 2]);
    }

    /// The Laws of 1997 to 2017 letter the cases; earlier numbers are not known.
    #[test]
    fn rulings_and_ends_have_the_numbers_of_their_day() {
        let at = |date: &str| {
            let dates = GameDates::of_tags(Some(date.as_bytes()), None, None);
            [
                ruling_article_of_the_day(true, &dates),
                ruling_article_of_the_day(false, &dates),
                end_article_of_the_day(EndReason::SeventyFiveMoves, &dates),
                end_article_of_the_day(EndReason::DeadPosition, &dates),
                end_article_of_the_day(EndReason::VenueFifty, &dates),
            ]
        };
        let now = [
            Some("9.5.2"),
            Some("9.5.3"),
            Some("9.6.2"),
            Some("5.2.2"),
            None,
        ];
        assert_eq!(at("2023.01.01"), now);
        assert_eq!(at("????.??.??"), now);
        let lettered = [
            Some("9.5 a"),
            Some("9.5 b"),
            Some("9.6 b"),
            Some("5.2 b"),
            None,
        ];
        assert_eq!(at("2015.01.01"), lettered);
        assert_eq!(at("1989.01.01"), [None; 5]);
        assert_eq!(at("2017.??.??"), [None; 5]);
    }

    /// Standard, rapid and blitz: the Laws of 2009 gave three minutes (9.5 b), those of 2014 two, those of 2018 one in blitz
    /// (B.2); one in rapid chess is the main novelty of 2023 (A.3). Of 2014 we know A alone, which leaves the two minutes.
    #[test]
    fn a_failed_claim_costs_what_the_laws_of_the_day_say() {
        let at = |date: &str| {
            let dates = GameDates::of_tags(Some(date.as_bytes()), None, None);
            let extra = extra_time_of_the_day(&dates);
            (
                extra.map(|extra| [extra.standard, extra.rapid, extra.blitz]),
                clause_of_the_day(ClaimClause::Untouched, &dates),
                clause_of_the_day(ClaimClause::NotWithdrawn, &dates),
            )
        };
        let present = (Some([2, 1, 1]), Some("9.4"), Some("9.5.1"));
        assert_eq!(at("2023.01.01"), present);
        for (day, extra, uncertain) in [
            ("2022.12.31", [2, 2, 1], false),
            ("2018.01.01", [2, 2, 1], false),
            ("2017.12.31", [2, 2, 1], true),
            ("2014.07.01", [2, 2, 1], true),
            ("2014.06.30", [3; 3], false),
            ("1997.07.01", [3; 3], false),
        ] {
            assert_eq!(at(day).0, Some(extra), "{day}");
            let found = extra_time_of_the_day(&GameDates::parse(day).unwrap()).unwrap();
            assert_eq!(found.blitz_uncertain, uncertain, "{day}");
            let paces = [Pace::Standard, Pace::Rapid, Pace::Blitz];
            assert_eq!(paces.map(|pace| found.at(pace)), extra);
        }
        assert_eq!(at("????.??.??"), present);
        assert_eq!(at("2010.01.01"), (Some([3; 3]), Some("9.4"), Some("9.5")));
        // Then who made a move could no longer claim.
        assert_eq!(at("2004.08.26"), (Some([3; 3]), None, Some("9.5")));
        assert_eq!(at("1989.01.01"), (None, None, None));
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
        let at = |date: &str| {
            flag_article_of_the_day(&GameDates::of_tags(Some(date.as_bytes()), None, None))
        };
        assert_eq!(at("2014.07.01"), Some("6.9"));
        assert_eq!(at("2014.??.??"), None);
        assert_eq!(at("1999.01.01"), None);
        assert_eq!(at("????.??.??"), Some("6.9"));
    }

    #[test]
    fn articles_have_the_numbers_of_their_day() {
        assert_eq!(names("2023.01.01"), [Some("9.3.1"), Some("9.3.2")]);
        assert_eq!(names("2017.07.01"), [Some("9.3.1"), Some("9.3.2")]);
        assert_eq!(names("2017.06.30"), [Some("9.3 a"), Some("9.3 b")]);
        assert_eq!(names("1998.??.??"), [Some("9.3 a"), Some("9.3 b")]);
        assert_eq!(names("1979.02.01"), [Some("12.4"); 2]);
        // The numbering between 1984 and 1997, and before 1974, is not known.
        assert_eq!(names("1991.10.25"), [None; 2]);
        assert_eq!(names("1966.??.??"), [None; 2]);
        // The possible dates span a change.
        assert_eq!(names("2017.??.??"), [None; 2]);
        assert_eq!(names("????.??.??"), [Some("9.3.1"), Some("9.3.2")]);
    }
}
