//! A claim of a draw: the one view of it that tables, games, sheets and pages lay out.

mod words;

pub use self::words::{ClaimTurns, outcome_text, run_end_text};

use audit960_law::{AMBIGUOUS_DATE, GameDates, LawTable, PLAIN_LIMIT, Rule};
use audit960_types::{Incident, JudgedRepetition, Outcome, RunEnd, RunValues, Side, Venue};

use crate::article::Article;
use crate::game::LedgerGame;
use crate::rules::{ClaimRight, first_open};

/// What a claim rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ClaimSource<'g> {
    /// A run without capture or pawn move (Laws 9.3).
    Fifty(&'g Incident),
    /// A repeated position (Laws 9.2).
    Repetition(&'g JudgedRepetition),
}

/// The claims that a run or a repetition gave: who could claim, when and by what, what became of it, and how sure that is.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'g> {
    /// The game.
    pub game: &'g LedgerGame,
    /// The run or repetition.
    pub source: ClaimSource<'g>,
    /// Half-move before the main claim: the first of the side that lost, else the first that counts.
    pub ply: u32,
    /// First half-move before which there was one, whatever the law: under the limit of fifty moves.
    pub first_ply: u32,
    /// Last half-move before which there was one.
    pub last_ply: u32,
    /// Turns with a claim, White's and Black's.
    pub turns: [u32; 2],
    /// The side that lost half a point by it.
    pub lost_by: Option<Side>,
    /// First and last half-move before which that side could claim.
    pub lost_chance: Option<[u32; 2]>,
    /// What became of the game.
    pub outcome: Outcome,
    /// Whether players could claim where it was played.
    pub right: ClaimRight,
    /// Whether sources leave open which rule was in force on that date.
    pub law_uncertain: bool,
    /// What endgame tables say of its positions; `None` if they were not asked.
    pub values: Option<&'g RunValues>,
    /// Why the Laws leave open whether there was a claim.
    doubt: Option<ClaimRight>,
    /// First half-move before which the law gave a claim.
    lawful_ply: Option<u32>,
    first_side: Side,
    /// The dates by which the articles in its sentences are numbered: without one they have the present numbers, as in the
    /// columns of a dataset.
    dates: GameDates,
}

/// What law and record make of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// The side that lost the game could claim, under law and venue.
    Lost,
    /// The law gave a claim.
    Given,
    /// The law gave none there: it required more moves.
    NotGiven,
    /// The game was over before.
    Over,
    /// Nobody knows, because clock, date or law are in doubt; where players do not claim, that does not matter.
    NotJudged(ClaimRight),
}

/// The claims of a game: its runs, then its repetitions.
pub fn claims_of(game: &LedgerGame) -> impl Iterator<Item = Claim<'_>> {
    let runs = game.runs.iter().map(ClaimSource::Fifty);
    let repetitions = game.repetitions.iter().map(ClaimSource::Repetition);
    runs.chain(repetitions)
        .map(move |source| Claim::of(game, source))
}

impl<'g> Claim<'g> {
    /// The claims of a run or a repetition of a game.
    #[must_use]
    pub fn of(game: &'g LedgerGame, source: ClaimSource<'g>) -> Self {
        match source {
            ClaimSource::Fifty(run) => Self::of_run(game, run),
            ClaimSource::Repetition(judged) => Self::of_repetition(game, judged),
        }
    }

    fn of_run(game: &'g LedgerGame, run: &'g Incident) -> Self {
        let chance = run
            .losers_chance()
            .map(|chance| [chance.first_ply, chance.last_ply]);
        // Where only some turns count at the venue, the first of them.
        let there = first_chance(run).filter(|_| run.claimable_at_venue == Some(true));
        let doubt = first_open([
            (ClaimRight::ClockInDoubt, run.clock_in_doubt),
            (ClaimRight::DateInDoubt, run.law == AMBIGUOUS_DATE),
            (ClaimRight::LawNotKnown, is_law_unknown(game, run)),
        ]);
        let main = chance.map(|[first, _]| first).or(there);
        Self {
            game,
            source: ClaimSource::Fifty(run),
            ply: main.unwrap_or_else(|| run.counting_claim_ply()),
            first_ply: run.first_claim_ply,
            last_ply: last_claim_ply(run),
            turns: run.claims,
            lost_by: run.half_point_lost_by,
            lost_chance: chance,
            outcome: run.outcome,
            right: right(run.claimable_at_venue, doubt, game.venue),
            law_uncertain: run.law_uncertain,
            values: run.values.as_deref(),
            doubt,
            lawful_ply: run.first_law_claim_ply,
            first_side: run.first_claim_side,
            dates: GameDates::NONE,
        }
    }

