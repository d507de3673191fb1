//! Runs, games and venues as text.

use std::collections::BTreeMap;

use audit960_law::{AMBIGUOUS_DATE, LawTable, Rule, article_of_the_day, end_article_of_the_day};
use audit960_types::{ClaimArticle, EndReason, Incident, Outcome, RunEnd, Venue, Verdict};

use crate::game::{LedgerGame, article_before, clock_before};

/// What is said of a run whose limit the sources leave open.
pub(crate) const UNCERTAIN_LIMIT: &str = "sources leave open which limit was in force on that date";
/// Moves by each player under the plain fifty-move rule, which defines a run.
const PLAIN_LIMIT: u32 = 50;

/// The claim of [`headline`], by the article of 2023: `113. White may claim (9.3.1)`.
pub(crate) fn first_claim(game: &LedgerGame, run: &Incident) -> String {
    let ply = shown_ply(run);
    if let Some(none) = no_claim(game, run, ply) {
        return none;
    }
    let (number, side) = (game.numbers().label(ply), run.side_before(ply).name());
    let may = may_claim(run.claimable_at_venue);
    format!("{number} {side} {may} ({})", article_at(run, ply))
}

/// What a player could do whom the Laws give a claim: where players claim, where they do not, and where that is not known.
pub(crate) const fn may_claim(claimable_at_venue: Option<bool>) -> &'static str {
    match claimable_at_venue {
        Some(true) => "may claim",
        Some(false) | None => "could claim by the Laws",
    }
}

/// What stands in place of a claim before a half-move where there is none that is known: the game was over, or its law
/// did not give one, or is not known.
pub(crate) fn no_claim(game: &LedgerGame, run: &Incident, ply: u32) -> Option<String> {
    let label = game.numbers().label(ply);
    if let Some(over) = game.over().filter(|_| game.is_over_before(ply)) {
        return Some(format!("{label} no claim: {over}"));
    }
    let why = match run.first_law_claim_ply {
        _ if run.clock_in_doubt => {
            "; not judged: the half-move clock in the FEN at the start cannot be right"
        }
        None if is_law_unknown(run) => ", under a law that is not known",
        None if run.losers_chance().is_none() => "; no claim under the law",
        _ => return None,
    };
    let side = run.side_before(ply).name();
    Some(format!("{label} {side}, at fifty moves{why}"))
}

/// The half-move before the main claim of a run: the first chance of the side that lost, else the first claim
/// under the law, else the first under the plain limit.
pub(crate) fn shown_ply(run: &Incident) -> u32 {
    run.losers_chance()
        .map_or_else(|| run.counting_claim_ply(), |chance| chance.first_ply)
}

/// The number of an article in the Laws of the day; a description where that is not known.
pub(crate) fn article(game: &LedgerGame, article: ClaimArticle) -> &'static str {
    article_of_the_day(article, &game.dates).unwrap_or(match article {
        ClaimArticle::Intended => "intended move",
        ClaimArticle::Completed => "moves completed",
    })
}

/// What an article on claims is about, where its number in the Laws of the day is not known.
pub(crate) fn about_article(article: &str) -> &'static str {
    match article {
        "9.2.1" => "repetition with the intended move",
        "9.2.2" => "repetition on the board",
        "9.3.1" => "the limit of moves with the intended move",
        _ => "the limit of moves completed",
    }
}

/// The article of a claim under the law before a half-move of a run.
pub(crate) fn article_at(run: &Incident, ply: u32) -> ClaimArticle {
    let limit = if run.first_law_claim_ply.is_some() {
        run.limit_moves
    } else {
        PLAIN_LIMIT
    };
    article_before(run, ply, limit)
}

/// A claim under the law before a half-move of a run: `9.3.1, clock 99`.
pub(crate) fn claim_under_law(run: &Incident, ply: u32) -> String {
    let article = article_at(run, ply);
    format!("{article}, clock {}", clock_before(run, ply))
}

/// The main claim of a run: the first and last chance of the side that lost the game, else the first
/// claim under the law, else the first under the plain limit of fifty moves.
pub(crate) fn headline(game: &LedgerGame, run: &Incident) -> String {
    let label = |ply| game.numbers().label(ply);
    if let (Some(loser), Some(chance)) = (run.half_point_lost_by, run.losers_chance()) {
        let (first, side) = (label(chance.first_ply), loser.name());
        let article = article_at(run, chance.first_ply);
        let last = match chance.last_ply {
            last if last == chance.first_ply => String::new(),
            last => format!(", last at {}", label(last)),
        };
        return format!("{first} {side}, who lost, could claim ({article}){last}");
    }
    let ply = run.counting_claim_ply();
    if let Some(none) = no_claim(game, run, ply) {
        return none;
    }
    let side = run.side_before(ply).name();
    let may = may_claim(run.claimable_at_venue);
    format!("{} {side} {may} ({})", label(ply), article_at(run, ply))
}

