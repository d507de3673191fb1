//! An export as a whole: its inputs, its plan and its output files.

use std::path::{MAIN_SEPARATOR_STR, Path, PathBuf};

use anyhow::{Context as _, bail};
use audit960_answers::Inputs;
use audit960_audit::{Audited, Examination, Observer};
use audit960_dataset::{Door, is_dataset};
use audit960_replay::forensics::StartFinder;
use audit960_report::CsvTexts;

use crate::archives::{ExportRun, Outputs};
use crate::dataset::require_sizes;
use crate::export_text::{ExportPlan, ExportSummary};
use crate::files::{Files, WriteStdout};

/// An export of games of archives and datasets.
#[derive(Debug)]
pub struct Export {
    /// What is read; the selection of the plan says which games count.
    pub inputs: Inputs,
    /// What is done with each game.
    pub plan: ExportPlan,
    /// The search for missing start positions, if they are searched for.
    pub starts: Option<StartFinder>,
    /// Whether only one copy of each game is kept.
    pub no_duplicates: bool,
    /// The output files.
    pub targets: Targets,
}

/// Files of an export; `-` is standard output.
#[derive(Clone, Debug)]
pub struct Targets {
    /// A file besides the archives that is read, which none of them may be.
    pub read: Option<PathBuf>,
    /// File for games.
    pub games: PathBuf,
    /// File for games without a normal form, if it is another one.
    pub damaged: Option<PathBuf>,
    /// The table of copies that were left out; named after the file of the games if `None`.
    pub dropped: Option<PathBuf>,
    /// Whether files that exist are replaced.
    pub force: bool,
    /// How standard output is opened.
    pub stdout: WriteStdout,
    /// How texts are written in the table of copies.
    pub texts: CsvTexts,
}

impl Targets {
    /// File for the table of copies.
    fn dropped_path(&self) -> anyhow::Result<PathBuf> {
        match &self.dropped {
            Some(path) => Ok(path.clone()),
            None if self.games.as_os_str() == "-" => {
                bail!("--no-duplicates to standard output needs --dropped, a file for its table")
            }
            None => {
                let mut name = self.games.clone().into_os_string();
                let is_folder = name
                    .as_encoded_bytes()
                    .ends_with(MAIN_SEPARATOR_STR.as_bytes());
                name.push(if is_folder {
                    "dropped.csv"
                } else {
                    ".dropped.csv"
                });
                Ok(name.into())
            }
        }
    }

    /// The door that all outputs pass.
    fn door(&self, names: &[String], split: bool, no_duplicates: bool) -> anyhow::Result<Door> {
        let names = names.iter().map(PathBuf::from);
        let mut door = Door::reading(names.chain(self.read.clone()));
        if split {
            // Its own name is not written, but others beside it.
            door.check(&self.games)?;
        } else {
            door.admit(&self.games)?;
        }
        if let Some(damaged) = &self.damaged {
            door.admit(damaged)?;
        }
        if no_duplicates {
            let path = self.dropped_path()?;
            // As for the parts of a split.
            if let Some(folder) = path.parent().filter(|_| split) {
                std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
            }
            door.admit(&path)?;
        }
        Ok(door)
    }

    fn open(&self, split: bool, door: &Door) -> anyhow::Result<Outputs> {
        let file =
            |path: &PathBuf, split| Files::new(path, self.force, split, self.stdout, door.clone());
        Ok(Outputs {
            games: file(&self.games, split)?,
            damaged: match &self.damaged {
                Some(path) => Some(file(path, false)?),
                None => None,
            },
        })
    }
}

impl Export {
    /// Puts the archives of datasets in their place, read as the audit read them: copies are compared by all that
    /// stands in their text, which tables do not hold.
    fn read_as_audited(&mut self) -> anyhow::Result<()> {
        let mut names = Vec::new();
        let mut before: Option<Audited> = None;
        for name in &self.inputs.names {
            if !is_dataset(Path::new(name)) {
                names.push(name.clone());
                continue;
            }
            let dataset = self.inputs.open(Path::new(name))?;
            let audited = Audited::of(dataset.manifest()).with_context(|| name.clone())?;
            require_sizes(&audited.inputs)?;
            names.extend(audited.inputs.iter().map(|(input, _)| input.clone()));
            if before
                .as_ref()
                .is_some_and(|before| !before.reads_like(&audited))
            {
                bail!(
                    "--no-duplicates: {name} was audited with other options than the dataset before it; \
                     audit their archives together"
                );
            }
            before = Some(audited);
        }
        if let Some(audited) = before {
            self.plan.audit.keep_illegal |= audited.keep_illegal;
            self.plan.limits = audited.limits;
            self.starts = audited.infer_start.then_some(StartFinder {
                double: audited.double_start,
            });
        }
        self.inputs.names = names;
        Ok(())
    }

    /// Reads and writes everything, and at the end gives the files their names.
    ///
    /// # Errors
    /// If options contradict each other, an input cannot be read or a file cannot be written;
    /// [`Stopped`](audit960_audit::Stopped) if the observer stops it.
    pub fn run(mut self, observer: &dyn Observer) -> anyhow::Result<ExportSummary> {
        let split = self.plan.split_by.is_some();
        let door = self
            .targets
            .door(&self.inputs.names, split, self.no_duplicates)?;
        let has_datasets = self.inputs.datasets().next().is_some();
        if self.starts.is_some() && has_datasets {
            bail!(
                "--infer-start reads archives; a dataset that audit --infer-start wrote has the starts"
            );
        }
        if self.no_duplicates && has_datasets {
            self.read_as_audited()?;
        }
        let archives = self.inputs.archives();
        let threads = self.inputs.worker_count();
        let searches = Examination {
            starts: self.starts,
            repairs: false,
        };
        let (limits, audit) = (self.plan.limits, &self.plan.audit);
        self.plan.audit.examiner =
            searches.examiner(&archives, limits, threads, audit, observer)?;
        let mut run = ExportRun {
            outputs: self.targets.open(split, &door)?,
            plan: self.plan,
            threads,
            observer,
        };
        let mut copies = None;
        if self.no_duplicates {
            let (path, targets) = (self.targets.dropped_path()?, &self.targets);
            let mut table = Files::new(&path, targets.force, false, targets.stdout, door)?;
            run.merge(&archives, &mut table, targets.texts)?;
            copies = Some(table);
        }
        let mut summary = ExportSummary::default();
        if !archives.is_empty() {
            summary.add(&run.archives(&archives)?);
        }
        for folder in self.inputs.datasets() {
            let dataset = self.inputs.open(folder)?;
            summary.add(&run.dataset(&dataset, &folder.to_string_lossy())?);
        }
        // An empty file would look like a result; but where there is a file already, the games of an earlier export would.
        let targets = &self.targets;
        let mut paths = std::iter::once(&targets.games).chain(&targets.damaged);
        if run.outputs.are_empty() && !paths.any(|path| path.exists()) {
            return Ok(summary);
        }
        run.outputs.finish()?;
        // A table without its games would stop the next attempt.
        copies.map_or(Ok(()), Files::finish)?;
        Ok(summary)
    }
}
