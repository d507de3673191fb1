//! A small archive for the tests of the page.

use audit960_law::GameDates;
use audit960_ledger::LedgerGame;
use audit960_statistics::{king_file_rows, mirror_pair_rows};
use audit960_types::{
    CastlingRow, Chances, ClaimArticle, Code, GameResult, Identity, Incident, JudgedRepetition,
    Outcome, Repetition, RepetitionArticle, ResetBy, RunEnd, ScoreTally, Side, StartKind,
    StartPositionRow, Tally, Venue, Verdict, VerdictCounts, Wing,
};

use super::language::Language;

use super::data::{
    DamagedGame, FindingExample, FindingGroup, FirstMove, GameEntry, Headline, ListedGame,
    ListedInput, ModelReport, PagePosition, Provenance, ReportData, ResultLine,
};

/// One game from position 518, one run, one finding.
pub(super) fn report() -> ReportData {
    let game = GameEntry {
        white: "Tal".to_owned(),
        black: "Botvinnik".to_owned(),
        result: "1-0".to_owned(),
        event: "Match".to_owned(),
        date: "1960.03.15".to_owned(),
        plies: 63,
        source: "tal.pgn".to_owned(),
        line: Some(1),
        ..GameEntry::default()
    };
    let score = ScoreTally {
        white_wins: 1,
        ..ScoreTally::default()
    };
    let mut data = empty();
    data.headline = Headline {
        moveless: 0,
        verdicts: VerdictCounts {
            ok: 1,
            ..VerdictCounts::default()
        },
        plies: 63,
        starts: vec![("chess960".to_owned(), 1)],
        years: Some((1960, 1960)),
        incidents: 1,
        claimable: 1,
        repetitions: 1,
        half_points_lost: 1,
        half_points_uncertain: 0,
        half_points_in_copies: 0,
        copies_unknown: false,
        findings: (1, 0),
    };
    data.archive_score = Some((1.0, 0.0));
    let position = &mut data.positions[518];
    position.row.score_tally = score;
    position.row.score = Some(1.0);
    position.first_moves = vec![FirstMove {
        san: "e4".to_owned(),
        score,
    }];
    position.games = vec![game];
    data.years = [("2020", 300), ("2021", 1_200)]
        .map(|(year, games)| ResultLine {
            name: year.to_owned(),
            games,
            score: 0.5,
            interval: Some((0.4, 0.6)),
            draws: 0.3,
        })
        .to_vec();
    data.external = vec![(
        "eval".to_owned(),
        (0..960).map(|number| Some(f64::from(number))).collect(),
    )];
    data.castling[0].games_with_right = 2;
    data.incidents = vec![claim(vec![incident()], Vec::new())];
    let repeated = claim(Vec::new(), vec![repetition()]);
    data.repetitions = vec![repeated];
    data.findings = vec![finding()];
    data.provenance = Provenance {
        options: vec![("with_moves".to_owned(), "false".to_owned())],
        inputs: vec![ListedInput {
            name: "tal.pgn".to_owned(),
            size: 900,
            checksum: "0a".repeat(16),
            games: 1,
        }],
        inputs_total: 1,
        ..Provenance::default()
    };
    data
}

/// An archive without games.
pub(super) fn empty() -> ReportData {
    ReportData {
        language: Language::English,
        title: "Tal".to_owned(),
        headline: Headline::default(),
        kinds: Vec::new(),
        verdict: "no position can be judged".to_owned(),
        model: ModelReport::default(),
        evaluation: None,
        archive_score: None,
        positions: (0..960).map(position).collect(),
        external: Vec::new(),
        mirror_pairs: mirror_pair_rows(&Tally::default())[..1].to_vec(),
        king_files: king_file_rows(&Tally::default())[..1].to_vec(),
        years: Vec::new(),
        events: Vec::new(),
        players: Vec::new(),
        lots: "too few".to_owned(),
        damaged: Vec::new(),
        cells: Vec::new(),
        castling: vec![castling_row()],
        incidents: Vec::new(),
        repetitions: Vec::new(),
        truth: None,
        alone_ply: None,
        openings: None,
        findings: Vec::new(),
        provenance: Provenance::default(),
        conditions: String::new(),
    }
}

