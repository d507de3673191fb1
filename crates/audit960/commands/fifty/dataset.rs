//! The ledger of a dataset.

use audit960_analytics::Dataset;
use audit960_types::{
    ClaimArticle, Frame, GameResult, Identity, Outcome, ResetBy, RunEnd, Side, StartKind, Venue,
    Verdict,
};

use super::game::{Game, Run};
use super::ledger::Ledger;
use crate::commands::rows::{Row, rows};

/// What is needed of games and incidents, each game's runs in order.
const QUERY: &str = "\
SELECT i.source AS source, i.frame_offset AS frame_offset, i.byte_offset AS byte_offset, \
i.game AS game, g.event AS event, g.site AS site, g.date AS date, g.round AS round, \
g.white AS white, g.black AS black, g.white_elo AS white_elo, g.black_elo AS black_elo, \
g.result AS result, g.year AS year, g.venue AS venue, g.start AS start, g.verdict AS verdict, \
i.start_fen AS start_fen, i.reset_ply AS reset_ply, i.reset_by AS reset_by, \
i.first_claim_ply AS first_claim_ply, i.first_claim_side AS first_claim_side, \
i.first_claim_article AS first_claim_article, i.first_932_ply AS first_932_ply, \
i.white_claims AS white_claims, i.black_claims AS black_claims, i.peak_clock AS peak_clock, \
i.seventy_five_ply AS seventy_five_ply, i.ended_by AS ended_by, i.outcome AS outcome, \
i.material AS material, i.fen AS fen, i.law AS law, i.limit_moves AS limit_moves, \
i.first_claim_under_law_ply AS first_claim_under_law_ply, \
i.claimable_at_venue AS claimable_at_venue, i.half_point_lost_by AS half_point_lost_by, \
i.automatic_draw_ply AS automatic_draw_ply";
const JOINED: &str = " FROM incidents AS i INNER JOIN games AS g ON i.source = g.source \
AND i.frame_offset = g.frame_offset AND i.byte_offset = g.byte_offset";
const ORDERED: &str = " ORDER BY source, frame_offset, byte_offset, first_claim_ply";

/// Which games of a dataset are wanted.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wanted {
    /// All, without their moves.
    Facts,
    /// All, with their moves.
    Moves,
    /// With their moves those that begin there, in whatever source.
    MovesAt(Identity),
}

/// Reads the games of a dataset in which a draw could be claimed.
pub(super) fn load(dataset: &Dataset, wanted: Wanted) -> anyhow::Result<Ledger> {
    let moves = if matches!(wanted, Wanted::Facts) {
        ""
    } else {
        ", i.moves AS moves"
    };
    let only = match wanted {
        Wanted::MovesAt(Identity {
            frame_offset,
            byte_offset,
        }) => format!(" WHERE i.frame_offset = {frame_offset} AND i.byte_offset = {byte_offset}"),
        Wanted::Facts | Wanted::Moves => String::new(),
    };
    let frame = dataset.query(&format!("{QUERY}{moves}{JOINED}{only}{ORDERED}"))?;
    let mut ledger = Ledger {
        games: games(&frame)?,
        sources: Vec::new(),
    };
    let counts = dataset
        .query("SELECT source, COUNT(*) AS games FROM games GROUP BY source ORDER BY source")?;
    for row in rows(&counts) {
        ledger
            .sources
            .push((row.text("source")?, row.number("games")?));
    }
    Ok(ledger)
}

/// The runs that tell most, with their moves: half a point lost first, then games that were won or
/// lost after a claim, then by peak clock. Runs of one game may stand apart, each with its game.
pub(crate) fn telling(dataset: &Dataset, runs: usize) -> anyhow::Result<Vec<Game>> {
    const ORDER: &str = " ORDER BY \
CASE WHEN half_point_lost_by IS NOT NULL THEN 0 \
WHEN outcome IN ('lost_after_claim', 'won_after_claim') THEN 1 ELSE 2 END, \
peak_clock DESC, source, frame_offset, byte_offset, first_claim_ply";
    let query = format!("{QUERY}, i.moves AS moves{JOINED}{ORDER} LIMIT {runs}");
    games(&dataset.query(&query)?)
}

/// The games of an answer, the rows of one game together.
fn games(frame: &Frame) -> anyhow::Result<Vec<Game>> {
    let mut games: Vec<Game> = Vec::new();
    for row in rows(frame) {
        let identity = Identity {
            frame_offset: row.number("frame_offset")?,
            byte_offset: row.number("byte_offset")?,
        };
        let source = row.text("source")?;
        match games.last_mut() {
            Some(game) if game.identity == identity && game.source == source => {
                game.runs.push(run(&row)?);
            }
            _ => games.push(game(&row, source, identity)?),
        }
    }
    Ok(games)
}

fn game(row: &Row<'_>, source: String, identity: Identity) -> anyhow::Result<Game> {
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
        year: row.maybe_number("year")?,
        venue: row.label("venue", Venue::ALL, Venue::as_str)?,
        start: row.label("start", StartKind::ALL, StartKind::as_str)?,
        verdict: row.label("verdict", Verdict::ALL, Verdict::as_str)?,
        start_fen: row.text("start_fen")?,
        moves: match row.frame.column("moves") {
            Some(_) => Some(row.text("moves")?),
            None => None,
        },
        runs: vec![run(row)?],
    })
}

fn run(row: &Row<'_>) -> anyhow::Result<Run> {
    let side = |name| row.label(name, Side::ALL, Side::as_str);
    Ok(Run {
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
        law: row.text("law")?,
        limit_moves: row.number("limit_moves")?,
        first_law_claim_ply: row.maybe_number("first_claim_under_law_ply")?,
        claimable_at_venue: row.truth("claimable_at_venue")?,
        half_point_lost_by: match row.maybe_text("half_point_lost_by")? {
            Some(_) => Some(side("half_point_lost_by")?),
            None => None,
        },
        automatic_draw_ply: row.maybe_number("automatic_draw_ply")?,
    })
}
