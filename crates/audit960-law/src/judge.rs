//! The judge of claims under the fifty-move rule: applies the law of the day and the venue's rules to a
//! run, which makes the incident that is its row in the dataset.

use audit960_types::{
    Chance, ClaimArticle, GameEnd, GameResult, Incident, Material, Outcome, RunEnd, Side,
};

use crate::end::{GameEnds, is_in_time, is_over_before};
use crate::jurisdiction::Jurisdiction;
use crate::material::SideConditions;
use crate::row::Rule;
use crate::run::{ClaimRun, FIFTY_CLOCK, SEVENTY_FIVE_CLOCK};
use crate::table::{AMBIGUOUS_DATE, AppliedRow, UNDATED};
use crate::venue::VenueKind;

/// Moves by each player under the plain fifty-move rule (Laws 9.3), which defines an incident.
pub const PLAIN_LIMIT: u32 = 50;

audit960_types::choices! {
    /// Whose rules count.
    pub enum Standard {
        /// Claims under the law of the date, where the venue has claims
        Venue = "venue",
        /// Claims under the law of the date, as if every venue had claims
        Fide = "fide",
    }
}

/// Judges a run of a game: its row in the dataset. `fen_before` gives the position before a ply of the game as X-FEN.
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
/// let position = Position::load(&record.setup)?.position;
/// let mut runs = ClaimRuns::default();
/// runs.begin(&position, false);
/// let at = |venue| {
///     let rules = Jurisdiction::builtin(GameDates::parse("2023.05.01").unwrap(), venue);
///     let ended = (GameResult::White, &GameEnds::default());
///     judge(&runs.found()[0], ended, &rules, Standard::Venue, &|_| position.xfen())
/// };
/// assert_eq!(at(Venue::OverTheBoard).half_point_lost_by, Some(Side::Black));
/// // Where the server declares draws automatically, nobody can miss a claim.
/// assert_eq!(at(Venue::Lichess).half_point_lost_by, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn judge(
    run: &ClaimRun,
    (result, ends): (GameResult, &GameEnds),
    rules: &Jurisdiction<'_>,
    standard: Standard,
    fen_before: &dyn Fn(u32) -> String,
) -> Incident {
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
    let (mut claims, mut first_article, mut first_932_ply) = ([0; 2], None, None);
    for (ply, side, clock, turn) in run.turns() {
        let Some(article) = turn.claim(clock, PLAIN_LIMIT) else {
            continue;
        };
        claims[side as usize] += 1;
        first_article.get_or_insert(article);
        if article == ClaimArticle::Completed {
            first_932_ply.get_or_insert(ply);
        }
    }
    let loser = result.winner().map(Side::other);
    Incident {
        reset_ply: run.reset_ply,
        reset_by: run.reset_by,
        first_claim_ply: run.first_claim_ply,
        first_clock: run.first_clock,
        first_claim_side: run.first_claim_side,
        first_claim_article: first_article.unwrap_or(ClaimArticle::Intended),
        first_932_ply,
        claims,
        peak_clock: run.peak_clock(),
        seventy_five_ply: run.ply_that_reached(SEVENTY_FIVE_CLOCK),
        ended_by: run.ended_by,
        outcome: match is_over_before(run.first_claim_ply, ends) {
            true => Outcome::OverBefore,
            false => outcome(run, claims, result),
        },
        material: run.material.to_string(),
        fen: run.fen.clone(),
        clock_in_doubt: run.clock_in_doubt,
        law: read.law.to_owned(),
        law_uncertain: read.uncertain,
        limit_moves: read.limit_moves,
        first_law_claim_ply: read.first_claim_ply,
        claimable_at_venue,
        chances: chances.map(|chance| {
            chance.map(|[first_ply, last_ply]| Chance {
                first_ply,
                last_ply,
                first_fen: match first_ply == run.first_claim_ply {
                    true => run.fen.clone(),
                    false => fen_before(first_ply),
                },
            })
        }),
        half_point_lost_by: loser.filter(|side| chances[*side as usize].is_some()),
        automatic_draw_ply: automatic_draw(run, fifty, rules)
            .filter(|ply| reached(*ply, ends.venue)),
        claimant_offered_draw: None,
        values: None,
    }
}

/// The outcome of the game with respect to the claims in the run.
fn outcome(run: &ClaimRun, claims: [u32; 2], result: GameResult) -> Outcome {
    match (result, result.winner()) {
        (GameResult::Unfinished, _) => Outcome::Unfinished,
        (_, Some(winner)) if claims[winner.other() as usize] > 0 => Outcome::LostAfterClaim,
        (_, Some(_)) => Outcome::WonAfterClaim,
        _ if run.ended_by == RunEnd::EndOfGame => Outcome::DrawnWithClaimOpen,
        _ => Outcome::DrawnLater,
    }
}

/// Ply after which the run drew the game automatically.
fn automatic_draw(
    run: &ClaimRun,
    fifty: Option<VenueKind>,
    rules: &Jurisdiction<'_>,
) -> Option<u32> {
    let clocks = [
        (fifty == Some(VenueKind::Automatic), FIFTY_CLOCK),
        (rules.ends_after_seventy_five(), SEVENTY_FIVE_CLOCK),
    ];
    let reached = clocks.into_iter().filter(|(ends, _)| *ends);
    reached
        .filter_map(|(_, clock)| run.ply_that_reached(clock))
        .min()
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
    /// The first and the last ply before which White and Black had a claim.
    claims: [Option<[u32; 2]>; 2],
    /// Whether it is not known what the law was: by its row, or because the possible dates have different limits.
    not_known: bool,
}

fn read<'t>(
    run: &ClaimRun,
    ends: &GameEnds,
    rules: &Jurisdiction<'t>,
    standard: Standard,
) -> UnderLaw<'t> {
    let mut claims = [None; 2];
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
        claims[side as usize].get_or_insert([ply; 2])[1] = ply;
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

/// Rules on a run by what endgame tables say of it, where claims that rest on them took the place of the fifty-move rule: in
/// a drawn position a draw could be claimed, in no other, however many moves the win takes. A side lost half a point if it
/// was to move at the first claim of the run, in a draw, and lost the game: of later positions it is not known what they
/// were worth.
pub fn rule_by_tables(incident: &mut Incident, result: GameResult, rules: &Jurisdiction<'_>) {
    let left_to_tables = |material: Material| rules.is_left_to_tablebases(material.piece_count());
    if !incident.material.parse().is_ok_and(left_to_tables) {
        return;
    }
    let first = incident.values.as_ref().map(|values| values.first_claim);
    let Some(wdl) = first.and_then(|first| first.wdl) else {
        return;
    };
    let ply = incident.first_claim_ply;
    let side = incident.first_claim_side;
    let loser = result.winner().map(Side::other);
    let is_missed = wdl == 0
        && loser == Some(side)
        && incident.first_law_claim_ply == Some(ply)
        && !incident.clock_in_doubt;
    incident.claimable_at_venue = Some(wdl == 0);
    if is_missed {
        incident.half_point_lost_by = loser;
        incident.chances[side as usize] = Some(Chance {
            first_ply: ply,
            last_ply: ply,
            first_fen: incident.fen.clone(),
        });
    }
}

#[cfg(test)]
mod tests;
