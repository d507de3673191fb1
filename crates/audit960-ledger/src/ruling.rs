//! Rules on a claim as an arbiter does at the board: correct or not, by which article, and why.

mod alike;
mod findings;
mod intended;

use audit960_pgn::Language;
use audit960_types::{GameEnd, Message, Side};

use self::findings::ClaimedTurn;
use self::intended::{may_have_number, written_move};
use crate::article::Article;
use crate::error::{LedgerError, Result};
use crate::move_line::MoveLine;
use crate::rules::{ClaimRight, ClaimRule, GameRules};
use crate::turn_claims::TurnClaims;

pub(crate) use self::alike::{Difference, LookAlike};
pub(crate) use self::intended::UnclearMove;

/// A claim as a player makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayersClaim {
    /// The half-move before which it is made, from 1.
    pub ply: u32,
    /// Who claims; the side to move if `None`.
    pub by: Option<Side>,
    /// The intended move, as it is written on the scoresheet; `None` for a claim about the position on the board.
    pub intended: Option<String>,
    /// The piece letters of the scoresheet; those of English are understood, too.
    pub letters: &'static Language,
}

/// Whether a claim is correct under one article, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClaimFinding {
    /// The article.
    pub(crate) article: Article,
    /// Its number in the Laws of the day; `None` where their numbering is not known.
    pub(crate) article_of_the_day: Option<&'static str>,
    /// Whether the claim is correct under it; `None` where only the moves before the position could tell.
    pub(crate) correct: Option<bool>,
    /// The reason, a sentence without a full stop.
    pub(crate) reason: Message,
    /// Half-moves after which the position occurred, including the intended move; empty for the articles
    /// on fifty moves.
    pub(crate) occurrences: Vec<u32>,
    /// Earlier positions that look like it and do not count.
    pub(crate) alike: Vec<LookAlike>,
    /// First and last half-move of the moves that the law requires, normally fifty by each player, if
    /// they are complete and in the record.
    pub(crate) fifty: Option<(u32, u32)>,
}

impl ClaimFinding {
    fn is_correct(&self) -> bool {
        self.correct == Some(true)
    }
}

/// The decision of an arbiter on a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ruling {
    /// The side that claims.
    pub(crate) side: Side,
    /// The side to move.
    pub(crate) mover: Side,
    /// The intended move in correct SAN, with check marks.
    pub(crate) intended: Option<String>,
    /// The intended move, if it is not legal or not clear.
    pub(crate) unclear: Option<UnclearMove>,
    /// One finding for each article, those under which the claim is correct first.
    pub(crate) findings: Vec<ClaimFinding>,
    /// The end of the game, if it was over before the claim: no claim is correct then.
    pub(crate) over: Option<GameEnd>,
    /// Whether the ruling rests on a rule that the sources leave open for that date.
    pub(crate) law_uncertain: bool,
    /// Whether players could claim there by the rule that makes the claim correct; if none does, by either rule.
    pub(crate) right: ClaimRight,
}

impl Ruling {
    /// Whether the claim is correct: by the player having the move, under at least one article of a rule by which players
    /// could claim there, and before the game was over. `None` where what the law or the venue said on that date is not
    /// known, or the moves before the position would have to tell.
    pub(crate) fn is_correct(&self) -> Option<bool> {
        let any = |correct| {
            self.findings
                .iter()
                .any(|finding| finding.correct == correct)
        };
        match self.right {
            _ if self.over.is_some() || self.side != self.mover => Some(false),
            ClaimRight::NoClaims => Some(false),
            ClaimRight::Claims if any(Some(true)) => Some(true),
            // A claim that fails even with that clock, or on the best of these dates, fails.
            ClaimRight::Claims | ClaimRight::ClockInDoubt | ClaimRight::DateInDoubt
                if !any(Some(true)) && !any(None) =>
            {
                Some(false)
            }
            _ => None,
        }
    }

