//! What a record says of its game: when, where, by whom and how fast it was played, how it ended, who wrote it down.

use crate::label::labels;

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
        /// Not played: a bye, or an opponent who did not come.
        Unplayed = "unplayed",
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
