//! What became of the right to castle, from the games.

use audit960_board::start::Start;
use audit960_types::{
    Castled, GameFacts, GameResult, Identity, Side, StartKind, Tally, Verdict, Wing,
};
use polars::prelude::{col, lit};

use super::columns::{Groups, LabelReader};
use super::pieces::Reading;
use super::{Dataset, DatasetError};

/// The columns that castling is counted by.
const COLUMNS: [&str; 10] = [
    "game_id",
    "start_kind",
    "white_start",
    "black_start",
    "fen",
    "result",
    "white_castled",
    "black_castled",
    "white_castled_ply",
    "black_castled_ply",
];

impl Dataset {
    /// The `castling` of the tally, equal to that of the run that wrote the dataset; the rest stays
    /// empty.
    ///
    /// # Errors
    /// [`DatasetError`] if the games cannot be read.
    pub fn castling(&self) -> Result<Tally, DatasetError> {
        let chess = col("verdict").neq(lit(Verdict::Foreign.as_str()));
        let reading = Reading {
            table: "games",
            filter: chess
                .and(col("illegal_kept").eq(lit(0)))
                .and(col("moves_hash").is_not_null())
                .and(col("white_start").is_not_null())
                .and(col("black_start").is_not_null()),
            columns: COLUMNS.map(col).to_vec(),
        };
        let parts = self.read_pieces(&reading, Tally::default, add)?;
        let mut all = Tally::default();
        for part in parts {
            all.merge(&part);
        }
        Ok(Tally {
            castling: all.castling,
            ..Tally::default()
        })
    }
}

/// Adds a piece of the games.
fn add(tally: &mut Tally, rows: &Groups<'_>) -> Result<(), DatasetError> {
    let texts = |name| rows.texts(name);
    let (kinds, results, fens) = (texts("start_kind")?, texts("result")?, texts("fen")?);
    let starts = [rows.starts("white_start")?, rows.starts("black_start")?];
    let wings = [texts("white_castled")?, texts("black_castled")?];
    let plies = [
        rows.counts("white_castled_ply")?,
        rows.counts("black_castled_ply")?,
    ];
    let mut kind = LabelReader::new(StartKind::ALL, StartKind::as_str);
    let mut result = LabelReader::new(GameResult::ALL, GameResult::as_str);
    let mut wing = LabelReader::new(Wing::ALL, Wing::as_str);
    for row in 0..kinds.len() {
        let rights = rights(fens[row], [starts[0][row], starts[1][row]]);
        let castled = [0, 1].map(|side| {
            let wing = wing.read(wings[side][row])?;
            let ply = u32::try_from(plies[side][row]).unwrap_or(u32::MAX);
            Some(Castled { wing, ply })
        });
        tally.game(&GameFacts {
            start: kind.read(kinds[row]).unwrap_or(StartKind::Unknown),
            result: result.read(results[row]).unwrap_or(GameResult::Unfinished),
            verdict: Verdict::Ok,
            rights: &rights,
            castled,
            ..GameFacts::unread(Identity::default())
        });
    }
    Ok(())
}

/// The rights at a start: side, wing, and the files of king and rook. A first rank among the 960 has
/// one rook on each side of its king, so that X-FEN names both by K and Q.
fn rights(fen: Option<&str>, starts: [Start; 2]) -> Vec<(Side, Wing, u8, u8)> {
    let field = fen.map_or(Some("KQkq"), |fen| fen.split(' ').nth(2));
    let field = field.unwrap_or_default();
    let [white, black] = starts.map(Start::castling_files);
    let all = [
        ('K', Side::White, Wing::HSide, white.king, white.h_side_rook),
        ('Q', Side::White, Wing::ASide, white.king, white.a_side_rook),
        ('k', Side::Black, Wing::HSide, black.king, black.h_side_rook),
        ('q', Side::Black, Wing::ASide, black.king, black.a_side_rook),
    ];
    let held = all
        .into_iter()
        .filter(|(letter, ..)| field.contains(*letter));
    held.map(|(_, side, wing, king, rook)| (side, wing, king, rook))
        .collect()
}
