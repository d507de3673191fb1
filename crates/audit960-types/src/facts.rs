//! What is known of a game after it has been replayed: one row of each table.

use crate::code::Code;
use crate::finding::Finding;
use crate::labels::{
    CastlingSource, CastlingStyle, ClaimArticle, DateSource, Ending, GameResult, Outcome,
    Population, ResetBy, RunEnd, Side, StartKind, Termination, TimeClass, Venue, Verdict, Wing,
    Writer,
};
use crate::repetition::JudgedRepetition;
use crate::start_search::StartSearch;
use crate::strata::{ComparedGame, cluster};

/// Where a game lies, independent of how the archive was cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity {
    /// Stored offset of the independently decoded frame that holds the first byte (multi-frame
    /// zstd; 0 otherwise).
    pub frame_offset: u64,
    /// Decompressed bytes from that frame's start (the plain offset in plain files).
    pub byte_offset: u64,
}

/// That a side castled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castled {
    /// To which wing.
    pub wing: Wing,
    /// With which half-move, from 1.
    pub ply: u32,
}

/// The last position of a game, as far as it decides what may be played (Laws 9.2.3). Sets of
/// squares are 64-bit boards with a1 in the lowest bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastPosition {
    /// Squares by colour (White first) and piece kind ([`crate::Role`] order).
    pub pieces: [[u64; 6]; 2],
    /// Side to move.
    pub turn: Side,
    /// Rooks that may still castle.
    pub castling_rooks: u64,
    /// Square a pawn can legally capture to en passant, 0 (a1) to 63 (h8).
    pub en_passant: Option<u8>,
}

/// One game: the row of table `games`. Text borrows from the archive or from scratch space.
#[derive(Clone, Debug)]
pub struct GameFacts<'a> {
    /// Where it lies.
    pub identity: Identity,
    /// Length in decompressed bytes.
    pub byte_length: u64,
    /// First line, counted from 0 within the piece of text that was read.
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
    /// First and last day it can have been played on, in days since 1 January 1970.
    pub days: Option<(i32, i32)>,
    /// Tag `EventDate`.
    pub event_date: Option<&'a str>,
    /// The tag that `days` were read from.
    pub date_source: DateSource,
    /// How it ended, as the record says.
    pub termination: Option<Termination>,
    /// The words that say so.
    pub termination_raw: Option<&'a str>,
    /// The side that lost it after a claim under law and venue, whatever the number of claims.
    pub half_point_lost_by: Option<Side>,
    /// Year of the date.
    pub year: Option<i32>,
    /// White's rating.
    pub white_elo: Option<i32>,
    /// Black's rating.
    pub black_elo: Option<i32>,
    /// Where it was played.
    pub venue: Venue,
    /// Who played.
    pub population: Population,
    /// Tag `TimeControl`.
    pub time_control: Option<&'a str>,
    /// How fast it was.
    pub time_class: Option<TimeClass>,
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
    /// Files (0-7) of king and castling rook of each right held at the start, White's first.
    pub rights: &'a [(Side, Wing, u8, u8)],
    /// Half-moves replayed.
    pub plies: u32,
    /// How far it could be read.
    pub verdict: Verdict,
    /// What ended it on the board.
    pub ending: Ending,
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
    /// Half-moves among them that are illegal and were replayed all the same, where that is asked for:
    /// such a game is in no ledger and no statistics.
    pub illegal_kept: u32,
    /// Bytes that belong to no rule of the grammar, and words of the main line that were not played.
    pub unread_bytes: u64,
    /// Main line as UCI_Chess960, where it was asked for or a draw could be claimed.
    pub moves: Option<&'a str>,
    /// Seconds left to the side that moved, after each half-move, as comments state them; `None` without
    /// any, and where the main line was not asked for.
    pub clocks: Option<&'a [Option<f64>]>,
    /// Seconds spent on each half-move; `None` as with `clocks`.
    pub move_times: Option<&'a [Option<f64>]>,
    /// Evaluation after each half-move in pawns, from White's point of view, 1000 for a forced mate; `None`
    /// as with `clocks`.
    pub evals: Option<&'a [Option<f64>]>,
    /// Number of incidents, reported before the game.
    pub incidents: u32,
    /// What `moves_hash` is the hash of: the start as X-FEN, then two bytes a half-move, the lower
    /// one first. In no column; `None` if not replayed.
    pub hashed: Option<&'a [u8]>,
    /// Last position, where it was asked for. In no column; `None` if not replayed.
    pub last: Option<LastPosition>,
    /// Program or server that wrote the record.
    pub writer: Writer,
    /// Where the castling rights of the start come from; `None` if not replayed.
    pub castling_source: Option<CastlingSource>,
    /// What the search for a missing start found, where there was one. In no column.
    pub start_search: Option<&'a StartSearch>,
}

