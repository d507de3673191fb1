//! Numbers of pieces that no game can lead to.

use audit960_board::Position;
use audit960_types::{Bitboard, ByRole, Role};

/// Light squares (a1 is dark).
const LIGHT: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);

/// Why a position has more promoted pieces than captures allow, if so.
///
/// Besides the missing pawns of each side, captures limit the promotions of both. A pawn gets past the
/// enemy pawn of its file only if one of the two leaves the file or the board, and that takes a capture:
/// by one of them, or of one of them. A capture of a pawn by a pawn breaks two such pairs, of whose four
/// pawns one is gone: three may promote. Any other breaks at most one pair: two may.
pub(super) fn impossible_promotions(position: &Position) -> Option<String> {
    let pieces = position.pieces().into_array();
    let mut promoted = [0; 2];
    for (own, promoted) in pieces.iter().zip(&mut promoted) {
        *promoted = promotions(own);
        let pawns = own[Role::Pawn].count();
        if *promoted + pawns > 8 {
            return Some(format!(
                "a side has at least {promoted} promoted pieces (bishops counted by the colour of \
                 their squares) and {pawns} pawns"
            ));
        }
    }
    let total: u32 = pieces.iter().map(|own| own.all().count()).sum();
    let pawns: u32 = pieces.iter().map(|own| own[Role::Pawn].count()).sum();
    let promoted: u32 = promoted.iter().sum();
    let captured = 32_u32.saturating_sub(total);
    let pawns_captured = captured.min(16 - pawns - promoted);
    let room = 2 * captured + pawns_captured;
    (promoted > room).then(|| {
        format!("at least {promoted} pieces are promoted, but {captured} captures let at most {room} pawns through")
    })
}

/// The minimum number of promoted pieces of a side.
fn promotions(own: &ByRole<Bitboard>) -> u32 {
    let excess = |set: Bitboard, usual: u32| set.count().saturating_sub(usual);
    excess(own[Role::Knight], 2)
        + excess(own[Role::Bishop] & LIGHT, 1)
        + excess(own[Role::Bishop] & !LIGHT, 1)
        + excess(own[Role::Rook], 2)
        + excess(own[Role::Queen], 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(placement: &str) -> Option<String> {
        let fen = format!("{placement} w - - 0 1");
        let setup = audit960_pgn::parse_fen(fen.as_bytes()).unwrap().setup;
        impossible_promotions(&Position::load(&setup).unwrap().position)
    }

    #[test]
    fn no_capture_no_promotion() {
        assert_eq!(reason("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"), None);
        // All 32 pieces are there, with a knight for one of White's pawns.
        let found = reason("rnbqkbnr/pppppppp/8/8/8/5N2/1PPPPPPP/RNBQKBNR").unwrap();
        assert!(
            found.starts_with("at least 1 pieces are promoted, but 0 captures"),
            "{found}"
        );
        assert!(reason("rnbqkbnr/nnnnnnnn/8/8/8/8/NNNNNNNN/RNBQKBNR").is_some());
    }

    #[test]
    fn captures_make_room() {
        // White's a-pawn took the b-pawn: it, the b-pawn and Black's a-pawn may promote.
        assert_eq!(
            reason("rnbqkbnr/2pppppp/8/8/8/1QQ2n2/2PPPPPP/RNBQKBNR"),
            None
        );
        // A knight was taken by the a-pawn: it and Black's a-pawn, no third.
        assert_eq!(
            reason("r1bqkbnr/1ppppppp/8/8/1q6/1Q6/1PPPPPPP/RNBQKBNR"),
            None
        );
        assert!(reason("r1bqkbnr/1ppppppp/8/8/1q6/1QQ5/2PPPPPP/RNBQKBNR").is_some());
    }

    #[test]
    fn bishops_on_squares_of_one_colour() {
        // c1 and e3 are dark: one of them was a pawn, but no pawn is missing.
        assert!(reason("rnbqkbnr/pppppppp/8/8/8/4B3/PPPPPPPP/RNBQK1NR").is_some());
        assert_eq!(
            reason("rnbqkbnr/pppppppp/8/8/8/3B4/PPPPPPPP/RNBQK1NR"),
            None
        );
    }
}
