//! What must hold for an archive, whatever is in it.
//!
//! The judge makes these exceptions, and no others:
//!
//! - Inputs of which none can be read give no dataset: an audit ends with exit code 2, as does every command.
//! - `show`, `draws` and `positions` of archives read games as they stand: they have no options that play past
//!   illegal moves or search for starts. So they are compared with datasets that were made without these.
//! - `positions` of a dataset that knows its copies leaves them out, as its answer says; archives are not searched
//!   for copies.
//! - `positions` of archives gives their errors in the exit code, as the help of its `--exit-zero` says; the audit
//!   of a dataset has given them before.
//! - Some records of `draws --records` need the moves, and say so where a dataset was made without `--with-moves`.
//! - An export to standard output has no table of copies and no file of damaged games: these are compared as files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use audit960_board::start::SplitMix64;

use super::archives::Archive;
use super::given::Given;
use crate::folder::{Ran, Words, run};

/// What is wrong.
pub(super) type Wrong = String;

/// Judges one archive.
pub(super) struct Judge<'q> {
    archive: Archive,
    pub(super) random: SplitMix64,
    questions: &'q mut BTreeMap<&'static str, u64>,
}

impl<'q> Judge<'q> {
    pub(super) fn new(
        archive: Archive,
        random: SplitMix64,
        questions: &'q mut BTreeMap<&'static str, u64>,
    ) -> Self {
        Self {
            archive,
            random,
            questions,
        }
    }

    /// Keeps the archive for a look at it; returns where.
    pub(super) fn keep(&self, number: u64) -> String {
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pairs-{number}"));
        let _ = fs::remove_dir_all(&kept);
        fs::create_dir_all(&kept).unwrap();
        for input in &self.archive.inputs {
            let name = Path::new(input).file_name().unwrap();
            fs::copy(input, kept.join(name)).unwrap();
        }
        format!("{}, {}", kept.display(), self.archive.options.join(" "))
    }

    pub(super) fn path(&self, name: &str) -> String {
        self.archive.folder.path(name)
    }

    pub(super) fn has(&self, option: &str) -> bool {
        self.archive.options.contains(&option)
    }

    /// Runs a command. It may fail, but not by a bug.
    pub(super) fn given(
        &mut self,
        question: &'static str,
        arguments: impl Words,
    ) -> Result<Given, Wrong> {
        *self.questions.entry(question).or_default() += 1;
        let output = run(&arguments);
        let error = output.err();
        let code = output.status.code();
        if error.contains("a bug in audit960") || !matches!(code, Some(0..=2)) {
            return Err(format!("{:?}: {code:?}, {error}", arguments.words()));
        }
        Ok(Given {
            code,
            out: output.stdout,
        })
    }

    /// Whether two runs give the same.
    pub(super) fn same(
        &mut self,
        question: &'static str,
        one: impl Words,
        other: impl Words,
    ) -> Result<Given, Wrong> {
        let (left, right) = (self.given(question, &one)?, self.given(question, &other)?);
        match left.difference(&right) {
            None => Ok(left),
            Some(what) => Err(format!("{:?} and {:?}: {what}", one.words(), other.words())),
        }
    }

    pub(super) fn run(&mut self) -> Result<(), Wrong> {
        let inputs = self.archive.inputs.clone();
        let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
        let dataset = self.path("dataset");
        let options = self.archive.options.clone();
        let threads = ["-j1", "-j2", "-j3"][self.random.below(3) as usize];
        let audit = format!("audit -q {threads} --out {dataset}");
        let audited = self.given("audit", (audit, &options, &inputs))?;
        if audited.code == Some(2) {
            // None of the inputs can be read.
            return Ok(());
        }
        let mut checks = vec!["verify"];
        if self.random.below(4) == 0 {
            checks.push("verify --inputs");
        }
        for check in checks {
            if self.given(check, (check, &dataset))?.code != Some(0) {
                return Err(format!("{check}: {}", stderr_of((check, &dataset))));
            }
        }
        self.export(&dataset, &inputs, audited.code)?;
        let as_it_stands = !self.has("--keep-illegal") && !self.has("--infer-start");
        if as_it_stands {
            self.questions_about_games(&dataset, &inputs)?;
        }
        self.moves_of_export(&dataset)?;
        if inputs.len() > 1 && !self.has("--duplicates") && !self.has("--infer-start") {
            self.appended(&dataset, &inputs, &options)?;
        }
        self.killed(&dataset, &inputs, &options, audited.code)
    }
}

pub(super) fn stderr_of(arguments: impl Words) -> String {
    run(arguments).err()
}
