"""Writes the invented games, one file per venue, each in the dialect of that venue.

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

import engine_dialects
import server_dialects
import venue_games
from venue_games import Plan, Record
from venue_player import between, pick
from venue_setting import Setting

FAST = ((180, 0), (180, 2), (300, 0), (300, 3), (600, 0), (900, 10))


@dataclass(frozen=True)
class Long:
    """A long endgame of a file, by its own date. The seed was found by trying."""

    seed: int
    white_start: int
    black_start: int
    clock: int
    then: tuple[str, ...]
    date: datetime.date


@dataclass(frozen=True)
class Venue:
    """How a file of invented games is made."""

    file: str
    seed: int
    dialect: Callable[[Record, Setting], str]
    names: tuple[str, ...]
    # Ordinary games, and the years they are spread over.
    games: int
    years: tuple[int, int]
    # Forms of the dialect, in turn.
    forms: tuple[str, ...]
    # Lowest and highest rating.
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
    """Names that nobody can mistake for real players."""
    return tuple(f"Invented{animal}" for animal in animals)


LONG_LICHESS = (
    # An automatic draw when the clock reaches 100.
    Long(5, 5, 5, 100, (), datetime.date(2021, 7, 3)),
    # Clock 99, then a pawn moves: a claim over the board, none here.
    Long(4, 624, 624, 99, ("pawn", "agreement"), datetime.date(2023, 2, 11)),
)
LONG_CHESSCOM = (Long(15, 480, 480, 100, (), datetime.date(2022, 5, 20)),)
LONG_ICC = (
    # One claim, by 9.3.1; the player moved a pawn instead and lost on time.
    Long(9, 77, 77, 99, ("pawn", "answer", "time"), datetime.date(2003, 10, 14)),
    # Both sides could have claimed; one of them blundered.
    Long(2, 845, 845, 112, ("blunder", "punish", "resignation"), datetime.date(2006, 4, 2)),
    Long(15, 412, 412, 118, ("fifty",), datetime.date(2008, 8, 30)),
    # Past seventy-five moves before that limit existed.
    Long(27, 301, 301, 153, ("blunder", "punish", "resignation"), datetime.date(2010, 1, 19)),
)
LONG_FICS = (
    Long(4, 233, 233, 103, ("blunder", "punish", "resignation"), datetime.date(2009, 8, 12)),
    # One claim, by 9.3.1; the player moved a pawn instead and won on time.
    Long(8, 158, 158, 99, ("pawn", "time"), datetime.date(2011, 3, 5)),
    Long(28, 931, 931, 100, ("fifty",), datetime.date(2014, 11, 9)),
    # Past seventy-five moves after that limit came into force.
    Long(4, 690, 690, 156, ("agreement",), datetime.date(2019, 6, 1)),
)
LONG_TCEC = (
    Long(8, 367, 367, 100, (), datetime.date(2024, 1, 13)),
    Long(33, 142, 899, 100, (), datetime.date(2024, 2, 18)),
    # Clock 99, then a pawn moves; draws are automatic there, so nobody could claim.
    Long(3, 786, 786, 99, ("pawn", "answer", "resignation"), datetime.date(2024, 3, 25)),
)

VENUES = (
    Venue(
        file="lichess-style.pgn",
        seed=9601,
        dialect=server_dialects.lichess,
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
        dialect=server_dialects.chesscom,
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
        dialect=server_dialects.icc,
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
        dialect=server_dialects.fics,
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
        dialect=engine_dialects.tcec,
        names=("Figment 4.1", "Pretence 5.0-rc", "Phantasma 7.2", "Papermill 0.9"),
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
        dialect=engine_dialects.cutechess,
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


def date_of(rng: random.Random, venue: Venue, number: int) -> datetime.date:
    """A date within the venue's years, the later the higher the number."""
    first = datetime.date(venue.years[0], 1, 1)
    days = (datetime.date(venue.years[1], 12, 28) - first).days
    step = max(days // venue.games, 1)
    return first + datetime.timedelta(days=number * step + between(rng, 0, step - 1))


def plan_of(rng: random.Random, venue: Venue, number: int, starts: list[int]) -> Plan:
    """The plan of an ordinary game; mates, flag falls and early draws come in turn."""
    white_start = starts[number // 2 if venue.engines else number % len(starts)]
    black_start = white_start
    if venue.engines and venue.forms[number % len(venue.forms)] == "DFRC":
        black_start = starts[-1 - number // 2]
    if venue.orthodox_too and number == 7:
        white_start = black_start = 518
    return Plan(
        white_start,
        black_start,
        strict=venue.strict,
        to_mate=number % 4 == 0,
        flag_ply=between(rng, 40, 90) if number % 7 == 3 and not venue.engines else None,
        agree_ply=between(rng, 30, 100),
        abandon_ply=between(rng, 20, 40) if venue.abandoned and number == 5 else None,
    )


def players_of(rng: random.Random, venue: Venue, number: int) -> tuple[str, str]:
    """Two different names; engines meet the same opponent twice, colours changed."""
    if not venue.engines:
        white = pick(rng, venue.names)
        black = pick(rng, [name for name in venue.names if name != white])
        return white, black
    pair = number // 2
    first = venue.names[pair % len(venue.names)]
    second = venue.names[(pair + 1) % len(venue.names)]
    return (first, second) if number % 2 == 0 else (second, first)


def setting_of(
    rng: random.Random, venue: Venue, number: int, date: datetime.date, form: str
) -> Setting:
    """Everything around a game but its moves."""
    white, black = players_of(rng, venue, number)
    base, increment = pick(rng, venue.controls)
    elos = [between(rng, *venue.elo)]
    elos.append(min(max(elos[0] + between(rng, -220, 220), venue.elo[0]), venue.elo[1]))
    return Setting(
        rng=rng,
        number=number + 1,
        date=date,
        round=f"{number // 2 + 1}.{number % 2 + 1}" if venue.engines else "-",
        white=white,
        black=black,
        white_elo=elos[0],
        black_elo=elos[1],
        base=base,
        increment=increment,
        form=form,
    )


def file_text(venue: Venue) -> str:
    """All games of a venue, the long ones among the others by date."""
    rng = random.Random(venue.seed)
    starts = venue_games.spread_starts(rng, max(venue.games * 3 // 4, 8))
    entries: list[tuple[datetime.date, Plan, int, str]] = []
    for number in range(venue.games):
        plan = plan_of(rng, venue, number, starts)
        form = venue.forms[number % len(venue.forms)]
        entries.append((date_of(rng, venue, number), plan, venue.seed * 1000 + number, form))
    for long in venue.long_games:
        plan = Plan(
            long.white_start,
            long.black_start,
            strict=venue.strict,
            long_clock=long.clock,
            then=long.then,
        )
        form = "DFRC" if long.white_start != long.black_start else venue.forms[0]
        entries.append((long.date, plan, long.seed, form))
    entries.sort(key=lambda entry: entry[0])
    texts = []
    for number, (date, plan, seed, form) in enumerate(entries):
        record = venue_games.play(plan, seed)
        setting = setting_of(random.Random(seed + 1), venue, number, date, form)
        texts.append(venue.dialect(record, setting))
        print(f"{venue.file}: {number}: {record.reason} {record.result}", file=sys.stderr)
    return "".join(texts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", required=True, type=Path, metavar="FOLDER")
    parser.add_argument("--only", metavar="FILE.pgn", help="write only this file")
    arguments = parser.parse_args()
    for venue in VENUES:
        if arguments.only in (None, venue.file):
            text = file_text(venue).rstrip("\n") + "\n"
            path = arguments.out / venue.file
            path.write_text(text, encoding=venue.encoding, newline=venue.line_end)


if __name__ == "__main__":
    main()
