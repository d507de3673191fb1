//! Expectations: definitions, and a second computation of every column with scipy 1.17 and numpy.
//!
//! There, with cells {position: {stratum: {difference: (wins, draws, losses)}}} as in [`archive`]:
//! advantage and slope of the rated games by scipy.optimize.root of the two score equations, the
//! advantage of the unrated ones and Davidson's parameter by scipy.optimize.brentq; the positions'
//! draw rates by the method of moments and brentq; p-values by numpy.convolve game by game; intervals
//! as roots of Wilson's quadratic by brentq; q-values by scipy.stats.false_discovery_control.

use std::collections::BTreeMap;

use audit960_types::{CastlingTally, ComparedGame, GameResult, Population};

use super::*;

fn games(white_wins: u64, draws: u64, black_wins: u64) -> ScoreTally {
    ScoreTally {
        white_wins,
        draws,
        black_wins,
        unfinished: 0,
    }
}

/// Results by rating difference (`None`: not rated), all of one cluster, 80 half-moves each.
fn position(results: &[(Option<i32>, ScoreTally)]) -> StartTally {
    let mut position = StartTally {
        incidents: 2,
        ..StartTally::default()
    };
    for (difference, tally) in results {
        position.score += *tally;
        position.plies += 80 * tally.games();
        let counts = [
            (GameResult::White, tally.white_wins),
            (GameResult::Draw, tally.draws),
            (GameResult::Black, tally.black_wins),
            (GameResult::Unfinished, tally.unfinished),
        ];
        for (result, count) in counts {
            (0..count).for_each(|_| {
                position.compare(&ComparedGame {
                    result,
                    population: Population::Human,
                    time_class: None,
                    difference: *difference,
                    cluster: 7,
                });
            });
        }
    }
    position
}

