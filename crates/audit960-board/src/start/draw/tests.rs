//! Expectations: the stated probabilities, and the same draws followed by hand.

use audit960_types::Choice as _;

use super::super::{ARRANGEMENTS, Numbering};
use super::*;

const DRAWS: u32 = 96_000;

fn simulate(method: DrawMethod, exclude_orthodox: bool) -> [u32; 960] {
    let mut random = SplitMix64::new(960);
    let mut counts = [0; 960];
    for _ in 0..DRAWS {
        counts[usize::from(method.draw(&mut random, exclude_orthodox).start.number())] += 1;
    }
    counts
}

/// Pearson's statistic of simulated counts under a method's stated probabilities.
fn chi_square(method: DrawMethod, exclude_orthodox: bool) -> f64 {
    let weights = method.weights(exclude_orthodox).map(f64::from);
    let total: f64 = weights.iter().sum();
    let counts = simulate(method, exclude_orthodox);
    let mut statistic = 0.0;
    for (count, weight) in counts.into_iter().zip(weights) {
        let expected = f64::from(DRAWS) * weight / total;
        if weight == 0.0 {
            assert_eq!(count, 0);
        } else {
            statistic += (f64::from(count) - expected).powi(2) / expected;
        }
    }
    statistic
}

#[test]
fn draws_follow_the_stated_probabilities() {
    for &method in DrawMethod::ALL {
        for exclude in [false, true] {
            let statistic = chi_square(method, exclude);
            // scipy.stats.chi2.ppf([0.0005, 0.9995], 958) = [820.48, 1108.62]
            assert!(
                (820.0..1109.0).contains(&statistic),
                "{method:?} {exclude}: {statistic}"
            );
        }
    }
}

#[test]
fn one_die_is_far_from_uniform() {
    let counts = simulate(DrawMethod::OneDie, false);
    let statistic: f64 = counts
        .map(|count| (f64::from(count) - 100.0).powi(2) / 100.0)
        .iter()
        .sum();
    assert!(statistic > 5_000.0, "{statistic}");
}

#[test]
fn the_club_distribution_is_as_stated() {
    let counts = club_counts();
    assert_eq!(
        counts.iter().map(|&count| u32::from(count)).sum::<u32>(),
        46_656
    );
    assert_eq!(counts.iter().min(), Some(&24));
    assert_eq!(counts.iter().max(), Some(&96));
    for king in 1..=6 {
        let block: u32 = Start::all()
            .filter(|start| start.castling_files().king == king)
            .map(|start| u32::from(counts[usize::from(start.number())]))
            .sum();
        assert_eq!(block, 46_656 / 6);
    }
}

/// The same distribution by counting, for each choice, how many faces lead to it, as a product of
/// fractions of six.
#[test]
fn the_club_distribution_is_a_product_of_faces() {
    fn faces(place: usize, among: usize) -> u32 {
        (0..6).filter(|face| face % among == place).count() as u32
    }
    let counts = club_counts();
    for start in Start::all() {
        let rank = start.arrangement();
        let files = start.castling_files();
        let (king, left, right) = (
            usize::from(files.king),
            usize::from(files.a_side_rook),
            usize::from(files.h_side_rook),
        );
        let mut product = faces(left, king) * faces(right - king - 1, 7 - king);
        for colour in [1, 0] {
            let free: Vec<usize> = (0..8)
                .filter(|file| file % 2 == colour && !b"KR".contains(&rank[*file]))
                .collect();
            let place = free.iter().position(|&file| rank[file] == b'B').unwrap();
            product *= faces(place, free.len());
        }
        let free: Vec<u8> = rank
            .into_iter()
            .filter(|letter| b"QN".contains(letter))
            .collect();
        product *= faces(free.iter().position(|&letter| letter == b'Q').unwrap(), 3);
        assert_eq!(u32::from(counts[usize::from(start.number())]), product);
    }
}

/// Puts the pieces where the throws say, and nothing else.
fn follow(draw: &Draw) -> FirstRank {
    let mut rank = [0; 8];
    let mut mirrored = false;
    for throw in &draw.steps {
        assert!((1..=throw.faces).contains(&throw.shown));
        let letter = match throw.step {
            Step::King => b'K',
            Step::ASideRook | Step::HSideRook => b'R',
            Step::DarkBishop | Step::LightBishop => b'B',
            Step::Queen => b'Q',
            Step::FirstKnight | Step::SecondKnight => b'N',
            Step::Number | Step::MirrorPair | Step::Direction => 0,
        };
        match throw.landing {
            ThrowResult::File(file) => {
                assert_eq!(throw.squares >> file & 1, 1);
                assert_eq!(rank[usize::from(file)], 0);
                let before = (throw.squares & ((1_u16 << file) - 1) as u8).count_ones();
                let count = throw.squares.count_ones();
                assert_eq!((u32::from(throw.shown) - 1) % count, before);
                rank[usize::from(file)] = letter;
            }
            ThrowResult::Again => assert!(u32::from(throw.shown) > throw.squares.count_ones()),
            ThrowResult::Number(number) if throw.step == Step::Number => {
                rank = ARRANGEMENTS[usize::from(number)];
            }
            ThrowResult::Number(place) => {
                rank = Numbering::MirrorList.start(place).unwrap().arrangement();
            }
            ThrowResult::Mirrored(reversed) => mirrored = reversed,
        }
    }
    if mirrored {
        rank.reverse();
    }
    // What no throw names: knights, or rook, king, rook.
    let rest: &[u8] = if rank.contains(&b'K') { b"NN" } else { b"RKR" };
    let mut rest = rest.iter();
    rank.map(|letter| {
        if letter == 0 {
            *rest.next().unwrap()
        } else {
            letter
        }
    })
}

#[test]
fn the_throws_lead_to_the_position() {
    let mut random = SplitMix64::new(1);
    for &method in DrawMethod::ALL {
        for _ in 0..2_000 {
            let draw = method.draw(&mut random, false);
            assert_eq!(follow(&draw), draw.start.arrangement(), "{method:?}");
            assert_eq!(draw.orthodox_redraws, 0);
        }
    }
}

#[test]
fn orthodox_draws_are_counted_when_excluded() {
    let mut random = SplitMix64::new(2);
    let redraws: u32 = (0..DRAWS)
        .map(|_| DrawMethod::Uniform.draw(&mut random, true).orthodox_redraws)
        .sum();
    // Poisson with mean 100: within five standard deviations.
    assert!((50..150).contains(&redraws), "{redraws}");
}

#[test]
fn the_generator_is_splitmix64() {
    // First numbers for the seed 1234567 in the reference implementation (S. Vigna, splitmix64.c).
    let mut random = SplitMix64::new(1_234_567);
    let expected: [u64; 5] = [
        6_457_827_717_110_365_317,
        3_203_168_211_198_807_973,
        9_817_491_932_198_370_423,
        4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
    ];
    for number in expected {
        assert_eq!(random.next_u64(), number);
    }
}

#[test]
fn bounded_numbers_stay_below_their_bound() {
    let mut random = SplitMix64::new(3);
    assert_eq!(random.below(0), 0);
    assert_eq!(random.below(1), 0);
    for bound in [2, 6, 960, u32::MAX] {
        assert!((0..1_000).all(|_| random.below(bound) < bound));
    }
    assert!(
        (0..1_000)
            .map(|_| random.unit())
            .all(|unit| (0.0..1.0).contains(&unit))
    );
}
