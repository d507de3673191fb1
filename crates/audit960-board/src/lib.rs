//! A Chess960 position: bitboards, castling, SAN to move, legality, start-position numberings.
//!
//! Pure: nothing here reads a file or allocates per move. Castling is always the king taking its own rook
//! (`UCI_Chess960`); rights are the set of squares of the rooks that hold them. The en-passant square is
//! kept only where a capture there is legal, so positions compare as Laws 9.2.3 asks for and every FEN
//! written has it right.
//!
//! ```
//! use audit960_board::Position;
//! use audit960_board::start::Start;
//! use audit960_board::types::SanWord;
//!
//! // Number 518 is the orthodox start position.
//! let start = Start::new(518).ok_or("a number from 0 to 959")?;
//! let mut position = Position::chess960(start, start);
//! for san in ["f3", "e5", "g4", "Qh4#"] {
//!     let word = SanWord::new(san.as_bytes()).ok_or("at most eight bytes")?;
//!     position.play_san(word).ok_or("strict SAN of a legal move")?;
//! }
//! assert!(position.is_checkmate());
//! # Ok::<(), &str>(())
//! ```
//!
//! Where to start: [`Position::chess960`] and [`Position::from_fen`] make positions,
//! [`Position::play_san`] and [`Position::play`] play, [`Position::legal_moves`] and [`Position::perft`]
//! list and count moves, [`start`] numbers the start positions. [`Move`] is parsed and written as
//! UCI_Chess960.

mod attacks;
mod back;
mod castling;
mod dead;
mod fen;
mod forward;
mod illegal;
mod legal;
mod loaded;
mod material;
mod moves;
mod play;
mod position;
mod quiet;
mod ray_tables;
mod roles;
mod san;
mod setup;
pub mod start;
mod stays;
mod zobrist;

/// Plain data shared by the crates of audit960: sides, pieces, SAN words, FEN fields.
pub use audit960_types as types;

pub use attacks::{between_on_rank, piece_attacks};
pub use castling::{KingMove, final_files};
pub use dead::DeadBy;
pub use loaded::{Dropped, LoadedPosition};
pub use moves::{Move, NotUci, write_uci};
pub use position::Position;
pub use quiet::PieceMoves;
pub use san::{Plain, Resolved, SanError};
pub use setup::{PositionError, SetupError};
pub use stays::MaterialStays;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
