//! Rows of the aggregate tables, computed once from the tallies, and of the optional tables.

use std::ops::AddAssign;

use crate::code::Code;
use crate::identity::Identity;
use crate::labels::{DisagreementKind, DuplicateKind, Visit, Wing};
use crate::score::ScoreTally;

/// One row of table `start_positions`. Scores are White's, from 0 to 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StartPositionRow {
    /// Scharnagl number, 0-959.
    pub start: u16,
    /// White's first rank from a to h, capital letters.
    pub arrangement: String,
    /// Scharnagl number of the left-right mirror.
    pub mirror: u16,
    /// File of the king, `b` to `g`.
    pub king_file: char,
    /// Games by result.
    pub score_tally: ScoreTally,
    /// Those without moves among them.
    pub moveless: u64,
    /// White's mean score over games with a result.
    pub score: Option<f64>,
    /// Lower end of its 95 % interval (Wilson, n replaced by n m(1-m)/v).
    pub score_low: Option<f64>,
    /// Upper end.
    pub score_high: Option<f64>,
    /// Games with a result with both ratings.
    pub rated_games: u64,
    /// What the strata of the games with a result expect White to score, on average.
    pub expected_score: Option<f64>,
    /// Archive mean plus the shrunken difference from what is expected.
    pub adjusted_score: Option<f64>,
    /// Lower end of its 95 % interval.
    pub adjusted_low: Option<f64>,
    /// Upper end.
    pub adjusted_high: Option<f64>,
    /// Probability of a difference at least as large, if the position were like the others.
    pub p_value: Option<f64>,
    /// Benjamini and Hochberg's q-value over the positions with enough games; `None` with fewer.
    pub q_value: Option<f64>,
    /// Mean number of half-moves, over all games.
    pub mean_plies: Option<f64>,
    /// Incidents.
    pub incidents: u64,
}

/// One row of table `castling`: a king file, a rook file and a wing.
#[derive(Clone, Debug, PartialEq)]
pub struct CastlingRow {
    /// File of the king, `b` to `g`.
    pub king_file: char,
    /// File of the castling rook.
    pub rook_file: char,
    /// Wing castled to.
    pub side: Wing,
    /// Rights held at the start, one per colour.
    pub games_with_right: u64,
    /// Those of games without moves among them.
    pub moveless: u64,
    /// Rights used.
    pub castled: u64,
    /// Mean half-move of castling.
    pub mean_ply: Option<f64>,
    /// Won by the castler.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost by the castler.
    pub losses: u64,
    /// Without a result.
    pub unfinished: u64,
}

impl CastlingRow {
    /// Rights held at the start of games that were played.
    #[must_use]
    pub const fn rights_played(&self) -> u64 {
        self.games_with_right.saturating_sub(self.moveless)
    }
}

/// A disagreement between our reading of a game and the second one: a row of table `crosscheck` without
/// the columns that identify the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// What it is about.
    pub kind: DisagreementKind,
    /// What we say.
    pub ours: String,
    /// What pgn-reader and shakmaty say.
    pub theirs: String,
    /// Our finding that explains it; `None` means that one of the two readings is wrong.
    pub explained_by: Option<Code>,
}

/// A disagreement and the game it is about: the row of table `crosscheck`.
#[derive(Clone, Copy, Debug)]
pub struct DisagreementFacts<'a> {
    /// Where the game begins in its source, or the text outside any game.
    pub identity: Identity,
    /// The disagreement.
    pub disagreement: &'a Disagreement,
}

/// The source of a game, and where the game is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameLocation<'a> {
    /// Name of the source.
    pub source: &'a str,
    /// Where the game begins there.
    pub identity: Identity,
    /// Ordinal in its source, from 0.
    pub game: u64,
}

/// One row of table `duplicates`: a game and the earliest one in the order of the archive that it
/// is a copy of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuplicateRow<'a> {
    /// The later game.
    pub copy: GameLocation<'a>,
    /// The earliest one.
    pub first: GameLocation<'a>,
    /// In which way it is a copy.
    pub kind: DuplicateKind,
}

/// One row of table `tree`: games that played a move from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeRow<'a> {
    /// The position as X-FEN with the counters `0 1`.
    pub fen: &'a str,
    /// Scharnagl numbers of White's and of Black's arrangement; `None` for another start position.
    pub starts: Option<[u16; 2]>,
    /// Half-moves before the position.
    pub ply: u32,
    /// Whether the games were there before.
    pub visit: Visit,
    /// The move as UCI_Chess960; `None` where the games end.
    pub uci: Option<&'a str>,
    /// The games by result.
    pub score: ScoreTally,
    /// Games without moves, which are not among these.
    pub moveless: u64,
    /// Sums of the ratings of White and of Black that are known.
    pub elo_sums: [i64; 2],
    /// Numbers of them.
    pub rated: [u64; 2],
    /// Earliest and latest of the first days on which the games can have been played, in days since 1 January 1970.
    pub days: Option<(i32, i32)>,
    /// Sum of the ratings, and id, of the game that shows the move.
    pub example: Option<(i64, i64)>,
}

