//! The section of the arbiter's sheet on a repeated position.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use audit960_law::{DrawRule, repetition_article_of_the_day};
use audit960_report::{SectionClaim, SheetDiagram, SheetFact, SheetSection};
use audit960_types::{JudgedRepetition, RepetitionArticle, Side};

use super::claim::epd_of;
use super::moves::Section;
use super::values;
use crate::entry::LedgerEntry;
use crate::game::LedgerGame;
use crate::judge::LawTables;
use crate::move_line::MoveLine;
use crate::repetition::{
    UNCERTAIN_RULE, article_before, automatic_draw, headline, intended, occurrences,
};
use crate::words::venue_name;

/// Builds the section of the sheet on a repetition.
pub(super) fn of(
    game: &LedgerGame,
    judged: &JudgedRepetition,
    line: &MoveLine,
    tables: &LawTables,
) -> Section {
    let ply = shown_ply(judged);
    let claim = || {
        let article = article_before(judged, ply);
        let by_move = article == RepetitionArticle::Intended;
        let name = repetition_article_of_the_day(article, &game.dates);
        let completing = by_move.then(|| vec![intended(judged, line, ply)]);
        let supplied = completing.iter().flatten().next().cloned();
        SectionClaim {
            article: (name.map(str::to_owned), wording(article).to_owned()),
            completing,
            marked: "because this position occurred, or a move could repeat it, for at least the third time"
                .to_owned(),
            epd: epd_of(line.before(ply), supplied.or_else(|| line.san(ply))),
        }
    };
    let repetition = &judged.repetition;
    let first = repetition.plies.first().copied().unwrap_or_default();
    let last = repetition.plies.last().copied().unwrap_or_default();
    let turns = first + 1..=repetition.last_claim_ply().max(last);
    let mut claims = claims(judged, line, turns.clone());
    claims.retain(|ply, _| !game.is_over_before(*ply));
    let page = SheetSection {
        title: headline(game, judged),
        facts: facts(game, judged, line, tables, &claims),
        diagrams: diagrams(game, judged, line),
        claim: (!game.is_over_before(ply)).then(claim),
    };
    Section {
        page,
        claims,
        turns,
    }
}

/// The half-move before the claim that the section shows: the first chance of the side that lost, else
/// the first claim.
fn shown_ply(judged: &JudgedRepetition) -> u32 {
    let loser = judged.losers_chances().map(|loser| loser.first_ply);
    loser.unwrap_or(judged.repetition.first_claim_ply)
}

/// A paraphrase of an article.
const fn wording(article: RepetitionArticle) -> &'static str {
    match article {
        RepetitionArticle::Intended => {
            "The player whose turn it is may claim a draw by writing a move on the scoresheet and \
             telling the arbiter that it is to be played, if after it the same position appears \
             for at least the third time. The move written cannot be changed."
        }
        RepetitionArticle::OnBoard => {
            "The player whose turn it is may claim a draw if the same position has just appeared \
             for at least the third time."
        }
    }
}

fn facts(
    game: &LedgerGame,
    judged: &JudgedRepetition,
    line: &MoveLine,
    tables: &LawTables,
    claims: &BTreeMap<u32, &'static str>,
) -> Vec<SheetFact> {
    let repetition = &judged.repetition;
    let lost = judged.half_point_lost_by.map_or("nobody", Side::name);
    let chances = |side: Side| {
        let turns = claims.keys().copied();
        chances(turns.filter(|ply| line.numbers().side(*ply) == side), line)
    };
    let mut facts = vec![
        ("Half a point lost by", lost.to_owned()),
        (
            "The position occurred after",
            occurrences(&repetition.plies, line),
        ),
        ("White's chances", chances(Side::White)),
        ("Black's chances", chances(Side::Black)),
        ("Venue", venue(game, judged, tables)),
    ];
    if judged.law_uncertain == Some(true) {
        facts.push(("Uncertain", UNCERTAIN_RULE.to_owned()));
    }
    if let Some(ply) = repetition.fivefold_ply() {
        facts.push(("Fivefold", format!("after {}", line.numbered(ply))));
    }
    if let Some(drawn) = automatic_draw(game, judged) {
        facts.push(("Automatic draw", drawn));
    }
    facts.extend(values::facts(game, LedgerEntry::Repetition(judged)));
    facts
}

/// The turns at which a side had a claim.
fn chances(turns: impl Iterator<Item = u32>, line: &MoveLine) -> String {
    let label = |ply: &u32| line.numbers().label(*ply);
    let turns: Vec<u32> = turns.collect();
    match turns.as_slice() {
        [] => "none".to_owned(),
        [only] => format!("at {} only", label(only)),
        [first, .., last] => format!(
            "{} turns, first at {}, last at {}",
            turns.len(),
            label(first),
            label(last)
        ),
    }
}

fn venue(game: &LedgerGame, judged: &JudgedRepetition, tables: &LawTables) -> String {
    let name = venue_name(game.venue);
    let claims = match judged.claimable_at_venue {
        Some(true) => "players claim",
        Some(false) => "players do not claim",
        None => return format!("{name}: its rule on that date is not known"),
    };
    let rule = DrawRule::Threefold;
    match tables.venues.row(game.venue, rule, game.dates.game) {
        Some(row) => format!("{name}: {claims} ({}; {})", row.source, row.certainty),
        None => format!("{name}: {claims}"),
    }
}

fn diagrams(game: &LedgerGame, judged: &JudgedRepetition, line: &MoveLine) -> Vec<SheetDiagram> {
    let first = judged.repetition.plies.first().copied().unwrap_or_default();
    let stood = match first {
        0 => "The position at the start of the record".to_owned(),
        _ => format!("The position, first after {}", line.numbered(first)),
    };
    let mut diagrams = vec![SheetDiagram {
        caption: stood,
        fen: line.before(first + 1).xfen(),
    }];
    let ply = shown_ply(judged);
    // Under 9.2.2 the position of the claim is the one already shown.
    if article_before(judged, ply) == RepetitionArticle::Intended {
        diagrams.push(SheetDiagram {
            caption: headline(game, judged),
            fen: line.before(ply).xfen(),
        });
    }
    diagrams
}

/// The turns with a claim, and its article.
fn claims(
    judged: &JudgedRepetition,
    line: &MoveLine,
    turns: RangeInclusive<u32>,
) -> BTreeMap<u32, &'static str> {
    let plies = &judged.repetition.plies;
    let claims = turns.filter_map(|ply| {
        let stands = plies.len() > 2 && plies[2..].contains(&(ply - 1));
        let stood = plies.iter().filter(|stood| **stood < ply).count();
        let by_move = || stood > 1 && !intended(judged, line, ply).is_empty();
        let article = if stands {
            RepetitionArticle::OnBoard
        } else {
            by_move().then_some(RepetitionArticle::Intended)?
        };
        Some((ply, article.as_str()))
    });
    claims.collect()
}
