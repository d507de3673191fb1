//! The tables, column by column.

use crate::schema::table;

table! {
    /// Table `games`.
    GAMES = "games" "games/*.parquet" "One row per game, damaged games included.";
    source: Text required ""
        "Input the game was read from; a member of a zip is `archive.zip!/member`.";
    frame_offset: Int64 required "bytes"
        "Stored offset of the frame that holds the first byte (multi-frame zstd; 0 otherwise).";
    byte_offset: Int64 required "bytes"
        "Offset of the game in the decompressed text, counted from the start of the frame.";
    byte_length: Int64 required "bytes" "Length of the game in the decompressed text.";
    game: Int64 nullable ""
        "Ordinal in its source, from 0; null where a task saw only part of the source.";
    line: Int64 nullable ""
        "First line in its source, from 1; null where a task saw only part of the source.";
    event: Text nullable "" "Tag `Event`.";
    site: Text nullable "" "Tag `Site`.";
    date: Text nullable "" "Tag `Date` or `UTCDate`, as written.";
    round: Text nullable "" "Tag `Round`.";
    white: Text nullable "" "Tag `White`.";
    black: Text nullable "" "Tag `Black`.";
    result: Label<GameResult> required ""
        "Result tag if it is one of the four results, else the termination marker, else `*`.";
    year: Int32 nullable "years" "Year of the date.";
    white_elo: Int32 nullable "Elo points" "Rating of White.";
    black_elo: Int32 nullable "Elo points" "Rating of Black.";
    variant: Text nullable "" "Tag `Variant`, as written.";
    venue: Label<Venue> required "" "Where the game was played, as far as the tags say.";
    start_kind: Label<StartKind> required "" "Kind of start position.";
    white_start: Int32 nullable "" "Scharnagl number of White's arrangement, 0 to 959.";
    black_start: Int32 nullable "" "Scharnagl number of Black's arrangement, 0 to 959.";
    fen: Text nullable "" "Start position as X-FEN; null for the orthodox one.";
    castling_style: Label<CastlingStyle> required ""
        "How the castling field of the start position was written.";
    plies: Int32 required "half-moves" "Half-moves that were replayed.";
    verdict: Label<Verdict> required ""
        "How far the game could be read; foreign is a game of another variant, which is not replayed.";
    ending: Label<Ending> required "" "What ended the game on the board; the first that holds.";
    final_clock: Int32 nullable "half-moves"
        "Half-move clock (half-moves since the last capture or pawn move) at the end; null if not replayed.";
    max_clock: Int32 nullable "half-moves"
        "Highest half-move clock of the game; null if not replayed.";
    white_castled: Label<Wing> nullable "" "Side of White's castling; null if White did not castle.";
    black_castled: Label<Wing> nullable "" "Side of Black's castling; null if Black did not castle.";
    white_castled_ply: Int32 nullable "half-moves" "Half-move, from 1, with which White castled.";
    black_castled_ply: Int32 nullable "half-moves" "Half-move, from 1, with which Black castled.";
    max_repetition: Int32 nullable "times"
        "How often the most frequent position occurred (Laws 9.2.3); null if not replayed.";
    opening: Text nullable ""
        "First four half-moves as UCI_Chess960, separated by blanks; null if not replayed.";
    moves_hash: Int64 nullable "" "XXH3-64 of start and moves; null if not replayed.";
    unread_bytes: Int64 required "bytes"
        "Bytes that match no rule of the grammar, and words of the main line that were not played; each has a finding.";
    moves: Text nullable ""
        "Main line as UCI_Chess960, separated by blanks; null unless `--with-moves` was given or a draw could be claimed.";
    date_from: Date nullable ""
        "First day on which the game can have been played, by `Date`, else `UTCDate`, else `EventDate`.";
    date_to: Date nullable "" "Last such day.";
    event_date: Text nullable "" "Tag `EventDate`, as written.";
    date_source: Label<DateSource> required "" "Tag that `date_from` and `date_to` were read from.";
    termination: Label<Termination> nullable ""
        "How the game ended, as the record says (PGN 9.8.1 and the draws of servers and match programs); null where it does not say.";
    termination_raw: Text nullable ""
        "The text that says so, from `Termination`, `TerminationDetails`, `ICCResult` or a server's comment before the result.";
    half_point_lost_by: Label<Side> nullable ""
        "Side that lost the game although it could have claimed a draw under law and venue, once or more often.";
    game_id: Int64 required ""
        "Id of the game, the same in every table: XXH3-64 of its source, `frame_offset` and `byte_offset` (8 bytes each, little-endian).";
    population: Label<Population> required ""
        "Who played: people, programs, one of each, or unknown; by titles, types, venue, names and ratings.";
    time_control: Text nullable "" "Tag `TimeControl`, as written.";
    time_class: Label<TimeClass> nullable ""
        "Speed, by the time for forty moves: less than 3 minutes, 8, 25, or more; a day per move; null where the time control does not say.";
    white_title: Text nullable "" "Tag `WhiteTitle`.";
    black_title: Text nullable "" "Tag `BlackTitle`.";
    eco: Text nullable "" "Tag `ECO`.";
    time: Text nullable "" "Tag `UTCTime`, else `Time` or `StartTime`, as written.";
    writer: Label<Writer> required ""
        "Program or server that wrote the record, as far as tags and comments show (`writers.md`).";
    castling_source: Label<CastlingSource> nullable ""
        "Whether the castling rights of the start position were declared by the FEN or the array, or inferred; null if not replayed.";
    illegal_kept: Int32 required "half-moves"
        "Illegal half-moves that were replayed nevertheless (`--keep-illegal`); such a game is in no ledger and no statistics.";
    clocks: Float64List nullable "seconds"
        "Time left to the side that moved, after each half-move, from comments (`%clk`, TCEC's `tl`): one element per half-move of `plies`, null where no comment states it; the list is null without such comments or without `--with-moves`.";
    move_times: Float64List nullable "seconds"
        "Time spent on each half-move (`%emt`, TCEC's `mt`, the `1.2s` of cutechess), otherwise as `clocks`.";
    evals: Float64List nullable "pawns"
        "Evaluation after each half-move from White's point of view (`%eval`, TCEC's `wv`, the `+0.35/12` of cutechess), 1000 or -1000 for a forced mate; otherwise as `clocks`.";
}

