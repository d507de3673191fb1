//! How an answer is written, and where to.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use audit960_dataset::Door;
use audit960_report::{Format, TableForm};
use audit960_types::Choice as _;

use crate::commands::choice::{ChoiceParser, choice_among};
use crate::output;

/// Parses the name of a format of tables, or of one of `more`.
pub(crate) fn formats_and(more: &[Format]) -> ChoiceParser<Format> {
    choice_among(&[&Format::TABLES, more].concat())
}

/// How an answer is written, and where to.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct FormatArgs {
    /// The form of the answer; also --json, --csv [default: table, or as --out ends]
    #[arg(long, value_parser = choice_among(&Format::TABLES))]
    format: Option<Format>,
    /// Short for --format json
    #[arg(long, hide = true, conflicts_with_all = ["format", "csv"])]
    json: bool,
    /// Short for --format csv
    #[arg(long, hide = true, conflicts_with = "format")]
    csv: bool,
    /// Write to a file
    ///
    /// It is replaced when everything is written; its name says the format: .csv, .json, .jsonl, .arrow, .parquet, or .txt
    /// for the table. - is standard output.
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Ends of names that say of a file what it does not hold.
const MISLEADING: [&str; 17] = [
    "7z", "bz2", "csv", "doc", "docx", "html", "json", "parquet", "pdf", "pgn", "png", "rar",
    "svg", "tar", "xlsx", "xz", "zip",
];

/// Parses the name of a file that will hold a web page.
pub(crate) fn page_file(name: &str) -> Result<PathBuf, String> {
    let advice = "it will hold a web page, which a browser prints to PDF: end its name in .html";
    named(name, &["html"], advice)
}

/// Parses the name of a file that will hold games.
pub(crate) fn games_file(name: &str) -> Result<PathBuf, String> {
    let advice = "it will hold games as PGN: end its name in .pgn, .pgn.gz or .pgn.zst";
    named(name, &["pgn"], advice)
}

fn named(name: &str, own: &[&str], advice: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(name);
    let end = path.extension().unwrap_or_default();
    let end = end.to_string_lossy().to_ascii_lowercase();
    match MISLEADING.contains(&end.as_str()) && !own.contains(&end.as_str()) {
        true => Err(advice.to_owned()),
        false => Ok(path),
    }
}

impl FormatArgs {
    /// The file to write; none for standard output.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.out.as_deref().filter(|path| path.as_os_str() != "-")
    }

    /// The format that is asked for; `usual` without option and file.
    pub(crate) fn format_or(&self, usual: Format) -> anyhow::Result<Format> {
        let short = match (self.json, self.csv) {
            (true, _) => Some(Format::Json),
            (_, true) => Some(Format::Csv),
            _ => None,
        };
        match (self.format.or(short), self.file()) {
            (Some(format), Some(path)) => match Format::of_path(path) {
                Some(named) if named.contradicts(format) => bail!(
                    "{}: its name says {}, not {}",
                    output::shown(path),
                    named.name(),
                    format.name()
                ),
                _ => Ok(format),
            },
            (Some(format), None) => Ok(format),
            (None, Some(path)) => Format::of_path(path).with_context(|| {
                let path = output::shown(path);
                format!(
                    "{path}: the name of --out must end in .csv, .json, .jsonl, .arrow, .parquet or .txt, or \
                     --format say how it is written"
                )
            }),
            (None, None) => Ok(usual),
        }
    }

    /// The format that is asked for, else the table.
    pub(crate) fn format(&self) -> anyhow::Result<Format> {
        self.format_or(Format::Table)
    }

    /// Writes an answer to where it is asked for, in the format: `write` gets both. What is read must not be written to.
    pub(crate) fn write<T>(
        &self,
        door: Door,
        write: impl FnOnce(TableForm, &mut dyn Write) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        self.write_as(self.format()?, door, write)
    }

    /// The same in a format that [`Self::format_or`] has given.
    pub(crate) fn write_as<T>(
        &self,
        format: Format,
        mut door: Door,
        write: impl FnOnce(TableForm, &mut dyn Write) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let Some(path) = self.file() else {
            let form = output::on_screen(format);
            // The text of archives, unchanged.
            let mut out: Box<dyn Write> = match format {
                Format::Pgn => Box::new(BufWriter::new(output::data())),
                _ => Box::new(output::stdout()),
            };
            let done = write(form, &mut *out)?;
            out.flush()?;
            return Ok(done);
        };
        door.admit(path)?;
        let mut done = None;
        let replaced = door.replace(path, |file| {
            let mut out = BufWriter::new(file);
            let written = write(output::in_file(format), &mut out);
            let is_written = written.is_ok();
            done = Some(written);
            match is_written {
                true => out.flush(),
                false => Err(io::ErrorKind::Other.into()),
            }
        });
        match (done, replaced) {
            // The answer failed, not the file.
            (Some(Err(error)), _) => Err(error),
            (Some(Ok(done)), Ok(_)) => Ok(done),
            (_, Err(error)) => Err(error.into()),
            (None, Ok(_)) => bail!("{}: nothing was written", path.display()),
        }
    }
}

/// How something that is no table is printed.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct TextFormatArgs {
    /// The form of what is printed
    #[arg(long, value_parser = choice_among(&[Format::Text, Format::Json]), default_value = "text")]
    format: Format,
    /// Short for --format json
    #[arg(long, hide = true, conflicts_with = "format")]
    json: bool,
}

impl TextFormatArgs {
    /// The format that is asked for.
    pub(crate) const fn format(self) -> Format {
        match self.json {
            true => Format::Json,
            false => self.format,
        }
    }
}
