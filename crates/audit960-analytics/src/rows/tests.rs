//! Expectations: definitions, and a second computation of every column with scipy 1.17 and numpy.
//!
//! There, with cells {position: {difference: (wins, draws, losses)}} as in [`archive`]: the
//! advantage and Davidson's nu by scipy.optimize.brentq, p-values by numpy.convolve game by game,
//! intervals as roots of Wilson's quadratic by brentq, q-values by
//! scipy.stats.false_discovery_control.

use std::collections::BTreeMap;

use audit960_types::{CastlingTally, RatedTally};

use super::*;

fn games(white_wins: u64, draws: u64, black_wins: u64) -> ScoreTally {
    ScoreTally {
        white_wins,
        draws,
        black_wins,
        unfinished: 0,
    }
}

fn position(rated: &[(i32, ScoreTally)], unrated: ScoreTally) -> StartTally {
    let rated: RatedTally = rated.iter().copied().collect();
    let mut score = unrated;
    for tally in rated.values() {
        score += *tally;
    }
    StartTally {
        score,
        plies: 80 * score.games(),
        incidents: 2,
        rated,
    }
}

/// Three positions with ratings, one without, the others never played.
fn archive() -> Tally {
    let unfinished = ScoreTally {
        unfinished: 2,
        ..games(5, 5, 5)
    };
    Tally {
        positions: BTreeMap::from([
            (
                0,
                position(
                    &[
                        (-100, games(3, 4, 5)),
                        (0, games(6, 7, 3)),
                        (50, games(2, 2, 1)),
                    ],
                    games(0, 0, 0),
                ),
            ),
            (100, position(&[], games(1, 0, 0))),
            (
                518,
                position(&[(0, games(10, 8, 2)), (200, games(9, 3, 0))], unfinished),
            ),
            (
                959,
                position(
                    &[(-300, games(0, 2, 7)), (50, games(4, 9, 4))],
                    games(0, 0, 0),
                ),
            ),
        ]),
        ..Tally::default()
    }
}

fn close(found: Option<f64>, expected: f64) {
    let found = found.unwrap();
    assert!(
        (found - expected).abs() < 1e-9,
        "{found} instead of {expected}"
    );
}

#[test]
fn there_are_always_960_rows() {
    for tally in [Tally::default(), archive()] {
        let rows = start_position_rows(&tally);
        assert_eq!(rows.len(), 960);
        for (number, row) in (0..).zip(&rows) {
            assert_eq!(row.start, number);
            assert_eq!(rows[usize::from(row.mirror)].mirror, number);
            let mirrored: String = rows[usize::from(row.mirror)]
                .arrangement
                .chars()
                .rev()
                .collect();
            assert_eq!(mirrored, row.arrangement);
            let king = row.arrangement.find('K').unwrap();
            assert_eq!(row.king_file, b"abcdefgh"[king] as char);
        }
        assert_eq!(rows[518].arrangement, "RNBQKBNR");
    }
}

#[test]
fn nothing_is_said_about_an_empty_archive() {
    let analysis = analyse(&Tally::default());
    for row in &analysis.rows {
        assert_eq!(row.score_tally.games(), 0);
        let columns = [
            row.score,
            row.score_low,
            row.score_high,
            row.expected_score,
            row.adjusted_score,
            row.p_value,
            row.q_value,
            row.mean_plies,
        ];
        assert_eq!(columns, [None; 8]);
    }
    assert_eq!(analysis.archive, None);
    assert_eq!(
        analysis.verdict.to_string(),
        "no position can be judged: no Chess960 game has a result"
    );
}

#[test]
fn columns_are_those_of_the_second_computation() {
    let analysis = analyse(&archive());
    let moments = analysis.archive.unwrap();
    close(Some(moments.mean), 0.560_747_663_551_401_8);
    close(Some(moments.variance), 0.152_851_777_447_812);
    close(analysis.white_advantage, 52.411_911_941_799_42);
    // number, rated games, expected, adjusted, p, q
    let rated = [
        (
            0,
            33,
            0.533_252_353_002_059_2,
            0.558_757_255_522_303_8,
            1.0,
            1.0,
        ),
        (
            518,
            32,
            0.663_209_756_303_564_4,
            0.632_521_001_710_626_3,
            0.095_975_220_697_866_01,
            0.143_962_831_046_799_02,
        ),
        (
            959,
            26,
            0.487_690_774_969_922_4,
            0.479_649_264_150_338_04,
            0.080_948_699_005_148_85,
            0.143_962_831_046_799_02,
        ),
    ];
    for (number, rated_games, expected, adjusted, p, q) in rated {
        let row = &analysis.rows[number];
        assert_eq!(row.rated_games, rated_games);
        close(row.expected_score, expected);
        close(row.adjusted_score, adjusted);
        close(row.p_value, p);
        close(row.q_value, q);
        assert_eq!(row.mean_plies, Some(80.0));
        assert_eq!(row.incidents, 2);
    }
    // number, score, low, high
    let scores = [
        (
            0,
            0.530_303_030_303_030_3,
            0.398_703_323_728_545_1,
            0.657_819_583_673_967_4,
        ),
        (100, 1.0, 0.295_518_402_554_298_07, 1.0),
        (
            518,
            0.680_851_063_829_787_2,
            0.569_332_366_886_242_9,
            0.774_909_491_310_608_9,
        ),
        (
            959,
            0.365_384_615_384_615_36,
            0.236_681_031_297_408,
            0.516_700_148_139_351_7,
        ),
    ];
    for (number, score, low, high) in scores {
        let row = &analysis.rows[number];
        close(row.score, score);
        close(row.score_low, low);
        close(row.score_high, high);
    }
    // (norm.isf(.025/3) + norm.ppf(.8)) * sqrt(0.12407647381387588/32)
    close(
        analysis.verdict.smallest_detectable,
        0.201_476_639_072_488_83,
    );
}

