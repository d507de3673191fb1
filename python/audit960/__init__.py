"""Chess archives as tables: PGN and EPD, plain or compressed, for polars, pyarrow, DuckDB, pandas, Dask and Spark.

    audit960.scan("games.pgn.zst")            a polars LazyFrame, read as far as the query asks
    audit960.read("games.pgn", "incidents")   a pyarrow RecordBatchReader, which DuckDB and pandas read
    audit960.dask("archive/")                 a Dask DataFrame, one partition per range
    audit960.audit("archive/", out="audit")   the whole dataset, with its manifest
    import audit960.spark                     for Spark: audit960.spark.register(spark), then
                                              spark.read.format("audit960")

All chess logic is in the program audit960, which this package contains and calls.
"""

from ._child import ReadError, Split, binary, schema, splits
from ._dataset import Dataset, audit
from ._frames import dask, scan
from ._read import Options, read

__all__ = ["Dataset", "Options", "ReadError", "Split", "audit", "binary", "dask", "read", "scan", "schema", "splits"]
