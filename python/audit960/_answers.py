"""Answers to questions about games: findings, missed draws, start positions, positions, endings, SQL.

Each function is the command of the program of the same name, and its parameters are the options of the command, with
``_`` for ``-``. ``paths`` are archives, a folder of them, patterns, the folder of a dataset, or a :class:`Dataset`.
``filters`` are the keywords of :class:`audit960.Filters`. All raise ReadError, with the message of the program, if an
input cannot be read or an argument is wrong, and TypeError for an unknown keyword.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, Optional, Union

from . import _html
from ._child import PathLike, Paths, arrow, names, run, schema
from ._options import Filters, Limits, Value, arguments, deprecated

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa
    from typing_extensions import Unpack

Row = dict[str, Any]
Kind = Literal["standard", "chess960", "double", "other"]
#: The metadata of a stream in which it says what holds for all its rows.
_ABOUT = b"audit960.about"
#: Rows that a notebook shows at most.
_SHOWN = 50


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

    def _repr_html_(self) -> str:
        left_out = f", the first {_SHOWN} of them" if len(self) > _SHOWN else ""
        rows = (row.values() for row in islice(self.rows, _SHOWN))
        return _html.table(f"{len(self)} rows{left_out}", self.columns, rows)

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
    law_table: Optional[PathLike] = None, venue_table: Optional[PathLike] = None,
    sort: Optional[Literal["archive", "date", "clock", "turns"]] = None, truth: Optional[str] = None,
    tablebase: Optional[PathLike] = None, **filters: Unpack[Filters],
) -> Answer:
    """Draws that could be claimed, or that came by themselves: by the fifty-move rule and by repetition.

    ``rule``: by which rule. ``missed``: only missed claims that cost half a point. ``each``: each claim.
    ``by_material``: a row for each material and law.
    ``law``: whether the rules of the venue count, or those of FIDE alone.
    ``law_table``, ``venue_table``: CSV files that replace those of the program.
    ``sort``: order of the rows. ``truth``: only claims of which endgame tables say this, such as ``"missed-in-draw"``.
    ``tablebase``: folder of endgame tables (Syzygy).

    >>> import audit960
    >>> missed = audit960.draws("data/archive/fifty-move-classics.pgn", rule="fifty", missed=True)
    >>> all(row["half_point_lost_by"] for row in missed)
    True
    """
    return _ask(
        "draws", paths, filters, rule=rule, missed=missed, each=each, by_material=by_material, law=law,
        law_table=law_table, venue_table=venue_table, sort=sort, truth=truth, tablebase=tablebase,
    )


def starts(
    paths: Paths, *, by: Optional[str] = None, start: Union[None, int, str] = None, moves: Optional[int] = None,
    popularity: bool = False, lots: Optional[Literal["usual", "event-date", "round", "game"]] = None,
    draw_rates: bool = False, pairs: bool = False, pentanomial: Optional[Literal["match", "start"]] = None,
    model: bool = False, lines: bool = False, count_moveless: bool = False, min_games: int = 1,
    limit: Optional[int] = None, sort: Optional[str] = None, join: Optional[PathLike] = None, against: Optional[PathLike] = None,
    against_where: Optional[str] = None, **filters: Unpack[Filters],
) -> Answer:
    """Start positions of Chess960 and how the games from them ended.

    Scores are White's, from 0 to 1 a game; ``score_low`` and ``score_high`` are the 95 % interval.

    ``by``: groups by a column of games, two (``"year,venue"``), ``"rating"``, ``"king-file"`` or ``"mirror-pair"``.
    ``start``: how games from this position begin: its Scharnagl number, 0 to 959, or White's first rank.
    ``moves``: length of these openings in half-moves, 1 to 4.
    ``popularity``: how often each position was picked by lot; ``lots``: which games share one lot.
    ``draw_rates``: each draw rate beside the expected one. ``pairs``: the pairs of double Chess960.
    ``pentanomial``: pairs of games with colours reversed, by players or by start. ``model``: the fitted model.
    ``lines``: counts lines of EPD instead of games. ``count_moveless``: games without moves count, too.
    ``min_games``: rows with fewer games are left out. ``limit``: at most so many rows.
    ``sort``: a column, as ``audit960 help starts`` names them.
    ``join``: a CSV file whose columns are added. ``against``, ``against_where``: what the positions are compared with.

    >>> import audit960
    >>> starts = audit960.starts("data/archive/mainz-2009.pgn", sort="start")
    >>> sum(row["games"] for row in starts)
    20
    """
    return _ask(
        "starts", paths, filters, by=by, start=start, moves=moves, popularity=popularity, lots=lots, draw_rates=draw_rates,
        pairs=pairs, pentanomial=pentanomial, model=model, lines=lines, count_moveless=count_moveless, min_games=min_games,
        limit=limit, sort=sort, join=join, against=against, against_where=against_where,
    )


def explore(
    paths: Paths, *, fen: Optional[str] = None, moves: Optional[str] = None, start: Union[None, int, str] = None,
    start_kind: Optional[Kind] = None, within: Optional[int] = None, min_games: Optional[int] = None,
    plies: Union[None, int, str] = None, by: Optional[str] = None, mirror: bool = False, limit: Optional[int] = None,
    known: bool = False, **filters: Unpack[Filters],
) -> Answer:
    """What was played from a position, and with which results; ``about`` has the position and its totals.

    Without a position, or with ``plies``, ``by``, ``mirror``, ``limit`` or ``known``: the positions that games reached most
    often, after each number of half-moves.

    ``fen``: the position, or ``start``: a start position, as a Scharnagl number or White's first rank.
    ``moves``: half-moves from there, in SAN or UCI_Chess960. ``start_kind``: only games that start so.
    ``within``: only where the position came up within so many half-moves. ``min_games``: moves in fewer are left out.
    ``plies``: positions after these numbers of half-moves: ``8``, ``"1-12"``, ``"any"``. ``by``: counted apart by a
    column. ``mirror``: left-right mirrors count as one. ``limit``: at most so many a number of half-moves.
    ``known``: how quickly games from each start leave what others played.

    >>> import audit960
    >>> answer = audit960.explore("data/archive/fifty-move-classics.pgn", moves="d4 Nf6", start_kind="standard")
    >>> answer.about["games"] == sum(row["games"] for row in answer)
    True
    >>> audit960.explore("data/archive/fifty-move-classics.pgn", plies=1, limit=1).to_arrow()["fen"][0].as_py()
    'rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1'
    """
    return _ask(
        "explore", paths, filters, fen=fen, moves=moves, start=start, start_kind=start_kind, within=within,
        min_games=min_games, plies=plies, by=by, mirror=mirror, limit=limit, known=known,
    )


def find(
    paths: Paths, *, fen: Optional[str] = None, position: Optional[str] = None, material: Optional[str] = None,
    exact: bool = False, stay: Optional[int] = None, moved: Optional[str] = None, captured: Optional[str] = None,
    castled: Union[bool, str] = False, line: Optional[str] = None,
    side: Optional[Literal["white", "black"]] = None, ply: Union[None, int, str] = None,
    then: Union[None, str, Sequence[str]] = None, query: Optional[str] = None, start: Union[None, int, str] = None,
    start_kind: Optional[Kind] = None, all: bool = False, limit: Optional[int] = None, **filters: Unpack[Filters],
) -> Answer:
    """Games in which a position came up: by its squares, its material, the move that led to it, and what came later.

    ``fen``: the position. ``position``: a pattern of the board, as ``audit960 help find`` explains it.
    ``material``: such as ``"KRBvKR"``; ``exact``: its first part is White's; ``stay``: at least so many half-moves.
    ``moved``, ``captured``, ``castled``: the half-move that led there. ``line``: the last half-moves.
    ``side``: side to move. ``ply``: half-moves before the position: ``20``, ``"10-20"``, ``"10-"``.
    ``then``: what holds later. ``query``: all conditions as text or JSON.
    ``start``, ``start_kind``: only games that start so. ``all``: every position of a game. ``limit``: at most so many.

    >>> import audit960
    >>> hits = audit960.find("data/archive/fifty-move-classics.pgn", material="KRvKRB", stay=100)
    >>> min(row["stay"] for row in hits) >= 100
    True
    """
    return _ask(
        "find", paths, filters, fen=fen, position=position, material=material, exact=exact, stay=stay, moved=moved,
        captured=captured, castled=castled, line=line, side=side, ply=ply, then=then, query=query, start=start,
        start_kind=start_kind, all=all, limit=limit,
    )


def endings(
    paths: Paths, *, material: Optional[str] = None, exact: bool = False, pieces: Optional[int] = None,
    min_stay: Optional[int] = None, limit: Optional[int] = None, start: Union[None, int, str] = None,
    start_kind: Optional[Kind] = None, **filters: Unpack[Filters],
) -> Answer:
    """Which material was on the board, in how many games, for how long and with which results.

    ``material``: only this, such as ``"KRBvKR"``; ``exact``: its first part is White's.
    ``pieces``: at most so many pieces and pawns, kings included. ``min_stay``: only stays of so many half-moves.
    ``limit``: at most so many materials. ``start``, ``start_kind``: only games that start so.

    >>> import audit960
    >>> most = audit960.endings("data/archive/fifty-move-classics.pgn", limit=1).rows[0]
    >>> most["material"], most["games"], most["white"] + most["draws"] + most["black"] + most["unfinished"]
    ('KRvKRB', 5, 5)
    """
    return _ask(
        "endings", paths, filters, material=material, exact=exact, pieces=pieces, min_stay=min_stay, limit=limit,
        start=start, start_kind=start_kind,
    )


def check(
    paths: Paths, *, severity: Optional[str] = None, law_table: Optional[PathLike] = None,
    venue_table: Optional[PathLike] = None, **limits: Unpack[Limits],
) -> Answer:
    """Every finding of archives, in the order of their text; columns are those of table ``diagnostics``.

    ``severity``: only findings of this severity, ``"warning"`` or ``"error"``, and worse. ``law_table``, ``venue_table``: CSV
    files that replace those of the program.

    >>> import audit960
    >>> [(row["code"], row["line"], row["column"]) for row in audit960.check("data/traps/ambiguous.pgn")]
    [('M002', 9, 24)]
    """
    options = arguments({"severity": severity, "law_table": law_table, "venue_table": venue_table}, limits)
    said = run(["check", "--quiet", "--exit-zero", "--format=json", *options, "--", *names(paths)])
    found = [json.loads(line) for line in said.splitlines()]
    known = schema("diagnostics")
    without_id = known.remove(known.get_field_index("game_id"))
    return Answer(arrow().Table.from_pylist(found, without_id), {})


def query(
    path: PathLike, sql: str, *, threads: Optional[int] = None, max_memory: Optional[str] = None, no_verify: bool = False
) -> Answer:
    """The answer of a dataset to a query in SQL, or of an archive, which is audited first.

    ``threads``: 0 is all, the default. ``max_memory``: a query that needs more is refused, ``"4G"`` by default.
    ``no_verify``: the checksums of the files are not verified.

    >>> import audit960, tempfile
    >>> dataset = audit960.audit("data/archive/mainz-2009.pgn", tempfile.mkdtemp())
    >>> audit960.query(dataset, "SELECT COUNT(*) AS n FROM games").rows
    [{'n': 20}]
    """
    own: dict[str, Value] = {"threads": threads, "max_memory": max_memory, "no_verify": no_verify}
    return _answer(run(["query", *arguments(own, {}), "--format=arrow", "--", os.fspath(path), sql]))


def explain(code: Optional[str] = None) -> str:
    """What a finding means, by its code or its name; without one, a line for each. ReadError if there is none such.

    >>> import audit960
    >>> print(audit960.explain("M002").splitlines()[0])
    M002 ambiguous-move (error)
    """
    return run(["explain", *([] if code is None else [code])]).decode()


def positions(paths: Paths, **options: Any) -> Answer:
    """Deprecated name of :func:`starts`."""
    deprecated("positions", "starts")
    return starts(paths, **options)


def popular(paths: Paths, **options: Any) -> Answer:
    """Deprecated name of :func:`explore`; ``ply`` is ``plies``, and ``top`` is ``limit``."""
    deprecated("popular", "explore")
    return explore(paths, **options)


def _ask(command: str, paths: Paths, filters: Filters, **own: Value) -> Answer:
    """Runs a command; its answer. Findings in the games are no exception."""
    options = arguments(own, filters)
    return _answer(run([command, *options, "--format=arrow", "--", *names(paths)], codes=(0, 1)))


def _answer(said: bytes) -> Answer:
    table: pa.Table = arrow().ipc.open_stream(said).read_all()
    about = (table.schema.metadata or {}).get(_ABOUT, b"{}")
    return Answer(table.replace_schema_metadata(None), json.loads(about))
