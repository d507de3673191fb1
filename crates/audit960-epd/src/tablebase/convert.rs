//! A position of ours as the prober has it.

use audit960_board::Position;
use audit960_types::{Bitboard, Role, Side};
use shakmaty::{
    Board, ByColor, ByRole, CastlingMode, Chess, Color, FromSetup as _, PositionError, Setup,
    Square,
};

/// The position, without castling rights; `None` if tables cannot have it.
pub(crate) fn to_chess(position: &Position) -> Option<Chess> {
    let squares = |set: Bitboard| shakmaty::Bitboard(set.0);
    let role = |role| squares(position.of_role(role));
    let by_role = ByRole {
        pawn: role(Role::Pawn),
        knight: role(Role::Knight),
        bishop: role(Role::Bishop),
        rook: role(Role::Rook),
        queen: role(Role::Queen),
        king: role(Role::King),
    };
    let by_color = ByColor {
        white: squares(position.of_side(Side::White)),
        black: squares(position.of_side(Side::Black)),
    };
    let mut setup = Setup::empty();
    setup.board = Board::try_from_bitboards(by_role, by_color).ok()?;
    setup.turn = Color::from_white(position.turn() == Side::White);
    setup.ep_square = position
        .en_passant()
        .and_then(|square| Square::try_from(square.index() as u32).ok());
    // Checks that no move can give are none of the tables' business: they have a value for each placement.
    Chess::from_setup(setup, CastlingMode::Chess960)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .ok()
}
