//! What could be claimed at each turn of a claim, in sentences: comments of games, and the board of a page.

use audit960_types::{Message, MessageValue, message};

use super::{Claim, ClaimSource, Standing, clock_before};
use crate::right::ClaimRight;

/// Turns of which the same is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimTurns {
    /// The half-move after the first of them.
    pub from_ply: u32,
    /// Whether the side to move could claim where the game was played.
    pub is_open: bool,
    /// What is said, with `{0}` in place of the side and `{1}` in place of the half-move clock.
    pub sentence: Message,
}

impl Claim<'_> {
    /// What is said of the turn before a half-move, in a comment; `detail` says more of the claim.
    pub(crate) fn comment(&self, ply: u32, detail: Option<Message>) -> Option<Message> {
        let side = self.mover(ply);
        let is_first = self.lost_chance.is_some_and(|[first, _]| first == ply);
        let what = |detail: Option<Message>| detail.unwrap_or_else(|| self.what_then(ply));
        Some(match (self.standing(ply), detail) {
            (Standing::Over, _) => return None,
            (Standing::Lost, detail) if is_first => {
                message!("comment-lost", side = side, what = what(detail))
            }
            (Standing::Lost, Some(detail)) => {
                message!("comment-last-by", side = side, what = detail)
            }
            (Standing::Lost, None) => message!("comment-last", side = side),
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
    pub(crate) fn plain_turn(&self, ply: u32) -> Message {
        self.turn(ply, self.mover(ply).into(), self.what_then(ply))
    }

    /// The article of a claim and the half-move clock before a half-move.
    fn what_then(&self, ply: u32) -> Message {
        let clock = self.run().map_or(0, |run| clock_before(run, ply));
        self.what(ply, clock.to_string().into())
    }

    /// The article of a claim and the half-move clock; the clock alone where there was none.
    fn what(&self, ply: u32, clock: MessageValue) -> Message {
        let article = self.named_article(ply);
        let is_given = matches!(self.standing(ply), Standing::Lost | Standing::Given);
        match self.source {
            ClaimSource::Repetition(_) => article,
            ClaimSource::Fifty(run) if is_given && self.is_under_other_law() => message!(
                "what-article-clock-law",
                article = article,
                clock = clock,
                law = run.law.as_str()
            ),
            ClaimSource::Fifty(_) if is_given => {
                message!("what-article-clock", article = article, clock = clock)
            }
            ClaimSource::Fifty(_) => message!("what-clock", clock = clock),
        }
    }

    /// Whether the law gave claims later than fifty moves do.
    fn is_under_other_law(&self) -> bool {
        self.lawful_ply
            .is_some_and(|lawful| lawful != self.first_ply)
    }

    fn turn(&self, ply: u32, side: MessageValue, what: Message) -> Message {
        let venue = self.game.venue;
        match (self.standing(ply), self.right_at(ply).objection(venue)) {
            (Standing::Over, _) => message!("turn-over"),
            (Standing::NotGiven, _) => message!(
                "turn-not-given",
                side = side,
                what = what,
                moves = self.run().map_or(0, |run| run.limit_moves)
            ),
            (Standing::NotJudged(right), _) => message!(
                "turn-not-judged",
                side = side,
                rule = self.rule_name(),
                what = what,
                why = self.not_judged(right)
            ),
            (Standing::Lost | Standing::Given, None) => {
                message!("turn-given", side = side, what = what)
            }
            (Standing::Lost | Standing::Given, Some(why)) => {
                message!("turn-by-laws", side = side, what = what, why = why)
            }
        }
    }
}
