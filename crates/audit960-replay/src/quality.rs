//! How well a side played and how it used its time, from the clocks and evaluations that stand in the text.
//!
//! Time: the time left after the side's moves 10, 20, 30 and 40; the moves that it began to think about in time trouble, which
//! is when a clock of Lichess begins to warn: with less than an eighth of the base time, at least 10 and at most 60 seconds
//! (scalachess, `Clock.scala`, `emergSeconds`), and less than 30 seconds where no base time is known; and its longest think: the
//! time that the text states for a move, else the clock before it, plus the increment, minus the clock after it.
//!
//! Evaluations, by the formulas of Lichess: lichess.org/page/accuracy, and lila (`AccuracyPercent.scala`, `AccuracyCP.scala`,
//! `Advice.scala`) for what the page leaves out:
//!
//! - the chances of winning, `2 / (1 + exp(-0.00368208 cp)) - 1`, run from -1 to 1, and are 50 + 50 times as many percent;
//! - the accuracy of a move that loses d percent is `103.1668 exp(-0.04354 d) - 3.1669`, plus one for what analysis does not
//!   see, 0 to 100; that of a game is the mean of the mean weighted by volatility and of the harmonic mean of its moves;
//! - the centipawn loss of a move is what the evaluation falls by, within 1,000 centipawns on either side;
//! - a move whose chances fall by 0.1 is an inaccuracy, by 0.2 a mistake, by 0.3 a blunder; to allow a mate, or to lose one, is
//!   a blunder, less where the game is lost or won without it, too (999 and 700 centipawns);
//! - before the first move stand 15 centipawns.
//!
//! A move counts if the evaluations before and after it are known; without those of nine tenths of the half-moves nothing is
//! said. Evaluations of the players themselves (cutechess, TCEC) are two opinions, not one analysis, and do not count.

use audit960_types::{Side, SideQuality};

use crate::time_control::TimeControl;

/// Moves of a side after which its time counts.
const MOVES: [usize; 4] = [10, 20, 30, 40];

/// Seconds below which a side is in time trouble if no base time is known.
const UNKNOWN_BASE: f64 = 30.0;

/// Evaluation before the first move, in centipawns.
const INITIAL: f64 = 15.0;

/// Limit of evaluations in centipawns.
const CEILING: f64 = 1_000.0;

/// Evaluation of a forced mate in the text, in pawns.
const MATE: f64 = 1_000.0;

/// What the text states of the half-moves of a game, one element each.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Noted<'a> {
    /// Seconds left after each half-move.
    pub(crate) clocks: &'a [Option<f64>],
    /// Seconds spent on each half-move.
    pub(crate) move_times: &'a [Option<f64>],
    /// Evaluation after each half-move in pawns, from White's point of view, by an analysis.
    pub(crate) evals: &'a [Option<f64>],
}

/// What they say of White and of Black. `first` makes the first of `plies` half-moves.
pub(crate) fn quality(
    noted: Noted<'_>,
    control: Option<&TimeControl>,
    first: Side,
    plies: u32,
) -> [SideQuality; 2] {
    let times = control.and_then(TimeControl::base_and_increment);
    let judged = judge(noted.evals, first, plies as usize);
    [Side::White, Side::Black].map(|side| {
        let own = usize::from(side != first);
        let mut of_side = SideQuality::default();
        time(noted, times, own, &mut of_side);
        if let Some(judged) = &judged {
            judged[side as usize].write(&mut of_side);
        }
        of_side
    })
}

/// The elements of the moves of the side whose first half-move has this index.
fn own_of(list: &[Option<f64>], first: usize) -> impl Iterator<Item = Option<f64>> {
    list.iter().copied().skip(first).step_by(2)
}

fn time(
    noted: Noted<'_>,
    times: Option<(Option<f64>, f64)>,
    own: usize,
    of_side: &mut SideQuality,
) {
    let clocks: Vec<Option<f64>> = own_of(noted.clocks, own).collect();
    of_side.time_left = MOVES.map(|number| clocks.get(number - 1).copied().flatten());
    if clocks.iter().any(Option::is_some) {
        let base = times.and_then(|(base, _)| base);
        let low = base.map_or(UNKNOWN_BASE, |base| (base / 8.0).clamp(10.0, 60.0));
        let before = clocks.iter().take(clocks.len().saturating_sub(1));
        let is_low = |left: &&Option<f64>| left.is_some_and(|left| left < low);
        of_side.time_trouble = u32::try_from(before.filter(is_low).count()).ok();
    }
    let spent = own_of(noted.move_times, own).flatten();
    let by_clock = clocks.windows(2).filter_map(|pair| {
        let (_, increment) = times?;
        match pair {
            [Some(before), Some(after)] => Some(before + increment - after),
            _ => None,
        }
    });
    // Where the text states times, the clocks would only say the same less exactly.
    let stated = noted.move_times.iter().any(Option::is_some);
    let longest = match stated {
        true => spent.reduce(f64::max),
        false => by_clock.reduce(f64::max),
    };
    // Time that was added at a time control hides a think.
    of_side.longest_think = longest.filter(|seconds| *seconds >= 0.0);
}

/// The moves of a side.
#[derive(Clone, Debug, Default)]
struct Judged {
    /// Loss in centipawns, accuracy and weight of each move.
    moves: Vec<(f64, f64, f64)>,
    inaccuracies: u32,
    mistakes: u32,
    blunders: u32,
}

