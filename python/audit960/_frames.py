"""Rows of archives as frames of polars and Dask."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Optional

from ._child import Paths, Split, arrow, dataset_folder, listed, schema, splits, stream
from ._dataset import Dataset
from ._read import Options, read_splits

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa


def scan(paths: Paths, table: str = "games", *, options: Options = Options()) -> pl.LazyFrame:
    """A table of archives, or of a dataset, as a polars LazyFrame.

    The query is pushed down to the reader: columns that it does not use are not made, and a limit ends the
    reading. Conditions are applied batch by batch, so the rows that they drop are never collected.
    """
    paths = listed(paths)
    folder = dataset_folder(paths)
    if folder is not None:
        return Dataset(folder).scan(table)
    import polars as pl
    from polars.io.plugins import register_io_source

    names = schema(table, None, options.on_request())
    known = pl.from_arrow(names.empty_table()).schema  # type: ignore[union-attr]
    ranges = splits(paths, options.split_bytes, as_named=True)

    def rows(
        with_columns: Optional[list[str]], predicate: Optional[pl.Expr], n_rows: Optional[int], _size: Optional[int]
    ) -> Iterator[pl.DataFrame]:
        for batch in read_splits(ranges, table, with_columns or None, n_rows, options):
            frame = pl.DataFrame(pl.from_arrow(batch)).select(with_columns or pl.all())
            yield frame if predicate is None else frame.filter(predicate)

    return register_io_source(rows, schema=known)


def dask(
    paths: Paths, table: str = "games", *, columns: Optional[Sequence[str]] = None,
    options: Options = Options(split_bytes="64M"),
) -> Any:
    """A table of archives, or of a dataset, as a Dask DataFrame with Arrow types, one partition per range or file."""
    import dask.dataframe as dd

    paths = listed(paths)
    folder = dataset_folder(paths)
    if folder is not None:
        dataset = Dataset(folder)
        if table not in dataset.tables:
            return dd.from_pandas(_pandas(dataset.read(table, columns)), npartitions=1)
        return dd.read_parquet(dataset.files(table), columns=columns, dtype_backend="pyarrow")
    known = schema(table, columns, options.on_request())
    arguments = options.arguments(table, columns)
    ranges, meta = splits(paths, options.split_bytes), _pandas(known.empty_table())
    return dd.from_map(
        _partition, ranges, arguments=arguments, known=known, meta=meta, enforce_metadata=False, label="audit960"
    )


def _partition(split: Split, arguments: Sequence[str], known: pa.Schema) -> Any:
    return _pandas(arrow().Table.from_batches(stream(split, arguments), known))


def _pandas(table: pa.Table) -> Any:
    import pandas as pd

    return table.to_pandas(types_mapper=pd.ArrowDtype)
