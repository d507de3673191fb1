//! `audit960 verify`: whether a dataset is what an audit wrote.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use audit960_dataset::{CheckOptions, CheckedDataset, FolderError};
use audit960_forensics::StartFinder;
use audit960_pipeline::{self as pipeline, Examination, NoObserver, Options, TableTexts};
use audit960_replay::AuditOptions;
use audit960_report::grouped;
use audit960_source::{Limits, MaxExpansion};
use audit960_tables::{Difference, count_rows, first_difference, verify};
use serde_json::Value;

use crate::commands::tables::TableArgs;
use crate::output;

/// Check that a dataset is what an audit wrote, and that its tables hold together
///
/// Checks sizes, row counts and the checksum of every file; types and enumerations; that games and gaps
/// tile every source without overlap; that every incident, repetition, finding and copy has its game;
/// the order of the rows; and the law of conservation: what the manifest counts is what the tables
/// hold. Names the first difference.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  all holds
  1  something does not: the difference is named on standard error
  2  there is no dataset, or it or its inputs cannot be read

Examples:
  audit960 verify audit
  audit960 verify audit --inputs     audits the inputs again, and compares")]
pub(crate) struct Args {
    /// The dataset
    #[arg(value_name = "DIR")]
    dataset: PathBuf,
    /// Audit the inputs again, with the options of the dataset, and compare all rows
    #[arg(long)]
    inputs: bool,
    /// Threads to use [default: all]
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<usize>,
    /// Do not say that all holds
    #[arg(short, long)]
    quiet: bool,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        // Nothing is remembered here: all bytes are read.
        let options = CheckOptions {
            memory: None,
            ..CheckOptions::new(&count_rows)
        };
        let dataset = match CheckedDataset::open(&self.dataset, &options) {
            Err(error @ FolderError::Damaged { .. }) => {
                output::tell(&error.to_string());
                return Ok(ExitCode::from(1));
            }
            opened => opened?,
        };
        let held = verify(
            dataset.dir(),
            &|table| dataset.files(table),
            dataset.manifest(),
        );
        if let Err(difference) = held {
            return Ok(differs(&difference));
        }
        if self.inputs
            && let Some(difference) = self.compare(&dataset)?
        {
            return Ok(differs(&difference));
        }
        if !self.quiet {
            let total = |name: &str| {
                let count = dataset.manifest()["totals"][name].as_u64();
                grouped(count.unwrap_or(0))
            };
            let mut out = output::stdout();
            writeln!(
                out,
                "{}: {} files, {} games, {} bytes: all holds{}",
                output::shown(&self.dataset),
                dataset.entries().len(),
                total("games"),
                total("bytes"),
                if self.inputs {
                    ", and the inputs give the same"
                } else {
                    ""
                }
            )?;
            if dataset.manifest()["incomplete"] == true {
                writeln!(out, "the dataset is incomplete: inputs could not be read")?;
            }
            out.flush()?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The first difference to what the inputs give today.
    fn compare(&self, dataset: &CheckedDataset) -> anyhow::Result<Option<Difference>> {
        let manifest = dataset.manifest();
        let path = self.dataset.join("manifest.json");
        if manifest["incomplete"] == true {
            bail!(
                "{} is incomplete: what could not be read then cannot be compared now",
                self.dataset.display()
            );
        }
        let mut inputs = Vec::new();
        for input in manifest["inputs"].as_array().into_iter().flatten() {
            match input["name"].as_str() {
                Some("-") => bail!("-: standard input cannot be read a second time"),
                Some(name) => inputs.push(name.to_owned()),
                None => bail!("{}: an input without a name", path.display()),
            }
        }
        let folder = tempfile::tempdir().context("no temporary folder can be made")?;
        let again = folder.path().join("dataset");
        let options = self.options(&manifest["options"])?;
        pipeline::audit(&inputs, &again, options, &NoObserver)?;
        let options = CheckOptions {
            memory: None,
            checksums: false,
            ..CheckOptions::new(&count_rows)
        };
        let again = CheckedDataset::open(&again, &options)?;
        if let Some(name) = changed(&manifest["inputs"], &again.manifest()["inputs"]) {
            let what = format!("input {name} is not what was audited: size or checksum differ");
            return Ok(Some(Difference { path, what }));
        }
        compare(dataset, &again)
    }

    /// The options the dataset was made with.
    fn options(&self, stated: &Value) -> anyhow::Result<Options> {
        let is = |name: &str| stated[name] == true;
        let text = |name: &str| stated[name].as_str().map(str::to_owned);
        let table_texts = TableTexts {
            law: text("law_table"),
            venues: text("venue_table"),
        };
        let tables = TableArgs::of_texts(&table_texts)?;
        Ok(Options {
            threads: pipeline::threads(self.threads),
            audit: AuditOptions {
                with_moves: is("with_moves"),
                keep_illegal: is("keep_illegal"),
                law: tables.law,
                venues: tables.venues,
                ..AuditOptions::default()
            },
            limits: limits(stated),
            crosscheck: is("crosscheck"),
            duplicates: is("duplicates"),
            examination: Examination {
                starts: is("infer_start").then_some(StartFinder {
                    double: is("double_start"),
                }),
                repairs: is("propose"),
            },
            table_texts,
            ..Options::default()
        })
    }
}

/// The limits a dataset was made with; those of today where it does not say.
fn limits(stated: &Value) -> Limits {
    let limits = Limits::default();
    let number = |name: &str, default: u64| stated[name].as_u64().unwrap_or(default);
    Limits {
        memory: number("max_memory", limits.memory).max(Limits::MIN_MEMORY),
        expansion: MaxExpansion {
            ratio: number("max_expansion", limits.expansion.ratio),
            total: number("max_text", limits.expansion.total),
        },
    }
}

/// Tells a difference.
fn differs(difference: &Difference) -> ExitCode {
    output::tell(&difference.to_string());
    ExitCode::from(1)
}

/// The first input that is not what it was.
fn changed(before: &Value, now: &Value) -> Option<String> {
    let (before, now) = (before.as_array()?, now.as_array()?);
    let same = |one: &Value, other: &Value| {
        // Tasks that read a range each know no sum of the whole.
        let summed = !one["xxh3_128"].is_null();
        let fields = ["name", "size", "xxh3_128"];
        let fields = &fields[..2 + usize::from(summed)];
        fields.iter().all(|field| one[field] == other[field])
    };
    let found = before
        .iter()
        .zip(now)
        .find(|(one, other)| !same(one, other));
    found.map(|(input, _)| input["name"].as_str().unwrap_or_default().to_owned())
}

/// The first file of a dataset that differs from that of another, and the row in which it does.
fn compare(dataset: &CheckedDataset, again: &CheckedDataset) -> anyhow::Result<Option<Difference>> {
    if dataset.entries() == again.entries() {
        return Ok(None);
    }
    let mut tables: Vec<&str> = dataset.tables().chain(again.tables()).collect();
    tables.sort_unstable();
    tables.dedup();
    for table in tables {
        let (ours, theirs) = (dataset.files(table), again.files(table));
        if let Some(difference) = first_difference(table, ours, theirs)? {
            return Ok(Some(difference));
        }
    }
    let manifest = dataset.manifest();
    let same_version = manifest["program_version"] == again.manifest()["program_version"];
    let inputs = manifest["inputs"].as_array();
    let by_tasks = inputs.is_some_and(|all| all.iter().any(|input| input["splits"].is_array()));
    let in_one_go = manifest["runs"].is_null() && !by_tasks;
    // Another version may write the same rows as other bytes, and so do several runs.
    Ok((same_version && in_one_go).then(|| Difference {
        path: Path::new(dataset.dir()).to_owned(),
        what: "the inputs give the same rows, and other bytes".to_owned(),
    }))
}
