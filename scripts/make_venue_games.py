"""Writes the invented games, one file a venue, each in the dialect of that venue.

    python scripts/make_venue_games.py --out data/archive

The players do not exist and the games were never played. Every file comes from fixed seeds, so
that a second run writes the same bytes. Needs python-chess (PyPI package `chess`).
"""

import argparse
import datetime
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import venue_dialects
import venue_games
from venue_dialects import Setting
from venue_games import Plan, Record
from venue_player import between, pick

FAST = ((180, 0), (180, 2), (300, 0), (300, 3), (600, 0), (900, 10))


@dataclass(frozen=True)
class Long:
    """A long endgame with a place of its own in a file. The seed was found by trying."""

    seed: int
    white_start: int
    black_start: int
    clock: int
    then: tuple[str, ...]
    date: datetime.date


@dataclass(frozen=True)
class Venue:
    """What a file of invented games looks like."""

    file: str
    seed: int
    dialect: Callable[[Record, Setting], str]
    names: tuple[str, ...]
    # Ordinary games, and the years they are spread over.
    games: int
    years: tuple[int, int]
    # Forms of the dialect, in turn.
    forms: tuple[str, ...]
    # Ratings lie between these.
    elo: tuple[int, int]
    controls: tuple[tuple[int, int], ...] = FAST
    # Engine venues play each start twice, with colours changed, and adjudicate.
    engines: bool = False
    strict: bool = False
    orthodox_too: bool = False
    abandoned: bool = False
    encoding: str = "utf-8"
    line_end: str = "\n"
    long_games: tuple[Long, ...] = field(default=())


def handles(*animals: str) -> tuple[str, ...]:
    """Names nobody could take for a real player's."""
    return tuple(f"Invented{animal}" for animal in animals)


VENUES = (
    Venue(
        file="lichess-style.pgn",
        seed=9601,
        dialect=venue_dialects.lichess,
        names=handles("Otter", "Ferret", "Magpie", "Newt", "Puffin", "Heron", "Urchin", "Stoat"),
        games=24,
        years=(2017, 2024),
        forms=("clocks", "analysed", "clocks", "plain"),
        elo=(1350, 2350),
        strict=True,
        orthodox_too=True,
        long_games=LONG_LICHESS,
    ),
    Venue(
        file="chesscom-style.pgn",
        seed=9602,
        dialect=venue_dialects.chesscom,
        names=handles("Badger", "Civet", "Dormouse", "Egret", "Finch", "Gecko"),
        games=17,
        years=(2018, 2023),
        forms=("live", "live", "friendly"),
        elo=(900, 2200),
        strict=True,
        encoding="utf-8-sig",
        long_games=LONG_CHESSCOM,
    ),
    Venue(
        file="icc-style.pgn",
        seed=9603,
        dialect=venue_dialects.icc,
        names=handles("Bär", "Hare", "Ibis", "Jackdaw", "Käfer", "Lynx"),
        games=15,
        years=(2000, 2012),
        forms=("rated", "rated", "unrated"),
        elo=(1500, 2600),
        abandoned=True,
        encoding="latin-1",
        long_games=LONG_ICC,
    ),
    Venue(
        file="fics-style.pgn",
        seed=9604,
        dialect=venue_dialects.fics,
        names=handles("Marmot", "Nuthatch", "Okapi", "Pika", "Quail", "Raven"),
        games=15,
        years=(2007, 2021),
        forms=("database", "database", "database", "match"),
        elo=(1200, 2300),
        abandoned=True,
        line_end="\r\n",
        long_games=LONG_FICS,
    ),
    Venue(
        file="tcec-style.pgn",
        seed=9605,
        dialect=venue_dialects.tcec,
        names=("Figment 4.1", "Pretence dev-20230101", "Phantasma 7.2", "Papermill 0.9"),
        games=8,
        years=(2021, 2023),
        forms=("FRC", "FRC", "DFRC", "DFRC"),
        elo=(3300, 3700),
        controls=((1800, 5), (1800, 3)),
        engines=True,
        strict=True,
        long_games=LONG_TCEC,
    ),
    Venue(
        file="cutechess-style.pgn",
        seed=9606,
        dialect=venue_dialects.cutechess,
        names=("Figment 4.0", "Papermill 0.8"),
        games=8,
        years=(2016, 2016),
        forms=("",),
        elo=(2800, 2900),
        controls=((10, 0),),
        engines=True,
        strict=True,
    ),
)
