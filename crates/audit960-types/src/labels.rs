//! The enumerations of the dataset, each with the lower-case string it is written as.

use crate::label::labels;

labels! {
    /// A player's colour.
    Side {
        /// White.
        White = "white",
        /// Black.
        Black = "black",
    }
}

impl Side {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

labels! {
    /// Result of a game as recorded (PGN 8.1.1.7, 8.2.6).
    #[derive(Default)]
    GameResult {
        /// White won.
        White = "1-0",
        /// Black won.
        Black = "0-1",
        /// Drawn.
        Draw = "1/2-1/2",
        /// In progress, abandoned or unknown.
        #[default]
        Unfinished = "*",
    }
}

impl GameResult {
    /// The winner, if one is recorded.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::White => Some(Side::White),
            Self::Black => Some(Side::Black),
            Self::Draw | Self::Unfinished => None,
        }
    }
}

labels! {
    /// How far a game could be read.
    #[derive(Default)]
    Verdict {
        /// Replayed to the end, everything read as the standard says.
        Ok = "ok",
        /// Replayed to the end, but a move or the start needed a repair.
        Repaired = "repaired",
        /// Replay stopped before the end of the record.
        Damaged = "damaged",
        /// Nothing could be replayed.
        #[default]
        Rejected = "rejected",
        /// A variant other than chess and Chess960: not replayed, and in no statistics.
        Foreign = "foreign",
    }
}

impl Verdict {
    /// Whether a game with this verdict and this many half-moves was read without loss and has no moves: only its
    /// tags were kept, or it was won or drawn without being played.
    #[must_use]
    pub const fn is_moveless(self, plies: u64) -> bool {
        plies == 0 && matches!(self, Self::Ok | Self::Repaired)
    }
}

labels! {
    /// What kind of position a game starts from.
    #[derive(Default)]
    StartKind {
        /// The orthodox arrangement, and no tag names Chess960.
        Standard = "standard",
        /// One of the 960, Black opposite White.
        Chess960 = "chess960",
        /// Both sides among the 960, not opposite each other.
        DoubleChess960 = "double_chess960",
        /// Any other legal position.
        Other = "other",
        /// Chess960 is named but no position is given, or it cannot be read.
        #[default]
        Unknown = "unknown",
    }
}

labels! {
    /// What ended the game on the board; the first that holds.
    #[derive(Default)]
    Ending {
        /// Checkmate (Laws 5.1.1).
        Checkmate = "checkmate",
        /// Stalemate (Laws 5.2.1).
        Stalemate = "stalemate",
        /// Neither side has the material to mate.
        InsufficientMaterial = "insufficient_material",
        /// None of these.
        #[default]
        None = "none",
    }
}

labels! {
    /// What ended a game without anybody's claim: on the board, by the Laws of the day, or by the venue's
    /// rule.
    EndReason {
        /// Checkmate (Laws 5.1.1).
        Checkmate = "checkmate",
        /// Stalemate (Laws 5.2.1).
        Stalemate = "stalemate",
        /// No series of legal moves mates either king (Laws 5.2.2).
        DeadPosition = "dead_position",
        /// The fifth occurrence of a position (Laws 9.6.1).
        FivefoldRepetition = "fivefold_repetition",
        /// Seventy-five moves by each player without capture or pawn move (Laws 9.6.2).
        SeventyFiveMoves = "seventy_five_moves",
        /// The third occurrence of a position, at a venue where this draw is automatic.
        VenueThreefold = "venue_threefold",
        /// Fifty moves by each player without capture or pawn move, at a venue where this draw is
        /// automatic.
        VenueFifty = "venue_fifty",
    }
}

impl EndReason {
    /// The article of the Laws in its present number; `None` for a rule of the venue.
    #[must_use]
    pub const fn article(self) -> Option<&'static str> {
        match self {
            Self::Checkmate => Some("5.1.1"),
            Self::Stalemate => Some("5.2.1"),
            Self::DeadPosition => Some("5.2.2"),
            Self::FivefoldRepetition => Some("9.6.1"),
            Self::SeventyFiveMoves => Some("9.6.2"),
            Self::VenueThreefold | Self::VenueFifty => None,
        }
    }
}

