//! The games of a dataset, with the moves that it holds.

use std::collections::HashSet;
use std::path::Path;

use anyhow::bail;
use audit960_audit::condition::filtered;
use audit960_audit::{
    ENDING_PIECES, StoredDetails, StoredGames, StoredMoves, StoredOptions, StoredStarts,
    StoredStays, kept_plies,
};
use audit960_dataset::tables::{ReadError, Rows};
use audit960_dataset::{Dataset, DatasetError, GamesLeftOut, LeftOutCounter, TableScan};
use audit960_tree::{EndingOptions, Endings, PlayedGameSink};
use audit960_types::{Label as _, StartKind, Verdict};

use super::{GameScan, OfDataset};
use crate::Inputs;

impl Inputs {
    /// Follows the games of a dataset; also returns which were left out.
    pub(super) fn play_dataset<S: PlayedGameSink>(
        &self,
        folder: &Path,
        scan: &GameScan,
        make: &(dyn Fn() -> S + Sync),
    ) -> anyhow::Result<OfDataset<S>> {
        let dataset = filtered(self.open(folder)?, self.filter.as_ref())?;
        let left_out = LeftOutCounter::default();
        let kept = kept_plies(dataset.manifest());
        let opening = match (kept, scan.last_ply) {
            (Some(kept), Some(last)) if last <= kept => StoredMoves::Opening,
            _ => StoredMoves::Whole,
        };
        let options = StoredOptions {
            // How long something stayed on the board the first half-moves do not say.
            moves: match scan.to_the_end && has_moves(&dataset) {
                true => StoredMoves::Whole,
                false => opening,
            },
            max_moves: match scan.last_ply {
                Some(last) if !scan.to_the_end => last.saturating_add(1),
                _ => u32::MAX,
            },
            details: StoredDetails::Names,
            grouping: scan.grouping,
            min_plies: scan.min_plies,
        };
        let reading = followed(&dataset, &options.columns(), scan, &left_out)?;
        let workers = dataset.fold(
            &reading,
            || StoredGames::new(options, make()),
            StoredGames::play,
        )?;
        let sinks: Option<Vec<S>> = workers.into_iter().map(StoredGames::into_sink).collect();
        let Some(sinks) = sinks else {
            bail!("{}", without_moves(folder, kept));
        };
        Ok((sinks, left_out.games()))
    }

    /// The endings of the games of a dataset, if it has them without the moves.
    pub(crate) fn stored_endings(
        &self,
        folder: &Path,
        scan: &GameScan,
        options: EndingOptions,
    ) -> anyhow::Result<Option<OfDataset<Endings>>> {
        let dataset = filtered(self.open(folder)?, self.filter.as_ref())?;
        if !dataset.has("endings") || options.max_pieces > ENDING_PIECES {
            return Ok(None);
        }
        let left_out = LeftOutCounter::default();
        let reading = followed(&dataset, &StoredStays::columns(), scan, &left_out)?;
        let counted = dataset.fold(
            &reading,
            || StoredStays(Endings::new(options)),
            |stays, _, rows| stays.count(rows),
        )?;
        let endings = counted.into_iter().map(|stays| stays.0).collect();
        Ok(Some((endings, left_out.games())))
    }

    /// The number of half-moves within which all datasets among the inputs that have no more than the first half-moves
    /// of their games know positions; `None` if none of them is one of these.
    ///
    /// # Errors
    /// If a dataset is damaged.
    pub(crate) fn kept_plies(&self) -> anyhow::Result<Option<u32>> {
        let mut least: Option<u32> = None;
        for folder in self.datasets() {
            let dataset = self.open(folder)?;
            if let Some(kept) = kept_plies(dataset.manifest()).filter(|_| !has_moves(&dataset)) {
                least = Some(least.map_or(kept, |least| least.min(kept)));
            }
        }
        Ok(least)
    }
}

/// Whether a dataset has the moves of its games from the first to the last.
fn has_moves(dataset: &Dataset) -> bool {
    dataset.manifest()["options"]["with_moves"] == true
}

/// Says that a dataset does not have the half-moves that are asked about.
fn without_moves(folder: &Path, kept: Option<u32>) -> String {
    let folder = folder.display();
    let what = match kept {
        Some(plies) => {
            format!("of the games of {folder} only the first {plies} half-moves were kept")
        }
        None => format!("{folder} has no moves"),
    };
    format!(
        "{what}: audit its archives again with --with-moves, or with --positions=N for questions within N half-moves, or \
         name the archives instead of the dataset"
    )
}

/// The copies among the games that would be followed.
pub(crate) fn copies_among(
    dataset: &Dataset,
    scan: &GameScan,
) -> Result<GamesLeftOut, DatasetError> {
    if dataset.copies()?.is_empty() {
        return Ok(dataset.none_left_out());
    }
    let left_out = LeftOutCounter::default();
    let reading = followed(dataset, &[], scan, &left_out)?;
    dataset.fold(&reading, || (), |_, _, _| Ok(()))?;
    Ok(left_out.games())
}

/// The columns by which it is decided whether games are followed.
fn asked() -> Vec<&'static str> {
    let columns = ["game_id", "verdict", "start_kind", "plies"];
    [&columns[..], &StoredStarts::COLUMNS].concat()
}

/// A scan of the games that are followed, which counts the copies that it leaves out.
pub(in crate::positions) fn followed<'a>(
    dataset: &'a Dataset,
    columns: &[&'a str],
    scan: &'a GameScan,
    left_out: &'a LeftOutCounter,
) -> Result<TableScan<'a>, DatasetError> {
    let copies = dataset.copies()?;
    left_out.add(dataset.none_left_out());
    let reading = TableScan::of("games", columns).narrowed(&asked(), move |rows, keeps| {
        left_out.add(narrow(rows, scan, copies, keeps)?);
        Ok(())
    });
    Ok(reading)
}

/// Clears `keeps` for the rows of games that are not followed.
fn narrow(
    rows: &Rows,
    scan: &GameScan,
    copies: &HashSet<i64>,
    keeps: &mut [bool],
) -> Result<GamesLeftOut, ReadError> {
    let ids = rows.ints("game_id")?;
    let verdicts = rows.mapped("verdict", Verdict::of_text)?;
    let kinds = rows.mapped("start_kind", StartKind::of_text)?;
    let starts = StoredStarts::of(rows)?;
    let plies = rows.ints("plies")?;
    let wants = |row| {
        let verdict = verdicts.get(row).flatten().unwrap_or_default();
        let kind = kinds.get(row).flatten().unwrap_or_default();
        let plies = u32::try_from(plies.count(row)).unwrap_or(u32::MAX);
        scan.wants(verdict, kind, starts.get(row), plies)
    };
    let mut left_out = GamesLeftOut::default();
    for (row, keep) in keeps.iter_mut().enumerate().filter(|(_, keep)| **keep) {
        let is_wanted = wants(row);
        let is_copy = ids.get(row).is_some_and(|id| copies.contains(&id));
        left_out.copies += u64::from(is_wanted && is_copy);
        *keep = is_wanted && !is_copy;
    }
    Ok(left_out)
}
