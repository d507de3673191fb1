//! `audit960 draws --watch`: live files, for arbiters.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, bail};
use audit960_ledger::Tables;
use audit960_ledger::live::{Boards, Change};
use audit960_types::{harmless, harmless_json};

use crate::commands::format::Format;

/// The options of a watch.
#[derive(Debug, clap::Args)]
pub(super) struct WatchArgs {
    /// Watch PGN files that grow, such as broadcasts: one line for each board on which a claim becomes
    /// possible or lapses, or whose game is over without a claim; until Ctrl-C. The Laws are those of
    /// the game's date, today's where it has none
    #[arg(long, conflicts_with_all = ["missed", "rule", "law", "sort", "sheet", "records", "claim"])]
    watch: bool,
    /// Seconds between two looks at the files
    #[arg(long, value_name = "SECONDS", default_value = "2", requires = "watch",
        value_parser = clap::value_parser!(u64).range(1..))]
    interval: u64,
    /// Look once, and end
    #[arg(long, requires = "watch")]
    once: bool,
}

impl WatchArgs {
    /// Whether there is something to watch.
    pub(super) const fn is_asked(&self) -> bool {
        self.watch
    }

    /// Watches files until the program is stopped, or looks at them once.
    pub(super) fn run(
        &self,
        inputs: &[String],
        tables: &Tables,
        format: Format,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let json = match format {
            Format::Table => false,
            Format::Json => true,
            Format::Csv => {
                bail!("--watch prints text or, with --format json, a line of JSON a change")
            }
        };
        let mut files: Vec<Watched> = inputs
            .iter()
            .map(|name| Watched::new(name, tables.clone()))
            .collect();
        loop {
            for file in &mut files {
                for change in file.look(self.once)? {
                    if json {
                        let json = change.json(&file.name).to_string();
                        writeln!(out, "{}", harmless_json(&json))?;
                    } else {
                        let mut line = Vec::new();
                        change.write_line(&mut line)?;
                        let line = String::from_utf8_lossy(&line);
                        writeln!(out, "{}", harmless(line.trim_end_matches('\n')))?;
                    }
                }
            }
            out.flush()?;
            if self.once {
                return Ok(());
            }
            std::thread::sleep(Duration::from_secs(self.interval));
        }
    }
}

/// A file that is watched.
struct Watched {
    name: String,
    path: PathBuf,
    /// The text of the last look: a file that is the same is not read again.
    text: Vec<u8>,
    boards: Boards,
}

impl Watched {
    fn new(name: &String, tables: Tables) -> Self {
        Self {
            name: name.clone(),
            path: PathBuf::from(name),
            text: Vec::new(),
            boards: Boards::new(tables),
        }
    }

    /// What has changed. A file that is missing, as while it is being replaced, has not; but where it
    /// is looked at only once, it must be there.
    fn look(&mut self, once: bool) -> anyhow::Result<Vec<Change>> {
        let text = match fs::read(&self.path) {
            Ok(text) => text,
            Err(error) if !once && error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error).with_context(|| self.name.clone()),
        };
        if text == self.text {
            return Ok(Vec::new());
        }
        self.text = text;
        Ok(self.boards.read(&self.text))
    }
}
