//! The uniform methods: a number, Bodlaender's dice, a mirror pair with a coin.

use super::super::{FirstRank, Numbering, START_COUNT, Start};
use super::{SplitMix64, Step, Throw, ThrowResult, files, filled, free};

const DARK_SQUARES: u8 = 0x55;
const LIGHT_SQUARES: u8 = 0xAA;

pub(super) fn uniform(random: &mut SplitMix64) -> (Start, Vec<Throw>) {
    let shown = random.throw(START_COUNT);
    let number = shown - 1;
    let throw = Throw {
        step: Step::Number,
        faces: START_COUNT,
        shown,
        squares: 0,
        landing: ThrowResult::Number(number),
    };
    (known(Start::new(number)), vec![throw])
}

pub(super) fn mirror_pair(random: &mut SplitMix64) -> (Start, Vec<Throw>) {
    let place = random.throw(START_COUNT / 2);
    let coin = random.throw(2);
    let mirrored = coin == 2;
    let first = known(Numbering::MirrorList.start(place));
    let steps = vec![
        Throw {
            step: Step::MirrorPair,
            faces: START_COUNT / 2,
            shown: place,
            squares: 0,
            landing: ThrowResult::Number(place),
        },
        Throw {
            step: Step::Direction,
            faces: 2,
            shown: coin,
            squares: 0,
            landing: ThrowResult::Mirrored(mirrored),
        },
    ];
    (if mirrored { first.mirror() } else { first }, steps)
}

pub(super) fn bodlaender(random: &mut SplitMix64) -> (Start, Vec<Throw>) {
    let mut rank: FirstRank = [0; 8];
    let mut steps = Vec::with_capacity(8);
    for (step, letter, allowed) in [
        (Step::DarkBishop, b'B', DARK_SQUARES),
        (Step::LightBishop, b'B', LIGHT_SQUARES),
        (Step::Queen, b'Q', 0xFF),
        (Step::FirstKnight, b'N', 0xFF),
        (Step::SecondKnight, b'N', 0xFF),
    ] {
        let squares = free(&rank) & allowed;
        let file = throw_until_it_fits(random, step, squares, &mut steps);
        rank[usize::from(file)] = letter;
    }
    for (file, letter) in files(free(&rank)).zip(*b"RKR") {
        rank[usize::from(file)] = letter;
    }
    (filled(&rank), steps)
}

/// Throws a six-sided die until it shows at most the number of squares.
fn throw_until_it_fits(
    random: &mut SplitMix64,
    step: Step,
    squares: u8,
    steps: &mut Vec<Throw>,
) -> u8 {
    loop {
        let shown = random.throw(6);
        let file = files(squares).nth(usize::from(shown - 1));
        let landing = file.map_or(ThrowResult::Again, ThrowResult::File);
        steps.push(Throw {
            step,
            faces: 6,
            shown,
            squares,
            landing,
        });
        if let Some(file) = file {
            return file;
        }
    }
}

fn known(start: Option<Start>) -> Start {
    match start {
        Some(start) => start,
        None => unreachable!("the die has as many faces as there are numbers"),
    }
}
