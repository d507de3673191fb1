//! Pins and checks worked out by hand, counts of the literature, and random games. `tests/it/perft.rs` has published
//! counts of many positions, `tests/it/agreement.rs` another program.

use std::collections::BTreeSet;

use audit960_types::{Pattern, Pieces, Role, Setup, Side, Square};

use crate::position::Position;
use crate::start::{SplitMix64, Start};

/// A position of eight ranks from the eighth down, `.` for an empty square; White to move.
fn position(ranks: [&str; 8], en_passant: Option<Square>) -> Position {
    let mut pieces = Pieces::default();
    for (i, letter) in ranks.concat().bytes().enumerate() {
        if let Some(role) = Role::from_letter(letter) {
            let side = [Side::White, Side::Black][usize::from(letter.is_ascii_lowercase())];
            pieces[side][role] |= Square::new(i ^ 56).into();
        }
    }
    let (castling, turn) = (Vec::new(), Side::White);
    let setup = Setup {
        pieces,
        turn,
        castling,
        en_passant,
        clock: 0,
        move_number: 1,
    };
    Position::load(&setup).unwrap().position
}

/// Legal moves in SAN, except the king's.
fn moves(position: &Position) -> Vec<String> {
    let mut names: Vec<_> = position
        .legal_moves()
        .iter()
        .map(|m| position.san(*m))
        .collect();
    names.retain(|name| !name.starts_with('K'));
    names.sort();
    names
}

#[test]
fn a_pinned_piece_keeps_to_its_line() {
    // A pawn on the file of its pin goes forward and may not take on d5.
    let pawn = [
        "....r..k", "........", "........", "...p....", "....P...", "........", "........",
        "....K...",
    ];
    assert_eq!(moves(&position(pawn, None)), ["e5"]);

    let rook = [
        "....r..k", "........", "........", "........", "....R...", "........", "........",
        "....K...",
    ];
    assert_eq!(
        moves(&position(rook, None)),
        ["Re2", "Re3", "Re5", "Re6", "Re7", "Rxe8+"]
    );

    let bishop = [
        "......k.", "........", "........", "b.......", "........", "..B.....", "........",
        "....K...",
    ];
    assert_eq!(moves(&position(bishop, None)), ["Bb4", "Bd2", "Bxa5"]);

    let knight = [
        ".......k", "........", "........", "........", "r..NK...", "........", "........",
        "........",
    ];
    assert_eq!(moves(&position(knight, None)), [""; 0]);

    // Pinned on the diagonal of its capture, a pawn may take the pinner and not go forward.
    let pawn = [
        ".......k", "........", "........", "........", "..b.....", "...P....", "....K...",
        "........",
    ];
    assert_eq!(moves(&position(pawn, None)), ["dxc4"]);
}

#[test]
fn a_check_is_answered_by_capture_or_between() {
    let from_a_line = [
        "....r..k", "........", "........", "....N...", "........", "........", "R..P....",
        "....K...",
    ];
    // The knight stands between already: no check; it is pinned.
    assert!(
        !moves(&position(from_a_line, None))
            .iter()
            .any(|name| name.starts_with('N'))
    );
    let open = [
        "....r..k", "........", "..N.....", "........", "........", "........", "R..P....",
        "....K...",
    ];
    assert_eq!(moves(&position(open, None)), ["Ne5", "Ne7"]);
}

/// Two pawns leave the fifth rank at once, and the king is on it (the one case that pins do not cover).
#[test]
fn en_passant_that_opens_a_rank() {
    let ranks = [
        ".......k", "........", "........", "K..pP..r", "........", "........", "........",
        "........",
    ];
    assert_eq!(moves(&position(ranks, Some(Square::D6))), ["e6"]);
    let no_rook = [
        ".......k", "........", "........", "K..pP..n", "........", "........", "........",
        "........",
    ];
    assert_eq!(moves(&position(no_rook, Some(Square::D6))), ["e6", "exd6"]);
}

/// Counts that are in every engine's tests: the orthodox start.
#[test]
fn counts_of_the_start() {
    let start = Position::standard();
    for (depth, nodes) in [(0, 1), (1, 20), (2, 400), (3, 8902), (4, 197_281)] {
        assert_eq!(start.perft(depth), nodes);
    }
    let divided = start.divide(3);
    assert_eq!(divided.len(), 20);
    assert_eq!(divided.iter().map(|(_, nodes)| nodes).sum::<u64>(), 8902);
    // After 1. e4 there are 20 replies, and 600 white moves after them: a published divide.
    let e4 = divided.iter().find(|(m, _)| start.san(*m) == "e4").unwrap();
    assert_eq!(e4.1, 600);
}

/// Random games from every seventh Chess960 start, ply by ply: no move twice, and the queries that do without a list
/// agree with it.
#[test]
fn queries_agree_with_the_list() {
    let mut random = SplitMix64::new(960);
    let mut checked = [0_u32; 3];
    for start in Start::all().step_by(7) {
        let mut position = Position::chess960(start, start);
        for _ in 0..300 {
            let moves = position.legal_moves();
            let set: BTreeSet<_> = moves.iter().collect();
            assert_eq!(set.len(), moves.len(), "a move twice: {}", position.xfen());
            assert_eq!(position.has_legal_move(), !moves.is_empty());
            assert_eq!(!position.checkers().is_empty(), position.in_check());
            checked[0] += 1;
            checked[1] += u32::from(position.in_check());
            checked[2] += u32::from(position.en_passant().is_some());
            let Some(m) = moves.get(random.below(moves.len().max(1) as u32) as usize) else {
                break;
            };
            position.play(*m);
        }
    }
    assert!(
        checked[0] > 20_000 && checked[1] > 1000 && checked[2] > 50,
        "{checked:?}"
    );
}

/// Nothing follows the capture of a king, which an illegal move that was kept allows.
#[test]
fn no_sequence_goes_on_without_a_king() {
    let ranks = [
        "....r..k", "........", "........", "........", "........", "........", ".......P",
        "....K...",
    ];
    let mut position = position(ranks, None);
    let ignores_check = position.resolve_illegal(Pattern::Piece {
        role: None,
        from: Square::H2.into(),
        to: Square::H3,
        promotion: None,
    });
    position.play_after_illegal(ignores_check.unwrap());
    let divided = position.divide(2);
    let captures = divided.iter().filter(|(m, _)| position.captures_king(*m));
    assert_eq!(captures.map(|(_, number)| *number).collect::<Vec<_>>(), [0]);
    assert_eq!(position.perft(1), divided.len() as u64);
}
