//! Repetitions as text.

use audit960_law::end_article_of_the_day;
use audit960_types::{EndReason, JudgedRepetition, RepetitionArticle, Side};

use crate::error::Result;
use crate::game::LedgerGame;
use crate::move_line::MoveLine;
use crate::words::may_claim;

/// What is said of a repetition whose rule the sources leave open.
pub(crate) const UNCERTAIN_RULE: &str =
    "sources leave open which rule on repetition was in force on that date";

/// A repeated position as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepetitionText {
    /// Who could claim when and by which article: the side that lost, if it had a claim.
    pub claim: String,
    /// The moves after which the position occurred.
    pub occurrences: String,
    /// When and by which rule the game was automatically drawn, if it was.
    pub automatic_draw: Option<String>,
}

impl RepetitionText {
    /// The text for a repetition of a game.
    ///
    /// # Errors
    /// If the game has no moves or they cannot be played.
    pub fn of(game: &LedgerGame, judged: &JudgedRepetition) -> Result<Self> {
        let line = MoveLine::of(game)?;
        Ok(Self {
            claim: headline(game, judged),
            occurrences: occurrences(&judged.repetition.plies, &line),
            automatic_draw: automatic_draw(game, judged),
        })
    }
}

/// The article of a claim before a half-move: 9.2.2 if the position occurred after the half-move before
/// it, else 9.2.1 (an intended move leads to it).
pub(crate) fn article_before(judged: &JudgedRepetition, ply: u32) -> RepetitionArticle {
    if judged.repetition.plies.contains(&(ply - 1)) {
        RepetitionArticle::OnBoard
    } else {
        RepetitionArticle::Intended
    }
}

/// The claim of [`headline`], by the article of 2023: `31. White may claim (9.2.2)`.
pub(crate) fn first_claim(game: &LedgerGame, judged: &JudgedRepetition) -> String {
    let (ply, side, _) = counting(game, judged);
    let (number, article) = (game.numbers().label(ply), article_before(judged, ply));
    if let Some(over) = game.over().filter(|_| game.is_over_before(ply)) {
        return format!("{number} no claim: {over}");
    }
    let may = may_claim(judged.claimable_at_venue);
    format!("{number} {} {may} ({article})", side.name())
}

/// The main claim of a repetition: the first and last chance of the side that lost the game, else the
/// first claim.
pub(crate) fn headline(game: &LedgerGame, judged: &JudgedRepetition) -> String {
    let label = |ply| game.numbers().label(ply);
    let (ply, who, last) = counting(game, judged);
    let article = article_before(judged, ply);
    let (first, side) = (label(ply), who.name());
    if let Some(over) = game.over().filter(|_| game.is_over_before(ply)) {
        return format!("{first} no claim: {over}");
    }
    if judged.half_point_lost_by.is_none() {
        let may = may_claim(judged.claimable_at_venue);
        return format!("{first} {side} {may} ({article})");
    }
    let last = last.map_or_else(String::new, |last| format!(", last at {}", label(last)));
    format!("{first} {side}, who lost, could claim ({article}){last}")
}

/// The half-move before which the main claim existed, its side, and the half-move before the loser's last
/// claim if that is another.
pub(crate) fn counting(game: &LedgerGame, judged: &JudgedRepetition) -> (u32, Side, Option<u32>) {
    let loser = judged.losers_chances();
    let first = loser.map_or(judged.repetition.first_claim_ply, |loser| loser.first_ply);
    let last = loser.map(|loser| loser.last_ply);
    (
        first,
        game.numbers().side(first),
        last.filter(|last| *last != first && !game.is_over_before(*last)),
    )
}

/// The automatic draw by this repetition as text, if there was one.
pub(crate) fn automatic_draw(game: &LedgerGame, judged: &JudgedRepetition) -> Option<String> {
    let ply = judged.automatic_draw_ply?;
    let times = judged.repetition.plies.iter();
    let rule = match times.take_while(|stood| **stood <= ply).count() {
        3 => "third occurrence, by the venue's rule",
        _ => match end_article_of_the_day(EndReason::FivefoldRepetition, &game.dates) {
            Some(article) => &format!("fifth occurrence, {article}"),
            None => "fifth occurrence",
        },
    };
    Some(format!(
        "drawn after {} ({rule})",
        game.numbers().label(ply)
    ))
}

/// What the law makes of a repetition beside the claim: the automatic draw, and whether the rule of the date is
/// uncertain.
pub(crate) fn law(game: &LedgerGame, judged: &JudgedRepetition) -> Option<String> {
    let uncertain = (judged.law_uncertain == Some(true)).then(|| "rule uncertain".to_owned());
    match (uncertain, automatic_draw(game, judged)) {
        (Some(uncertain), Some(drawn)) => Some(format!("{uncertain}; {drawn}")),
        (uncertain, drawn) => uncertain.or(drawn),
    }
}

/// The moves after which the position occurred: `12... Kg8, 16... Kg8`; `start` for the start of the
/// record.
pub(crate) fn occurrences(plies: &[u32], line: &MoveLine) -> String {
    let after = |&ply: &u32| match ply {
        0 => "start".to_owned(),
        _ => line.numbered(ply),
    };
    plies.iter().map(after).collect::<Vec<_>>().join(", ")
}

/// The move that repeats the position, in SAN; empty if there is none.
pub(crate) fn intended(judged: &JudgedRepetition, line: &MoveLine, ply: u32) -> String {
    let Some(&stood) = judged.repetition.plies.first() else {
        return String::new();
    };
    let (position, key) = (line.before(ply), line.before(stood + 1).key());
    let intended = position.move_to(key);
    intended.map_or_else(String::new, |m| position.san(m))
}