    fn of_repetition(game: &'g LedgerGame, judged: &'g JudgedRepetition) -> Self {
        let (repetition, claimable) = (&judged.repetition, judged.claimable_at_venue);
        let chance = judged
            .losers_chances()
            .map(|chance| [chance.first_ply, chance.last_ply]);
        let law_uncertain = judged.law_uncertain == Some(true);
        // A draw that players could claim where they played was one by the law, too.
        let is_unknown = claimable.is_none()
            && law_uncertain
            && LawTable::builtin()
                .threefold(&game.dates)
                .claimable
                .is_none();
        let doubt = is_unknown.then_some(ClaimRight::LawNotKnown);
        Self {
            game,
            source: ClaimSource::Repetition(judged),
            ply: chance.map_or(repetition.first_claim_ply, |[first, _]| first),
            first_ply: repetition.first_claim_ply,
            last_ply: repetition.last_claim_ply(),
            turns: repetition.claims(),
            lost_by: judged.half_point_lost_by,
            lost_chance: chance,
            outcome: judged.outcome,
            right: right(claimable, doubt, game.venue),
            law_uncertain,
            values: judged.values.as_deref(),
            doubt,
            lawful_ply: Some(repetition.first_claim_ply),
            first_side: repetition.first_claim_side,
            dates: GameDates::NONE,
        }
    }

    /// The same with the articles of the day in its sentences.
    pub(crate) fn of_the_day(self) -> Self {
        Self {
            dates: self.game.dates,
            ..self
        }
    }

    /// The run, if it is one.
    #[must_use]
    pub const fn run(&self) -> Option<&'g Incident> {
        match self.source {
            ClaimSource::Fifty(run) => Some(run),
            ClaimSource::Repetition(_) => None,
        }
    }

    /// The repetition, if it is one.
    #[must_use]
    pub const fn repetition(&self) -> Option<&'g JudgedRepetition> {
        match self.source {
            ClaimSource::Fifty(_) => None,
            ClaimSource::Repetition(judged) => Some(judged),
        }
    }

    /// The rule that it is about, as column `rule` names it.
    #[must_use]
    pub const fn rule_name(&self) -> &'static str {
        match self.source {
            ClaimSource::Fifty(_) => "fifty",
            ClaimSource::Repetition(_) => "repetition",
        }
    }

    /// Highest half-move clock of a run; 0 for a repetition.
    pub(crate) fn peak_clock(&self) -> u32 {
        self.run().map_or(0, |run| run.peak_clock)
    }

    /// The game with this claim alone.
    #[must_use]
    pub fn alone(&self) -> LedgerGame {
        LedgerGame {
            runs: self.run().cloned().into_iter().collect(),
            repetitions: self.repetition().cloned().into_iter().collect(),
            ..self.game.clone()
        }
    }

    /// The side to move before a half-move.
    pub(crate) const fn mover(&self, ply: u32) -> Side {
        match self.first_ply.abs_diff(ply).is_multiple_of(2) {
            true => self.first_side,
            false => self.first_side.other(),
        }
    }

    /// What law and record make of the turn before a half-move.
    pub(crate) fn standing(&self, ply: u32) -> Standing {
        let is_lost = |[first, last]: [u32; 2]| (first..=last).contains(&ply);
        let is_loser = self.lost_by == Some(self.mover(ply));
        match self.doubt {
            _ if self.game.is_over_before(ply) => Standing::Over,
            _ if is_loser && self.lost_chance.is_some_and(is_lost) => Standing::Lost,
            Some(_) => Standing::NotJudged(self.right),
            None if self.lawful_ply.is_none_or(|lawful| ply < lawful) => Standing::NotGiven,
            None => Standing::Given,
        }
    }

    /// Whether the main claim was one: the law gave it, and it was in time.
    #[must_use]
    pub fn is_given(&self) -> bool {
        self.is_given_at(self.ply)
    }

    /// Whether the law gave a claim before a half-move, in time.
    pub(crate) fn is_given_at(&self, ply: u32) -> bool {
        matches!(self.standing(ply), Standing::Lost | Standing::Given)
    }

    /// Whether the law gave a claim at all, whatever the venue.
    pub(crate) fn is_given_by_law(&self) -> bool {
        self.doubt.is_none() && self.lawful_ply.is_some()
    }

    /// Whether players could claim at the turn before a half-move where the game was played.
    pub(crate) fn right_at(&self, ply: u32) -> ClaimRight {
        let first = self.run().and_then(first_chance);
        match self.right == ClaimRight::Claims && first.is_some_and(|first| ply < first) {
            true => ClaimRight::MovesMade,
            false => self.right,
        }
    }

    /// The article of a claim before a half-move: of a run under its law or, where that gave none, under the plain limit. A
    /// repetition is on the board if the position occurred after the half-move before it, else an intended move leads to it.
    pub(crate) fn article(&self, ply: u32) -> Article {
        match self.source {
            ClaimSource::Fifty(run) => {
                let limit = run
                    .first_law_claim_ply
                    .map_or(PLAIN_LIMIT, |_| run.limit_moves);
                match clock_before(run, ply) >= limit.saturating_mul(2) {
                    true => Article::Completed,
                    false => Article::Completing,
                }
            }
            ClaimSource::Repetition(judged) => match judged.repetition.plies.contains(&(ply - 1)) {
                true => Article::Repeated,
                false => Article::Repeating,
            },
        }
    }

    /// Its number in the edition of its sentences, where that is known.
    pub(crate) fn article_number(&self, ply: u32) -> Option<&'static str> {
        self.article(ply).number(&self.dates)
    }
}