#[test]
fn an_unrated_position_of_a_rated_archive_is_not_tested() {
    let analysis = analyse(&archive());
    let row = &analysis.rows[100];
    assert_eq!(row.rated_games, 0);
    assert_eq!(
        [
            row.expected_score,
            row.adjusted_score,
            row.p_value,
            row.q_value
        ],
        [None; 4]
    );
    assert_eq!(analysis.verdict.basis, Some(TestBasis::RatedGames));
    assert_eq!(
        (analysis.verdict.positions, analysis.verdict.games),
        (3, 91)
    );
    assert_eq!(analysis.verdict.median_games, 32);
}

#[test]
fn without_ratings_the_archives_frequencies_are_the_model() {
    let unrated = |wins, draws, losses| position(&[], games(wins, draws, losses));
    let tally = Tally {
        positions: BTreeMap::from([
            (3, unrated(8, 5, 2)),
            (4, unrated(20, 30, 25)),
            (5, unrated(2, 4, 9)),
        ]),
        ..Tally::default()
    };
    let analysis = analyse(&tally);
    let expected = [
        (3, 0.032_141_248_369_632_7, 0.074_650_770_954_291_33),
        (4, 0.941_946_289_108_435_3, 0.941_946_289_108_435_3),
        (5, 0.049_767_180_636_194_22, 0.074_650_770_954_291_33),
    ];
    for (number, p, q) in expected {
        let row = &analysis.rows[number];
        close(row.p_value, p);
        close(row.q_value, q);
        assert_eq!((row.expected_score, row.adjusted_score), (None, None));
    }
    assert_eq!(analysis.verdict.basis, Some(TestBasis::DecidedGames));
    assert_eq!(analysis.white_advantage, None);
}

#[test]
fn an_archive_where_white_always_wins_says_nothing_odd() {
    let tally = Tally {
        positions: BTreeMap::from([
            (7, position(&[(20, games(4, 0, 0))], games(0, 0, 0))),
            (8, position(&[(-80, games(2, 0, 0))], games(0, 0, 0))),
        ]),
        ..Tally::default()
    };
    let analysis = analyse(&tally);
    let row = &analysis.rows[7];
    assert_eq!(row.score, Some(1.0));
    assert_eq!((row.score_low, row.score_high), (None, None));
    assert_eq!(row.expected_score, Some(1.0));
    assert_eq!(row.adjusted_score, Some(1.0));
    assert_eq!((row.p_value, row.q_value), (Some(1.0), Some(1.0)));
    assert_eq!(analysis.verdict.smallest_detectable, None);
}

#[test]
fn merged_parts_give_the_rows_of_the_whole() {
    let whole = archive();
    let mut merged = Tally::default();
    for (number, position) in whole.positions.iter().rev() {
        merged.merge(&Tally {
            positions: BTreeMap::from([(*number, position.clone())]),
            ..Tally::default()
        });
    }
    assert_eq!(analyse(&merged), analyse(&whole));
}

#[test]
fn there_are_always_42_castling_rows() {
    let mut tally = Tally::default();
    assert_eq!(castling_rows(&tally).len(), 42);
    tally.castling.insert(
        (4, 7, Wing::HSide),
        CastlingTally {
            with_right: 10,
            castled: 4,
            ply_sum: 50,
            score: games(2, 1, 1),
        },
    );
    let rows = castling_rows(&tally);
    assert_eq!(rows.len(), 42);
    assert_eq!(
        rows.iter().filter(|row| row.side == Wing::ASide).count(),
        21
    );
    let order: Vec<(char, Wing, char)> = rows
        .iter()
        .map(|row| (row.king_file, row.side, row.rook_file))
        .collect();
    assert!(order.is_sorted());
    for row in &rows {
        assert_eq!(row.rook_file < row.king_file, row.side == Wing::ASide);
        assert_ne!(row.rook_file, row.king_file);
    }
    let played: Vec<&CastlingRow> = rows.iter().filter(|row| row.games_with_right > 0).collect();
    assert_eq!(played.len(), 1);
    assert_eq!((played[0].king_file, played[0].rook_file), ('e', 'h'));
    assert_eq!(played[0].mean_ply, Some(12.5));
    assert_eq!(
        (played[0].wins, played[0].draws, played[0].losses),
        (2, 1, 1)
    );
    assert_eq!(rows[0].mean_ply, None);
}
