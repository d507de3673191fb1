//! `audit960 epd perft`: the counts of move sequences that files state.

use std::io::Write as _;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use audit960_epd::{PerftJob, PerftResult, perft_jobs};
use audit960_replay::run_workers;
use audit960_report::grouped;
use audit960_types::harmless;
use audit960_views::write_perft_summary;

use audit960_pipeline::Lines;

use super::Common;
use crate::commands::printer::Printer;
use crate::output;

/// Verify perft counts (D1 20; D2 400; ...), and show the divide where one is wrong
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    common: Common,
    /// Greatest depth that is verified, in half-moves
    #[arg(long, value_name = "N", default_value_t = 5)]
    depth: u32,
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let began = Instant::now();
        let mut printer = self.common.run.printer();
        let jobs = self.jobs(&mut printer)?;
        let results = self.results(&jobs)?;
        let mut out = output::stdout();
        for ((source, job), result) in jobs.iter().zip(&results) {
            for finding in &result.findings {
                printer.print(source, finding)?;
            }
            if let Some((depth, moves)) = &result.divide {
                let source = harmless(source);
                writeln!(out, "{source}:{}: divide {depth}", job.line + 1)?;
                for (name, nodes) in moves {
                    writeln!(out, "  {name:5} {nodes}")?;
                }
            }
        }
        write_perft_summary(&results, &mut out)?;
        out.flush()?;
        if !self.common.run.quiet {
            let seconds = began.elapsed().as_secs_f64();
            let nodes: u64 = results.iter().map(|result| result.nodes).sum();
            let rate = grouped((nodes as f64 / seconds.max(1e-9)) as u64);
            writeln!(output::stderr(), "{seconds:.2} s, {rate} sequences/s")?;
        }
        Ok(self.common.run.exit_code(printer.has_errors()))
    }

    /// All positions with counts, each with the name of its file.
    fn jobs(&self, printer: &mut Printer) -> anyhow::Result<Vec<(String, PerftJob)>> {
        let mut all = Vec::new();
        let work = |lines: &Lines| lines.with_text(perft_jobs);
        let take = |lines: &Lines, (jobs, findings): (Vec<PerftJob>, Vec<_>)| {
            for finding in &findings {
                printer.print(lines.source(), finding)?;
            }
            all.extend(jobs.into_iter().map(|job| (lines.source().to_owned(), job)));
            Ok(())
        };
        self.common.lines_in_order(work, take)?;
        Ok(all)
    }

    /// Results in the order of the jobs, whichever thread comes to them.
    fn results(&self, jobs: &[(String, PerftJob)]) -> anyhow::Result<Vec<PerftResult>> {
        let next = AtomicUsize::new(0);
        let done = Mutex::new(Vec::with_capacity(jobs.len()));
        run_workers(self.common.run.threads(), |_| {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some((_, job)) = jobs.get(index) else {
                    return;
                };
                let result = job.run(self.depth);
                done.lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push((index, result));
            }
        })?;
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_by_key(|(index, _)| *index);
        Ok(done.into_iter().map(|(_, result)| result).collect())
    }
}
