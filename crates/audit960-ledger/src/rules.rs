//! The rules on draws that applied to a game, by its date and venue, for queries turn by turn.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use audit960_board::Position;
use audit960_law::{
    AMBIGUOUS_DATE, AppliedRow, BoardEnd, ClaimClause, Day, Days, DrawRule, ExtraTime, FIFTY_CLOCK,
    GameDates, GameEnds, Jurisdiction, Rule, Turn, VenueKind, article_of_the_day,
    clause_of_the_day, end_article_of_the_day, extra_time_of_the_day,
    repetition_article_of_the_day, ruling_article_of_the_day,
};
use audit960_types::{
    ClaimArticle, DateSource, EndReason, GameEnd, Message, Repetition, RepetitionArticle, Side,
    Venue, message,
};

use crate::end::Edition;
use crate::game::LedgerGame;
use crate::judge::{LawTables, claim_runs};
use crate::move_line::MoveLine;
use crate::right::ClaimRight;

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

    /// What the law of the day asks of a claim of fifty moves in a position.
    fn law_at(&self, position: &Position) -> AppliedRow<'t> {
        let conditions = Turn::of(position).conditions;
        let law = &self.tables.law;
        law.claim(&self.dates, &position.material(), conditions)
    }

    /// The number of moves by each player without capture or pawn move after which the law allows a claim
    /// in a position; where the possible dates differ in it, the least that may do.
    #[must_use]
    pub fn limit_moves(&self, position: &Position) -> u32 {
        match self.law_at(position) {
            law if law.law == AMBIGUOUS_DATE => FIFTY_CLOCK / 2,
            law => law.limit_moves,
        }
    }

    /// Whether the sources leave open which limit of moves was in force for a position on these dates.
    #[must_use]
    pub fn limit_is_uncertain(&self, position: &Position) -> bool {
        self.law_at(position).uncertain
    }

    /// Whether the sources leave open which rule on repetition was in force on these dates.
    #[must_use]
    pub fn threefold_is_uncertain(&self) -> bool {
        self.tables.law.threefold(&self.dates).uncertain
    }

    /// The number of the article on what a claim leads to in an edition of the Laws, if known.
    pub(crate) fn ruling_article(&self, correct: bool, edition: Edition) -> Option<&'static str> {
        let here = self.has_fide_articles() && self.is_at_the_board();
        ruling_article_of_the_day(correct, &self.dates_of(edition)).filter(|_| here)
    }

    /// The number of a clause on claims in an edition of the Laws, if known.
    pub(crate) fn clause(&self, clause: ClaimClause, edition: Edition) -> Option<&'static str> {
        clause_of_the_day(clause, &self.dates_of(edition)).filter(|_| self.has_fide_articles())
    }

    /// What the opponent's time gains where a claim fails, if known.
    pub(crate) fn extra_time(&self) -> Option<ExtraTime> {
        let here = self.has_fide_articles() && self.is_at_the_board();
        extra_time_of_the_day(&self.dates).filter(|_| here)
    }

    /// The number of the article on an end of the game in an edition of the Laws, if known.
    pub(crate) fn end_article(&self, reason: EndReason, edition: Edition) -> Option<&'static str> {
        let dates = self.dates_of(edition);
        end_article_of_the_day(reason, &dates).filter(|_| self.has_fide_articles())
    }

    /// The dates by which an edition numbers its articles: those without a date are the present ones.
    const fn dates_of(&self, edition: Edition) -> GameDates {
        match edition {
            Edition::Present => GameDates::NONE,
            Edition::OfTheDay => self.dates,
        }
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
        let position = line.before(ply);
        let (rules, law) = (self.jurisdiction(), self.law_at(position));
        match rules.kind(DrawRule::Fifty) {
            Some(VenueKind::Automatic | VenueKind::None) => ClaimRight::NoClaims,
            _ if rules.is_left_to_tablebases(position.material().piece_count()) => {
                ClaimRight::LeftToTablebases
            }
            _ if line.doubts_clock(ply) => ClaimRight::ClockInDoubt,
            _ if law.row.rule == Rule::NotKnown => ClaimRight::LawNotKnown,
            _ if law.law == AMBIGUOUS_DATE => ClaimRight::DateInDoubt,
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
        let rules = self.jurisdiction();
        GameEnds::of(board, runs.found(), &repetitions.iter(), &rules).venue
    }

    /// Where the game is played.
    #[must_use]
    pub const fn venue(&self) -> Venue {
        self.venue
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

/// The number of an article on claims in the Laws of the day; where that is not known, what it is about.
pub(crate) fn named_article(article: &str, of_the_day: Option<&str>) -> Message {
    let key = match (article, of_the_day) {
        (_, Some(of_the_day)) => return message!("as-is", text = of_the_day),
        ("9.2.1", None) => "about-9-2-1",
        ("9.2.2", None) => "about-9-2-2",
        ("9.3.1", None) => "about-9-3-1",
        _ => "about-9-3-2",
    };
    message!(key)
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
