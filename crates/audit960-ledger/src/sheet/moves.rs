//! The moves of a sheet: each one once, with the claims before it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use audit960_report::{SheetClaim, SheetMove, SheetMoves, SheetSection};

use crate::claim::{Claim, ClaimSource};
use crate::judge::LawTables;
use crate::move_line::MoveLine;

/// A section about one claim, and what it has to do with the moves.
pub(super) struct Section {
    /// The section itself.
    pub(super) page: SheetSection,
    /// The turns that it is about: from the first that counts to the last with a claim, or to the end of the run.
    pub(super) turns: RangeInclusive<u32>,
    /// The turns with a claim, and its article.
    pub(super) claims: BTreeMap<u32, &'static str>,
}

/// The articles of the claims that law and record gave before half-moves.
pub(super) fn claims_at(
    claim: &Claim<'_>,
    turns: RangeInclusive<u32>,
    line: &MoveLine,
    tables: &LawTables,
) -> BTreeMap<u32, &'static str> {
    let article = |ply| match claim.source {
        ClaimSource::Fifty(_) => {
            let is_turn = (claim.first_ply..=claim.last_ply).contains(&ply);
            let article = line.claim_under_law(ply, &claim.game.dates, &tables.law)?;
            is_turn.then_some(article.as_str())
        }
        ClaimSource::Repetition(judged) => {
            let plies = &judged.repetition.plies;
            let stands = plies.iter().skip(2).any(|stood| stood + 1 == ply);
            let stood = plies.iter().filter(|stood| **stood < ply).count();
            let by_move = || stood > 1 && !line.repeating(judged, ply).is_empty();
            (stands || by_move()).then(|| claim.article(ply))
        }
    };
    let given = turns.filter(|ply| claim.is_given_at(*ply));
    given.filter_map(|ply| Some((ply, article(ply)?))).collect()
}

/// The turns of all sections: those before the first claim apart, which are there to be counted.
pub(super) fn of_all(sections: &[Section], line: &MoveLine) -> SheetMoves {
    let turns: BTreeSet<u32> = sections
        .iter()
        .flat_map(|section| section.turns.clone())
        .collect();
    let claims = sections
        .iter()
        .filter_map(|section| section.claims.keys().next());
    let first = claims.min().copied().unwrap_or_default();
    let (before, from) = turns.into_iter().partition(|ply| *ply < first);
    let moves = |turns: Vec<u32>| {
        let moves = turns.into_iter().map(|ply| turn(ply, sections, line));
        moves.collect()
    };
    SheetMoves {
        before: moves(before),
        from_first_claim: moves(from),
    }
}

fn turn(ply: u32, sections: &[Section], line: &MoveLine) -> SheetMove {
    let claims = sections.iter().zip(1..).filter_map(|(section, number)| {
        let article = section.claims.get(&ply)?;
        Some(SheetClaim {
            section: number,
            article,
        })
    });
    half(ply, line, claims.collect())
}

/// A turn with these claims.
pub(crate) fn half(ply: u32, line: &MoveLine, claims: Vec<SheetClaim>) -> SheetMove {
    let san = line.san(ply);
    let clock = line.before(ply + u32::from(san.is_some())).clock();
    SheetMove {
        ply,
        number: line.numbers().number(ply),
        side: line.numbers().side(ply),
        san,
        clock,
        claims,
    }
}