impl GameFacts<'_> {
    /// A game of which nothing was read, *rejected*: to begin from where only some facts matter.
    #[must_use]
    pub const fn unread(identity: Identity) -> Self {
        Self {
            identity,
            byte_length: 0,
            line: 0,
            event: None,
            site: None,
            date: None,
            round: None,
            white: None,
            black: None,
            variant: None,
            result: GameResult::Unfinished,
            days: None,
            event_date: None,
            date_source: DateSource::None,
            termination: None,
            termination_raw: None,
            half_point_lost_by: None,
            year: None,
            white_elo: None,
            black_elo: None,
            venue: Venue::Unknown,
            population: Population::Unknown,
            time_control: None,
            time_class: None,
            white_title: None,
            black_title: None,
            eco: None,
            time: None,
            start: StartKind::Unknown,
            white_start: None,
            black_start: None,
            fen: None,
            castling_style: CastlingStyle::None,
            rights: &[],
            plies: 0,
            verdict: Verdict::Rejected,
            ending: Ending::None,
            final_clock: None,
            max_clock: None,
            castled: [None, None],
            max_repetition: None,
            opening: None,
            moves_hash: None,
            illegal_kept: 0,
            unread_bytes: 0,
            moves: None,
            clocks: None,
            move_times: None,
            evals: None,
            incidents: 0,
            hashed: None,
            last: None,
            writer: Writer::Unknown,
            castling_source: None,
            start_search: None,
        }
    }

    /// What the comparison of start positions has to know.
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

/// The claims that a side had in a run under the law in force and at the venue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance {
    /// First half-move before which it had a claim.
    pub first_ply: u32,
    /// Last one.
    pub last_ply: u32,
    /// Position at the first, X-FEN.
    pub first_fen: String,
}

/// A run without capture or pawn move in which a draw could be claimed, and what law and venue made
/// of it: what a row of table `incidents` says of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incident {
    /// Last capture or pawn move before the run; 0 where it starts with the record.
    pub reset_ply: u32,
    /// What that was.
    pub reset_by: ResetBy,
    /// First half-move before which a claim existed under the plain limit of fifty moves.
    pub first_claim_ply: u32,
    /// Who had it.
    pub first_claim_side: Side,
    /// Under which article, by the numbers of the Laws of 2023.
    pub first_claim_article: ClaimArticle,
    /// First half-move before which 9.3.2 applied.
    pub first_932_ply: Option<u32>,
    /// Turns with a claim under the plain limit, White's and Black's.
    pub claims: [u32; 2],
    /// Highest clock of the run.
    pub peak_clock: u32,
    /// Half-move that brought the clock to 150 without mating.
    pub seventy_five_ply: Option<u32>,
    /// What ended the run.
    pub ended_by: RunEnd,
    /// What became of the game.
    pub outcome: Outcome,
    /// Material, the same in the whole run, `KRBvKR`.
    pub material: String,
    /// Position at the first claim, X-FEN.
    pub fen: String,
    /// Whether the clock was brought along by a FEN in which it cannot be right.
    pub clock_in_doubt: bool,
    /// Row of the law table at the first claim under law, else at the last turn of the run; or
    /// `undated` or `ambiguous_date`.
    pub law: String,
    /// Whether the sources leave open which limit was in force on that date.
    pub law_uncertain: bool,
    /// Moves by each player after which that row lets players claim.
    pub limit_moves: u32,
    /// First half-move before which a claim existed under the law.
    pub first_law_claim_ply: Option<u32>,
    /// Whether claims exist where the game was played; `None` where that is not known.
    pub claimable_at_venue: Option<bool>,
    /// White's and Black's claims under law and venue.
    pub chances: [Option<Chance>; 2],
    /// The losing side, if it had such a claim in this run.
    pub half_point_lost_by: Option<Side>,
    /// Half-move after which the game was over without a claim, by law or venue.
    pub automatic_draw_ply: Option<u32>,
}

impl Incident {
    /// The side that has the turn before a half-move.
    #[must_use]
    pub const fn side_before(&self, ply: u32) -> Side {
        if self.first_claim_ply.abs_diff(ply).is_multiple_of(2) {
            self.first_claim_side
        } else {
            self.first_claim_side.other()
        }
    }

    /// The half-move before which the claim existed that counts: the first under the law, or the
    /// first under the plain limit where the law gave none.
    #[must_use]
    pub fn counting_claim_ply(&self) -> u32 {
        self.first_law_claim_ply.unwrap_or(self.first_claim_ply)
    }

    /// The chance of the side that lost the game, if it had one in this run.
    #[must_use]
    pub fn losers_chance(&self) -> Option<&Chance> {
        self.chances[self.half_point_lost_by? as usize].as_ref()
    }
}

