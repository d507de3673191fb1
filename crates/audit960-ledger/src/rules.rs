//! The rules on draws that applied to a game, by its date and venue, for queries turn by turn.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use audit960_board::Position;
use audit960_law::{
    BoardEnd, Day, Days, DrawRule, FIFTY_CLOCK, Fivefold, GameDates, GameEnds, Jurisdiction,
    RepetitionLaw, Rule, SEVENTY_FIVE_CLOCK, Turn, VenueKind, article_of_the_day,
    end_article_of_the_day, repetition_article_of_the_day, ruling_article_of_the_day,
};
use audit960_types::{
    ClaimArticle, DateSource, EndReason, GameEnd, Incident, RepetitionArticle, Venue,
};

use crate::game::LedgerGame;
use crate::judge::LawTables;
use crate::move_line::MoveLine;
use crate::words::venue_name;

/// The law in force and the venue's rules for one game.
///
/// A game without a date is treated as played today: this is for arbiters at the board, and for games
/// in progress.
#[derive(Clone, Debug)]
pub struct GameRules<'t> {
    dates: GameDates,
    venue: Venue,
    tables: &'t LawTables,
}

/// Whether players could claim a draw by a rule where and when a game was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ClaimRight {
    /// They could.
    Claims,
    /// Claims by endgame tables took the place of the rule.
    LeftToTablebases,
    /// They could, but the half-move clock rests on a FEN in which it cannot be right.
    ClockInDoubt,
    /// What the venue did on that date is not known.
    VenueNotKnown,
    /// What the law of that date was is not known.
    LawNotKnown,
    /// They could not: draws were automatic there, or the rule was not applied.
    NoClaims,
}

impl ClaimRight {
    /// Whether players could claim, as in column `claimable_at_venue`.
    #[must_use]
    pub const fn at_venue(self) -> Option<bool> {
        match self {
            Self::Claims => Some(true),
            Self::NoClaims => Some(false),
            Self::LeftToTablebases
            | Self::ClockInDoubt
            | Self::VenueNotKnown
            | Self::LawNotKnown => None,
        }
    }

    /// The right by which a run gives claims.
    pub(crate) fn of_run(run: &Incident, venue: Venue) -> Self {
        match Self::of_column(run.claimable_at_venue, venue) {
            Self::Claims if run.clock_in_doubt => Self::ClockInDoubt,
            right => right,
        }
    }

    /// The right that column `claimable_at_venue` of a claim stands for.
    pub(crate) const fn of_column(claimable: Option<bool>, venue: Venue) -> Self {
        match (claimable, venue) {
            (Some(true), _) => Self::Claims,
            (Some(false), _) => Self::NoClaims,
            (None, Venue::Iccf) => Self::LeftToTablebases,
            // Where the Laws apply, it is the law of the day that is not known.
            (
                None,
                Venue::OverTheBoard
                | Venue::Unknown
                | Venue::Mainz
                | Venue::Twic
                | Venue::Correspondence,
            ) => Self::LawNotKnown,
            (None, _) => Self::VenueNotKnown,
        }
    }

    /// Why no claim is ruled on, as a sentence without a full stop; `None` where players could claim.
    pub(crate) fn objection(self, venue: Venue) -> Option<String> {
        let venue = venue_name(venue);
        Some(match self {
            Self::Claims => return None,
            Self::NoClaims => format!("at this venue ({venue}) players do not claim by this rule"),
            Self::LeftToTablebases => format!(
                "with so few pieces, claims by endgame tables take the place of the fifty-move rule at this venue ({venue})"
            ),
            Self::ClockInDoubt => {
                "the half-move clock in the FEN at the start cannot be right".to_owned()
            }
            Self::VenueNotKnown => {
                format!(
                    "whether players could claim at this venue ({venue}) on that date is not known"
                )
            }
            Self::LawNotKnown => "which rule was in force on that date is not known".to_owned(),
        })
    }
}

