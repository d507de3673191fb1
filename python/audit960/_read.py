"""Rows of archives as Arrow record batches, read by several processes in the order of the archive."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from queue import SimpleQueue
from subprocess import Popen
from threading import Event
from typing import TYPE_CHECKING, Any, Optional, Union

from ._child import Paths, Split, arrow, dataset_folder, listed, schema, splits, stream
from ._dataset import Dataset

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from ._child import Batches


@dataclass(frozen=True)
class Options:
    """How games are read, and by how many processes.

    ``processes`` defaults to the number of processors. The rows that wait for their turn are bounded: those
    of one range more than there are processes. ``positions`` is the number of half-moves that ``--positions`` keeps.
    ``players`` and ``quality`` add columns to ``games``: who played, and how well by clocks and evaluations in the text.
    """

    processes: Optional[int] = None
    split_bytes: Union[int, str] = "16M"
    with_moves: bool = False
    keep_illegal: bool = False
    positions: Optional[int] = None
    players: bool = False
    quality: bool = False
    max_memory: Optional[str] = None

    def arguments(self, table: str, columns: Optional[Sequence[str]] = None, limit: Optional[int] = None) -> list[str]:
        """The arguments of ``audit960 rows``."""
        arguments = ["--nested"] if table == "nested" else ["--table", table]
        if columns is not None:
            arguments += ["--columns", ",".join(columns)]
        if limit is not None:
            arguments += ["--limit", str(limit)]
        return arguments + self.of_games()

    def of_games(self) -> list[str]:
        """The arguments that say how games are read."""
        flags = {"--with-moves": self.with_moves, "--keep-illegal": self.keep_illegal}
        memory = [] if self.max_memory is None else ["--max-memory", self.max_memory]
        positions = [] if self.positions is None else [f"--positions={self.positions}"]
        return [flag for flag, is_set in flags.items() if is_set] + positions + self.on_request() + memory

    def on_request(self) -> list[str]:
        """The arguments that add columns to table ``games``."""
        flags = {"--players": self.players, "--quality": self.quality}
        return [flag for flag, is_set in flags.items() if is_set]


def read(
    paths: Paths, table: str = "games", *, columns: Optional[Sequence[str]] = None, limit: Optional[int] = None,
    options: Options = Options(),
) -> Rows:
    """The rows of a table, or ``"nested"`` rows, in the order of the archive, or of a dataset.

    ``game`` and ``line`` are null if a file was read in several ranges.

    >>> import audit960
    >>> audit960.read("data/archive/mainz-2009.pgn", columns=["white", "result"]).to_arrow().num_rows
    20
    """
    paths = listed(paths)
    folder = dataset_folder(paths)
    if folder is not None:
        kept = Dataset(folder).read(table, columns)
        kept = kept if limit is None else kept.slice(0, limit)
        return Rows(kept.schema, lambda: iter(kept.to_batches()))
    ranges = splits(paths, options.split_bytes, as_named=True)
    return Rows(schema(table, columns, options.on_request()), lambda: read_splits(ranges, table, columns, limit, options))


class Rows:
    """Rows as Arrow record batches: for pyarrow, DuckDB, polars, pandas and whatever reads Arrow streams.

    Each use reads from the beginning, so a query of DuckDB may name it twice. No process is started before the
    first batch is requested; dropping a reader ends its processes.
    """

    def __init__(self, schema: pa.Schema, begin: Callable[[], Iterator[pa.RecordBatch]]) -> None:
        #: The columns.
        self.schema = schema
        self._begin = begin

    def reader(self) -> pa.RecordBatchReader:
        """A pyarrow RecordBatchReader from the first row; it can be read once."""
        reader: pa.RecordBatchReader = arrow().RecordBatchReader.from_batches(self.schema, self._begin())
        return reader

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        return self._begin()

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.reader().__arrow_c_stream__(requested_schema)

    def to_arrow(self) -> pa.Table:
        """All rows as a pyarrow Table."""
        return self.reader().read_all()

    def to_polars(self) -> pl.DataFrame:
        """All rows as a polars DataFrame."""
        import polars as pl

        return pl.DataFrame(pl.from_arrow(self.to_arrow()))

    def to_pandas(self) -> pd.DataFrame:
        """All rows as a pandas DataFrame with Arrow types, so that whole numbers stay whole where some are missing."""
        import pandas as pd

        return self.to_arrow().to_pandas(types_mapper=pd.ArrowDtype)

    def read_all(self) -> pa.Table:
        """The same as :meth:`to_arrow`, under the name that pyarrow's readers have."""
        return self.to_arrow()

    def read_pandas(self, **options: Any) -> pd.DataFrame:
        """All rows as a pandas DataFrame, with the options and the types of pyarrow."""
        return self.reader().read_pandas(**options)


def read_splits(
    ranges: Sequence[Split], table: str, columns: Optional[Sequence[str]], limit: Optional[int], options: Options
) -> Iterator[pa.RecordBatch]:
    """The rows of ranges, one range after the other, at most ``limit`` of them."""
    arguments = options.arguments(table, columns, limit)
    processes = max(1, options.processes or os.cpu_count() or 1)
    left = limit
    with closing(_in_order(ranges, arguments, processes)) as batches:
        for batch in batches:
            if left is not None:
                batch = batch.slice(0, left)
                left -= batch.num_rows
            yield batch
            if left == 0:
                return


def _in_order(ranges: Sequence[Split], arguments: Sequence[str], processes: int) -> Batches:
    if processes == 1 or len(ranges) < 2:
        for split in ranges:
            yield from stream(split, arguments)
        return
    stopped = Event()
    children: list[Popen[bytes]] = []

    def started(child: Popen[bytes]) -> None:
        children.append(child)
        # The others may have been stopped before this one was listed.
        if stopped.is_set():
            child.kill()

    def work(split: Split, out: SimpleQueue[Any]) -> None:
        try:
            if not stopped.is_set():
                with closing(stream(split, arguments, started)) as batches:
                    for batch in batches:
                        out.put(batch)
                        if stopped.is_set():
                            break
            out.put(None)
        except BaseException as error:
            out.put(error)

    todo = iter(ranges)
    waiting: deque[SimpleQueue[Any]] = deque()
    with ThreadPoolExecutor(processes) as pool:

        def begin(count: int) -> None:
            for split in islice(todo, count):
                out: SimpleQueue[Any] = SimpleQueue()
                waiting.append(out)
                pool.submit(work, split, out)

        try:
            begin(processes + 1)
            while waiting:
                out = waiting.popleft()
                while (item := out.get()) is not None:
                    if isinstance(item, BaseException):
                        raise item
                    yield item
                begin(1)
        finally:
            stopped.set()
            # A worker may wait long for its next batch, and leaving the pool waits for its workers.
            for child in children:
                child.kill()
