//! A ruling on a claim as text and as JSON.

use std::io::{self, Write};

use audit960_report::Language;
use audit960_types::{Message, PositionValue, harmless, message};
use serde_json::{Value, json};

use crate::end::{label_of_end, reason_by};
use crate::game::LedgerGame;
use crate::move_line::MoveLine;
use crate::position_value;
use crate::right::ClaimRight;
use crate::rules::GameRules;
use crate::rules::named_article;
use crate::ruling::Ruling;

/// A claim with its ruling, for output.
#[derive(Clone, Copy, Debug)]
pub struct RuledClaim<'c> {
    /// The game.
    pub game: &'c LedgerGame,
    /// Its moves.
    pub line: &'c MoveLine,
    /// The half-move before which the claim was made.
    pub ply: u32,
    /// The ruling.
    pub ruling: &'c Ruling,
    /// The rules that the ruling applied.
    pub rules: &'c GameRules<'c>,
    /// What the position before that half-move is worth by endgame tables, if they were asked. It changes no ruling.
    pub value: Option<PositionValue>,
}

impl RuledClaim<'_> {
    /// Writes the claim and its ruling as text.
    ///
    /// # Errors
    /// Errors of the writer.
    pub fn write_text(&self, language: Language, out: &mut dyn Write) -> io::Result<()> {
        let (label, side) = (self.line.numbers().label(self.ply), self.ruling.side);
        let claim = match &self.ruling.intended {
            Some(san) => {
                message!("ruling-claim-with", side = side, move = format!("{label} {san}"))
            }
            None => message!("ruling-claim", side = side, label = label),
        };
        let [white, black] = self.game.players();
        let names = format!("{white} – {black} ({})", self.game.name());
        writeln!(out, "{}", harmless(&names))?;
        for said in [claim, self.verdict()].into_iter().chain(self.uncertain()) {
            writeln!(out, "{}", language.say(&said))?;
        }
        // After the end of the game nothing can be claimed, so that nothing is said of the articles.
        let findings = self.ruling.findings.iter();
        for finding in findings.filter(|_| self.ruling.over.is_none()) {
            let key = if finding.correct {
                "ruling-yes"
            } else {
                "ruling-no"
            };
            let article = named_article(finding.article, finding.article_of_the_day);
            let said = message!(key, article = article, reason = finding.reason.clone());
            writeln!(out, "  {}", language.say(&said))?;
            let occurrences = finding.occurrences.iter().map(|&ply| self.occurrence(ply));
            let fifty = finding.fifty.map(|(first, last)| {
                let (first, last) = (self.line.numbered(first), self.move_of(last));
                message!("ruling-from-to", first = first, last = last)
            });
            for said in occurrences.chain(fifty) {
                writeln!(out, "      {}", language.say(&said))?;
            }
        }
        if let Some(value) = &self.value {
            let worth = position_value::in_words(value, self.ruling.side);
            let said = message!("ruling-tables", value = worth);
            writeln!(out, "{}", language.say(&said))?;
        }
        Ok(())
    }

    /// Whether the claim is correct, and what follows.
    fn verdict(&self) -> Message {
        if let Some(over) = &self.ruling.over {
            let reason = reason_by(over.reason, self.rules.end_article(over.reason));
            return message!(
                "ruling-over",
                when = self.occurrence(over.ply),
                reason = reason
            );
        }
        let venue = self.game.venue;
        match (self.is_correct(), self.ruling.right.objection(venue)) {
            (Some(true), None) => match self.rules.ruling_article(true) {
                Some(article) => message!("ruling-correct-by", article = article),
                None => message!("ruling-correct"),
            },
            (Some(false), None) => self.incorrect(),
            (Some(true), Some(_)) => message!("ruling-by-tables", venue = venue.as_str()),
            (Some(false), Some(objection)) => message!("ruling-no-draw", why = objection),
            (None, objection) => {
                let why = objection.unwrap_or_else(|| message!("none"));
                message!("ruling-not-judged", why = why)
            }
        }
    }

    fn incorrect(&self) -> Message {
        // What the opponent gets is known where the article on it is; how much depends on the rate of play.
        let incorrect = match self.rules.ruling_article(false) {
            Some(article) => message!("ruling-incorrect-by", article = article),
            None => message!("ruling-incorrect"),
        };
        match self.ruling.intended.is_some() && self.rules.is_at_the_board() {
            true => message!(
                "clauses",
                first = incorrect,
                second = message!("ruling-must-be-played")
            ),
            false => incorrect,
        }
    }

    /// Whether the claim is correct; where endgame tables take the place of the rule and were asked, by what they say:
    /// that it would take more than fifty moves is no defence there.
    fn is_correct(&self) -> Option<bool> {
        let by_tables = match (self.ruling.right, &self.value) {
            (ClaimRight::LeftToTablebases, Some(value)) => value.wdl.map(|wdl| wdl == 0),
            _ => None,
        };
        self.ruling.is_correct().or(by_tables)
    }

    fn uncertain(&self) -> Option<Message> {
        let is_uncertain = self.ruling.law_uncertain && self.ruling.over.is_none();
        is_uncertain.then(|| message!("ruling-uncertain"))
    }

    /// The claim and its ruling as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let english = |said: &Message| Language::English.say(said);
        let findings = self.ruling.findings.iter().map(|finding| {
            let stood = finding.occurrences.iter();
            let occurrences: Vec<Value> = stood
                .map(|&ply| json!({ "ply": ply, "after": english(&self.occurrence(ply)) }))
                .collect();
            let fifty = finding.fifty.map(|(first, last)| {
                json!({
                    "first_ply": first,
                    "first_move": self.line.numbered(first),
                    "last_ply": last,
                    "last_move": self.move_of(last),
                })
            });
            json!({
                "article": finding.article,
                "article_of_the_day": finding.article_of_the_day,
                "correct": finding.correct,
                "reason": english(&finding.reason),
                "occurrences": occurrences,
                "fifty": fifty,
            })
        });
        let over = self.ruling.over.is_some();
        let articles = self
            .ruling
            .findings
            .iter()
            .filter(|finding| finding.correct && !over);
        let mut json = json!({
            "source": self.game.source,
            "game": self.game.game,
            "white": self.game.white,
            "black": self.game.black,
            "ply": self.ply,
            "side": self.ruling.side.as_str(),
            "move": self.ruling.intended,
            "correct": self.is_correct(),
            "law_uncertain": self.ruling.law_uncertain,
            "articles": articles.map(|finding| finding.article).collect::<Vec<_>>(),
            "claimable_at_venue": self.ruling.right.at_venue(),
            "not_judged": (self.is_correct().is_none())
                .then(|| self.ruling.right.objection(self.game.venue).map(|why| english(&why))),
            "over_by": self.ruling.over.map(|over| label_of_end(over.reason)),
            "over_ply": self.ruling.over.map(|over| over.ply),
            "findings": findings.collect::<Vec<_>>(),
        });
        position_value::add_to(&mut json, self.value.as_ref());
        json
    }

    /// Names an occurrence of a position; the half-move of the claim means the intended move.
    fn occurrence(&self, ply: u32) -> Message {
        match ply {
            0 => message!("at-start"),
            ply => message!("after-move", move = self.move_of(ply)),
        }
    }

    /// A half-move in SAN with its move number; for the half-move of the claim, the intended move.
    fn move_of(&self, ply: u32) -> String {
        match &self.ruling.intended {
            Some(san) if ply == self.ply => format!("{} {san}", self.line.numbers().label(ply)),
            _ => self.line.numbered(ply),
        }
    }
}
