//! The tables that are made of all games, when these are known.

use std::collections::HashSet;
use std::fs::File;
use std::io;
use std::path::Path;

use anyhow::Context as _;
use audit960_dataset::tables::{LateFindings, ReadError, Rows, write_rows};
use audit960_dataset::{Dataset, DatasetError, NewFiles, TableScan};
use audit960_source::system::try_on_workers;
use audit960_types::{Label as _, Tally, Verdict};

use crate::observer::{Observer, Stopped};

/// What they are made of, and which are wanted.
pub(crate) struct LateTables<'a> {
    /// The games, and which of them are copies.
    pub(crate) dataset: &'a Dataset,
    /// Creates their files.
    pub(crate) files: NewFiles,
    /// For the tables about positions: the half-moves within which these count.
    pub(crate) plies: Option<u32>,
    /// Whether table `players` is wanted.
    pub(crate) with_players: bool,
    pub(crate) threads: usize,
    /// Most bytes that the run may take.
    pub(crate) memory: u64,
    /// A folder for temporary files.
    pub(crate) scratch: &'a Path,
    pub(crate) observer: &'a dyn Observer,
}

impl LateTables<'_> {
    /// Writes them; findings about players are counted and told.
    pub(crate) fn write(&self, tally: &mut Tally) -> anyhow::Result<()> {
        if let Some(plies) = self.plies {
            self.write_positions(plies)?;
        }
        if self.with_players {
            self.write_players(tally)?;
        }
        Ok(())
    }

    /// Tables `tree`, `known` and `endings`.
    fn write_positions(&self, plies: u32) -> anyhow::Result<()> {
        write_rows(&self.files, self.tree(plies)?)?;
        let endings = self.endings()?;
        let rows = endings.iter().map(|(material, tally)| tally.row(material));
        Ok(write_rows(&self.files, rows)?)
    }

    /// Table `players`, and the findings about players.
    fn write_players(&self, tally: &mut Tally) -> anyhow::Result<()> {
        let (findings, counted) = self.players()?;
        LateFindings::new(&findings, counted).write(&self.files)?;
        for of_source in findings.chunk_by(|one, other| one.source == other.source) {
            let Some(first) = of_source.first() else {
                continue;
            };
            let findings = of_source.iter().map(|late| late.finding.clone());
            let findings: Vec<_> = findings.collect();
            findings
                .iter()
                .for_each(|finding| tally.finding(finding.code));
            let told = self.observer.findings(&first.source, &findings);
            told.context("standard error")?;
        }
        Ok(())
    }

    /// Reads games that are no copies and whose verdict counts, each row group of the table by one reader.
    pub(crate) fn read<R: Send>(
        &self,
        columns: &[&str],
        verdict_counts: impl Fn(Verdict) -> bool + Sync,
        new: impl Fn() -> R + Sync,
        take: impl Fn(&mut R, usize, &Rows) -> Result<(), DatasetError> + Sync,
    ) -> anyhow::Result<Vec<R>> {
        let wanted = that_count(self.dataset.copies()?, verdict_counts);
        let reading = TableScan::of("games", columns).only(&WHICH, wanted);
        let unless_stopped = |reader: &mut R, row_group: usize, rows: &Rows| {
            if self.observer.is_stopped() {
                return Ok(());
            }
            take(reader, row_group, rows)
        };
        let readers = self.dataset.fold(&reading, new, unless_stopped)?;
        if self.observer.is_stopped() {
            return Err(Stopped.into());
        }
        Ok(readers)
    }
}

/// Columns by which [`that_count`] knows the games that count.
pub(crate) const WHICH: [&str; 2] = ["game_id", "verdict"];

/// The rows of games that count: of no copy, and with a verdict that counts.
pub(crate) fn that_count(
    copies: &HashSet<i64>,
    verdict_counts: impl Fn(Verdict) -> bool,
) -> impl Fn(&Rows) -> Result<Vec<bool>, ReadError> {
    move |rows| {
        let [id, verdict] = WHICH;
        let ids = rows.ints(id)?;
        let verdicts = rows.mapped(verdict, Verdict::of_text)?;
        let counts = |row| {
            verdict_counts(verdicts.get(row).flatten().unwrap_or_default())
                && ids.get(row).is_none_or(|id| !copies.contains(&id))
        };
        Ok((0..rows.len()).map(counts).collect())
    }
}

/// A temporary file that is removed with its folder.
///
/// # Errors
/// If it cannot be created.
pub(crate) fn temporary(folder: &Path, name: &str) -> io::Result<File> {
    let mut options = File::options();
    let options = options.read(true).write(true);
    options.create(true).truncate(true).open(folder.join(name))
}

/// What `write` makes of each part, in their order, on several threads. None is begun after an error or a stop.
///
/// # Errors
/// The first error of `write`; [`Stopped`].
pub(crate) fn each_part<P: Send, T: Send>(
    threads: usize,
    parts: impl IntoIterator<Item = P>,
    observer: &dyn Observer,
    write: impl Fn(P) -> anyhow::Result<T> + Sync,
) -> anyhow::Result<Vec<T>> {
    try_on_workers(threads, parts, |part| match observer.is_stopped() {
        true => Err(Stopped.into()),
        false => write(part),
    })
}
