//! What is known of a game after it has been replayed: one row of each table.

use crate::code::Code;
use crate::finding::Finding;
use crate::labels::{
    CastlingStyle, ClaimArticle, Ending, GameResult, Outcome, ResetBy, RunEnd, Side, StartKind,
    Venue, Verdict, Wing,
};

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
    /// Year of the date.
    pub year: Option<i32>,
    /// White's rating.
    pub white_elo: Option<i32>,
    /// Black's rating.
    pub black_elo: Option<i32>,
    /// Where it was played.
    pub venue: Venue,
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
    /// Half-move clock after the last half-move replayed; `None` if rejected.
    pub final_clock: Option<u32>,
    /// Highest half-move clock; `None` if rejected.
    pub max_clock: Option<u32>,
    /// Castling of White and of Black.
    pub castled: [Option<Castled>; 2],
    /// How often the most frequent position occurred (Laws 9.2.3); `None` if rejected.
    pub max_repetition: Option<u32>,
    /// First four half-moves as UCI_Chess960, separated by blanks; `None` if rejected.
    pub opening: Option<&'a str>,
    /// XXH3-64 of start and moves; `None` if rejected.
    pub moves_hash: Option<i64>,
    /// Main line as UCI_Chess960, where it was asked for.
    pub moves: Option<&'a str>,
    /// Number of incidents, reported before the game.
    pub incidents: u32,
    /// What `moves_hash` is the hash of: the start as X-FEN, then two bytes a half-move, the lower
    /// one first. In no column; `None` if rejected.
    pub hashed: Option<&'a [u8]>,
    /// Last position, where it was asked for. In no column; `None` if rejected.
    pub last: Option<LastPosition>,
}

/// What the law in force made of an incident.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawFacts<'a> {
    /// Row of the law table, `undated` or `ambiguous_date`.
    pub law: &'a str,
    /// Moves by each player after which a draw could be claimed.
    pub limit_moves: u32,
    /// First half-move before which a claim existed under that limit.
    pub first_claim_ply: Option<u32>,
    /// Whether claims exist where the game was played.
    pub claimable_at_venue: bool,
    /// The losing side, if it had a claim under law and venue.
    pub half_point_lost_by: Option<Side>,
    /// Half-move after which the game was over without a claim.
    pub automatic_draw_ply: Option<u32>,
}

/// One run with a claimable draw: the row of table `incidents`.
#[derive(Clone, Debug)]
pub struct IncidentFacts<'a> {
    /// The game's place.
    pub identity: Identity,
    /// Last capture or pawn move before the run; 0 where it starts with the record.
    pub reset_ply: u32,
    /// What that was.
    pub reset_by: ResetBy,
    /// First half-move before which a claim existed.
    pub first_claim_ply: u32,
    /// Who had it.
    pub first_claim_side: Side,
    /// Under which article.
    pub first_claim_article: ClaimArticle,
    /// First half-move before which 9.3.2 applied.
    pub first_932_ply: Option<u32>,
    /// Turns with a claim, White's and Black's.
    pub claims: [u32; 2],
    /// Highest clock of the run.
    pub peak_clock: u32,
    /// Half-move that brought the clock to 150 without mating.
    pub seventy_five_ply: Option<u32>,
    /// What ended the run.
    pub ended_by: RunEnd,
    /// What became of the game.
    pub outcome: Outcome,
    /// Material at the first claim, `KRBvKR`.
    pub material: &'a str,
    /// Position at the first claim, X-FEN.
    pub fen: &'a str,
    /// The law in force.
    pub law: LawFacts<'a>,
    /// Start position as X-FEN.
    pub start_fen: &'a str,
    /// All half-moves of the game as UCI_Chess960.
    pub moves: &'a str,
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

/// Takes facts in the order of the archive. A game's findings and incidents come before the game, a
/// position's findings before the position.
pub trait FactSink {
    /// A game is through.
    fn game(&mut self, facts: &GameFacts<'_>);
    /// A run with a claimable draw.
    fn incident(&mut self, facts: &IncidentFacts<'_>);
    /// Something to be said.
    fn finding(&mut self, finding: Finding);
    /// Bytes outside any game.
    fn gap(&mut self, gap: &Gap);
    /// A line of positions is through; its bytes belong to a gap. What asks about games passes over
    /// it.
    fn position(&mut self, _facts: &PositionFacts<'_>) {}
}