    /// What the moves before the position would have to tell, where that leaves the claim open.
    pub(crate) fn open(&self) -> Option<Message> {
        let findings = self.findings.iter();
        let open = findings.filter(|finding| finding.correct.is_none());
        let mut reasons: Vec<&Message> = open.map(|finding| &finding.reason).collect();
        reasons.dedup();
        Message::clauses(reasons.into_iter().cloned())
    }
}

/// Rules on a claim by the Laws in force when and where the game was played.
///
/// A claim with an intended move (9.2.1, 9.3.1) is also correct if the position on the board can already
/// be claimed (9.2.2, 9.3.2). A written move that is not legal, or not clear, makes a claim fail that rests on it.
///
/// # Errors
/// [`LedgerError::Text`] if the record has no such turn.
pub(crate) fn rule_on(
    line: &MoveLine,
    claim: &PlayersClaim,
    rules: &GameRules<'_>,
) -> Result<Ruling> {
    let (ply, plies) = (claim.ply, line.plies());
    let refused = |why: String| Err(LedgerError::Text(why));
    if ply == 0 || ply > plies + 1 {
        return refused(format!(
            "the record has no turn before half-move {ply}: it has half-moves 1 to {plies}"
        ));
    }
    let label = line.numbers().label(ply);
    let text = claim.intended.as_deref();
    if let Some(text) = text.filter(|text| !may_have_number(text, &label)) {
        return refused(format!(
            "{text} has the number of another turn: before half-move {ply} it is {label}"
        ));
    }
    let position = line.before(ply);
    let standing = TurnClaims::before(line, ply, rules);
    let side = claim.by.unwrap_or(standing.side);
    let mut ruling = Ruling {
        side,
        mover: standing.side,
        intended: None,
        unclear: None,
        findings: Vec::new(),
        over: rules.end(line, ply - 1),
        law_uncertain: false,
        right: ClaimRight::Claims,
    };
    let turn = ClaimedTurn {
        line,
        standing: &standing,
        rules,
    };
    if side != standing.side {
        ruling.findings = turn.out_of_turn();
        return Ok(ruling);
    }
    let written = text.map(|text| written_move(position, text, claim.letters));
    // A penalty must not rest on the side that was meant.
    if let (Some(text), Some(Err(unclear)), None) = (text, &written, claim.by)
        && unclear.candidates.is_empty()
        && side == Side::White
        && ply <= plies
        && written_move(line.before(ply + 1), text, claim.letters).is_ok()
    {
        let number = label.trim_end_matches('.');
        return refused(format!(
            "{text} is a move of Black: --move \"{number}b {}\", or --by white if White wrote it",
            unclear.written
        ));
    }
    ruling.findings = turn.findings(written.as_ref());
    let order = [Some(true), None, Some(false)];
    let place = |finding: &ClaimFinding| order.iter().position(|it| *it == finding.correct);
    ruling.findings.sort_by_key(place);
    let is_correct = ruling.findings.iter().any(ClaimFinding::is_correct);
    // The rule by which it is correct; if it is not, either rule could have made it so.
    let counted = ruling.findings.iter();
    let counted = counted.filter(|finding| finding.is_correct() || !is_correct);
    let rules_of = counted.map(|finding| rules.claims_by(finding.article, line, ply));
    let rules_of: Vec<ClaimRule> = rules_of.collect();
    ruling.law_uncertain = rules_of.iter().any(|rule| rule.is_uncertain);
    let rights = || rules_of.iter().map(|rule| rule.right);
    // A claim by tables needs no count of moves and no repetition.
    let by_tables = rights().find(|right| !is_correct && *right == ClaimRight::LeftToTablebases);
    ruling.right = by_tables.or(rights().min()).unwrap_or(ClaimRight::Claims);
    match written {
        Some(Ok(m)) => ruling.intended = Some(position.san(m)),
        Some(Err(unclear)) => ruling.unclear = Some(unclear),
        None => {}
    }
    Ok(ruling)
}

#[cfg(test)]
mod tests;
