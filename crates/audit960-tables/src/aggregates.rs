//! The tables that are computed once, at the end: `start_positions` and `castling`.

use arrow_array::builder::{Float64Builder, Int32Builder, Int64Builder};
use arrow_array::{Array as _, ArrayRef};
use audit960_dataset::Adoption;
use audit960_types::{CastlingRow, StartPositionRow, Wing};

use crate::buffers::{LabelBuffer, TextBuffer, column_buffers, int64};
use crate::encode::TableEncoder;
use crate::error::TableError;
use crate::files::TableFile;
use crate::schema::{CASTLING, START_POSITIONS};

column_buffers! {
    /// Buffers of table `start_positions`.
    StartPositionColumns {
        start: Int32Builder,
        arrangement: TextBuffer,
        mirror: Int32Builder,
        king_file: TextBuffer,
        games: Int64Builder,
        white_wins: Int64Builder,
        draws: Int64Builder,
        black_wins: Int64Builder,
        unfinished: Int64Builder,
        score: Float64Builder,
        score_low: Float64Builder,
        score_high: Float64Builder,
        rated_games: Int64Builder,
        expected_score: Float64Builder,
        adjusted_score: Float64Builder,
        p_value: Float64Builder,
        q_value: Float64Builder,
        mean_plies: Float64Builder,
        incidents: Int64Builder,
        adjusted_low: Float64Builder,
        adjusted_high: Float64Builder,
    }
}

impl StartPositionColumns {
    fn push(&mut self, row: &StartPositionRow) {
        self.start.append_value(i32::from(row.start));
        self.arrangement.push(&row.arrangement);
        self.mirror.append_value(i32::from(row.mirror));
        self.king_file.push(row.king_file.encode_utf8(&mut [0; 4]));
        self.games.append_value(int64(row.score_tally.games()));
        self.white_wins
            .append_value(int64(row.score_tally.white_wins));
        self.draws.append_value(int64(row.score_tally.draws));
        self.black_wins
            .append_value(int64(row.score_tally.black_wins));
        self.unfinished
            .append_value(int64(row.score_tally.unfinished));
        self.score.append_option(row.score);
        self.score_low.append_option(row.score_low);
        self.score_high.append_option(row.score_high);
        self.rated_games.append_value(int64(row.rated_games));
        self.expected_score.append_option(row.expected_score);
        self.adjusted_score.append_option(row.adjusted_score);
        self.p_value.append_option(row.p_value);
        self.q_value.append_option(row.q_value);
        self.mean_plies.append_option(row.mean_plies);
        self.incidents.append_value(int64(row.incidents));
        self.adjusted_low.append_option(row.adjusted_low);
        self.adjusted_high.append_option(row.adjusted_high);
    }
}

column_buffers! {
    /// Buffers of table `castling`.
    CastlingColumns {
        king_file: TextBuffer,
        rook_file: TextBuffer,
        side: LabelBuffer<Wing>,
        games_with_right: Int64Builder,
        castled: Int64Builder,
        mean_ply: Float64Builder,
        wins: Int64Builder,
        draws: Int64Builder,
        losses: Int64Builder,
        unfinished: Int64Builder,
    }
}

impl CastlingColumns {
    fn push(&mut self, row: &CastlingRow) {
        self.king_file.push(row.king_file.encode_utf8(&mut [0; 4]));
        self.rook_file.push(row.rook_file.encode_utf8(&mut [0; 4]));
        self.side.push(row.side);
        self.games_with_right
            .append_value(int64(row.games_with_right));
        self.castled.append_value(int64(row.castled));
        self.mean_ply.append_option(row.mean_ply);
        self.wins.append_value(int64(row.wins));
        self.draws.append_value(int64(row.draws));
        self.losses.append_value(int64(row.losses));
        self.unfinished.append_value(int64(row.unfinished));
    }
}

/// Adds tables `start_positions` and `castling` to a dataset whose other tables were written elsewhere.
///
/// # Errors
/// [`TableError::Io`] or [`TableError::Folder`] with the path if they cannot be written.
pub fn adopt_aggregates(
    adoption: &mut Adoption,
    starts: &[StartPositionRow],
    castles: &[CastlingRow],
) -> Result<(), TableError> {
    let tables = [
        (&START_POSITIONS, start_positions(starts)?),
        (&CASTLING, castling(castles)?),
    ];
    for (table, columns) in tables {
        let rows = columns.first().map_or(0, |column| column.len() as u64);
        let encoder = TableEncoder::whole(table)?;
        let target = Box::new(adoption.create(table.path)?);
        let mut file = TableFile::to(&encoder, table.path.into(), target)?;
        file.append_whole(&encoder, columns)?;
        file.close()?;
        adoption.enter(table.path, rows)?;
    }
    Ok(())
}

/// The columns of table `start_positions`.
pub(crate) fn start_positions(rows: &[StartPositionRow]) -> Result<Vec<ArrayRef>, TableError> {
    let mut columns = StartPositionColumns::default();
    rows.iter().for_each(|row| columns.push(row));
    columns.take().map_err(|column| TableError::TooMuchText {
        table: "start_positions",
        column,
    })
}

/// The columns of table `castling`.
pub(crate) fn castling(rows: &[CastlingRow]) -> Result<Vec<ArrayRef>, TableError> {
    let mut columns = CastlingColumns::default();
    rows.iter().for_each(|row| columns.push(row));
    columns.take().map_err(|column| TableError::TooMuchText {
        table: "castling",
        column,
    })
}
