//! Decodes rows of a dataset into games, runs and repetitions.

use audit960_analytics::{Row, RowError, row_of};
use audit960_law::{Day, Days, GameDates, PgnDate};
use audit960_types::tables::{DayNumber, VALUE_PLACES, ValuePlace};
use audit960_types::{
    Chance, Chances, DateSource, EndReason, GameEnd, GameResult, Identity, Incident,
    JudgedRepetition, PositionValue, Repetition, RunValues, Side, StartKind, TableValue,
    UnknownReason, ValueChange, Venue, Verdict,
};

use crate::error::{LedgerError, Result};
use crate::game::{LedgerGame, ORTHODOX, fen_field};

row_of! {
    /// What a game is decoded from, of table `games`.
    pub(super) struct GameCells {
        source: String,
        frame_offset: u64,
        byte_offset: u64,
        game: Option<u64>,
        event: Option<String>,
        site: Option<String>,
        date: Option<String>,
        round: Option<String>,
        white: Option<String>,
        black: Option<String>,
        white_elo: Option<i32>,
        black_elo: Option<i32>,
        result: GameResult,
        date_from: Option<DayNumber>,
        date_to: Option<DayNumber>,
        event_date: Option<String>,
        date_source: DateSource,
        half_point_lost_by: Option<Side>,
        half_point_uncertain: Option<bool>,
        venue: Venue,
        start_kind: StartKind,
        verdict: Verdict,
        fen: Option<String>,
        end_ply: Option<u32>,
        end_reason: Option<EndReason>,
    }
}

/// Decodes a game, without its runs and repetitions; with its moves if they were read.
pub(super) fn game(row: &Row<'_>) -> Result<LedgerGame> {
    let cells = GameCells::of(row)?;
    let dates = cells.dates();
    Ok(LedgerGame {
        source: cells.source,
        identity: Identity {
            frame_offset: cells.frame_offset,
            byte_offset: cells.byte_offset,
        },
        game: cells.game,
        event: cells.event,
        site: cells.site,
        date: cells.date,
        round: cells.round,
        white: cells.white,
        black: cells.black,
        white_elo: cells.white_elo,
        black_elo: cells.black_elo,
        result: cells.result,
        venue: cells.venue,
        start: cells.start_kind,
        verdict: cells.verdict,
        is_copy: false,
        dates,
        end: cells
            .end_ply
            .zip(cells.end_reason)
            .map(|(ply, reason)| GameEnd { ply, reason }),
        half_point_lost_by: cells.half_point_lost_by,
        half_point_uncertain: cells.half_point_uncertain,
        start_fen: cells.fen.unwrap_or_else(|| ORTHODOX.to_owned()),
        moves: match row.table.column("moves") {
            Some(_) => row.get("moves")?,
            None => None,
        },
        runs: Vec::new(),
        repetitions: Vec::new(),
    })
}

impl GameCells {
    /// The dates by which the law is looked up.
    fn dates(&self) -> GameDates {
        let day = |days: Option<DayNumber>| Day::from_days_since_1970(days?.0);
        let span = day(self.date_from).zip(day(self.date_to));
        GameDates {
            game: span.and_then(|(first, last)| Days::new(first, last)),
            source: self.date_source,
            competition: self.event_date.as_deref().and_then(event_days),
        }
    }
}

/// Decodes a run with a claim.
pub(super) fn run(row: &Row<'_>) -> Result<Incident> {
    let fen: String = row.get("fen")?;
    let clock = fen_field(&fen, 4).ok_or_else(|| RowError::Unexpected {
        column: "fen".to_owned(),
        value: format!("{fen:?}"),
    })?;
    Ok(Incident {
        reset_ply: row.get("reset_ply")?,
        reset_by: row.get("reset_by")?,
        first_claim_ply: row.get("first_claim_ply")?,
        first_clock: clock,
        first_claim_side: row.get("first_claim_side")?,
        first_claim_article: row.get("first_claim_article")?,
        first_932_ply: row.get("first_932_ply")?,
        claims: [row.get("white_claims")?, row.get("black_claims")?],
        peak_clock: row.get("peak_clock")?,
        seventy_five_ply: row.get("seventy_five_ply")?,
        ended_by: row.get("ended_by")?,
        outcome: row.get("outcome")?,
        material: row.get("material")?,
        fen,
        clock_in_doubt: row.get("clock_in_doubt")?,
        law: row.get("law")?,
        law_uncertain: row.get("law_uncertain")?,
        limit_moves: row.get("limit_moves")?,
        first_law_claim_ply: row.get("first_claim_under_law_ply")?,
        claimable_at_venue: row.get("claimable_at_venue")?,
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
        half_point_lost_by: row.get("half_point_lost_by")?,
        automatic_draw_ply: row.get("automatic_draw_ply")?,
        values: values(row)?,
    })
}

