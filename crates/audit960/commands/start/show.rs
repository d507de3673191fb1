//! `audit960 start show`: everything about one start position.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Context as _;
use audit960_board::start::{DoubleStart, Numbering, Start};
use audit960_views::starts::{named, write_start};

use crate::output;

/// Show a start position: numbers, mirror, FEN, castling, diagram
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Number, White's first rank such as RNBQKBNR, or FEN; WHITE:BLACK for double Chess960, each a number
    /// or eight letters
    #[arg(value_name = "NUMBER|ARRANGEMENT|FEN", required = true, num_args = 1..)]
    position: Vec<String>,
    /// What a number means
    #[arg(long, value_enum, default_value = "scharnagl")]
    numbering: NumberingName,
}

/// A numbering of the start positions.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum NumberingName {
    /// 0 to 959, 518 is RNBQKBNR
    Scharnagl,
    /// Scharnagl's number and one: 1 to 960
    OneBased,
    /// Scharnagl's with 960 for 0
    NoughtAs960,
    /// A club's list, 1 to 960, 626 is RNBQKBNR (a reconstruction)
    MirrorList,
    /// Of double Chess960: White's Scharnagl number times 960 plus Black's, 0 to 921599
    Double,
}

impl NumberingName {
    /// The positions of White and Black that a text names.
    fn named(self, text: &str) -> anyhow::Result<(Start, Start)> {
        let numbering = match self {
            Self::Double => {
                let start = text.trim().parse().ok().and_then(DoubleStart::new);
                let start = start.with_context(|| {
                    format!("{text} is no number of double Chess960: these go from 0 to 921599")
                })?;
                return Ok((start.white, start.black));
            }
            Self::Scharnagl => Numbering::Scharnagl,
            Self::OneBased => Numbering::OneBased,
            Self::NoughtAs960 => Numbering::NoughtAs960,
            Self::MirrorList => Numbering::MirrorList,
        };
        named(text, numbering)
    }
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        // A FEN may come with its blanks as several arguments.
        let (white, black) = self.numbering.named(&self.position.join(" "))?;
        let mut out = output::stdout();
        write_start(DoubleStart { white, black }, output::colour(), &mut out)?;
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}
