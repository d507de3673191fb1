//! `audit960 query`: SQL over a dataset.

use std::io::Write as _;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use audit960_types::Frame;

use crate::commands::door::DoorArgs;
use crate::commands::format::Format;
use crate::output;

/// Ask a dataset a question in SQL
///
/// DIR is a folder that audit960 audit has written. Its tables are games, incidents, diagnostics,
/// start_positions and castling; duplicates and crosscheck where they were asked for; and positions
/// where the archive holds EPD or FEN. The dialect is that of polars.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  audit960 query audit \"SELECT white, black, max_clock FROM games WHERE max_clock >= 150\"
  audit960 query audit \"SELECT code, COUNT(*) AS n FROM diagnostics GROUP BY code ORDER BY n DESC\"
  audit960 query audit \"SELECT fen, COUNT(*) AS n FROM positions GROUP BY fen HAVING n > 1\"
  audit960 query audit \"SELECT * FROM castling\" --format csv > castling.csv")]
pub(crate) struct Args {
    /// The dataset
    #[arg(value_name = "DIR")]
    dataset: PathBuf,
    /// The question
    #[arg(value_name = "SQL")]
    sql: String,
    /// How the answer is printed
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Threads to use [default: all]
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    door: DoorArgs,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let frame = self.answer()?;
        let mut out = output::stdout();
        self.format.write(&frame, &mut out)?;
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }

    #[cfg(feature = "query")]
    fn answer(&self) -> anyhow::Result<Frame> {
        if let Some(threads) = self.threads {
            audit960_query::set_threads(threads)?;
        }
        let dataset = self.door.open(&self.dataset)?.with_threads(self.threads);
        Ok(audit960_query::query(&dataset, &self.sql)?)
    }

    #[cfg(not(feature = "query"))]
    fn answer(&self) -> anyhow::Result<Frame> {
        anyhow::bail!(
            "this audit960 was built without polars, which answers SQL: build it with the feature query \
             (cargo install without --no-default-features), or ask {} with DuckDB or another reader of \
             Parquet",
            self.dataset.display()
        )
    }
}
