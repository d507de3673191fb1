//! What the page shows, as plain data: `gather` reads it from a dataset.
//!
//! Text is as in the dataset; nothing here is escaped or cut.

mod company;
mod openings;

use crate::language::Language;
use audit960_ledger::{ClaimTruth, LedgerGame};
use audit960_statistics::{CalibrationRow, KingFileRow, MirrorPairRow, StratumFit};
use audit960_types::{CastlingRow, Code, ScoreTally, StartKind, StartPositionRow, VerdictCounts};

pub(crate) use self::company::{CompanyCurve, CompanyReport};
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
    /// The verdict on the start positions, in words.
    pub verdict: String,
    /// What was fitted to the games.
    pub model: ModelReport,
    /// Mean and per-game variance of White's score over the Chess960 games with a result.
    pub archive_score: Option<(f64, f64)>,
    /// The 960 start positions, by Scharnagl number.
    pub positions: Vec<PagePosition>,
    /// External columns about the positions: numbers by Scharnagl number.
    pub external: Vec<(String, Vec<Option<f64>>)>,
    /// The 480 mirror pairs.
    pub mirror_pairs: Vec<MirrorPairRow>,
    /// The six files of the king.
    pub king_files: Vec<KingFileRow>,
    /// The years that have Chess960 games with a result, in order.
    pub years: Vec<YearPoint>,
    /// How often positions were played, for the whole archive first.
    pub popularity: PopularityReport,
    /// Castling by file of king and rook.
    pub castling: Vec<CastlingRow>,
    /// Runs with a claimable draw, the most telling first, and as many as there is room for.
    pub incidents: Vec<ListedGame>,
    /// Repeated positions with a claimable draw, the most telling first, and as many as there is
    /// room for.
    pub repetitions: Vec<ListedGame>,
    /// What endgame tables say of the claims; `None` if the dataset was made without tables.
    pub truth: Option<TruthReport>,
    /// How quickly games leave what others have played; `None` if the dataset does not count it.
    pub company: Option<CompanyReport>,
    /// What was played from the most frequent positions; `None` if the dataset does not count it.
    pub openings: Option<OpeningTrees>,
    /// Findings by code, most severe first.
    pub findings: Vec<FindingGroup>,
    /// Where all this comes from.
    pub provenance: Provenance,
    /// Relative address of the dataset's folder, ending in `/`, or empty; `None` if there is none.
    pub dataset_link: Option<String>,
    /// The folder as the user wrote it, without the place on this machine, for commands to be typed.
    pub dataset_name: String,
    /// Which games count, as options to be typed after the folder; empty where all do.
    pub conditions: String,
}

impl ReportData {
    /// The folder and the conditions, for commands about the games of the page.
    #[must_use]
    pub fn asked(&self) -> String {
        match self.conditions.is_empty() {
            true => self.dataset_name.clone(),
            false => format!("{} {}", self.dataset_name, self.conditions),
        }
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
    /// The games with moves by length in moves.
    pub lengths: Vec<Band>,
    /// The games with two ratings by their mean.
    pub ratings: Vec<Band>,
}

/// The games with some number between two bounds.
#[derive(Clone, Copy, Debug)]
pub struct Band {
    /// The least number.
    pub from: i64,
    /// How many whole numbers are in the band.
    pub width: i64,
    /// Whether all greater numbers are in it as well.
    pub is_open: bool,
    /// The games.
    pub games: u64,
}

impl Band {
    /// The numbers in it: `40 to 49`, `200 and more`.
    #[must_use]
    pub fn words(&self, language: Language) -> String {
        let from = self.from.to_string();
        match self.is_open {
            true => language.fill("{0} and more", &[&from]),
            false => language.fill(
                "{0} to {1}",
                &[&from, &(self.from + self.width - 1).to_string()],
            ),
        }
    }
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

/// The Chess960 games of a year that have a result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct YearPoint {
    /// The year.
    pub year: i32,
    /// Decided games.
    pub games: u64,
    /// White's mean score, 0 to 1.
    pub score: f64,
    /// Its 95 % interval; `None` where all games ended alike.
    pub interval: Option<(f64, f64)>,
    /// Share of draws.
    pub draws: f64,
}

/// How often positions were played.
#[derive(Clone, Debug, Default)]
pub struct PopularityReport {
    /// The whole archive, then its events and years with the most games.
    pub groups: Vec<PopularityGroup>,
    /// Groups that are not listed: what they are groups by, and how many.
    pub left_out: Vec<(&'static str, usize)>,
    /// How the positions may have been drawn, in words.
    pub verdict: String,
}

/// The positions played in some games.
#[derive(Clone, Debug)]
pub struct PopularityGroup {
    /// What it is a group by: `archive`, `event`, `year`.
    pub by: &'static str,
    /// Which one; empty for the archive.
    pub label: String,
    /// Counted by games.
    pub games: Ranking,
    /// Counted by draws: games that share a draw count once.
    pub draws: Ranking,
}

/// Counts of the 960 positions in descending order, beside what chance gives for as many.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// The 960 counts, largest first.
    pub counts: Vec<u64>,
    /// Scharnagl number of the first one.
    pub most: u16,
    /// For each rank the 2.5 % and 97.5 % points of the count, if all positions are equally likely.
    pub band: Vec<(u64, u64)>,
    /// The same for the number of positions that never occur.
    pub missing_band: (u64, u64),
}

impl Ranking {
    /// Sum of the counts.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Positions that never occur.
    #[must_use]
    pub fn missing(&self) -> usize {
        self.counts.iter().filter(|&&count| count == 0).count()
    }
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
    /// The tables of the dataset, as its folder has them.
    pub tables: Vec<String>,
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
