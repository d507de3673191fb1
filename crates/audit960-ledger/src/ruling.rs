//! Rules on a claim as an arbiter does at the board: correct or not, by which article, and why.

mod intended;

use std::borrow::Cow;

use audit960_board::Move;
use audit960_law::FIFTY_CLOCK;
use audit960_types::{ClaimArticle, GameEnd, RepetitionArticle, Side, half_moves};

use self::intended::{alike, legal_move, may_have_number};
use crate::move_line::MoveLine;
use crate::rules::{ClaimRight, GameRules};
use crate::turn_claims::{TurnClaims, stood};

/// A claim as a player makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The half-move before which it is made, from 1.
    pub ply: u32,
    /// The intended move, written on the scoresheet, in SAN; `None` for a claim about the position on the
    /// board.
    pub intended: Option<String>,
}

/// Whether a claim is correct under one article, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimFinding {
    /// The article: `9.2.1`, `9.2.2`, `9.3.1` or `9.3.2`.
    pub article: &'static str,
    /// Its number in the Laws of the day; `None` where their numbering is not known.
    pub article_of_the_day: Option<&'static str>,
    /// Whether the claim is correct under it.
    pub correct: bool,
    /// The reason, a sentence without a full stop.
    pub reason: String,
    /// Half-moves after which the position occurred, including the intended move; empty for the articles
    /// on fifty moves.
    pub occurrences: Vec<u32>,
    /// First and last half-move of the moves that the law requires, normally fifty by each player, if
    /// they are complete and in the record.
    pub fifty: Option<(u32, u32)>,
}

/// The decision of an arbiter on a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The side that claims: the side to move.
    pub side: Side,
    /// The intended move in correct SAN, with check marks.
    pub intended: Option<String>,
    /// One finding for each article, those under which the claim is correct first.
    pub findings: Vec<ClaimFinding>,
    /// The end of the game, if it was over before the claim: no claim is correct then.
    pub over: Option<GameEnd>,
    /// Whether the ruling rests on a rule that the sources leave open for that date.
    pub law_uncertain: bool,
    /// Whether players could claim there by the rule that makes the claim correct; if none does, by either rule.
    pub right: ClaimRight,
}

impl Ruling {
    /// Whether the claim is correct: under at least one article of a rule by which players could claim there, and before
    /// the game was over. `None` where what the law or the venue said on that date is not known.
    #[must_use]
    pub fn is_correct(&self) -> Option<bool> {
        match self.right {
            _ if self.over.is_some() => Some(false),
            ClaimRight::Claims => Some(self.findings.iter().any(|finding| finding.correct)),
            ClaimRight::NoClaims => Some(false),
            // A claim that fails even with that clock fails.
            ClaimRight::ClockInDoubt if !self.findings.iter().any(|finding| finding.correct) => {
                Some(false)
            }
            ClaimRight::LeftToTablebases
            | ClaimRight::ClockInDoubt
            | ClaimRight::VenueNotKnown
            | ClaimRight::LawNotKnown => None,
        }
    }
}

/// Why no claim could be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClaimError {
    /// The game has no such turn.
    #[error("the record has no turn before half-move {ply}: it has half-moves 1 to {plies}")]
    NoTurn {
        /// The half-move that was named.
        ply: u32,
        /// Half-moves of the record.
        plies: u32,
    },
    /// Checkmate or stalemate has ended the game.
    #[error("the game is over before half-move {ply}: {side} is {how}")]
    Over {
        /// The half-move that was named.
        ply: u32,
        /// The side to move.
        side: &'static str,
        /// `checkmated` or `stalemated`.
        how: &'static str,
    },
    /// The intended move has the number of another turn.
    #[error("{text} has the number of another turn: before half-move {ply} it is {label}")]
    OtherTurn {
        /// The move as given.
        text: String,
        /// The half-move that was named.
        ply: u32,
        /// The number of the turn, with one full stop for White and three for Black.
        label: String,
    },
    /// The intended move can be one of several.
    #[error("{san} is ambiguous before half-move {ply}: {} are legal", legal.join(" and "))]
    Ambiguous {
        /// The move as given.
        san: String,
        /// The half-move that was named.
        ply: u32,
        /// The moves that it can be.
        legal: Vec<String>,
    },
    /// The intended move is not legal.
    #[error("{san} is not a legal move of {side} before half-move {ply}")]
    NotLegal {
        /// The move as given.
        san: String,
        /// The side to move.
        side: &'static str,
        /// The half-move that was named.
        ply: u32,
    },
}