/// What ended a game, as text without a full stop.
#[must_use]
pub const fn reason_of_end(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Checkmate => "checkmate",
        EndReason::Stalemate => "stalemate",
        EndReason::DeadPosition => "no series of legal moves mates either king",
        EndReason::FivefoldRepetition => "a position occurred for the fifth time",
        EndReason::SeventyFiveMoves => "75 moves by each player without capture or pawn move",
        EndReason::VenueThreefold => {
            "a position occurred for the third time, which ends games at this venue"
        }
        EndReason::VenueFifty => {
            "50 moves by each player without capture or pawn move, which end games at this venue"
        }
        EndReason::VenueMaterial => {
            "at most a bishop or a knight on each side, which ends games at this venue"
        }
    }
}

/// The label of an end in JSON: the article of the Laws, or the venue's rule.
#[must_use]
pub fn label_of_end(reason: EndReason) -> &'static str {
    reason.article().unwrap_or(reason.as_str())
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
            dates,
            venue,
            tables,
        }
    }

    /// The rules for a game.
    #[must_use]
    pub fn of(game: &LedgerGame, tables: &'t LawTables) -> Self {
        Self::new(game.dates, game.venue, tables)
    }

    /// The number of moves by each player without capture or pawn move after which the law allows a claim
    /// in a position.
    #[must_use]
    pub fn limit_moves(&self, position: &Position) -> u32 {
        let material = position.material();
        let conditions = Turn::of(position).conditions;
        let applied = self.tables.law.claim(&self.dates, &material, conditions);
        applied.limit_moves
    }

    /// Whether the sources leave open which limit of moves was in force for a position on these dates.
    #[must_use]
    pub fn limit_is_uncertain(&self, position: &Position) -> bool {
        let material = position.material();
        let conditions = Turn::of(position).conditions;
        let applied = self.tables.law.claim(&self.dates, &material, conditions);
        applied.uncertain
    }

    /// Whether the sources leave open which rule on repetition was in force on these dates.
    #[must_use]
    pub fn threefold_is_uncertain(&self) -> bool {
        self.tables.law.threefold(&self.dates).uncertain
    }

    /// The number of the article on what a claim leads to in the Laws of the day, if known.
    pub(crate) fn ruling_article(&self, correct: bool) -> Option<&'static str> {
        let here = self.has_fide_articles() && self.is_at_the_board();
        ruling_article_of_the_day(correct, &self.dates).filter(|_| here)
    }

    /// The number of the article on an end of the game in the Laws of the day, if known.
    pub(crate) fn end_article(&self, reason: EndReason) -> Option<&'static str> {
        end_article_of_the_day(reason, &self.dates).filter(|_| self.has_fide_articles())
    }

    /// The number of an article on fifty moves in the Laws of the day, if known.
    pub(crate) fn fifty_article(&self, article: ClaimArticle) -> Option<&'static str> {
        article_of_the_day(article, &self.dates).filter(|_| self.has_fide_articles())
    }

    /// The number of an article on repetition in the Laws of the day, if known.
    pub(crate) fn repetition_article(&self, article: RepetitionArticle) -> Option<&'static str> {
        repetition_article_of_the_day(article, &self.dates).filter(|_| self.has_fide_articles())
    }

    /// Whether players could claim by fifty moves before a half-move.
    #[must_use]
    pub fn fifty_claims(&self, line: &MoveLine, ply: u32) -> ClaimRight {
        match self.fifty_claims_in(line.before(ply)) {
            ClaimRight::Claims if line.doubts_clock(ply) => ClaimRight::ClockInDoubt,
            right => right,
        }
    }

    fn fifty_claims_in(&self, position: &Position) -> ClaimRight {
        let rules = self.jurisdiction();
        let material = position.material();
        let conditions = Turn::of(position).conditions;
        let law = rules.law.claim(&self.dates, &material, conditions);
        match rules.kind(DrawRule::Fifty) {
            Some(VenueKind::Automatic | VenueKind::None) => ClaimRight::NoClaims,
            _ if rules.is_left_to_tablebases(material.piece_count()) => {
                ClaimRight::LeftToTablebases
            }
            _ if law.row.rule == Rule::NotKnown => ClaimRight::LawNotKnown,
            Some(VenueKind::Claim | VenueKind::ClaimCompleted) => ClaimRight::Claims,
            _ => ClaimRight::VenueNotKnown,
        }
    }

    /// Whether a claim of fifty moves may rest on a move that is only announced.
    #[must_use]
    pub fn announced_fifty_counts(&self) -> bool {
        self.jurisdiction().announced_fifty_counts()
    }

    /// Whether players could claim by repetition.
    #[must_use]
    pub fn threefold_claims(&self) -> ClaimRight {
        let rules = self.jurisdiction();
        match rules.kind(DrawRule::Threefold) {
            Some(VenueKind::Automatic | VenueKind::None) => ClaimRight::NoClaims,
            _ if rules.law.threefold(&self.dates).claimable.is_none() => ClaimRight::LawNotKnown,
            Some(VenueKind::Claim) => ClaimRight::Claims,
            _ => ClaimRight::VenueNotKnown,
        }
    }

    /// Whether the articles are those of FIDE's Laws: US Chess has a rulebook of its own.
    fn has_fide_articles(&self) -> bool {
        self.venue != Venue::Uscf
    }

    /// Whether an arbiter rules on claims at the board.
    pub(crate) const fn is_at_the_board(&self) -> bool {
        matches!(
            self.venue,
            Venue::OverTheBoard | Venue::Mainz | Venue::Twic | Venue::Uscf | Venue::Unknown
        )
    }

    /// The end of the game up to half-move `last`, without anybody's claim; `None` if it went on.
    #[must_use]
    pub fn end(&self, line: &MoveLine, last: u32) -> Option<GameEnd> {
        let rules = self.jurisdiction();
        let repetition = RepetitionLaw::of(&rules);
        let clock = automatic_clock(&rules);
        let last = last.min(line.plies());
        let board = BoardEnd::of(last, &|ply| line.before(ply + 1).clone());
        let dead = GameEnds::of(board, &[], &std::iter::empty(), &rules).venue;
        let mut stood: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
        for ply in 0..=last {
            let at = |reason| GameEnd { ply, reason };
            let position = line.before(ply + 1);
            let plies = stood.entry(position.key()).or_default();
            plies.push(ply);
            let drawn = match clock {
                _ if dead.is_some_and(|dead| dead.ply == ply) => return dead,
                _ if ends_by_repetition(repetition, plies) => match repetition.threefold {
                    Some(VenueKind::Automatic) => at(EndReason::VenueThreefold),
                    _ => at(EndReason::FivefoldRepetition),
                },
                Some((clock, reason)) if position.clock() >= clock => at(reason),
                _ => continue,
            };
            return Some(drawn);
        }
        None
    }

    /// Whose rules the game is played by.
    #[must_use]
    pub fn jurisdiction(&self) -> Jurisdiction<'t> {
        Jurisdiction {
            dates: self.dates,
            venue: self.venue,
            law: &self.tables.law,
            venues: &self.tables.venues,
        }
    }
}

/// The half-move clock at which the draw is automatic, and the reason.
fn automatic_clock(rules: &Jurisdiction<'_>) -> Option<(u32, EndReason)> {
    if rules.kind(DrawRule::Fifty) == Some(VenueKind::Automatic) {
        return Some((FIFTY_CLOCK, EndReason::VenueFifty));
    }
    rules
        .ends_after_seventy_five()
        .then_some((SEVENTY_FIVE_CLOCK, EndReason::SeventyFiveMoves))
}

/// Whether the last of these occurrences, given by half-moves, ended the game.
fn ends_by_repetition(law: RepetitionLaw, plies: &[u32]) -> bool {
    if law.threefold == Some(VenueKind::Automatic) {
        return plies.len() == 3;
    }
    match law.fivefold {
        Fivefold::No => false,
        Fivefold::AnyTime => plies.len() == 5,
        Fivefold::InSequence => {
            let last_five = plies.len().checked_sub(5).map(|from| &plies[from..]);
            last_five.is_some_and(|five| five.windows(2).all(|pair| pair[1] - pair[0] == 4))
        }
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
}
