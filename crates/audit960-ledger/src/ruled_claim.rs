//! A ruling on a claim in sentences: for the terminal, and for a sheet.

mod json;

use std::io::{self, Write};

use audit960_law::{Pace, clause};
use audit960_report::Language;
use audit960_types::{EndReason, GameResult, Message, PositionValue, harmless, message};

use crate::article::{by_article, reason_by, with_article};
use crate::error::Result;
use crate::game::LedgerGame;
use crate::move_line::{Evidence, MoveLine};
use crate::rules::{ClaimRight, GameRules};
use crate::ruling::{ClaimFinding, Difference, LookAlike, PlayersClaim, Ruling, rule_on};
use crate::sheet::{Fact, Sheet, SheetMove, SheetPage, game_facts};
use crate::value::{AskedValues, in_words};

/// Keys of names on a sheet: an article, what it rests on, and what the arbiter must have seen.
const ARTICLE: &str = "fact-article";
const DETAIL: &str = "fact-detail";
const SEEN: &str = "fact-to-be-seen";

/// A claim with its ruling, for output.
#[derive(Clone, Debug)]
pub struct RuledClaim<'c> {
    /// The game; `None` for a position alone.
    game: Option<&'c LedgerGame>,
    line: &'c MoveLine,
    /// The half-move before which the claim was made.
    ply: u32,
    ruling: Ruling,
    rules: &'c GameRules<'c>,
    /// What the position before that half-move is worth by endgame tables, if they were asked. It changes no ruling.
    value: Option<PositionValue>,
}

impl<'c> RuledClaim<'c> {
    /// Rules on a claim in a game, or in a position alone, by these rules.
    ///
    /// # Errors
    /// [`LedgerError::Text`](crate::LedgerError::Text) if the record has no such turn.
    pub fn of(
        game: Option<&'c LedgerGame>,
        line: &'c MoveLine,
        claim: &PlayersClaim,
        rules: &'c GameRules<'c>,
        values: &AskedValues,
    ) -> Result<Self> {
        Ok(Self {
            game,
            line,
            ply: claim.ply,
            ruling: rule_on(line, claim, rules)?,
            rules,
            value: line.value_before(claim.ply, values),
        })
    }

    /// Writes the claim and its ruling as text.
    ///
    /// # Errors
    /// Errors of the writer.
    pub fn write_text(&self, language: Language, out: &mut dyn Write) -> io::Result<()> {
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
        let mut is_first_seen = true;
        for (name, said) in self.sentences() {
            if name == SEEN && std::mem::take(&mut is_first_seen) {
                write("", message!("ruling-seen"))?;
            }
            let indent = match name {
                ARTICLE | SEEN => "  ",
                DETAIL => "      ",
                _ => "",
            };
            write(indent, said)?;
        }
        Ok(())
    }

