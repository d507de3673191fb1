//! Decodes rows of a dataset into games, runs and repetitions.

use audit960_analytics::Row;
use audit960_law::{Day, Days, GameDates, PgnDate};
use audit960_types::{
    Chance, Chances, ClaimArticle, DateSource, GameResult, Identity, Incident, JudgedRepetition,
    Outcome, Repetition, RepetitionArticle, ResetBy, RunEnd, Side, StartKind, Venue, Verdict,
};

use crate::error::{LedgerError, Result};
use crate::game::{LedgerGame, ORTHODOX};

/// Columns of table `games` that a game is decoded from.
pub(super) const GAME: [&str; 23] = [
    "game_id",
    "source",
    "frame_offset",
    "byte_offset",
    "game",
    "event",
    "site",
    "date",
    "round",
    "white",
    "black",
    "white_elo",
    "black_elo",
    "result",
    "date_from",
    "date_to",
    "event_date",
    "date_source",
    "half_point_lost_by",
    "venue",
    "start_kind",
    "verdict",
    "fen",
];

/// Columns of table `incidents` that a run is decoded from.
pub(super) const RUN: [&str; 30] = [
    "game_id",
    "start_fen",
    "reset_ply",
    "reset_by",
    "first_claim_ply",
    "first_claim_side",
    "first_claim_article",
    "first_932_ply",
    "white_claims",
    "black_claims",
    "peak_clock",
    "seventy_five_ply",
    "ended_by",
    "outcome",
    "material",
    "fen",
    "law",
    "limit_moves",
    "first_claim_under_law_ply",
    "claimable_at_venue",
    "half_point_lost_by",
    "automatic_draw_ply",
    "white_first_ply",
    "white_last_ply",
    "white_first_fen",
    "black_first_ply",
    "black_last_ply",
    "black_first_fen",
    "law_uncertain",
    "clock_in_doubt",
];

/// Columns of table `repetitions` that a repetition is decoded from.
pub(super) const REPETITION: [&str; 16] = [
    "game_id",
    "first_claim_ply",
    "first_claim_side",
    "first_claim_article",
    "plies",
    "outcome",
    "white_claims",
    "black_claims",
    "white_first_ply",
    "white_last_ply",
    "black_first_ply",
    "black_last_ply",
    "fen",
    "claimable_at_venue",
    "half_point_lost_by",
    "automatic_draw_ply",
];

/// Decodes a repetition.
pub(super) fn repetition(row: &Row<'_>) -> Result<JudgedRepetition> {
    let chances = |turns, first, last| match row.opt_number(first)? {
        None => Ok::<_, LedgerError>(None),
        Some(first_ply) => Ok(Some(Chances {
            turns: row.number(turns)?,
            first_ply,
            last_ply: row.number(last)?,
        })),
    };
    let (articles, sides) = (RepetitionArticle::ALL, Side::ALL);
    Ok(JudgedRepetition {
        repetition: Repetition {
            first_claim_ply: row.number("first_claim_ply")?,
            first_claim_side: row.label("first_claim_side", sides, Side::as_str)?,
            first_claim_article: row.label(
                "first_claim_article",
                articles,
                RepetitionArticle::as_str,
            )?,
            plies: row.numbers("plies")?,
            chances: [
                chances("white_claims", "white_first_ply", "white_last_ply")?,
                chances("black_claims", "black_first_ply", "black_last_ply")?,
            ],
            fen: row.text("fen")?,
        },
        outcome: row.label("outcome", Outcome::ALL, Outcome::as_str)?,
        claimable_at_venue: row.opt_bool("claimable_at_venue")?,
        half_point_lost_by: maybe_side(row, "half_point_lost_by")?,
        automatic_draw_ply: row.opt_number("automatic_draw_ply")?,
    })
}

fn identity(row: &Row<'_>) -> Result<Identity> {
    Ok(Identity {
        frame_offset: row.number("frame_offset")?,
        byte_offset: row.number("byte_offset")?,
    })
}

