//! Table `games`.

use super::declare::table;
use super::placed::Placed;
use crate::code::Code;
use crate::facts::GameFacts;
use crate::game_id::game_id;
use crate::labels::{
    CastlingSource, CastlingStyle, DateSource, EndReason, Ending, GameResult, Population, Side,
    StartKind, Termination, TimeClass, Venue, Verdict, Wing, Writer,
};

table! {
    /// Table `games`.
    GAMES = "games" "games/*.parquet"
        "One row per game, damaged games included.";
    tags of GameFacts;
    GameColumns of game: Placed<'_, GameFacts<'_>>;
    source: Text required ""
        "Input the game was read from; a member of a zip is `archive.zip!/member`."
        [source] = game.source;
    frame_offset: Int64 required "bytes"
        "Offset, in the stored file, of the zstd frame in which the game begins, or of the JSON record; in tables the number of the row; otherwise 0."
        = game.facts.identity.frame_offset;
    byte_offset: Int64 required "bytes"
        "Offset of the game in the decompressed text, counted from the start of the frame."
        = game.facts.identity.byte_offset;
    byte_length: Int64 required "bytes" "Length of the game in the decompressed text."
        = game.facts.byte_length;
    game: Int64 nullable ""
        "Ordinal in its source, from 0; null if a task read only part of the source."
        [game] = game.game;
    line: Int64 nullable ""
        "First line in its source, from 1; null if a task read only part of the source."
        [line] = Some(game.line);
    event: Text nullable "" "Tag `Event`." [tag "Event"] = game.facts.event;
    site: Text nullable "" "Tag `Site`." [tag "Site"] = game.facts.site;
    date: Text nullable "" "Tag `Date` or `UTCDate`, as written." [tag "Date"] = game.facts.date;
    round: Text nullable "" "Tag `Round`." [tag "Round"] = game.facts.round;
    white: Text nullable "" "Tag `White`." [tag "White"] = game.facts.white;
    black: Text nullable "" "Tag `Black`." [tag "Black"] = game.facts.black;
    result: Label<GameResult> required ""
        "Result tag if it is one of the four results, else the termination marker, else `*`."
        = game.facts.result;
    year: Int32 nullable "years" "Year of the date." = game.facts.year;
    white_elo: Int32 nullable "Elo points" "Rating of White."
        [tag "WhiteElo"] = game.facts.white_elo;
    black_elo: Int32 nullable "Elo points" "Rating of Black."
        [tag "BlackElo"] = game.facts.black_elo;
    variant: Text nullable "" "Tag `Variant`, as written." [tag "Variant"] = game.facts.variant;
    venue: Label<Venue> required "" "Where the game was played, as far as the tags say."
        = game.facts.venue;
    start_kind: Label<StartKind> required "" "Kind of start position; one of the 960 that lacks a castling right is `other`." = game.facts.start;
    white_start: Int32 nullable "" "Scharnagl number of White's arrangement, 0 to 959."
        = game.facts.white_start;
    black_start: Int32 nullable "" "Scharnagl number of Black's arrangement, 0 to 959."
        = game.facts.black_start;
    fen: Text nullable "" "Start position as X-FEN; null for the orthodox one." = game.facts.fen;
    castling_style: Label<CastlingStyle> required ""
        "How the castling field of the start position was written."
        = game.facts.castling_style;
    plies: Int32 required "half-moves" "Half-moves that were replayed." = game.facts.plies;
    verdict: Label<Verdict> required ""
        "How far the game could be read: `ok` (to its end, as the standard says), `repaired` (to its end, after a repair), `damaged` (up to some half-move), `rejected` (nothing could be replayed), or `foreign` (another variant, not replayed)."
        = game.facts.verdict;
    ending: Label<Ending> required "" "What ended the game on the board: `checkmate`, `stalemate`, `insufficient_material` or `none`."
        = game.facts.ending;
    final_clock: Int32 nullable "half-moves"
        "Half-move clock (half-moves since the last capture or pawn move) at the end; null if not replayed."
        = game.facts.final_clock;
    max_clock: Int32 nullable "half-moves"
        "Highest half-move clock of the game; null if not replayed."
        = game.facts.max_clock;
    white_castled: Label<Wing> nullable "" "Side to which White castled, `a_side` or `h_side`; null if White did not castle."
        = game.facts.castled[0].map(|castled| castled.wing);
    black_castled: Label<Wing> nullable "" "Side to which Black castled, `a_side` or `h_side`; null if Black did not castle."
        = game.facts.castled[1].map(|castled| castled.wing);
    white_castled_ply: Int32 nullable "half-moves" "Half-move, from 1, with which White castled."
        = game.facts.castled[0].map(|castled| castled.ply);
    black_castled_ply: Int32 nullable "half-moves" "Half-move, from 1, with which Black castled."
        = game.facts.castled[1].map(|castled| castled.ply);
    max_repetition: Int32 nullable "times"
        "How often the most frequent position occurred (Laws 9.2.3); null if not replayed."
        = game.facts.max_repetition;
    opening: Text nullable ""
        "First four half-moves as UCI_Chess960, separated by spaces; null if not replayed."
        = game.facts.opening;
    moves_hash: Int64 nullable "" "XXH3-64 of start and moves; null if not replayed."
        = game.facts.moves_hash;
    unread_bytes: Int64 required "bytes"
        "Bytes that match no rule of the grammar, or that belong to words of the main line that were not played. All have findings."
        = game.facts.unread_bytes;
    moves: Text nullable ""
        "Main line as UCI_Chess960, separated by spaces; null unless `--with-moves` was given or a draw could be claimed."
        = game.facts.moves;
    date_from: Date nullable ""
        "First possible day of the game, by `Date`, else `UTCDate`, else `EventDate`."
        = game.facts.days.map(|(first, _)| first);
    date_to: Date nullable "" "Last possible day. `EventDate` is the first day of the event: the game may have been played later." = game.facts.days.map(|(_, last)| last);
    event_date: Text nullable "" "Tag `EventDate`, as written."
        [tag "EventDate"] = game.facts.event_date;
    date_source: Label<DateSource> required "" "Tag from which `date_from` and `date_to` were read."
        = game.facts.date_source;
    termination: Label<Termination> nullable ""
        "How the game ended, as the record says (a value of PGN 9.8.1, or a draw of a server or match program); null if it does not say."
        = game.facts.termination;
    termination_raw: Text nullable ""
        "The text that `termination` was read from: `Termination`, `TerminationDetails`, `ICCResult` or a server's comment before the result."
        [tag "Termination"] = game.facts.termination_raw;
    half_point_lost_by: Label<Side> nullable ""
        "Side that lost the game although, at least once, both law and venue let it claim a draw."
        = game.facts.half_point_lost_by;
    game_id: Int64 required ""
        "Id of the game, the same in every table: XXH3-64 of its source, `frame_offset` and `byte_offset` (8 bytes each, little-endian)."
        [game_id] = game_id(game.source, game.facts.identity);
    population: Label<Population> required ""
        "Who played: people, programs, one of each (`mixed`), or unknown; by titles, tags such as `WhiteType`, venue, names and ratings."
        = game.facts.population;
    time_control: Text nullable "" "Tag `TimeControl`, as written."
        [tag "TimeControl"] = game.facts.time_control;
    time_class: Label<TimeClass> nullable ""
        "Speed, by the time for forty moves: `bullet` under 3 minutes, `blitz` under 8, `rapid` under 25, else `classical`; `correspondence` from a day per move; null if the time control does not say."
        = game.facts.time_class;
    white_title: Text nullable "" "Tag `WhiteTitle`." [tag "WhiteTitle"] = game.facts.white_title;
    black_title: Text nullable "" "Tag `BlackTitle`." [tag "BlackTitle"] = game.facts.black_title;
    eco: Text nullable "" "Tag `ECO`." [tag "ECO"] = game.facts.eco;
    time: Text nullable "" "Tag `UTCTime`, else `Time` or `StartTime`, as written."
        [tag "Time"] = game.facts.time;
    writer: Label<Writer> required ""
        "Program or server that wrote the record, as far as tags and comments show (`disagreements.md`)."
        = game.facts.writer;
    castling_source: Label<CastlingSource> nullable ""
        "Where the castling rights of the start position come from: `declared` by the FEN or the orthodox start, or `inferred`; null if not replayed."
        = game.facts.castling_source;
    illegal_kept: Int32 required "half-moves"
        "Illegal half-moves that were replayed nevertheless (`--keep-illegal`). Lists of claims and statistics of start positions leave such a game out; `explore`, `find` and `players` count it up to the move before."
        = game.facts.illegal_kept;
    clocks: Float64List nullable "seconds"
        "Time left to the side that moved, from comments (`%clk`, TCEC's `tl`): one element per half-move of `plies`, null if no comment states it. The list is null without such comments or without `--with-moves`."
        = game.facts.clocks;
    move_times: Float64List nullable "seconds"
        "Time spent on each half-move (`%emt`, TCEC's `mt`, the `1.2s` of cutechess); elements and nulls as in `clocks`."
        = game.facts.move_times;
    evals: Float64List nullable "pawns"
        "Evaluation after each half-move from White's point of view (`%eval`, TCEC's `wv`, the `+0.35/12` of cutechess), 1000 or -1000 for a forced mate; elements and nulls as in `clocks`."
        = game.facts.evals;
    end_ply: Int32 nullable "half-moves"
        "Half-move after which the game was over without a claim, by the position, the Laws of the day or the venue's rule; 0 if it was over at the start of the record; null if it was not, or not replayed."
        = game.facts.end.map(|end| end.ply);
    end_reason: Label<EndReason> nullable "" "Why the game was over at `end_ply`. Later half-moves were played after the end of the game."
        = game.facts.end.map(|end| end.reason);
    codes: Text nullable ""
        "Codes of the findings from the replay of the game, each once, separated by spaces; null if there are none."
        = Code::joined(game.facts.codes);
    opening_moves: Text nullable ""
        "The first half-moves, one more than `--positions` keeps, as UCI_Chess960, separated by spaces; null without that option, or if not replayed."
        = game.facts.opening_moves;
    endings: Text nullable ""
        "How long each material of at most seven pieces and pawns, kings included, stood on the board. Each item, such as `KRBvKR:121:40:39:38`, is the material, the half-move after which it came, number of positions, highest and last half-move clock. Null without `--positions`, or if there was none."
        = game.facts.endings;
    half_point_uncertain: Bool nullable ""
        "Whether, for all claims behind `half_point_lost_by`, the sources leave open which law was in force; null if no half point was lost."
        = game.facts.half_point_uncertain;
    base_seconds: Int32 nullable "seconds"
        "Time of the first period by `TimeControl`, converted if the clocks show that the tag gives minutes (T016); null if it cannot be read."
        = game.facts.base_seconds;
    increment_seconds: Int32 nullable "seconds"
        "Time added for each move of the first period; null if it cannot be read or is not a whole number."
        = game.facts.increment_seconds;
    time_periods: Text nullable ""
        "All periods as in PGN 9.6.1, `40/5400+30:1800+30`; null if there is only one."
        = game.facts.time_periods;
    draw_offers: Int32List nullable "half-moves"
        "Half-moves, from 1, with which a draw was offered, by comments (`White offers draw`) and `(=)`: one element per offer; null if there is none."
        = game.facts.draw_offers;
    white_fide_id: Int64 nullable ""
        "Tag `WhiteFideId`; null if it is missing, 0 or not a number. The columns from here to `black_player_key` need `--players` or `--quality`."
        [players tag "WhiteFideId"] = game.facts.fide_ids[0];
    black_fide_id: Int64 nullable "" "Tag `BlackFideId`, with the same nulls."
        [players tag "BlackFideId"] = game.facts.fide_ids[1];
    white_team: Text nullable "" "Tag `WhiteTeam`." [players tag "WhiteTeam"] = game.facts.white_team;
    black_team: Text nullable "" "Tag `BlackTeam`." [players tag "BlackTeam"] = game.facts.black_team;
    white_player_key: Text nullable ""
        "Who played White, under one key in every game: `fide:` and the FIDE id, else the account as `lichess:name`, else the name in one form (`players.md`); null if nobody is named."
        [players] = game.facts.player_keys[0];
    black_player_key: Text nullable "" "Who played Black, in the form of `white_player_key`."
        [players] = game.facts.player_keys[1];
    white_time_left_10: Float64 nullable "seconds"
        "Time left to White after its 10th move, from comments (`%clk`, TCEC's `tl`). The columns from here on need `--quality`."
        [quality] = game.facts.of_side(0).and_then(|side| side.time_left[0]);
    white_time_left_20: Float64 nullable "seconds"
        "Time left to White after its 20th move."
        [quality] = game.facts.of_side(0).and_then(|side| side.time_left[1]);
    white_time_left_30: Float64 nullable "seconds"
        "Time left to White after its 30th move."
        [quality] = game.facts.of_side(0).and_then(|side| side.time_left[2]);
    white_time_left_40: Float64 nullable "seconds"
        "Time left to White after its 40th move."
        [quality] = game.facts.of_side(0).and_then(|side| side.time_left[3]);
    white_time_trouble: Int32 nullable "moves"
        "Moves that White began with less time left than the limit: an eighth of the base time, at least 10 and at most 60 seconds; 30 seconds if no base time is known. Null without clocks."
        [quality] = game.facts.of_side(0).and_then(|side| side.time_trouble);
    white_longest_think: Float64 nullable "seconds"
        "Longest time that White spent on a move, as comments state it, else by the clocks and the increment; null if neither is known."
        [quality] = game.facts.of_side(0).and_then(|side| side.longest_think);
    white_centipawn_loss: Float64 nullable "centipawns"
        "Mean loss of White's moves by the evaluations of comments (`%eval`), as Lichess computes it (`players.md`). This column and the next four are null unless nine tenths of the half-moves have one; those by the players themselves (TCEC, cutechess) do not count."
        [quality] = game.facts.of_side(0).and_then(|side| side.centipawn_loss);
    white_accuracy: Float64 nullable "percent"
        "Accuracy of White's moves, 0 to 100."
        [quality] = game.facts.of_side(0).and_then(|side| side.accuracy);
    white_inaccuracies: Int32 nullable "moves"
        "Moves of White that lost at least 0.1, but less than 0.2, of the chances of winning (-1 to 1)."
        [quality] = game.facts.of_side(0).and_then(|side| side.inaccuracies);
    white_mistakes: Int32 nullable "moves"
        "Moves of White that lost at least 0.2, but less than 0.3, of these chances."
        [quality] = game.facts.of_side(0).and_then(|side| side.mistakes);
    white_blunders: Int32 nullable "moves"
        "Moves of White that lost at least 0.3 of these chances."
        [quality] = game.facts.of_side(0).and_then(|side| side.blunders);
    black_time_left_10: Float64 nullable "seconds"
        "Time left to Black after its 10th move."
        [quality] = game.facts.of_side(1).and_then(|side| side.time_left[0]);
    black_time_left_20: Float64 nullable "seconds"
        "Time left to Black after its 20th move."
        [quality] = game.facts.of_side(1).and_then(|side| side.time_left[1]);
    black_time_left_30: Float64 nullable "seconds"
        "Time left to Black after its 30th move."
        [quality] = game.facts.of_side(1).and_then(|side| side.time_left[2]);
    black_time_left_40: Float64 nullable "seconds"
        "Time left to Black after its 40th move."
        [quality] = game.facts.of_side(1).and_then(|side| side.time_left[3]);
    black_time_trouble: Int32 nullable "moves"
        "Moves that Black began with less time left than the limit of `white_time_trouble`; null without clocks."
        [quality] = game.facts.of_side(1).and_then(|side| side.time_trouble);
    black_longest_think: Float64 nullable "seconds"
        "Longest time that Black spent on a move, computed like `white_longest_think`."
        [quality] = game.facts.of_side(1).and_then(|side| side.longest_think);
    black_centipawn_loss: Float64 nullable "centipawns"
        "Mean loss of Black's moves, computed like `white_centipawn_loss`, with the same nulls in this column and the next four."
        [quality] = game.facts.of_side(1).and_then(|side| side.centipawn_loss);
    black_accuracy: Float64 nullable "percent"
        "Accuracy of Black's moves, 0 to 100."
        [quality] = game.facts.of_side(1).and_then(|side| side.accuracy);
    black_inaccuracies: Int32 nullable "moves"
        "Moves of Black that lost at least 0.1, but less than 0.2, of the chances of winning (-1 to 1)."
        [quality] = game.facts.of_side(1).and_then(|side| side.inaccuracies);
    black_mistakes: Int32 nullable "moves"
        "Moves of Black that lost at least 0.2, but less than 0.3, of these chances."
        [quality] = game.facts.of_side(1).and_then(|side| side.mistakes);
    black_blunders: Int32 nullable "moves"
        "Moves of Black that lost at least 0.3 of these chances."
        [quality] = game.facts.of_side(1).and_then(|side| side.blunders);
}
