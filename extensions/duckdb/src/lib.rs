//! An extension of DuckDB: `read_pgn` gives the rows of chess archives, audited as they are read.
//!
//! ```sql
//! LOAD 'audit960.duckdb_extension';
//! SELECT white, black, max_clock FROM read_pgn('games/*.pgn.zst') WHERE verdict = 'ok';
//! SELECT outcome, count(*) FROM read_pgn('games.pgn', table_name := 'incidents') GROUP BY ALL;
//! ```
//!
//! [`read_pgn`] is the table function, [`rows`] makes its rows on threads of their own. All chess logic is in the
//! crates of audit960.

mod read_pgn;
mod rows;

use std::error::Error;

use duckdb::{Connection, duckdb_entrypoint_c_api};

use crate::read_pgn::ReadPgn;

/// Registers the table function. DuckDB calls this when it loads the extension.
///
/// # Errors
/// If the function cannot be registered.
#[duckdb_entrypoint_c_api(ext_name = "audit960", min_duckdb_version = "v1.2.0")]
pub fn extension_entrypoint(connection: Connection) -> Result<(), Box<dyn Error>> {
    connection.register_table_function::<ReadPgn>("read_pgn")?;
    Ok(())
}
