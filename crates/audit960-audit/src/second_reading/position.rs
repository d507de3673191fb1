//! Positions: set up from a FEN, and written so that two engines can be compared.

use std::fmt;

use audit960_types::{self as types, LastPosition, Pieces, Side, Square};
use shakmaty::fen::Fen;
use shakmaty::{
    Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, Color, FromSetup, Position,
    PositionError,
};

/// A position as far as it decides what may be played: the equality of Laws 9.2.3.
///
/// Castling rights are rook squares, so that X-FEN and Shredder-FEN of the same rights are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PositionKey {
    /// First field of the FEN.
    pub placement: String,
    /// The side to move.
    pub side: Side,
    /// The rooks that may still castle.
    pub castling_rooks: types::Bitboard,
    /// Square a pawn can legally capture to en passant.
    pub en_passant: Option<Square>,
}

impl PositionKey {
    pub(crate) fn of(position: &Chess) -> Self {
        Self {
            placement: position.board().board_fen().to_string(),
            side: side(position.turn()),
            castling_rooks: types::Bitboard(position.castles().castling_rights().into()),
            en_passant: position.legal_ep_square().map(square),
        }
    }
}

fn square(square: shakmaty::Square) -> Square {
    Square::new(usize::from(square))
}

impl From<&LastPosition> for PositionKey {
    fn from(position: &LastPosition) -> Self {
        Self {
            placement: placement(&position.pieces),
            side: position.turn,
            castling_rooks: position.castling_rooks,
            en_passant: position.en_passant,
        }
    }
}

/// First field of the FEN of sets of squares by colour and kind. Sets that overlap, which no
/// position has, give an empty board and so a disagreement.
fn placement(pieces: &Pieces) -> String {
    let by_role = ByRole::new_with(|role| {
        let role = types::Role::ALL[usize::from(role) - 1];
        Bitboard((pieces.white[role] | pieces.black[role]).0)
    });
    let by_color = ByColor::new_with(|color| Bitboard(pieces[side(color)].all().0));
    let board = Board::try_from_bitboards(by_role, by_color).unwrap_or_else(|_| Board::empty());
    board.board_fen().to_string()
}

/// FEN fields 1 to 4, the castling field in Shredder letters.
impl fmt::Display for PositionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = match self.side {
            Side::White => 'w',
            Side::Black => 'b',
        };
        write!(f, "{} {side} ", self.placement)?;
        if self.castling_rooks.is_empty() {
            f.write_str("-")?;
        }
        for (offset, first) in [(0, b'A'), (56, b'a')] {
            for file in (0..8)
                .rev()
                .filter(|file| self.castling_rooks.0 >> (offset + file) & 1 == 1)
            {
                write!(f, "{}", char::from(first + file))?;
            }
        }
        match self.en_passant {
            None => f.write_str(" -"),
            Some(square) => write!(f, " {square}"),
        }
    }
}

pub(crate) fn side(color: Color) -> Side {
    match color {
        Color::White => Side::White,
        Color::Black => Side::Black,
    }
}

