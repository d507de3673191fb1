//! The rules on draws that applied to a game, by its date and venue, for queries turn by turn: whether players could claim,
//! and what leaves that in doubt.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use audit960_board::Position;
use audit960_law::{
    AMBIGUOUS_DATE, AppliedRow, BoardEnd, Day, Days, DrawRule, ExtraTime, FIFTY_CLOCK, GameDates,
    GameEnds, Jurisdiction, Pace, Rule, Turn, VenueKind, article_of_the_day, extra_time_of_the_day,
};
use audit960_types::{
    DateSource, EndReason, GameEnd, Message, Repetition, RepetitionArticle, Side, Venue, message,
};

use crate::article::Article;
use crate::game::LedgerGame;
use crate::judge::{LawTables, claim_runs};
use crate::move_line::MoveLine;

/// Whether players could claim a draw by a rule where and when a game was played, the clearest answer first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ClaimRight {
    /// They could.
    Claims,
    /// They could, once the moves had been made: one that was only announced did not count there.
    MovesMade,
    /// Claims by endgame tables took the place of the rule.
    LeftToTablebases,
    /// They could, but the half-move clock rests on a FEN in which it cannot be right.
    ClockInDoubt,
    /// They could, but the possible dates of the game had different limits.
    DateInDoubt,
    /// What the venue did on that date is not known.
    VenueNotKnown,
    /// What the law of that date was is not known.
    LawNotKnown,
    /// They could not: draws were automatic there, or the rule was not applied.
    NoClaims,
}

impl ClaimRight {
    /// By whether the venue had claims, where that is known, and what leaves the claim open.
    pub(crate) const fn of(claimable: Option<bool>, open: Option<Self>) -> Self {
        match (claimable, open) {
            (Some(false), _) => Self::NoClaims,
            (_, Some(open)) => open,
            (Some(true), None) => Self::Claims,
            (None, None) => Self::VenueNotKnown,
        }
    }

    /// Whether players could claim, as in column `claimable_at_venue`.
    #[must_use]
    pub const fn at_venue(self) -> Option<bool> {
        match self {
            Self::Claims | Self::MovesMade => Some(true),
            Self::NoClaims => Some(false),
            _ => None,
        }
    }

    /// Whether the Laws themselves leave the claim open: it is not judged, whatever the venue.
    #[must_use]
    pub const fn is_doubt(self) -> bool {
        matches!(
            self,
            Self::ClockInDoubt | Self::DateInDoubt | Self::LawNotKnown
        )
    }

    /// What stands in the way of a claim; `None` where players could claim.
    #[must_use]
    pub fn objection(self, venue: Venue) -> Option<Message> {
        let key = match self {
            Self::Claims => return None,
            Self::MovesMade => "objection-moves-made",
            Self::ClockInDoubt => "objection-clock",
            Self::DateInDoubt => "objection-date",
            Self::LawNotKnown => "objection-law",
            Self::NoClaims => "objection-venue",
            Self::LeftToTablebases => "objection-tablebases",
            Self::VenueNotKnown => "objection-venue-not-known",
        };
        Some(message!(key, venue = venue.as_str()))
    }
}

/// The first of some things that leave a claim open, each with whether it does.
pub(crate) fn first_open<const N: usize>(all: [(ClaimRight, bool); N]) -> Option<ClaimRight> {
    all.into_iter()
        .find_map(|(why, holds)| holds.then_some(why))
}

/// The law in force and the venue's rules for one game.
///
/// A game without a date is treated as played today: this is for arbiters at the board, and for games
/// in progress.
#[derive(Clone, Debug)]
pub struct GameRules<'t> {
    /// Whose rules the game is played by.
    pub(crate) jurisdiction: Jurisdiction<'t>,
    /// How fast it was, if known.
    pub(crate) pace: Option<Pace>,
}

/// What is said of a game beside its record, or of a position that has none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Setting {
    /// When it was played.
    pub dates: Option<GameDates>,
    /// Where it was played.
    pub venue: Option<Venue>,
    /// How fast it was.
    pub pace: Option<Pace>,
}

/// A rule on claims at a turn of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClaimRule {
    /// Whether players could claim by it.
    pub(crate) right: ClaimRight,
    /// Whether the sources leave open what it was on that date.
    pub(crate) is_uncertain: bool,
}

impl<'t> GameRules<'t> {
    /// The rules for a game on these dates at a venue.
    #[must_use]
    pub fn new(dates: GameDates, venue: Venue, tables: &'t LawTables) -> Self {
        let dates = match dates.game {
            Some(_) => dates,
            None => today(),
        };
        Self {
            jurisdiction: tables.jurisdiction(dates, venue),
            pace: None,
        }
    }

