//! What a claim was, its law, its venue and its end in sentences.

use audit960_law::{AMBIGUOUS_DATE, end_article_of_the_day};
use audit960_types::{EndReason, Outcome, RunEnd, Venue, Verdict};

use super::{Claim, ClaimSource, Standing};
use crate::end::over;
use crate::right::{ClaimRight, venue_name};
use crate::sentence::{Sentence, sentence};

impl Claim<'_> {
    pub(crate) fn label(&self, ply: u32) -> String {
        self.game.numbers().label(ply)
    }

    /// Who could claim when and by which article, by the numbers of 2023; or why nobody could, or nobody knows.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        let (ply, side) = (self.ply, self.mover(self.ply));
        let (label, article) = (self.label(ply), self.article(ply));
        let last = self.lost_chance.map(|[_, last]| last);
        let last = last.filter(|last| *last != ply && !self.game.is_over_before(*last));
        match (self.standing(ply), last) {
            (Standing::Lost, None) => {
                sentence!("{0} {1}, who lost, could claim ({2})", label, side, article)
            }
            (Standing::Lost, Some(last)) => sentence!(
                "{0} {1}, who lost, could claim ({2}), last at {3}",
                label,
                side,
                article,
                self.label(last)
            ),
            _ => self.first(),
        }
    }

    /// The same, whatever the result of the game.
    #[must_use]
    pub fn first(&self) -> Sentence {
        let (ply, side) = (self.ply, self.mover(self.ply));
        let (label, article) = (self.label(ply), self.article(ply));
        match self.standing(ply) {
            Standing::Over => {
                let over = over(self.game).unwrap_or_else(|| sentence!(""));
                sentence!("{0} no claim: {1}", label, over)
            }
            Standing::NotGiven => sentence!(
                "{0} {1}, at fifty moves; no claim under the law",
                label,
                side
            ),
            Standing::NotJudged(right) => {
                let form = match self.source {
                    ClaimSource::Fifty(_) => "{0} {1}, at fifty moves; {2}",
                    ClaimSource::Repetition(_) => "{0} {1}, at the third occurrence; {2}",
                };
                sentence!(form, label, side, self.not_judged(right))
            }
            Standing::Lost | Standing::Given if self.right_at(ply) == ClaimRight::Claims => {
                sentence!("{0} {1} may claim ({2})", label, side, article)
            }
            Standing::Lost | Standing::Given => {
                sentence!(
                    "{0} {1} could claim by the Laws ({2})",
                    label,
                    side,
                    article
                )
            }
        }
    }

    /// That a claim is not judged, or that there was none, and why.
    pub(super) fn not_judged(&self, right: ClaimRight) -> Sentence {
        let why = right.objection(self.game.venue);
        let why = why.unwrap_or_else(|| sentence!(""));
        match right.is_doubt() {
            true => sentence!("not judged: {0}", why),
            false => sentence!("no claim: {0}", why),
        }
    }

    /// What is said where sources leave open which rule was in force.
    #[must_use]
    pub fn uncertain(&self) -> Option<Sentence> {
        let form = match self.source {
            ClaimSource::Fifty(_) => "sources leave open which limit was in force on that date",
            ClaimSource::Repetition(_) => {
                "sources leave open which rule on repetition was in force on that date"
            }
        };
        self.law_uncertain.then(|| sentence!(form))
    }

    /// The side that lost half a point, marked where the law leaves that open.
    #[must_use]
    pub fn loser(&self) -> Option<Sentence> {
        let side = self.lost_by?;
        Some(match self.law_uncertain {
            true => sentence!("{0} (law uncertain)", side),
            false => sentence!("{0}", side),
        })
    }

    /// The law of a run and its limit, and its first claim where that is not the plain one; of a repetition, what is
    /// uncertain; and the automatic draw.
    #[must_use]
    pub fn law(&self) -> Option<String> {
        let drawn = self.automatic_draw().map(|drawn| drawn.to_string());
        let ClaimSource::Fifty(run) = self.source else {
            let uncertain = match self.doubt {
                Some(_) => Some("which rule, is not known: not judged"),
                None => self.law_uncertain.then_some("rule uncertain"),
            };
            let parts = uncertain.map(str::to_owned).into_iter().chain(drawn);
            return parts.reduce(|first, second| format!("{first}; {second}"));
        };
        let law = match run.law.as_str() {
            AMBIGUOUS_DATE => "the date spans two laws",
            law => law,
        };
        match self.doubt {
            Some(ClaimRight::LawNotKnown) => {
                return Some(format!("{law} (which limit, is not known): not judged"));
            }
            Some(ClaimRight::DateInDoubt) => return Some(format!("{law}: not judged")),
            _ => {}
        }
        let limit = run.limit_moves;
        let uncertain = if run.law_uncertain { ", uncertain" } else { "" };
        let claim = match self.lawful_ply {
            _ if self.doubt.is_some() => ": not judged".to_owned(),
            Some(ply) if ply == self.first_ply => String::new(),
            Some(ply) => format!(
                ": from {}, not from {}",
                self.label(ply),
                self.label(self.first_ply)
            ),
            None if self.game.is_over_before(self.first_ply) => {
                ": no claim, the game was over".to_owned()
            }
            None => ": no claim".to_owned(),
        };
        let drawn = drawn.map_or_else(String::new, |drawn| format!("; {drawn}"));
        Some(format!("{law} ({limit} moves{uncertain}){claim}{drawn}"))
    }

    /// When and by which rule the game was drawn without a claim, by the run or the repetition.
    #[must_use]
    pub fn automatic_draw(&self) -> Option<Sentence> {
        let article = |reason| end_article_of_the_day(reason, &self.game.dates);
        let (ply, rule, article) = match self.source {
            ClaimSource::Fifty(run) => match run.automatic_draw_ply? {
                ply if run.seventy_five_ply == Some(ply) => {
                    (ply, "75 moves", article(EndReason::SeventyFiveMoves))
                }
                ply => (ply, "by the venue's rule", None),
            },
            ClaimSource::Repetition(judged) => {
                let ply = judged.automatic_draw_ply?;
                let times = judged.repetition.plies.iter();
                match times.take_while(|stood| **stood <= ply).count() {
                    3 => (ply, "third occurrence, by the venue's rule", None),
                    _ => {
                        let article = article(EndReason::FivefoldRepetition);
                        (ply, "fifth occurrence", article)
                    }
                }
            }
        };
        let (label, rule) = (self.label(ply), sentence!(rule));
        Some(match article {
            Some(article) => sentence!("drawn after {0} ({1}, {2})", label, rule, article),
            None => sentence!("drawn after {0} ({1})", label, rule),
        })
    }

    /// Whether the seventy-five-move rule ended the game where a run reached it.
    pub(crate) fn seventy_five(&self) -> Option<Sentence> {
        let run = self.run()?;
        run.seventy_five_ply?;
        let article = end_article_of_the_day(EndReason::SeventyFiveMoves, &self.game.dates);
        Some(match article {
            _ if run.automatic_draw_ply != run.seventy_five_ply => {
                sentence!("75 moves by each player; no rule ended the game then")
            }
            Some(article) => sentence!("75 moves by each player: automatic draw ({0})", article),
            None => sentence!("75 moves by each player: automatic draw"),
        })
    }

    /// The venue, and whether players could claim there.
    #[must_use]
    pub fn venue(&self) -> String {
        let game = self.game;
        let claims = match self.right {
            ClaimRight::Claims | ClaimRight::MovesMade => "",
            ClaimRight::NoClaims => ", no claims there",
            ClaimRight::LeftToTablebases => ", left to tablebases: not judged",
            ClaimRight::ClockInDoubt | ClaimRight::DateInDoubt => ": not judged",
            _ if game.venue == Venue::Online => ", rules not known: not judged",
            _ if game.dates.game.is_none() => ", rule not known without a date: not judged",
            _ => ", rule on that date not known: not judged",
        };
        format!("{}{claims}", venue_name(game.venue))
    }

    /// What ended a run; that the record of a damaged game ends there.
    pub(crate) fn run_end(&self) -> Option<Sentence> {
        let run = self.run()?;
        Some(match (self.game.verdict, run.ended_by) {
            (Verdict::Damaged, RunEnd::EndOfGame) => sentence!("damaged record"),
            (_, RunEnd::EndOfGame) => sentence!("end"),
            (_, end) => {
                let text = run_end_text(end);
                sentence!(text.strip_prefix("a ").unwrap_or(text))
            }
        })
    }
}

/// What ended a run, in a sentence: `ended by a capture`.
#[must_use]
pub const fn run_end_text(end: RunEnd) -> &'static str {
    match end {
        RunEnd::Capture => "a capture",
        RunEnd::Pawn => "a pawn move",
        RunEnd::Checkmate => "checkmate",
        RunEnd::Stalemate => "stalemate",
        RunEnd::EndOfGame => "the end of the record",
    }
}

/// What became of a game with a claim, in words.
#[must_use]
pub const fn outcome_text(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::DrawnWithClaimOpen => "drawn with the claim open",
        Outcome::DrawnLater => "drawn later",
        Outcome::LostAfterClaim => "lost after a claim",
        Outcome::WonAfterClaim => "won after a claim",
        Outcome::Unfinished => "unfinished",
        Outcome::OverBefore => "over before",
    }
}