labels! {
    /// How the castling field of a FEN was written.
    #[derive(Default)]
    CastlingStyle {
        /// `KQkq`, with a file letter only for an inner rook.
        Xfen = "xfen",
        /// Always file letters.
        Shredder = "shredder",
        /// Both, beyond what X-FEN asks for.
        Mixed = "mixed",
        /// No rights, or no FEN.
        #[default]
        None = "none",
    }
}

labels! {
    /// The wing a king castles to: toward the a-file (`O-O-O`) or the h-file (`O-O`).
    Wing {
        /// `O-O-O`: king to the c-file, rook to the d-file.
        ASide = "a_side",
        /// `O-O`: king to the g-file, rook to the f-file.
        HSide = "h_side",
    }
}

labels! {
    /// What set the half-move clock to zero before a run.
    ResetBy {
        /// A capture, also one made by a pawn.
        Capture = "capture",
        /// A pawn move that captured nothing.
        Pawn = "pawn",
        /// Nothing: the run starts with the record.
        Start = "start",
    }
}

labels! {
    /// The article a claim rests on.
    ClaimArticle {
        /// The player writes the move that completes the fifty (Laws 9.3.1).
        Intended = "9.3.1",
        /// The fifty moves are completed (Laws 9.3.2).
        Completed = "9.3.2",
    }
}

labels! {
    /// The article a claim of repetition rests on.
    RepetitionArticle {
        /// The player writes the move after which the position occurs for at least the third time
        /// (Laws 9.2.1).
        Intended = "9.2.1",
        /// The position on the board occurs for at least the third time (Laws 9.2.2).
        OnBoard = "9.2.2",
    }
}

labels! {
    /// What ended a run without capture or pawn move.
    RunEnd {
        /// A capture.
        Capture = "capture",
        /// A pawn move that captured nothing.
        Pawn = "pawn",
        /// Checkmate.
        Checkmate = "checkmate",
        /// Stalemate.
        Stalemate = "stalemate",
        /// The record ends.
        EndOfGame = "end_of_game",
    }
}

labels! {
    /// What became of a game with a claim.
    Outcome {
        /// Drawn, and the run lasted to the end of the record.
        DrawnWithClaimOpen = "drawn_with_claim_open",
        /// Drawn in another way.
        DrawnLater = "drawn_later",
        /// The loser had had a claim in this run.
        LostAfterClaim = "lost_after_claim",
        /// Decisive, and only the winner had had one.
        WonAfterClaim = "won_after_claim",
        /// No result is recorded.
        Unfinished = "unfinished",
    }
}

labels! {
    /// The tag that the day of a game was read from.
    #[derive(Default)]
    DateSource {
        /// `Date`.
        Date = "date",
        /// `UTCDate`, where `Date` gives no date.
        UtcDate = "utc_date",
        /// `EventDate`, where neither does.
        EventDate = "event_date",
        /// None of them.
        #[default]
        None = "none",
    }
}

labels! {
    /// How a game ended, as its record says: the values of PGN 9.8.1 and what servers and match
    /// programs write beside them. Whether the board agrees is another question.
    Termination {
        /// Abandoned (PGN 9.8.1), a lost connection included.
        Abandoned = "abandoned",
        /// Result by adjudication (PGN 9.8.1).
        Adjudication = "adjudication",
        /// Death of a player (PGN 9.8.1).
        Death = "death",
        /// Ended by an emergency (PGN 9.8.1).
        Emergency = "emergency",
        /// Ended normally (PGN 9.8.1).
        Normal = "normal",
        /// A player broke the rules (PGN 9.8.1).
        RulesInfraction = "rules_infraction",
        /// A player ran out of time (PGN 9.8.1).
        TimeForfeit = "time_forfeit",
        /// Not ended (PGN 9.8.1).
        Unterminated = "unterminated",
        /// Checkmate.
        Checkmate = "checkmate",
        /// Stalemate.
        Stalemate = "stalemate",
        /// Resignation.
        Resignation = "resignation",
        /// A draw by agreement.
        Agreement = "agreement",
        /// A draw because neither side can mate.
        InsufficientMaterial = "insufficient_material",
        /// A draw because a player ran out of time whose opponent cannot mate.
        TimeInsufficientMaterial = "time_insufficient_material",
        /// A draw by the fifty-move rule.
        FiftyMoves = "fifty_moves",
        /// A draw by the seventy-five-move rule.
        SeventyFiveMoves = "seventy_five_moves",
        /// A draw by threefold repetition.
        ThreefoldRepetition = "threefold_repetition",
        /// A draw by fivefold repetition.
        FivefoldRepetition = "fivefold_repetition",
    }
}

