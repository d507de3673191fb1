//! Tables `diagnostics` and `gaps`.

use super::declare::table;
use super::placed::Placed;
use crate::code::{Code, Severity};
use crate::facts::{Gap, GapKind};
use crate::finding::Finding;
use crate::game_id::game_id;

table! {
    /// Table `diagnostics`.
    DIAGNOSTICS = "diagnostics" "diagnostics/*.parquet"
        "One row per finding about the archive.";
    DiagnosticColumns of finding: Placed<'_, Finding>;
    source: Text required "" "Input the finding is about." [source] = finding.source;
    frame_offset: Int64 required "bytes"
        "Offset, in the stored file, of the frame that holds the first byte; 0 in most inputs."
        = finding.facts.identity.frame_offset;
    byte_offset: Int64 required "bytes"
        "Offset of the game, or of the text outside any game, from the start of that frame."
        = finding.facts.identity.byte_offset;
    game: Int64 nullable "" "Ordinal of the game in its source, from 0; null outside any game."
        [game] = finding.facts.game;
    line: Int64 nullable "" "Line in its source, from 1." [line] = Some(finding.facts.line);
    column: Int32 required "bytes" "Column in that line, from 1." = finding.facts.column;
    code: Label<Code> required "" "Stable code of the kind of finding." = finding.facts.code;
    severity: Label<Severity> required "" "Severity of all findings of this code."
        = finding.facts.code.severity();
    message: Text required "" "The finding in one sentence." = finding.facts.message.as_str();
    ply: Int32 nullable "half-moves" "Half-move the finding is about, from 1." = finding.facts.ply;
    excerpt: Text required "" "The line of text, shortened around the finding."
        = finding.facts.excerpt.as_str();
    game_id: Int64 nullable "" "Id of the game in `games`; null outside any game."
        [game_id] = finding.facts.game.map(|_| game_id(finding.source, finding.facts.identity));
}

table! {
    /// Table `gaps`.
    GAPS = "gaps" "gaps/*.parquet"
        "One row per range of bytes of an input that belongs to no game. Games and gaps together cover each byte of an input once. The table exists only if there is a gap.";
    GapColumns of gap: Placed<'_, Gap>;
    source: Text required "" "Input the gap is in." [source] = gap.source;
    frame_offset: Int64 required "bytes"
        "Offset, in the stored file, of the frame in which the gap begins; 0 in most inputs."
        = gap.facts.identity.frame_offset;
    byte_offset: Int64 required "bytes" "Offset of the gap from the start of that frame."
        = gap.facts.identity.byte_offset;
    byte_length: Int64 required "bytes" "Length of the gap in the decompressed text."
        = gap.facts.byte_length;
    kind: Label<GapKind> required "" "What the bytes are." = gap.facts.kind;
}
