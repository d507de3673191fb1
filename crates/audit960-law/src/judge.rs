//! The judge of claims under the fifty-move rule: applies the law of the day and the venue's rules to a
//! run.

use audit960_types::{Chances, ClaimArticle, GameEnd, GameResult, Side};

use crate::end::{GameEnds, is_in_time};
use crate::jurisdiction::Jurisdiction;
use crate::material::SideConditions;
use crate::row::{LawRow, Rule};
use crate::run::{ClaimRun, FIFTY_CLOCK, SEVENTY_FIVE_CLOCK};
use crate::table::{AMBIGUOUS_DATE, UNDATED};
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
    /// Row of the law table at the first claim under the law, else at the run's last turn; or `undated`
    /// or `ambiguous_date`.
    pub law: &'t str,
    /// Whether the sources leave open which limit was in force on that date.
    pub law_uncertain: bool,
    /// Moves by each player after which that row lets players claim.
    pub limit_moves: u32,
    /// First ply before which a claim existed under the law, before the game was over under it.
    pub first_claim_ply: Option<u32>,
    /// Whether claims exist at the venue; `None` where its rule on that date is not known.
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
    // Claims by a rule that nobody knows are neither there nor not there; a draw by the venue's own rule is none.
    let claimable_at_venue = fifty
        .map(VenueKind::is_claim)
        .filter(|claim| !(*claim && read.not_known));
    let counts = standard == Standard::Fide || claimable_at_venue == Some(true);
    // Nobody missed what clock or date leave open.
    let chances = if counts && !run.clock_in_doubt && !read.limits_differ {
        read.claims
    } else {
        [None; 2]
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
    /// Whether it is not known what the law was.
    not_known: bool,
    /// Whether the possible dates have different limits.
    limits_differ: bool,
}

fn read<'t>(
    run: &ClaimRun,
    ends: &GameEnds,
    rules: &Jurisdiction<'t>,
    standard: Standard,
) -> UnderLaw<'t> {
    let (law, dates) = (rules.law, &rules.dates);
    let days = law.days(dates);
    let day = days.first().copied();
    let at = |day, conditions| law.claim_on(dates, day, &run.material, conditions);
    let mut claims: [Option<Chances>; 2] = [None; 2];
    let mut first = None;
    let mut last = None;
    // The conditions rarely change, and the table is searched again only when they do.
    let mut seen: Vec<SideConditions> = Vec::new();
    let mut answer: Option<(SideConditions, (&LawRow, u32))> = None;
    let announced_counts = standard == Standard::Fide || rules.announced_fifty_counts();
    for (ply, side, clock, turn) in run.turns() {
        let (row, limit_moves) = match answer {
            Some((conditions, answer)) if conditions == turn.conditions => answer,
            _ => {
                let found = at(day, turn.conditions);
                answer = Some((turn.conditions, found));
                if !seen.contains(&turn.conditions) {
                    seen.push(turn.conditions);
                }
                found
            }
        };
        last = Some((row, limit_moves));
        let Some(article) = turn.claim(clock, limit_moves) else {
            continue;
        };
        if is_in_time(ply, ends.fide) && row.rule != Rule::NotKnown {
            first.get_or_insert((row, limit_moves, ply));
        }
        let counts_there = announced_counts || article == ClaimArticle::Completed;
        if !counts_there || !is_in_time(ply, ends.under(standard)) || row.rule == Rule::NotKnown {
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
    // Whether a later possible day has another limit, or the dates span the seventy-five-move rule.
    let limits_differ = seen.iter().any(|&conditions| {
        let limit = at(day, conditions).1;
        let mut later = days.iter().skip(1);
        later.any(|day| at(Some(*day), conditions).1 != limit)
    });
    let automatic_differs = run.ply_that_reached(SEVENTY_FIVE_CLOCK).is_some()
        && law.automatic_seventy_five(dates).is_none();
    let applied = first.map(|(row, limit, _)| (row, limit)).or(last);
    UnderLaw {
        law: match applied {
            _ if dates.game.is_none() => UNDATED,
            _ if limits_differ || automatic_differs => AMBIGUOUS_DATE,
            Some((row, _)) => row.id.as_str(),
            None => UNDATED,
        },
        uncertain: seen
            .iter()
            .any(|conditions| law.is_uncertain(dates, &run.material, *conditions)),
        limit_moves: applied.map_or(0, |(_, limit)| limit),
        not_known: applied.is_some_and(|(row, _)| row.rule == Rule::NotKnown),
        first_claim_ply: first.map(|(_, _, ply)| ply),
        claims,
        limits_differ,
    }
}

#[cfg(test)]
mod tests;
