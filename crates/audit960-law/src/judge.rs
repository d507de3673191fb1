//! The judge of claims under the fifty-move rule: applies the law of the day and the venue's rules to a
//! run.

use audit960_types::{Chances, ClaimArticle, GameEnd, GameResult, Side};

use crate::end::{GameEnds, is_in_time};
use crate::jurisdiction::Jurisdiction;
use crate::material::SideConditions;
use crate::row::Rule;
use crate::run::{ClaimRun, FIFTY_CLOCK, SEVENTY_FIVE_CLOCK};
use crate::table::{AMBIGUOUS_DATE, AppliedRow, UNDATED};
use crate::venue::VenueKind;

audit960_types::choices! {
    /// Whose rules count.
    pub enum Standard {
        /// Claims under the law of the date, where the venue has claims
        Venue = "venue",
        /// Claims under the law of the date, as if every venue had claims
        Fide = "fide",
    }
}

/// The result of applying the law in force and the venue's rules to a run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Judgement<'t> {
    /// Row of the law table at the first claim under the law, else at the run's last turn; `undated`, or `ambiguous_date`
    /// if its possible dates have different limits.
    pub law: &'t str,
    /// Whether the sources leave open which limit was in force on that date.
    pub law_uncertain: bool,
    /// Moves by each player after which that row lets players claim.
    pub limit_moves: u32,
    /// First ply before which a claim existed under the law, before the game was over under it.
    pub first_claim_ply: Option<u32>,
    /// Whether claims exist at the venue; `None` where its rule on that date is not known, and where clock, date or law leave
    /// open what would be a claim.
    pub claimable_at_venue: Option<bool>,
    /// White's and Black's claims under law and venue, before the end of the game.
    pub chances: [Option<Chances>; 2],
    /// The losing side, if it had such a claim.
    pub half_point_lost_by: Option<Side>,
    /// Ply after which the game was automatically drawn, by the venue's rule or by the
    /// seventy-five-move rule where both law and venue have it, unless it was over before.
    pub automatic_draw_ply: Option<u32>,
}

/// Judges a run of a game.
///
/// The law is that of the game's dates; conditions on the position are checked at each turn. `standard`
/// says whether a chance also needs a venue that has claims. With a doubtful clock, or a date that spans laws with different
/// limits, nobody has a chance, and nobody has one after the end of the game.
///
/// # Examples
/// ```
/// use audit960_board::Position;
/// use audit960_law::types::{GameResult, Side, Venue};
/// use audit960_law::{ClaimRuns, GameDates, GameEnds, Jurisdiction, Standard, judge};
/// use audit960_pgn::parse_fen;
///
/// // Fifty moves are completed and Black is to move (Laws 9.3.2), but plays on and loses.
/// let record = parse_fen(b"4k3/8/8/8/8/8/8/R3K2R b - - 100 120")?;
/// let mut runs = ClaimRuns::default();
/// runs.begin(&Position::load(&record.setup)?.position, false);
/// let at = |venue| {
///     let rules = Jurisdiction::builtin(GameDates::parse("2023.05.01").unwrap(), venue);
///     let (run, ends) = (&runs.found()[0], GameEnds::default());
///     judge(run, &ends, GameResult::White, &rules, Standard::Venue)
/// };
/// assert_eq!(at(Venue::OverTheBoard).half_point_lost_by, Some(Side::Black));
/// // Where the server declares draws automatically, nobody can miss a claim.
/// assert_eq!(at(Venue::Lichess).half_point_lost_by, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn judge<'t>(
    run: &ClaimRun,
    ends: &GameEnds,
    result: GameResult,
    rules: &Jurisdiction<'t>,
    standard: Standard,
) -> Judgement<'t> {
    let fifty = rules.fifty(run.material.piece_count());
    let read = read(run, ends, rules, standard);
    // Claims that clock, date or law leave open are neither there nor not there, and nobody missed them; a draw by the venue's
    // own rule is none.
    let is_open = run.clock_in_doubt || read.not_known;
    let claimable_at_venue = fifty
        .map(VenueKind::is_claim)
        .filter(|claim| !(*claim && is_open));
    let counts = standard == Standard::Fide || claimable_at_venue == Some(true);
    let chances = match counts && !is_open {
        true => read.claims,
        false => [None; 2],
    };
    let loser = result.winner().map(Side::other);
    Judgement {
        law: read.law,
        law_uncertain: read.uncertain,
        limit_moves: read.limit_moves,
        first_claim_ply: read.first_claim_ply,
        claimable_at_venue,
        chances,
        half_point_lost_by: loser.filter(|side| chances[*side as usize].is_some()),
        automatic_draw_ply: automatic_draw(run, fifty, rules)
            .filter(|ply| reached(*ply, ends.venue)),
    }
}

