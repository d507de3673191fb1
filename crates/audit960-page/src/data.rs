//! What the page shows, as plain data: `gather` reads it from a dataset.
//!
//! Text is as in the dataset; nothing here is escaped or cut.

mod openings;

use crate::language::Language;
use audit960_ledger::{ClaimTruth, LedgerGame};
use audit960_statistics::{
    CalibrationRow, EvaluationCorrelation, KingFileRow, MirrorPairRow, StratumFit,
};
use audit960_types::{
    CastlingRow, Code, ScoreTally, StartKind, StartPositionRow, Verdict, VerdictCounts,
};

pub(crate) use self::openings::{OpeningMove, OpeningPosition, OpeningRoot, OpeningTrees};

/// Everything on the page.
#[derive(Clone, Debug)]
pub struct ReportData {
    /// The language of its labels.
    pub language: Language,
    /// Heading of the page.
    pub title: String,
    /// The numbers at the top.
    pub headline: Headline,
    /// The games by kind of start, most games first.
    pub kinds: Vec<KindOfGames>,
    /// The one verdict on the start positions, in words: on each, and on all that are tested taken together.
    pub verdict: String,
    /// The first damaged and rejected games.
    pub damaged: Vec<DamagedGame>,
    /// What was fitted to the games.
    pub model: ModelReport,
    /// How scores follow an engine's evaluations of the positions, if enough of them were played.
    pub evaluation: Option<EvaluationCorrelation>,
    /// Mean and per-game variance of White's score over the Chess960 games with a result.
    pub archive_score: Option<(f64, f64)>,
    /// The 960 start positions, by Scharnagl number.
    pub positions: Vec<PagePosition>,
    /// Results of the positions by year and rating; none where there are too many for a page.
    pub cells: Vec<(Cell, ScoreTally)>,
    /// External columns about the positions: numbers by Scharnagl number.
    pub external: Vec<(String, Vec<Option<f64>>)>,
    /// The 480 mirror pairs.
    pub mirror_pairs: Vec<MirrorPairRow>,
    /// The six files of the king.
    pub king_files: Vec<KingFileRow>,
    /// The Chess960 games of each year, in order.
    pub years: Vec<ResultLine>,
    /// The events with the most Chess960 games; none where there is one event.
    pub events: Vec<ResultLine>,
    /// The players with the most games, if the audit was asked for players.
    pub players: Vec<PlayerLine>,
    /// How the positions may have been picked, in words.
    pub lots: String,
    /// Castling by file of king and rook.
    pub castling: Vec<CastlingRow>,
    /// Runs with a claimable draw, the most telling first, and as many as there is room for.
    pub incidents: Vec<ListedGame>,
    /// Repeated positions with a claimable draw, the most telling first, and as many as there is
    /// room for.
    pub repetitions: Vec<ListedGame>,
    /// What endgame tables say of the claims; `None` if the dataset was made without tables.
    pub truth: Option<TruthReport>,
    /// By Scharnagl number: the number of half-moves after which half of the games are alone; `None` if the dataset does
    /// not count it.
    pub alone_ply: Option<Vec<Option<f64>>>,
    /// What was played from the most frequent positions; `None` if the dataset does not count it.
    pub openings: Option<OpeningTrees>,
    /// Findings by code, most severe first.
    pub findings: Vec<FindingGroup>,
    /// Where all this comes from.
    pub provenance: Provenance,
    /// Which games count, as options of commands; empty where all do.
    pub conditions: String,
}

impl ReportData {
    /// Whether a game of Chess960 counts, so that there is something to see on the map.
    pub(crate) fn has_starts(&self) -> bool {
        let mut positions = self.positions.iter();
        positions.any(|position| position.row.score_tally.games() > 0)
    }
}

/// The numbers at the top.
#[derive(Clone, Debug, Default)]
pub struct Headline {
    /// Games by verdict.
    pub verdicts: VerdictCounts,
    /// Games without moves among the ok and repaired ones.
    pub moveless: u64,
    /// Half-moves replayed.
    pub plies: u64,
    /// Games by kind of start, as the dataset names them, most first.
    pub starts: Vec<(String, u64)>,
    /// First and last year.
    pub years: Option<(i64, i64)>,
    /// Runs with a claimable draw.
    pub incidents: u64,
    /// Those in which law and venue allowed a claim.
    pub claimable: u64,
    /// Positions that occurred, or could have been made to occur, for the third time.
    pub repetitions: u64,
    /// Games in which a side lost half a point: it had a claim under law and venue, by either rule, and
    /// lost.
    pub half_points_lost: u64,
    /// Those of them that rest on a law that the sources leave open.
    pub half_points_uncertain: u64,
    /// Those of them that were lost in copies of other games.
    pub half_points_in_copies: u64,
    /// Whether some games come from an audit that did not look for copies.
    pub copies_unknown: bool,
    /// Findings, and those of severity error among them.
    pub findings: (u64, u64),
}

/// The games with one kind of start, copies left out.
#[derive(Clone, Debug)]
pub struct KindOfGames {
    /// The kind of their start.
    pub kind: StartKind,
    /// Games by result.
    pub score_tally: ScoreTally,
    /// White's mean score, 0 to 1; `None` without games with a result.
    pub score: Option<f64>,
    /// Its 95 % interval for independent games.
    pub interval: Option<(f64, f64)>,
    /// Median length in moves of both players, of the games with moves.
    pub median_moves: Option<f64>,
    /// Median of the mean rating of both players, where both are known.
    pub median_rating: Option<f64>,
}

