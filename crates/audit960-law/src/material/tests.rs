use super::by_hand::pieces_on;
use super::*;

fn holds(condition: &str, white: &str, black: &str) -> bool {
    let pieces = pieces_on(white, black);
    Condition::parse(condition)
        .unwrap()
        .holds(&Material::of(&pieces), SideConditions::of(&pieces))
}

#[test]
fn an_ending_holds_for_both_colours() {
    assert!(holds("KRBvKR", "Kg1 Rf1 Bc4", "Kg8 Ra8"));
    assert!(holds("KRBvKR", "Kg1 Rf1", "Kg8 Ra8 Bc5"));
    assert!(!holds("KRBvKR", "Kg1 Rf1 Bc4", "Kg8 Ra8 Ph7"));
    assert!(!holds("KRBvKR", "Kg1 Rf1 Nc4", "Kg8 Ra8"));
    assert!(!holds("KRBvKR", "Kg1 Rf1 Bc4 Bd4", "Kg8 Ra8"));
    assert!(holds("always", "Kg1", "Kg8 Ra8 Ph7"));
}

#[test]
fn the_queen_ending_asks_for_a_pawn_on_its_seventh_rank() {
    let condition = "KQPvKQ pawn-one-square-from-promotion";
    for file in 'a'..='h' {
        assert!(
            holds(condition, &format!("Ke4 Qd4 P{file}7"), "Kd1 Qg1"),
            "{file}"
        );
        assert!(
            holds(condition, "Kd8 Qg8", &format!("Ke5 Qd5 P{file}2")),
            "{file}"
        );
        // The other side's seventh rank is the pawn's initial rank.
        assert!(
            !holds(condition, &format!("Ke4 Qd4 P{file}2"), "Kd1 Qg1"),
            "{file}"
        );
        assert!(
            !holds(condition, "Kd8 Qg8", &format!("Ke5 Qd5 P{file}7")),
            "{file}"
        );
        assert!(
            !holds(condition, &format!("Ke4 Qd4 P{file}6"), "Kd1 Qg1"),
            "{file}"
        );
    }
}

#[test]
fn rook_pawns_are_blocked_on_either_wing_for_either_colour() {
    let condition = "KRPvKBP blocked-rook-pawns";
    // a1 and h8 are dark, h1 and a8 are light; c3 is dark, c6 is light.
    for (own, other, dark_corner) in [
        ("Pa2", "Pa3", true),
        ("Ph2", "Ph3", false),
        ("Pa7", "Pa6", false),
        ("Ph7", "Ph6", true),
    ] {
        for (bishop, dark) in [("Bc3", true), ("Bc6", false)] {
            let rook_side = format!("Ke5 Rd5 {own}");
            let bishop_side = format!("Kg4 {bishop} {other}");
            let (white, black) = match &own[2..] {
                "2" => (rook_side, bishop_side),
                _ => (bishop_side, rook_side),
            };
            assert_eq!(
                holds(condition, &white, &black),
                dark == dark_corner,
                "{white} {black}"
            );
        }
    }
    assert!(
        !holds(condition, "Ke5 Rd5 Pb2", "Kg4 Bc3 Pb3"),
        "not rook pawns"
    );
    assert!(
        !holds(condition, "Ke5 Rd5 Pa2", "Kg4 Bc3 Pa4"),
        "not blocked"
    );
    assert!(
        !holds(condition, "Ke5 Rd5 Pa2", "Kg4 Bc3 Ph3"),
        "not on the same file"
    );
    assert!(
        !holds(condition, "Ke5 Rd5 Pa3", "Kg4 Bc3 Pa4"),
        "not on its initial square"
    );
    assert!(
        !holds(condition, "Kg4 Bc3 Pa2", "Ke5 Rd5 Pa3"),
        "the bishop's side must have a3"
    );
}

#[test]
fn the_troitsky_line_is_the_same_for_both_colours() {
    let condition = "KNNvKP blocked-behind-troitsky-line";
    let on_line = ["a4", "b6", "c5", "d4", "e4", "f5", "g6", "h4"];
    // The same line for a White pawn, as Gijssen printed it in 1999.
    let on_white_line = ["a5", "b3", "c4", "d5", "e5", "f4", "g3", "h5"];
    for (black, white) in on_line.into_iter().zip(on_white_line) {
        let next = |square: &str, by: i8| {
            let bytes = square.as_bytes();
            format!(
                "{}{}",
                char::from(bytes[0]),
                char::from(bytes[1].wrapping_add_signed(by))
            )
        };
        let knights = |block: &str| format!("Kh1 Nh8 N{block}");
        let (below, above) = (next(black, -1), next(white, 1));
        assert!(
            holds(condition, &knights(&below), &format!("Ka8 P{black}")),
            "{black}"
        );
        assert!(
            holds(condition, &format!("Ka8 P{white}"), &knights(&above)),
            "{white}"
        );
        assert!(
            !holds(
                condition,
                &knights(&next(black, -2)),
                &format!("Ka8 P{below}")
            ),
            "{below}"
        );
        assert!(
            !holds(
                condition,
                &format!("Ka8 P{above}"),
                &knights(&next(white, 2))
            ),
            "{above}"
        );
        assert!(
            !holds(condition, "Kh1 Nh8 Ng8", &format!("Ka8 P{black}")),
            "not blocked"
        );
    }
    assert!(
        holds(condition, "Kh1 Nh8 Ne6", "Ka8 Pe7"),
        "far behind the line"
    );
}

#[test]
fn conditions_are_written_as_they_are_parsed() {
    for text in [
        "always",
        "KRBvKR",
        "KQvKBB",
        "KQPvKQ pawn-one-square-from-promotion",
        "KRPvKBP blocked-rook-pawns",
        "KNNvKP blocked-behind-troitsky-line",
    ] {
        let condition = Condition::parse(text).unwrap();
        assert_eq!(condition.to_string(), text);
        assert_eq!(condition.is_always(), text == "always");
        assert_eq!(condition.side_condition().is_some(), text.contains('-'));
    }
}

#[test]
fn malformed_conditions_are_rejected() {
    for text in [
        "",
        "never",
        "Always",
        "KRB",
        "KRBKR",
        "KBRvKR",
        "RBvKR",
        "KKvK",
        "KRBvKR ",
        "krbvkr",
        "KRB v KR",
        "KXvK",
        "KR1vK",
        "KRBvKR unknown-condition",
        "KRvKR pawn-one-square-from-promotion",
        "KRPvKNP blocked-rook-pawns",
        "KBBvKP blocked-behind-troitsky-line",
        "KQQQQQQQQQQQQQQQQvK",
    ] {
        assert_eq!(Condition::parse(text), None, "{text}");
    }
}
