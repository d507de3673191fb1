use audit960_types::SanWord;

use super::*;

/// Reads `12.` and `12...` as move numbers, `...` as periods apart from the number before, and everything else
/// as moves; returns the position at the end as well.
fn read(text: &str) -> (MoveNumbering, Position) {
    let mut position = Position::standard();
    let (mut numbering, mut plies) = (MoveNumbering::default(), 0);
    for (at, word) in text.split(' ').enumerate() {
        if word == "..." {
            numbering.continue_with_black(&position);
        } else if let Some(digits) = word.strip_suffix('.') {
            let value = digits.trim_end_matches('.').parse().unwrap();
            let black = digits.ends_with('.');
            let number = MoveNumber { value, black };
            if !numbering.agrees(number, &position) {
                numbering.disagrees(number, &position, Place { at, plies });
            }
        } else {
            position
                .play_san(SanWord::new(word.as_bytes()).unwrap())
                .unwrap();
            plies += 1;
        }
    }
    (numbering, position)
}

/// Kind of evidence, half-moves on the board before, number, number due, half-moves missing.
fn evidence(text: &str) -> Vec<(&'static str, u32, u32, u32, i32)> {
    let found = read(text).0.evidence().into_iter().map(|evidence| {
        let (kind, jump) = match evidence {
            NumberEvidence::Shift(jump) => ("shift", jump),
            NumberEvidence::LikelyMissing(jump) => ("likely", jump),
            NumberEvidence::OtherFirst(jump) => ("first", jump),
            NumberEvidence::Wrong(jump) => ("wrong", jump),
        };
        let plies = jump.place.plies;
        (
            kind,
            plies,
            jump.number.value,
            jump.due.value,
            jump.missing(),
        )
    });
    found.collect()
}

#[test]
fn numbers_that_agree() {
    for text in [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5",
        "1. e4 1... e5 2. Nf3 2... Nc6",
        "1. e4 1. ... e5 2. Nf3 2. ... Nc6",
        "1. e4 1. e5 2. Nf3",
        "1. e4 1. e5 2. Nf3 2. Nc6",
        "e4 e5 2. Nf3",
        "1. Nf3 Nf6 2. 2. Ng1 Ng8 3. 3. Nf3",
    ] {
        assert_eq!(evidence(text), [], "{text}");
        let (numbering, end) = read(text);
        assert!(numbering.is_right(&end), "{text}");
    }
    for text in [
        "1. e4 e5 2.",
        "1. e4 e5 4. Nf3",
        "1. e4 e5 3. Nf3 Nc6 3. Bb5",
    ] {
        let (numbering, end) = read(text);
        assert!(!numbering.is_right(&end), "{text}");
    }
}

#[test]
fn another_first_number() {
    assert_eq!(evidence("17. e4"), [("first", 0, 17, 1, 32)]);
    let text = "17. e4 e5 18. Nf3 Nc6";
    assert_eq!(evidence(text), [("first", 0, 17, 1, 32)]);
    let NumberEvidence::OtherFirst(jump) = read(text).0.evidence()[0] else {
        panic!();
    };
    assert!(jump.confirmed);
    // It is wrong and the next ones are right.
    assert_eq!(
        evidence("2. e4 e5 2. Nf3 Nc6 3. Bb5"),
        [("wrong", 0, 2, 1, 2)]
    );
    // Moves are missing later.
    assert_eq!(
        evidence("17. e4 e5 20. Nf3 Nc6 21. Bb5"),
        [("first", 0, 17, 1, 32), ("shift", 2, 20, 18, 4)]
    );
}

#[test]
fn missing_half_moves() {
    assert_eq!(
        evidence("1. e4 e5 2. Nf3 Nc6 4. Bb5 a6 5. O-O"),
        [("shift", 4, 4, 3, 2)]
    );
    assert_eq!(
        evidence("1. Nf3 Nf6 2. Ng1 3. Ng8 Nf3 4. Nf6"),
        [("shift", 3, 3, 2, 1)]
    );
    // Black's moves are numbered like White's.
    assert_eq!(
        evidence("1. Nf3 1. Nf6 2. Ng1 2. Ng8 3. Nf3 9. Nf6 10. Ng1"),
        [("shift", 5, 9, 3, 12)]
    );
}