/// Ply after which the run drew the game automatically.
fn automatic_draw(
    run: &ClaimRun,
    fifty: Option<VenueKind>,
    rules: &Jurisdiction<'_>,
) -> Option<u32> {
    let by_venue = (fifty == Some(VenueKind::Automatic))
        .then(|| run.ply_that_reached(FIFTY_CLOCK))
        .flatten();
    let by_law = rules
        .ends_after_seventy_five()
        .then(|| run.ply_that_reached(SEVENTY_FIVE_CLOCK))
        .flatten();
    [by_venue, by_law].into_iter().flatten().min()
}

/// Whether a game was not over before half-move `ply` had been played.
pub(crate) fn reached(ply: u32, end: Option<GameEnd>) -> bool {
    end.is_none_or(|end| ply <= end.ply)
}

/// The result of applying the law alone to a run, whatever the venue.
struct UnderLaw<'t> {
    law: &'t str,
    uncertain: bool,
    limit_moves: u32,
    first_claim_ply: Option<u32>,
    claims: [Option<Chances>; 2],
    /// Whether it is not known what the law was: by its row, or because the possible dates have different limits.
    not_known: bool,
}

fn read<'t>(
    run: &ClaimRun,
    ends: &GameEnds,
    rules: &Jurisdiction<'t>,
    standard: Standard,
) -> UnderLaw<'t> {
    let mut claims: [Option<Chances>; 2] = [None; 2];
    let mut first = None;
    // The conditions rarely change, and the table is searched again only when they do.
    let mut seen: Vec<(SideConditions, AppliedRow<'t>)> = Vec::new();
    let mut last = None;
    let announced_counts = standard == Standard::Fide || rules.announced_fifty_counts();
    for (ply, side, clock, turn) in run.turns() {
        let known = seen.iter().find(|(known, _)| *known == turn.conditions);
        let applied = known.map(|(_, applied)| *applied).unwrap_or_else(|| {
            let found = rules
                .law
                .claim(&rules.dates, &run.material, turn.conditions);
            seen.push((turn.conditions, found));
            found
        });
        last = Some(applied);
        let Some(article) = turn.claim(clock, applied.limit_moves) else {
            continue;
        };
        let is_known = applied.row.rule != Rule::NotKnown;
        if is_known && is_in_time(ply, ends.fide) {
            first.get_or_insert((ply, applied));
        }
        let counts_there = announced_counts || article == ClaimArticle::Completed;
        if !counts_there || !is_known || !is_in_time(ply, ends.under(standard)) {
            continue;
        }
        match &mut claims[side as usize] {
            Some(claims) => {
                claims.last_ply = ply;
                claims.turns += 1;
            }
            none => *none = Some(Chances::at(ply)),
        }
    }
    let applied = first.map(|(_, applied)| applied).or(last);
    let by = |law: &str| seen.iter().any(|(_, applied)| applied.law == law);
    let limits_differ = by(AMBIGUOUS_DATE);
    UnderLaw {
        law: match applied {
            _ if limits_differ => AMBIGUOUS_DATE,
            Some(applied) => applied.law,
            None => UNDATED,
        },
        uncertain: seen.iter().any(|(_, applied)| applied.uncertain),
        limit_moves: applied.map_or(0, |applied| applied.limit_moves),
        not_known: limits_differ
            || applied.is_some_and(|applied| applied.row.rule == Rule::NotKnown),
        first_claim_ply: first.map(|(ply, _)| ply),
        claims,
    }
}

#[cfg(test)]
mod tests;