table! {
    /// Table `incidents`.
    INCIDENTS = "incidents" "incidents/*.parquet"
        "One row per maximal run without capture or pawn move in which a draw could be claimed.";
    source: Text required "" "Input the game was read from.";
    frame_offset: Int64 required "bytes"
        "Stored offset of the frame that holds the game's first byte; 0 in most inputs.";
    byte_offset: Int64 required "bytes" "Offset of the game from the start of that frame.";
    game: Int64 nullable ""
        "Ordinal of the game in its source, from 0; null where a task saw only part of it.";
    reset_ply: Int32 required "half-moves"
        "Last capture or pawn move before the run; 0 where the run starts with the record.";
    reset_by: Label<ResetBy> required "" "What that half-move was.";
    first_claim_ply: Int32 required "half-moves" "First half-move before which a claim existed.";
    first_claim_side: Label<Side> required "" "Side that had this claim.";
    first_claim_article: Label<ClaimArticle> required "" "Article of the Laws that it rests on.";
    first_932_ply: Int32 nullable "half-moves"
        "First half-move before which article 9.3.2 applied; null if it never did.";
    white_claims: Int32 required "turns" "Turns at which White had a claim.";
    black_claims: Int32 required "turns" "Turns at which Black had a claim.";
    peak_clock: Int32 required "half-moves" "Highest half-move clock of the run.";
    seventy_five_ply: Int32 nullable "half-moves"
        "Half-move that brought the clock to 150; null if none did or if it mated.";
    ended_by: Label<RunEnd> required "" "What ended the run.";
    outcome: Label<Outcome> required "" "What became of the game.";
    material: Text required "" "Material at the first claim, White's first: `KRBvKR`.";
    fen: Text required "" "Position at the first claim as X-FEN.";
    law: Text required ""
        "Row of the law table at the first claim under law, else at the run's last turn; or `undated`, or `ambiguous_date`.";
    limit_moves: Int32 required "moves by each player" "Moves after which that row gives a claim.";
    first_claim_under_law_ply: Int32 nullable "half-moves"
        "First half-move before which a claim existed under that limit; null if none did.";
    claimable_under_law: Bool required "" "Whether a claim existed under that limit.";
    claimable_at_venue: Bool nullable ""
        "Whether claims existed where and when the game was played; null where that is not known.";
    half_point_lost_by: Label<Side> nullable ""
        "The losing side if it had a claim under law and venue in this run, else null.";
    automatic_draw_ply: Int32 nullable "half-moves"
        "Half-move after which the game was over without a claim, by law or venue; else null.";
    start_fen: Text required "" "Start position of the game as X-FEN.";
    moves: Text required "" "All half-moves of the game as UCI_Chess960, separated by blanks.";
    white_first_ply: Int32 nullable "half-moves"
        "First half-move before which White had a claim under law and venue; null without one.";
    white_last_ply: Int32 nullable "half-moves" "Last such half-move.";
    white_first_fen: Text nullable "" "Position before `white_first_ply`, as X-FEN.";
    black_first_ply: Int32 nullable "half-moves"
        "First half-move before which Black had a claim under law and venue; null without one.";
    black_last_ply: Int32 nullable "half-moves" "Last such half-move.";
    black_first_fen: Text nullable "" "Position before `black_first_ply`, as X-FEN.";
    law_uncertain: Bool required ""
        "Whether the sources leave open which limit was in force on that date.";
    clock_in_doubt: Bool required ""
        "Whether the run's clock comes from a FEN in which it cannot be right; such a run counts no half point as lost.";
    game_id: Int64 required ""
        "Id of the game in `games`.";
}

