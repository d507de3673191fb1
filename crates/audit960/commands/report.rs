//! `audit960 report`: a dataset as one HTML file.

use std::io::{BufWriter, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use audit960_answers::Inputs;
use audit960_audit::condition::filtered;
use audit960_audit::{TableValues, recorded_tables};
use audit960_dataset::Door;
use audit960_page::{Page, page, write_html};
use audit960_report::{Language, grouped};
use audit960_source::{Limits, parse_memory};

use crate::commands::choice::choice;
use crate::commands::common::{JoinArgs, ThreadArgs, VerifyArgs};
use crate::commands::filters::{FilterArgs, tell_unmet};
use crate::commands::format::page_file;
use crate::commands::tablebase::{TablebaseArgs, tell_damaged};
use crate::output;

/// The name of the report of a dataset, in its folder.
pub(crate) const REPORT: &str = "report.html";

/// Make one HTML file of a dataset: map, tables, charts, boards, findings
///
/// The file needs no network and no other file; send it, print it, or put it on a website. It names no
/// place on this machine. It stays under 3 MB for any archive: if it has no room for all games and runs, it
/// says so. The tables of the dataset are not changed.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("help/report.txt").trim_end())]
pub(crate) struct Args {
    /// The dataset
    #[arg(value_name = "DIR")]
    dataset: PathBuf,
    /// File to write; an existing file is replaced, - is standard output [default: DIR/report.html]
    #[arg(short, long, value_name = "FILE.html", value_parser = page_file)]
    out: Option<PathBuf>,
    /// Heading of the page [default: the name of the dataset]
    #[arg(long, value_name = "T")]
    title: Option<String>,
    /// Language of the page; messages of findings are in English
    #[arg(long, value_name = "LANG", default_value = "en", value_parser = choice::<Language>())]
    lang: Language,
    #[command(flatten)]
    tablebase: TablebaseArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Do not print where the report is
    #[arg(short, long)]
    quiet: bool,
    /// Refuse a page that would need more memory
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = parse_memory)]
    max_memory: u64,
    #[command(flatten)]
    join: JoinArgs,
    #[command(flatten)]
    door: VerifyArgs,
    #[command(flatten, next_help_heading = "Which games")]
    filters: FilterArgs,
}

impl Args {
    /// Arguments for the report of a dataset that this run has just written, at its default path.
    pub(crate) fn of_new(
        dataset: PathBuf,
        lang: Language,
        threads: ThreadArgs,
        quiet: bool,
    ) -> Self {
        Self {
            dataset,
            out: None,
            title: None,
            lang,
            // The audit has just asked them.
            tablebase: TablebaseArgs::default(),
            threads,
            quiet,
            // This run has just written it, so there is nothing to check.
            door: VerifyArgs { no_verify: true },
            max_memory: Limits::default().memory,
            join: JoinArgs::default(),
            filters: FilterArgs::default(),
        }
    }

    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let out = self.out.clone();
        let out = out.unwrap_or_else(|| self.dataset.join(REPORT));
        let read = [self.dataset.as_path()].into_iter();
        let read = read.chain(self.join.path()).chain(self.filters.path());
        let mut door = Door::reading(read).but_for(&self.dataset.join(REPORT));
        door.admit(&out)?;
        let inputs = Inputs {
            limits: Limits {
                memory: self.max_memory,
                ..Limits::default()
            },
            ..self.door.inputs(self.threads.count())
        };
        let filter = self.filters.filter()?;
        let dataset = filtered(inputs.open(&self.dataset)?, filter.as_ref())?;
        let tablebase = self.tablebase.folders().open_if_named()?;
        // Tables of the environment are for datasets whose audit asked none.
        let is_recorded = recorded_tables(dataset.manifest()).is_some();
        let tablebase = tablebase.filter(|_| self.tablebase.is_given() || !is_recorded);
        let values = tablebase.clone().map(TableValues::of).transpose()?;
        let asked = Page {
            folder: &self.dataset,
            title: self.title,
            language: self.lang,
            which: &self.filters.describe()?,
            external: self.join.read()?,
            tables: values.map(|values| values.asked()),
        };
        let data = page(&dataset, asked)?;
        if let Some(tables) = &tablebase {
            tell_damaged(tables);
        }
        tell_unmet(filter.as_ref());
        if out.as_os_str() == "-" {
            let mut out = output::stdout();
            write_html(&data, &mut out)?;
            out.flush()?;
            return Ok(ExitCode::SUCCESS);
        }
        let size = door.replace(&out, |file| {
            let mut file = BufWriter::new(file);
            write_html(&data, &mut file)?;
            file.flush()
        })?;
        if !self.quiet {
            let mut err = output::stderr();
            writeln!(err, "{}: {} bytes", output::shown(&out), grouped(size))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
