//! The moves of a sheet: each one once, with the claims before it.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use audit960_report::{Language, SheetClaim, SheetMove, SheetMoves, SheetSection};

use crate::claim::{Claim, ClaimSource};
use crate::judge::LawTables;
use crate::move_line::MoveLine;

/// A section about one claim, and what it has to do with the moves.
pub(super) struct Section<'g> {
    /// The section itself.
    pub(super) page: SheetSection,
    /// The claim.
    pub(super) claim: Claim<'g>,
    /// The turns that it is about: from the first that counts to the last with a claim, or to the end of the run.
    pub(super) turns: RangeInclusive<u32>,
    /// The turns with a claim.
    pub(super) claims: BTreeSet<u32>,
}

/// The turns at which law and record gave a claim.
pub(super) fn claims_at(
    claim: &Claim<'_>,
    turns: RangeInclusive<u32>,
    line: &MoveLine,
    tables: &LawTables,
) -> BTreeSet<u32> {
    let has_claim = |ply: &u32| match claim.source {
        ClaimSource::Fifty(_) => {
            (claim.first_ply..=claim.last_ply).contains(ply)
                && line.has_claim_under_law(*ply, &claim.game.dates, &tables.law)
        }
        ClaimSource::Repetition(judged) => {
            let plies = &judged.repetition.plies;
            let stands = plies.iter().skip(2).any(|stood| stood + 1 == *ply);
            let stood = plies.iter().filter(|stood| *stood < ply).count();
            stands || stood > 1 && !line.repeating(judged, *ply).is_empty()
        }
    };
    let given = turns.filter(|ply| claim.is_given_at(*ply));
    given.filter(has_claim).collect()
}

/// The turns of all sections: those before the first claim apart, which are there to be counted.
pub(super) fn of_all(sections: &[Section<'_>], line: &MoveLine, language: Language) -> SheetMoves {
    let turns: BTreeSet<u32> = sections
        .iter()
        .flat_map(|section| section.turns.clone())
        .collect();
    let claims = sections.iter().filter_map(|section| section.claims.first());
    let first = claims.min().copied().unwrap_or_default();
    let (before, from) = turns.into_iter().partition(|ply| *ply < first);
    let moves = |turns: Vec<u32>| {
        let moves = turns
            .into_iter()
            .map(|ply| turn(ply, sections, line, language));
        moves.collect()
    };
    SheetMoves {
        before: moves(before),
        from_first_claim: moves(from),
    }
}

fn turn(ply: u32, sections: &[Section<'_>], line: &MoveLine, language: Language) -> SheetMove {
    let sections = sections.iter().zip(1..);
    let claims = sections.filter(|(section, _)| section.claims.contains(&ply));
    let claims = claims.map(|(section, number)| SheetClaim {
        section: number,
        article: language.say(&section.claim.named_article(ply)),
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
