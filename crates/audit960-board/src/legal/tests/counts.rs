//! Perft: as many sequences as are found by playing each.

use super::*;

/// Number of replies to all moves, by playing each move and listing the replies.
pub(super) fn replies(position: &Position) -> u64 {
    let after = |m: &Move| {
        let mut after = position.clone();
        after.play(*m);
        after.legal_moves().len() as u64
    };
    position.legal_moves().iter().map(after).sum()
}

/// Number of legal sequences, played move by move; nothing follows the capture of a king.
fn sequences(position: &Position, depth: u32) -> u64 {
    let follow = |m: &Move| {
        if depth == 1 {
            return 1;
        }
        if position.captures_king(*m) {
            return 0;
        }
        let mut after = position.clone();
        after.play_after_illegal(*m);
        sequences(&after, depth - 1)
    };
    position.legal_moves().iter().map(follow).sum()
}

/// Random games in which some moves ignore the law, so that the side that is not to move may be in check.
#[test]
fn sequences_after_illegal_moves() {
    let mut random = crate::start::SplitMix64::new(57);
    let mut attacked = 0;
    for _ in 0..300 {
        let mut position = Position::standard();
        for ply in 0..60 {
            let pattern = Pattern::Piece {
                role: None,
                from: Square::new(random.below(64) as usize).into(),
                to: Square::new(random.below(64) as usize),
                promotion: None,
            };
            let legal = position.legal_moves();
            let illegal = position.resolve_illegal(pattern);
            let Some(played) = illegal.or_else(|| {
                let number = legal.len().max(1) as u32;
                legal.get(random.below(number) as usize).copied()
            }) else {
                break;
            };
            if position.captures_king(played) {
                break;
            }
            position.play_after_illegal(played);
            let moves = position.legal_moves();
            let can_capture = moves.iter().any(|m| position.captures_king(*m));
            if can_capture {
                attacked += 1;
                for depth in [1, 2] {
                    let divided = position.divide(depth).into_iter();
                    let divided: u64 = divided.map(|(_, number)| number).sum();
                    let expected = sequences(&position, depth);
                    assert_eq!(divided, expected, "{}", position.xfen());
                }
            } else if ply % 5 > 0 {
                continue;
            }
            for depth in 1..=2 + u32::from(ply % 30 == 0) {
                let expected = sequences(&position, depth);
                assert_eq!(position.perft(depth), expected, "{}", position.xfen());
            }
        }
    }
    assert!(attacked > 100, "{attacked}");
}

/// A few pieces placed at random, sliders and pawns more often than others; both kings on their back
/// ranks every other time, so that there is castling.
fn thrown(random: &mut crate::start::SplitMix64) -> Option<Position> {
    let mut setup = Setup {
        pieces: Pieces::default(),
        turn: [Side::White, Side::Black][random.below(2) as usize],
        castling: [Side::White, Side::Black]
            .into_iter()
            .flat_map(|side| {
                [Wing::ASide, Wing::HSide].map(|wing| CastlingLetter::Wing(side, wing))
            })
            .collect(),
        ..Setup::standard()
    };
    let mut occupied = Bitboard::EMPTY;
    let mut put = |side: u32, role: Role, square: u32| {
        let square = Square::new(square as usize);
        if !occupied.contains(square) && (role != Role::Pawn || (1..7).contains(&square.rank())) {
            setup.pieces[[Side::White, Side::Black][side as usize]][role] |= square.into();
            occupied |= square.into();
        }
    };
    let castling = random.below(2) == 0;
    for side in 0..2 {
        let square = if castling {
            random.below(8) + 56 * side
        } else {
            random.below(64)
        };
        put(side, Role::King, square);
    }
    for _ in 0..random.below(20) {
        use Role::{Bishop, Knight, Pawn, Queen, Rook};
        let role = [Pawn, Pawn, Pawn, Knight, Bishop, Rook, Queen][random.below(7) as usize];
        let side = random.below(2);
        let square = if castling && role == Rook {
            random.below(8) + 56 * side
        } else {
            random.below(64)
        };
        put(side, role, square);
    }
    Some(Position::load(&setup).ok()?.position)
}

/// Positions that no game leads to: kings in the open, pins, castling past attacked squares.
#[test]
fn as_many_replies_as_there_are() {
    let mut random = crate::start::SplitMix64::new(10);
    let (mut checked, mut castling) = (0, 0);
    for position in std::iter::repeat_with(|| thrown(&mut random))
        .take(3000)
        .flatten()
    {
        assert_eq!(position.perft(2), replies(&position), "{}", position.xfen());
        let theirs = position.legal_moves().into_iter().any(|m| {
            let mut after = position.clone();
            after.play(m);
            [Wing::ASide, Wing::HSide]
                .into_iter()
                .any(|wing| after.rook_to_castle(wing).is_some())
        });
        castling += u32::from(theirs);
        if checked % 30 == 0 {
            let (moves, mut deeper) = (position.legal_moves(), 0);
            for m in moves {
                let mut after = position.clone();
                after.play(m);
                deeper += replies(&after);
            }
            assert_eq!(position.perft(3), deeper, "{}", position.xfen());
        }
        checked += 1;
    }
    assert!(checked > 1500 && castling > 100, "{checked} {castling}");
}

/// Ten queens: more than the list of sliders holds. The pawn that steps to g5 cuts the ninth off from h4.
#[test]
fn more_sliders_than_the_list_holds() {
    let ranks = [
        "qqqqq..k", "........", "........", "qqqqq...", "......P.", "........", "......PP",
        ".......K",
    ];
    let position = position(ranks, None);
    assert_eq!(position.perft(2), replies(&position));
}

/// Castling that is not, or no longer, a legal reply, although no square next to the king shows it.
#[test]
fn castling_among_the_replies() {
    // d5-d6 opens the bishop's diagonal to g8, where the king would arrive.
    let opened = [
        ".k.....r", ".p......", "........", "...P....", "........", "........", "B.......",
        "......K.",
    ];
    // The rook would uncover the king, which stays where it is.
    let uncovered = [
        "Rrk.....", "........", "........", "........", "........", "........", "PP......",
        ".......K",
    ];
    for (ranks, wing) in [(opened, Wing::HSide), (uncovered, Wing::ASide)] {
        let mut position = position(ranks, None);
        let rook = position.wing_rooks(Side::Black, wing).first().unwrap();
        assert!(position.set_castling_rook(Side::Black, wing, rook));
        assert_eq!(position.perft(2), replies(&position), "{}", position.xfen());
    }
}

/// From a depth of five on, positions seen before are not counted again: a wrong key shows there first.
/// Few pieces and many captures make many transpositions.
#[test]
fn different_positions_have_different_keys() {
    #[rustfmt::skip]
    let few = [
        "........",
        "..p.....",
        "...p....",
        "KP.....r",
        ".R...p.k",
        "........",
        "....P.P.",
        "........",
    ];
    assert_eq!(position(few, None).perft(5), 674_624);
    #[rustfmt::skip]
    let fewer = [
        "....k...",
        "........",
        "........",
        "...p....",
        "........",
        "..N.....",
        "........",
        "....K...",
    ];
    assert_eq!(position(fewer, None).perft(5), 74_990);
}
