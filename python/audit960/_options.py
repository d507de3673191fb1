"""Options that many commands share, and how keywords become arguments of the program."""

from __future__ import annotations

import operator
import os
import warnings
from collections.abc import Mapping, Sequence
from typing import Any, SupportsIndex, TypedDict, Union

from ._child import PathLike

Texts = Union[str, Sequence[str]]
Value = Union[None, bool, SupportsIndex, str, "os.PathLike[str]", Sequence[str]]

#: Keywords that were renamed.
_RENAMED = {"first": "limit", "top": "limit", "ply": "plies"}


class Limits(TypedDict, total=False):
    """How much of the machine a command uses.

    ``threads``: threads; 0 is all, the default.
    ``max_memory``: memory, such as ``"2G"``; at least ``"64M"``.
    ``max_expansion``: text of a compressed input, as a multiple of its stored bytes, and a total: ``"250:1T"``.
    ``input_columns``: columns of Parquet and Arrow inputs, such as ``"fen=InitialFen"``.
    """

    threads: int
    max_memory: str
    max_expansion: str
    input_columns: Texts


class Filters(Limits, total=False):
    """Which games count. All conditions must hold; of several values in a list, one must.

    ``where``: an SQL condition on the columns of table ``games``.
    ``since``, ``until``: not played before, not played after: ``"2020"``, ``"2020-06"`` or ``"2020-06-30"``.
    ``min_elo``, ``max_elo``: at least, at most this rating, of both players.
    ``min_plies``: at least so many replayed half-moves.
    ``time_control``: a speed (bullet, blitz, rapid, classical, correspondence) or a TimeControl tag.
    ``event``, ``player``, ``source``: the name contains this text, in any letter case.
    ``venue``: a value of column ``venue``.
    ``no_engines``: no engine is known to have played.
    ``rated``: played for rating, as far as the event says.
    ``found``: a CSV file of hits that ``audit960 find`` wrote, from the same inputs.
    ``no_verify``: the checksums of a dataset's files are not verified.
    """

    where: str
    since: str
    until: str
    min_elo: int
    max_elo: int
    min_plies: int
    time_control: Texts
    event: Texts
    player: Texts
    source: Texts
    venue: Texts
    no_engines: bool
    rated: bool
    found: PathLike
    no_verify: bool


def arguments(own: Mapping[str, Value], shared: Mapping[str, Any]) -> list[str]:
    """The arguments of a command: its own options, and those of :class:`Filters`. Raises TypeError for any other."""
    options = dict(own)
    for name, value in shared.items():
        if name in _RENAMED and _RENAMED[name] in own:
            deprecated(f"{name}=", f"{_RENAMED[name]}=")
            name = _RENAMED[name]
        elif name not in Filters.__annotations__:
            raise TypeError(f"there is no option {name!r}")
        options[name] = value
    return [argument for name, value in options.items() for argument in _argument(name, value)]


def deprecated(old: str, new: str) -> None:
    """Warns the caller of a function of this package that a name is deprecated."""
    warnings.warn(f"{old} is deprecated: use {new}", DeprecationWarning, stacklevel=5 if old.endswith("=") else 3)


def _argument(name: str, value: Value) -> list[str]:
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
        return [f"{flag}={os.fspath(value)}"]
    return [f"{flag}={one}" for one in value]
