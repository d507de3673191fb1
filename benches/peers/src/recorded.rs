//! Recorded ratios, to detect a loss of speed.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, bail};

const HEADER: &str = "date,machine,input,ratio";
/// The share of a recorded ratio below which a ratio counts as a loss, not as noise.
const TOLERATED: f64 = 0.9;

/// How many times as fast as the peer on an input.
pub struct Ratio {
    pub input: String,
    pub ratio: f64,
}

/// The ratios of a file, oldest first.
#[derive(Default)]
pub struct Recorded(Vec<Ratio>);

impl Recorded {
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        Self::parse(&text).with_context(|| path.display().to_string())
    }

    fn parse(text: &str) -> anyhow::Result<Self> {
        let mut lines = text.lines();
        if lines.next() != Some(HEADER) {
            bail!("the first line is not {HEADER}");
        }
        let ratio = |line: &str| {
            let fields: Vec<&str> = line.split(',').collect();
            let [_, _, input, ratio] = fields[..] else {
                bail!("{line:?} has not four fields");
            };
            Ok(Ratio {
                input: input.to_owned(),
                ratio: ratio.parse().with_context(|| line.to_owned())?,
            })
        };
        Ok(Self(lines.map(ratio).collect::<anyhow::Result<_>>()?))
    }

    /// The latest for an input.
    fn latest(&self, input: &str) -> Option<f64> {
        let recorded = self.0.iter().rfind(|recorded| recorded.input == input)?;
        Some(recorded.ratio)
    }

    pub const fn heading(&self) -> &'static str {
        if self.0.is_empty() {
            ""
        } else {
            " recorded | |"
        }
    }

    pub const fn rule(&self) -> &'static str {
        if self.0.is_empty() { "" } else { "---|---|" }
    }

    /// Two more cells of a table: the recorded ratio, and a word if there is a loss.
    pub fn compare(&self, input: &str, ratio: f64) -> String {
        match self.latest(input) {
            _ if self.0.is_empty() => String::new(),
            None => " none | |".to_owned(),
            Some(recorded) => {
                let word = match ratio < recorded * TOLERATED {
                    true => format!("SLOWER by {:.0} %", (1.0 - ratio / recorded) * 100.0),
                    false => String::new(),
                };
                format!(" {recorded:.2} | {word} |")
            }
        }
    }

    /// Appends today's ratios to a file.
    pub fn append(path: &Path, machine: Option<&str>, ratios: &[Ratio]) -> anyhow::Result<()> {
        let machine = machine
            .map_or_else(this_machine, str::to_owned)
            .replace(',', ";");
        let date = std::process::Command::new("date")
            .arg("+%F")
            .output()?
            .stdout;
        let date = String::from_utf8_lossy(&date).trim().to_owned();
        let mut file = fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)?;
        if file.metadata()?.len() == 0 {
            writeln!(file, "{HEADER}")?;
        }
        for Ratio { input, ratio } in ratios {
            writeln!(file, "{date},{machine},{input},{ratio:.2}")?;
        }
        Ok(())
    }
}

/// Number and name of the processors.
pub fn this_machine() -> String {
    let cpus = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
        .map_or("processor", |(_, name)| name.trim());
    format!("{cpus} virtual cores of {name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_ratio_counts_and_a_loss_is_reported() {
        let text = "date,machine,input,ratio\n2026-01-01,old,A,3.00\n2026-02-01,new,A,2.00\n";
        let recorded = Recorded::parse(text).unwrap();
        assert_eq!(recorded.compare("A", 1.9), " 2.00 |  |");
        assert_eq!(recorded.compare("A", 1.7), " 2.00 | SLOWER by 15 % |");
        assert_eq!(recorded.compare("B", 1.7), " none | |");
        assert_eq!(Recorded::default().compare("A", 1.0), "");
        assert!(Recorded::parse("A,1\n").is_err());
    }
}
