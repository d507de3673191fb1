//! Facts of lines of positions.

use crate::code::Code;
use crate::identity::Identity;
use crate::labels::{CastlingStyle, Side, StartKind, Verdict};
/// One line that holds a position, or should: the row of table `positions`.
#[derive(Clone, Debug)]
pub struct PositionFacts<'a> {
    /// Where the line begins in its source.
    pub identity: Identity,
    /// Length in decompressed bytes, the line's end included.
    pub byte_length: u64,
    /// Its line, from 0 within the text that was read.
    pub line: u64,
    /// The position as FEN with all six fields; `None` if the line is rejected, like every other field
    /// about the position.
    pub fen: Option<&'a str>,
    /// Kind of start position.
    pub start: StartKind,
    /// Scharnagl number of White's arrangement, 0-959, where all pieces and pawns stand as at the start of
    /// a game.
    pub white_start: Option<u16>,
    /// Scharnagl number of Black's arrangement, 0-959.
    pub black_start: Option<u16>,
    /// Side to move.
    pub side: Option<Side>,
    /// The castling field of `fen`.
    pub castling: Option<&'a str>,
    /// How the castling field was written.
    pub castling_style: CastlingStyle,
    /// Half-move clock, `None` where the line gives none.
    pub clock: Option<u32>,
    /// Move number, `None` where the line gives none.
    pub move_number: Option<u32>,
    /// The operations as JSON, `None` where there are none.
    pub operations: Option<&'a str>,
    /// Whether the line could be read as written (*ok*), only with a repair (*repaired*), without some
    /// operation (*damaged*) or not at all (*rejected*).
    pub verdict: Verdict,
    /// Findings about it, reported before it.
    pub findings: u32,
    /// Their codes, in the order of the catalogue, each once.
    pub codes: &'a [Code],
}
