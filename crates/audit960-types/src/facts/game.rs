//! Facts of games.

use super::SideQuality;
use crate::code::Code;
use crate::game_end::GameEnd;
use crate::identity::Identity;
use crate::labels::{
    CastlingSource, CastlingStyle, DateSource, Ending, GameResult, Population, Side, StartKind,
    Termination, TimeClass, Venue, Verdict, Wing, Writer,
};
use crate::pieces::{CastlingRight, Pieces};
use crate::squares::{Bitboard, Square};
use crate::start_search::StartSearch;
use crate::strata::{ComparedGame, cluster};
/// Castling by one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castled {
    /// The wing castled to.
    pub wing: Wing,
    /// The half-move, from 1.
    pub ply: u32,
}

/// The last position of a game: what Laws 9.2.3 compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastPosition {
    /// The squares of all pieces and pawns.
    pub pieces: Pieces,
    /// Side to move.
    pub turn: Side,
    /// Rooks that may still castle.
    pub castling_rooks: Bitboard,
    /// Square a pawn can legally capture to en passant.
    pub en_passant: Option<Square>,
}

/// One game: the row of table `games`. Text borrows from the archive or from scratch space. The default is a
/// game of which nothing was read, *rejected*.
#[derive(Clone, Debug, Default)]
pub struct GameFacts<'a> {
    /// Where the game begins in its source.
    pub identity: Identity,
    /// Length in decompressed bytes.
    pub byte_length: u64,
    /// First line, from 0 within the text that was read.
    pub line: u64,
    /// Tag `Event`.
    pub event: Option<&'a str>,
    /// Tag `Site`.
    pub site: Option<&'a str>,
    /// Tag `Date` (or `UTCDate`).
    pub date: Option<&'a str>,
    /// Tag `Round`.
    pub round: Option<&'a str>,
    /// Tag `White`.
    pub white: Option<&'a str>,
    /// Tag `Black`.
    pub black: Option<&'a str>,
    /// Tag `Variant`, raw.
    pub variant: Option<&'a str>,
    /// Result tag if it is one of the four, else the termination marker, else `*`.
    pub result: GameResult,
    /// The termination marker, whatever the tag says. In no column.
    pub marker: Option<GameResult>,
    /// First and last day it can have been played on, in days since 1 January 1970.
    pub days: Option<(i32, i32)>,
    /// Tag `EventDate`.
    pub event_date: Option<&'a str>,
    /// The tag that `days` were read from.
    pub date_source: DateSource,
    /// How the game ended, as the record says.
    pub termination: Option<Termination>,
    /// The words of the record for `termination`, raw.
    pub termination_raw: Option<&'a str>,
    /// The side that lost the game after a claim under law and venue, however many claims it had.
    pub half_point_lost_by: Option<Side>,
    /// Whether the sources leave open the law that every one of these claims rests on; `None` if no half point
    /// was lost.
    pub half_point_uncertain: Option<bool>,
    /// Year of the date.
    pub year: Option<i32>,
    /// White's rating.
    pub white_elo: Option<i32>,
    /// Black's rating.
    pub black_elo: Option<i32>,
    /// Where the game was played.
    pub venue: Venue,
    /// Who played.
    pub population: Population,
    /// Tag `TimeControl`.
    pub time_control: Option<&'a str>,
    /// How fast the game was.
    pub time_class: Option<TimeClass>,
    /// Seconds of the first period of the time control.
    pub base_seconds: Option<i32>,
    /// Seconds added for each move of that period.
    pub increment_seconds: Option<i32>,
    /// All periods in seconds, where there are several.
    pub time_periods: Option<&'a str>,
    /// Half-moves, from 1, with which a draw was offered; `None` without any.
    pub draw_offers: Option<&'a [u32]>,
    /// Tag `WhiteTitle`.
    pub white_title: Option<&'a str>,
    /// Tag `BlackTitle`.
    pub black_title: Option<&'a str>,
    /// Tag `ECO`.
    pub eco: Option<&'a str>,
    /// Tag `UTCTime`, else `Time` or `StartTime`.
    pub time: Option<&'a str>,
    /// Kind of start.
    pub start: StartKind,
    /// Scharnagl number of White's arrangement, 0-959.
    pub white_start: Option<u16>,
    /// Scharnagl number of Black's arrangement, 0-959.
    pub black_start: Option<u16>,
    /// Start position as X-FEN, `None` for the orthodox one.
    pub fen: Option<&'a str>,
    /// How the castling field was written.
    pub castling_style: CastlingStyle,
    /// The castling rights held at the start, White's first.
    pub rights: &'a [CastlingRight],
    /// Half-moves replayed.
    pub plies: u32,
    /// How far the game could be read.
    pub verdict: Verdict,
    /// How the game ended on the board.
    pub ending: Ending,
    /// When the game was over without anybody's claim, by the board, the law or the venue; `None` if it
    /// was not, or was not replayed, or an illegal move was.
    pub end: Option<GameEnd>,
    /// Half-move clock after the last half-move replayed; `None` if not replayed.
    pub final_clock: Option<u32>,
    /// Highest half-move clock; `None` if not replayed.
    pub max_clock: Option<u32>,
    /// Castling of White and of Black.
    pub castled: [Option<Castled>; 2],
    /// How often the most frequent position occurred (Laws 9.2.3); `None` if not replayed.
    pub max_repetition: Option<u32>,
    /// First four half-moves as UCI_Chess960, separated by blanks; `None` if not replayed.
    pub opening: Option<&'a str>,
    /// XXH3-64 of start and moves; `None` if not replayed.
    pub moves_hash: Option<i64>,
    /// Illegal half-moves that were replayed anyway, where that was asked for: such a game is in no
    /// ledger and no statistics.
    pub illegal_kept: u32,
    /// Bytes that match no rule of the grammar, and words of the main line that were not played.
    pub unread_bytes: u64,
    /// Main line as UCI_Chess960, where it was asked for or a draw could be claimed.
    pub moves: Option<&'a str>,
    /// The first half-moves of the main line as UCI_Chess960, where positions are asked about.
    pub opening_moves: Option<&'a str>,
    /// How long each material with few pieces stood on the board, as [`MaterialStay`](crate::MaterialStay)s separated by
    /// blanks, where positions are asked about.
    pub endings: Option<&'a str>,
    /// Seconds left to the side that moved, after each half-move, as comments state them; `None` without
    /// any, and where the main line was not asked for.
    pub clocks: Option<&'a [Option<f64>]>,
    /// Seconds spent on each half-move; `None` as with `clocks`.
    pub move_times: Option<&'a [Option<f64>]>,
    /// Evaluation after each half-move in pawns, from White's point of view, 1000 for a forced mate; `None`
    /// as with `clocks`.
    pub evals: Option<&'a [Option<f64>]>,
    /// FIDE ids of White and Black, where columns about players are asked for.
    pub fide_ids: [Option<i64>; 2],
    /// Tag `WhiteTeam`, likewise.
    pub white_team: Option<&'a str>,
    /// Tag `BlackTeam`, likewise.
    pub black_team: Option<&'a str>,
    /// Keys of White and Black, the same for a person in every game, likewise.
    pub player_keys: [Option<&'a str>; 2],
    /// What clocks and evaluations say of White and of Black, where columns about that are asked for.
    pub quality: Option<&'a [SideQuality; 2]>,
    /// Number of incidents, reported before the game.
    pub incidents: u32,
    /// The input of `moves_hash`: the start as X-FEN, then two bytes a half-move, little-endian. In no
    /// column; `None` if not replayed.
    pub hashed: Option<&'a [u8]>,
    /// Last position, where it was asked for. In no column; `None` if not replayed.
    pub last: Option<LastPosition>,
    /// Program or server that wrote the record.
    pub writer: Writer,
    /// Where the castling rights of the start come from; `None` if not replayed.
    pub castling_source: Option<CastlingSource>,
    /// Codes of the findings about it, in the order of the catalogue, each once.
    pub codes: &'a [Code],
    /// What the search for a missing start found, where there was one. In no column.
    pub start_search: Option<&'a StartSearch>,
}

impl GameFacts<'_> {
    /// What clocks and evaluations say of White (0) or of Black (1).
    pub(crate) fn of_side(&self, side: usize) -> Option<&SideQuality> {
        self.quality?.get(side)
    }

    /// Whether it has no moves ([`Verdict::is_moveless`]).
    #[must_use]
    pub const fn is_moveless(&self) -> bool {
        self.verdict.is_moveless(self.plies as u64)
    }

    /// What the comparison of start positions needs.
    #[must_use]
    pub fn compared(&self) -> ComparedGame {
        let ratings = self.white_elo.zip(self.black_elo);
        ComparedGame {
            result: self.result,
            population: self.population,
            time_class: self.time_class,
            difference: ratings.map(|(white, black)| white.saturating_sub(black)),
            cluster: cluster(self.venue, self.event, [self.white, self.black], self.date),
        }
    }
}
