//! The arithmetic of the clock, by hand: no table is needed.

use super::*;

fn known(wdl: Wdl, plies: i32, rounded: bool) -> Probed {
    Probed::Known {
        wdl,
        dtz: Dtz { plies, rounded },
    }
}

/// Value and certainty.
fn value_and_certainty(probed: Probed, clock: u32) -> (&'static str, bool) {
    let value = probed.under(clock);
    (value.value.as_str(), value.certain)
}

#[test]
fn a_win_is_in_time_if_it_zeroes_the_clock_with_the_hundredth_half_move() {
    let win = known(Wdl::Win, 10, false);
    assert_eq!(value_and_certainty(win, 90), ("win", true));
    assert_eq!(value_and_certainty(win, 91), ("cursed-win", true));
    let loss = known(Wdl::Loss, -10, false);
    assert_eq!(value_and_certainty(loss, 90), ("loss", true));
    assert_eq!(value_and_certainty(loss, 91), ("blessed-loss", true));
}

/// A rounded 10 is 10 or 11: at a clock of 90 the win takes 100 half-moves or 101.
#[test]
fn rounding_leaves_two_values_at_one_clock_alone() {
    let (win, loss) = (known(Wdl::Win, 10, true), known(Wdl::Loss, -10, true));
    assert_eq!(value_and_certainty(win, 89), ("win", true));
    assert_eq!(value_and_certainty(win, 90), ("cursed-win", false));
    assert_eq!(value_and_certainty(win, 91), ("cursed-win", true));
    assert_eq!(value_and_certainty(loss, 89), ("loss", true));
    assert_eq!(value_and_certainty(loss, 90), ("blessed-loss", false));
    assert_eq!(value_and_certainty(loss, 91), ("blessed-loss", true));
}

/// Right after a capture or pawn move the table of values is exact, even where the distance is rounded to 100.
#[test]
fn the_table_is_exact_for_a_clock_of_zero() {
    assert_eq!(
        value_and_certainty(known(Wdl::Win, 100, true), 0),
        ("win", true)
    );
    assert_eq!(
        value_and_certainty(known(Wdl::Loss, -100, true), 0),
        ("loss", true)
    );
    assert_eq!(
        value_and_certainty(known(Wdl::CursedWin, 101, true), 0),
        ("cursed-win", true)
    );
}

#[test]
fn cursed_wins_and_draws_stay_what_they_are() {
    for clock in [0, 1, 99, 100, 150, u32::MAX] {
        assert_eq!(
            value_and_certainty(known(Wdl::CursedWin, 102, true), clock),
            ("cursed-win", true)
        );
        assert_eq!(
            value_and_certainty(known(Wdl::BlessedLoss, -102, true), clock),
            ("blessed-loss", true)
        );
        assert_eq!(
            value_and_certainty(known(Wdl::Draw, 0, false), clock),
            ("draw", true)
        );
    }
}

/// Five pieces: the longest wins of KBBvKN take more than fifty moves, others exactly fifty (1989's limit was 75).
#[test]
fn at_a_hundred_and_beyond_no_win_is_left() {
    for clock in [100, 101, 150, u32::MAX] {
        assert_eq!(
            value_and_certainty(known(Wdl::Win, 1, false), clock),
            ("cursed-win", true)
        );
        assert_eq!(
            value_and_certainty(known(Wdl::Loss, -1, true), clock),
            ("blessed-loss", true)
        );
    }
    // With one half-move left, a capture at a clock of 99 is in time.
    assert_eq!(
        value_and_certainty(known(Wdl::Win, 1, false), 99),
        ("win", true)
    );
    assert_eq!(
        value_and_certainty(known(Wdl::Win, 1, true), 99),
        ("cursed-win", false)
    );
}

#[test]
fn mate_and_stalemate_stand_whatever_the_clock() {
    let mate = Probed::Over {
        wdl: Wdl::Loss,
        dtz: None,
    };
    let stalemate = Probed::Over {
        wdl: Wdl::Draw,
        dtz: None,
    };
    for clock in [0, 99, 100, 151] {
        assert_eq!(value_and_certainty(mate, clock), ("loss", true));
        assert_eq!(value_and_certainty(stalemate, clock), ("draw", true));
    }
}

#[test]
fn without_a_distance_only_the_ends_of_the_clock_are_known() {
    let win = Probed::WithoutDtz {
        wdl: Wdl::Win,
        reason: UnknownReason::TableMissing,
    };
    assert_eq!(value_and_certainty(win, 0), ("win", true));
    assert_eq!(value_and_certainty(win, 1), ("unknown", false));
    assert_eq!(win.under(1).reason, Some(UnknownReason::TableMissing));
    assert_eq!(value_and_certainty(win, 100), ("cursed-win", true));
    let draw = Probed::WithoutDtz {
        wdl: Wdl::Draw,
        reason: UnknownReason::TableDamaged,
    };
    assert_eq!(value_and_certainty(draw, 42), ("draw", true));
}

#[test]
fn the_opponent_has_the_reversed_value() {
    for wdl in [Wdl::Loss, Wdl::BlessedLoss, Wdl::Draw] {
        assert_eq!(wdl.reversed().number(), -wdl.number());
        assert_eq!(wdl.reversed().reversed(), wdl);
    }
}
