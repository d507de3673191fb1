//! Kinds of pieces as indices.

use audit960_types::Role;

/// Role indices as constants, so that code can be specialised for each of them.
pub(crate) const PAWN: usize = Role::Pawn as usize;
pub(crate) const KNIGHT: usize = Role::Knight as usize;
pub(crate) const BISHOP: usize = Role::Bishop as usize;
pub(crate) const ROOK: usize = Role::Rook as usize;
pub(crate) const QUEEN: usize = Role::Queen as usize;
pub(crate) const KING: usize = Role::King as usize;
