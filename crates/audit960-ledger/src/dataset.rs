//! The ledger of a dataset.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use audit960_analytics::Dataset;
use audit960_law::{Day, Days, GameDates, PgnDate};
use audit960_types::{
    Chance, Chances, ClaimArticle, DateSource, Frame, GameResult, Identity, Incident,
    JudgedRepetition, Outcome, Repetition, RepetitionArticle, ResetBy, RunEnd, Side, StartKind,
    Venue, Verdict,
};

use crate::error::{LedgerError, Result};
use crate::game::{Game, ORTHODOX};
use crate::ledger::Ledger;
use crate::select::GameName;
use audit960_analytics::{Row, rows};

/// What is needed of games and incidents, each game's runs in order.
const QUERY: &str = "\
SELECT i.source AS source, i.frame_offset AS frame_offset, i.byte_offset AS byte_offset, \
i.game AS game, g.event AS event, g.site AS site, g.date AS date, g.round AS round, \
g.white AS white, g.black AS black, g.white_elo AS white_elo, g.black_elo AS black_elo, \
g.result AS result, g.date_from AS date_from, g.date_to AS date_to, g.event_date AS event_date, \
g.date_source AS date_source, g.half_point_lost_by AS game_lost_by, g.venue AS venue, g.start_kind AS start, g.verdict AS verdict, \
i.start_fen AS start_fen, i.reset_ply AS reset_ply, i.reset_by AS reset_by, \
i.first_claim_ply AS first_claim_ply, i.first_claim_side AS first_claim_side, \
i.first_claim_article AS first_claim_article, i.first_932_ply AS first_932_ply, \
i.white_claims AS white_claims, i.black_claims AS black_claims, i.peak_clock AS peak_clock, \
i.seventy_five_ply AS seventy_five_ply, i.ended_by AS ended_by, i.outcome AS outcome, \
i.material AS material, i.fen AS fen, i.law AS law, i.limit_moves AS limit_moves, \
i.first_claim_under_law_ply AS first_claim_under_law_ply, \
i.claimable_at_venue AS claimable_at_venue, i.half_point_lost_by AS half_point_lost_by, \
i.automatic_draw_ply AS automatic_draw_ply, \
i.white_first_ply AS white_first_ply, i.white_last_ply AS white_last_ply, \
i.white_first_fen AS white_first_fen, i.black_first_ply AS black_first_ply, \
i.black_last_ply AS black_last_ply, i.black_first_fen AS black_first_fen, \
i.law_uncertain AS law_uncertain, i.clock_in_doubt AS clock_in_doubt";
const JOINED: &str = " FROM incidents AS i INNER JOIN games AS g ON i.source = g.source \
AND i.frame_offset = g.frame_offset AND i.byte_offset = g.byte_offset";
const ORDERED: &str = " ORDER BY source, frame_offset, byte_offset, first_claim_ply";

/// What is needed of games and repetitions, each game's repetitions in order.
const REPETITIONS: &str = "\
SELECT r.source AS source, r.frame_offset AS frame_offset, r.byte_offset AS byte_offset, \
r.game AS game, g.event AS event, g.site AS site, g.date AS date, g.round AS round, \
g.white AS white, g.black AS black, g.white_elo AS white_elo, g.black_elo AS black_elo, \
g.result AS result, g.date_from AS date_from, g.date_to AS date_to, g.event_date AS event_date, \
g.date_source AS date_source, g.half_point_lost_by AS game_lost_by, g.venue AS venue, \
g.start_kind AS start, g.verdict AS verdict, g.fen AS start_fen, \
r.first_claim_ply AS first_claim_ply, r.first_claim_side AS first_claim_side, \
r.first_claim_article AS first_claim_article, r.plies AS plies, r.outcome AS outcome, \
r.white_claims AS white_claims, r.black_claims AS black_claims, \
r.white_first_ply AS white_first_ply, r.white_last_ply AS white_last_ply, \
r.black_first_ply AS black_first_ply, r.black_last_ply AS black_last_ply, r.fen AS fen, \
r.claimable_at_venue AS claimable_at_venue, r.half_point_lost_by AS half_point_lost_by, \
r.automatic_draw_ply AS automatic_draw_ply";
const REPETITIONS_JOINED: &str = " FROM repetitions AS r INNER JOIN games AS g \
ON r.source = g.source AND r.frame_offset = g.frame_offset AND r.byte_offset = g.byte_offset";

/// What is known of games without their claims.
const GAMES: &str = "\
SELECT g.source AS source, g.frame_offset AS frame_offset, g.byte_offset AS byte_offset, \
g.game AS game, g.event AS event, g.site AS site, g.date AS date, g.round AS round, \
g.white AS white, g.black AS black, g.white_elo AS white_elo, g.black_elo AS black_elo, \
g.result AS result, g.date_from AS date_from, g.date_to AS date_to, g.event_date AS event_date, \
g.date_source AS date_source, g.half_point_lost_by AS game_lost_by, g.venue AS venue, \
g.start_kind AS start, g.verdict AS verdict, g.fen AS start_fen, g.moves AS moves";