labels! {
    /// Where a game was played or who ran it, as far as the tags say.
    #[derive(Default)]
    Venue {
        /// lichess.org, games played there.
        Lichess = "lichess",
        /// chess.com, games played there.
        ChessCom = "chess.com",
        /// Free Internet Chess Server.
        Fics = "fics",
        /// Internet Chess Club.
        Icc = "icc",
        /// International Correspondence Chess Federation.
        Iccf = "iccf",
        /// Top Chess Engine Championship.
        Tcec = "tcec",
        /// Computer Chess Rating Lists.
        Ccrl = "ccrl",
        /// Engine match run by cutechess.
        Cutechess = "cutechess",
        /// Engine match run by fastchess.
        Fastchess = "fastchess",
        /// Chess Tigers' events in Mainz.
        Mainz = "mainz",
        /// The Week in Chess.
        Twic = "twic",
        /// Over the board.
        OverTheBoard = "over_the_board",
        /// The tags do not say.
        #[default]
        Unknown = "unknown",
        /// ChessBase's server: playchess.com, schach.de.
        Playchess = "playchess",
        /// chess24.com.
        Chess24 = "chess24",
        /// tornelo.com.
        Tornelo = "tornelo",
        /// gameknot.com.
        GameKnot = "gameknot",
        /// Yahoo! Chess.
        Yahoo = "yahoo",
        /// Lechenicher SchachServer, correspondence.
        Lss = "lss",
        /// Free Internet Chess Games Server, correspondence.
        Ficgs = "ficgs",
        /// Correspondence by post or e-mail, or on a server that is not named.
        Correspondence = "correspondence",
        /// Online: a domain or the internet is named, but no server whose rules are known.
        Online = "online",
        /// chess.com's Computer Chess Championship.
        Ccc = "ccc",
        /// Chess Engines Grand Tournament.
        Cegt = "cegt",
        /// Engine match run by BanksiaGUI.
        Banksia = "banksia",
        /// Engine match, run by a program that is not named.
        EngineMatch = "engine_match",
        /// Events of the US Chess Federation that name it.
        Uscf = "uscf",
    }
}

impl Venue {
    /// Whether it is a server on which games are played online.
    #[must_use]
    pub const fn is_server(self) -> bool {
        matches!(
            self,
            Self::Lichess
                | Self::ChessCom
                | Self::Fics
                | Self::Icc
                | Self::Playchess
                | Self::Chess24
                | Self::Tornelo
                | Self::GameKnot
                | Self::Yahoo
                | Self::Online
        )
    }

    /// Whether a program runs the games, and so decides when one is over: a server, or a match program.
    #[must_use]
    pub const fn is_run_by_program(self) -> bool {
        self.is_server() || self.is_for_engines()
    }

    /// Whether only engines play there.
    #[must_use]
    pub const fn is_for_engines(self) -> bool {
        matches!(
            self,
            Self::Tcec
                | Self::Ccrl
                | Self::Cutechess
                | Self::Fastchess
                | Self::Ccc
                | Self::Cegt
                | Self::Banksia
                | Self::EngineMatch
        )
    }
}

labels! {
    /// Who played a game.
    #[derive(Default)]
    Population {
        /// Two people.
        Human = "human",
        /// Two programs.
        Engine = "engine",
        /// One of each.
        Mixed = "mixed",
        /// The record does not say who both were.
        #[default]
        Unknown = "unknown",
    }
}

labels! {
    /// How fast a game was, by what the time control gives for forty moves.
    TimeClass {
        /// Less than 3 minutes.
        Bullet = "bullet",
        /// Less than 8 minutes.
        Blitz = "blitz",
        /// Less than 25 minutes.
        Rapid = "rapid",
        /// 25 minutes and more.
        Classical = "classical",
        /// A day and more for a move.
        Correspondence = "correspondence",
    }
}