/// An incident and the game it belongs to: the row of table `incidents`.
#[derive(Clone, Debug)]
pub struct IncidentFacts<'a> {
    /// The game's place.
    pub identity: Identity,
    /// What there is to say of it.
    pub incident: &'a Incident,
    /// Start position as X-FEN.
    pub start_fen: &'a str,
    /// All half-moves of the game as UCI_Chess960.
    pub moves: &'a str,
}

/// A position that stood, or could have been made to stand, three times: the row of table
/// `repetitions`.
#[derive(Clone, Copy, Debug)]
pub struct RepetitionFacts<'a> {
    /// The game's place.
    pub identity: Identity,
    /// The position, its claims, and what law and venue made of them.
    pub judged: &'a JudgedRepetition,
}

/// One line that holds a position, or ought to: the row of table `positions`.
#[derive(Clone, Debug)]
pub struct PositionFacts<'a> {
    /// Where the line lies.
    pub identity: Identity,
    /// Length in decompressed bytes, the line's end included.
    pub byte_length: u64,
    /// Lines of the piece of text before it.
    pub line: u64,
    /// The position as FEN with all six fields; `None` if the line is rejected, like all that is
    /// known of a position.
    pub fen: Option<&'a str>,
    /// Kind of start position.
    pub start: StartKind,
    /// Scharnagl number of White's arrangement, 0-959, where all men stand as at the start of a game.
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
    /// Whether it could be read as written (*ok*), only otherwise (*repaired*), without some
    /// operation (*damaged*) or not at all (*rejected*).
    pub verdict: Verdict,
    /// Findings about it, reported before it.
    pub findings: u32,
    /// Their codes, in the order of the catalogue, each once.
    pub codes: &'a [Code],
}

/// Why bytes belong to no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GapKind {
    /// A byte-order mark.
    ByteOrderMark,
    /// Blank space before the first game.
    Blank,
    /// Text that is no game.
    StrayText,
    /// The tail of a game beyond the longest that is read.
    Oversize,
    /// Lines of positions, and the blank lines and comments among them.
    Positions,
}

impl GapKind {
    /// Every kind.
    pub const ALL: &'static [Self] = &[
        Self::ByteOrderMark,
        Self::Blank,
        Self::StrayText,
        Self::Oversize,
        Self::Positions,
    ];

    /// The name in the manifest.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ByteOrderMark => "byte_order_mark",
            Self::Blank => "blank",
            Self::StrayText => "stray_text",
            Self::Oversize => "oversize",
            Self::Positions => "positions",
        }
    }
}

/// Bytes that belong to no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Where they begin.
    pub identity: Identity,
    /// How many they are.
    pub byte_length: u64,
    /// Why.
    pub kind: GapKind,
}

/// A part of a game's text, told while it is read to those who write the game anew. What is neither
/// told nor a tag pair (white space, move numbers, escape lines) says nothing that the moves do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameToken {
    /// A half-move of the main line. `exact` says that its text is SAN as the export format has it
    /// (PGN 8.2.3), but that `+` may stand where the move mates.
    Move {
        /// See above.
        exact: bool,
    },
    /// A half-move of the main line that is illegal and was replayed all the same.
    IllegalMove,
    /// A comment without its delimiters; the byte before it tells which they are.
    Comment,
    /// A numeric annotation glyph, or a suffix such as `!?`.
    Annotation,
    /// A variation with both its parentheses.
    Variation,
    /// Text that belongs to no rule of the grammar, or stands where none allows it.
    Unread,
    /// The termination marker.
    Termination,
}

/// Takes facts in the order of the archive. A game's findings, incidents and repetitions come before
/// the game, a position's findings before the position.
pub trait FactSink {
    /// A game is through.
    fn game(&mut self, facts: &GameFacts<'_>);
    /// A run with a claimable draw.
    fn incident(&mut self, facts: &IncidentFacts<'_>);
    /// A position that came back and could be claimed; its game holds the moves. What asks about other things passes over it.
    fn repetition(&mut self, _facts: &RepetitionFacts<'_>) {}
    /// Something to be said.
    fn finding(&mut self, finding: Finding);
    /// Bytes outside any game.
    fn gap(&mut self, gap: &Gap);
    /// A line of positions is through; its bytes belong to a gap. What asks about games passes over
    /// it.
    fn position(&mut self, _facts: &PositionFacts<'_>) {}
    /// A tag pair of the game that comes next: its name, and its value as it stands in the text.
    #[inline(always)]
    fn tag(&mut self, _name: &[u8], _raw: &[u8]) {}
    /// The movetext of that game begins. It begins anew where it is read otherwise than at first: with
    /// other rights, from another start, or in another language than English, given by its index in
    /// the list of the grammar. The tokens since are void.
    #[inline(always)]
    fn movetext(&mut self, _language: Option<usize>) {}
    /// A part of that game, in the order of the text; `at` counts from the start of the piece of text
    /// that is read. Comments come from between tag pairs too.
    #[inline(always)]
    fn token(&mut self, _token: GameToken, _at: usize, _len: usize) {}
}