/// Sets up a FEN, X-FEN or Shredder-FEN as a reader does that knows Chess960: castling as in
/// Chess960 unless every right is one of the orthodox arrangement.
///
/// # Errors
/// If the FEN is unreadable, or has a right without its rook, an en-passant square without its pawn, or more
/// pieces than promotions can make (shakmaty's move list is of fixed size). A check that no last move can
/// have given is not an error: play can continue from it.
pub(crate) fn set_up(fen: &[u8]) -> Result<Chess, String> {
    let setup = Fen::from_ascii(fen)
        .map_err(|error| error.to_string())?
        .into_setup();
    let mode = CastlingMode::detect(&setup);
    Chess::from_setup(setup, mode)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(fen: &str) -> PositionKey {
        PositionKey::of(&set_up(fen.as_bytes()).unwrap())
    }

    #[test]
    fn rights_are_rook_squares_however_they_are_written() {
        let array = "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w";
        let xfen = key(&format!("{array} KQkq - 0 1"));
        assert_eq!(xfen, key(&format!("{array} GBgb - 0 1")));
        assert_eq!(xfen, key(&format!("{array} bgBG - 0 1")));
        let rooks = [Square::B1, Square::G1, Square::B8, Square::G8];
        assert_eq!(xfen.castling_rooks, rooks.into_iter().collect());
        assert_eq!(xfen.side, Side::White);
    }

    #[test]
    fn xfen_letter_means_the_outermost_rook_and_a_file_letter_the_inner_one() {
        let outer = key("4k3/8/8/8/8/8/8/4KR1R w K - 0 1");
        let inner = key("4k3/8/8/8/8/8/8/4KR1R w F - 0 1");
        assert_eq!(
            (outer.castling_rooks, inner.castling_rooks),
            (Square::H1.into(), Square::F1.into())
        );
    }

    #[test]
    fn en_passant_square_counts_only_where_the_capture_is_legal() {
        // The pawn on e4 may take on d3 in the second position; in the first it is pinned.
        assert_eq!(key("4k3/8/8/8/3Pp3/8/8/3KR3 b - d3 0 1").en_passant, None);
        assert_eq!(
            key("4k3/8/8/8/3Pp3/8/8/3K3R b - d3 0 1").en_passant,
            Some(Square::D3)
        );
    }

    #[test]
    fn a_key_is_written_in_shredder_letters() {
        for fen in [
            "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w GBgb -",
            "4k3/8/8/8/3Pp3/8/8/3K3R b - d3",
            "4k2r/8/8/8/8/8/8/4KR1R w Fh -",
        ] {
            assert_eq!(key(fen).to_string(), fen);
        }
    }

    #[test]
    fn sets_of_squares_and_an_engine_give_the_same_key() {
        for fen in [
            "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w KQkq - 0 1",
            "4k3/8/8/8/3Pp3/8/8/3K3R b - d3 0 1",
            "r3k2r/8/1p6/QqRrBbNn/8/7P/8/4KR1R b Fh - 3 9",
        ] {
            let position = set_up(fen.as_bytes()).unwrap();
            let pieces = [Color::White, Color::Black].map(|color| {
                let all = shakmaty::Role::ALL.map(|role| position.board().by_piece(role.of(color)));
                types::ByRole(all.map(|set| types::Bitboard(set.into())))
            });
            let mine = LastPosition {
                pieces: pieces.into(),
                turn: side(position.turn()),
                castling_rooks: types::Bitboard(position.castles().castling_rights().into()),
                en_passant: position.legal_ep_square().map(square),
            };
            assert_eq!(
                PositionKey::from(&mine),
                PositionKey::of(&position),
                "{fen}"
            );
        }
    }

    #[test]
    fn play_continues_from_an_impossible_check() {
        // Two knights give check at once.
        assert_eq!(
            set_up(b"7k/8/8/8/8/3n1n2/8/4K3 w - - 0 1")
                .unwrap()
                .legal_moves()
                .len(),
            3
        );
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for (fen, reason) in [
            ("?", "board"),
            (
                "rkrnnbbq/pppppppp/8/8/8/8/PPPPPPPP/RKRNNBBQ w HEhe - 0 1",
                "castling",
            ),
            (
                "rkrbbnqn/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNQN w CAca - 161+0 0 1",
                "halfmove",
            ),
            ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "ep square"),
            ("8/8/8/8/8/8/8/K7 w - - 0 1", "missing king"),
            (
                "4k3/8/8/8/8/8/PPPPPPPP/Q2QK3 w - - 0 1",
                "too much material",
            ),
        ] {
            let error = set_up(fen.as_bytes()).unwrap_err();
            assert!(error.contains(reason), "{fen}: {error}");
        }
    }
}