table! {
    /// Table `repetitions`.
    REPETITIONS = "repetitions" "repetitions/*.parquet"
        "One row per position that occurred, or could have been made to occur, three times in a game (Laws 9.2). The table exists only if it has a row.";
    source: Text required "" "Input the game was read from.";
    frame_offset: Int64 required "bytes"
        "Stored offset of the frame that holds the game's first byte; 0 in most inputs.";
    byte_offset: Int64 required "bytes" "Offset of the game from the start of that frame.";
    game: Int64 nullable ""
        "Ordinal of the game in its source, from 0; null where a task saw only part of it.";
    first_claim_ply: Int32 required "half-moves"
        "First half-move before which a claim that rests on the position existed.";
    first_claim_side: Label<Side> required "" "Side that had this claim.";
    first_claim_article: Label<RepetitionArticle> required ""
        "Article of the Laws that it rests on: 9.2.1 with an intended move, 9.2.2 on the board.";
    plies: Int32List required "half-moves"
        "Half-moves after which the position occurred; 0 is the start of the record.";
    occurrences: Int32 required "times" "How often the position occurred.";
    white_claims: Int32 required "turns" "Turns at which White had a claim.";
    black_claims: Int32 required "turns" "Turns at which Black had a claim.";
    fivefold_ply: Int32 nullable "half-moves"
        "Half-move after which the position occurred for the fifth time, whatever the date; null if it never did.";
    automatic_draw_ply: Int32 nullable "half-moves"
        "Half-move after which the game was over without a claim, by 9.6.1 where in force or by the venue's rule; else null.";
    outcome: Label<Outcome> required "" "What became of the game.";
    half_point_lost_by: Label<Side> nullable ""
        "The losing side if it had a claim that the venue allowed, else null.";
    fen: Text required ""
        "Position at the first claim (under 9.2.1 after the intended move) as X-FEN.";
    claimable_at_venue: Bool nullable ""
        "Whether the venue allowed the claim on the day of the game; null where that is not known.";
    white_first_ply: Int32 nullable "half-moves"
        "First half-move before which White had a claim; null if White never had one.";
    white_last_ply: Int32 nullable "half-moves"
        "Last half-move before which White had a claim; null if White never had one.";
    black_first_ply: Int32 nullable "half-moves"
        "First half-move before which Black had a claim; null if Black never had one.";
    black_last_ply: Int32 nullable "half-moves"
        "Last half-move before which Black had a claim; null if Black never had one.";
    game_id: Int64 required ""
        "Id of the game in `games`.";
}

