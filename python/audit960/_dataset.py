"""Datasets written by ``audit960 audit``, or by Spark and ``audit960 finish``."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional

from ._child import PathLike, Paths, arrow, names, run, schema

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

#: Tables that every audit makes; one without rows has no file.
_MADE_BY_EVERY_AUDIT = {"games", "incidents", "repetitions", "diagnostics", "gaps", "positions"}


class Dataset:
    """A dataset in a folder: Parquet files and the manifest that lists them."""

    def __init__(self, folder: PathLike) -> None:
        self.folder = Path(folder)
        #: The manifest: inputs, options, totals, files.
        self.manifest: dict[str, Any] = json.loads((self.folder / "manifest.json").read_text("utf-8"))

    def __repr__(self) -> str:
        return f"Dataset({str(self.folder)!r}, {self.manifest['totals']['games']} games)"

    @property
    def tables(self) -> list[str]:
        """The names of its tables."""
        return sorted({file["path"].split("/")[0].removesuffix(".parquet") for file in self.manifest["files"]})

    def files(self, table: str) -> list[str]:
        """The paths of the files of a table, in the order of its rows, for DuckDB and pandas.

        Raises KeyError if the dataset has no such table.
        """
        paths = (str(file["path"]) for file in self.manifest["files"])
        found = sorted(path for path in paths if path.startswith((f"{table}/", f"{table}.parquet")))
        if not found:
            raise KeyError(f"{self.folder} has no table {table}")
        return [str(self.folder / path) for path in found]

    def _without_rows(self, table: str) -> Optional[pa.Table]:
        """The columns of a table that every audit makes, if it has no rows here and therefore no file."""
        if table not in _MADE_BY_EVERY_AUDIT or table in self.tables:
            return None
        return schema(table).empty_table()

    def scan(self, table: str = "games") -> pl.LazyFrame:
        """A table as a polars LazyFrame."""
        import polars as pl

        rows = self._without_rows(table)
        if rows is not None:
            return pl.DataFrame(pl.from_arrow(rows)).lazy()
        return pl.scan_parquet(self.files(table))

    def read(self, table: str = "games", columns: Optional[Sequence[str]] = None) -> pa.Table:
        """A table as a pyarrow Table."""
        arrow()
        from pyarrow import parquet

        rows = self._without_rows(table)
        if rows is not None:
            return rows if columns is None else rows.select(columns)
        return parquet.read_table(self.files(table), columns=columns)

    def to_arrow(self, table: str = "games") -> pa.Table:
        """A table as a pyarrow Table.

        >>> import audit960, tempfile
        >>> games = audit960.audit("data/archive/mainz-2009.pgn", tempfile.mkdtemp()).to_arrow()
        >>> set(games["start_kind"].to_pylist())
        {'chess960'}
        """
        return self.read(table)

    def to_polars(self, table: str = "games") -> pl.DataFrame:
        """A table as a polars DataFrame."""
        return self.scan(table).collect()

    def to_pandas(self, table: str = "games") -> pd.DataFrame:
        """A table as a pandas DataFrame with Arrow types, so that whole numbers stay whole where some are missing."""
        import pandas as pd

        return self.read(table).to_pandas(types_mapper=pd.ArrowDtype)

    def verify(self) -> None:
        """Raises ReadError unless the files are those of the manifest and the tables are consistent."""
        run(["verify", "--quiet", os.fspath(self.folder)])

    def report(self, out: Optional[PathLike] = None) -> Path:
        """Writes the HTML report; returns its path."""
        page = Path(out) if out is not None else self.folder / "report.html"
        run(["report", os.fspath(self.folder), "--out", os.fspath(page)])
        return page


def audit(paths: Paths, out: PathLike, *arguments: str) -> Dataset:
    """Audits archives into a dataset in the folder ``out``, which must be empty or not exist.

    ``arguments`` are further arguments of ``audit960 audit``, such as ``"--with-moves"``. Findings in the
    games are rows of table ``diagnostics``, not exceptions.
    """
    run(["audit", "--quiet", "--exit-zero", "--out", os.fspath(out), *arguments, "--", *names(paths)])
    return Dataset(out)
