//! How long games stayed in each material, as table `games` holds it.

use audit960_dataset::tables::{ReadError, Rows};
use audit960_dataset::{DatasetError, LabelColumn};
use audit960_tree::{EndedGame, Endings};
use audit960_types::{GameResult, Identity, MaterialStay, Verdict};

use super::is_moveless;

/// The most pieces and pawns, kings included, of material that rows hold.
pub use audit960_replay::ENDING_PIECES;

/// The column of the stays, and those of the games' results and places.
const STAYS: &str = "endings";
const RESULT: &str = "result";
const PLACE: [&str; 3] = ["source", "frame_offset", "byte_offset"];
/// The columns that say whether a game has no moves.
const MOVELESS: [&str; 3] = ["verdict", "plies", "unread_bytes"];

/// Counts the stays of rows.
#[derive(Debug)]
pub struct StoredStays(pub Endings);

impl StoredStays {
    /// The columns that are read.
    #[must_use]
    pub fn columns() -> Vec<&'static str> {
        [&[STAYS, RESULT][..], &PLACE, &MOVELESS].concat()
    }

    /// Counts the games of some rows.
    ///
    /// # Errors
    /// [`DatasetError`] if a column is missing, or a row holds what no audit writes.
    pub fn count(&mut self, rows: &Rows) -> Result<(), DatasetError> {
        let [source, frame, byte] = PLACE;
        let [verdict, plies, unread] = MOVELESS;
        let (texts, sources) = (rows.texts(STAYS)?, rows.texts(source)?);
        let (frames, bytes) = (rows.ints(frame)?, rows.ints(byte)?);
        let results = LabelColumn::<GameResult>::of(rows, RESULT)?;
        let verdicts = LabelColumn::<Verdict>::of(rows, verdict)?;
        let (plies, unread) = (rows.ints(plies)?, rows.ints(unread)?);
        let mut stays = Vec::new();
        for row in 0..rows.len() {
            let Some(text) = texts.get(row) else { continue };
            let verdict = verdicts.get(row).unwrap_or_default();
            let length = u32::try_from(plies.count(row)).unwrap_or(u32::MAX);
            if is_moveless(verdict, length, unread.count(row)) {
                continue;
            }
            stays.clear();
            for word in text.split(' ') {
                stays.push(MaterialStay::parse(word).ok_or_else(|| not_a_stay(rows, word))?);
            }
            let game = EndedGame {
                source: sources.get(row).unwrap_or_default(),
                identity: Identity {
                    frame_offset: frames.count(row),
                    byte_offset: bytes.count(row),
                },
                result: results.get(row).unwrap_or_default(),
            };
            self.0.count(&game, &stays);
        }
        Ok(())
    }
}

fn not_a_stay(rows: &Rows, word: &str) -> ReadError {
    rows.error(format!(
        "column {STAYS}: {word:?} is not a stay in some material"
    ))
}
