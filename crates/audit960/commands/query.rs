//! `audit960 query`: SQL over a dataset.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use crate::commands::door::DoorArgs;
use crate::commands::format::Format;
use crate::commands::limits::size;

/// Ask a dataset a question in SQL
///
/// DIR is a folder that audit960 audit has written. Its tables are games, incidents, diagnostics,
/// start_positions and castling; duplicates and crosscheck where they were asked for; and positions
/// where the archive holds EPD or FEN. The dialect is that of polars.
///
/// Where every row of the answer comes from one row of a table (no ORDER BY, GROUP BY, DISTINCT, JOIN
/// or function of several rows) the answer is written row group by row group, in the order of the
/// table, and may be of any size. Every other query holds the columns that it names of the rows that
/// its conditions leave, and is refused where that needs more than --max-memory.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  audit960 query audit \"SELECT white, black, max_clock FROM games WHERE max_clock >= 150\"
  audit960 query audit \"SELECT code, COUNT(*) AS n FROM diagnostics GROUP BY code ORDER BY n DESC\"
  audit960 query audit \"SELECT fen, COUNT(*) AS n FROM positions GROUP BY fen HAVING n > 1\"
  audit960 query audit \"SELECT * FROM castling\" --format csv > castling.csv
  audit960 query audit \"SELECT * FROM games WHERE year = 2024\" --out games-2024.parquet")]
pub(crate) struct Args {
    /// The dataset
    #[arg(value_name = "DIR")]
    dataset: PathBuf,
    /// The question
    #[arg(value_name = "SQL")]
    sql: String,
    /// Write the answer into a file, as the name says: .parquet, .csv or .jsonl. A file that is there is
    /// replaced when all is written
    #[arg(long, value_name = "FILE", conflicts_with = "format")]
    out: Option<PathBuf>,
    /// How the answer is printed
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Threads to use [default: all]
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Refuse a query that would hold more memory
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = size)]
    max_memory: u64,
    #[command(flatten)]
    door: DoorArgs,
}

#[cfg(feature = "query")]
mod answer {
    use std::io::{self, BufWriter, Write as _};
    use std::path::Path;
    use std::process::ExitCode;

    use anyhow::Context as _;
    use audit960_analytics::Dataset;
    use audit960_dataset::Storage;
    use audit960_query::{OutFormat, QueryError, query, set_threads, write_answer};
    use audit960_report::grouped;

    use crate::commands::format::Format;
    use crate::output;

    impl super::Args {
        pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
            if let Some(threads) = self.threads {
                set_threads(threads)?;
            }
            let dataset = self.door.open(&self.dataset)?.with_threads(self.threads);
            if let Some(path) = &self.out {
                self.write_file(&dataset, path)?;
                return Ok(ExitCode::SUCCESS);
            }
            match self.format {
                Format::Csv => {
                    let format = OutFormat::Csv(output::csv_texts());
                    let out = BufWriter::with_capacity(1 << 16, output::data());
                    write_answer(&dataset, &self.sql, self.max_memory, format, out)?;
                }
                format => {
                    let mut out = output::stdout();
                    format.write(&query(&dataset, &self.sql, self.max_memory)?, &mut out)?;
                    out.flush()?;
                }
            }
            Ok(ExitCode::SUCCESS)
        }

        fn write_file(&self, dataset: &Dataset, path: &Path) -> anyhow::Result<()> {
            let format = OutFormat::of(path, output::csv_texts());
            let format = format.with_context(|| {
                let path = output::shown(path);
                format!("{path}: the name of --out ends in .parquet, .csv or .jsonl")
            })?;
            let (mut rows, mut refused) = (0, None);
            let replaced = Storage::new().replace(path, |file| {
                let file = BufWriter::new(file);
                match write_answer(dataset, &self.sql, self.max_memory, format, file) {
                    Ok(written) => rows = written,
                    Err(QueryError::Output(error)) => return Err(error),
                    Err(error) => {
                        refused = Some(error);
                        return Err(io::ErrorKind::Other.into());
                    }
                }
                Ok(())
            });
            // The file has nothing to do with it.
            if let Some(error) = refused {
                return Err(error.into());
            }
            let size = replaced?;
            let mut err = output::stderr();
            let (path, rows) = (output::shown(path), grouped(rows));
            writeln!(err, "{path}: {rows} rows, {} bytes", grouped(size))?;
            Ok(())
        }
    }
}

#[cfg(not(feature = "query"))]
impl Args {
    pub(crate) fn run(self) -> anyhow::Result<std::process::ExitCode> {
        anyhow::bail!(
            "this audit960 was built without polars, which answers SQL: build it with the feature query \
             (cargo install without --no-default-features), or ask {} with DuckDB or another reader of \
             Parquet",
            self.dataset.display()
        )
    }
}
