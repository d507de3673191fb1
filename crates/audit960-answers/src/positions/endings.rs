//! How long games stayed in each material, and what became of them.

use audit960_dataset::{Table, TableBuilder};
use std::io::Write;
use std::path::Path;

use audit960_audit::Observer;
use audit960_report::{TableForm, grouped};
use audit960_tree::{EndingOptions, EndingTally, Endings};

use crate::{GameScan, Inputs, LeftOut};

/// A question about endings.
#[derive(Clone, Debug)]
pub struct EndingQuery {
    /// Which endings are counted.
    pub options: EndingOptions,
    /// Which games count.
    pub scan: GameScan,
    /// Only the first rows; all if `None`.
    pub top: Option<usize>,
    /// How the answer is written.
    pub form: TableForm,
}

/// A row: the material and its games.
type Row = (String, EndingTally);

impl Inputs {
    /// Writes the materials and the games that had them on the board; returns what was left out.
    ///
    /// # Errors
    /// If an input cannot be read, or a dataset has no moves; those of the writer.
    pub fn endings(
        &self,
        query: &EndingQuery,
        observer: &dyn Observer,
        out: &mut dyn Write,
    ) -> anyhow::Result<LeftOut> {
        // The other side has a king at least.
        let of_a_side = query.options.max_pieces.saturating_sub(1);
        let scan = GameScan {
            max_pieces_at_end: Some([of_a_side; 2]),
            ..query.scan.clone()
        };
        let new = || Endings::new(query.options);
        let stored = |folder: &Path| self.stored_endings(folder, &scan, query.options);
        let played = self.play_or(&scan, observer, &new, &stored)?;
        let left_out = played.left_out;
        let mut rows = played
            .merged(Endings::merge)
            .unwrap_or_else(new)
            .into_rows();
        let all = rows.len();
        rows.truncate(query.top.unwrap_or(all));
        if !query.form.is_table() {
            query.form.write(&table(&rows, false), out)?;
            return Ok(left_out);
        }
        if all == 0 {
            writeln!(out, "no game reached such an ending")?;
            return Ok(left_out);
        }
        query
            .form
            .write_fitting(&|brief| table(&rows, brief), out)?;
        if rows.len() < all {
            let (shown, all) = (grouped(rows.len() as u64), grouped(all as u64));
            writeln!(
                out,
                "\n{shown} of {all} materials; --limit 0 shows all, --format csv writes them"
            )?;
        }
        Ok(left_out)
    }
}

/// The rows as a table; in brief, without the game that stayed longest.
fn table(rows: &[Row], brief: bool) -> Table {
    let table = TableBuilder::of(rows)
        .text("material", |(material, _)| Some(material.clone()))
        .count("games", |(_, tally)| tally.counts.score.games())
        .count("white", |(_, tally)| tally.counts.score.white_wins)
        .count("draws", |(_, tally)| tally.counts.score.draws)
        .count("black", |(_, tally)| tally.counts.score.black_wins)
        .count("unfinished", |(_, tally)| tally.counts.score.unfinished)
        .mean("mean_stay", |(_, tally)| {
            Some(tally.counts.plies as f64 / tally.counts.score.games() as f64)
        })
        .int("max_stay", |(_, tally)| {
            tally.longest.as_ref().map(|longest| longest.stay.into())
        })
        .count("max_clock", |(_, tally)| tally.counts.max_clock.into())
        .count("at_100", |(_, tally)| tally.counts.at_hundred)
        .count("ended", |(_, tally)| tally.counts.ended)
        .count("ended_drawn", |(_, tally)| tally.counts.ended_drawn)
        .count("drawn_at_100", |(_, tally)| tally.counts.drawn_at_hundred);
    if brief {
        return table.table();
    }
    table
        .count("plies", |(_, tally)| tally.counts.plies)
        .text("longest", |(_, tally)| {
            let longest = tally.longest.as_ref()?;
            let at = longest.identity;
            Some(match at.frame_offset {
                0 => format!("{}@{}", longest.source, at.byte_offset),
                frame => format!("{}@{frame}+{}", longest.source, at.byte_offset),
            })
        })
        .table()
}
