//! `audit960 draws --watch`: live files, for arbiters.

use std::io::{self, Write};
use std::time::Duration;

use anyhow::bail;
use audit960_ledger::live::{BoardChange, Nothing, Spectator, watch};
use audit960_ledger::{AskedValues, LawTables};
use audit960_report::Format;
use audit960_types::{harmless, sanitized_json};

use crate::output;

/// The options of `--watch`.
#[derive(Debug, clap::Args)]
pub(super) struct WatchArgs {
    /// Watch PGN files that grow, such as broadcasts: one line for each board on which a claim becomes
    /// possible or lapses, or whose game is over without a claim; until Ctrl-C. The Laws are those of
    /// the game's date, or today's if it has none
    #[arg(long, conflicts_with_all = ["missed", "rule", "law", "sort", "sheet", "records", "claim"])]
    watch: bool,
    /// Seconds between two readings of the files
    #[arg(long, value_name = "SECONDS", default_value = "2", requires = "watch",
        value_parser = clap::value_parser!(u64).range(1..))]
    interval: u64,
    /// Read the files once and exit
    #[arg(long, requires = "watch")]
    once: bool,
}

impl WatchArgs {
    /// Whether there is something to watch.
    pub(super) const fn is_asked(&self) -> bool {
        self.watch
    }

    /// Watches files until the program is stopped, or reads them once.
    pub(super) fn run(
        &self,
        inputs: &[String],
        tables: &LawTables,
        values: &AskedValues,
        format: Format,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let json = match format {
            Format::Table => false,
            Format::Json => true,
            _ => {
                bail!("--watch prints text or, with --format json, one line of JSON per change")
            }
        };
        let pause = (!self.once).then(|| Duration::from_secs(self.interval));
        watch(inputs, tables, values, pause, &mut Printer { json, out })?;
        Ok(out.flush()?)
    }
}

/// Prints what is seen.
struct Printer<'o> {
    json: bool,
    out: &'o mut dyn Write,
}

impl Spectator for Printer<'_> {
    fn change(&mut self, file: &str, change: &BoardChange) -> io::Result<()> {
        if self.json {
            let json = change.json(file).to_string();
            writeln!(self.out, "{}", sanitized_json(&json))?;
        } else {
            let mut line = Vec::new();
            change.write_line(&mut line)?;
            let line = String::from_utf8_lossy(&line);
            writeln!(self.out, "{}", harmless(line.trim_end_matches('\n')))?;
        }
        self.out.flush()
    }

    fn nothing(&mut self, file: &str, why: Nothing) {
        let file = harmless(file);
        output::note(&match why {
            Nothing::Missing => format!("{file}: it is not there yet"),
            Nothing::NoGame => format!("{file}: no game is in it yet"),
        });
    }
}
