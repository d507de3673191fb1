//! `audit960 epd convert`: positions in another form.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use audit960_epd::{Castling, Converter, Target};

use super::{Common, ordered};

/// Convert positions to EPD, FEN, CSV or JSON lines
///
/// What a form has room for stays. A line that is written as the standard says comes out byte for
/// byte where nothing about it is asked to change. An en-passant square on which no capture is legal
/// is left out, and what had to be read otherwise than written is written right. Lines that are no
/// position are left out, and each is told.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    common: Common,
    /// Form to convert to
    #[arg(long, value_enum)]
    to: Form,
    /// How castling fields are written
    #[arg(long, value_enum, default_value = "as-written")]
    castling: Letters,
    /// File to write; must not exist [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Form {
    /// Four fields and operations, the counters as hmvc and fmvn
    Epd,
    /// Six fields, and behind them the operations that are left
    Fen,
    /// A row a position (RFC 4180)
    Csv,
    /// An object a position and line
    Jsonl,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Letters {
    /// As they were, if they could be read so; else as X-FEN
    AsWritten,
    /// KQkq, and a file letter for an inner rook
    Xfen,
    /// Always file letters, such as HAha
    Shredder,
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let converter = Converter {
            target: self.to.target(),
            castling: self.castling.castling(),
        };
        let mut out = self.open()?;
        let mut printer = self.common.printer();
        let (mut positions, mut left_out) = (0, 0);
        out.write_all(converter.heading())?;
        let work = |lines: &ordered::Lines| {
            lines.with_text(|text| converter.convert(text, lines.source()))
        };
        let take = |lines: &ordered::Lines, conversion: audit960_epd::Conversion| {
            out.write_all(&conversion.bytes)?;
            positions += conversion.positions;
            left_out += conversion.left_out;
            for finding in &conversion.findings {
                printer.print(lines.source(), finding)?;
            }
            Ok(())
        };
        ordered::in_order(&self.common.inputs, self.common.threads(), work, take)?;
        out.flush()?;
        if left_out > 0 && !self.common.quiet {
            let total = positions + left_out;
            writeln!(
                io::stderr(),
                "{left_out} of {total} lines are no position and were left out"
            )?;
        }
        Ok(self.common.exit_code(&printer))
    }

    fn open(&self) -> anyhow::Result<Box<dyn Write + Send>> {
        Ok(match &self.out {
            // Whole chunks are written at once: no buffer is needed.
            None => Box::new(io::stdout()),
            Some(path) => {
                let file = File::create_new(path).with_context(|| path.display().to_string())?;
                Box::new(file)
            }
        })
    }
}

impl Form {
    const fn target(self) -> Target {
        match self {
            Self::Epd => Target::Epd,
            Self::Fen => Target::Fen,
            Self::Csv => Target::Csv,
            Self::Jsonl => Target::JsonLines,
        }
    }
}

impl Letters {
    const fn castling(self) -> Castling {
        match self {
            Self::AsWritten => Castling::AsWritten,
            Self::Xfen => Castling::Xfen,
            Self::Shredder => Castling::Shredder,
        }
    }
}