/// Two positions with ratings, one without, one with both, the others never played.
fn archive() -> Tally {
    let unfinished = ScoreTally {
        unfinished: 2,
        ..games(5, 5, 5)
    };
    let rated = |difference, wins, draws, losses| (Some(difference), games(wins, draws, losses));
    Tally {
        positions: BTreeMap::from([
            (
                0,
                position(&[
                    rated(-100, 6, 8, 10),
                    rated(0, 12, 14, 6),
                    rated(50, 4, 4, 2),
                ]),
            ),
            (100, position(&[(None, games(1, 0, 0))])),
            (
                518,
                position(&[
                    rated(0, 20, 16, 4),
                    rated(200, 18, 6, 0),
                    (None, unfinished),
                ]),
            ),
            (959, position(&[rated(-300, 0, 4, 14), rated(50, 8, 18, 8)])),
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
        audit960_report::Language::English.say(&analysis.verdict.words()),
        "no position can be judged: no Chess960 game has a result"
    );
}

/// What [`rows_are`] expects of a row: Scharnagl number, rated games, score with its interval,
/// expected score, p and q.
type Expected = (usize, u64, [f64; 3], f64, f64, Option<f64>);

fn rows_are(analysis: &StartAnalysis, expected: &[Expected]) {
    for &(number, rated_games, [score, low, high], expected, p, q) in expected {
        let row = &analysis.rows[number];
        assert_eq!(row.rated_games, rated_games);
        close(row.score, score);
        close(row.score_low, low);
        close(row.score_high, high);
        close(row.expected_score, expected);
        close(row.p_value, p);
        match q {
            Some(q) => close(row.q_value, q),
            None => assert_eq!(row.q_value, None),
        }
        assert_eq!((row.mean_plies, row.incidents), (Some(80.0), 2));
    }
}

#[test]
fn columns_are_those_of_the_second_computation() {
    let analysis = analyse(&archive());
    let moments = analysis.archive.unwrap();
    close(Some(moments.mean), 0.5631313131313131);
    close(Some(moments.variance), 0.15131746760534637);
    // Both strata are too small to be fitted apart from others, and there are no others.
    let [unrated, rated] = &analysis.strata[..] else {
        panic!("{:?}", analysis.strata);
    };
    close(Some(rated.law.advantage), 53.226_716_812_234_41);
    close(Some(rated.law.slope), 1.205_740_170_351_745_6);
    close(Some(rated.kappa), 0.379_781_529_828_669_64);
    close(Some(unrated.law.advantage), 21.743_064_929_037_04);
    close(Some(unrated.kappa), 1.2);
    assert_eq!(analysis.draw_rates.correlation, 0.0);
    let expected = [
        (
            0,
            66,
            [0.5303030303030303, 0.4364657100645091, 0.6220456548202653],
            0.525949074785771,
            0.9327936495348346,
            Some(0.9327936495348346),
        ),
        (
            100,
            0,
            [1.0, 0.297_372_349_602_624, 1.0],
            0.53125,
            0.6875,
            None,
        ),
        (
            518,
            64,
            [0.7151898734177216, 0.6317763831338236, 0.786105071926089],
            0.6491736681777077,
            0.1065551629046469,
            Some(0.15983274435697034),
        ),
        (
            959,
            52,
            [0.36538461538461536, 0.27067476338057533, 0.4717961314866594],
            0.48021906304038847,
            0.012796211200688088,
            Some(0.038388633602064265),
        ),
    ];
    rows_are(&analysis, &expected);
    // (norm.isf(.025/3) + norm.ppf(.8)) * sqrt(mean variance of a game/66)
    close(analysis.verdict.smallest_detectable, 0.1381640603431632);
    let verdict = &analysis.verdict;
    assert_eq!(
        (verdict.positions, verdict.games, verdict.rated_games),
        (3, 197, 182)
    );
    assert_eq!(
        (verdict.untested, verdict.most_games, verdict.median_games),
        (1, 79, 66.0)
    );
    assert_eq!(verdict.significant.len(), 1);
}

/// The rated games of [`archive`] by hundreds, halves away from 0; the score equations of the fit make the sum of what is
/// expected that of what was observed.
#[test]
fn expected_and_observed_scores_are_compared_by_hundreds() {
    let analysis = analyse(&archive());
    // No result of a game varies more than a toss of a coin, times what games of a cluster have in common.
    let effects = analysis.strata.iter().map(|fit| fit.design_effect.mean);
    let effect = effects.fold(1.0, f64::max);
    let rows = analysis.calibration;
    let counted: Vec<(i32, u64)> = rows.iter().map(|row| (row.difference, row.games)).collect();
    assert_eq!(
        counted,
        [(-300, 18), (-100, 24), (0, 72), (100, 44), (200, 24)]
    );
    let observed = [
        2.0 / 18.0,
        10.0 / 24.0,
        47.0 / 72.0,
        23.0 / 44.0,
        21.0 / 24.0,
    ];
    let (mut expected_sum, mut observed_sum) = (0.0, 0.0);
    for (row, observed) in rows.iter().zip(observed) {
        close(Some(row.observed), observed);
        assert!(0.0 <= row.low && row.low < row.expected && row.expected < row.high);
        assert!(row.high <= 1.0);
        let widest = 1.96 * (0.25 * effect / row.games as f64).sqrt();
        assert!(row.high - row.expected <= widest && row.expected - row.low <= widest);
        expected_sum += row.games as f64 * row.expected;
        observed_sum += row.games as f64 * observed;
    }
    close(Some(expected_sum), observed_sum);
    assert!(rows.is_sorted_by(|a, b| a.expected < b.expected));
}

/// Other results of position 0, with hardly any draws, and of 959, with hardly anything else.
#[test]
fn positions_have_draw_rates_of_their_own() {
    let mut archive = archive();
    let rated = |difference, wins, draws, losses| (Some(difference), games(wins, draws, losses));
    let few = [
        rated(-100, 8, 1, 15),
        rated(0, 18, 2, 12),
        rated(50, 6, 0, 4),
    ];
    archive.positions.insert(0, position(&few));
    let many = [rated(-300, 0, 4, 14), rated(50, 3, 29, 2)];
    archive.positions.insert(959, position(&many));
    let analysis = analyse(&archive);
    close(Some(analysis.draw_rates.correlation), 0.2513135602542123);
    for (number, expected, p) in [
        (0, 0.5169193718792084, 0.8969881151897388),
        (100, 0.53125, 0.7660354875794413),
        (518, 0.6485205989226949, 0.09458112590695775),
        (959, 0.473441233482295, 0.001918263825933245),
    ] {
        close(analysis.rows[number].expected_score, expected);
        close(analysis.rows[number].p_value, p);
    }
}

/// 40 games, scored 30 points where 20 are expected: the same results from one cluster or from 40.
#[test]
fn results_that_depend_on_each_other_prove_less() {
    let archive = |clusters: u64| {
        let mut tally = Tally::default();
        for number in 0..100 {
            let mut position = StartTally::default();
            for game in 0..40 {
                let cluster = game % clusters;
                // All games of a cluster end alike, as many one way as the other.
                let white = if number == 0 {
                    game % 4 > 0
                } else {
                    cluster.is_multiple_of(2)
                };
                let result = if white {
                    GameResult::White
                } else {
                    GameResult::Black
                };
                position.score.add(result);
                position.compare(&ComparedGame {
                    result,
                    population: Population::Unknown,
                    time_class: None,
                    difference: None,
                    cluster,
                });
            }
            tally.positions.insert(number, position);
        }
        analyse(&tally)
    };
    let apart = archive(40);
    let together = archive(4);
    // Four clusters of ten games that end alike vary ten times as much as 40 games.
    let effect = together.strata[0].design_effect.mean;
    assert!((8.0..14.0).contains(&effect), "{effect}");
    assert!(apart.strata[0].design_effect.mean < effect / 2.0);
    assert!(together.rows[0].p_value > apart.rows[0].p_value);
}

#[test]
fn nothing_is_significant_on_fewer_than_twenty_games() {
    let won = position(&[(None, games(19, 0, 0))]);
    let mut positions: BTreeMap<u16, StartTally> = (1..400)
        .map(|number| (number, position(&[(None, games(20, 10, 20))])))
        .collect();
    positions.insert(0, won);
    let tally = Tally {
        positions,
        ..Tally::default()
    };
    let analysis = analyse(&tally);
    assert!(analysis.rows[0].p_value.unwrap() < 1e-5);
    assert_eq!(analysis.rows[0].q_value, None);
    assert!(
        analysis.verdict.significant.is_empty(),
        "{:?}",
        analysis.verdict
    );
    assert_eq!(analysis.verdict.untested, 1);
}

#[test]
fn an_archive_where_white_always_wins_says_nothing_odd() {
    let tally = Tally {
        positions: BTreeMap::from([
            (7, position(&[(Some(20), games(24, 0, 0))])),
            (8, position(&[(Some(-80), games(2, 0, 0))])),
        ]),
        ..Tally::default()
    };
    let analysis = analyse(&tally);
    let row = &analysis.rows[7];
    assert_eq!(row.score, Some(1.0));
    assert_eq!((row.score_low, row.score_high), (None, None));
    assert_eq!(row.expected_score, Some(1.0));
    assert_eq!((row.p_value, row.q_value), (Some(1.0), Some(1.0)));
    assert_eq!(analysis.rows[8].q_value, None);
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
    *tally.castling.at((4, 7, Wing::HSide)) = CastlingTally {
        moveless: 3,
        with_right: 10,
        castled: 4,
        ply_sum: 50,
        score: games(2, 1, 1),
    };
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

#[test]
fn the_median_of_two_lies_between_them() {
    assert_eq!(super::median(vec![30, 20]), 25.0);
    assert_eq!(super::median(vec![30, 7, 20]), 20.0);
    assert_eq!(super::median(Vec::new()), 0.0);
}

/// Wilson's interval of 4 successes in 4 trials ends at 4 / (4 + z^2) and 1.
#[test]
fn four_games_that_ended_alike_leave_room_for_other_results() {
    let mut archive = Tally::default();
    let won = position(&[(Some(100), games(4, 0, 0))]);
    archive.positions.insert(518, won);
    let [row] = analyse(&archive).calibration[..] else {
        panic!("one row");
    };
    assert_eq!((row.games, row.observed, row.high), (4, 1.0, 1.0));
    close(
        Some(row.low),
        4.0 / (4.0 + 1.959_963_984_540_054_f64.powi(2)),
    );
}
