"""Answers to questions about games: missed draws, start positions, positions, endings.

Each function is the command of the program of the same name, asked of archives or of a dataset. Its parameters are the
options of the command, with ``_`` for ``-``; what they mean at length says ``audit960 help NAME``.
"""

from __future__ import annotations

import json
import operator
import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, Optional, SupportsIndex, Union

from ._child import PathLike, Paths, arrow, names, run

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

Row = dict[str, Any]
Kind = Literal["standard", "chess960", "double", "other"]
#: The metadata of a stream in which it says what holds for all its rows.
_ABOUT = b"audit960.about"
_Value = Union[None, bool, SupportsIndex, str, "os.PathLike[str]", Sequence[str]]


class Answer:
    """Rows of an answer, in the order in which the program prints them.

    ``rows`` are dictionaries; ``columns`` are their names; ``about`` has what is said of all rows together, such as the
    totals of a position. Columns have their types also where they have no value. DuckDB, polars and whatever reads Arrow
    streams take it as it is.
    """

    def __init__(self, table: pa.Table, about: Row) -> None:
        self._table, self.about = table, about
        self.rows: list[Row] = table.to_pylist()
        self.columns: list[str] = table.column_names

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __repr__(self) -> str:
        return f"Answer({len(self.rows)} rows of {', '.join(self.columns)})"

    def to_arrow(self) -> pa.Table:
        """All rows as a pyarrow Table."""
        return self._table

    def to_polars(self) -> pl.DataFrame:
        """All rows as a polars DataFrame."""
        import polars as pl

        return pl.DataFrame(pl.from_arrow(self.to_arrow()))

    def to_pandas(self) -> pd.DataFrame:
        """All rows as a pandas DataFrame with Arrow types, so that whole numbers stay whole where some are missing."""
        import pandas as pd

        return self.to_arrow().to_pandas(types_mapper=pd.ArrowDtype)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.to_arrow().__arrow_c_stream__(requested_schema)


def draws(
    paths: Paths, *, rule: Literal["all", "fifty", "repetition"] = "all", missed: bool = False, each: bool = False,
    by_material: bool = False, law: Literal["venue", "fide"] = "venue",
    sort: Optional[Literal["archive", "date", "clock", "turns"]] = None, truth: Optional[str] = None,
    tablebase: Optional[PathLike] = None, where: Optional[str] = None,
) -> Answer:
    """Draws that could be claimed, or that came by themselves: by the fifty-move rule and by repetition.

    >>> import audit960
    >>> missed = audit960.draws("data/archive/fifty-move-classics.pgn", rule="fifty", missed=True)
    >>> all(row["half_point_lost_by"] for row in missed)
    True
    """
    return _ask(
        "draws", paths, rule=rule, missed=missed, each=each, by_material=by_material, law=law, sort=sort, truth=truth,
        tablebase=tablebase, where=where,
    )


def starts(
    paths: Paths, *, by: Optional[str] = None, start: Union[None, int, str] = None, moves: Optional[int] = None,
    popularity: bool = False, draw_rates: bool = False, pairs: bool = False, lines: bool = False,
    count_moveless: bool = False, min_games: int = 1, sort: Optional[str] = None, where: Optional[str] = None,
) -> Answer:
    """Start positions of Chess960 and how the games from them ended.

    >>> import audit960
    >>> starts = audit960.starts("data/archive/mainz-2009.pgn", sort="start")
    >>> sum(row["games"] for row in starts)
    20
    """
    return _ask(
        "starts", paths, by=by, start=start, moves=moves, popularity=popularity, draw_rates=draw_rates, pairs=pairs,
        lines=lines, count_moveless=count_moveless, min_games=min_games, sort=sort, where=where,
    )


