//! Expectations: scipy 1.17, numpy, and hand counts.

use std::collections::BTreeMap;

use audit960_types::{ScoreTally, StartTally};

use super::*;

fn archive(counts: impl IntoIterator<Item = (u16, u64)>) -> Popularity {
    let positions: BTreeMap<u16, StartTally> = counts
        .into_iter()
        .map(|(number, games)| {
            // How a game ends does not matter here.
            let score = ScoreTally {
                unfinished: games / 3,
                draws: games - games / 3,
                ..ScoreTally::default()
            };
            (
                number,
                StartTally {
                    score,
                    ..StartTally::default()
                },
            )
        })
        .collect();
    popularity(&Tally {
        positions,
        ..Tally::default()
    })
}

fn close(found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() <= tolerance,
        "{found} instead of {expected}"
    );
}

#[test]
fn chi_square_is_scipys() {
    // o = [12 + i*7919%15 for i in range(960)]; scipy.stats.chisquare(o), and with
    // f_exp = the 46,656 throws enumerated in Python, scaled to sum(o) = 18240.
    let found = archive((0..960).map(|i| (i, 12 + u64::from(i) * 7919 % 15)));
    assert_eq!(found.games, 18_240);
    let [uniform, one_die, excluded] = found.tests[..] else {
        panic!()
    };
    close(uniform.statistic, 943.157_894_736_842_1, 1e-9);
    close(uniform.p_value, 0.636_267_796_135_122_2, 1e-10);
    assert_eq!(uniform.method, TestMethod::ChiSquare { degrees: 959 });
    close(one_die.statistic, 4_465.117_105_263_158, 1e-8);
    close(one_die.p_value, 0.0, 1e-100);
    assert_eq!(excluded.method, TestMethod::Impossible);
    assert_eq!(excluded.p_value, 0.0);
    assert_eq!(
        found.to_string(),
        "18240 games: each of the 960 alike fits (p = 0.636)"
    );
}

#[test]
fn without_the_orthodox_position_both_uniform_draws_fit() {
    // The same without index 518: chisquare(numpy.delete(o, 518)), chisquare(o with 0 there).
    let counts = (0..960).map(|i| (i, 12 + u64::from(i) * 7919 % 15));
    let found = archive(counts.filter(|&(number, _)| number != 518));
    let [uniform, _, excluded] = found.tests[..] else {
        panic!()
    };
    close(uniform.statistic, 963.141_375_336_150_5, 1e-9);
    close(uniform.p_value, 0.456_345_560, 1e-8);
    close(excluded.statistic, 943.157_894_736_842_1, 1e-9);
    close(excluded.p_value, 0.627_633_740_139_885_7, 1e-10);
    assert_eq!(excluded.method, TestMethod::ChiSquare { degrees: 958 });
}

#[test]
fn the_die_is_recognised() {
    let counts = audit960_board::start::club_counts();
    let found = archive((0..960).zip(counts.map(u64::from)));
    let [uniform, one_die, _] = found.tests[..] else {
        panic!()
    };
    // scipy.stats.chisquare(counts): 7246.222222222223
    close(uniform.statistic, 7_246.222_222_222_223, 1e-8);
    assert!(!uniform.fits());
    close(one_die.statistic, 0.0, 1e-9);
    close(one_die.p_value, 1.0, 1e-9);
    assert_eq!(
        found.to_string(),
        "46656 games: the one-die procedure fits (p = 1.000)"
    );
}

#[test]
fn small_archives_are_simulated() {
    // numpy: 100,000 archives by rng.multinomial(993, p): 0.7928 uniform, 1e-5 with one die.
    const PATTERN: [u64; 11] = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3];
    let found = archive((0..960).map(|i| {
        let games = if i % 97 == 0 {
            4
        } else {
            PATTERN[usize::from(i) * 7919 % 11]
        };
        (i, games)
    }));
    assert_eq!(found.games, 993);
    let [uniform, one_die, _] = found.tests[..] else {
        panic!()
    };
    close(uniform.statistic, 924.099_697_885_196_4, 1e-9);
    // Three standard errors of 5,000 in 6,300, and of numpy's own.
    close(uniform.p_value, 0.7928, 0.02);
    assert!(matches!(uniform.method, TestMethod::MonteCarlo { draws } if draws < 7_000));
    close(one_die.statistic, 1_321.658_610_271_903_4, 1e-8);
    assert_eq!(one_die.p_value, 1e-4);
    assert_eq!(one_die.method, TestMethod::MonteCarlo { draws: 9_999 });
}

#[test]
fn two_games_can_be_reckoned_by_hand() {
    // Both in one position: 1/960, within four standard errors of 99,999 draws.
    let same = archive([(7, 2)]);
    close(same.tests[0].p_value, 1.0 / 960.0, 4.1e-4);
    assert_eq!(
        same.tests[0].method,
        TestMethod::MonteCarlo { draws: 99_999 }
    );
    // In two positions: no pair of games is nearer to expectation.
    let apart = archive([(7, 1), (8, 1)]);
    assert_eq!(apart.tests[0].p_value, 1.0);
}

#[test]
fn far_statistics_have_no_probability() {
    for statistic in [1e4, 1e7, 1e12] {
        close(chi_square_tail(statistic, 959), 0.0, 1e-300);
    }
    // scipy.stats.chi2.sf(1300, 958)
    close(chi_square_tail(1_300.0, 958), 8.694_022_106e-13, 1e-18);
}

#[test]
fn no_games_no_test() {
    let found = archive([]);
    assert_eq!(found.tests, []);
    assert_eq!(
        found.to_string(),
        "no Chess960 game, so nothing tells how positions were drawn"
    );
}
