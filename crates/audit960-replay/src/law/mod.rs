//! The law on draws without capture or pawn move, through the times.
//!
//! The limit of fifty moves has had exceptions for some endings, and draws without a claim came in
//! 2014. The table `data/fifty_move_law.csv` holds all that as data, with what is not certain about
//! each row; users may put their own in its place.
//!
//! ```text
//! Date tag ─► PgnDate ─► PartialDate ─┐
//! position ─► Men ────────────────────┴─► LawTable::limit ─► row, limit, 9.6.2 or not
//! ```

mod date;
mod material;
mod read;
mod row;
mod table;

pub use date::{Day, PartialDate, PgnDate};
pub use material::{Condition, Men, SideCondition, material_key};
pub use read::{LawTableError, LawTableFault};
pub use row::{LawRow, Rule};
pub use table::{AMBIGUOUS_DATE, Applied, Fivefold, LawTable, UNDATED};
