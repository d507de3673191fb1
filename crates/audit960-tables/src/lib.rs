//! Facts to Arrow columns and Parquet files.