/// Rules on a claim by the Laws in force when and where the game was played.
///
/// A claim with an intended move (9.2.1, 9.3.1) is also correct if the position on the board can already
/// be claimed (9.2.2, 9.3.2).
///
/// # Errors
/// [`ClaimError`] if no claim can be made.
pub fn rule_on(
    line: &MoveLine,
    claim: &Claim,
    rules: &GameRules<'_>,
) -> Result<Ruling, ClaimError> {
    let (ply, plies) = (claim.ply, line.plies());
    if ply == 0 || ply > plies + 1 {
        return Err(ClaimError::NoTurn { ply, plies });
    }
    let position = line.before(ply);
    let standing = TurnClaims::before(line, ply, rules);
    let side = standing.side.name();
    if !standing.has_move {
        let how = if position.in_check() {
            "checkmated"
        } else {
            "stalemated"
        };
        return Err(ClaimError::Over { ply, side, how });
    }
    let label = line.numbers().label(ply);
    if let Some(text) = claim
        .intended
        .as_ref()
        .filter(|text| !may_have_number(text, &label))
    {
        let text = text.clone();
        return Err(ClaimError::OtherTurn { text, ply, label });
    }
    let intended = match &claim.intended {
        None => None,
        Some(san) => Some(legal_move(position, san).ok_or_else(|| {
            let (san, legal) = (san.clone(), alike(position, san));
            match legal.len() {
                0 | 1 => ClaimError::NotLegal { san, side, ply },
                _ => ClaimError::Ambiguous { san, ply, legal },
            }
        })?),
    };
    let mut findings = Vec::with_capacity(4);
    if let Some(m) = intended {
        findings.push(repetition_by(line, &standing, m, rules));
        findings.push(fifty_by(line, &standing, m, rules));
    }
    findings.push(repetition_on_board(&standing, rules));
    findings.push(fifty_on_board(line, &standing, rules));
    if intended.is_some() {
        // With an intended move, the position on the board is mentioned only if it makes the claim correct.
        findings.retain(|finding| {
            finding.correct || finding.article == "9.2.1" || finding.article == "9.3.1"
        });
    }
    findings.sort_by_key(|finding| !finding.correct);
    // The rule by which it is correct; if it is not, either rule could have made it so.
    let counts = |finding: &ClaimFinding| finding.correct || !findings[0].correct;
    let repeats = |finding: &ClaimFinding| finding.article.starts_with("9.2");
    let law_uncertain = findings
        .iter()
        .filter(|finding| counts(finding))
        .any(|finding| {
            if repeats(finding) {
                rules.threefold_is_uncertain()
            } else {
                rules.limit_is_uncertain(position)
            }
        });
    let right = |finding: &ClaimFinding| match repeats(finding) {
        true => rules.threefold_claims(),
        false => rules.fifty_claims(line, ply),
    };
    let rights = findings.iter().filter(|finding| counts(finding)).map(right);
    // A claim by tables needs no count of moves and no repetition.
    let by_tables = rules.fifty_claims(line, ply) == ClaimRight::LeftToTablebases;
    Ok(Ruling {
        right: match findings[0].correct {
            false if by_tables => ClaimRight::LeftToTablebases,
            _ => rights.min().unwrap_or(ClaimRight::Claims),
        },
        law_uncertain,
        side: standing.side,
        intended: intended.map(|m| position.san(m)),
        findings,
        over: rules.end(line, ply - 1),
    })
}

fn repetition_by(
    line: &MoveLine,
    standing: &TurnClaims,
    m: Move,
    rules: &GameRules<'_>,
) -> ClaimFinding {
    let position = line.before(standing.ply);
    let san = position.san(m);
    let mut next = position.clone();
    next.play(m);
    let mut occurrences = stood(line, standing.ply, &next);
    occurrences.push(standing.ply);
    let times = occurrences.len();
    ClaimFinding {
        article: RepetitionArticle::Intended.as_str(),
        article_of_the_day: rules.repetition_article(RepetitionArticle::Intended),
        correct: times > 2,
        reason: format!(
            "after {} {san} the position occurs for the {} time",
            line.numbers().label(standing.ply),
            ordinal(times)
        ),
        occurrences,
        fifty: None,
    }
}

fn repetition_on_board(standing: &TurnClaims, rules: &GameRules<'_>) -> ClaimFinding {
    let times = standing.plies.len();
    ClaimFinding {
        article: RepetitionArticle::OnBoard.as_str(),
        article_of_the_day: rules.repetition_article(RepetitionArticle::OnBoard),
        correct: standing.repeats(),
        reason: format!("the position occurs for the {} time", ordinal(times)),
        occurrences: standing.plies.clone(),
        fifty: None,
    }
}

