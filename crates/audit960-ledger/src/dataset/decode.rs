//! Decodes rows of table `games` into games of the ledger.

use audit960_dataset::{DatasetRow, row_of};
use audit960_law::{Day, Days, GameDates, PgnDate};
use audit960_types::tables::DayNumber;
use audit960_types::{
    DateSource, EndReason, GameEnd, GameResult, Identity, Side, StartKind, Venue, Verdict,
};

use crate::error::Result;
use crate::game::{LedgerGame, ORTHODOX};

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
pub(super) fn game(row: &DatasetRow<'_>) -> Result<LedgerGame> {
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

/// The days that the value of an `EventDate` tag can mean.
pub(crate) fn event_days(tag: &str) -> Option<Days> {
    PgnDate::parse(tag.as_bytes()).date().map(Days::from)
}
