//! Expectations: scipy 1.17, numpy, and hand counts.

use audit960_report::Language;

use super::goodness::chi_square_tails;
use super::*;

fn said(found: &Popularity) -> String {
    Language::English.say(&found.verdict())
}

fn archive(counts: impl IntoIterator<Item = (u16, u64)>) -> Popularity {
    let mut all = [0; 960];
    for (number, count) in counts {
        all[usize::from(number)] = count;
    }
    popularity_of(&all)
}

fn close(found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() <= tolerance,
        "{found} instead of {expected}"
    );
}

/// `12 + i*7919%15` draws of position `i`.
fn pattern() -> impl Iterator<Item = (u16, u64)> {
    (0..960).map(|i| (i, 12 + u64::from(i) * 7919 % 15))
}

#[test]
fn goodness_of_fit_is_scipys() {
    // o = [12 + i*7919%15 for i in range(960)]; scipy.stats.chisquare(o), and with
    // f_exp = the 46,656 throws enumerated in Python, scaled to sum(o) = 18240; both tails of
    // scipy.stats.chi2, the smaller one doubled.
    let found = archive(pattern());
    assert_eq!(found.draws, 18_240);
    let [uniform, one_die, excluded] = found.tests[..] else {
        panic!()
    };
    close(uniform.goodness.statistic, 943.157_894_736_842_1, 1e-9);
    close(
        uniform.goodness.p_value,
        2.0 * (1.0 - 0.636_267_796_135_122_2),
        1e-10,
    );
    assert_eq!(
        uniform.goodness.method,
        TestMethod::ChiSquare { degrees: 959 }
    );
    close(one_die.goodness.statistic, 4_465.117_105_263_158, 1e-8);
    close(one_die.p_value, 0.0, 1e-100);
    assert_eq!(excluded.goodness.method, TestMethod::Impossible);
    assert_eq!(
        (excluded.p_value, excluded.log_likelihood),
        (0.0, f64::NEG_INFINITY)
    );
    assert!(said(&found).starts_with("each of the 960 alike fits (p = "));
}

#[test]
fn likelihoods_and_mixture_are_scipys() {
    // scipy.stats.multinomial.logpmf less the coefficient; the share by
    // scipy.optimize.minimize_scalar of -sum(o*log((1-w)/960 + w*d)) over 0 to 1; the interval by
    // brentq at a loss of chi2.isf(.05, 1)/2; scipy.stats.binom.cdf(o[518], n, 1/960) and its other tail.
    let found = archive(mixed());
    let [uniform, one_die, _] = found.tests[..] else {
        panic!()
    };
    close(uniform.log_likelihood, -31066.006178905547, 1e-6);
    close(one_die.log_likelihood, -30972.06041322302, 1e-6);
    let mixture = found.mixture.unwrap();
    close(mixture.share, 0.6461042425330529, 1e-7);
    close(mixture.low, 0.5719531309308953, 1e-7);
    close(mixture.high, 0.7194289704417467, 1e-7);
    close(uniform.rival_p, 7.152178037592118e-64, 1e-12);
    close(uniform.orthodox_p, 1.0, 1e-12);
}

/// Draws half by the die and half uniformly, as far as whole numbers allow: `2 + d[i]/16` of
/// position `i`, with `d[i]` of the 46,656 throws.
fn mixed() -> impl Iterator<Item = (u16, u64)> {
    let counts = audit960_board::start::club_counts();
    (0..960).zip(counts.map(|count| 2 + u64::from(count) / 16))
}

#[test]
fn without_the_orthodox_position_it_is_missed() {
    let found = archive(pattern().filter(|&(number, _)| number != 518));
    let [uniform, _, excluded] = found.tests[..] else {
        panic!()
    };
    close(excluded.goodness.statistic, 943.157_894_736_842_1, 1e-9);
    assert_eq!(
        excluded.goodness.method,
        TestMethod::ChiSquare { degrees: 958 }
    );
    // 19 draws of it are expected, and none came: 2 (959/960)^n.
    let n = found.draws as f64;
    close(
        uniform.orthodox_p,
        2.0 * (n * (959.0_f64 / 960.0).ln()).exp(),
        1e-14,
    );
    assert!(!uniform.fits() && excluded.fits());
    assert_eq!(uniform.objection(), Some("way-orthodox-count"));
    assert_eq!(
        found.likeliest().unwrap().hypothesis,
        DrawHypothesis::OrthodoxExcluded
    );
}

