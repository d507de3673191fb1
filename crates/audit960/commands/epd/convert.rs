//! `audit960 epd convert`: positions in another format.

use std::fs::File;
use std::io::{self, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use audit960_answers::{ConversionCounts, LineForm};
use audit960_dataset::{Door, Temporary};
use audit960_epd::Castling;
use audit960_report::{counted, grouped};

use super::Common;
use crate::commands::choice::choice;
use crate::output;

/// Convert positions to EPD, FEN, CSV, JSON lines or Parquet
///
/// Everything that the target format can hold is kept. A line written as the standard says comes out
/// byte for byte the same, unless the options change it. An en-passant square on which no capture is
/// legal is left out, and what had to be repaired to be read is written correctly. Lines that are not
/// positions are left out, and each is reported.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    common: Common,
    /// Format to convert to
    #[arg(long, visible_alias = "format", value_parser = choice::<LineForm>())]
    to: LineForm,
    /// How castling fields are written [default: as-written; in parquet xfen, as in datasets]
    #[arg(long, value_parser = choice::<Castling>())]
    castling: Option<Castling>,
    /// File to write; must not exist [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let converted = self.write()?;
        if converted.left_out > 0 && !self.common.run.read.quiet {
            let total = converted.positions + converted.left_out;
            writeln!(
                output::stderr(),
                "{} of {} {}",
                grouped(converted.left_out),
                counted(total, "line", "lines"),
                match converted.left_out {
                    1 => "is not a position and was left out",
                    _ => "are not positions and were left out",
                }
            )?;
        }
        Ok(self.common.run.read.exit_code(converted.has_errors))
    }

    fn write(&self) -> anyhow::Result<ConversionCounts> {
        let out = self.out.as_deref().filter(|path| path.as_os_str() != "-");
        if let Some(path) = out {
            Door::reading(&self.common.inputs).admit(path)?;
        }
        let (inputs, console) = (self.common.inputs(), self.common.run.console());
        let name = out.unwrap_or(Path::new("standard output"));
        let castling = self.castling.unwrap_or(match self.to {
            LineForm::Parquet => Castling::Xfen,
            _ => Castling::AsWritten,
        });
        let convert = |out| inputs.convert_lines(self.to, castling, name, out, &console);
        match out {
            None => convert(self.stdout()?),
            Some(path) => write_whole(path, convert),
        }
    }

    fn stdout(&self) -> anyhow::Result<Box<dyn Write + Send>> {
        // Whole chunks are written at once: no buffer is needed.
        if self.to != LineForm::Parquet {
            return Ok(output::data());
        }
        if io::stdout().is_terminal() {
            bail!("Parquet cannot be shown on a terminal: use --out FILE")
        }
        Ok(Box::new(io::stdout()))
    }
}

/// Writes a new file, which gets its name when it is whole.
fn write_whole<T>(
    path: &Path,
    write: impl FnOnce(Box<dyn Write + Send>) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let name = || path.display().to_string();
    if path.symlink_metadata().is_ok() {
        return Err(io::Error::from(io::ErrorKind::AlreadyExists)).with_context(name);
    }
    let temporary = Temporary::beside(path).with_context(name)?;
    let file = File::create_new(temporary.path()).with_context(name)?;
    let written = write(Box::new(file))?;
    temporary.persist(path, false).with_context(name)?;
    Ok(written)
}
