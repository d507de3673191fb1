//! Positions of games: which moves were played from them, and how often they were reached. Nothing here reads an
//! input; counts that are too many for memory go to temporary files.
//!
//! A *position* is what Laws 9.2.3 compare: pieces, side to move, castling rights, and an en-passant square
//! only where a capture there is legal. [`PackedPosition`] holds all of it, so that no two positions are
//! merged because their hashes are the same. Games come as [`PlayedGame`]s, from archives and datasets
//! alike; each collector is a [`PlayedGameSink`], one a thread, and collectors are merged with the same
//! result in any order.
//!
//! - [`Endings`]: how long games stayed in each material;
//! - [`Explorer`]: the moves played from some positions;
//! - [`find`]: where positions, moves and material occur;
//! - [`PositionPopularity`]: how often positions were reached;
//! - [`known_starts`]: how quickly games leave what others have played;
//! - [`TreeParts`]: the rows of table `tree`;
//! - [`Reachability`]: which positions can no longer come up in a game.

mod endings;
mod exact;
mod explore;
pub mod find;
mod game;
mod known;
mod packed;
mod popular;
mod reach;
mod table;
mod tally;

pub use endings::{EndedGame, EndingOptions, EndingTally, Endings, LongestStay};
pub use exact::position_of_fen;
pub use explore::{Explored, Explorer, MoveCounts};
pub use game::{GamePlace, NotAMove, PlayedGame, PlayedGameSink, is_possible};
pub use known::{KnownStart, known_starts};
pub use packed::{NotAPosition, PackedPosition};
pub use popular::{PopularOptions, PopularRow, PositionPopularity, start_label};
pub use reach::Reachability;
pub use table::{SeePositions, SeenGames, SeenPositions, SortedRows, TreeCollector, TreeParts};
pub use tally::{EloSum, ExampleGame, GameTally};
