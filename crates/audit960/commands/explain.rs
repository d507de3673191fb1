//! `audit960 explain`: the catalogue of findings.

use std::io::Write as _;
use std::process::ExitCode;

use anyhow::bail;
use audit960_report::{write_codes, write_explanation};
use audit960_types::tables::schema;
use audit960_types::{Code, Verdict};

use crate::output;

/// Explain a finding code, or list them all
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("help/explain.txt").trim_end())]
pub(crate) struct Args {
    /// A code such as M002, or its name such as ambiguous-move; all codes if left out
    code: Option<String>,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let mut out = output::stdout();
        match self.code {
            None => write_codes(&mut out)?,
            Some(text) => match Code::find(&text) {
                Some(code) => write_explanation(code, &mut out)?,
                None if text.parse::<Verdict>().is_ok() => {
                    let verdict = schema("games").and_then(|games| games.column("verdict"));
                    let meaning = verdict.map_or("", |column| column.meaning);
                    writeln!(out, "{text} is the verdict on a game: {meaning}")?;
                }
                None => bail!("{text} is not a finding code; `audit960 explain` lists them all"),
            },
        }
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}
