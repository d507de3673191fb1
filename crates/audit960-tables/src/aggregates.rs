//! The tables that are computed once, at the end: `start_positions` and `castling`.

use arrow_array::{Array as _, ArrayRef};
use audit960_dataset::Adoption;
use audit960_types::{CastlingRow, StartPositionRow, Wing};

use crate::buffers::{
    Float64Buffer, Int32Buffer, Int64Buffer, LabelBuffer, TextBuffer, column_buffers, int64,
};
use crate::encode::TableEncoder;
use crate::error::TableError;
use crate::files::TableFile;
use crate::schema::{CASTLING, START_POSITIONS};

column_buffers! {
    /// Buffers of table `start_positions`.
    StartPositionColumns {
        start: Int32Buffer,
        arrangement: TextBuffer,
        mirror: Int32Buffer,
        king_file: TextBuffer,
        games: Int64Buffer,
        white_wins: Int64Buffer,
        draws: Int64Buffer,
        black_wins: Int64Buffer,
        unfinished: Int64Buffer,
        score: Float64Buffer,
        score_low: Float64Buffer,
        score_high: Float64Buffer,
        rated_games: Int64Buffer,
        expected_score: Float64Buffer,
        adjusted_score: Float64Buffer,
        p_value: Float64Buffer,
        q_value: Float64Buffer,
        mean_plies: Float64Buffer,
        incidents: Int64Buffer,
        adjusted_low: Float64Buffer,
        adjusted_high: Float64Buffer,
    }
}

impl StartPositionColumns {
    fn push(&mut self, row: &StartPositionRow) {
        self.start.push(i32::from(row.start));
        self.arrangement.push(&row.arrangement);
        self.mirror.push(i32::from(row.mirror));
        self.king_file.push(row.king_file.encode_utf8(&mut [0; 4]));
        self.games.push(int64(row.score_tally.games()));
        self.white_wins.push(int64(row.score_tally.white_wins));
        self.draws.push(int64(row.score_tally.draws));
        self.black_wins.push(int64(row.score_tally.black_wins));
        self.unfinished.push(int64(row.score_tally.unfinished));
        self.score.push_option(row.score);
        self.score_low.push_option(row.score_low);
        self.score_high.push_option(row.score_high);
        self.rated_games.push(int64(row.rated_games));
        self.expected_score.push_option(row.expected_score);
        self.adjusted_score.push_option(row.adjusted_score);
        self.p_value.push_option(row.p_value);
        self.q_value.push_option(row.q_value);
        self.mean_plies.push_option(row.mean_plies);
        self.incidents.push(int64(row.incidents));
        self.adjusted_low.push_option(row.adjusted_low);
        self.adjusted_high.push_option(row.adjusted_high);
    }
}

column_buffers! {
    /// Buffers of table `castling`.
    CastlingColumns {
        king_file: TextBuffer,
        rook_file: TextBuffer,
        side: LabelBuffer<Wing>,
        games_with_right: Int64Buffer,
        castled: Int64Buffer,
        mean_ply: Float64Buffer,
        wins: Int64Buffer,
        draws: Int64Buffer,
        losses: Int64Buffer,
        unfinished: Int64Buffer,
    }
}

impl CastlingColumns {
    fn push(&mut self, row: &CastlingRow) {
        self.king_file.push(row.king_file.encode_utf8(&mut [0; 4]));
        self.rook_file.push(row.rook_file.encode_utf8(&mut [0; 4]));
        self.side.push(row.side);
        self.games_with_right.push(int64(row.games_with_right));
        self.castled.push(int64(row.castled));
        self.mean_ply.push_option(row.mean_ply);
        self.wins.push(int64(row.wins));
        self.draws.push(int64(row.draws));
        self.losses.push(int64(row.losses));
        self.unfinished.push(int64(row.unfinished));
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