fn position(start: u16) -> PagePosition {
    PagePosition {
        row: StartPositionRow {
            start,
            arrangement: "RNBQKBNR".to_owned(),
            mirror: 959 - start,
            king_file: 'e',
            score_tally: ScoreTally::default(),
            moveless: 0,
            score: None,
            score_low: None,
            score_high: None,
            rated_games: 0,
            expected_score: None,
            adjusted_score: None,
            adjusted_low: None,
            adjusted_high: None,
            p_value: None,
            q_value: None,
            mean_plies: None,
            incidents: 0,
        },
        first_moves: vec![FirstMove {
            san: "e4".to_owned(),
            score: ScoreTally::default(),
        }],
        games: Vec::new(),
    }
}

fn castling_row() -> CastlingRow {
    CastlingRow {
        king_file: 'e',
        rook_file: 'h',
        side: Wing::HSide,
        games_with_right: 0,
        moveless: 0,
        castled: 0,
        mean_ply: None,
        wins: 0,
        draws: 0,
        losses: 0,
        unfinished: 0,
    }
}

/// A game that stops at an illegal move.
pub(super) fn damaged(white: &str) -> DamagedGame {
    DamagedGame {
        game: GameEntry {
            white: white.to_owned(),
            ..GameEntry::default()
        },
        verdict: Verdict::Damaged,
        reason: Some((Code::IllegalMove, Some(9), white.to_owned())),
    }
}

/// A game of two half-moves with these claims.
pub(super) fn claim(runs: Vec<Incident>, repetitions: Vec<JudgedRepetition>) -> ListedGame {
    let game = LedgerGame {
        end: None,
        source: "tal.pgn".to_owned(),
        identity: Identity::default(),
        game: Some(0),
        event: None,
        site: None,
        date: None,
        round: None,
        white: Some("Tal".to_owned()),
        black: None,
        white_elo: None,
        black_elo: None,
        result: GameResult::Unfinished,
        venue: Venue::Unknown,
        start: StartKind::Other,
        verdict: Verdict::Ok,
        is_copy: false,
        dates: GameDates::of_tags(None, None, None),
        pace: None,
        half_point_lost_by: None,
        half_point_uncertain: None,
        start_fen: START.to_owned(),
        moves: Some("a1b2 h8g8".to_owned()),
        runs,
        repetitions,
    };
    ListedGame {
        name: "tal.pgn#0".to_owned(),
        game,
    }
}

const START: &str = "7k/8/8/8/8/8/8/KR6 w - - 98 40";

/// White could claim before no half-move of this game, Black before the second one.
pub(super) fn incident() -> Incident {
    Incident {
        reset_ply: 0,
        reset_by: ResetBy::Start,
        first_claim_ply: 2,
        first_clock: 99,
        first_claim_side: Side::Black,
        first_claim_article: ClaimArticle::Intended,
        first_932_ply: Some(3),
        claims: [1, 1],
        peak_clock: 100,
        seventy_five_ply: None,
        ended_by: RunEnd::EndOfGame,
        outcome: Outcome::Unfinished,
        material: "KRvK".to_owned(),
        fen: "7k/8/8/8/8/8/1K6/1R6 b - - 99 40".to_owned(),
        clock_in_doubt: false,
        law: "undated".to_owned(),
        law_uncertain: false,
        limit_moves: 50,
        first_law_claim_ply: Some(2),
        claimable_at_venue: None,
        chances: [None, None],
        half_point_lost_by: None,
        automatic_draw_ply: None,
        claimant_offered_draw: None,
        values: None,
    }
}

fn repetition() -> JudgedRepetition {
    JudgedRepetition {
        repetition: Repetition {
            first_claim_ply: 2,
            first_claim_side: Side::Black,
            first_claim_article: RepetitionArticle::Intended,
            plies: vec![0, 1, 2],
            chances: [None, Some(Chances::at(2))],
            fen: START.to_owned(),
        },
        outcome: Outcome::Unfinished,
        claimable_at_venue: Some(true),
        half_point_lost_by: None,
        law_uncertain: Some(false),
        automatic_draw_ply: None,
        claimant_offered_draw: None,
        values: None,
    }
}

fn finding() -> FindingGroup {
    FindingGroup {
        code: Code::IllegalMove,
        count: 1,
        sources: vec![("tal.pgn".to_owned(), 1)],
        sources_total: 1,
        examples: vec![FindingExample {
            source: "tal.pgn".to_owned(),
            line: Some(9),
            column: 4,
            message: "Nf6 is not legal here".to_owned(),
            excerpt: "2. Nf6".to_owned(),
        }],
    }
}
