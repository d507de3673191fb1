//! Where positions occur in games: what is asked, and the search.
//!
//! A [`FindQuery`] is a list of clauses. Each clause holds in a position where all its conditions do; the clauses
//! must hold one after the other, each after a later half-move than the one before. The hit is the position of the
//! last clause. `docs/find.md` describes the language; [`FindQuery::parse`] reads it, [`FindQuery::parse_json`] its
//! form in JSON.

mod clause;
mod material;
mod moves;
mod parse;
mod pattern;
mod search;

pub use clause::{Clause, ClauseBuilder, FindQuery, PlyBounds};
pub use material::{MaterialQuery, parse_material};
pub use moves::{CastledQuery, MoveQuery, without_number};
pub use parse::FindError;
pub use pattern::BoardPattern;
pub use search::{FindOptions, Finder, Hit};