/// One row of table `known`: the positions after a number of half-moves of the games from a start position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KnownRow {
    /// Scharnagl numbers of White's and of Black's arrangement; `None` for all other start positions together.
    pub starts: Option<[u16; 2]>,
    /// Half-moves.
    pub ply: u32,
    /// Games that are so long, those without moves left out.
    pub games: u64,
    /// Of these, those whose position no other one from the start position has then.
    pub alone: u64,
    /// Different positions.
    pub positions: u64,
    /// Entropy of the positions in bits.
    pub entropy: f64,
}

impl KnownRow {
    /// Whether at least half of so many games are alone: from there on a start position counts as left.
    #[must_use]
    pub const fn is_left(games: u64, alone: u64) -> bool {
        games > 0 && 2 * alone >= games
    }
}

/// What is counted of the games in which some material stood on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EndingCounts {
    /// The games, by result.
    pub score: ScoreTally,
    /// Half-moves after which it was on the board, of all games.
    pub plies: u64,
    /// Highest half-move clock with it.
    pub max_clock: u32,
    /// Games in which the clock reached 100 with it.
    pub at_hundred: u64,
    /// Games that ended with it.
    pub ended: u64,
    /// Of these, the drawn ones.
    pub ended_drawn: u64,
    /// Of the drawn ones, those that ended with a clock of at least 100.
    pub drawn_at_hundred: u64,
}

impl AddAssign for EndingCounts {
    fn add_assign(&mut self, other: Self) {
        self.score += other.score;
        self.plies += other.plies;
        self.max_clock = self.max_clock.max(other.max_clock);
        self.at_hundred += other.at_hundred;
        self.ended += other.ended;
        self.ended_drawn += other.ended_drawn;
        self.drawn_at_hundred += other.drawn_at_hundred;
    }
}

/// One row of table `endings`: the games in which some material stood on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndingRow<'a> {
    /// The material, as `KRBvKR`.
    pub material: &'a str,
    /// What was counted of these games.
    pub counts: EndingCounts,
    /// Half-moves of the longest stay.
    pub longest_stay: u32,
    /// Id of the game with that stay.
    pub longest_game_id: i64,
}

/// One row of table `players`: the games of one player key.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerRow<'a> {
    /// The key.
    pub key: &'a str,
    /// The FIDE id, if the key is one.
    pub fide_id: Option<i64>,
    /// The most frequent name.
    pub name: &'a str,
    /// The most frequent names with the games of each, as a JSON object.
    pub names: &'a str,
    /// Different names.
    pub names_count: u32,
    /// Games with White, with Black.
    pub games: [u64; 2],
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games without a result.
    pub unfinished: u64,
    /// Lowest rating, and the first day of the first game with it, in days since 1 January 1970.
    pub lowest: Option<(i32, Option<i32>)>,
    /// Highest rating, likewise.
    pub highest: Option<(i32, Option<i32>)>,
    /// The events with the most games and the games in each, as a JSON object.
    pub events: &'a str,
    /// Different events.
    pub events_count: u32,
    /// First and last day on which one of the games can have been played.
    pub days: [Option<i32>; 2],
    /// Id of the first game.
    pub first_game_id: i64,
}

impl PlayerRow<'_> {
    /// Mean score over games with a result; `None` without one.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let decided = self.wins + self.draws + self.losses;
        (decided > 0).then(|| (2 * self.wins + self.draws) as f64 / (2 * decided) as f64)
    }
}

/// One row of table `splits`: what a task reports about the range of an input that it has read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SplitRow {
    /// The input.
    pub source: String,
    /// First stored byte of the range.
    pub range_start: u64,
    /// First stored byte after the range.
    pub range_end: u64,
    /// Stored bytes of the whole input.
    pub size: u64,
    /// XXH3-128 of the stored bytes of the range, 32 hexadecimal digits.
    pub xxh3_128: String,
    /// Whether the stored bytes are the text: neither compressed nor UTF-16.
    pub stored_as_text: bool,
    /// Bytes of text of the games and gaps that begin in the range.
    pub bytes: u64,
    /// Games that begin in the range.
    pub games: u64,
    /// EPD and FEN lines that begin in the range.
    pub positions: u64,
    /// Members of a zip archive that hold no games and were not read, as a JSON array.
    pub skipped_members: String,
    /// Program version and the options that change rows, as a JSON object.
    pub options: String,
    /// Counts of the range, as a JSON object of integers.
    pub counts: String,
}