    /// The rules for a game; for a position alone without one. What is said beside its record goes before it.
    #[must_use]
    pub fn of(game: Option<&LedgerGame>, said: Setting, tables: &'t LawTables) -> Self {
        let dates = said.dates.or(game.map(|game| game.dates));
        let venue = said.venue.or(game.map(|game| game.venue));
        let dates = dates.unwrap_or(GameDates::NONE);
        Self {
            pace: said.pace.or(game.and_then(|game| game.pace)),
            ..Self::new(dates, venue.unwrap_or(Venue::Unknown), tables)
        }
    }

    /// What the law of the day asks of a claim of fifty moves in a position.
    fn law_at(&self, position: &Position) -> AppliedRow<'t> {
        let conditions = Turn::of(position).conditions;
        let Jurisdiction { law, dates, .. } = &self.jurisdiction;
        law.claim(dates, &position.material(), conditions)
    }

    /// The number of moves by each player without capture or pawn move after which the law allows a claim
    /// in a position; where the possible dates differ in it, the least that may do.
    pub(crate) fn limit_moves(&self, position: &Position) -> u32 {
        match self.law_at(position) {
            law if law.law == AMBIGUOUS_DATE => FIFTY_CLOCK / 2,
            law => law.limit_moves,
        }
    }

    /// The number of an article in the Laws of the day, by its present number; `None` where it is not known.
    pub(crate) fn article(&self, present: &'static str) -> Option<&'static str> {
        let number = article_of_the_day(present, &self.jurisdiction.dates);
        number.filter(|_| self.has_fide_articles())
    }

    /// The number of the article on an end of the game in the Laws of the day, if known.
    pub(crate) fn end_article(&self, reason: EndReason) -> Option<&'static str> {
        self.article(reason.article()?)
    }

    /// The same where an arbiter applies it at the board.
    pub(crate) fn article_at_board(&self, present: &'static str) -> Option<&'static str> {
        self.article(present).filter(|_| self.is_at_the_board())
    }

    /// What the opponent's time gains where a claim fails, if known.
    pub(crate) fn extra_time(&self) -> Option<ExtraTime> {
        let extra = extra_time_of_the_day(&self.jurisdiction.dates);
        extra.filter(|_| self.has_fide_articles() && self.is_at_the_board())
    }

    /// Whether players could claim by the rule of an article before a half-move.
    pub(crate) fn claims_by(&self, article: Article, line: &MoveLine, ply: u32) -> ClaimRule {
        let rules = &self.jurisdiction;
        let (rule, open, is_uncertain) = if article.is_about_repetition() {
            let law = rules.law.threefold(&rules.dates);
            let open = law.claimable.is_none().then_some(ClaimRight::LawNotKnown);
            (DrawRule::Threefold, open, law.uncertain)
        } else {
            let position = line.before(ply);
            let (law, pieces) = (self.law_at(position), position.material().piece_count());
            let open = first_open([
                (
                    ClaimRight::LeftToTablebases,
                    rules.is_left_to_tablebases(pieces),
                ),
                (ClaimRight::ClockInDoubt, line.doubts_clock(ply)),
                (ClaimRight::DateInDoubt, law.law == AMBIGUOUS_DATE),
                (ClaimRight::LawNotKnown, law.row.rule == Rule::NotKnown),
            ]);
            (DrawRule::Fifty, open, law.uncertain)
        };
        ClaimRule {
            right: ClaimRight::of(rules.kind(rule).map(VenueKind::is_claim), open),
            is_uncertain,
        }
    }

    /// Whether the articles are those of FIDE's Laws: US Chess has a rulebook of its own.
    fn has_fide_articles(&self) -> bool {
        self.jurisdiction.venue != Venue::Uscf
    }

    /// Whether an arbiter rules on claims at the board.
    pub(crate) const fn is_at_the_board(&self) -> bool {
        matches!(
            self.jurisdiction.venue,
            Venue::OverTheBoard | Venue::Mainz | Venue::Twic | Venue::Uscf | Venue::Unknown
        )
    }

    /// The end of the game up to half-move `last`, without anybody's claim; `None` if it went on.
    pub(crate) fn end(&self, line: &MoveLine, last: u32) -> Option<GameEnd> {
        let last = last.min(line.plies());
        let board = BoardEnd::of(last, &|ply| line.before(ply + 1).clone());
        let runs = claim_runs(line, last, line.is_clock_doubtful());
        let mut stood: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
        for ply in 0..=last {
            let key = line.before(ply + 1).key();
            stood.entry(key).or_default().push(ply);
        }
        // The end of a game asks only when a position occurred.
        let repetitions = stood.into_values().map(|plies| Repetition {
            first_claim_ply: 0,
            first_claim_side: Side::White,
            first_claim_article: RepetitionArticle::OnBoard,
            plies,
            chances: [None; 2],
            fen: String::new(),
        });
        let repetitions: Vec<Repetition> = repetitions.collect();
        let rules = &self.jurisdiction;
        GameEnds::of(board, runs.found(), &repetitions.iter(), rules).venue
    }
}

