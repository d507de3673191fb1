//! What must hold for an archive, whatever is in it.
//!
//! The judge makes these exceptions, and no others:
//!
//! - Inputs of which none can be read give no dataset: an audit ends with exit code 2, as does every command.
//! - Questions to archives read games as they stand, but for exports: they have no options that play past illegal moves
//!   or search for starts. So they are compared with datasets that were made without these.
//! - A dataset that knows its copies leaves them out of results and positions, as its answer says; archives are not
//!   searched for copies.
//! - `starts` of archives gives their errors in the exit code, unless `--exit-zero` is given; the audit of a dataset has
//!   given them before.

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

    pub(super) fn inputs(&self) -> Vec<String> {
        self.archive.inputs.clone()
    }

    pub(super) fn options(&self) -> &[&'static str] {
        &self.archive.options
    }

    /// Audits these inputs; the dataset, unless none of them can be read, and the exit code.
    fn audited(&mut self, inputs: &[String]) -> Result<Option<(String, Option<i32>)>, Wrong> {
        self.write_tables();
        let dataset = self.path("dataset");
        let options = self.with_files(self.options().join(" ").words());
        let audit = format!("audit -q -j{} --out {dataset}", 1 + self.random.below(3));
        let audited = self.given("audit", (audit, &options[..], inputs))?;
        Ok((audited.code != Some(2)).then_some((dataset, audited.code)))
    }

    /// One of `every` questions, in several formats each, about the inputs of which so many are a dataset.
    pub(super) fn answers(&mut self, audited: usize, every: u32) -> Result<(), Wrong> {
        let inputs = self.inputs();
        let (first, others) = inputs.split_at(audited.min(inputs.len()));
        let Some((dataset, _)) = self.audited(first)? else {
            return Err("there is nothing to read".to_owned());
        };
        self.questions(&[&[dataset], others].concat(), every, 2)
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
        let inputs = self.inputs();
        let Some((dataset, code)) = self.audited(&inputs)? else {
            return Ok(());
        };
        let mut checks = vec!["verify"];
        if self.random.below(4) == 0 {
            checks.push("verify --inputs");
        }
        for check in checks {
            if self.given(check, (check, &dataset))?.code != Some(0) {
                return Err(format!("{check}: {}", stderr_of((check, &dataset))));
            }
        }
        self.questions(std::slice::from_ref(&dataset), 8, 1)?;
        let options = self.options().to_vec();
        let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
        if !self.has("--keep-illegal") && !self.has("--infer-start") {
            self.games(&dataset, &inputs)?;
        }
        self.moves_of_export(&dataset, code)?;
        if inputs.len() > 1 && !self.has("--duplicates") && !self.has("--infer-start") {
            self.appended(&dataset, &inputs, &options)?;
        }
        self.killed(&dataset, &inputs, &options, code)
    }
}

pub(super) fn stderr_of(arguments: impl Words) -> String {
    run(arguments).err()
}
