//! A ruling on a claim as text and as JSON.

use std::io::{self, Write};

use audit960_types::{PositionValue, Side, harmless};
use serde_json::{Value, json};

use crate::game::LedgerGame;
use crate::move_line::MoveLine;
use crate::position_value;
use crate::rules::{GameRules, label_of_end, reason_of_end};
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
        writeln!(out, "{} claims a draw {claim}", side_name(self.ruling.side))?;
        self.write_verdict(out)?;
        for finding in &self.ruling.findings {
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
        if !self.ruling.is_correct() {
            let played = match self.ruling.intended {
                Some(_) => "; the move that was written must be played",
                None => "",
            };
            let article = self.in_parentheses(false);
            writeln!(
                out,
                "Incorrect: the game goes on, the opponent gets extra time{article}{played}"
            )?;
            return self.write_uncertain(out);
        }
        let article = self.in_parentheses(true);
        writeln!(out, "Correct: the game is drawn{article}")?;
        self.write_uncertain(out)?;
        match self.claims_at_venue() {
            Some(true) => Ok(()),
            Some(false) => writeln!(
                out,
                "But at this venue ({}) players do not claim",
                self.game.venue
            ),
            None => writeln!(
                out,
                "Whether players could claim at this venue ({}) on that date is not known",
                self.game.venue
            ),
        }
    }

    /// The article of the day on what the ruling leads to, in parentheses; nothing where it is not known.
    fn in_parentheses(&self, correct: bool) -> String {
        let article = self.rules.ruling_article(correct);
        article.map_or(String::new(), |article| format!(" ({article})"))
    }

    fn write_uncertain(&self, out: &mut dyn Write) -> io::Result<()> {
        if !self.ruling.law_uncertain {
            return Ok(());
        }
        let text = "Uncertain: sources leave open which rule was in force on that date";
        writeln!(out, "{text}")
    }

    /// Whether the venue has claims under the rule by which this claim is correct; `None` if not known.
    fn claims_at_venue(&self) -> Option<bool> {
        let [fifty, threefold] = self.rules.claims_at_venue(self.line.before(self.ply));
        let correct = self
            .ruling
            .findings
            .iter()
            .filter(|finding| finding.correct);
        let mut venues = correct.map(|finding| match finding.article {
            "9.2.1" | "9.2.2" => threefold,
            _ => fifty,
        });
        let first = venues.next().flatten();
        venues.fold(first, |found, next| match (found, next) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (None, _) | (_, None) => None,
            _ => Some(false),
        })
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
        let articles = self
            .ruling
            .findings
            .iter()
            .filter(|finding| finding.correct);
        let mut json = json!({
            "source": self.game.source,
            "game": self.game.game,
            "white": self.game.white,
            "black": self.game.black,
            "ply": self.ply,
            "side": self.ruling.side.as_str(),
            "move": self.ruling.intended,
            "correct": self.ruling.is_correct(),
            "law_uncertain": self.ruling.law_uncertain,
            "articles": articles.map(|finding| finding.article).collect::<Vec<_>>(),
            "claimable_at_venue": self.claims_at_venue(),
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

/// The number of the article in the Laws of the day; its present number where that is not known.
fn article(finding: &ClaimFinding) -> &'static str {
    finding.article_of_the_day.unwrap_or(finding.article)
}

const fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}