/// A start position.
#[derive(Clone, Debug)]
pub struct PagePosition {
    /// Its numbers.
    pub row: StartPositionRow,
    /// First moves, most frequent first.
    pub first_moves: Vec<FirstMove>,
    /// Some of its games.
    pub games: Vec<GameEntry>,
}

/// A first move from a start position.
#[derive(Clone, Debug)]
pub struct FirstMove {
    /// The move in SAN.
    pub san: String,
    /// Games that began with it.
    pub score: ScoreTally,
}

/// The games from a start position in one year, of players of about the same mean rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// Scharnagl number.
    pub start: u16,
    /// The year.
    pub year: Option<i64>,
    /// The mean rating of the players, rounded down to a multiple of 100.
    pub rating: Option<i64>,
}

/// A game, as it is listed.
#[derive(Clone, Debug, Default)]
pub struct GameEntry {
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// White's rating.
    pub white_elo: Option<i64>,
    /// Black's rating.
    pub black_elo: Option<i64>,
    /// As in the dataset.
    pub result: String,
    /// Event.
    pub event: String,
    /// Site as written.
    pub site: String,
    /// Date as written.
    pub date: String,
    /// Half-moves replayed.
    pub plies: i64,
    /// Input it was read from.
    pub source: String,
    /// Its first line there, from 1.
    pub line: Option<i64>,
}

/// What was fitted to the games, and how well it fits.
#[derive(Clone, Debug, Default)]
pub struct ModelReport {
    /// The kinds of games.
    pub strata: Vec<StratumFit>,
    /// Scores by rating difference.
    pub calibration: Vec<CalibrationRow>,
    /// How far the positions differ, taken together, in words.
    pub spread: String,
}

/// Some games that have a result.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultLine {
    /// What they have in common: a year, an event.
    pub name: String,
    /// Games with a result.
    pub games: u64,
    /// White's mean score, 0 to 1.
    pub score: f64,
    /// Its 95 % interval; `None` where all games ended alike.
    pub interval: Option<(f64, f64)>,
    /// Share of draws.
    pub draws: f64,
}

/// The games of a player.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerLine {
    /// The name that most games give.
    pub name: String,
    /// All games.
    pub games: i64,
    /// Games won, drawn and lost.
    pub results: [i64; 3],
    /// The player's mean score, 0 to 1; `None` without a game with a result.
    pub score: Option<f64>,
    /// Highest rating.
    pub highest_elo: Option<i64>,
}

/// A game that was replayed in part or not at all.
#[derive(Clone, Debug)]
pub struct DamagedGame {
    /// The game.
    pub game: GameEntry,
    /// `damaged` or `rejected`.
    pub verdict: Verdict,
    /// The first finding with this effect: its code, its line, and its message or, in another language,
    /// the text.
    pub reason: Option<(Code, Option<i64>, String)>,
}

/// A game with the claim that it is listed for, and only that: a run or a repetition.
#[derive(Clone, Debug)]
pub struct ListedGame {
    /// How commands name it: `source#ordinal`.
    pub name: String,
    /// The game.
    pub game: LedgerGame,
}

/// What endgame tables say of the claims.
#[derive(Clone, Debug)]
pub struct TruthReport {
    /// Every case with its numbers of runs and of repetitions.
    pub counts: Vec<(ClaimTruth, [u64; 2])>,
    /// Claims whose position tables know, with a case or without one.
    pub known: u64,
    /// Whether the tables were asked for this page, not by the audit.
    pub asked_now: bool,
    /// Claims with a case, in the order of the cases, and as many as there is room for.
    pub cases: Vec<TruthCase>,
}

/// A claim of which endgame tables say something.
#[derive(Clone, Debug)]
pub struct TruthCase {
    /// What they say.
    pub case: ClaimTruth,
    /// The game, with this claim alone.
    pub listed: ListedGame,
}

/// Findings of one code.
#[derive(Clone, Debug)]
pub struct FindingGroup {
    /// The code.
    pub code: Code,
    /// Number of findings.
    pub count: u64,
    /// Numbers of findings by input, most first, for as many inputs as there is room for.
    pub sources: Vec<(String, u64)>,
    /// Number of inputs that have such findings.
    pub sources_total: u64,
    /// The first findings.
    pub examples: Vec<FindingExample>,
}

/// One finding.
#[derive(Clone, Debug)]
pub struct FindingExample {
    /// Input.
    pub source: String,
    /// Line, from 1.
    pub line: Option<i64>,
    /// Column, from 1.
    pub column: i64,
    /// The message.
    pub message: String,
    /// The line of text.
    pub excerpt: String,
}

/// Where the numbers come from.
#[derive(Clone, Debug, Default)]
pub struct Provenance {
    /// Version of the program that wrote the dataset.
    pub program_version: String,
    /// Version of the dataset's format.
    pub format_version: String,
    /// Options that changed rows.
    pub options: Vec<(String, String)>,
    /// Inputs, in order, and as many as there is room for.
    pub inputs: Vec<ListedInput>,
    /// Number of all inputs.
    pub inputs_total: usize,
    /// Decompressed bytes.
    pub bytes: u64,
    /// Bytes in games.
    pub game_bytes: u64,
    /// Bytes in gaps, by kind.
    pub gaps: Vec<(String, u64)>,
    /// Games by verdict: of the whole dataset, also where the page is about a part of it.
    pub games: VerdictCounts,
    /// Lines of positions by verdict; none in most archives.
    pub positions: VerdictCounts,
}

/// One input.
#[derive(Clone, Debug)]
pub struct ListedInput {
    /// Its name.
    pub name: String,
    /// Stored bytes.
    pub size: u64,
    /// XXH3-128 of them.
    pub checksum: String,
    /// Games.
    pub games: u64,
}
