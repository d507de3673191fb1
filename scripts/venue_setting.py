"""The setting of an invented game, and what every dialect needs to write it."""

import datetime
import random
from dataclasses import dataclass

import pgn_layout
from venue_games import Record
from venue_player import between


@dataclass
class Setting:
    """Date, players, ratings and time control of a game."""

    rng: random.Random
    # Ordinal within the file, from 1.
    number: int
    date: datetime.date
    round: str
    white: str
    black: str
    white_elo: int | None
    black_elo: int | None
    # Seconds per side and seconds per move.
    base: int
    increment: int
    # Which of a venue's own forms is used: see the functions.
    form: str = ""

    @property
    def pgn_date(self) -> str:
        """`2023.03.11`."""
        return self.date.strftime("%Y.%m.%d")


def time_of_day(rng: random.Random) -> str:
    """`04:44:56`."""
    return f"{between(rng, 0, 23):02}:{between(rng, 0, 59):02}:{between(rng, 0, 59):02}"


def tag_lines(pairs: list[tuple[str, object]]) -> str:
    """The tags that have a value, one per line, in the order given."""
    return "\n".join(pgn_layout.tag_line(name, str(value)) for name, value in pairs if value)


def sans(record: Record) -> list[str]:
    """The moves of a game in SAN."""
    board = record.start.copy()
    return [board.san_and_push(move) for move in record.moves]


def xfen(record: Record) -> str:
    """The start position with `KQkq`."""
    return record.start.fen(en_passant="legal")


def numbered(ply: int) -> str:
    """The number before half-move `ply` (from 0) if every half-move has one."""
    return f"{ply // 2 + 1}." if ply % 2 == 0 else f"{ply // 2 + 1}..."
