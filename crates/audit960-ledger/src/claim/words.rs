//! What a claim was, its law, its venue and its end in sentences, and what could be claimed at each of its turns: in comments
//! of games, and on the board of a page.

use audit960_law::end_article_of_the_day;
use audit960_types::{EndReason, Message, MessageValue, Outcome, RunEnd, Venue, Verdict, message};

use super::{Claim, ClaimSource, Standing, clock_before};
use crate::article::{over, with_article};
use crate::rules::ClaimRight;

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
    pub(crate) fn label(&self, ply: u32) -> String {
        self.game.numbers().label(ply)
    }

    /// The turn before a half-move, as a part of a sentence.
    fn turn_at(&self, ply: u32) -> Message {
        self.game.numbers().turn("turn", ply)
    }

    /// Who could claim when and by which article; or why nobody could, or nobody knows.
    #[must_use]
    pub fn sentence(&self) -> Message {
        let last = self.lost_chance.map(|[_, last]| last);
        let last = last.filter(|last| *last != self.ply && !self.game.is_over_before(*last));
        match (self.standing(self.ply), last) {
            (Standing::Lost, None) => self.at_its_turn("claim-lost"),
            (Standing::Lost, Some(last)) => {
                let mut sentence = self.at_its_turn("claim-lost-last");
                sentence.values.push(("last", self.turn_at(last).into()));
                sentence
            }
            _ => self.first(),
        }
    }

    /// The same, whatever the result of the game.
    #[must_use]
    pub fn first(&self) -> Message {
        let (ply, side) = (self.ply, self.mover(self.ply));
        let label = self.label(ply);
        match self.standing(ply) {
            Standing::Over => {
                let over = over(self.game, &self.dates).unwrap_or_else(|| message!("none"));
                message!("claim-over", label = label, over = over)
            }
            Standing::NotGiven => message!("claim-not-given", label = label, side = side),
            Standing::NotJudged(right) => message!(
                "claim-not-judged",
                label = label,
                side = side,
                rule = self.rule_name(),
                why = self.not_judged(right)
            ),
            Standing::Lost | Standing::Given if self.right_at(ply) == ClaimRight::Claims => {
                self.at_its_turn("claim-given")
            }
            Standing::Lost | Standing::Given => self.at_its_turn("claim-by-laws"),
        }
    }

    /// A sentence about the turn of the claim, its side and its article.
    fn at_its_turn(&self, key: &'static str) -> Message {
        let ply = self.ply;
        message!(
            key,
            label = self.label(ply),
            side = self.mover(ply),
            article = self.named_article(ply)
        )
    }

    /// The article of a claim before a half-move, by its number or what it is about.
    pub(crate) fn named_article(&self, ply: u32) -> Message {
        self.article(ply).named(self.article_number(ply))
    }

    /// That a claim is not judged, or that there was none, and why.
    pub(super) fn not_judged(&self, right: ClaimRight) -> Message {
        let why = right.objection(self.game.venue);
        let why = why.unwrap_or_else(|| message!("none"));
        match right.is_doubt() {
            true => message!("not-judged", why = why),
            false => message!("no-claim", why = why),
        }
    }

    /// What is said where sources leave open which rule was in force.
    #[must_use]
    pub fn uncertain(&self) -> Option<Message> {
        self.law_uncertain.then(|| message!("law-open"))
    }

    /// The side that lost half a point, marked where the law leaves that open.
    #[must_use]
    pub fn loser(&self) -> Option<Message> {
        let side = self.lost_by?;
        Some(match self.law_uncertain {
            true => message!("loser-uncertain", side = side),
            false => message!("side-name", side = side),
        })
    }

    /// The law of a run and its limit, and its first claim where that is not the plain one; of a repetition, what is
    /// uncertain; and the automatic draw.
    #[must_use]
    pub fn law(&self) -> Option<Message> {
        let drawn = self.automatic_draw();
        let ClaimSource::Fifty(run) = self.source else {
            let uncertain = match self.doubt {
                Some(_) => Some(message!("law-rule-unknown")),
                None => self.law_uncertain.then(|| message!("law-rule-uncertain")),
            };
            return Message::clauses(uncertain.into_iter().chain(drawn));
        };
        let name = run.law.as_str();
        let law = match self.doubt {
            Some(ClaimRight::LawNotKnown) => {
                return Some(message!("law-limit-unknown", law = name));
            }
            Some(ClaimRight::DateInDoubt) => {
                let law = message!("law-name", law = name);
                return Some(message!("law-not-judged", law = law));
            }
            _ if run.law_uncertain => "law-limit-uncertain",
            _ => "law-limit",
        };
        let law = message!(law, law = name, moves = run.limit_moves);
        let law = match self.lawful_ply {
            _ if self.doubt.is_some() => message!("law-not-judged", law = law),
            Some(ply) if ply == self.first_ply => law,
            Some(ply) => message!(
                "law-later",
                law = law,
                from = self.turn_at(ply),
                first = self.turn_at(self.first_ply)
            ),
            None if self.game.is_over_before(self.first_ply) => message!("law-over", law = law),
            None => message!("law-no-claim", law = law),
        };
        Message::clauses([law].into_iter().chain(drawn))
    }

    /// When and by which rule the game was drawn without a claim, by the run or the repetition.
    #[must_use]
    pub fn automatic_draw(&self) -> Option<Message> {
        let (ply, rule, reason) = match self.source {
            ClaimSource::Fifty(run) => match run.automatic_draw_ply? {
                ply if run.seventy_five_ply == Some(ply) => {
                    (ply, "seventy-five", Some(EndReason::SeventyFiveMoves))
                }
                ply => (ply, "venue", None),
            },
            ClaimSource::Repetition(judged) => {
                let ply = judged.automatic_draw_ply?;
                let times = judged.repetition.plies.iter();
                match times.take_while(|stood| **stood <= ply).count() {
                    3 => (ply, "third", None),
                    _ => (ply, "fifth", Some(EndReason::FivefoldRepetition)),
                }
            }
        };
        let rule = message!("drawing-rule", rule = rule);
        let article = reason.and_then(|reason| end_article_of_the_day(reason, &self.dates));
        let article = article.map(|article| message!("as-is", text = article));
        let by = Message::list([rule].into_iter().chain(article))?;
        let turn = self.game.numbers().turn("turn-of", ply);
        Some(message!("drawn", turn = turn, by = by))
    }

    /// Whether the seventy-five-move rule ended the game where a run reached it.
    pub(crate) fn seventy_five(&self) -> Option<Message> {
        let run = self.run()?;
        run.seventy_five_ply?;
        let article = end_article_of_the_day(EndReason::SeventyFiveMoves, &self.dates);
        Some(match run.automatic_draw_ply == run.seventy_five_ply {
            true => with_article(message!("seventy-five"), article),
            false => message!("seventy-five-open"),
        })
    }

    /// The venue, and whether players could claim there.
    #[must_use]
    pub fn venue(&self) -> Message {
        let game = self.game;
        let key = match self.right {
            ClaimRight::Claims | ClaimRight::MovesMade => "venue-name",
            ClaimRight::NoClaims => "venue-no-claims",
            ClaimRight::LeftToTablebases => "venue-tablebases",
            ClaimRight::ClockInDoubt | ClaimRight::DateInDoubt => "venue-not-judged",
            _ if game.venue == Venue::Online => "venue-unknown",
            _ if game.dates.game.is_none() => "venue-undated",
            _ => "venue-not-known-then",
        };
        message!(key, venue = game.venue.as_str())
    }

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
        let (article, is_given) = (self.named_article(ply), self.is_given_at(ply));
        match self.source {
            ClaimSource::Repetition(_) => article,
            // The law gave claims later than fifty moves do.
            ClaimSource::Fifty(run)
                if is_given
                    && self
                        .lawful_ply
                        .is_some_and(|lawful| lawful != self.first_ply) =>
            {
                message!(
                    "what-article-clock-law",
                    article = article,
                    clock = clock,
                    law = run.law.as_str()
                )
            }
            ClaimSource::Fifty(_) if is_given => {
                message!("what-article-clock", article = article, clock = clock)
            }
            ClaimSource::Fifty(_) => message!("what-clock", clock = clock),
        }
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

    /// What ended a run; that the record of a damaged game ends there.
    pub(crate) fn run_end(&self) -> Option<Message> {
        let run = self.run()?;
        let end = match (self.game.verdict, run.ended_by) {
            (Verdict::Damaged, RunEnd::EndOfGame) => "damaged",
            (_, end) => end.as_str(),
        };
        Some(message!("run-end", end = end))
    }
}

/// What ended a run, in a sentence: `ended by a capture`.
#[must_use]
pub fn run_end_text(end: RunEnd) -> Message {
    message!("run-ended-by", end = end.as_str())
}

/// What became of a game with a claim, in words.
#[must_use]
pub fn outcome_text(outcome: Outcome) -> Message {
    message!("outcome", outcome = outcome.as_str())
}
