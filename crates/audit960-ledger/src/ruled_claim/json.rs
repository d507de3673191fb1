//! A ruling as JSON.

use audit960_law::Pace;
use audit960_report::Language;
use audit960_types::{Choice as _, Message};
use serde_json::{Value, json};

use super::RuledClaim;
use crate::article::label_of_end;
use crate::ruling::ClaimFinding;
use crate::value;

impl RuledClaim<'_> {
    /// The claim and its ruling as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let findings = self.ruling.findings.iter();
        let articles = self
            .findings()
            .filter(|finding| finding.correct == Some(true));
        let is_open = self.is_correct().is_none();
        let unclear = self.ruling.unclear.as_ref();
        let extra = self.rules.extra_time().filter(|_| self.fails());
        let [standard, rapid, blitz] = extra
            .map(|extra| extra.minutes.map(Some))
            .unwrap_or_default();
        let seen = self.seen();
        let mut json = json!({
            "source": self.game.map(|game| &game.source),
            "game": self.game.and_then(|game| game.game),
            "white": self.game.and_then(|game| game.white.as_ref()),
            "black": self.game.and_then(|game| game.black.as_ref()),
            "fen": self.line.before(self.ply).xfen(),
            "ply": self.ply,
            "side": self.ruling.side.as_str(),
            "side_to_move": self.ruling.mover.as_str(),
            "move": self.ruling.intended,
            "unclear_move": unclear.map(|unclear| &unclear.written),
            "unclear_move_may_be": unclear.map(|unclear| &unclear.candidates),
            "correct": self.is_correct(),
            "law_uncertain": self.ruling.law_uncertain,
            "articles": articles.map(|finding| finding.article.name()).collect::<Vec<_>>(),
            "claimable_at_venue": self.ruling.right.at_venue(),
            "not_judged": self.why_open().filter(|_| is_open).map(|why| english(&why)),
            "over_by": self.ruling.over.map(|over| label_of_end(over.reason)),
            "over_ply": self.ruling.over.map(|over| over.ply),
            "result_stands": self.result_that_stands().map(|result| result.to_string()),
            "pace": self.rules.pace.map(Pace::name),
            "extra_minutes": standard,
            "extra_minutes_rapid": rapid,
            "extra_minutes_blitz": blitz,
            "extra_minutes_blitz_uncertain": extra.map(|extra| extra.blitz_uncertain),
            "to_be_seen": seen.iter().map(english).collect::<Vec<_>>(),
            "findings": findings.map(|finding| self.finding(finding)).collect::<Vec<_>>(),
        });
        value::add_to(&mut json, self.value.as_ref());
        json
    }

    fn finding(&self, finding: &ClaimFinding) -> Value {
        let occurrences = finding.occurrences.iter();
        let occurrences: Vec<Value> = occurrences
            .map(|&ply| json!({ "ply": ply, "after": english(&self.occurrence(ply)) }))
            .collect();
        let alike = finding.alike.iter().map(|found| {
            json!({
                "ply": found.after,
                "article": found.difference.clause(),
                "reason": english(&self.look_alike(found)),
            })
        });
        let fifty = finding.fifty.map(|(first, last)| {
            json!({
                "first_ply": first,
                "first_move": self.line.numbered(first),
                "last_ply": last,
                "last_move": self.move_of(last),
            })
        });
        json!({
            "article": finding.article.name(),
            "article_of_the_day": finding.article_of_the_day,
            "correct": finding.correct,
            "reason": english(&finding.reason),
            "occurrences": occurrences,
            "look_alikes": alike.collect::<Vec<_>>(),
            "fifty": fifty,
        })
    }
}

fn english(said: &Message) -> String {
    Language::English.say(said)
}