/// Which games of a dataset are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// None: the sources alone.
    Sources,
    /// All, without their moves.
    Facts,
    /// All, with their moves.
    Moves,
    /// With their moves those that begin there, in whatever source.
    MovesAt(Identity),
}

/// Reads the games of a dataset in which a draw could be claimed.
///
/// # Errors
/// Where the dataset cannot be read, or holds what no audit writes.
pub fn load(dataset: &Dataset, wanted: Wanted) -> Result<Ledger> {
    let moves = match wanted {
        Wanted::Sources | Wanted::Facts => "",
        Wanted::Moves | Wanted::MovesAt(_) => ", g.moves AS moves",
    };
    let only = match wanted {
        Wanted::MovesAt(Identity {
            frame_offset,
            byte_offset,
        }) => format!(
            " WHERE g.frame_offset = {frame_offset} AND g.byte_offset = {byte_offset}{ORDERED}"
        ),
        Wanted::Sources => " LIMIT 0".to_owned(),
        Wanted::Facts | Wanted::Moves => ORDERED.to_owned(),
    };
    let frame = dataset.query(&format!("{QUERY}{moves}{JOINED}{only}"))?;
    let mut ledger = Ledger {
        games: games(&frame)?,
        sources: Vec::new(),
    };
    if dataset.tables().contains(&"repetitions") {
        let query = format!("{REPETITIONS}{moves}{REPETITIONS_JOINED}{only}");
        add_repetitions(&dataset.query(&query)?, &mut ledger.games)?;
    }
    ledger.sources = sources(dataset)?;
    Ok(ledger)
}

/// The games of a dataset that a name can mean, whether a draw could be claimed in them or not: with
/// their moves where the dataset has them, without runs and repetitions.
///
/// # Errors
/// Where the dataset cannot be read, or holds what no audit writes.
pub fn load_games(dataset: &Dataset, name: &GameName) -> Result<Ledger> {
    let condition = name.condition();
    let frame = dataset.query(&format!("{GAMES} FROM games AS g WHERE {condition}"))?;
    let games = rows(&frame).map(|row| game(&row, row.text("source")?, identity(&row)?));
    Ok(Ledger {
        games: games.collect::<Result<_>>()?,
        sources: sources(dataset)?,
    })
}

/// The sources of a dataset and how many games each has.
fn sources(dataset: &Dataset) -> Result<Vec<(String, u64)>> {
    let counts = dataset
        .query("SELECT source, COUNT(*) AS games FROM games GROUP BY source ORDER BY source")?;
    rows(&counts)
        .map(|row| Ok((row.text("source")?, row.number("games")?)))
        .collect()
}

/// Adds the repetitions of an answer to the games found so far, and games that have nothing else.
fn add_repetitions(frame: &Frame, games: &mut Vec<Game>) -> Result<()> {
    let mut known: HashMap<(String, Identity), usize> = games
        .iter()
        .enumerate()
        .map(|(index, game)| ((game.source.clone(), game.identity), index))
        .collect();
    for row in rows(frame) {
        let (source, identity) = (row.text("source")?, identity(&row)?);
        let index = match known.entry((source, identity)) {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                games.push(game(&row, entry.key().0.clone(), identity)?);
                *entry.insert(games.len() - 1)
            }
        };
        games[index].repetitions.push(repetition(&row)?);
    }
    Ok(())
}

fn repetition(row: &Row<'_>) -> Result<JudgedRepetition> {
    let chances = |turns, first, last| match row.maybe_number(first)? {
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
        claimable_at_venue: row.maybe_truth("claimable_at_venue")?,
        half_point_lost_by: maybe_side(row, "half_point_lost_by")?,
        automatic_draw_ply: row.maybe_number("automatic_draw_ply")?,
    })
}

fn identity(row: &Row<'_>) -> Result<Identity> {
    Ok(Identity {
        frame_offset: row.number("frame_offset")?,
        byte_offset: row.number("byte_offset")?,
    })
}

/// The runs that tell most, with their moves: half a point lost first, then games that were won or
/// lost after a claim, then by peak clock. Runs of one game may stand apart, each with its game.
pub fn telling(dataset: &Dataset, runs: usize) -> Result<Vec<Game>> {
    const ORDER: &str = " ORDER BY \
CASE WHEN half_point_lost_by IS NOT NULL THEN 0 \
WHEN outcome IN ('lost_after_claim', 'won_after_claim') THEN 1 ELSE 2 END, \
peak_clock DESC, source, frame_offset, byte_offset, first_claim_ply";
    let query = format!("{QUERY}, i.moves AS moves{JOINED}{ORDER} LIMIT {runs}");
    games(&dataset.query(&query)?)
}

