//! Tables `crosscheck` and `duplicates`.

use super::declare::table;
use super::placed::Placed;
use crate::code::Code;
use crate::game_id::game_id;
use crate::labels::{DisagreementKind, DuplicateKind};
use crate::rows::{DisagreementFacts, DuplicateRow};

table! {
    /// Table `crosscheck`, written with `--crosscheck`.
    CROSSCHECK = "crosscheck" "crosscheck/*.parquet"
        "One row per game that pgn-reader and shakmaty read differently from audit960, with the first difference.";
    CrosscheckColumns of difference: Placed<'_, DisagreementFacts<'_>>;
    source: Text required "" "Input the game was read from." [source] = difference.source;
    frame_offset: Int64 required "bytes"
        "Offset, in the stored file, of the frame that holds the first byte; 0 in most inputs."
        = difference.facts.identity.frame_offset;
    byte_offset: Int64 required "bytes"
        "Offset of the game, or of the text outside any game, from the start of that frame."
        = difference.facts.identity.byte_offset;
    game: Int64 nullable "" "Ordinal of the game in its source, from 0; null outside any game."
        [game] = difference.game;
    kind: Label<DisagreementKind> required "" "What the two readings disagree about."
        = difference.facts.disagreement.kind;
    ours: Text required "" "What audit960 says." = difference.facts.disagreement.ours.as_str();
    theirs: Text required "" "What pgn-reader and shakmaty say."
        = difference.facts.disagreement.theirs.as_str();
    explained_by: Label<Code> nullable ""
        "Code of the finding that explains the difference. If it is null, one of the two readings is wrong."
        = difference.facts.disagreement.explained_by;
    game_id: Int64 nullable "" "Id of the game in `games`; null outside any game."
        [game_id] = difference.game.map(|_| game_id(difference.source, difference.facts.identity));
}

table! {
    /// Table `duplicates`, written with `--duplicates`.
    DUPLICATES = "duplicates" "duplicates.parquet"
        "One row per game of at least ten half-moves that is a copy of an earlier one.";
    DuplicateColumns of row: DuplicateRow<'_>;
    source: Text required "" "Input the later game was read from." = row.copy.source;
    frame_offset: Int64 required "bytes"
        "Offset, in the stored file, of the frame in which the later game begins; 0 in most inputs."
        = row.copy.identity.frame_offset;
    byte_offset: Int64 required "bytes" "Offset of the later game, from the start of that frame."
        = row.copy.identity.byte_offset;
    game: Int64 nullable "" "Ordinal of the later game in its source, from 0."
        = Some(row.copy.game);
    first_source: Text required ""
        "Input the earliest game was read from; the later game is a copy of it."
        = row.first.source;
    first_frame_offset: Int64 required "bytes"
        "Offset, in the stored file, of the frame in which the earliest game begins; 0 in most inputs."
        = row.first.identity.frame_offset;
    first_byte_offset: Int64 required "bytes"
        "Offset of the earliest game, from the start of that frame."
        = row.first.identity.byte_offset;
    first_game: Int64 nullable "" "Ordinal of the earliest game in its source, from 0."
        = Some(row.first.game);
    kind: Label<DuplicateKind> required "" "How it is a copy: the first that holds of `same_moves`, `prefix` and `same_players_and_date`."
        = row.kind;
    game_id: Int64 required "" "Id of the later game in `games`."
        = game_id(row.copy.source, row.copy.identity);
    copy_of: Int64 required "" "Id of the earliest game."
        = game_id(row.first.source, row.first.identity);
}
