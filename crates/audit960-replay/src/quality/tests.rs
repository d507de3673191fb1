//! Losses by hand, and accuracies by the formulas as Lichess publishes them.

use super::*;

fn some(values: &[f64]) -> Vec<Option<f64>> {
    values.iter().copied().map(Some).collect()
}

fn of_evals(evals: &[Option<f64>], first: Side) -> [SideQuality; 2] {
    let noted = Noted {
        evals,
        ..Noted::default()
    };
    quality(noted, None, first, evals.len() as u32)
}

fn assert_near(found: Option<f64>, expected: f64) {
    let found = found.unwrap();
    assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
}

/// Centipawn losses by hand: White's moves change 15 to 20, 30 to -50, 10 to 10: 0, 80, 0. Black's 20 to 30, -50 to 10,
/// 10 to 400: 10, 60, 390. The accuracies are those of this program:
///
/// ```text
/// win = lambda cp: 50+50*(2/(1+exp(-.00368208*max(-1000,min(1000,cp))))-1)
/// acc = lambda d: 100 if d <= 0 else 103.1668100711649*exp(-.04354415386753951*d)-3.166924740191411+1
/// W = [win(cp) for cp in [15, 20, 30, -50, 10, 10, 400]]
/// w = [max(.5, min(12, statistics.pstdev(W[i:i+2]))) for i in range(6)]
/// a = [acc(W[i]-W[i+1]) for i in (0, 2, 4)]; v = w[0::2]            # White; Black: W[i+1]-W[i] for 1, 3, 5
/// (sum(x*y for x, y in zip(a, v))/sum(v) + 3/sum(1/x for x in a))/2
/// ```
fn control(text: &str) -> Option<TimeControl> {
    TimeControl::parse(text.as_bytes())
}

#[test]
fn accuracy_and_loss_are_those_of_lichess() {
    let evals = some(&[0.2, 0.3, -0.5, 0.1, 0.1, 4.0]);
    let [white, black] = of_evals(&evals, Side::White);
    assert_near(white.centipawn_loss, 80.0 / 3.0);
    assert_near(black.centipawn_loss, 460.0 / 3.0);
    assert_near(white.accuracy, 83.739_440_252_309_21);
    assert_near(black.accuracy, 42.629_049_037_028_67);
    // The same game with colours exchanged: only the 15 centipawns before it are not, and they cost nothing.
    let mirrored: Vec<Option<f64>> = evals.iter().map(|eval| eval.map(|pawns| -pawns)).collect();
    let [_, black] = of_evals(&mirrored, Side::Black);
    assert_near(black.centipawn_loss, 80.0 / 3.0);
}

/// From 15 to -130 centipawns White's chances fall by 0.26, from -130 to 0 Black's by 0.23; from 0 to -70 and from -70 to 0
/// by 0.13.
#[test]
fn mistakes_are_counted_for_their_side() {
    let evals = some(&[-1.3, -1.3, -1.3, 0.0, -0.7, 0.0]);
    let judged = of_evals(&evals, Side::White);
    for side in judged {
        assert_eq!(
            (side.inaccuracies, side.mistakes, side.blunders),
            (Some(1), Some(1), Some(0))
        );
    }
}

/// With 26 half-moves the windows are two long; the fall of White's 21st half-move, from 15 to -300, weighs most. By the
/// program above.
#[test]
fn volatile_moves_weigh_more() {
    let mut evals = vec![0.15; 20];
    evals.extend([-3.0, -3.0, -2.9, -2.9, 5.0, 5.0]);
    let [white, black] = of_evals(&some(&evals), Side::White);
    assert_near(white.accuracy, 78.347_708_445_072_61);
    assert_near(white.centipawn_loss, 315.0 / 13.0);
    assert_near(black.accuracy, 100.0);
    assert_near(black.centipawn_loss, 0.0);
}