#[test]
fn half_moves_too_many() {
    // Black's move is doubled; knights go out and back, so that everything is legal.
    assert_eq!(
        evidence("1. Nf3 Nf6 Ng1 2. Ng8 Nf3 3. Nf6 Ng1 4. Ng8"),
        [("shift", 3, 2, 2, -1)]
    );
    let line = "2. Nf3 Nf6 3. Ng1 Ng8";
    assert_eq!(
        evidence(&format!("1. e4 e5 {line} {line} 4. d4 d5 5. c4")),
        [("shift", 6, 2, 4, -4)]
    );
}

/// Of two numbers that are merely wrong the first is enough; a shift after them is more than that.
#[test]
fn wrong_numbers_hide_no_missing_moves() {
    assert_eq!(
        evidence("1. e4 e5 3. Nf3 Nc6 3. Bb5 a6 5. Ba4 Nf6 5. O-O Be7 9. Re1 b5 10. Bb3"),
        [("wrong", 2, 3, 2, 2), ("shift", 10, 9, 6, 6)]
    );
}

/// A number that falls back, or is one too high, and is followed by right ones.
#[test]
fn a_slip_that_later_numbers_undo() {
    assert_eq!(
        evidence("1. e4 e5 2. Nf3 1... Nc6 3. Bb5 a6"),
        [("wrong", 3, 1, 2, -2)]
    );
    assert_eq!(
        evidence("1. e4 e5 3. Nf3 Nc6 3. Bb5 a6"),
        [("wrong", 2, 3, 2, 2)]
    );
    assert_eq!(
        evidence("1. e4 e5 2. Nf3 Nc6 1. Bb5"),
        [("wrong", 4, 1, 3, -4)]
    );
    // A shift that many numbers confirm and that is undone is a slip as well.
    assert_eq!(
        evidence("1. e4 e5 3. Nf3 Nc6 4. Bb5 a6 4. Ba4 Nf6 5. O-O Be7"),
        [("wrong", 2, 3, 2, 2)]
    );
    // After it, another one that stays.
    assert_eq!(
        evidence("1. e4 e5 2. Nf3 1... Nc6 3. Bb5 a6 5. Ba4 Nf6 6. O-O"),
        [("wrong", 3, 1, 2, -2), ("shift", 6, 5, 4, 2)]
    );
}

/// Nothing confirms that moves are missing at the end of a game, and nothing says otherwise.
#[test]
fn moves_missing_before_the_last_number() {
    assert_eq!(
        evidence("1. Nf3 Nf6 2. Ng1 Ng8 5. Nf3 Nf6"),
        [("likely", 4, 5, 3, 4)]
    );
    assert_eq!(
        evidence("1. Nf3 Nf6 2. Ng1 Ng8 4. Nf3"),
        [("likely", 4, 4, 3, 2)]
    );
    // White's second move.
    assert_eq!(evidence("1. Nf3 Nf6 2... Ng1"), [("likely", 2, 2, 2, 1)]);
}

#[test]
fn two_numbers_without_a_move_between() {
    let text = "1. Nf3 Nf6 2. 9. Ng1 Ng8";
    assert_eq!(evidence(text), [("likely", 2, 9, 2, 14)]);
    let NumberEvidence::LikelyMissing(jump) = read(text).0.evidence()[0] else {
        panic!();
    };
    assert_eq!(jump.follows, Some(2));
    assert_eq!(
        evidence("1. Nf3 Nf6 2. 9. Ng1 Ng8 10. Nf3"),
        [("shift", 2, 9, 2, 14)]
    );
    // Which of the two is right makes no difference.
    assert_eq!(
        evidence("1. Nf3 Nf6 9. 2. Ng1 Ng8 3. Nf3"),
        [("likely", 2, 9, 2, 14)]
    );
    assert_eq!(
        evidence("1. Nf3 Nf6 2. 3. Ng1 Ng8 3. Nf3 Nf6"),
        [("likely", 2, 3, 2, 2)]
    );
    assert_eq!(
        evidence("1. Nf3 Nf6 2. 1. Ng1 Ng8"),
        [("likely", 2, 1, 2, -2)]
    );
}