/// Decodes what tables said of the positions of a claim; `None` if they were not asked.
fn values(row: &Row<'_>) -> Result<Option<Box<RunValues>>> {
    let missing: Option<UnknownReason> = row.get("tablebase_reason")?;
    let all_certain: Option<bool> = row.get("values_certain")?;
    let at = |place: &ValuePlace| -> Result<Option<PositionValue>> {
        let Some(value) = row.get(place.value)? else {
            return Ok(None);
        };
        let wdl: Option<i32> = row.get(place.wdl)?;
        let is_known = value != TableValue::Unknown;
        // The column says it of all places; a value in doubt is one that the clock alone makes a draw.
        let by_clock = matches!(value, TableValue::CursedWin | TableValue::BlessedLoss)
            && wdl.is_some_and(|wdl| wdl.abs() == 2);
        Ok(Some(PositionValue {
            value,
            certain: is_known && !(by_clock && all_certain == Some(false)),
            reason: missing.filter(|_| !is_known),
            wdl,
            // Table `repetitions` has no distances.
            dtz: match row.table.column(place.dtz) {
                Some(_) => row.get(place.dtz)?,
                None => None,
            },
        }))
    };
    let [start, first, last, end] = &VALUE_PLACES;
    Ok(match (at(start)?, at(first)?, at(last)?, at(end)?) {
        (Some(start), Some(first_claim), Some(last_claim), Some(end)) => {
            Some(Box::new(RunValues {
                start,
                first_claim,
                last_claim,
                end,
                change: change(row)?,
            }))
        }
        _ => None,
    })
}

/// Decodes the move that changed the value; table `repetitions` has no such columns.
fn change(row: &Row<'_>) -> Result<Option<ValueChange>> {
    if row.table.column("value_change_ply").is_none() {
        return Ok(None);
    }
    let Some(ply) = row.get("value_change_ply")? else {
        return Ok(None);
    };
    Ok(Some(ValueChange {
        ply,
        san: row.get("value_change_san")?,
        before: row.get("value_before_change")?,
        after: row.get("value_after_change")?,
    }))
}

/// Decodes a side's chance from the columns of its first and last half-move and its first position.
fn chance(row: &Row<'_>, [first, last, fen]: [&str; 3]) -> Result<Option<Chance>> {
    match row.get(first)? {
        None => Ok(None),
        Some(first_ply) => Ok(Some(Chance {
            first_ply,
            last_ply: row.get(last)?,
            first_fen: row.get(fen)?,
        })),
    }
}

/// Decodes a repetition.
pub(super) fn repetition(row: &Row<'_>) -> Result<JudgedRepetition> {
    let chances = |turns, first, last| match row.get(first)? {
        None => Ok::<_, LedgerError>(None),
        Some(first_ply) => Ok(Some(Chances {
            turns: row.get(turns)?,
            first_ply,
            last_ply: row.get(last)?,
        })),
    };
    Ok(JudgedRepetition {
        repetition: Repetition {
            first_claim_ply: row.get("first_claim_ply")?,
            first_claim_side: row.get("first_claim_side")?,
            first_claim_article: row.get("first_claim_article")?,
            plies: row.get("plies")?,
            chances: [
                chances("white_claims", "white_first_ply", "white_last_ply")?,
                chances("black_claims", "black_first_ply", "black_last_ply")?,
            ],
            fen: row.get("fen")?,
        },
        outcome: row.get("outcome")?,
        claimable_at_venue: row.get("claimable_at_venue")?,
        half_point_lost_by: row.get("half_point_lost_by")?,
        law_uncertain: row.get("law_uncertain")?,
        automatic_draw_ply: row.get("automatic_draw_ply")?,
        values: values(row)?,
    })
}

/// The days that the value of an `EventDate` tag can mean.
pub(crate) fn event_days(tag: &str) -> Option<Days> {
    PgnDate::parse(tag.as_bytes()).date().map(Days::from)
}
