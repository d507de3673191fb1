//! How quickly games leave what is known.

use audit960_dataset::TableBuilder;
use std::collections::BTreeMap;
use std::io::Write;

use audit960_audit::{StoredStarts, kept_plies};
use audit960_board::start::Start;
use audit960_dataset::{Dataset, TableScan};
use audit960_report::TableForm;
use audit960_tree::{KnownStart, start_label};
use audit960_types::KnownRow;

use crate::positions::popular::{PlyRange, PopularQuery};
use crate::{GameScan, Inputs, LeftOut};

impl Inputs {
    /// How quickly the games of each start position leave what is known, if the one input is a dataset that has counted it:
    /// within the half-moves that it keeps, for all games or those of a start position.
    pub(crate) fn known_before(
        &self,
        query: &PopularQuery,
        plies: PlyRange,
    ) -> anyhow::Result<Option<(Vec<KnownStart>, LeftOut)>> {
        let Some(dataset) = self.counting_dataset(&query.scan)? else {
            return Ok(None);
        };
        let kept = kept_plies(dataset.manifest());
        let is_kept = kept.is_some_and(|kept| plies.last <= kept);
        if !dataset.has("known") || !is_kept || query.mirror {
            return Ok(None);
        }
        let starts = read(&dataset, &query.scan, plies.last)?;
        Ok(Some((starts, LeftOut::of_counted(&dataset, &query.scan)?)))
    }
}

/// The start positions of table `known`, in the order in which they are counted from moves.
fn read(dataset: &Dataset, scan: &GameScan, last: u32) -> anyhow::Result<Vec<KnownStart>> {
    let numbers = ["ply", "games", "alone", "positions"];
    let columns = [&StoredStarts::COLUMNS[..], &numbers, &["entropy"]].concat();
    let reading = TableScan::of("known", &columns);
    // A small table: one row group.
    let parts = dataset.fold(&reading, BTreeMap::new, |found, _, rows| {
        let starts = StoredStarts::of(rows)?;
        let [plies, games, alone, positions] = numbers.map(|name| rows.ints(name));
        let (plies, games, alone, positions) = (plies?, games?, alone?, positions?);
        let entropies = rows.floats("entropy")?;
        for row in 0..rows.len() {
            let ply = u32::try_from(plies.count(row)).unwrap_or(u32::MAX);
            let of = starts.get(row);
            if ply > last || !scan.wants_starts(of) {
                continue;
            }
            let label = start_label(of);
            // By White's number; those without one last.
            let place = (of.map_or(u16::MAX, |[white, _]| white), label.clone());
            let known: &mut KnownStart = found.entry(place).or_default();
            known.group = label;
            known.positions += positions.count(row);
            if ply == 0 {
                known.games = games.count(row);
            }
            if ply == 1 {
                known.first_moves = positions.count(row);
                known.first_move_entropy = entropies.get(row);
            }
            if KnownRow::is_left(games.count(row), alone.count(row)) {
                let first = known.alone_ply.map_or(ply, |known| known.min(ply));
                known.alone_ply = Some(first);
            }
        }
        Ok(())
    })?;
    Ok(parts.into_iter().flat_map(BTreeMap::into_values).collect())
}

/// Writes how quickly the games of each start position leave what is known.
pub(crate) fn write_known(
    starts: &[KnownStart],
    plies: PlyRange,
    form: TableForm,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let arrangement = |start: &KnownStart| {
        let number = start.group.as_ref()?.parse().ok()?;
        Some(Start::new(number)?.to_string())
    };
    let table = TableBuilder::of(starts)
        .text("start", |start| start.group.clone())
        .text("arrangement", arrangement)
        .count("games", |start| start.games)
        .int("alone_ply", |start| start.alone_ply.map(i64::from))
        .count("positions", |start| start.positions)
        .count("first_moves", |start| start.first_moves)
        .float("first_move_entropy", |start| start.first_move_entropy)
        .table();
    if form.is_table() && starts.is_empty() {
        return Ok(writeln!(out, "no game was counted")?);
    }
    form.write(&table, out)?;
    if form.is_table() {
        writeln!(
            out,
            "\nalone_ply: half-moves after which half of the games are alone, within {}; games without moves are left \
             out; first_move_entropy in bits",
            plies.last
        )?;
    }
    Ok(())
}
