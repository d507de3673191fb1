//! A ruling on a claim as text and as JSON.

use std::io::{self, Write};

use audit960_types::{PositionValue, harmless};
use serde_json::{Value, json};

use crate::end::{label_of_end, reason_of_end};
use crate::game::LedgerGame;
use crate::move_line::MoveLine;
use crate::position_value;
use crate::right::ClaimRight;
use crate::rules::GameRules;
use crate::rules::about_article;
use crate::ruling::{ClaimFinding, Ruling};

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
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let label = self.line.numbers().label(self.ply);
        let claim = match &self.ruling.intended {
            Some(san) => format!("before {label} {san}, with that move"),
            None => format!("before {label}"),
        };
        let [white, black] = self.game.players();
        let names = format!("{white} – {black} ({})", self.game.name());
        writeln!(out, "{}", harmless(&names))?;
        writeln!(out, "{} claims a draw {claim}", self.ruling.side.name())?;
        self.write_verdict(out)?;
        // After the end of the game nothing can be claimed, so that nothing is said of the articles.
        let findings = self.ruling.findings.iter();
        for finding in findings.filter(|_| self.ruling.over.is_none()) {
            let sign = if finding.correct { "yes" } else { "no" };
            writeln!(out, "  {} {sign}: {}", article(finding), finding.reason)?;
            for &stood in &finding.occurrences {
                writeln!(out, "      {}", self.occurrence(stood))?;
            }
            if let Some((first, last)) = finding.fifty {
                writeln!(
                    out,
                    "      from {} to {}",
                    self.line.numbered(first),
                    self.move_of(last)
                )?;
            }
        }
        if let Some(value) = &self.value {
            let worth = position_value::in_words(value, self.ruling.side);
            writeln!(out, "Apart from the law, by endgame tables: {worth}")?;
        }
        Ok(())
    }

    fn write_verdict(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(over) = &self.ruling.over {
            let by = self.rules.end_article(over.reason);
            let by = by.map_or(String::new(), |author| format!("{author}: "));
            return writeln!(
                out,
                "No claim is needed: the game was already drawn {} ({by}{})",
                self.occurrence(over.ply),
                reason_of_end(over.reason)
            );
        }
        match (
            self.is_correct(),
            self.ruling.right.objection(self.game.venue),
        ) {
            (Some(true), None) => {
                let article = self.rules.ruling_article(true);
                let article = article.map_or(String::new(), |article| format!(" ({article})"));
                writeln!(out, "Correct: the game is drawn{article}")?;
            }
            (Some(false), None) => self.write_incorrect(out)?,
            (Some(true), Some(_)) => writeln!(
                out,
                "Correct at this venue ({}): endgame tables, which take the place of the fifty-move rule there, give a draw",
                self.game.venue
            )?,
            (Some(false), Some(objection)) => writeln!(out, "No draw: {objection}")?,
            (None, objection) => {
                let objection = objection.map_or_else(String::new, |why| why.to_string());
                writeln!(out, "Not judged: {objection}")?;
            }
        }
        self.write_uncertain(out)
    }

    fn write_incorrect(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "Incorrect: the game goes on")?;
        // What the opponent gets is known where the article on it is; how much depends on the rate of play.
        if let Some(article) = self.rules.ruling_article(false) {
            write!(out, ", the opponent gets extra time ({article})")?;
        }
        if self.ruling.intended.is_some() && self.rules.is_at_the_board() {
            write!(out, "; the move that was written must be played")?;
        }
        writeln!(out)
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

    fn write_uncertain(&self, out: &mut dyn Write) -> io::Result<()> {
        if !self.ruling.law_uncertain {
            return Ok(());
        }
        let text = "Uncertain: sources leave open which rule was in force on that date";
        writeln!(out, "{text}")
    }

    /// The claim and its ruling as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let findings = self.ruling.findings.iter().map(|finding| {
            let stood = finding.occurrences.iter();
            let occurrences: Vec<Value> = stood
                .map(|&ply| json!({ "ply": ply, "after": self.occurrence(ply) }))
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
                "reason": finding.reason,
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
                .then(|| self.ruling.right.objection(self.game.venue).map(|why| why.to_string())),
            "over_by": self.ruling.over.map(|over| label_of_end(over.reason)),
            "over_ply": self.ruling.over.map(|over| over.ply),
            "findings": findings.collect::<Vec<_>>(),
        });
        position_value::add_to(&mut json, self.value.as_ref());
        json
    }

    /// Names an occurrence of a position; the half-move of the claim means the intended move.
    fn occurrence(&self, ply: u32) -> String {
        if ply == 0 {
            return "at the start of the record".to_owned();
        }
        format!("after {}", self.move_of(ply))
    }

    /// A half-move in SAN with its move number; for the half-move of the claim, the intended move.
    fn move_of(&self, ply: u32) -> String {
        match &self.ruling.intended {
            Some(san) if ply == self.ply => format!("{} {san}", self.line.numbers().label(ply)),
            _ => self.line.numbered(ply),
        }
    }
}

/// The number of the article in the Laws of the day; where that is not known, what it is about.
fn article(finding: &ClaimFinding) -> &'static str {
    let about = || about_article(finding.article);
    finding.article_of_the_day.unwrap_or_else(about)
}