    /// The ruling and what it rests on, each sentence with the key of its name on a sheet. Articles have the numbers of the
    /// day.
    fn sentences(&self) -> Vec<Fact> {
        let mut said = vec![("fact-ruling", self.verdict())];
        said.extend(self.uncertain().map(|said| ("page-uncertain", said)));
        for finding in self.findings() {
            said.push((ARTICLE, Self::judged(finding)));
            let details = self.details(finding).into_iter();
            said.extend(details.map(|said| (DETAIL, said)));
        }
        said.extend(self.seen().into_iter().map(|said| (SEEN, said)));
        said.extend(self.stands().map(|said| ("fact-stands", said)));
        said.extend(self.worth().map(|said| ("fact-tables", said)));
        said
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

    /// Whether the claim is correct, what follows, and what stands all the same.
    fn verdict(&self) -> Message {
        let article = self.rules.article_at_board(clause::RESULT_STANDS);
        let stands = self.result_that_stands().map(|result| {
            let result = result.as_str();
            match article {
                Some(article) => {
                    message!(
                        "ruling-result-stands-by",
                        result = result,
                        article = article
                    )
                }
                None => message!("ruling-result-stands", result = result),
            }
        });
        let ruled = [self.ruled()].into_iter().chain(stands);
        Message::clauses(ruled).unwrap_or_else(|| message!("none"))
    }

    /// The result of the record, where the ruling is another, or the claim comes when no move follows any more.
    fn result_that_stands(&self) -> Option<GameResult> {
        let result = self.game.map(|game| game.result);
        let result = result.filter(|result| *result != GameResult::Unfinished)?;
        let over = self.ruling.over.map(|over| over.reason);
        let is_drawn = match over {
            Some(reason) => reason != EndReason::Checkmate,
            None => self.is_correct() == Some(true),
        };
        let is_last = over.is_none() && self.ply > self.line.plies();
        let is_another = is_drawn && result != GameResult::Draw;
        (is_another || is_last && !is_drawn).then_some(result)
    }

    fn ruled(&self) -> Message {
        if let Some(over) = &self.ruling.over {
            let reason = reason_by(over.reason, self.rules.end_article(over.reason));
            let when = self.occurrence(over.ply);
            return match over.reason {
                EndReason::Checkmate => message!("ruling-mate", when = when, reason = reason),
                _ => message!("ruling-over", when = when, reason = reason),
            };
        }
        let venue = self.rules.jurisdiction.venue;
        match (self.is_correct(), self.ruling.right.objection(venue)) {
            (Some(true), None) => self.correct(),
            (Some(false), None) => self.incorrect(),
            (Some(true), Some(_)) => message!("ruling-by-tables", venue = venue.as_str()),
            (Some(false), Some(objection)) => message!("ruling-no-draw", why = objection),
            (None, _) => {
                let why = self.why_open().unwrap_or_else(|| message!("none"));
                message!("ruling-not-judged", why = why)
            }
        }
    }

    /// Why it is open whether the claim is correct, if it is.
    fn why_open(&self) -> Option<Message> {
        let objection = self.ruling.right.objection(self.rules.jurisdiction.venue);
        objection.or_else(|| self.ruling.open())
    }

    fn correct(&self) -> Message {
        let article = self.rules.article_at_board(clause::CORRECT);
        let correct = with_article(message!("ruling-correct"), article);
        match self.line.evidence() {
            Evidence::Record => correct,
            Evidence::Position { .. } => {
                message!(
                    "clauses",
                    first = correct,
                    second = message!("ruling-if-clock")
                )
            }
        }
    }

    fn incorrect(&self) -> Message {
        let incorrect = match self.rules.article_at_board(clause::INCORRECT) {
            Some(article) => {
                let time = self.extra_time();
                message!("ruling-incorrect-by", time = time, article = article)
            }
            None => message!("ruling-incorrect"),
        };
        let then = match (&self.ruling.unclear, &self.ruling.intended) {
            (Some(unclear), _) => Some(match unclear.candidates.as_slice() {
                [] => message!("ruling-legal-must-be-played"),
                moves => message!("ruling-one-must-be-played", moves = moves.join(", ")),
            }),
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
        let (pace, [standard, rapid, blitz]) = (self.rules.pace, extra.minutes);
        let minutes = extra.at(pace.unwrap_or(Pace::Standard));
        let mut time = message!("extra-time", minutes = minutes);
        let where_less = match (rapid < standard, blitz < standard) {
            (true, true) => Some("rapid-and-blitz"),
            (false, true) => Some("blitz"),
            (_, false) => None,
        };
        if let Some(less) = where_less.filter(|_| pace.is_none()) {
            time = message!("extra-time-quick", time = time, where = less, minutes = blitz);
        }
        match extra.blitz_uncertain && pace.is_none_or(|pace| pace == Pace::Blitz) {
            true => message!("extra-time-uncertain", time = time),
            false => time,
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
    fn judged(finding: &ClaimFinding) -> Message {
        let key = match finding.correct {
            Some(true) => "ruling-yes",
            Some(false) => "ruling-no",
            None => "ruling-open",
        };
        let article = finding.article.named(finding.article_of_the_day);
        message!(key, article = article, reason = finding.reason.clone())
    }

    /// What it rests on: where the position occurred, what only looks like it, and from where to where moves were counted.
    fn details(&self, finding: &ClaimFinding) -> Vec<Message> {
        let occurrences = finding.occurrences.iter().map(|&ply| self.occurrence(ply));
        let alike = finding.alike.iter();
        let alike = alike.map(|found| self.look_alike(found));
        let fifty = finding.fifty.map(|(first, last)| {
            let (first, last) = (self.line.numbered(first), self.move_of(last));
            message!("ruling-from-to", first = first, last = last)
        });
        occurrences.chain(alike).chain(fifty).collect()
    }

    /// A position that only looks the same, and why it does not count.
    fn look_alike(&self, found: &LookAlike) -> Message {
        let why = match &found.difference {
            Difference::Turn(side) => message!("alike-turn", side = *side),
            Difference::EnPassant(moves) => message!("alike-en-passant", moves = moves.join(", ")),
            Difference::Castling(ply) => message!("alike-castling", move = self.move_of(*ply)),
        };
        let why = by_article(self.rules.article(found.difference.clause()), why);
        message!("alike", when = self.occurrence(found.after), why = why)
    }

    /// Whether the claim fails in a game that goes on.
    fn fails(&self) -> bool {
        self.ruling.over.is_none() && self.is_correct() == Some(false)
    }

    /// What no record shows and the arbiter must have seen, where the claim does not fail without it.
    fn seen(&self) -> Vec<Message> {
        let is_moot = self.ruling.over.is_some() || self.fails();
        if is_moot || !self.rules.is_at_the_board() {
            return Vec::new();
        }
        let own_turn = message!("seen-own-turn", side = self.ruling.side);
        let seen = [
            with_article(own_turn, self.rules.article(clause::HAVING_THE_MOVE)),
            with_article(
                message!("seen-untouched"),
                self.rules.article(clause::UNTOUCHED),
            ),
        ];
        let written = self.ruling.intended.as_ref();
        seen.into_iter()
            .chain(written.map(|_| message!("seen-written")))
            .collect()
    }

    /// That the claim stands, though it fails.
    fn stands(&self) -> Option<Message> {
        let article = self.rules.article_at_board(clause::NOT_WITHDRAWN);
        let article = article.filter(|_| self.fails())?;
        Some(message!("ruling-stands", article = article))
    }

    /// What the position is worth by endgame tables.
    fn worth(&self) -> Option<Message> {
        let value = self.value.as_ref()?;
        let worth = in_words(value, self.ruling.mover);
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

    /// The sheet of the ruling, to be printed and signed: the board before the claim, and with the intended move; the turn
    /// of the claim, and before it the moves since the last capture or pawn move.
    #[must_use]
    pub fn sheet(&self, language: Language) -> Sheet {
        let (line, ply) = (self.line, self.ply);
        let position = line.before(ply);
        let (names, facts) = match self.game {
            Some(game) => (game.players(), game_facts(game)),
            None => {
                let fen = message!("as-is", text = position.xfen());
                (["?"; 2], vec![("page-position-2", fen)])
            }
        };
        let mut diagrams = vec![(self.claim(), position.xfen())];
        let mut legal = position.legal_moves().into_iter();
        let intended = self.ruling.intended.as_deref();
        if let Some(m) = legal.find(|m| Some(&*position.san(*m)) == intended) {
            let mut next = position.clone();
            next.play(m);
            diagrams.push((
                message!("after-move", move = self.move_of(ply)),
                next.xfen(),
            ));
        }
        let mut page = SheetPage::begin(names, facts, 1, language);
        page.section(1, &self.claim(), self.sentences(), diagrams);
        page.end_section();
        let clock = position.clock();
        let counted = ply.saturating_sub(clock).max(1)..ply;
        let before = counted.map(|ply| SheetMove::of(ply, line, Vec::new()));
        // The move of the record need not be the one that was written.
        let claimed = SheetMove {
            ply,
            san: None,
            clock,
            claims: Vec::new(),
        };
        page.end(line.numbers(), [before.collect(), vec![claimed]])
    }
}