/// Whether it is not known which limit was in force for a run: in the table that is built in; of a user's table the rows that
/// say so are named by the user.
pub(crate) fn is_law_unknown(run: &Incident) -> bool {
    let row = LawTable::builtin().row(&run.law);
    row.is_some_and(|row| row.rule == Rule::NotKnown)
}

/// The law and its limit; where its first claim is not the plain one, also that claim.
pub(crate) fn law(game: &LedgerGame, run: &Incident) -> String {
    let limit = run.limit_moves;
    let law = match run.law.as_str() {
        AMBIGUOUS_DATE => "the date spans two laws",
        law => law,
    };
    if is_law_unknown(run) {
        return format!("{law} (which limit, is not known): not judged");
    }
    let uncertain = if run.law_uncertain { ", uncertain" } else { "" };
    let plain = game.numbers().label(run.first_claim_ply);
    let claim = match run.first_law_claim_ply {
        Some(ply) if ply == run.first_claim_ply => String::new(),
        Some(ply) => format!(": from {}, not from {plain}", game.numbers().label(ply)),
        None if game.is_over_before(run.first_claim_ply) => {
            ": no claim, the game was over".to_owned()
        }
        None => ": no claim".to_owned(),
    };
    let drawn = drawn(game, run).map_or_else(String::new, |drawn| format!("; {drawn}"));
    format!("{law} ({limit} moves{uncertain}){claim}{drawn}")
}

/// The automatic draw by a run as text, if there was one.
fn drawn(game: &LedgerGame, run: &Incident) -> Option<String> {
    let ply = run.automatic_draw_ply?;
    let rule = match run.seventy_five_ply == Some(ply) {
        true => end_article_of_the_day(EndReason::SeventyFiveMoves, &game.dates).map_or_else(
            || "75 moves".to_owned(),
            |article| format!("75 moves, {article}"),
        ),
        false => "by the venue's rule".to_owned(),
    };
    Some(format!(
        "drawn after {} ({rule})",
        game.numbers().label(ply)
    ))
}

/// The name of a venue for people.
pub(crate) fn venue_name(venue: Venue) -> String {
    venue.as_str().replace('_', " ")
}

/// The venue and whether claims exist there.
pub(crate) fn venue(game: &LedgerGame, claimable: Option<bool>) -> String {
    let claims = match claimable {
        Some(true) => "",
        Some(false) => ", no claims there",
        None if game.venue == Venue::Online => ", rules not known: not judged",
        None if game.venue == Venue::Iccf => ", left to tablebases: not judged",
        None if game.dates.game.is_none() => ", rule not known without a date: not judged",
        None => ", rule on that date not known: not judged",
    };
    format!("{}{claims}", venue_name(game.venue))
}

/// The name of a game, with the short name of its source; without the source if there is only one.
pub(crate) fn game_name(game: &LedgerGame, sources: &BTreeMap<String, String>) -> String {
    let source = match sources.get(&game.source) {
        _ if sources.len() == 1 => "",
        Some(short) => short,
        None => &game.source,
    };
    game.name_with_source(source)
}

/// The names of both players.
pub(crate) fn players(game: &LedgerGame) -> String {
    game.players().join(" – ")
}

/// What ended a run; `damaged record` if the record of a damaged game ends there.
pub(crate) fn run_end(game: &LedgerGame, run: &Incident) -> &'static str {
    match (game.verdict, run.ended_by) {
        (Verdict::Damaged, RunEnd::EndOfGame) => "damaged record",
        (_, end) => ended_by(end),
    }
}

/// What ended a run, in a sentence: `ended by a capture`.
#[must_use]
pub const fn run_end_text(end: RunEnd) -> &'static str {
    match end {
        RunEnd::Capture => "a capture",
        RunEnd::Pawn => "a pawn move",
        RunEnd::Checkmate => "checkmate",
        RunEnd::Stalemate => "stalemate",
        RunEnd::EndOfGame => "the end of the record",
    }
}

/// What became of a game with a claim, in words.
#[must_use]
pub const fn outcome_text(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::DrawnWithClaimOpen => "drawn with the claim open",
        Outcome::DrawnLater => "drawn later",
        Outcome::LostAfterClaim => "lost after a claim",
        Outcome::WonAfterClaim => "won after a claim",
        Outcome::Unfinished => "unfinished",
        Outcome::OverBefore => "over before",
    }
}

const fn ended_by(end: RunEnd) -> &'static str {
    match end {
        RunEnd::Capture => "capture",
        RunEnd::Pawn => "pawn move",
        RunEnd::Checkmate => "checkmate",
        RunEnd::Stalemate => "stalemate",
        RunEnd::EndOfGame => "end",
    }
}