labels! {
    /// What two readings of the same bytes disagree about.
    DisagreementKind {
        /// How many games there are.
        Count = "count",
        /// How many half-moves the main line has, or whether it goes on after the last one played.
        Plies = "plies",
        /// The position after equally many half-moves: pieces, side to move, castling rights or the
        /// right to capture en passant.
        FinalPosition = "final_position",
        /// The half-move clock in that position.
        Clock = "clock",
        /// The position the game starts from, or whether there is one.
        Start = "start",
    }
}

labels! {
    /// In which way a game is a copy of an earlier one; the first that holds.
    DuplicateKind {
        /// The same start and the same moves.
        SameMoves = "same_moves",
        /// The same start, and the moves of one are the beginning of the other's.
        Prefix = "prefix",
        /// The same players and date, and other moves.
        SamePlayersAndDate = "same_players_and_date",
    }
}

labels! {
    /// Whether a game was in a position before.
    Visit {
        /// It was not.
        First = "first",
        /// It was, and played another move from it then.
        OtherMove = "other_move",
        /// It was, and played the same move from it then.
        SameMove = "same_move",
    }
}

labels! {
    /// Where the castling rights of a start position come from.
    CastlingSource {
        /// From the castling field of the FEN, or from the orthodox array.
        Declared = "declared",
        /// From the moves of the record, or assumed in full for one of the 960 arrays.
        Inferred = "inferred",
    }
}

labels! {
    /// What an inferred start position rests on.
    StartEvidence {
        /// A Scharnagl number that the record states.
        Stated = "stated",
        /// The moves: from these positions alone is the whole record legal.
        Moves = "moves",
        /// The moves, and games of the same event and round.
        RoundStarts = "round_starts",
        /// The moves, and how they are written: check marks and disambiguation.
        Notation = "notation",
    }
}

labels! {
    /// The program or server that wrote a game's record, as far as the text shows.
    #[derive(Default)]
    Writer {
        /// Lichess: games of the server, by its export.
        Lichess = "lichess",
        /// Lichess broadcasts of games played elsewhere.
        LichessBroadcast = "lichess_broadcast",
        /// Lichess studies.
        LichessStudy = "lichess_study",
        /// chess.com.
        ChessCom = "chess_com",
        /// The FICS Games Database.
        FicsGames = "fics_games",
        /// Internet Chess Club.
        Icc = "icc",
        /// WinBoard and XBoard.
        WinBoard = "winboard",
        /// cutechess, and the TCEC program made from it.
        Cutechess = "cutechess",
        /// fastchess.
        Fastchess = "fastchess",
        /// ChessBase and Fritz.
        ChessBase = "chessbase",
        /// The Week in Chess.
        Twic = "twic",
        /// Scid and its descendants.
        Scid = "scid",
        /// python-chess, or a program made with it.
        PythonChess = "python_chess",
        /// The text does not show it.
        #[default]
        Unknown = "unknown",
    }
}

labels! {
    /// What a position is worth to the side to move, with best play of both sides and draws by the fifty-move rule
    /// as soon as it gives them.
    TableValue {
        /// Won before the rule applies.
        Win = "win",
        /// Mate can be forced, but the rule comes first.
        CursedWin = "cursed-win",
        /// Drawn whatever the rule.
        Draw = "draw",
        /// Mate could be forced by the opponent, but the rule comes first.
        BlessedLoss = "blessed-loss",
        /// Lost before the rule applies.
        Loss = "loss",
        /// No table says.
        Unknown = "unknown",
    }
}

impl TableValue {
    /// The value for the opponent of the side whose value this is.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::CursedWin => Self::BlessedLoss,
            Self::Draw => Self::Draw,
            Self::BlessedLoss => Self::CursedWin,
            Self::Loss => Self::Win,
            Self::Unknown => Self::Unknown,
        }
    }
}

labels! {
    /// Why no table says what a position is worth.
    UnknownReason {
        /// There are more pieces on the board than in the largest table that is there.
        TooManyPieces = "too_many_pieces",
        /// A side may castle; tables have no such positions.
        CastlingRights = "castling_rights",
        /// A table that is needed is not there.
        TableMissing = "table_missing",
        /// A table that is needed is damaged.
        TableDamaged = "table_damaged",
        /// Tables cannot have the position: a side has no king or two, or a pawn stands on the first or last rank.
        ImpossiblePosition = "impossible_position",
    }
}
