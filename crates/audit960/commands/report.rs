//! `audit960 report`: a dataset as one HTML file.

mod findings;
mod incidents;
mod manifest;
mod place;
mod popularity;
mod positions;

use std::io::{BufWriter, Write as _};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use audit960_analytics::{Dataset, analyse, set_threads};
use audit960_report::grouped;
use audit960_report::html::{Headline, ReportData, write_html};

use crate::commands::rows::{Row, rows};
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
  audit960 report audit --out freestyle-2025.html --title \"Freestyle events of 2025\"")]
pub(crate) struct Args {
    /// The dataset
    #[arg(value_name = "DIR")]
    dataset: PathBuf,
    /// Where to write; a file that is there is replaced [default: DIR/report.html]
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
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        if let Some(threads) = self.threads {
            set_threads(threads)?;
        }
        let out = self
            .out
            .clone()
            .unwrap_or_else(|| self.dataset.join("report.html"));
        let data = self.data(&out)?;
        let size = place::replace(&out, |file| {
            let mut file = BufWriter::new(file);
            write_html(&data, &mut file)?;
            file.flush()
        })?;
        if !self.quiet {
            let mut err = std::io::stderr().lock();
            writeln!(err, "{}: {} bytes", out.display(), grouped(size))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Everything on the page.
    fn data(&self, out: &std::path::Path) -> anyhow::Result<ReportData> {
        let dataset = Dataset::open(&self.dataset)?;
        let manifest = Manifest::read(&self.dataset)?;
        let tally = dataset.tally().context("table games")?;
        let analysis = analyse(&tally);
        let title = self
            .title
            .clone()
            .unwrap_or_else(|| place::title(&self.dataset));
        Ok(ReportData {
            title,
            headline: headline(&dataset, &manifest)?,
            verdict: analysis.verdict.to_string(),
            archive_score: analysis
                .archive
                .map(|moments| (moments.mean, moments.variance)),
            mirror_pairs: positions::mirror_pairs(&tally),
            king_files: positions::king_files(&tally),
            positions: positions::positions(&dataset, analysis.rows)?,
            popularity: popularity::popularity(&dataset)?,
            castling: positions::castling(&dataset)?,
            incidents: incidents::incidents(&dataset)?,
            findings: findings::findings(&dataset)?,
            provenance: manifest.provenance,
            dataset_link: place::link(out, &self.dataset),
            dataset_name: place::shell_word(&self.dataset.display().to_string()),
        })
    }
}

fn headline(dataset: &Dataset, manifest: &Manifest) -> anyhow::Result<Headline> {
    let starts = dataset.query(
        "SELECT start, COUNT(*) AS games FROM games GROUP BY start ORDER BY games DESC, start",
    )?;
    let years = dataset.query("SELECT MIN(year) AS first, MAX(year) AS last FROM games")?;
    let incidents = dataset.query(
        "SELECT COUNT(*) AS runs, \
         SUM(CASE WHEN claimable_under_law AND claimable_at_venue THEN 1 ELSE 0 END) AS claimable, \
         SUM(CASE WHEN half_point_lost_by IS NOT NULL THEN 1 ELSE 0 END) AS missed FROM incidents",
    )?;
    let findings = dataset.query(
        "SELECT COUNT(*) AS findings, SUM(CASE WHEN severity = 'error' THEN 1 ELSE 0 END) AS errors \
         FROM diagnostics",
    )?;
    let years = Row {
        frame: &years,
        row: 0,
    };
    let incidents = Row {
        frame: &incidents,
        row: 0,
    };
    let findings = Row {
        frame: &findings,
        row: 0,
    };
    Ok(Headline {
        verdicts: manifest.verdicts,
        plies: manifest.plies,
        starts: rows(&starts)
            .map(|row| Ok((row.text("start")?, row.number("games")?)))
            .collect::<anyhow::Result<_>>()?,
        years: years
            .maybe_number("first")?
            .zip(years.maybe_number("last")?),
        incidents: incidents.number("runs")?,
        claimable: incidents.maybe_number("claimable")?.unwrap_or(0),
        missed_claims: incidents.maybe_number("missed")?.unwrap_or(0),
        findings: (
            findings.number("findings")?,
            findings.maybe_number("errors")?.unwrap_or(0),
        ),
    })
}
