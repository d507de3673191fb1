//! The arbiter's sheet of a game: the data that `audit960-report` shows, built from its moves.

mod article;
mod facts;
mod moves;

use audit960_report::{
    ArbiterSheet, Language, SectionClaim, SheetDiagram, SheetFact, SheetSection,
};
use audit960_types::{Message, ResetBy, Verdict, message};

use crate::claim::{Claim, ClaimSource, claims_of, last_ply};
use crate::end::{Edition, over};
use crate::error::Result;
use crate::game::{LedgerGame, offset};
use crate::judge::LawTables;
use crate::move_line::MoveLine;
use crate::turn_claims::quiet_moves;
use moves::{Section, claims_at};

pub(crate) use moves::half;

/// Builds the sheet of a game, whose articles have the numbers of its day. `tables` give the sources of the law and of the
/// venue's rule.
///
/// # Errors
/// If the moves of the game cannot be played.
pub fn of(game: &LedgerGame, tables: &LawTables, language: Language) -> Result<ArbiterSheet> {
    let line = MoveLine::of(game)?;
    let [white, black] = game.players();
    let claims = claims_of(game).map(Claim::of_the_day);
    let sections: Vec<Section<'_>> = claims
        .map(|claim| section(&claim, &line, tables, language))
        .collect();
    Ok(ArbiterSheet {
        white: white.to_owned(),
        black: black.to_owned(),
        facts: game_facts(game, language),
        moves: moves::of_all(&sections, &line, language),
        sections: sections.into_iter().map(|section| section.page).collect(),
    })
}

/// Names and values about a game.
pub(crate) fn game_facts(game: &LedgerGame, language: Language) -> Vec<SheetFact> {
    let known = |value: &Option<String>| value.clone().unwrap_or_else(|| "?".to_owned());
    let record = message!(
        "fact-record-at",
        game = game.name(),
        byte = offset(game.identity).to_string()
    );
    let mut facts = vec![
        ("page-event-2", known(&game.event)),
        ("fact-site", known(&game.site)),
        ("page-date", known(&game.date)),
        ("fact-round", known(&game.round)),
        ("page-result", game.result.to_string()),
        ("fact-record", language.say(&record)),
    ];
    if let Some(over) = over(game, Edition::OfTheDay) {
        facts.push(("fact-over", language.say(&over)));
    }
    if game.verdict == Verdict::Damaged {
        let damage = language.word("fact-damaged-record");
        facts.push(("fact-damaged", damage.into_owned()));
    }
    facts
}

/// The section of a claim, with the turns that it is about: a run from where it is counted, a repetition from the first time
/// of its position.
fn section<'g>(
    claim: &Claim<'g>,
    line: &MoveLine,
    tables: &LawTables,
    language: Language,
) -> Section<'g> {
    let turns = match claim.source {
        ClaimSource::Fifty(run) => run.reset_ply + 1..=claim.last_ply.max(last_ply(run)),
        ClaimSource::Repetition(judged) => {
            let plies = &judged.repetition.plies;
            let [first, last] = [plies.first(), plies.last()].map(|ply| ply.copied().unwrap_or(0));
            first + 1..=claim.last_ply.max(last)
        }
    };
    let claims = claims_at(claim, turns.clone(), line, tables);
    let page = SheetSection {
        title: language.say(&claim.sentence()),
        facts: facts::of(claim, &claims, line, tables, language),
        diagrams: diagrams(claim, line, language),
        claim: claim.is_given().then(|| shown(claim, line, language)),
    };
    Section {
        page,
        claim: *claim,
        claims,
        turns,
    }
}

/// The main claim of a section.
fn shown(claim: &Claim<'_>, line: &MoveLine, language: Language) -> SectionClaim {
    let (ply, position) = (claim.ply, line.before(claim.ply));
    let completing = claim.is_intended(ply).then(|| match claim.source {
        ClaimSource::Fifty(_) => quiet_moves(position),
        ClaimSource::Repetition(judged) => vec![line.repeating(judged, ply)],
    });
    let epd = match claim.source {
        ClaimSource::Fifty(_) => article::epd(position, line.played(ply)),
        ClaimSource::Repetition(_) => {
            let supplied = completing.iter().flatten().next().cloned();
            article::epd_of(position, supplied.or_else(|| line.san(ply)))
        }
    };
    SectionClaim {
        article: language.say(&match claim.article_number(ply) {
            Some(article) => message!("sheet-article", article = article),
            None => message!("sheet-article-about", article = claim.named_article(ply)),
        }),
        wording: language.say(&article::wording(claim)),
        completing,
        marked: language.say(&article::marked(claim)),
        epd,
    }
}

fn diagrams(claim: &Claim<'_>, line: &MoveLine, language: Language) -> Vec<SheetDiagram> {
    let at = |ply: u32, caption: Message| SheetDiagram {
        caption: language.say(&caption),
        fen: line.before(ply).xfen(),
    };
    let main = at(claim.ply, claim.sentence());
    let run = match claim.source {
        ClaimSource::Fifty(run) => run,
        ClaimSource::Repetition(judged) => {
            let first = judged.repetition.plies.first().copied().unwrap_or_default();
            let stood = match first {
                0 => message!("caption-repeated-from-start"),
                _ => message!("caption-repeated", move = line.numbered(first)),
            };
            // Under 9.2.2 the position of the claim is the one already shown.
            let main = claim.is_intended(claim.ply).then_some(main);
            return [at(first + 1, stood)].into_iter().chain(main).collect();
        }
    };
    let begins = match run.reset_by {
        ResetBy::Start => message!("caption-start"),
        ResetBy::Capture | ResetBy::Pawn => {
            message!("caption-count-begins", move = line.numbered(run.reset_ply))
        }
    };
    let (last, clock) = (last_ply(run), run.peak_clock.to_string());
    let ends = match last {
        0 => message!("caption-only", clock = clock),
        _ => message!("caption-run-ends", move = line.numbered(last), clock = clock),
    };
    vec![at(run.reset_ply + 1, begins), main, at(last + 1, ends)]
}
