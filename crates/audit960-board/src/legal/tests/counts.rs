//! Perft: as many replies are counted as are listed.

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
        checked += 1;
    }
    assert!(checked > 1500 && castling > 100, "{checked} {castling}");
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