table! {
    /// Table `diagnostics`.
    DIAGNOSTICS = "diagnostics" "diagnostics/*.parquet" "One row per finding about the archive.";
    source: Text required "" "Input the finding is about.";
    frame_offset: Int64 required "bytes"
        "Stored offset of the frame that holds the first byte; 0 in most inputs.";
    byte_offset: Int64 required "bytes"
        "Offset, from the start of that frame, of the game or of the text outside any game.";
    game: Int64 nullable "" "Ordinal of the game in its source, from 0; null outside any game.";
    line: Int64 nullable "" "Line in its source, from 1.";
    column: Int32 required "bytes" "Column in that line, from 1.";
    code: Label<Code> required "" "Stable code of the kind of finding.";
    severity: Label<Severity> required "" "Severity of findings of this code.";
    message: Text required "" "The finding in one sentence.";
    ply: Int32 nullable "half-moves" "Half-move the finding is about, from 1.";
    excerpt: Text required "" "The line of text, shortened around the finding.";
    game_id: Int64 nullable ""
        "Id of the game in `games`; null outside any game.";
}

table! {
    /// Table `gaps`.
    GAPS = "gaps" "gaps/*.parquet"
        "One row per range of bytes of an input that belongs to no game. Games and gaps together tile every input. The table exists only if there is a gap.";
    source: Text required "" "Input the gap is in.";
    frame_offset: Int64 required "bytes"
        "Stored offset of the frame that holds the gap's first byte; 0 in most inputs.";
    byte_offset: Int64 required "bytes" "Offset of the gap from the start of that frame.";
    byte_length: Int64 required "bytes" "Length of the gap in the decompressed text.";
    kind: Label<GapKind> required "" "What the bytes are.";
}

table! {
    /// Table `positions`.
    POSITIONS = "positions" "positions/*.parquet"
        "One row per line of an EPD or FEN file, lines without a position included; blank lines and comments have none. The table exists only if there is such a line.";
    source: Text required "" "Input the line was read from.";
    frame_offset: Int64 required "bytes"
        "Stored offset of the frame that holds the line's first byte; 0 in most inputs.";
    byte_offset: Int64 required "bytes" "Offset of the line from the start of that frame.";
    byte_length: Int64 required "bytes"
        "Length of the line in the decompressed text, line end included.";
    line: Int64 nullable ""
        "Line in its source, from 1; null where a task saw only part of the source.";
    fen: Text nullable "" "Position as X-FEN with six fields; null if rejected.";
    start_kind: Label<StartKind> required ""
        "Kind of start position, by pieces, pawns and side to move alone.";
    white_start: Int32 nullable ""
        "Scharnagl number of White's arrangement, 0 to 959, where all pieces and pawns stand as at the start of a game.";
    black_start: Int32 nullable "" "Scharnagl number of Black's arrangement, 0 to 959.";
    side: Label<Side> nullable "" "Side to move; null if rejected.";
    castling: Text nullable "" "Castling field of the FEN; null if rejected.";
    castling_style: Label<CastlingStyle> required "" "How the castling field was written.";
    clock: Int32 nullable "half-moves"
        "Half-move clock, from its FEN field or `hmvc`; null where the line gives none.";
    move_number: Int32 nullable "moves"
        "Full-move number, from its FEN field or `fmvn`; null where the line gives none.";
    operations: Text nullable ""
        "Operations as JSON: a list of objects with `opcode` and `operands`; null where there are none.";
    verdict: Label<Verdict> required ""
        "How far the line could be read: damaged lines lack an operation, rejected ones have no position.";
    findings: Int32 required "findings" "Findings about the line, all of them in `diagnostics`.";
    codes: Text nullable ""
        "Codes of these findings, each once, separated by blanks; null where there are none.";
}

