//! Rules on a claim as an arbiter does at the board: correct or not, by which article, and why.

mod intended;

use audit960_board::Move;
use audit960_law::FIFTY_CLOCK;
use audit960_types::{ClaimArticle, GameEnd, Message, RepetitionArticle, RunEnd, Side, message};

use self::intended::{alike, legal_move, may_have_number};
use crate::error::{LedgerError, Result};
use crate::move_line::MoveLine;
use crate::right::ClaimRight;
use crate::rules::GameRules;
use crate::turn_claims::{TurnClaims, stood};

/// A claim as a player makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayersClaim {
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
    pub reason: Message,
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
            // A claim that fails even with that clock, or on the best of these dates, fails.
            ClaimRight::ClockInDoubt | ClaimRight::DateInDoubt
                if !self.findings.iter().any(|finding| finding.correct) =>
            {
                Some(false)
            }
            _ => None,
        }
    }
}

/// Rules on a claim by the Laws in force when and where the game was played.
///
/// A claim with an intended move (9.2.1, 9.3.1) is also correct if the position on the board can already
/// be claimed (9.2.2, 9.3.2).
///
/// # Errors
/// [`LedgerError::Text`] if no claim can be made.
pub fn rule_on(line: &MoveLine, claim: &PlayersClaim, rules: &GameRules<'_>) -> Result<Ruling> {
    let (ply, plies) = (claim.ply, line.plies());
    let refused = |why: String| Err(LedgerError::Text(why));
    if ply == 0 || ply > plies + 1 {
        return refused(format!(
            "the record has no turn before half-move {ply}: it has half-moves 1 to {plies}"
        ));
    }
    let position = line.before(ply);
    let standing = TurnClaims::before(line, ply, rules);
    let side = standing.side.name();
    if !standing.has_move {
        let how = match position.in_check() {
            true => "checkmated",
            false => "stalemated",
        };
        return refused(format!(
            "the game is over before half-move {ply}: {side} is {how}"
        ));
    }
    let label = line.numbers().label(ply);
    let san = claim.intended.as_deref();
    if let Some(text) = san.filter(|text| !may_have_number(text, &label)) {
        return refused(format!(
            "{text} has the number of another turn: before half-move {ply} it is {label}"
        ));
    }
    let intended = san.and_then(|san| legal_move(position, san));
    if let Some(san) = san.filter(|_| intended.is_none()) {
        let legal = alike(position, san);
        return refused(match legal.len() {
            0 | 1 => format!("{san} is not a legal move of {side} before half-move {ply}"),
            _ => format!(
                "{san} is ambiguous before half-move {ply}: {} are legal",
                legal.join(" and ")
            ),
        });
    }
    let mut findings = findings(line, &standing, intended, rules);
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

/// The finding about a position that occurred after some half-moves, the intended move among them.
fn by_repetition(
    article: RepetitionArticle,
    occurrences: Vec<u32>,
    after: Option<String>,
    rules: &GameRules<'_>,
) -> ClaimFinding {
    let times = occurrences.len();
    let reason = message!("reason-occurs", times = times);
    ClaimFinding {
        article: article.as_str(),
        article_of_the_day: rules.repetition_article(article),
        correct: times > 2,
        reason: match after {
            Some(san) => message!("reason-after", move = san, reason = reason),
            None => reason,
        },
        occurrences,
        fifty: None,
    }
}

/// The findings about the position on the board, and about the one after an intended move.
fn findings(
    line: &MoveLine,
    standing: &TurnClaims,
    intended: Option<Move>,
    rules: &GameRules<'_>,
) -> Vec<ClaimFinding> {
    let (ply, position) = (standing.ply, line.before(standing.ply));
    let on_board = RepetitionArticle::OnBoard;
    let clock = |more: u32| ClockCheck {
        clock: standing.clock + more,
        last: ply - 1 + more,
        limit_clock: standing.limit_clock,
    };
    let completed = ClaimArticle::Completed;
    let of_board = [
        by_repetition(on_board, standing.plies.clone(), None, rules),
        clock(0).finding(completed, line, None, rules),
    ];
    let Some(m) = intended else {
        return of_board.into();
    };
    let (san, label) = (position.san(m), line.numbers().label(ply));
    let mut next = position.clone();
    next.play(m);
    let mut occurrences = stood(line, ply, &next);
    occurrences.push(ply);
    let after = Some(format!("{label} {san}"));
    let repeated = by_repetition(RepetitionArticle::Intended, occurrences, after, rules);
    let mut counted = clock(1).finding(ClaimArticle::Intended, line, Some(&san), rules);
    if !position.is_quiet(m) {
        let end = if position.captures(m) {
            RunEnd::Capture
        } else {
            RunEnd::Pawn
        };
        (counted.correct, counted.fifty) = (false, None);
        counted.reason = message!("reason-is", move = san, end = end.as_str());
    } else if counted.correct && !rules.announced_fifty_counts() {
        counted.correct = false;
        let venue = message!("objection-moves-made");
        counted.reason = message!("clauses", first = counted.reason, second = venue);
    }
    // The position on the board is mentioned only if it makes the claim correct.
    let of_board = of_board.into_iter().filter(|finding| finding.correct);
    [repeated, counted].into_iter().chain(of_board).collect()
}

/// A half-move clock, the half-move after which it was reached, and the clock that the law requires.
struct ClockCheck {
    clock: u32,
    last: u32,
    limit_clock: u32,
}

impl ClockCheck {
    /// Whether the clock completes the moves that the law requires, and why; `with` a move that is only announced.
    fn finding(
        &self,
        article: ClaimArticle,
        line: &MoveLine,
        with: Option<&str>,
        rules: &GameRules<'_>,
    ) -> ClaimFinding {
        let &Self {
            clock,
            last,
            limit_clock,
        } = self;
        let first = (last + 1)
            .checked_sub(limit_clock)
            .filter(|first| *first > 0);
        let correct = clock >= limit_clock;
        let reason = if !correct {
            let short = limit_clock - clock;
            let short = match short % 2 {
                0 => message!("short-moves", moves = short / 2),
                _ => message!("half-moves", count = short),
            };
            match limit_clock {
                FIFTY_CLOCK => message!("reason-short", clock = clock, short = short),
                other => message!(
                    "reason-short-of",
                    clock = clock,
                    short = short,
                    moves = other / 2
                ),
            }
        } else if first.is_some() {
            message!("reason-complete", clock = clock, moves = limit_clock / 2)
        } else {
            // A clock greater than the half-moves played comes from the FEN of the start position.
            let start = line.before(1).clock();
            message!("reason-from-fen", clock = clock, start = start)
        };
        let reason = match with {
            Some(san) => message!("reason-with", move = san, reason = reason),
            None => reason,
        };
        ClaimFinding {
            article: article.as_str(),
            article_of_the_day: rules.fifty_article(article),
            correct,
            reason,
            occurrences: Vec::new(),
            fifty: first.filter(|_| correct).map(|first| (first, last)),
        }
    }
}

#[cfg(test)]
mod tests;