#[test]
fn the_die_is_recognised() {
    // Whole throws in proportion are more even than the die: drawn, they scatter.
    let method = audit960_board::start::DrawMethod::OneDie;
    let weights = method.weights(false);
    let mut random = audit960_board::start::SplitMix64::new(4);
    let mut counts = [0; 960];
    for _ in 0..46_656 {
        let mut throw = random.below(46_656);
        let number = weights.iter().position(|&weight| {
            let weight = u32::from(weight);
            let found = throw < weight;
            throw = throw.saturating_sub(weight);
            found
        });
        counts[number.unwrap()] += 1;
    }
    let found = popularity_of(&counts);
    assert_eq!(
        found.likeliest().unwrap().hypothesis,
        DrawHypothesis::OneDie
    );
    assert!(
        found.tests.iter().filter(|test| test.fits()).count() == 1,
        "{found:?}"
    );
    assert!(found.mixture.unwrap().low > 0.9);
}

#[test]
fn even_counts_were_not_drawn() {
    for each in [1, 10] {
        let even = popularity_of(&[each; 960]);
        let uniform = even.tests[0];
        assert!(uniform.goodness.too_even && !uniform.fits());
        let even_counts = "counts more even than lots are";
        assert!(said(&even).contains(even_counts), "{}", said(&even));
        assert!(even.likeliest().is_none());
    }
}

#[test]
fn small_archives_are_simulated() {
    // numpy: 100,000 archives by rng.multinomial(993, p): 0.7928 at least as far, uniform; 1e-5 with
    // one die.
    const PATTERN: [u64; 11] = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3];
    let found = archive((0..960).map(|i| {
        let games = if i % 97 == 0 {
            4
        } else {
            PATTERN[usize::from(i) * 7919 % 11]
        };
        (i, games)
    }));
    assert_eq!(found.draws, 993);
    let [uniform, one_die, _] = found.tests[..] else {
        panic!()
    };
    close(uniform.goodness.statistic, 924.099_697_885_196_4, 1e-9);
    // Four standard errors of 1,000 in 4,800.
    close(uniform.goodness.p_value, 2.0 * (1.0 - 0.7928), 0.05);
    assert!(matches!(uniform.goodness.method, TestMethod::MonteCarlo { draws } if draws < 7_000));
    close(one_die.goodness.statistic, 1_321.658_610_271_903_4, 1e-8);
    // None of 9,999 archives is as far: the p-value is a bound, and is said to be one.
    assert_eq!(one_die.goodness.p_value, 2e-4);
    let bound = PopularityTest {
        rival_p: 1.0,
        orthodox_p: 1.0,
        p_value: 1e-3,
        ..one_die
    };
    let said = |test| {
        let popularity = Popularity {
            tests: vec![test],
            ..found.clone()
        };
        Language::English.say(&popularity.verdict())
    };
    assert!(said(bound).contains("p \u{2264} 0.001"), "{}", said(bound));
    assert!(!said(uniform).contains('\u{2264}'));
}

#[test]
fn two_draws_can_be_computed_by_hand() {
    // Both of one position: 1/960 is the upper tail, within four standard errors of 99,999 draws.
    let same = archive([(7, 2)]);
    close(same.tests[0].goodness.p_value, 2.0 / 960.0, 8.2e-4);
    // Of two positions: nothing is more even, and nearly nothing less.
    let apart = archive([(7, 1), (8, 1)]);
    assert_eq!(apart.tests[0].goodness.p_value, 1.0);
    assert!(apart.tests[0].fits());
}

#[test]
fn far_statistics_have_no_probability() {
    for statistic in [1e4, 1e7, 1e12] {
        close(chi_square_tails(statistic, 959)[0], 0.0, 1e-300);
    }
    // scipy.stats.chi2.sf(1300, 958)
    close(chi_square_tails(1_300.0, 958)[0], 8.694_022_106e-13, 1e-18);
}

#[test]
fn no_draws_no_test() {
    let found = archive([]);
    assert_eq!(found.tests, []);
    assert_eq!(
        said(&found),
        "no Chess960 games, so it is not known how positions were picked"
    );
}