table! {
    /// Table `start_positions`.
    START_POSITIONS = "start_positions" "start_positions.parquet"
        "960 rows: the results of the archive's Chess960 games, of every verdict, by start position.";
    start: Int32 required "" "Scharnagl number, 0 to 959; 518 is the orthodox one.";
    arrangement: Text required "" "White's first rank from a to h.";
    mirror: Int32 required "" "Scharnagl number of the left-right mirror.";
    king_file: Text required "" "File of the king, `b` to `g`.";
    games: Int64 required "games" "Games from this position.";
    white_wins: Int64 required "games" "Games that White won.";
    draws: Int64 required "games" "Drawn games.";
    black_wins: Int64 required "games" "Games that Black won.";
    unfinished: Int64 required "games" "Games without a result.";
    score: Float64 nullable "points" "White's mean score over decided games, 0 to 1.";
    score_low: Float64 nullable "points"
        "Lower end of its 95 % Wilson interval, n replaced by n m(1-m)/v of the archive.";
    score_high: Float64 nullable "points" "Upper end of that interval.";
    rated_games: Int64 required "games" "Decided games in which both ratings are known.";
    expected_score: Float64 nullable "points"
        "Mean score expected of the decided games, by their strata (who played, rated or not, how fast) and by the rating difference where both ratings are known.";
    adjusted_score: Float64 nullable "points"
        "The archive's mean score plus the best estimate of this position's difference from its expected score.";
    p_value: Float64 nullable "" "Probability of a difference at least as large, if the position were like the others.";
    q_value: Float64 nullable ""
        "Expected share of false discoveries if every position with at most this q is called different (Benjamini and Hochberg); null under 20 decided games.";
    mean_plies: Float64 nullable "half-moves" "Mean length over all games.";
    incidents: Int64 required "runs" "Runs in which a draw could be claimed.";
    adjusted_low: Float64 nullable "points" "Lower end of the 95 % interval of `adjusted_score`.";
    adjusted_high: Float64 nullable "points" "Upper end of that interval.";
}

table! {
    /// Table `castling`.
    CASTLING = "castling" "castling.parquet"
        "42 rows: what became of castling rights, by the files of king and rook and by side.";
    king_file: Text required "" "File of the king at the start, `b` to `g`.";
    rook_file: Text required "" "File of the castling rook at the start.";
    side: Label<Wing> required "" "Side of castling.";
    games_with_right: Int64 required "rights"
        "Rights held at the start, one per colour and game.";
    castled: Int64 required "rights" "Rights that were used.";
    mean_ply: Float64 nullable "half-moves" "Mean half-move of castling.";
    wins: Int64 required "games" "Games that the castler won.";
    draws: Int64 required "games" "Games that were drawn after castling.";
    losses: Int64 required "games" "Games that the castler lost.";
    unfinished: Int64 required "games" "Games without a result after castling.";
}

table! {
    /// Table `crosscheck`, written with `--crosscheck`.
    CROSSCHECK = "crosscheck" "crosscheck/*.parquet"
        "One row per game that pgn-reader and shakmaty read differently, with the first difference.";
    source: Text required "" "Input the game was read from.";
    frame_offset: Int64 required "bytes"
        "Stored offset of the frame that holds the first byte; 0 in most inputs.";
    byte_offset: Int64 required "bytes"
        "Offset, from the start of that frame, of the game or of the text outside any game.";
    game: Int64 nullable "" "Ordinal of the game in its source, from 0; null outside any game.";
    kind: Label<DisagreementKind> required "" "What the two readings disagree about.";
    ours: Text required "" "What audit960 says.";
    theirs: Text required "" "What pgn-reader and shakmaty say.";
    explained_by: Label<Code> nullable ""
        "Code of the finding that explains it; null if there is none, so that one of the two readings is wrong.";
    game_id: Int64 nullable ""
        "Id of the game in `games`; null outside any game.";
}

table! {
    /// Table `duplicates`, written with `--duplicates`.
    DUPLICATES = "duplicates" "duplicates.parquet"
        "One row per game of at least ten half-moves that is a copy of an earlier one.";
    source: Text required "" "Input the later game was read from.";
    frame_offset: Int64 required "bytes"
        "Stored offset of the frame that holds the later game's first byte; 0 in most inputs.";
    byte_offset: Int64 required "bytes"
        "Offset of the later game, from the start of that frame.";
    game: Int64 nullable "" "Ordinal of the later game in its source, from 0.";
    first_source: Text required "" "Input from which the earliest game was read, of which it is a copy.";
    first_frame_offset: Int64 required "bytes"
        "Stored offset of the frame that holds the earliest game's first byte; 0 in most inputs.";
    first_byte_offset: Int64 required "bytes"
        "Offset of the earliest game, from the start of that frame.";
    first_game: Int64 nullable "" "Ordinal of the earliest game in its source, from 0.";
    kind: Label<DuplicateKind> required "" "How it is a copy; the first kind that holds.";
    game_id: Int64 required ""
        "Id of the later game in `games`.";
    copy_of: Int64 required "" "Id of the earliest game, of which it is a copy.";
}
