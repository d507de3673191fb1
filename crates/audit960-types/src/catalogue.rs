//! The catalogue of findings. Codes are stable: a code is never given another meaning.
//!
//! Letters: `S` the source and its bytes, `P` syntax of the text, `T` tags, `F` start positions,
//! `M` moves, `C` consistency of a game with itself, `L` the law on draws, `E` positions and
//! operations of EPD files. An effect is on the verdict of a game: `E` codes have none.

use crate::code::{Entry, catalogue};

catalogue! {
    StrayText = "S001" "stray-text", Warning, None,
        "There is text before or between games that belongs to none of them.",
        "-- games of the second day --",
        "Counts the bytes as a gap and goes on with the next game.";
    TruncatedStream = "S002" "truncated-stream", Error, None,
        "A compressed input ends before its stream does.",
        "a .zst file cut short by a full disk",
        "Keeps every game before the end and names the stored byte range that is missing.";
    CorruptStream = "S003" "corrupt-stream", Error, None,
        "A compressed input cannot be decoded from some byte on.",
        "a .gz file with a damaged block",
        "Keeps every game before the damage and names the stored byte range that is lost.";
    OversizeGame = "S004" "oversize-game", Error, Rejected,
        "A game or an EPD record is longer than 64 MiB or a sixteenth of --max-memory.",
        "gigabytes without a line that begins with [Event \"",
        "Rejects it and counts what lies beyond the limit as a gap.";
    PositionsInput = "S005" "positions-input", Info, None,
        "An input holds positions (EPD) and no games, although its name ends in .pgn.",
        "an opening book that was saved as games.pgn",
        "Goes by the text, not by the name: every line becomes a row of table positions.";
    Utf16 = "S006" "utf-16", Info, None,
        "The text is UTF-16, not UTF-8. Both write the same characters, so nothing is in doubt.",
        "a file saved as \"Unicode\" by a Windows text editor",
        "Decodes it like a compressed input. Offsets and columns count bytes of the text as UTF-8.";
    BrokenUtf16 = "S007" "broken-utf-16", Error, None,
        "UTF-16 text holds an unpaired surrogate, or ends or breaks off within a code unit.",
        "a UTF-16 file of an odd number of bytes",
        "Replaces each broken code unit by U+FFFD and counts them: what was there is lost.";
    StrayMoves = "S008" "stray-moves", Error, None,
        "Text that belongs to no game holds words that could be moves.",
        "12. Nf3 Nc6 after words that cannot begin a game",
        "Counts the bytes as a gap: which game they belong to is unknown.";
    ZeroRun = "S009" "zero-run", Error, None,
        "The text holds a run of 512 or more NUL bytes: a lost disk sector or part of a download.",
        "64 KiB of zeros in the middle of a file",
        "Reads on after them; what was there is lost.";
    NoGames = "S010" "no-games", Error, None,
        "An input holds no game and no position.",
        "a web page, or a file of zeros, that was saved as games.pgn",
        "Counts all its bytes as gaps.";
    UnreadableInput = "S011" "unreadable-input", Error, None,
        "One of several inputs cannot be opened or cannot be read to its end, or is a FIFO, a device or a socket in a folder.",
        "a file without read permission, a dangling link, a folder nested too deeply",
        "Goes on with the other inputs. The dataset is marked incomplete, and the exit code is 2.";
    ChangedInput = "S012" "changed-input", Error, None,
        "A file was written to, truncated, replaced or removed while it was read.",
        "a download still in progress",
        "Keeps what was read, which may be neither the old nor the new file.";
    RepeatedInput = "S013" "repeated-input", Warning, None,
        "A file is named, or found, more than once.",
        "audit960 audit games games/a.pgn",
        "Reads it once, under its first name, so that no game counts twice.";
    InputLimit = "S014" "input-limit", Error, None,
        "A compressed input needs more memory, or expands to more text, than the run allows.",
        "a .zst file whose frames need a window of 2 GiB; a few kilobytes that expand to terabytes",
        "Reads what is within the limits of --max-memory and --max-expansion, and names the stored bytes that are not read.";
    UnreadableRecord = "S015" "unreadable-record", Error, Rejected,
        "A record of a JSON input, or a row of a table, holds no game or cannot be read.",
        "a line of NDJSON that ends too early; an object without moves",
        "Rejects it: its row has no moves, and the next record is not affected. Rows lost with their row group are rejected as one record.";
    SeveralGames = "S016" "several-games-in-record", Warning, None,
        "A record of a JSON input, or a row of a table, holds the text of several games.",
        "{\"moves\": \"1. e4 e5 1-0 1. d4 d5 0-1\"}",
        "Keeps all of them, so there are more games than records.";
    TableColumns = "S017" "table-columns", Info, None,
        "An input is a table (Parquet, Arrow IPC). Names of columns decide which of them are read.",
        "movetext, White, WhiteElo, FEN",
        "Names the columns that are read, and what a column means if its name does not say so. Ignores all others.";
    InternalError = "S018" "internal-error", Error, None,
        "A bug in audit960: it failed while it read one game. Please report it.",
        "a text that no test has thought of",
        "Counts the bytes of the game as a gap, reads all other games, and ends with exit code 2.";
    IdenticalInput = "S019" "identical-input", Warning, None,
        "An input has the same bytes as an earlier one, under another name.",
        "cp games.pgn copy.pgn; audit960 audit games.pgn copy.pgn",
        "Reads both: each of their games counts twice.";
    UnclosedComment = "P001" "unclosed-comment", Error, Damaged,
        "A comment is opened with { and not closed before the next game begins.",
        "1. e4 {a novelty e5 2. Nf3 1-0",
        "Reads the rest of the game as the comment; the next game is not affected.";
    UnclosedVariation = "P002" "unclosed-variation", Error, Damaged,
        "A variation is opened with ( and not closed before the next game begins.",
        "1. e4 (1. d4 d5 1-0",
        "Reads the rest of the game as the variation; the next game is not affected.";
    StrayClosing = "P003" "stray-closing", Warning, None,
        "There is a closing } or ) where nothing is open.",
        "1. e4 } e5 *",
        "Ignores it.";
    UnknownToken = "P004" "unknown-token", Warning, None,
        "A word in the movetext is not a move, number, result, annotation or comment.",
        "1. e4 e5 +/- 2. Nf3 *",
        "Ignores it.";
    ControlBytes = "P005" "control-bytes", Warning, None,
        "The text holds NUL bytes.",
        "1. e4 \\0\\0 e5 *",
        "Reads them as blanks.";
    NoTermination = "P006" "no-termination", Warning, None,
        "The movetext ends without 1-0, 0-1, 1/2-1/2 or *.",
        "1. e4 e5",
        "Uses the result of the Result tag.";
    ResultSpelling = "P007" "result-spelling", Info, None,
        "The result is not written as the standard says.",
        "1. e4 e5 \u{bd}-\u{bd}",
        "Reads it as the result it stands for.";
    WordBoundary = "P008" "word-boundary", Warning, Repaired,
        "A blank or a line break is missing between two words, or splits a word.",
        "c8=QRxc8, Nb412.f4, N f3",
        "Splits or joins the words where that gives legal moves.";
    EarlyTermination = "P009" "early-termination", Warning, Repaired,
        "There is a termination marker in the middle of the movetext.",
        "1. e4 e5 1-0 2. Nf3 Nc6 1-0",
        "Reads on: the move numbers continue after it, so it is one game.";
    SurplusTermination = "P010" "surplus-termination", Warning, None,
        "There is a termination marker where no game ends: between two tag lines, or after another marker.",
        "1. e4 e5 1-0 1-0",
        "Ignores it.";
    TagInComment = "P011" "tag-in-comment", Warning, None,
        "A comment holds a line that looks like a tag pair: its closing brace may be missing.",
        "{ a novelty\n[White \"Tal\"]\n}",
        "Reads all of it as the comment, as PGN 5 says.";
    TagInMovetext = "P012" "tag-in-movetext", Warning, None,
        "There is a tag pair in the middle of the movetext.",
        "1. e4 e5\n[Round \"3\"]\n2. Nf3",
        "Ignores it and reads on: the move numbers continue after it.";
    EmptyGame = "P013" "empty-game", Error, Damaged,
        "A game has no moves. In their place are unreadable words or a comment; or it has neither tags with a termination marker nor an event and both players' names.",
        "[Event \"x\"] and nothing else",
        "Keeps the row; what the game was is unknown.";
    UnusualLayout = "P014" "unusual-layout", Info, None,
        "There is a comment between tag pairs, a tag pair over several lines, or a blank beyond ASCII: many programs misread these.",
        "{a comment} between two tag pairs",
        "Reads it; reported once a game.";
    BraceInComment = "P015" "brace-in-comment", Warning, None,
        "A comment holds an opening brace: the closing brace before it may be missing, and the comment may hold moves.",
        "1. e4 {best e5 {or c5} 1-0",
        "Reads everything up to the first closing brace as the comment, as PGN 5 says.";
    StrayBrace = "P016" "stray-brace", Warning, None,
        "A brace before a game's Event tag would turn its tags into a comment, but the next brace is an opening one, too.",
        "1. e4 e5 *\n{[Event \"x\"]",
        "Ignores the brace and reads the game.";
    UnplayedMoves = "P017" "unplayed-moves", Info, None,
        "A record says that the game was not played, yet it has one or two half-moves.",
        "[Termination \"unplayed\"] 1. e4 1-0",
        "Reads the record as one without moves.";
    MalformedTag = "T001" "malformed-tag", Warning, None,
        "A tag pair lacks quotes or a bracket, its value continues on the next line, or its name has blanks.",
        "[White \"Hansen]",
        "Reads the text up to the end of the line as the value, or up to the quote and bracket on a later line.";
    UnescapedQuote = "T002" "unescaped-quote", Warning, None,
        "A tag value holds quotes without a backslash.",
        "[Event \"The \"Open\" 2004\"]",
        "Reads the last quote before the bracket as the closing one.";
    DuplicateTag = "T003" "duplicate-tag", Info, None,
        "A tag is given twice with the same value, or FEN twice with the same position.",
        "[White \"Tal\"] [White \"Tal\"]; FEN as X-FEN and again as Shredder-FEN",
        "Reads it once.";
    ContradictoryTag = "T004" "contradictory-tag", Warning, None,
        "A tag is given twice with different values.",
        "[White \"Tal\"] [White \"Botvinnik\"]",
        "Keeps the first.";
    ImpossibleDate = "T005" "impossible-date", Warning, None,
        "The date is not in the calendar, or not of the form YYYY.MM.DD.",
        "[Date \"2019.02.30\"]",
        "Keeps the text, and the year if that can be read.";
    MissingRoster = "T006" "missing-roster-tag", Info, None,
        "A tag of the Seven Tag Roster is missing (PGN 8.1.1).",
        "a game without [Date]",
        "Leaves the column empty.";
    EloOutOfRange = "T007" "elo-out-of-range", Warning, None,
        "A rating is not a number between 1 and 4999.",
        "[WhiteElo \"27OO\"]",
        "Leaves the column empty.";
    UnknownResult = "T008" "unknown-result", Warning, None,
        "The Result tag is not one of the four results.",
        "[Result \"?\"]",
        "Uses the termination marker instead.";
    NotUtf8 = "T009" "not-utf-8", Info, None,
        "Text of a tag, or of a line of EPD, is not UTF-8.",
        "[White \"H\\xFCbner\"] in Latin-1",
        "Reads it as Windows-1252, of which Latin-1 is a part.";
    TagCase = "T010" "tag-case", Warning, Repaired,
        "A tag the replay depends on is written in another letter case.",
        "[Fen \"...\"]",
        "Reads it anyway.";
    TagNameCase = "T011" "tag-name-case", Info, None,
        "A tag that replay does not depend on is written in another letter case.",
        "[event \"x\"]",
        "Reads it.";
    ResultTagSpelling = "T012" "result-tag-spelling", Info, None,
        "The Result tag holds one of the four results and something else, or another spelling of it.",
        "[Result \"1-0 {mate}\"]",
        "Reads the result.";
    LongText = "T013" "long-text", Warning, None,
        "A tag value is longer than 64 KiB, or the operations of an EPD record are.",
        "a novel in [Event \"...\"]",
        "Cuts it in the tables; the archive keeps all of it.";
    NamesOfPlayer = "T014" "names-of-player", Warning, None,
        "A FIDE id appears with the names of two persons: one name has a word of which the other lacks even the initial.",
        "[White \"Ivanov, Alexander\"] and [White \"Ivanov, Sergey\"], both with [WhiteFideId \"1\"]",
        "Counts all games with the id as those of one player, and names the first game with the other name. Only with --players.";
    IdsOfName = "T015" "ids-of-name", Info, None,
        "A name appears with several FIDE ids: namesakes, or one person with two ids.",
        "[White \"Wang, Lei\"] with [WhiteFideId \"1\"], elsewhere with [WhiteFideId \"2\"]",
        "Keeps the ids apart, and names the first game with the second id. Only with --players.";
    TimeUnit = "T016" "time-unit", Warning, None,
        "The clocks of a record show that its TimeControl is in minutes, where PGN 9.6.1 has seconds.",
        "[TimeControl \"90+30\"] 1. e4 {[%clk 1:30:21]}",
        "Reads the time before the plus as minutes.";
    CodePage850 = "T017" "code-page-850", Warning, None,
        "Text of a tag looks like code page 850 or 437 of DOS: a byte between two letters is a letter in DOS, but punctuation in Windows-1252.",
        "[White \"M\\x94ller\"], which Windows-1252 reads as M”ller",
        "Reads the value as code page 850; exports write it as UTF-8.";
    OtherVariant = "T020" "other-variant", Warning, Foreign,
        "The Variant tag, or the mark of ICC or FICS in Event, names a variant other than chess and Chess960.",
        "[Variant \"Crazyhouse\"]; [Event \"ICC w16 1 0\"]",
        "Names the variant and replays nothing: under other rules the moves mean something else. The game keeps its row and counts in no statistics.";
    UnknownVariant = "T021" "unknown-variant", Warning, None,
        "The Variant tag names no variant that audit960 knows.",
        "[Variant \"Fischer clock\"]",
        "Replays the game by the rules of chess: if its rules are others, some move will not be legal.";
    UnreadableFen = "F001" "unreadable-fen", Error, Rejected,
        "The FEN tag holds no position.",
        "[FEN \"?\"]",
        "Rejects the game: it has no start position.";
    MissingStart = "F002" "missing-start", Error, Rejected,
        "Chess960 is named, but no position is given.",
        "[Variant \"Chess960\"] without [FEN]",
        "Rejects the game: any of 960 positions could be meant.";
    ImpossiblePosition = "F003" "impossible-position", Error, Rejected,
        "The position of the FEN cannot arise in play, or no game can be played from it.",
        "[FEN \"8/8/8/8/8/8/8/K7 w - - 0 1\"]",
        "Rejects the game and gives the reason.";
    RightWithoutRook = "F004" "right-without-rook", Warning, Repaired,
        "The castling field names a rook or a king that is not there.",
        "a white rook on h1 alone, and castling field KQ",
        "Drops that right.";
    RightInferred = "F005" "right-inferred", Warning, Repaired,
        "A side castles later, but the FEN gives it no right to castle; pieces and moves allow it.",
        "castling field -, later O-O; rooks on a and g with field HAha, later O-O; field K, later O-O-O",
        "Adds the right from the start on. If the field names another right of that side, adds it only if the record then replays to its end.";
    SevenFieldFen = "F006" "seven-field-fen", Warning, Repaired,
        "The FEN has WinBoard's extra field for pieces in hand.",
        "w CAca - 161+0 0 1",
        "Ignores that field; it is not the half-move clock.";
    FenTail = "F007" "fen-tail", Warning, Repaired,
        "Something follows the six fields of the FEN.",
        "w KQkq - 0 1;",
        "Ignores it.";
    FenCounter = "F008" "fen-counter", Warning, Repaired,
        "The half-move clock or the move number of the FEN is unreadable, only one of them is given, or the move number is 0, although moves count from 1.",
        "w KQkq - x 1; w KQkq - 1; w KQkq - 0 0",
        "Uses clock 0 or move number 1 instead.";
    ImpossibleEnPassant = "F009" "impossible-en-passant", Warning, Repaired,
        "No pawn can just have passed the en-passant square of the FEN.",
        "w KQkq e6 0 1 without a pawn on e5",
        "Ignores it.";
    FenFieldsMissing = "F010" "fen-fields-missing", Warning, Repaired,
        "The FEN ends before its fourth field.",
        "[FEN \"nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN\"]",
        "Assumes White to move, no en-passant square, clock 0 and move 1. A missing castling field means full rights if all pieces and pawns stand as at the start of a game, else none.";
    SetUpWithoutFen = "F011" "setup-without-fen", Warning, None,
        "SetUp announces a position, but there is no FEN.",
        "[SetUp \"1\"] without [FEN]",
        "Starts from the orthodox position.";
    StatedNumber = "F012" "stated-number", Warning, Repaired,
        "No position is given, but a Scharnagl number is stated.",
        "{SP 353} before the first move",
        "Starts from the position of that number.";
    StatedNumberDiffers = "F013" "stated-number-differs", Warning, None,
        "The stated Scharnagl number is not that of the FEN.",
        "{SP 353} with the FEN of 354",
        "Follows the FEN.";
    TooManyPieces = "F014" "too-many-pieces", Warning, None,
        "A side has more pieces or pawns than it can have in a game.",
        "a FEN with nine white pawns",
        "Replays from it.";
    SetUpDeniesFen = "F015" "setup-denies-fen", Warning, None,
        "SetUp is 0, which means the orthodox start position, but there is a FEN (PGN 9.7).",
        "[SetUp \"0\"] [FEN \"...\"]",
        "Starts from the FEN.";
    RepeatedRight = "F016" "repeated-right", Warning, Repaired,
        "The castling field gives a right twice, by the same letter or by two letters for one rook.",
        "w KQkqHBhb, where the rooks stand on b and h",
        "Reads it once.";
    FenDigits = "F017" "fen-digits", Warning, Repaired,
        "A rank of the FEN has two digits side by side: a letter between them may be lost.",
        "rnbqkbnr/pppppppp/8/44/8/8/PPPPPPPP/RNBQKBNR",
        "Adds them up.";
    ImplausibleClock = "F020" "implausible-clock", Warning, None,
        "The half-move clock of the FEN is impossible. Either it is above 0 with an en-passant square, or it is above the half-moves before the move number (unless that is 1, which often means unknown), or all pieces stand as at the start of a game and it differs from those half-moves.",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 99 1",
        "Counts from it, and reports no missed claim.";
    StartInferred = "F021" "start-inferred", Warning, Repaired,
        "No readable start position is given, and exactly one of the 960 fits the record.",
        "[Variant \"Chess960\"] without [FEN], and a game that is legal from number 353 alone",
        "Starts from that position with full castling rights; only with --infer-start.";
    StartOpen = "F022" "start-open", Warning, None,
        "No readable start position is given, and several of the 960, or none, fit the record.",
        "1. e4 e5 1/2-1/2, which is legal from all of them",
        "Says how many fit and lists the first; the game stays as it is. Only with --infer-start.";
    RightsAssumed = "F023" "rights-assumed", Warning, Repaired,
        "The pieces stand as in one of the 960 start positions, but no castling right in the FEN fits them.",
        "RKRNNBBQ with castling field HEhe; ?",
        "Gives full rights: a start position has them unless the field is -.";
    CastlingRookInferred = "F024" "castling-rook-inferred", Warning, Repaired,
        "The castling field names the wrong rook: the moves replay only if the right belongs to another one.",
        "rooks on g and h, castling field K, and the game castles with the rook on g",
        "Castles with that rook and says which one the field names.";
    IllegalMove = "M001" "illegal-move", Error, Damaged,
        "A move is not legal in its position.",
        "1. e4 e5 2. Nf6",
        "Keeps the half-moves before it and stops there.";
    AmbiguousMove = "M002" "ambiguous-move", Error, Damaged,
        "A move fits several pieces, all of them legally.",
        "Ne2 with knights on c3 and g1",
        "Names the candidates, keeps the half-moves before it and stops there.";
    UnreadableMove = "M003" "unreadable-move", Error, Damaged,
        "A word looks like a move but cannot be read as one.",
        "1. e4 e5 2. Ng?3",
        "Keeps the half-moves before it and stops there.";
    MoveAfterEnd = "M004" "move-after-end", Error, Damaged,
        "A move follows checkmate or stalemate.",
        "1. f3 e5 2. g4 Qh4# 3. a3",
        "Keeps the half-moves up to the end of the game on the board.";
    NullMove = "M005" "null-move", Error, Damaged,
        "The main line holds a null move.",
        "1. e4 -- 2. d4",
        "Keeps the half-moves before it and stops there.";
    IllegalMoveKept = "M006" "illegal-move-kept", Error, Damaged,
        "A move is not legal in its position and was replayed anyway.",
        "31. Nf6 Qd7 with the knight on f6 pinned",
        "Moves the only piece that can be meant, and replays on. Only with --keep-illegal.";
    CastlingZeros = "M010" "castling-with-zeros", Warning, Repaired,
        "Castling is written with zeros.",
        "0-0",
        "Reads it as O-O.";
    CastlingSpelling = "M011" "castling-spelling", Warning, Repaired,
        "Castling is written with small letters, other dashes or none.",
        "o-o, OO, O\u{2013}O",
        "Reads it as O-O.";
    CastlingKingTakesRook = "M012" "castling-king-takes-rook", Warning, Repaired,
        "Castling is written as the king taking its own rook.",
        "Kxh1, e1h1",
        "Reads it as castling with that rook.";
    CastlingKingMove = "M013" "castling-king-move", Warning, Repaired,
        "Castling is written as a move of the king to its final square.",
        "e1g1, Kg1 from e1",
        "Reads it as castling where no king move is meant.";
    LongAlgebraic = "M014" "long-algebraic", Warning, Repaired,
        "A move names the square it comes from and has a dash.",
        "e2-e4, Ng1-f3",
        "Reads it.";
    CoordinateMove = "M015" "coordinate-move", Warning, Repaired,
        "A move is written in the coordinates that engines use.",
        "e2e4, e7e8q",
        "Reads it.";
    LowerCasePiece = "M016" "lower-case-piece", Warning, Repaired,
        "A piece letter is small.",
        "nf3",
        "Reads it as a piece where no pawn move is legal.";
    PawnLetter = "M017" "pawn-letter", Warning, Repaired,
        "A pawn move begins with P.",
        "Pe4",
        "Reads it.";
    PromotionSpelling = "M018" "promotion-spelling", Warning, Repaired,
        "A promotion lacks its equals sign.",
        "a8Q, a8/Q, a8(Q)",
        "Reads it.";
    PromotionMissing = "M019" "promotion-missing", Warning, Repaired,
        "A pawn reaches the last rank, and no piece is named.",
        "a8",
        "Promotes to a queen.";
    EnPassantGlued = "M020" "en-passant-glued", Warning, Repaired,
        "A capture ends in ep.",
        "exd6ep",
        "Reads the move without it.";
    EnPassantSuffix = "M021" "en-passant-suffix", Info, None,
        "A capture is followed by e.p.",
        "exd6 e.p.",
        "Ignores it.";
    OverDisambiguation = "M022" "over-disambiguation", Info, None,
        "A move names a file or rank where no other piece of the kind can go there.",
        "Ngf3 in the orthodox start position",
        "Reads it.";
    CheckMark = "M023" "check-mark", Info, None,
        "A check or mate mark is missing or wrong.",
        "1. e4+",
        "Reads the move; reported once a game.";
    CaptureMark = "M024" "capture-mark", Info, None,
        "The x of a capture is missing, or there is one where nothing is captured.",
        "1. e4 d5 2. ed5",
        "Reads the move; PGN 3.2.1 lets a reader do so.";
    UpperCaseSquares = "M025" "upper-case-squares", Warning, Repaired,
        "The squares of a move are written in capitals.",
        "E4, NF3, BXC6",
        "Reads it if exactly one legal move fits, piece or pawn; else the game is damaged.";
    NumericNotation = "M026" "numeric-notation", Warning, Repaired,
        "A move is written in the numeric notation of correspondence chess (ICCF).",
        "5254 for e2-e4",
        "Reads it.";
    MoveNumberShift = "M027" "move-number-shift", Error, None,
        "From some move on all move numbers disagree with the moves before them.",
        "47. f4 Qd1 48. Kh2 Qe2+ 51. Kg1",
        "Replays what is there and says how many half-moves seem to be missing or surplus.";
    MoveNumberJump = "M028" "move-number-jump", Info, None,
        "A move number is too low, or too high by one, and later ones do not confirm it; or the first one disagrees with the FEN.",
        "11. Nge2 10... c5 12. dxc6",
        "Follows the moves.";
    PawnFile = "M029" "pawn-file", Warning, Repaired,
        "A pawn moves straight ahead and its file is named: a piece letter or a capture may be meant.",
        "bb3",
        "Reads the pawn move if no other reading is legal.";
    OtherLanguage = "M030" "other-language", Warning, Repaired,
        "The piece letters are those of another language, or figurines.",
        "2. Sf3 Sc6 3. Lc4",
        "Reads the whole game in the one language in which all of it is legal: figurines, German, Danish, Norwegian, Swedish, French, Spanish, Italian, Dutch, Portuguese, Polish, Czech, Hungarian, Romanian, Finnish, Icelandic, Estonian. Others, such as Russian, are not read.";
    SeveralLanguages = "M031" "several-languages", Warning, Repaired,
        "The piece letters fit several languages, with different moves.",
        "a short game whose letters two languages share",
        "Uses the first in the order of the catalogue and names the others.";
    BoardTail = "M032" "board-tail", Warning, Repaired,
        "After the last move both kings jump to the centre: a sensor board (DGT) signals the result that way.",
        "45. Rh7# Ke4 46. Kd5 1-0",
        "Cuts these moves off if they are illegal: they are not part of the game.";
    RepairPossible = "M033" "repair-possible", Info, None,
        "A small change of the record makes it legal to its end.",
        "12. Nf5 written for 12. Nf4, after which all is legal",
        "Names the change and its edit distance; applies nothing. Only with --propose.";
    RepairProposed = "M034" "repair-proposed", Info, None,
        "Of the small changes that make the record legal to its end, one is the nearest.",
        "12. Nf5, where Nf4 alone is one letter off and lets the rest replay",
        "Proposes the change; applies nothing. Only with --propose.";
    NearestMoves = "M035" "nearest-moves", Info, None,
        "The replay stops at a move that cannot be played, and no small change makes the rest legal.",
        "12. Nf5, where Nf3 and Nf4 are legal, but the moves that follow are legal after neither",
        "Names the nearest legal moves. Only with --propose.";
    TooManyMoves = "M036" "too-many-moves", Error, Damaged,
        "A record has more than 20,000 half-moves; the longest game that the Laws allow since 2014 has 17,697.",
        "Nf3 Nf6 Ng1 Ng8 over and over, for 64 MiB",
        "Replays the first 20,000.";
    LikelyMissingMoves = "M037" "likely-missing-moves", Warning, None,
        "A move number jumps ahead, follows another one without a move between, has no move after it, or is the first and too high: moves are probably missing.",
        "47. f4 Qd1 48. Kh2 Qe2+ 51. Kg1 Qd1+ 1/2-1/2",
        "Replays what is there and says how many half-moves seem to be missing.";
    DeclaredIllegalMove = "M038" "declared-illegal-move", Info, None,
        "The last word is an illegal move, and the record says that an illegal move ended the game.",
        "[Termination \"illegal move\"] 40. Ke2 Rxe9 1-0",
        "Does not play it: the record of what was played is whole.";
    IllegalVariation = "M040" "illegal-variation", Warning, None,
        "A variation holds a move that is not legal, a null move, or text that cannot be read. Only export reads variations.",
        "1. e4 e5 (1... Ke5)",
        "Writes the variation as it is.";
    LoneCaptureMark = "M041" "lone-capture-mark", Warning, None,
        "One capture mark does not fit the board, while all other captures are marked correctly: a half-move may be missing or wrong.",
        "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxa5",
        "Reads the move.";
    MissingHalfMoves = "M042" "missing-half-moves", Warning, Damaged,
        "The move numbers run ahead of the moves and stay ahead: half-moves are missing, though what is left is legal.",
        "1. e4 e5 3. Nf3 Nc6 4. Bb5 a6 5. Ba4",
        "Replays what is there; the half-moves after the gap are counted from there.";
    ResultAgainstMarker = "C001" "result-against-marker", Error, None,
        "The Result tag and the termination marker are inconsistent.",
        "[Result \"1-0\"] ... 0-1",
        "Follows the tag.";
    ResultAgainstMate = "C002" "result-against-mate", Error, None,
        "The result is inconsistent with checkmate on the board.",
        "Qxf7# ... 0-1",
        "Follows the record.";
    ResultAgainstStalemate = "C003" "result-against-stalemate", Error, None,
        "A decisive result is inconsistent with stalemate on the board.",
        "stalemate ... 1-0",
        "Follows the record.";
    PlyCountDiffers = "C004" "ply-count-differs", Warning, None,
        "PlyCount is inconsistent with the half-moves replayed.",
        "[PlyCount \"84\"] with 83 half-moves",
        "Follows the moves.";
    TerminationAgainstBoard = "C005" "termination-against-board", Error, None,
        "What the record says about the end of the game is inconsistent with the board or the result.",
        "[TerminationDetails \"3-Fold repetition\"] after two occurrences",
        "Follows the moves.";
    ResultAgainstDeadPosition = "C006" "result-against-dead-position", Error, None,
        "A decisive result is inconsistent with a dead position, in which neither side can mate by any series of legal moves (Laws 5.2.2).",
        "king against king ... 1-0",
        "Follows the record.";
    FlagWithoutMate = "C007" "flag-without-mate", Warning, None,
        "A game was won on time by a side that cannot mate by any series of legal moves: a draw by the Laws (6.9).",
        "[Termination \"time forfeit\"] with a bare king ... 1-0",
        "Follows the record.";
    TerminationAgainstTables = "C008" "termination-against-tables", Error, None,
        "The record says that endgame tables ended the game, but the tables given contradict its result in the last position.",
        "[TerminationDetails \"SyzygyTB\"] ... 1-0, where the position is a draw",
        "Follows the record. Only if endgame tables are given.";
    ResultAgainstDraw = "C009" "result-against-draw", Error, None,
        "A decisive result is inconsistent with an automatic draw on the last half-move: a fifth occurrence, 75 moves by each player, or the venue's own rule.",
        "the position occurs for the fifth time ... 1-0",
        "Follows the record.";
    CopiesDisagree = "C010" "copies-disagree", Warning, None,
        "Copies of one game give different results, or dates that cannot both be right. Found only by export --no-duplicates.",
        "1-0 in one archive and 0-1 in another, with the same players and moves",
        "Keeps the values of the copy that is kept.";
    BeyondAutomaticDraw = "L001" "beyond-automatic-draw", Warning, None,
        "The record goes on after the venue's rule had ended the game.",
        "a Lichess game with a half-move clock above 100",
        "Replays it to the end.";
    BeyondSeventyFive = "L002" "beyond-seventy-five", Warning, None,
        "The record goes on after 75 moves by each player without capture or pawn move (Laws 9.6.2).",
        "a half-move clock above 150 in a game of 2019",
        "Replays it to the end.";
    BeyondRepetition = "L003" "beyond-repetition", Warning, None,
        "The record goes on after a repeated position had ended the game: at its fifth occurrence (Laws 9.6.1), or by the venue's rule.",
        "a game of 2019 with moves after a position occurred five times",
        "Replays it to the end.";
    ManyRepetitions = "L004" "many-repetitions", Info, None,
        "A game has more claimable repetitions than table repetitions keeps.",
        "thousands of moves with few pieces",
        "Keeps the thousand that could be claimed first.";
    BeyondDeadPosition = "L005" "beyond-dead-position", Warning, None,
        "The record goes on after a dead position, which ends a game (Laws 5.2.2). Forced half-moves alone are not reported.",
        "king against king, and twenty more moves",
        "Replays it to the end; no claim after it counts.";
    UnreadablePosition = "E001" "unreadable-position", Error, None,
        "A line of an EPD or FEN file holds no position.",
        "rnbqkbnr/pppppppp/8/6/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "Rejects the line and points at where it stops being readable.";
    MissingKing = "E002" "missing-king", Error, None,
        "A side has no king.",
        "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ -",
        "Rejects the line.";
    SeveralKings = "E003" "several-kings", Error, None,
        "A side has more than one king.",
        "rnkqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "Rejects the line.";
    PawnOnEndRank = "E004" "pawn-on-end-rank", Error, None,
        "A pawn stands on the first or the last rank.",
        "pnbqkbnr/ppprpppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk -",
        "Rejects the line.";
    OpponentInCheck = "E005" "opponent-in-check", Error, None,
        "The side that is not to move is in check.",
        "r6k/1K2q1Q1/8/8/8/8/8/8 w - -",
        "Rejects the line and names the pieces that give check.";
    ImpossibleCheck = "E006" "impossible-check", Warning, None,
        "The side to move is in a check that no last move can have given.",
        "4k3/8/8/8/8/3n1n2/8/4K3 w - -",
        "Reads on: the position can be played from.";
    ImpossiblePromotions = "E007" "impossible-promotions", Warning, None,
        "There are more promoted pieces than missing pawns, or than pawns that captures could have let through.",
        "rnbqkbnr/nnnnnnnn/8/8/8/8/NNNNNNNN/RNBQKBNR w KQkq -",
        "Reads on: the position can be played from.";
    GluedFields = "E008" "glued-fields", Warning, None,
        "There is no blank between the en-passant field and the clock.",
        "8/8/8/8/8/8/8/K1k5 w - -0 1",
        "Reads both fields.";
    EnPassantWithoutCapture = "E009" "en-passant-without-capture", Info, None,
        "The en-passant square is right, but no capture there is legal.",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3",
        "Treats the position as the same as without it, and writes it without.";
    CountersDisagree = "E010" "counters-disagree", Warning, None,
        "Half-move clock, move number, en-passant square and the pieces on the board are inconsistent.",
        "a half-move clock of 10 at move 5",
        "Keeps the fields of the FEN; they take precedence over hmvc and fmvn.";
    NotAnOperation = "E011" "not-an-operation", Warning, None,
        "Text after the fields does not begin with an opcode.",
        "; 18 knights;",
        "Keeps it as text.";
    UnclosedOperation = "E012" "unclosed-operation", Info, None,
        "An operation lacks its semicolon.",
        "bm Qg6",
        "Reads it up to the next opcode or the end of the line.";
    MovePunctuation = "E013" "move-punctuation", Info, None,
        "Something among the moves of an operation belongs to none of them: a lone check mark, a comma, a move number.",
        "bm Qd1 +;",
        "Ignores it.";
    UnquotedString = "E014" "unquoted-string", Info, None,
        "A string lacks its quotes.",
        "id BK.01;",
        "Reads the text up to the semicolon.";
    UnclosedString = "E015" "unclosed-string", Warning, None,
        "A string lacks its closing quote.",
        "id \"BK.01;",
        "Reads the text up to the semicolon.";
    WrongOperand = "E016" "wrong-operand", Error, None,
        "An operand is not what its opcode takes.",
        "dm 0; hmvc x; bm novelty;",
        "Keeps the operation as text only.";
    IllegalOperand = "E017" "illegal-operand", Error, None,
        "A move that an operation names is not legal there.",
        "bm Qh8; in a position without a queen",
        "Keeps it as text only; in a variation, what follows as well.";
    AmbiguousOperand = "E018" "ambiguous-operand", Error, None,
        "A move that an operation names fits several pieces.",
        "bm Ne2; with knights on c3 and g1",
        "Names the candidates and ignores it.";
    MoveNotation = "E019" "move-notation", Warning, None,
        "A move that an operation names is not written in SAN (EPD 5.2.2).",
        "bm e1g1; bm 0-0;",
        "Reads it anyway.";
    SanSpelling = "E020" "san-spelling", Info, None,
        "A move that an operation names has other marks or more letters than SAN gives it.",
        "bm Qd1; where it gives check",
        "Reads it.";
    RepeatedOpcode = "E021" "repeated-opcode", Warning, None,
        "An opcode occurs twice in a record (EPD 5.1).",
        "bm e4; bm d4;",
        "Reads both.";
    ContradictoryOperations = "E022" "contradictory-operations", Error, None,
        "Two operations of a record contradict each other.",
        "bm e4; am e4;",
        "Keeps both and follows neither.";
    DrawWithoutMove = "E023" "draw-without-move", Warning, None,
        "A draw is claimed or offered without the move that must go with it (EPD 6.10, 6.11).",
        "draw_claim;",
        "Reads it.";
    ImplausibleMate = "E024" "implausible-mate", Error, None,
        "The number of moves to mate is contradicted by the board or by the evaluation.",
        "dm 1; where no move mates",
        "Ignores it.";
    DuplicatePosition = "E025" "duplicate-position", Warning, None,
        "An earlier line has the same position: pieces, rights, side to move and legal en passant.",
        "the same position with another move number",
        "Names the earlier line.";
    PerftDiffers = "E026" "perft-differs", Error, None,
        "The number of move sequences is not the one stated.",
        "D1 21; for the orthodox start, which has 20",
        "Shows both, and the count below each move.";
    OperationAgainstTables = "E027" "operation-against-tables", Error, None,
        "Endgame tables contradict what an operation says of the position: a result or a mate in c0, dm, ce, or a best move (bm) that gives the value away.",
        "dm 3; in a position that is a draw",
        "Keeps the operation. Only if endgame tables are given.";
    ClockChangesValue = "E028" "clock-changes-value", Info, None,
        "The half-move clock changes the value that the position has at clock zero: a win comes too late for the fifty moves.",
        "hmvc 90; where a win needs 20 half-moves to the next capture",
        "Gives both values. Only if endgame tables are given.";
}

impl Code {
    pub(crate) fn entry(self) -> &'static Entry {
        &ENTRIES[self as usize]
    }
}