fn fifty_by(
    line: &MoveLine,
    standing: &TurnClaims,
    m: Move,
    rules: &GameRules<'_>,
) -> ClaimFinding {
    let position = line.before(standing.ply);
    let san = position.san(m);
    let mut finding = ClaimFinding {
        article: ClaimArticle::Intended.as_str(),
        article_of_the_day: rules.fifty_article(ClaimArticle::Intended),
        correct: false,
        reason: String::new(),
        occurrences: Vec::new(),
        fifty: None,
    };
    if position.is_quiet(m) {
        let counted = ClockCheck {
            clock: standing.clock + 1,
            last: standing.ply,
            limit_clock: standing.limit_clock,
        };
        counted.write(&mut finding, line, &format!("with {san} the"));
        if finding.correct && !rules.announced_fifty_counts() {
            finding.correct = false;
            finding.reason += "; at this venue the moves must have been made";
        }
    } else {
        let what = if position.captures(m) {
            "a capture"
        } else {
            "a pawn move"
        };
        finding.reason = format!("{san} is {what}");
    }
    finding
}

fn fifty_on_board(line: &MoveLine, standing: &TurnClaims, rules: &GameRules<'_>) -> ClaimFinding {
    let mut finding = ClaimFinding {
        article: ClaimArticle::Completed.as_str(),
        article_of_the_day: rules.fifty_article(ClaimArticle::Completed),
        correct: false,
        reason: String::new(),
        occurrences: Vec::new(),
        fifty: None,
    };
    let counted = ClockCheck {
        clock: standing.clock,
        last: standing.ply - 1,
        limit_clock: standing.limit_clock,
    };
    counted.write(&mut finding, line, "the");
    finding
}

/// A half-move clock, the half-move after which it was reached, and the clock that the law requires.
struct ClockCheck {
    clock: u32,
    last: u32,
    limit_clock: u32,
}

impl ClockCheck {
    /// Writes to `finding` whether the clock completes the moves that the law requires, and why. `the`
    /// begins the sentence.
    fn write(&self, finding: &mut ClaimFinding, line: &MoveLine, the: &str) {
        let &Self {
            clock,
            last,
            limit_clock,
        } = self;
        let first = (last + 1)
            .checked_sub(limit_clock)
            .filter(|first| *first > 0);
        finding.correct = clock >= limit_clock;
        finding.fifty = first.filter(|_| finding.correct).map(|first| (first, last));
        finding.reason = if !finding.correct {
            format!(
                "{the} half-move clock is {clock}: {} short{}",
                short(limit_clock - clock),
                required_moves(limit_clock)
            )
        } else if first.is_some() {
            format!(
                "{the} half-move clock is {clock}: {} moves by each player",
                in_words(limit_clock / 2)
            )
        } else {
            // A clock greater than the half-moves played comes from the FEN of the start position.
            format!(
                "{the} half-move clock is {clock}, of which {} come from the FEN at the start",
                line.before(1).clock()
            )
        };
    }
}

/// The number of moves that the law of the day requires, as text; empty for fifty.
fn required_moves(limit_clock: u32) -> String {
    match limit_clock {
        FIFTY_CLOCK => String::new(),
        other => format!(
            " of the {} moves that the law of the day requires",
            other / 2
        ),
    }
}

/// Fifty as a word, as in the name of the rule; any other number in digits.
fn in_words(moves: u32) -> Cow<'static, str> {
    match moves {
        50 => Cow::Borrowed("fifty"),
        other => Cow::Owned(other.to_string()),
    }
}

/// Missing half-moves as text: `2 moves by each side`, `3 half-moves`.
fn short(plies: u32) -> String {
    match (plies / 2, plies % 2) {
        (1, 0) => "1 move by each side".to_owned(),
        (moves, 0) => format!("{moves} moves by each side"),
        _ => half_moves(plies),
    }
}

/// An ordinal number as text: `first` to `sixth`, then `7th`, `21st` and so on.
fn ordinal(number: usize) -> String {
    let words = ["first", "second", "third", "fourth", "fifth", "sixth"];
    match number.checked_sub(1).and_then(|index| words.get(index)) {
        Some(word) => (*word).to_owned(),
        None => {
            let suffix = match (number % 100, number % 10) {
                (11..=13, _) => "th",
                (_, 1) => "st",
                (_, 2) => "nd",
                (_, 3) => "rd",
                _ => "th",
            };
            format!("{number}{suffix}")
        }
    }
}

#[cfg(test)]
mod tests;
