//! A Chess960 position: bitboards, castling, SAN to move, legality, start-position numberings.
//!
//! Pure: nothing here reads a file or allocates per move. Castling is a king taking its own rook
//! throughout (`UCI_Chess960`); rights are the set of squares of the rooks that hold them. The
//! en-passant square is kept only where a capture there is legal, so positions compare as Laws
//! 9.2.3 asks for and every FEN written has it right.

mod attacks;
mod back;
mod castling;
mod fen;
mod forward;
mod illegal;
mod legal;
mod lines;
mod material;
mod moves;
mod play;
mod position;
mod quiet;
mod san;
mod setup;
pub mod start;
mod zobrist;

pub use attacks::{between_on_rank, piece_attacks};
pub use castling::{KingMove, final_files};
pub use moves::{Move, square_name, write_uci};
pub use position::Position;
pub use quiet::PieceMoves;
pub use san::{Plain, Resolved, SanFault};
pub use setup::{Dropped, Loaded, SetupFault};
