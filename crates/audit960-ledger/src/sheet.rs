//! The arbiter's sheet of a game: the data that `audit960-report` shows, built from its moves.

mod article;
mod facts;
mod moves;

use audit960_report::{ArbiterSheet, SectionClaim, SheetDiagram, SheetFact, SheetSection};
use audit960_types::{ResetBy, Verdict};

use crate::claim::{Claim, ClaimSource, claims_of, last_ply};
use crate::end::over;
use crate::error::Result;
use crate::game::{LedgerGame, offset};
use crate::judge::LawTables;
use crate::move_line::MoveLine;
use moves::{Section, claims_at};

/// Builds the sheet of a game. `tables` give the sources of the law and of the venue's rule.
///
/// # Errors
/// If the moves of the game cannot be played.
pub fn of(game: &LedgerGame, tables: &LawTables) -> Result<ArbiterSheet> {
    let line = MoveLine::of(game)?;
    let [white, black] = game.players();
    let sections = claims_of(game).map(|claim| section(&claim, &line, tables));
    let sections: Vec<Section> = sections.collect();
    Ok(ArbiterSheet {
        white: white.to_owned(),
        black: black.to_owned(),
        facts: game_facts(game),
        moves: moves::of_all(&sections, &line),
        sections: sections.into_iter().map(|section| section.page).collect(),
    })
}

fn game_facts(game: &LedgerGame) -> Vec<SheetFact> {
    let known = |value: &Option<String>| value.clone().unwrap_or_else(|| "?".to_owned());
    let mut facts = vec![
        ("Event", known(&game.event)),
        ("Site", known(&game.site)),
        ("Date", known(&game.date)),
        ("Round", known(&game.round)),
        ("Result", game.result.to_string()),
        (
            "Record",
            format!("{} (byte {})", game.name(), offset(game.identity)),
        ),
    ];
    if let Some(over) = over(game) {
        facts.push(("End without a claim", over.to_string()));
    }
    if game.verdict == Verdict::Damaged {
        let damage = "the record goes on after the last move that can be read";
        facts.push(("Damaged", damage.to_owned()));
    }
    facts
}

/// The section of a claim, with the turns that it is about: a run from where it is counted, a repetition from the first time
/// of its position.
fn section(claim: &Claim<'_>, line: &MoveLine, tables: &LawTables) -> Section {
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
        title: claim.sentence().to_string(),
        facts: facts::of(claim, &claims, line, tables),
        diagrams: diagrams(claim, line),
        claim: claim.is_given().then(|| shown(claim, line)),
    };
    Section {
        page,
        claims,
        turns,
    }
}

/// The main claim of a section.
fn shown(claim: &Claim<'_>, line: &MoveLine) -> SectionClaim {
    let (ply, position) = (claim.ply, line.before(claim.ply));
    let completing = claim.is_intended(ply).then(|| match claim.source {
        ClaimSource::Fifty(_) => article::quiet_moves(position),
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
        article: (
            claim.article_of_the_day(ply).map(str::to_owned),
            article::wording(claim).to_owned(),
        ),
        completing,
        marked: article::marked(claim),
        epd,
    }
}

fn diagrams(claim: &Claim<'_>, line: &MoveLine) -> Vec<SheetDiagram> {
    let at = |ply: u32, caption: String| SheetDiagram {
        caption,
        fen: line.before(ply).xfen(),
    };
    let main = at(claim.ply, claim.sentence().to_string());
    let run = match claim.source {
        ClaimSource::Fifty(run) => run,
        ClaimSource::Repetition(judged) => {
            let first = judged.repetition.plies.first().copied().unwrap_or_default();
            let stood = match first {
                0 => "The position at the start of the record".to_owned(),
                _ => format!("The position, first after {}", line.numbered(first)),
            };
            // Under 9.2.2 the position of the claim is the one already shown.
            let main = claim.is_intended(claim.ply).then_some(main);
            return [at(first + 1, stood)].into_iter().chain(main).collect();
        }
    };
    let begins = match run.reset_by {
        ResetBy::Start => "Start of the record".to_owned(),
        ResetBy::Capture | ResetBy::Pawn => {
            format!("After {}: the count begins", line.numbered(run.reset_ply))
        }
    };
    let (last, clock) = (last_ply(run), run.peak_clock);
    let ends = match last {
        0 => format!("The only position: clock {clock}"),
        _ => format!(
            "After {}: end of the run, clock {clock}",
            line.numbered(last)
        ),
    };
    vec![at(run.reset_ply + 1, begins), main, at(last + 1, ends)]
}
