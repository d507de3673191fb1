//! The tables of start positions.

mod against;
mod epd_counts;
mod groups;
mod model;
mod openings;
mod pairs;
mod picture;
mod popularity;
mod table;

use anyhow::Context as _;
use audit960_dataset::Table;
use audit960_report::{External, TableForm};

pub use against::write_comparison;
pub use epd_counts::{write_line_pairs, write_lines};
pub use groups::{GroupBy, StartGroups, grouping, write_groups, write_start_groups};
pub use model::write_model;
pub use openings::{write_openings, write_pairs};
pub use pairs::{PairsBy, write_draw_rates, write_pentanomial};
pub use popularity::write_popularity;
pub use table::{Sort, most_played, write_results};

/// How tables are shown.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'s> {
    /// The order of the positions.
    pub sort: Sort,
    /// Games, or lines, that a position, group or pair must have at least.
    pub min_games: u64,
    /// The most rows that a table has; all if `None`.
    pub limit: Option<usize>,
    /// How a table is written.
    pub form: TableForm,
    /// Columns from a file about start positions, and the name of the file.
    pub external: Option<(&'s External, &'s str)>,
}

impl Shown<'_> {
    /// A table of positions with the external columns at its end.
    fn join(&self, table: Table) -> anyhow::Result<Table> {
        match self.external {
            Some((external, file)) => external.join(&table).with_context(|| file.to_owned()),
            None => Ok(table),
        }
    }

    /// Writes the first rows of a table.
    fn write(&self, table: &Table, out: &mut dyn std::io::Write) -> std::io::Result<()> {
        match self.limit {
            Some(rows) => self.form.write(&table.clone().head(rows), out),
            None => self.form.write(table, out),
        }
    }
}