/// Decodes a game, without its runs and repetitions.
pub(super) fn game(row: &Row<'_>) -> Result<LedgerGame> {
    Ok(LedgerGame {
        source: row.text("source")?,
        identity: identity(row)?,
        game: row.opt_number("game")?,
        event: row.opt_text("event")?,
        site: row.opt_text("site")?,
        date: row.opt_text("date")?,
        round: row.opt_text("round")?,
        white: row.opt_text("white")?,
        black: row.opt_text("black")?,
        white_elo: row.opt_number("white_elo")?,
        black_elo: row.opt_number("black_elo")?,
        result: row.label("result", GameResult::ALL, GameResult::as_str)?,
        venue: row.label("venue", Venue::ALL, Venue::as_str)?,
        start: row.label("start_kind", StartKind::ALL, StartKind::as_str)?,
        verdict: row.label("verdict", Verdict::ALL, Verdict::as_str)?,
        dates: dates(row)?,
        half_point_lost_by: maybe_side(row, "half_point_lost_by")?,
        start_fen: row.opt_text("fen")?.unwrap_or_else(|| ORTHODOX.to_owned()),
        moves: match row.frame.column("moves") {
            Some(_) => row.opt_text("moves")?,
            None => None,
        },
        runs: Vec::new(),
        repetitions: Vec::new(),
    })
}

/// Decodes a run with a claim.
pub(super) fn run(row: &Row<'_>) -> Result<Incident> {
    let side = |name| row.label(name, Side::ALL, Side::as_str);
    Ok(Incident {
        reset_ply: row.number("reset_ply")?,
        reset_by: row.label("reset_by", ResetBy::ALL, ResetBy::as_str)?,
        first_claim_ply: row.number("first_claim_ply")?,
        first_claim_side: side("first_claim_side")?,
        first_claim_article: row.label(
            "first_claim_article",
            ClaimArticle::ALL,
            ClaimArticle::as_str,
        )?,
        first_932_ply: row.opt_number("first_932_ply")?,
        claims: [row.number("white_claims")?, row.number("black_claims")?],
        peak_clock: row.number("peak_clock")?,
        seventy_five_ply: row.opt_number("seventy_five_ply")?,
        ended_by: row.label("ended_by", RunEnd::ALL, RunEnd::as_str)?,
        outcome: row.label("outcome", Outcome::ALL, Outcome::as_str)?,
        material: row.text("material")?,
        fen: row.text("fen")?,
        clock_in_doubt: row.truth("clock_in_doubt")?,
        law: row.text("law")?,
        law_uncertain: row.truth("law_uncertain")?,
        limit_moves: row.number("limit_moves")?,
        first_law_claim_ply: row.opt_number("first_claim_under_law_ply")?,
        claimable_at_venue: row.opt_bool("claimable_at_venue")?,
        chances: [
            chance(
                row,
                ["white_first_ply", "white_last_ply", "white_first_fen"],
            )?,
            chance(
                row,
                ["black_first_ply", "black_last_ply", "black_first_fen"],
            )?,
        ],
        half_point_lost_by: maybe_side(row, "half_point_lost_by")?,
        automatic_draw_ply: row.opt_number("automatic_draw_ply")?,
    })
}

/// Decodes a side's chance from the columns of its first and last half-move and its first position.
fn chance(row: &Row<'_>, [first, last, fen]: [&str; 3]) -> Result<Option<Chance>> {
    match row.opt_number(first)? {
        None => Ok(None),
        Some(first_ply) => Ok(Some(Chance {
            first_ply,
            last_ply: row.number(last)?,
            first_fen: row.text(fen)?,
        })),
    }
}

fn maybe_side(row: &Row<'_>, name: &str) -> Result<Option<Side>> {
    match row.opt_text(name)? {
        Some(_) => Ok(Some(row.label(name, Side::ALL, Side::as_str)?)),
        None => Ok(None),
    }
}

/// Decodes the dates by which the law is looked up.
fn dates(row: &Row<'_>) -> Result<GameDates> {
    let day = |name| {
        let text = row.opt_text(name)?;
        Ok::<_, LedgerError>(text.as_deref().and_then(Day::parse))
    };
    let span = day("date_from")?.zip(day("date_to")?);
    Ok(GameDates {
        game: span.and_then(|(first, last)| Days::new(first, last)),
        source: row.label("date_source", DateSource::ALL, DateSource::as_str)?,
        competition: row.opt_text("event_date")?.as_deref().and_then(event_days),
    })
}

/// The days that the value of an `EventDate` tag can mean.
pub(crate) fn event_days(tag: &str) -> Option<Days> {
    PgnDate::parse(tag.as_bytes()).date().map(Days::from)
}