/// The repetitions that tell most, each with its game and its moves: half a point lost first, then games
/// that were won or lost after a claim, then by how often a claim was possible.
///
/// # Errors
/// Where the dataset cannot be read, or holds what no audit writes.
pub fn telling_repetitions(dataset: &Dataset, limit: usize) -> Result<Vec<Game>> {
    const ORDER: &str = " ORDER BY \
CASE WHEN half_point_lost_by IS NOT NULL THEN 0 \
WHEN outcome IN ('lost_after_claim', 'won_after_claim') THEN 1 ELSE 2 END, \
white_claims + black_claims DESC, source, frame_offset, byte_offset, first_claim_ply";
    if !dataset.tables().contains(&"repetitions") {
        return Ok(Vec::new());
    }
    let query = format!("{REPETITIONS}, g.moves AS moves{REPETITIONS_JOINED}{ORDER} LIMIT {limit}");
    let frame = dataset.query(&query)?;
    rows(&frame)
        .map(|row| {
            let mut found = game(&row, row.text("source")?, identity(&row)?)?;
            found.repetitions.push(repetition(&row)?);
            Ok(found)
        })
        .collect()
}

/// The games of an answer, the rows of one game together.
fn games(frame: &Frame) -> Result<Vec<Game>> {
    let mut games: Vec<Game> = Vec::new();
    for row in rows(frame) {
        let (source, identity) = (row.text("source")?, identity(&row)?);
        let same = |game: &Game| game.identity == identity && game.source == source;
        if !games.last().is_some_and(same) {
            games.push(game(&row, source, identity)?);
        }
        if let Some(game) = games.last_mut() {
            game.runs.push(run(&row)?);
        }
    }
    Ok(games)
}

fn game(row: &Row<'_>, source: String, identity: Identity) -> Result<Game> {
    Ok(Game {
        source,
        identity,
        game: row.maybe_number("game")?,
        event: row.maybe_text("event")?,
        site: row.maybe_text("site")?,
        date: row.maybe_text("date")?,
        round: row.maybe_text("round")?,
        white: row.maybe_text("white")?,
        black: row.maybe_text("black")?,
        white_elo: row.maybe_number("white_elo")?,
        black_elo: row.maybe_number("black_elo")?,
        result: row.label("result", GameResult::ALL, GameResult::as_str)?,
        venue: row.label("venue", Venue::ALL, Venue::as_str)?,
        start: row.label("start", StartKind::ALL, StartKind::as_str)?,
        verdict: row.label("verdict", Verdict::ALL, Verdict::as_str)?,
        dates: dates(row)?,
        half_point_lost_by: maybe_side(row, "game_lost_by")?,
        start_fen: row
            .maybe_text("start_fen")?
            .unwrap_or_else(|| ORTHODOX.to_owned()),
        moves: match row.frame.column("moves") {
            Some(_) => row.maybe_text("moves")?,
            None => None,
        },
        runs: Vec::new(),
        repetitions: Vec::new(),
    })
}

fn run(row: &Row<'_>) -> Result<Incident> {
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
        first_932_ply: row.maybe_number("first_932_ply")?,
        claims: [row.number("white_claims")?, row.number("black_claims")?],
        peak_clock: row.number("peak_clock")?,
        seventy_five_ply: row.maybe_number("seventy_five_ply")?,
        ended_by: row.label("ended_by", RunEnd::ALL, RunEnd::as_str)?,
        outcome: row.label("outcome", Outcome::ALL, Outcome::as_str)?,
        material: row.text("material")?,
        fen: row.text("fen")?,
        clock_in_doubt: row.truth("clock_in_doubt")?,
        law: row.text("law")?,
        law_uncertain: row.truth("law_uncertain")?,
        limit_moves: row.number("limit_moves")?,
        first_law_claim_ply: row.maybe_number("first_claim_under_law_ply")?,
        claimable_at_venue: row.maybe_truth("claimable_at_venue")?,
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
        automatic_draw_ply: row.maybe_number("automatic_draw_ply")?,
    })
}

/// A side's chance, from the columns of first and last half-move and of the first position.
fn chance(row: &Row<'_>, [first, last, fen]: [&str; 3]) -> Result<Option<Chance>> {
    match row.maybe_number(first)? {
        None => Ok(None),
        Some(first_ply) => Ok(Some(Chance {
            first_ply,
            last_ply: row.number(last)?,
            first_fen: row.text(fen)?,
        })),
    }
}

fn maybe_side(row: &Row<'_>, name: &str) -> Result<Option<Side>> {
    match row.maybe_text(name)? {
        Some(_) => Ok(Some(row.label(name, Side::ALL, Side::as_str)?)),
        None => Ok(None),
    }
}

/// What the law goes by.
fn dates(row: &Row<'_>) -> Result<GameDates> {
    let day = |name| {
        let text = row.maybe_text(name)?;
        Ok::<_, LedgerError>(text.as_deref().and_then(Day::parse))
    };
    let span = day("date_from")?.zip(day("date_to")?);
    Ok(GameDates {
        game: span.and_then(|(first, last)| Days::new(first, last)),
        source: row.label("date_source", DateSource::ALL, DateSource::as_str)?,
        competition: row
            .maybe_text("event_date")?
            .as_deref()
            .and_then(event_days),
    })
}

/// The days that a tag `EventDate` can mean.
pub(crate) fn event_days(tag: &str) -> Option<Days> {
    PgnDate::parse(tag.as_bytes()).date().map(Days::from)
}
