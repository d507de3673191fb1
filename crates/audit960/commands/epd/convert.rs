//! `audit960 epd convert`: positions in another form.

use std::fs::File;
use std::io::{self, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use audit960_epd::{Castling, Conversion, Converter, Target};
use audit960_tables::{ChunkTables, PositionFile, TableOptions};

use audit960_pipeline::Lines;

use super::Common;
use crate::commands::printer::Printer;
use crate::output;

/// Convert positions to EPD, FEN, CSV, JSON lines or Parquet
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
    #[arg(long, visible_alias = "format", value_enum)]
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
    /// A row a position, with the columns of table positions of a dataset (which has its castling
    /// as X-FEN); its operations are checked, too
    Parquet,
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
        let mut told = Told {
            printer: self.common.run.printer(),
            positions: 0,
            left_out: 0,
        };
        let out = self.open()?;
        let written = match self.to.target() {
            Some(target) => self.text(target, out, &mut told),
            None => self.table(out, &mut told),
        };
        if let (Err(_), Some(path)) = (&written, &self.out) {
            // Half a file is none; that it cannot be removed is no news beside the failure.
            let _ = std::fs::remove_file(path);
        }
        written?;
        if told.left_out > 0 && !self.common.run.quiet {
            let total = told.positions + told.left_out;
            writeln!(
                output::stderr(),
                "{} of {total} lines are no position and were left out",
                told.left_out
            )?;
        }
        Ok(self.common.run.exit_code(told.printer.has_errors()))
    }

    /// Lines of text.
    fn text(
        &self,
        target: Target,
        mut out: Box<dyn Write + Send>,
        told: &mut Told,
    ) -> anyhow::Result<()> {
        let converter = Converter {
            target,
            castling: self.castling.castling(),
        };
        out.write_all(converter.heading())?;
        let work = |lines: &Lines| lines.with_text(|text| converter.convert(text, lines.source()));
        let take = |lines: &Lines, conversion: Conversion| {
            out.write_all(&conversion.bytes)?;
            told.take(lines.source(), &conversion)
        };
        self.common.lines_in_order(work, take)?;
        Ok(out.flush()?)
    }

    /// Rows of a Parquet file.
    fn table(&self, out: Box<dyn Write + Send>, told: &mut Told) -> anyhow::Result<()> {
        let castling = self.castling.castling();
        let name = self.out.as_deref().unwrap_or(Path::new("standard output"));
        if self.out.is_none() && io::stdout().is_terminal() {
            bail!("Parquet is nothing for a terminal: --out FILE");
        }
        let mut file = PositionFile::new(name, out)?;
        let work = |lines: &Lines| {
            let mut tables = ChunkTables::new(TableOptions::default());
            let conversion = lines.with_text(|text| Conversion::rows(text, castling, &mut tables));
            (tables.finish(lines.feeds()), conversion)
        };
        let take = |lines: &Lines, (rows, conversion): (Result<_, _>, Conversion)| {
            file.push(rows?, lines.shared_source(), lines.first_of_source())?;
            told.take(lines.source(), &conversion)
        };
        self.common.lines_in_order(work, take)?;
        Ok(file.finish()?)
    }

    fn open(&self) -> anyhow::Result<Box<dyn Write + Send>> {
        Ok(match &self.out {
            // Whole chunks are written at once: no buffer is needed.
            None if self.to.target().is_some() => output::data(),
            None => Box::new(io::stdout()),
            Some(path) => {
                let file = File::create_new(path).with_context(|| path.display().to_string())?;
                Box::new(file)
            }
        })
    }
}

/// What is told beside the result.
struct Told {
    printer: Printer,
    positions: u64,
    left_out: u64,
}

impl Told {
    fn take(&mut self, source: &str, conversion: &Conversion) -> anyhow::Result<()> {
        self.positions += conversion.positions;
        self.left_out += conversion.left_out;
        for finding in &conversion.findings {
            self.printer.print(source, finding)?;
        }
        Ok(())
    }
}

impl Form {
    /// What lines of text are converted to; `None` for a table.
    const fn target(self) -> Option<Target> {
        Some(match self {
            Self::Epd => Target::Epd,
            Self::Fen => Target::Fen,
            Self::Csv => Target::Csv,
            Self::Jsonl => Target::JsonLines,
            Self::Parquet => return None,
        })
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
