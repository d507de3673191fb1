"""Datasets written by ``audit960 audit``, or by Spark and ``audit960 finish``."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Optional, Union

from . import _html
from ._child import PathLike, Paths, arrow, names, run, schema
from ._options import Filters, Limits, Texts, Value, arguments, deprecated

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa
    from typing_extensions import Unpack

Language = Literal["en", "fr", "de"]
#: Tables that every audit makes; one without rows has no file.
_MADE_BY_EVERY_AUDIT = {"games", "incidents", "repetitions", "diagnostics", "gaps", "positions"}


class Dataset:
    """A dataset in a folder: Parquet files and the manifest that lists them. It is a path: functions take it as one."""

    def __init__(self, folder: PathLike) -> None:
        self.folder = Path(folder)
        #: The manifest: inputs, options, totals, files.
        self.manifest: dict[str, Any] = json.loads((self.folder / "manifest.json").read_text("utf-8"))

    def __repr__(self) -> str:
        return f"Dataset({str(self.folder)!r}, {self.manifest['totals']['games']} games)"

    def __fspath__(self) -> str:
        return os.fspath(self.folder)

    def _repr_html_(self) -> str:
        totals = self.manifest["totals"].items()
        counts = [(name.replace("_", " "), total) for name, total in totals if isinstance(total, int)]
        rest = ", incomplete" if self.manifest["incomplete"] else ""
        return _html.table(f"{self.folder.name}: tables {', '.join(self.tables)}{rest}", ["", "total"], counts)

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

    def report(self, out: Optional[PathLike] = None, **options: Any) -> Path:
        """Writes the HTML report; returns its path. ``options`` are those of :func:`report`."""
        return report(self, out, **options)


def audit(
    paths: Paths, out: PathLike, *deprecated_arguments: str, with_moves: bool = False, positions: Union[bool, int] = False,
    players: bool = False, quality: bool = False, duplicates: bool = False, crosscheck: bool = False,
    infer_start: bool = False, double: bool = False, propose: bool = False, keep_illegal: bool = False,
    law_table: Optional[PathLike] = None, venue_table: Optional[PathLike] = None, tablebase: Optional[PathLike] = None,
    report: bool = False, lang: Optional[Language] = None, resume: bool = False, append: bool = False,
    checkpoint: Optional[int] = None, **limits: Unpack[Limits],
) -> Dataset:
    """Audits archives into a dataset in the folder ``out``, which must be empty or not exist.

    Findings in the games are rows of table ``diagnostics``, not exceptions. ReadError if an input cannot be read, or if
    there is something in ``out``.

    ``with_moves``: keeps the moves, clocks and evaluations. ``positions``: keeps so many half-moves (True: 24) and
    the endings, for :func:`explore`, :func:`find` and :func:`endings`. ``players``: who played.
    ``quality``: time and accuracy. ``duplicates``: looks for copies. ``crosscheck``: reads each game a second time.
    ``infer_start``: looks for lost start positions; ``double``: for those of double Chess960, too.
    ``propose``: proposes repairs. ``keep_illegal``: replays past illegal moves.
    ``law_table``, ``venue_table``: CSV files that replace those of the program. ``tablebase``: folder of endgame tables.
    ``report``: writes the page, too, in language ``lang``. ``resume``: continues an audit that was stopped.
    ``append``: adds to the dataset. ``checkpoint``: megabytes of text between two checkpoints.
    """
    own: dict[str, Value] = {
        "with_moves": with_moves, "positions": positions, "players": players, "quality": quality, "duplicates": duplicates,
        "crosscheck": crosscheck, "infer_start": infer_start, "double": double, "propose": propose,
        "keep_illegal": keep_illegal, "law_table": law_table, "venue_table": venue_table, "tablebase": tablebase,
        "report": report, "lang": lang, "resume": resume, "append": append, "checkpoint": checkpoint,
    }
    if deprecated_arguments:
        deprecated("audit(paths, out, '--option')", "audit(paths, out, option=True)")
    options = [*arguments(own, limits), *deprecated_arguments]
    run(["audit", "--quiet", "--exit-zero", "--out", os.fspath(out), *options, "--", *names(paths)])
    return Dataset(out)


def report(
    dataset: PathLike, out: Optional[PathLike] = None, *, title: Optional[str] = None, lang: Optional[Language] = None,
    tablebase: Optional[PathLike] = None, join: Optional[PathLike] = None, **filters: Unpack[Filters],
) -> Path:
    """Makes one HTML file of a dataset: ``out``, by default ``report.html`` in its folder. Returns its path.

    ReadError if there is no dataset, or a condition is wrong.

    ``title``: heading of the page. ``lang``: its language. ``tablebase``: folder of endgame tables.
    ``join``: a CSV file whose columns are added, such as evaluations of the start positions.
    """
    page = Path(out) if out is not None else Path(dataset) / "report.html"
    options = arguments({"title": title, "lang": lang, "tablebase": tablebase, "join": join}, filters)
    run(["report", "--quiet", "--out", os.fspath(page), *options, "--", os.fspath(dataset)])
    return page


def export(
    paths: Paths, out: PathLike, *, force: bool = False, minimal: bool = False, uci: bool = False, raw: bool = False,
    epd: bool = False, one_line: bool = False, castling: Optional[Literal["xfen", "shredder"]] = None,
    number_tag: bool = False, split_by: Optional[Literal["event", "year", "start", "source"]] = None,
    no_duplicates: bool = False, dropped: Optional[PathLike] = None, verdict: Optional[Texts] = None,
    code: Optional[Texts] = None, start: Union[None, int, str] = None, min_clock: Optional[int] = None,
    apply_proposals: bool = False, keep_illegal: bool = False, infer_start: bool = False, double: bool = False,
    damaged_to: Optional[PathLike] = None, **filters: Unpack[Filters],
) -> None:
    """Writes games as clean PGN into the file ``out``, compressed if its name ends in ``.zst`` or ``.gz``.

    ReadError if an input cannot be read, or if ``out`` exists and ``force`` is not set. Without a game no new file is
    written.

    ``minimal``: tags and moves only. ``uci``: moves as UCI_Chess960. ``raw``: games unchanged, byte for byte.
    ``epd``: the last position of each game. ``one_line``: the movetext on one line.
    ``castling``: how FENs write castling rights. ``number_tag``: adds tag Chess960Number.
    ``split_by``: one file for each, named after ``out``. ``no_duplicates``: one of the copies of a game; ``dropped``:
    CSV file of the others. ``verdict``, ``code``, ``start``: only such games. ``min_clock``: only games whose half-move
    clock reached this. ``apply_proposals``, ``keep_illegal``, ``infer_start``, ``double``: repairs damaged games.
    ``damaged_to``: file for games that have no normal form.

    >>> import audit960, pathlib, tempfile
    >>> clean = pathlib.Path(tempfile.mkdtemp(), "clean.pgn")
    >>> audit960.export("data/archive/mainz-2009.pgn", clean, minimal=True, player="nakamura")
    >>> {"nakamura" in text.lower() for text in clean.read_text().split("[Event ")[1:]}
    {True}
    """
    own: dict[str, Value] = {
        "force": force, "minimal": minimal, "uci": uci, "raw": raw, "epd": epd, "one_line": one_line, "castling": castling,
        "number_tag": number_tag, "split_by": split_by, "no_duplicates": no_duplicates, "dropped": dropped,
        "verdict": verdict, "code": code, "start": start, "min_clock": min_clock, "apply_proposals": apply_proposals,
        "keep_illegal": keep_illegal, "infer_start": infer_start, "double": double, "damaged_to": damaged_to,
    }
    options = arguments(own, filters)
    run(["export", "--quiet", "--exit-zero", "--out", os.fspath(out), *options, "--", *names(paths)])