def explore(
    paths: Paths, *, fen: Optional[str] = None, moves: Optional[str] = None, start: Union[None, int, str] = None,
    start_kind: Optional[Kind] = None, within: Optional[int] = None, min_games: Optional[int] = None,
    plies: Union[None, int, str] = None, by: Optional[str] = None, mirror: bool = False, limit: Optional[int] = None,
    known: bool = False, where: Optional[str] = None,
) -> Answer:
    """What was played from a position, and with which results; ``about`` has the position and its totals.

    Without a position, or with ``plies``, ``by``, ``mirror``, ``limit`` or ``known``: the positions that games reached most
    often, after each number of half-moves.

    >>> import audit960
    >>> answer = audit960.explore("data/archive/fifty-move-classics.pgn", moves="d4 Nf6", start_kind="standard")
    >>> answer.about["games"] == sum(row["games"] for row in answer)
    True
    >>> audit960.explore("data/archive/fifty-move-classics.pgn", plies=1, limit=1).to_arrow()["fen"][0].as_py()
    'rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1'
    """
    return _ask(
        "explore", paths, fen=fen, moves=moves, start=start, start_kind=start_kind, within=within, min_games=min_games,
        plies=plies, by=by, mirror=mirror, limit=limit, known=known, where=where,
    )


def find(
    paths: Paths, *, fen: Optional[str] = None, position: Optional[str] = None, material: Optional[str] = None,
    exact: bool = False, stay: Optional[int] = None, moved: Optional[str] = None, captured: Optional[str] = None,
    castled: Union[bool, str] = False, line: Optional[str] = None,
    side: Optional[Literal["white", "black"]] = None, ply: Union[None, int, str] = None,
    then: Union[None, str, Sequence[str]] = None, query: Optional[str] = None, start: Union[None, int, str] = None,
    start_kind: Optional[Kind] = None, all: bool = False, limit: Optional[int] = None, where: Optional[str] = None,
) -> Answer:
    """Games in which a position came up: by its squares, its material, the move that led to it, and what came later.

    >>> import audit960
    >>> hits = audit960.find("data/archive/fifty-move-classics.pgn", material="KRvKRB", stay=100)
    >>> min(row["stay"] for row in hits) >= 100
    True
    """
    return _ask(
        "find", paths, fen=fen, position=position, material=material, exact=exact, stay=stay, moved=moved,
        captured=captured, castled=castled, line=line, side=side, ply=ply, then=then, query=query, start=start,
        start_kind=start_kind, all=all, limit=limit, where=where,
    )


def endings(
    paths: Paths, *, material: Optional[str] = None, exact: bool = False, pieces: Optional[int] = None,
    min_stay: Optional[int] = None, limit: Optional[int] = None, start: Union[None, int, str] = None,
    start_kind: Optional[Kind] = None, where: Optional[str] = None,
) -> Answer:
    """Which material was on the board, in how many games, for how long and with which results.

    >>> import audit960
    >>> most = audit960.endings("data/archive/fifty-move-classics.pgn", limit=1).rows[0]
    >>> most["material"], most["games"], most["white"] + most["draws"] + most["black"] + most["unfinished"]
    ('KRvKRB', 5, 5)
    """
    return _ask(
        "endings", paths, material=material, exact=exact, pieces=pieces, min_stay=min_stay, limit=limit, start=start,
        start_kind=start_kind, where=where,
    )


def _ask(command: str, paths: Paths, **options: _Value) -> Answer:
    """Runs a command; its answer. Findings in the games are no exception."""
    arguments = [argument for name, value in options.items() for argument in _argument(name, value)]
    said = run([command, *arguments, "--format", "arrow", "--", *names(paths)], codes=(0, 1))
    table: pa.Table = arrow().ipc.open_stream(said).read_all()
    about = (table.schema.metadata or {}).get(_ABOUT, b"{}")
    return Answer(table.replace_schema_metadata(None), json.loads(about))


def _argument(name: str, value: _Value) -> list[str]:
    """The arguments of an option."""
    flag = "--" + name.replace("_", "-")
    if value is None or value is False:
        return []
    if value is True:
        return [flag]
    # Whole numbers of numpy and pandas are no int.
    if isinstance(value, SupportsIndex):
        return [f"{flag}={operator.index(value)}"]
    if isinstance(value, (str, os.PathLike)):
        return [f"{flag}={os.fspath(value) if isinstance(value, os.PathLike) else value}"]
    return [f"{flag}={one}" for one in value]