#[test]
fn a_high_number_that_later_ones_undo() {
    assert_eq!(
        evidence("1. e4 c5 11. Nf3 d6 3. d4 cxd4"),
        [("likely", 2, 11, 2, 18)]
    );
    assert_eq!(
        evidence("1. e4 c5 4. Nf3 d6 3. d4 cxd4"),
        [("likely", 2, 4, 2, 4)]
    );
}

#[test]
fn several_jumps() {
    let text = "1. Nf3 Nf6 3. Ng1 Ng8 4. Nf3 Nf6";
    let first = ("shift", 2, 3, 2, 2);
    assert_eq!(evidence(text), [first]);
    assert_eq!(
        evidence(&format!("{text} 7. Ng1")),
        [first, ("likely", 6, 7, 5, 4)]
    );
    assert_eq!(
        evidence(&format!("{text} 7. Ng1 Ng8 8. Nf3")),
        [first, ("shift", 6, 7, 5, 4)]
    );
    // A last number that is too low does not undo it, that of the count before does.
    assert_eq!(
        evidence(&format!("{text} 3. Ng1")),
        [first, ("wrong", 6, 3, 5, -4)]
    );
    // Neither of two is confirmed by a number of its own.
    assert_eq!(
        evidence("1. Nf3 Nf6 3. Ng1 Ng8 9. Nf3"),
        [("likely", 2, 3, 2, 2), ("likely", 4, 9, 4, 10)]
    );
    assert_eq!(
        evidence("1. Nf3 Nf6 3. Ng1 Ng8 9. Nf3 Nf6 10. Ng1"),
        [("shift", 2, 3, 2, 2), ("shift", 4, 9, 4, 10)]
    );
    // The first number is wrong itself: two half-moves are missing.
    assert_eq!(
        evidence("1. Nf3 Nf6 30. Ng1 Ng8 4. Nf3 Nf6 5. Ng1"),
        [("shift", 2, 30, 2, 2)]
    );
}

/// Periods apart from the number say that it is Black's.
#[test]
fn periods_apart_from_a_wrong_number() {
    // Black's first move is missing.
    assert_eq!(
        evidence("1. Nf3 2. Nf6 2. ... Ng1 3. Ng8"),
        [("shift", 1, 2, 1, 1)]
    );
    assert_eq!(
        evidence("1. Nf3 Nf6 2. Ng1 5. ... Ng8"),
        [("likely", 3, 5, 2, 6)]
    );
    // A number in between agrees, and its periods are its own.
    assert_eq!(
        evidence("1. Nf3 Nf6 5. Ng1 5. ... Ng8 6. Nf3 6. ... Nf6"),
        [("shift", 2, 5, 2, 6)]
    );
}

#[test]
fn many_jumps_are_bounded() {
    let text: Vec<_> = (1..200)
        .map(|n| format!("{}. Nf3 Nf6 {}. Ng1 Ng8", 7 * n, 7 * n + 3))
        .collect();
    let found = evidence(&text.join(" "));
    assert_eq!(found.len(), MAX_JUMPS);
    let missing: i32 = found.iter().map(|found| found.4).sum();
    assert_eq!(missing, 2 * (7 * 199 + 3) - 2 * (2 * 199));
}

#[test]
fn a_number_without_a_move() {
    let ends = |text: &str| {
        let (numbering, end) = read(text);
        numbering.without_move(&end)
    };
    assert_eq!(ends("1. Nf3 Nf6 2."), Some(2));
    assert_eq!(ends("1. Nf3 1..."), Some(1));
    assert_eq!(ends("1. Nf3 1."), Some(1));
    assert_eq!(ends("1. Nf3 Nf6 1."), Some(1));
    assert_eq!(ends("Nf3 Nf6 Ng1 2."), Some(2));
    assert_eq!(ends("1. Nf3 Nf6 2. Ng1"), None);
    assert_eq!(ends("Nf3 Nf6"), None);
    // The jump says so already.
    assert_eq!(ends("1. Nf3 Nf6 7."), None);
}

#[test]
fn a_restart() {
    let (numbering, _) = read("1. e4 e5 2. Nf3 Nc6");
    let number = |value, black| MoveNumber { value, black };
    assert!(numbering.may_restart(number(1, false)));
    assert!(!numbering.may_restart(number(1, true)) && !numbering.may_restart(number(2, false)));
}
