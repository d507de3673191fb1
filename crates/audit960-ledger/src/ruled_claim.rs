//! A ruling on a claim in sentences: for the terminal, and for a sheet.

mod json;
mod sheet;

use std::io::{self, Write};

use audit960_law::ClaimClause;
use audit960_report::Language;
use audit960_types::{EndReason, Message, PositionValue, harmless, message};

use crate::end::{Edition, reason_by};
use crate::game::LedgerGame;
use crate::move_line::{Evidence, MoveLine};
use crate::position_value;
use crate::right::ClaimRight;
use crate::rules::{GameRules, named_article};
use crate::ruling::{ClaimFinding, Difference, LookAlike, Ruling};

/// A claim with its ruling, for output.
#[derive(Clone, Copy, Debug)]
pub struct RuledClaim<'c> {
    /// The game; `None` for a position alone.
    pub game: Option<&'c LedgerGame>,
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
    /// Writes the claim and its ruling as text, with the articles of the day.
    ///
    /// # Errors
    /// Errors of the writer.
    pub fn write_text(&self, language: Language, out: &mut dyn Write) -> io::Result<()> {
        let edition = Edition::OfTheDay;
        let of = match self.game {
            Some(game) => {
                let [white, black] = game.players();
                format!("{white} – {black} ({})", game.name())
            }
            None => self.line.before(self.ply).xfen(),
        };
        writeln!(out, "{}", harmless(&of))?;
        let mut write = |indent: &str, said: Message| {
            writeln!(out, "{indent}{}", harmless(&language.say(&said)))
        };
        write("", self.claim())?;
        write("", self.verdict(edition))?;
        self.uncertain().map_or(Ok(()), |said| write("", said))?;
        for finding in self.findings() {
            write("  ", Self::judged(finding, edition))?;
            for said in self.details(finding, edition) {
                write("      ", said)?;
            }
        }
        let seen = self.seen(edition);
        if !seen.is_empty() {
            write("", message!("ruling-seen"))?;
        }
        for said in seen {
            write("  ", said)?;
        }
        let more = [self.stands(edition), self.worth()];
        more.into_iter()
            .flatten()
            .try_for_each(|said| write("", said))
    }

    /// Who claims when, and with which move.
    fn claim(&self) -> Message {
        let (label, side) = (self.line.numbers().label(self.ply), self.ruling.side);
        if side != self.ruling.mover {
            return message!("ruling-claim-out-of-turn", side = side, label = label);
        }
        match self.written() {
            Some(san) => {
                message!("ruling-claim-with", side = side, move = format!("{label} {san}"))
            }
            None => message!("ruling-claim", side = side, label = label),
        }
    }

    /// The intended move, legal or not.
    fn written(&self) -> Option<&str> {
        let unclear = self.ruling.unclear.as_ref();
        let written = unclear.map(|unclear| unclear.written.as_str());
        self.ruling.intended.as_deref().or(written)
    }

    /// The findings: after the end of the game nothing can be claimed, so that nothing is said of the articles.
    fn findings(&self) -> impl Iterator<Item = &ClaimFinding> {
        let findings = self.ruling.findings.iter();
        findings.filter(|_| self.ruling.over.is_none())
    }

    /// Whether the claim is correct, and what follows.
    fn verdict(&self, edition: Edition) -> Message {
        if let Some(over) = &self.ruling.over {
            let reason = reason_by(over.reason, self.rules.end_article(over.reason, edition));
            let when = self.occurrence(over.ply);
            return match over.reason {
                EndReason::Checkmate => message!("ruling-mate", when = when, reason = reason),
                _ => message!("ruling-over", when = when, reason = reason),
            };
        }
        let venue = self.rules.venue();
        match (self.is_correct(), self.ruling.right.objection(venue)) {
            (Some(true), None) => self.correct(edition),
            (Some(false), None) => self.incorrect(edition),
            (Some(true), Some(_)) => message!("ruling-by-tables", venue = venue.as_str()),
            (Some(false), Some(objection)) => message!("ruling-no-draw", why = objection),
            (None, objection) => {
                let why = objection.or_else(|| self.ruling.open());
                let why = why.unwrap_or_else(|| message!("none"));
                message!("ruling-not-judged", why = why)
            }
        }
    }

    fn correct(&self, edition: Edition) -> Message {
        let correct = match self.rules.ruling_article(true, edition) {
            Some(article) => message!("ruling-correct-by", article = article),
            None => message!("ruling-correct"),
        };
        match self.line.evidence() {
            Evidence::Record => correct,
            Evidence::Position { .. } => message!(
                "clauses",
                first = correct,
                second = message!("ruling-if-clock")
            ),
        }
    }

    fn incorrect(&self, edition: Edition) -> Message {
        // What the opponent gets is known where the article on it is.
        let incorrect = match self.rules.ruling_article(false, edition) {
            Some(article) => {
                message!(
                    "ruling-incorrect-by",
                    time = self.extra_time(),
                    article = article
                )
            }
            None => message!("ruling-incorrect"),
        };
        let then = match (&self.ruling.unclear, &self.ruling.intended) {
            (Some(unclear), _) if unclear.candidates.is_empty() => {
                Some(message!("ruling-legal-must-be-played"))
            }
            (Some(unclear), _) => Some(message!(
                "ruling-one-must-be-played",
                moves = unclear.candidates.join(", ")
            )),
            (None, Some(_)) => Some(message!("ruling-must-be-played")),
            (None, None) => None,
        };
        match then.filter(|_| self.rules.is_at_the_board()) {
            Some(then) => message!("clauses", first = incorrect, second = then),
            None => incorrect,
        }
    }

    /// What the opponent's time gains.
    fn extra_time(&self) -> Message {
        let Some(extra) = self.rules.extra_time() else {
            return message!("extra-time-unknown");
        };
        let time = message!("extra-time", minutes = extra.minutes);
        match extra.quick_minutes {
            Some(quick) => message!("extra-time-quick", time = time, minutes = quick),
            None => time,
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

    /// What one article makes of the claim.
    fn judged(finding: &ClaimFinding, edition: Edition) -> Message {
        let key = match finding.correct {
            Some(true) => "ruling-yes",
            Some(false) => "ruling-no",
            None => "ruling-open",
        };
        let of_the_day = match edition {
            Edition::Present => Some(finding.article),
            Edition::OfTheDay => finding.article_of_the_day,
        };
        let article = named_article(finding.article, of_the_day);
        message!(key, article = article, reason = finding.reason.clone())
    }

    /// What it rests on: where the position occurred, what only looks like it, and from where to where moves were counted.
    fn details(&self, finding: &ClaimFinding, edition: Edition) -> Vec<Message> {
        let occurrences = finding.occurrences.iter().map(|&ply| self.occurrence(ply));
        let alike = finding.alike.iter();
        let alike = alike.map(|found| self.look_alike(found, edition));
        let fifty = finding.fifty.map(|(first, last)| {
            let (first, last) = (self.line.numbered(first), self.move_of(last));
            message!("ruling-from-to", first = first, last = last)
        });
        occurrences.chain(alike).chain(fifty).collect()
    }

    /// A position that only looks the same, and why it does not count.
    fn look_alike(&self, found: &LookAlike, edition: Edition) -> Message {
        let why = match &found.difference {
            Difference::Turn(side) => message!("alike-turn", side = *side),
            Difference::EnPassant(moves) => message!("alike-en-passant", moves = moves.join(", ")),
            Difference::Castling(ply) => message!("alike-castling", move = self.move_of(*ply)),
        };
        let clause = found.difference.clause();
        let why = match self.rules.clause(clause, edition) {
            Some(article) => message!("by-article", article = article, reason = why),
            None => why,
        };
        message!("alike", when = self.occurrence(found.after), why = why)
    }

    /// What no record shows and the arbiter must have seen, where the claim does not fail without it.
    fn seen(&self, edition: Edition) -> Vec<Message> {
        let fails = self.ruling.over.is_some() || self.is_correct() == Some(false);
        if fails || !self.rules.is_at_the_board() {
            return Vec::new();
        }
        let side = self.ruling.side;
        let own_turn = (
            message!("seen-own-turn", side = side),
            self.rules.clause(ClaimClause::HavingTheMove, edition),
        );
        let untouched = (
            message!("seen-untouched"),
            self.rules.clause(ClaimClause::Untouched, edition),
        );
        let written = self
            .ruling
            .intended
            .is_some()
            .then(|| (message!("seen-written"), None));
        let seen = [own_turn, untouched].into_iter().chain(written);
        let numbered = seen.map(|(what, article)| match article {
            Some(article) => message!("seen-by", what = what, article = article),
            None => what,
        });
        numbered.collect()
    }

    /// That the claim stands, though it fails.
    fn stands(&self, edition: Edition) -> Option<Message> {
        let failed = self.ruling.over.is_none() && self.is_correct() == Some(false);
        let article = self.rules.clause(ClaimClause::NotWithdrawn, edition);
        let article = article.filter(|_| failed && self.rules.is_at_the_board())?;
        Some(message!("ruling-stands", article = article))
    }

    /// What the position is worth by endgame tables.
    fn worth(&self) -> Option<Message> {
        let value = self.value.as_ref()?;
        let worth = position_value::in_words(value, self.ruling.mover);
        Some(message!("ruling-tables", value = worth))
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
