//! The generator against a plain reference that tries every move, and pins worked out by hand.

mod counts;

use std::collections::BTreeSet;

use audit960_types::{Bitboard, CastlingLetter, Pattern, Pieces, Role, Setup, Side, Square, Wing};

use crate::attacks::{self, squares};
use crate::moves::Move;
use crate::position::{BISHOP, KING, KNIGHT, PAWN, Position, QUEEN, ROOK, forward, role_of};
use crate::start::Start;

use self::counts::replies;

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

/// Every pseudo-legal move, kept if the king is safe after it.
fn plain(position: &Position) -> BTreeSet<Move> {
    let mut found = BTreeSet::new();
    let (own, enemy, occupied) = (position.own(), position.enemy(), position.occupied());
    let king = position.king_square();
    for from in squares(own & !position.roles[PAWN]) {
        let reach = match role_of(position.board[from]) {
            KNIGHT => attacks::knight(from),
            BISHOP => attacks::bishop(from, occupied),
            ROOK => attacks::rook(from, occupied),
            QUEEN => attacks::bishop(from, occupied) | attacks::rook(from, occupied),
            _ => attacks::king(from),
        } & !own;
        found.extend(
            squares(reach)
                .filter(|&to| {
                    let to_bit = 1 << to;
                    let is_king = position.roles[KING] & 1 << from != 0;
                    (is_king && position.safe_for_king(1 << from, to))
                        || (!is_king && position.king_safe_after(1 << from, to_bit, enemy & to_bit))
                })
                .map(|to| Move::between(from, to)),
        );
    }
    for from in squares(own & position.roles[PAWN]) {
        let one = forward(position.turn(), 1 << from) & !occupied;
        let second = [0xff_0000_u64, 0xff << 40][position.turn() as usize];
        let two = forward(position.turn(), one & second) & !occupied;
        let takes = attacks::pawn(position.turn(), from) & (enemy | position.en_passant);
        for to in squares(one | two | takes) {
            let passed = if 1 << to & position.en_passant != 0 {
                1 << (to ^ 8)
            } else {
                0
            };
            let captured = if takes & 1 << to == 0 {
                0
            } else {
                passed | enemy & 1 << to
            };
            if !position.king_safe_after(1 << from, 1 << to, captured) {
                continue;
            }
            if (8..56).contains(&to) {
                found.insert(Move::between(from, to));
            } else {
                let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
                found.extend(roles.map(|role| Move::promoting(from, to, role)));
            }
        }
    }
    for wing in [Wing::ASide, Wing::HSide] {
        found.extend(
            position
                .rook_to_castle(wing)
                .map(|rook| Move::between(king, rook)),
        );
    }
    found
}

/// Eight queens around d4 reach it from all sides: more than the counter's digits hold.
#[test]
fn many_queens_reach_the_same_square() {
    let ranks = [
        "nnnnknnn", "pppppppp", ".Q.Q.Q..", "........", ".Q...Q..", "........", ".Q.Q.Q..",
        "K.......",
    ];
    let position = position(ranks, None);
    let moves = position.legal_moves();
    assert_eq!(
        moves.iter().copied().collect::<BTreeSet<_>>(),
        plain(&position)
    );
    assert_eq!(position.perft(1), moves.len() as u64);
    let most = (0..64)
        .map(|to| moves.iter().filter(|m| m.target() == to).count())
        .max();
    assert_eq!(most, Some(8));
}

/// Random games from every seventh Chess960 start, ply by ply.
#[test]
fn the_same_moves_as_the_plain_reference() {
    let mut random = crate::start::SplitMix64::new(960);
    let mut checked = [0_u32; 3];
    for start in Start::all().step_by(7) {
        let files = start.castling_files();
        let mut setup = Setup::standard();
        setup.castling = [Side::White, Side::Black]
            .into_iter()
            .flat_map(|side| {
                [files.a_side_rook, files.h_side_rook].map(|f| CastlingLetter::File(side, f))
            })
            .collect();
        for (rank, side) in [(0, Side::White), (56, Side::Black)] {
            for role in [
                Role::Knight,
                Role::Bishop,
                Role::Rook,
                Role::Queen,
                Role::King,
            ] {
                let on = |f: usize| start.arrangement()[f] == role.letter();
                let files = (0..8).filter(|&f| on(f));
                setup.pieces[side][role] = files.map(|f| Square::new(rank + f)).collect();
            }
        }
        let mut position = Position::load(&setup).unwrap().position;
        for _ in 0..300 {
            let moves = position.legal_moves();
            let set: BTreeSet<_> = moves.iter().copied().collect();
            assert_eq!(set.len(), moves.len(), "a move twice: {}", position.xfen());
            assert_eq!(set, plain(&position), "{}", position.xfen());
            assert_eq!(position.perft(1), moves.len() as u64, "{}", position.xfen());
            assert_eq!(position.has_legal_move(), !moves.is_empty());
            assert_eq!(!position.checkers().is_empty(), position.in_check());
            if checked[0] % 4 == 0 {
                assert_eq!(position.perft(2), replies(&position), "{}", position.xfen());
            }
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
