//! What a claim was, its law, its venue and its end in sentences.

use audit960_types::{EndReason, Message, Outcome, RunEnd, Venue, Verdict, message};

use super::{Claim, ClaimSource, Standing};
use crate::article::with_article;
use crate::end::over;
use crate::right::ClaimRight;

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
                let over = over(self.game, self.edition).unwrap_or_else(|| message!("none"));
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
        let article = reason.and_then(|reason| self.edition.of_end(reason, self.game));
        let article = article.map(|article| message!("as-is", text = article));
        let by = Message::list([rule].into_iter().chain(article))?;
        let turn = self.game.numbers().turn("turn-of", ply);
        Some(message!("drawn", turn = turn, by = by))
    }

    /// Whether the seventy-five-move rule ended the game where a run reached it.
    pub(crate) fn seventy_five(&self) -> Option<Message> {
        let run = self.run()?;
        run.seventy_five_ply?;
        let article = self.edition.of_end(EndReason::SeventyFiveMoves, self.game);
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