/// The first half-move before which a side could claim under law and venue.
fn first_chance(run: &Incident) -> Option<u32> {
    run.chances
        .iter()
        .flatten()
        .map(|chance| chance.first_ply)
        .min()
}

/// Whether players could claim: what the column says or, where it is null, why it is.
fn right(claimable: Option<bool>, doubt: Option<ClaimRight>, venue: Venue) -> ClaimRight {
    let is_left = claimable.is_none() && venue == Venue::Iccf;
    ClaimRight::of(
        claimable,
        doubt.or(is_left.then_some(ClaimRight::LeftToTablebases)),
    )
}

/// Whether nobody knows which limit was in force for a run: by the table that is built in; by a user's table where the Laws
/// are the rules of the venue, so that they alone can leave it open, and no claim is known.
fn is_law_unknown(game: &LedgerGame, run: &Incident) -> bool {
    use Venue::{Correspondence, Mainz, OverTheBoard, Twic, Unknown};
    let row = LawTable::builtin().row(&run.law);
    let no_claim = run.first_law_claim_ply.is_none() && run.claimable_at_venue.is_none();
    let has_the_laws = matches!(
        game.venue,
        OverTheBoard | Unknown | Mainz | Twic | Correspondence
    );
    row.is_some_and(|row| row.rule == Rule::NotKnown) || no_claim && has_the_laws
}

/// The last half-move of a run; the one before the run if the run has no half-move.
#[must_use]
pub fn last_ply(run: &Incident) -> u32 {
    run.first_claim_ply.saturating_sub(1) + run.peak_clock.saturating_sub(run.first_clock)
}

/// The last half-move before which a claim existed under the plain limit: the one after the run, unless
/// checkmate or stalemate ended it.
pub(crate) fn last_claim_ply(run: &Incident) -> u32 {
    let over = matches!(run.ended_by, RunEnd::Checkmate | RunEnd::Stalemate);
    last_ply(run) + u32::from(!over)
}

/// The half-move clock before a half-move of a run, from its first claim on.
pub(crate) fn clock_before(run: &Incident, ply: u32) -> u32 {
    run.first_clock + ply.saturating_sub(run.first_claim_ply)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tests::{game, run};

    #[test]
    fn claims_last_until_the_run_is_over() {
        // The clock is 103 after half-move 103, and a claim still exists before half-move 104.
        let open = run(103, RunEnd::EndOfGame);
        assert_eq!((last_ply(&open), last_claim_ply(&open)), (103, 104));
        let mated = run(100, RunEnd::Checkmate);
        assert_eq!(last_claim_ply(&mated), 100);
        let none_played = run(99, RunEnd::EndOfGame);
        assert_eq!(
            (last_ply(&none_played), last_claim_ply(&none_played)),
            (99, 100)
        );
    }

    #[test]
    fn an_intended_move_completes_the_limit() {
        let mut game = game("a.pgn", 1, None, &[200]);
        let mut article = |ply, limit| {
            game.runs[0].limit_moves = limit;
            claims_of(&game).next().unwrap().article(ply)
        };
        for (limit, completing, completed) in [(50, 100, 101), (100, 200, 201)] {
            assert_eq!(article(completing, limit), Article::Completing);
            assert_eq!(article(completed, limit), Article::Completed);
        }
    }

    /// Nobody knows which limit was in force.
    #[test]
    fn a_date_in_doubt_leaves_the_claim_open() {
        let mut game = game("a.pgn", 1, Some("1990.??.??"), &[103]);
        game.runs[0].law = AMBIGUOUS_DATE.to_owned();
        game.runs[0].claimable_at_venue = None;
        let claim = claims_of(&game).next().unwrap();
        let open = Standing::NotJudged(ClaimRight::DateInDoubt);
        assert_eq!(
            (claim.right, claim.standing(100)),
            (ClaimRight::DateInDoubt, open)
        );
    }

    /// Tables have the numbers of 2023, sheets and games those of the day: the Laws of 2009 had letters.
    #[test]
    fn the_articles_of_the_day_are_asked_for() {
        let game = game("a.pgn", 1, Some("2010.05.05"), &[103]);
        let claim = claims_of(&game).next().unwrap();
        let numbers = [claim, claim.of_the_day()].map(|claim| claim.article_number(100));
        assert_eq!(numbers, [Some("9.3.1"), Some("9.3 a")]);
    }
}