/// From an equal position the chances fall by 0.1 between 54 and 55 centipawns, by 0.2 between 110 and 111, by 0.3 between
/// 168 and 169.
#[test]
fn bad_moves_are_graded_by_the_chances_that_they_lose() {
    use Judgement::{Blunder, Inaccuracy, Mistake};
    let mate = 100_000.0;
    for (from, to, expected) in [
        (0.0, -54.0, None),
        (0.0, -55.0, Some(Inaccuracy)),
        (0.0, -110.0, Some(Inaccuracy)),
        (0.0, -111.0, Some(Mistake)),
        (0.0, -168.0, Some(Mistake)),
        (0.0, -169.0, Some(Blunder)),
        (0.0, 300.0, None),
        // Of 1,000 centipawns, 300 matter little.
        (1_000.0, 700.0, None),
        (0.0, -mate, Some(Blunder)),
        (-700.0, -mate, Some(Blunder)),
        (-701.0, -mate, Some(Mistake)),
        (-999.0, -mate, Some(Mistake)),
        (-1_000.0, -mate, Some(Inaccuracy)),
        (mate, 700.0, Some(Blunder)),
        (mate, 701.0, Some(Mistake)),
        (mate, 1_000.0, Some(Inaccuracy)),
        (mate, -50.0, Some(Blunder)),
        (mate, -mate, Some(Blunder)),
        (mate, mate, None),
        (-mate, -mate, None),
        (-mate, 0.0, None),
        (0.0, mate, None),
    ] {
        assert_eq!(judgement(from, to), expected, "{from} to {to}");
    }
}

#[test]
fn nine_tenths_of_the_half_moves_must_have_an_evaluation() {
    let mut evals = some(&[0.1; 10]);
    evals[4] = None;
    let [white, black] = of_evals(&evals, Side::White);
    // Half-moves 5 and 6 have none before or after them.
    assert!(white.accuracy.is_some() && black.accuracy.is_some());
    assert_eq!((white.blunders, black.blunders), (Some(0), Some(0)));
    evals[5] = None;
    assert_eq!(of_evals(&evals, Side::White), [SideQuality::default(); 2]);
    assert_eq!(of_evals(&[], Side::White), [SideQuality::default(); 2]);
    // A blunder next to a gap is none: what it changed is not known.
    let mut evals = some(&[0.1; 20]);
    evals[6] = None;
    evals[7..].fill(Some(-9.0));
    let [white, black] = of_evals(&evals, Side::White);
    assert_eq!((white.blunders, black.blunders), (Some(0), Some(0)));
}

#[test]
fn time_is_that_of_the_clocks() {
    // White has 300 seconds less ten a move, with three back; Black's clock is stated once.
    let mut clocks = Vec::new();
    for number in 0..25_i32 {
        clocks.push(Some(f64::from(300 - 7 * number)));
        clocks.push((number == 9).then_some(55.5));
    }
    // White's 22nd move takes thirty seconds more, and leaves too little for the others.
    for number in 21..25 {
        clocks[2 * number] = clocks[2 * number].map(|left| left - 120.0);
    }
    let noted = Noted {
        clocks: &clocks,
        ..Noted::default()
    };
    let [white, black] = quality(noted, control("300+3").as_ref(), Side::White, 50);
    assert_eq!(white.time_left, [Some(237.0), Some(167.0), None, None]);
    assert_eq!(black.time_left, [Some(55.5), None, None, None]);
    // 300 / 8 = 37.5 seconds: after the moves 22 to 25 White has 33, 26, 19 and 12 left, and three moves follow.
    assert_eq!(white.time_trouble, Some(3));
    assert_eq!(black.time_trouble, Some(0));
    // From 160 to 33 with three seconds added.
    assert_eq!(white.longest_think, Some(130.0));
    assert_eq!(black.longest_think, None);
    // Without a time control 30 seconds decide, and the increment is not known.
    let [white, _] = quality(noted, None, Side::White, 50);
    assert_eq!((white.time_trouble, white.longest_think), (Some(2), None));
    // Black to move first.
    let [white, black] = quality(noted, control("300+3").as_ref(), Side::Black, 50);
    assert_eq!(black.time_left[0], Some(237.0));
    assert_eq!(white.time_left[0], Some(55.5));
    assert_eq!(
        quality(Noted::default(), None, Side::White, 8),
        [SideQuality::default(); 2]
    );
}

#[test]
fn stated_times_go_before_clocks() {
    let noted = Noted {
        clocks: &some(&[100.0, 100.0, 20.0, 90.0]),
        move_times: &some(&[1.5, 2.0, 3.25, 0.5]),
        ..Noted::default()
    };
    let [white, black] = quality(noted, control("120").as_ref(), Side::White, 4);
    assert_eq!(
        (white.longest_think, black.longest_think),
        (Some(3.25), Some(2.0))
    );
}
