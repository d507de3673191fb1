//! `audit960 explain`: the catalogue of findings.

use std::io::Write as _;
use std::process::ExitCode;

use anyhow::bail;
use audit960_types::{Code, Effect};

/// Explain a finding code, or list them all
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A code such as M002, or its name such as ambiguous-move; all codes if left out
    code: Option<String>,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let mut out = crate::output::stdout();
        match self.code {
            None => {
                for &code in Code::ALL {
                    let severity = code.severity().as_str();
                    writeln!(
                        out,
                        "{}  {severity:7}  {:26} {}",
                        code.as_str(),
                        code.name(),
                        code.meaning()
                    )?;
                }
            }
            Some(text) => match Code::find(&text) {
                Some(code) => {
                    writeln!(
                        out,
                        "{} {} ({})",
                        code.as_str(),
                        code.name(),
                        code.severity().as_str()
                    )?;
                    writeln!(out, "\n  {}", code.meaning())?;
                    writeln!(out, "\n  Example:  {}", code.example())?;
                    writeln!(out, "  audit960: {}", code.action())?;
                    writeln!(out, "  Verdict:  {}", effect(code.effect()))?;
                }
                None => bail!("{text} is no finding code; `audit960 explain` lists them all"),
            },
        }
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}

const fn effect(effect: Effect) -> &'static str {
    match effect {
        Effect::None => "stays as it is",
        Effect::Repaired => "the game is repaired at best",
        Effect::Damaged => "the game is damaged",
        Effect::Rejected => "the game is rejected",
        Effect::Foreign => "the game is foreign",
    }
}
