//! Decodes rows of table `games` into games of the ledger.

use audit960_dataset::{DatasetRow, row_of};
use audit960_law::{Day, Days, GameDates, Pace, PgnDate};
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
        base_seconds: Option<i32>,
        increment_seconds: Option<i32>,
        time_periods: Option<String>,
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
    let span = cells.date_from.zip(cells.date_to);
    let span = span.map(|(first, last)| (first.0, last.0));
    let dates = game_dates(span, cells.date_source, cells.event_date.as_deref());
    // With several periods the time for sixty moves is not the base alone.
    let time = cells.base_seconds.zip(cells.increment_seconds);
    let time = time.filter(|_| cells.time_periods.is_none());
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
        pace: time.map(|(base, increment)| Pace::of(base, increment)),
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

/// The dates by which the law is looked up, from the first and the last day of a game, as days since 1 January 1970, and its tag
/// `EventDate`.
pub(crate) fn game_dates(
    span: Option<(i32, i32)>,
    source: DateSource,
    event_date: Option<&str>,
) -> GameDates {
    let days = |(first, last)| {
        let [first, last] = [first, last].map(Day::from_days_since_1970);
        Days::new(first?, last?)
    };
    let of_tag = |tag: &str| PgnDate::parse(tag.as_bytes()).date().map(Days::from);
    GameDates {
        game: span.and_then(days),
        source,
        competition: event_date.and_then(of_tag),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2 July 2017 and, from the tag, 25 June, in days since 1970; a year before the first has no day.
    #[test]
    fn dates_are_those_of_the_game_and_of_its_competition() {
        let event = Some("2017.06.25");
        let dates = game_dates(Some((17349, 17349)), DateSource::Date, event);
        let tags = GameDates::of_tags(Some(b"2017.07.02"), None, Some(b"2017.06.25"));
        assert_eq!(dates, tags);
        assert_eq!(
            game_dates(Some((i32::MIN, 0)), DateSource::None, None).game,
            None
        );
    }
}
