//! What became of castling rights, counted from the games.

use crate::tables::Rows;
use audit960_board::start::Start;
use audit960_types::{
    Castled, CastlingRight, GameFacts, GameResult, Side, StartKind, Tally, Verdict, Wing,
};

use super::columns::{LabelColumn, StartColumn};
use super::{Dataset, DatasetError, TableScan};

/// The columns that castling is counted from.
const COLUMNS: [&str; 12] = [
    "game_id",
    "start_kind",
    "white_start",
    "black_start",
    "fen",
    "verdict",
    "plies",
    "result",
    "white_castled",
    "black_castled",
    "white_castled_ply",
    "black_castled_ply",
];

impl Dataset {
    /// A tally with `castling` alone, equal to that of the run that wrote the dataset; the rest is empty.
    ///
    /// # Errors
    /// [`DatasetError`] if the games cannot be read.
    pub fn castling(&self) -> Result<Tally, DatasetError> {
        let asked = [
            "verdict",
            "illegal_kept",
            "moves_hash",
            "white_start",
            "black_start",
        ];
        let reading = TableScan::of("games", &COLUMNS).only(&asked, |rows| {
            let (verdicts, illegal) = (rows.texts("verdict")?, rows.ints("illegal_kept")?);
            let hashes = rows.ints("moves_hash")?;
            let (white, black) = (rows.ints("white_start")?, rows.ints("black_start")?);
            let counts = |row| {
                verdicts.get(row) != Some(Verdict::Foreign.as_str())
                    && illegal.get(row) == Some(0)
                    && hashes.get(row).is_some()
                    && white.get(row).is_some()
                    && black.get(row).is_some()
            };
            Ok((0..rows.len()).map(counts).collect())
        });
        let parts = self.fold(&reading, Tally::default, |tally, _, rows| {
            self.add_castling(tally, rows)
        })?;
        let mut all = Tally::default();
        for part in parts {
            all.merge(&part);
        }
        Ok(Tally {
            castling: all.castling,
            ..Tally::default()
        })
    }

    /// Adds a piece of the games.
    fn add_castling(&self, tally: &mut Tally, rows: &Rows) -> Result<(), DatasetError> {
        let fens = rows.texts("fen")?;
        let white = StartColumn::of(self, rows, "white_start")?;
        let black = StartColumn::of(self, rows, "black_start")?;
        let plies = [
            rows.ints("white_castled_ply")?,
            rows.ints("black_castled_ply")?,
        ];
        let kinds = LabelColumn::<StartKind>::of(rows, "start_kind")?;
        let verdicts = LabelColumn::<Verdict>::of(rows, "verdict")?;
        let lengths = rows.ints("plies")?;
        let results = LabelColumn::<GameResult>::of(rows, "result")?;
        let wing = |column| LabelColumn::<Wing>::of(rows, column);
        let wings = [wing("white_castled")?, wing("black_castled")?];
        for row in 0..rows.len() {
            let rights = rights(fens.get(row), [white.get(row)?, black.get(row)?]);
            let mut castled = [None, None];
            for ((castled, wing), plies) in castled.iter_mut().zip(&wings).zip(plies) {
                let ply = u32::try_from(plies.count(row)).unwrap_or(u32::MAX);
                *castled = wing.get(row).map(|wing| Castled { wing, ply });
            }
            tally.game(&GameFacts {
                start: kinds.get(row).unwrap_or(StartKind::Unknown),
                result: results.get(row).unwrap_or(GameResult::Unfinished),
                verdict: verdicts.get(row).unwrap_or(Verdict::Ok),
                plies: u32::try_from(lengths.count(row)).unwrap_or(u32::MAX),
                rights: &rights,
                castled,
                ..GameFacts::default()
            });
        }
        Ok(())
    }
}

/// The castling rights at a start position. A back rank among the 960 has one rook on each side of its king,
/// so X-FEN writes both as K and Q.
fn rights(fen: Option<&str>, [white, black]: [Start; 2]) -> Vec<CastlingRight> {
    let field = fen.map_or(Some("KQkq"), |fen| fen.split(' ').nth(2));
    let field = field.unwrap_or_default();
    [
        ('K', white.castling_right(Side::White, Wing::HSide)),
        ('Q', white.castling_right(Side::White, Wing::ASide)),
        ('k', black.castling_right(Side::Black, Wing::HSide)),
        ('q', black.castling_right(Side::Black, Wing::ASide)),
    ]
    .into_iter()
    .filter(|(letter, _)| field.contains(*letter))
    .map(|(_, right)| right)
    .collect()
}