impl Judged {
    fn write(&self, of_side: &mut SideQuality) {
        let count = self.moves.len() as f64;
        if self.moves.is_empty() {
            return;
        }
        let sum =
            |value: &dyn Fn(&(f64, f64, f64)) -> f64| self.moves.iter().map(value).sum::<f64>();
        let weighted =
            sum(&|(_, accuracy, weight)| accuracy * weight) / sum(&|(.., weight)| *weight);
        let harmonic = count / sum(&|(_, accuracy, _)| accuracy.max(1.0).recip());
        of_side.centipawn_loss = Some(sum(&|(loss, ..)| *loss) / count);
        of_side.accuracy = Some(f64::midpoint(weighted, harmonic));
        of_side.inaccuracies = Some(self.inaccuracies);
        of_side.mistakes = Some(self.mistakes);
        of_side.blunders = Some(self.blunders);
    }
}

/// Judges the moves of both sides; `None` if too few half-moves have an evaluation.
fn judge(evals: &[Option<f64>], first: Side, plies: usize) -> Option<[Judged; 2]> {
    let known = evals.iter().flatten().count();
    if known == 0 || 10 * known < 9 * plies {
        return None;
    }
    // The half-moves with an evaluation, the position before the first half-move among them, as half-move 0.
    let stated = (1..).zip(evals);
    let stated = stated.filter_map(|(ply, eval)| Some((ply, (*eval)? * 100.0)));
    let positions: Vec<(usize, f64)> = std::iter::once((0, INITIAL)).chain(stated).collect();
    let chances: Vec<f64> = positions.iter().map(|(_, cp)| percent(*cp)).collect();
    let weights = volatility(&chances);
    let mut judged = [Judged::default(), Judged::default()];
    for (at, weight) in weights.into_iter().enumerate() {
        let [(before, from), (ply, to)] = positions[at..at + 2] else {
            continue;
        };
        if before + 1 != ply {
            continue;
        }
        let side = if ply % 2 == 1 { first } else { first.other() };
        let sign = if side == Side::White { 1.0 } else { -1.0 };
        let own = |white: f64| {
            if side == Side::White {
                white
            } else {
                100.0 - white
            }
        };
        let of_side = &mut judged[side as usize];
        let loss = sign * (ceiled(from) - ceiled(to));
        let accuracy = accuracy(own(chances[at]), own(chances[at + 1]));
        of_side.moves.push((loss.max(0.0), accuracy, weight));
        match judgement(sign * from, sign * to) {
            Some(Judgement::Inaccuracy) => of_side.inaccuracies += 1,
            Some(Judgement::Mistake) => of_side.mistakes += 1,
            Some(Judgement::Blunder) => of_side.blunders += 1,
            None => {}
        }
    }
    Some(judged)
}

fn ceiled(centipawns: f64) -> f64 {
    centipawns.clamp(-CEILING, CEILING)
}

/// Chances of winning from -1 to 1.
fn winning_chances(centipawns: f64) -> f64 {
    2.0 / (1.0 + (-0.00368208 * centipawns).exp()) - 1.0
}

/// Chances of winning in percent.
fn percent(centipawns: f64) -> f64 {
    50.0 + 50.0 * winning_chances(ceiled(centipawns))
}

/// The accuracy of a move by the chances of the side that moves, in percent.
fn accuracy(before: f64, after: f64) -> f64 {
    if after >= before {
        return 100.0;
    }
    let raw = 103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * (before - after)).exp();
    (raw - 3.166_924_740_191_411 + 1.0).clamp(0.0, 100.0)
}

/// The weight of the move from each position to the next: how much the chances vary around it.
fn volatility(chances: &[f64]) -> Vec<f64> {
    let half_moves = chances.len() - 1;
    let size = (half_moves / 10).clamp(2, 8).min(chances.len());
    let weight = |window: &[f64]| {
        let count = window.len() as f64;
        let mean = window.iter().sum::<f64>() / count;
        let variance = window
            .iter()
            .map(|chance| (chance - mean).powi(2))
            .sum::<f64>()
            / count;
        variance.sqrt().clamp(0.5, 12.0)
    };
    let leading = std::iter::repeat_n(&chances[..size], size - 2);
    leading
        .chain(chances.windows(size))
        .map(weight)
        .take(half_moves)
        .collect()
}

/// What is said of a bad move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Judgement {
    Inaccuracy,
    Mistake,
    Blunder,
}

/// What is said of a move, by evaluations in centipawns from the point of view of the side that moves.
fn judgement(from: f64, to: f64) -> Option<Judgement> {
    let mate = |centipawns: f64| (centipawns.abs() >= 100.0 * MATE).then_some(centipawns > 0.0);
    // A mate has no centipawns.
    let graded = |against: f64| {
        if against > 999.0 {
            Judgement::Inaccuracy
        } else if against > 700.0 {
            Judgement::Mistake
        } else {
            Judgement::Blunder
        }
    };
    match (mate(from), mate(to)) {
        (None, None) => {
            let fallen = winning_chances(from) - winning_chances(to);
            let grades = [
                (0.3, Judgement::Blunder),
                (0.2, Judgement::Mistake),
                (0.1, Judgement::Inaccuracy),
            ];
            let grade = grades.into_iter().find(|(least, _)| fallen >= *least);
            grade.map(|(_, judgement)| judgement)
        }
        // Mated soon, and was not before.
        (None, Some(false)) => Some(graded(-from)),
        // Would have mated.
        (Some(true), None) => Some(graded(to)),
        (Some(true), Some(false)) => Some(Judgement::Blunder),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
