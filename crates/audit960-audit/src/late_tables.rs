//! The tables that are made of all games, when these are known.

use std::path::Path;

use anyhow::Context as _;
use audit960_dataset::tables::{LateFindings, write_rows};
use audit960_dataset::{Dataset, NewFiles};
use audit960_types::Tally;

use crate::observer::Observer;
use crate::players::PlayerSource;
use crate::tree::TreeSource;

/// What they are made of, and which are wanted.
pub(crate) struct LateTables<'a> {
    /// The games, and which of them are copies.
    pub(crate) dataset: &'a Dataset,
    /// Creates their files.
    pub(crate) files: NewFiles,
    /// For the tables about positions: the half-moves within which these count.
    pub(crate) plies: Option<u32>,
    /// Whether table `players` is wanted.
    pub(crate) players: bool,
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
        if self.players {
            self.write_players(tally)?;
        }
        Ok(())
    }

    /// Tables `tree`, `known` and `endings`.
    fn write_positions(&self, plies: u32) -> anyhow::Result<()> {
        let source = TreeSource {
            dataset: self.dataset,
            plies,
            threads: self.threads,
            scratch: self.scratch,
            observer: self.observer,
        };
        write_rows(&self.files, source.write(&self.files)?)?;
        let endings = source.endings()?;
        let rows = endings.iter().map(|(material, tally)| tally.row(material));
        Ok(write_rows(&self.files, rows)?)
    }

    /// Table `players`, and the findings about players.
    fn write_players(&self, tally: &mut Tally) -> anyhow::Result<()> {
        let source = PlayerSource {
            dataset: self.dataset,
            threads: self.threads,
            memory: self.memory / 4,
            scratch: self.scratch,
            observer: self.observer,
        };
        let (findings, counted) = source.write(&self.files)?;
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
}
