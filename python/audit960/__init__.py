"""Chess archives as tables: PGN and EPD, plain or compressed, for polars, pyarrow, DuckDB, pandas, Dask and Spark.

    audit960.scan("games.pgn.zst")            a polars LazyFrame, read as far as the query asks
    audit960.read("games/*.pgn", "incidents") rows that pyarrow, DuckDB and pandas read, as often as they like
    audit960.dask("archive/")                 a Dask DataFrame, one partition per range
    audit960.audit("archive/", out="audit")   the whole dataset, with its manifest
    audit960.draws("audit", missed=True)      answers of the program as frames; also starts, explore, find,
                                              endings, check, query, of archives and datasets
    audit960.export("audit", "clean.pgn")     files that the program writes; also report
    import audit960.spark                     for Spark: audit960.spark.register(spark), then
                                              spark.read.format("audit960")

All chess logic is in the program audit960, which this package contains and calls.
"""

from importlib import metadata as _metadata

from ._answers import (
    Answer, check, draws, endings, explain, explore, find, popular, positions, query, starts,
)
from ._child import ReadError, Split, VersionError, binary, schema, splits
from ._dataset import Dataset, audit, export, report
from ._frames import dask, scan
from ._options import Filters, Limits
from ._read import Options, Rows, read


def _version() -> str:
    """The version of the package; of the program where the package is not installed."""
    try:
        return _metadata.version("audit960")
    except _metadata.PackageNotFoundError:
        from ._child import run

        return run(["--version"]).decode().split()[1]


def __getattr__(name: str) -> str:
    if name == "__version__":
        return _version()
    raise AttributeError(f"module 'audit960' has no attribute {name!r}")


__all__ = [
    "Answer", "Dataset", "Filters", "Limits", "Options", "ReadError", "Rows", "Split", "VersionError", "audit", "binary",
    "check", "dask", "draws", "endings", "explain", "explore", "export", "find", "popular", "positions", "query", "read",
    "report", "scan", "schema", "splits", "starts",
]
