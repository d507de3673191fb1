//! The tables about positions, made of the games of a dataset when all of them are known: `tree`, `known`, `endings`.

use std::sync::Arc;

use anyhow::Context as _;
use audit960_dataset::tables::TreeFile;
use audit960_tree::{
    EndingOptions, EndingTally, Endings, PlayedGameSink, SeePositions, SeenGames, SeenPositions,
    SortedRows, TreeCollector, TreeParts,
};
use audit960_types::KnownRow;

use crate::late_tables::{LateTables, each_part, temporary};
use crate::stored::{
    ENDING_PIECES, StoredDetails, StoredGames, StoredMoves, StoredOptions, StoredStays,
    has_positions,
};

/// Bytes of the games that are sorted at a time, by all threads together: a million games of 24 half-moves.
const MEMORY: usize = 192 << 20;

impl LateTables<'_> {
    /// Writes table `tree`, of the positions within `plies` half-moves; returns the rows of table `known`.
    pub(crate) fn tree(&self, plies: u32) -> anyhow::Result<Vec<KnownRow>> {
        let games = self.dataset.count("games")?;
        let seen = Arc::new(SeenPositions::for_games(games, plies));
        let memory = MEMORY / self.threads.max(1);
        let sinks = self.follow(|| SeePositions::new(Arc::clone(&seen), memory))?;
        // A row group is read by one thread, and a small archive has one only.
        let shares = self.threads.div_ceil(sinks.len().max(1));
        let sinks: Vec<_> = sinks
            .into_iter()
            .flat_map(|sink| sink.divide(shares))
            .collect();
        let seen_games = each_part(self.threads, sinks, self.observer, |sink| {
            let followed = sink.finish();
            followed.context("a game of the dataset cannot be followed")
        })?;
        let failure = || {
            format!(
                "{}: a temporary file cannot be used",
                self.scratch.display()
            )
        };
        let scratch = self.scratch.to_owned();
        let spill = move |file| temporary(&scratch, &format!("tree-{file}"));
        let parts = Arc::new(TreeParts::new(games, seen, spill));
        let sinks = match seen_games.iter().all(SeenGames::are_all) {
            true => seen_games
                .into_iter()
                .map(|games| TreeCollector::of(Arc::clone(&parts), games))
                .collect(),
            false => {
                drop(seen_games);
                self.follow(|| TreeCollector::new(Arc::clone(&parts), memory))?
            }
        };
        each_part(self.threads, sinks, self.observer, |sink| {
            sink.finish().with_context(failure)
        })?;
        each_part(self.threads, 0..parts.len(), self.observer, |number| {
            let threads = self.threads.div_ceil(parts.len());
            write_part(
                &parts,
                number,
                threads,
                TreeFile::create(&self.files, number)?,
            )
        })?;
        Ok(parts.known())
    }

    /// The rows of table `endings`.
    pub(crate) fn endings(&self) -> anyhow::Result<Vec<(String, EndingTally)>> {
        let options = EndingOptions {
            max_pieces: ENDING_PIECES,
            material: None,
            min_stay: 1,
        };
        let new = || StoredStays(Endings::new(options));
        let counted = self.read(
            &StoredStays::columns(),
            has_positions,
            new,
            |stays, _, rows| stays.count(rows),
        )?;
        let mut all = Endings::new(options);
        counted.into_iter().for_each(|stays| all.merge(stays.0));
        Ok(all.into_rows())
    }

    /// Passes the games that count to collectors.
    fn follow<S: PlayedGameSink>(&self, make: impl Fn() -> S + Sync) -> anyhow::Result<Vec<S>> {
        let options = StoredOptions {
            moves: StoredMoves::Opening,
            max_moves: u32::MAX,
            details: StoredDetails::Counts,
            grouping: None,
            min_plies: 0,
        };
        let new = || StoredGames::new(options, make());
        let played = self.read(&options.columns(), has_positions, new, StoredGames::play)?;
        let sinks: Option<Vec<S>> = played.into_iter().map(StoredGames::into_sink).collect();
        sinks.context("a game of the dataset has no first half-moves")
    }
}

/// Writes the rows of a part to a file.
fn write_part(
    parts: &TreeParts,
    number: usize,
    threads: usize,
    mut file: TreeFile,
) -> anyhow::Result<()> {
    let groups = file.groups();
    let encode =
        |rows: &SortedRows<'_>| groups.encode(|group| Ok(rows.each(|row| group.push(row))?));
    let append = |group| file.append(group).map_err(anyhow::Error::from);
    parts.rows(number, threads, TreeFile::GROUP_ROWS, encode, append)?;
    Ok(file.finish()?)
}