/// The dates of a game played today (UTC).
fn today() -> GameDates {
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |passed| passed.as_secs());
    let day = i32::try_from(seconds / 86_400)
        .ok()
        .and_then(Day::from_days_since_1970);
    GameDates {
        game: day.map(Days::from),
        source: DateSource::None,
        competition: None,
    }
}

#[cfg(test)]
mod tests {
    use audit960_law::clause;

    use super::*;

    const SHUFFLE: &str = "g1f3 g8f6 f3g1 f6g8 ";

    fn dates(date: &str) -> GameDates {
        GameDates::of_tags(Some(date.as_bytes()), None, None)
    }

    fn ended(date: &str, venue: Venue, moves: &str) -> Option<(u32, EndReason)> {
        let tables = LawTables::default();
        let line = MoveLine::replay(crate::game::ORTHODOX, moves).unwrap();
        let rules = GameRules::new(dates(date), venue, &tables);
        let end = rules.end(&line, line.plies())?;
        Some((end.ply, end.reason))
    }

    #[test]
    fn games_end_by_the_law_of_their_day() {
        // The start position occurs for the fifth time after sixteen half-moves, every four.
        let shuffle = SHUFFLE.repeat(5);
        let board = Venue::OverTheBoard;
        assert_eq!(ended("2010.01.01", board, &shuffle), None);
        let fifth = Some((16, EndReason::FivefoldRepetition));
        assert_eq!(ended("2016.01.01", board, &shuffle), fifth);
        assert_eq!(ended("2020.01.01", board, &shuffle), fifth);
        // With a detour of eight half-moves that repeats no other position, the five occurrences of the
        // start position are not in sequence.
        let detour = "b1c3 b8c6 g1f3 g8f6 c3b1 c6b8 f3g1 f6g8 ";
        let apart = format!("{detour}{}", SHUFFLE.repeat(3));
        assert_eq!(ended("2016.01.01", board, &apart), None);
        assert_eq!(
            ended("2020.01.01", board, &apart),
            Some((20, EndReason::FivefoldRepetition))
        );
        // A game without a date counts as played today.
        assert_eq!(ended("????.??.??", board, &shuffle), fifth);
    }

    #[test]
    fn venues_can_end_games_automatically() {
        let third = Some((8, EndReason::VenueThreefold));
        assert_eq!(ended("2020.01.01", Venue::Tcec, &SHUFFLE.repeat(5)), third);
    }

    #[test]
    fn the_limit_is_that_of_the_day_and_the_ending() {
        let tables = LawTables::default();
        let limit = |date: &str| {
            let fen = "8/8/4k3/3r4/8/2B1K3/4R3/8 b - - 99 50";
            let line = MoveLine::replay(fen, "").unwrap();
            let rules = GameRules::new(dates(date), Venue::OverTheBoard, &tables);
            rules.limit_moves(line.before(1))
        };
        assert_eq!(limit("1987.02.17"), 100);
        assert_eq!(limit("1990.02.17"), 75);
        assert_eq!(limit("2020.02.17"), 50);
        assert_eq!(limit("????.??.??"), 50);
    }

    /// Of US Chess the rulebook is another; a referee by mail gives nobody minutes.
    #[test]
    fn extra_time_is_that_of_fide_arbiters() {
        let tables = LawTables::default();
        let given = |venue| {
            let rules = GameRules::new(dates("2023.05.05"), venue, &tables);
            let article = rules.article_at_board(clause::INCORRECT);
            (article, rules.extra_time().is_some())
        };
        assert_eq!(given(Venue::OverTheBoard), (Some("9.5.3"), true));
        assert_eq!(given(Venue::Uscf), (None, false));
        assert_eq!(given(Venue::Iccf), (None, false));
    }
}
