//! `audit960 report`: a dataset as one HTML file.

mod findings;
mod headline;
mod incidents;
mod manifest;
mod model;
mod place;
mod popularity;
mod positions;
mod repetitions;
mod trend;

use std::io::{BufWriter, Write as _};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use audit960_dataset::Storage;
use audit960_report::grouped;
use audit960_report::html::{ReportData, write_html};
use audit960_statistics::{StartAnalysis, analyse};
use audit960_types::StartPositionRow;

use crate::commands::door::DoorArgs;
use crate::commands::filters::{FilterArgs, chosen};
use crate::commands::joined::JoinArgs;
use crate::output;
use manifest::Manifest;

/// Make one HTML file of a dataset: map, tables, charts, boards, findings
///
/// The file needs no network and nothing beside it; send it, print it, or put it on a web site. It
/// stays under 3 MB for any archive: where it has no room for all games and runs it says so and
/// points to the dataset. Written into DIR it moves with the dataset, and its links stay right; the
/// tables are not touched.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  audit960 report audit
  audit960 report audit --join evaluations.csv
  audit960 report audit --out freestyle-2025.html --title \"Freestyle events of 2025\"")]
pub(crate) struct Args {
    /// The dataset
    #[arg(value_name = "DIR")]
    dataset: PathBuf,
    /// Where to write; a file that is there is replaced, - is standard output [default:
    /// DIR/report.html]
    #[arg(long, value_name = "FILE.html")]
    out: Option<PathBuf>,
    /// Heading of the page [default: the name of the dataset]
    #[arg(long, value_name = "T")]
    title: Option<String>,
    /// Threads to use [default: all]
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Do not tell where the report is
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    join: JoinArgs,
    #[command(flatten)]
    door: DoorArgs,
    #[command(flatten, next_help_heading = "Which games")]
    filters: FilterArgs,
}

impl Args {
    /// The report of a dataset that this program has just written, at its usual place.
    pub(crate) fn of_new(dataset: PathBuf, threads: Option<NonZeroUsize>, quiet: bool) -> Self {
        Self {
            dataset,
            out: None,
            title: None,
            threads,
            quiet,
            // Nobody else knows of it.
            door: DoorArgs { no_verify: true },
            join: JoinArgs::default(),
            filters: FilterArgs::default(),
        }
    }

    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let out = self
            .out
            .clone()
            .unwrap_or_else(|| self.dataset.join("report.html"));
        let data = self.data(&out)?;
        if out.as_os_str() == "-" {
            let mut out = output::stdout();
            write_html(&data, &mut out)?;
            out.flush()?;
            return Ok(ExitCode::SUCCESS);
        }
        let size = Storage::new().replace(&out, |file| {
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

    /// Everything on the page.
    fn data(&self, out: &std::path::Path) -> anyhow::Result<ReportData> {
        let dataset = self.door.open(&self.dataset)?.with_threads(self.threads);
        let mut manifest = Manifest::of(dataset.manifest())
            .with_context(|| self.dataset.join("manifest.json").display().to_string())?;
        let filter = self.filters.filter();
        let dataset = chosen(dataset, filter.as_ref())?;
        if dataset.is_part() {
            manifest.tell_of_part(&dataset, &self.filters.told())?;
        }
        let tally = dataset.tally().context("table games")?;
        let analysis = analyse(&tally);
        let title = self.title.clone().unwrap_or_else(|| {
            let whole = place::title(&self.dataset);
            match dataset.is_part() {
                true => format!("{whole} ({})", self.filters.told()),
                false => whole,
            }
        });
        Ok(ReportData {
            title,
            headline: headline::headline(&dataset, &manifest)?,
            verdict: verdict(&analysis, dataset.copies()?.len() as u64),
            model: model::model(&analysis),
            archive_score: analysis
                .archive
                .map(|moments| (moments.mean, moments.variance)),
            external: self.external(&analysis.rows)?,
            mirror_pairs: positions::mirror_pairs(&tally),
            king_files: positions::king_files(&tally),
            positions: positions::positions(&dataset, analysis.rows)?,
            years: trend::years(&dataset)?,
            popularity: popularity::popularity(&dataset)?,
            castling: positions::castling(&dataset)?,
            incidents: incidents::incidents(&dataset)?,
            repetitions: repetitions::repetitions(&dataset)?,
            findings: findings::findings(&dataset)?,
            provenance: manifest.provenance,
            dataset_link: place::link(out, &self.dataset),
            dataset_name: place::shell_word(&self.dataset.display().to_string()),
        })
    }
}

impl Args {
    /// Columns of numbers that were joined, by Scharnagl number.
    fn external(
        &self,
        rows: &[StartPositionRow],
    ) -> anyhow::Result<Vec<(String, Vec<Option<f64>>)>> {
        let arrangements: Vec<String> = rows.iter().map(|row| row.arrangement.clone()).collect();
        let external = self.join.read()?;
        Ok(external.map_or_else(Vec::new, |it| it.numbers(&arrangements)))
    }
}

/// The verdict, and what was left out of it.
fn verdict(analysis: &StartAnalysis, copies: u64) -> String {
    let verdict = &analysis.verdict;
    match copies {
        0 => verdict.to_string(),
        copies => format!(
            "{verdict}; {} copies of other games left out",
            grouped(copies)
        ),
    }
}
