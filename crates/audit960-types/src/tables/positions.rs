//! Table `positions`.

use super::declare::table;
use super::placed::Placed;
use crate::code::Code;
use crate::facts::PositionFacts;
use crate::labels::{CastlingStyle, Side, StartKind, Verdict};

table! {
    /// Table `positions`.
    POSITIONS = "positions" "positions/*.parquet"
        "One row per line of an EPD or FEN file, even if no position can be read from it. Blank lines and comments have no row. The table exists only if it has a row.";
    PositionColumns of position: Placed<'_, PositionFacts<'_>>;
    source: Text required "" "Input the line was read from." [source] = position.source;
    frame_offset: Int64 required "bytes"
        "Offset, in the stored file, of the frame in which the line begins; 0 in most inputs."
        = position.facts.identity.frame_offset;
    byte_offset: Int64 required "bytes" "Offset of the line from the start of that frame."
        = position.facts.identity.byte_offset;
    byte_length: Int64 required "bytes"
        "Length of the line in the decompressed text, line end included."
        = position.facts.byte_length;
    line: Int64 nullable ""
        "Line in its source, from 1; null if a task read only part of the source."
        [line] = Some(position.facts.line);
    fen: Text nullable "" "Position as X-FEN with six fields; null if rejected."
        = position.facts.fen;
    start_kind: Label<StartKind> required ""
        "Kind of start position, by pieces, pawns and side to move alone."
        = position.facts.start;
    white_start: Int32 nullable ""
        "Scharnagl number of White's arrangement, 0 to 959, if all pieces and pawns stand as at the start of a game."
        = position.facts.white_start;
    black_start: Int32 nullable "" "Scharnagl number of Black's arrangement, 0 to 959."
        = position.facts.black_start;
    side: Label<Side> nullable "" "Side to move; null if rejected." = position.facts.side;
    castling: Text nullable "" "Castling field of the FEN; null if rejected."
        = position.facts.castling;
    castling_style: Label<CastlingStyle> required "" "How the castling field was written."
        = position.facts.castling_style;
    clock: Int32 nullable "half-moves"
        "Half-move clock, from its FEN field or `hmvc`; null if the line gives none."
        = position.facts.clock;
    move_number: Int32 nullable "moves"
        "Full-move number, from its FEN field or `fmvn`; null if the line gives none."
        = position.facts.move_number;
    operations: Text nullable ""
        "Operations as JSON: a list of objects with `opcode` and `operands`; null if there are none."
        = position.facts.operations;
    verdict: Label<Verdict> required ""
        "How far the line could be read: `damaged` if an operation is not what its opcode says, `rejected` if no position could be read."
        = position.facts.verdict;
    findings: Int32 required "findings" "Findings about the line, all of them in `diagnostics`."
        = position.facts.findings;
    codes: Text nullable ""
        "Codes of these findings, each once, separated by spaces; null if there are none."
        = Code::joined(position.facts.codes);
}
