//! What could be claimed at each turn of a claim, in sentences: comments of games, and the board of a page.

use super::{Claim, ClaimSource, Standing, clock_before};
use crate::right::ClaimRight;
use crate::sentence::{Sentence, SentenceValue, sentence};

/// Turns of which the same is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimTurns {
    /// The half-move after the first of them.
    pub from_ply: u32,
    /// Whether the side to move could claim where the game was played.
    pub is_open: bool,
    /// What is said, with `{0}` in place of the side and `{1}` in place of the half-move clock.
    pub sentence: Sentence,
}

impl Claim<'_> {
    /// What is said of the turn before a half-move, in a comment; `detail` says more of the claim.
    pub(crate) fn comment(&self, ply: u32, detail: Option<String>) -> Option<Sentence> {
        let clock = self.run().map(|run| clock_before(run, ply).to_string());
        let clock = clock.unwrap_or_default();
        let side = self.mover(ply);
        let is_first = self.lost_chance.is_some_and(|[first, _]| first == ply);
        let what = |detail: Option<String>| {
            detail.map_or_else(|| self.what(ply, clock.into()), SentenceValue::from)
        };
        Some(match (self.standing(ply), detail) {
            (Standing::Over, _) => return None,
            (Standing::Lost, detail) if is_first => {
                sentence!(
                    "{0}, who lost, could claim a draw ({1})",
                    side,
                    what(detail)
                )
            }
            (Standing::Lost, Some(detail)) => {
                sentence!("{0}'s last chance to claim ({1})", side, detail)
            }
            (Standing::Lost, None) => sentence!("{0}'s last chance to claim", side),
            (_, detail) => self.turn(ply, side.into(), what(detail)),
        })
    }

    /// The turns of a run from the first claim to the last, those together of which the same is said.
    #[must_use]
    pub fn turns_of_run(&self) -> Vec<ClaimTurns> {
        let mut turns: Vec<ClaimTurns> = Vec::new();
        for from_ply in self.first_ply..=self.last_ply {
            let said = ClaimTurns {
                from_ply,
                is_open: self.is_given_at(from_ply)
                    && self.right_at(from_ply) == ClaimRight::Claims,
                sentence: self.turn(from_ply, "{0}".into(), self.what(from_ply, "{1}".into())),
            };
            match turns.last() {
                Some(last) if last.sentence == said.sentence => {}
                _ => turns.push(said),
            }
        }
        turns
    }

    /// What is said of the turn before a half-move of a run, whatever the result of the game.
    pub(crate) fn plain_turn(&self, ply: u32) -> Sentence {
        let clock = self.run().map_or(0, |run| clock_before(run, ply));
        self.turn(ply, self.mover(ply).into(), self.what(ply, clock.into()))
    }

    /// The article of a claim and the half-move clock; the clock alone where there was none.
    fn what(&self, ply: u32, clock: SentenceValue) -> SentenceValue {
        let article = self.article(ply);
        match (self.source, self.standing(ply)) {
            (ClaimSource::Repetition(_), _) => article.into(),
            (_, Standing::Lost | Standing::Given) if self.is_under_other_law() => sentence!(
                "{0}, clock {1}, under {2}",
                article,
                clock,
                self.run().map_or("", |run| &run.law)
            )
            .into(),
            (_, Standing::Lost | Standing::Given) => {
                sentence!("{0}, clock {1}", article, clock).into()
            }
            _ => sentence!("clock {0}", clock).into(),
        }
    }

    /// Whether the law gave claims later than fifty moves do.
    fn is_under_other_law(&self) -> bool {
        self.lawful_ply
            .is_some_and(|lawful| lawful != self.first_ply)
    }

    fn turn(&self, ply: u32, side: SentenceValue, what: SentenceValue) -> Sentence {
        let venue = self.game.venue;
        match (self.standing(ply), self.right_at(ply).objection(venue)) {
            (Standing::Over, _) => sentence!("By then the game was over without a claim."),
            (Standing::NotGiven, _) => sentence!(
                "{0} at fifty moves ({1}); no claim: the law of the time required {2} moves",
                side,
                what,
                self.run().map_or(0, |run| run.limit_moves)
            ),
            (Standing::NotJudged(right), _) => {
                let form = match self.source {
                    ClaimSource::Fifty(_) => "{0} at fifty moves ({1}); {2}",
                    ClaimSource::Repetition(_) => "{0} at the third occurrence ({1}); {2}",
                };
                sentence!(form, side, what, self.not_judged(right))
            }
            (Standing::Lost | Standing::Given, None) => {
                sentence!("{0} may claim a draw ({1})", side, what)
            }
            (Standing::Lost | Standing::Given, Some(but)) => sentence!(
                "{0} could claim a draw by the Laws ({1}), but {2}",
                side,
                what,
                but
            ),
        }
    }
}
