"""What `explore`, `popular` and `endings` must answer, counted by brute force over replayed games.

Each function takes games of `tree_replay` and gives rows as dictionaries under the names of the
columns; numbers are not rounded, and what the program leaves empty is None. Nothing is shared with the
program but the definitions in its help.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable

import chess

from tree_replay import Game

Z = 1.959963984540054


class Tally:
    """Results, ratings, dates and players of some games."""

    def __init__(self) -> None:
        self.games: list[Game] = []
        self.moveless = 0

    def add(self, game: Game) -> None:
        if game.moveless:
            self.moveless += 1
        else:
            self.games.append(game)

    def results(self) -> dict[str, int]:
        count = Counter(game.result for game in self.games)
        return {
            "games": len(self.games),
            "white": count["1-0"],
            "draws": count["1/2-1/2"],
            "black": count["0-1"],
            "unfinished": count["*"],
        }

    def mean(self, values: Iterable[float | None]) -> float | None:
        known = [value for value in values if value is not None]
        return sum(known) / len(known) if known else None


def design(games: Iterable[Game]) -> float | None:
    """By what the number of games is multiplied in intervals: m(1-m)/v of all the games that count.

    None where all results are the same: then there is no interval.
    """
    points = [{"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}[g.result] for g in games if not g.moveless and g.result != "*"]
    if not points:
        return None
    m = sum(points) / len(points)
    v = sum(p * p for p in points) / len(points) - m * m
    return m * (1 - m) / v if v > 1e-12 else None


def scores(results: dict[str, int], factor: float | None) -> dict[str, float | None]:
    """White's score with Wilson's interval for `factor` times the games with a result."""
    decided = results["white"] + results["draws"] + results["black"]
    if not decided:
        return {"score": None, "score_low": None, "score_high": None}
    p = (results["white"] + results["draws"] / 2) / decided
    if factor is None:
        return {"score": p, "score_low": None, "score_high": None}
    n = decided * factor
    half = Z * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    centre = p + Z * Z / (2 * n)
    scale = 1 + Z * Z / n
    return {"score": p, "score_low": max(0.0, (centre - half) / scale), "score_high": min(1.0, (centre + half) / scale)}


def last_date(games: Iterable[Game]) -> str | None:
    return max((g.dates()[0] for g in games if g.dates()[0]), default=None)


def with_counters(key: str) -> str:
    return f"{key} 0 1"


# --- explore ---------------------------------------------------------------------------------------


def explore(games: list[Game], key: str) -> tuple[dict, list[dict]]:
    """The position's own numbers, and a row for each move played from it."""
    reached = Tally()
    moves: dict[str, list[Game]] = defaultdict(list)
    for game in games:
        if key not in game.keys:
            continue
        reached.add(game)
        played = {game.moves[i].uci for i, k in enumerate(game.keys[:-1]) if k == key}
        for uci in played:
            moves[uci].append(game)
    board = chess.Board(with_counters(key), chess960=True)
    factor = design(reached.games)
    rows = []
    for uci, players in moves.items():
        tally = Tally()
        tally.games = players
        results = tally.results()
        rows.append(
            {"san": board.san(chess.Move.from_uci(uci)), "uci": uci}
            | results
            | {"share": len(players) / len(reached.games)}
            | scores(results, factor)
            | {
                "mean_white_elo": tally.mean(g.elo("White") for g in players),
                "mean_black_elo": tally.mean(g.elo("Black") for g in players),
                "last_date": last_date(players),
                "example": {f"{g.source}@{g.offset}" for g in players},
            }
        )
    rows.sort(key=lambda row: (-row["games"], row["uci"]))
    return {"fen": with_counters(key)} | reached.results() | {"moveless": reached.moveless}, rows


# --- popular ---------------------------------------------------------------------------------------


def mirror(key: str) -> str:
    """The left-right mirror of a position without castling rights."""
    placement, turn, rights, passant = key.split()
    placement = "/".join(rank[::-1] for rank in placement.split("/"))
    if passant != "-":
        passant = chr(ord("a") + ord("h") - ord(passant[0])) + passant[1]
    return f"{placement} {turn} {rights} {passant}"


def mirrored(key: str) -> str:
    return min(key, mirror(key)) if key.split()[2] == "-" else key


def groups_of(by: str) -> Callable[[Game], object]:
    return {
        "year": lambda g: g.year(),
        "event": lambda g: g.tags.get("Event", ""),
        "source": lambda g: g.source,
        "start": lambda g: {"double": f"{g.white_start}/{g.black_start}", "other": ""}.get(g.kind, str(g.white_start)),
        "rating": rating_band,
        "time-control": time_class,
    }[by]


def rating_band(game: Game) -> str:
    both = game.elo("White"), game.elo("Black")
    if None in both:
        return ""
    band = sum(both) // 400 * 200
    return f"{band} to {band + 199}"


def time_class(game: Game) -> str:
    """The speed by the time for forty moves, of controls `seconds+seconds`; empty for others."""
    match = re.fullmatch(r"(\d+)\+(\d+(?:\.\d+)?)", game.tags.get("TimeControl", ""))
    if not match:
        return ""
    seconds = int(match.group(1)) + 40 * float(match.group(2))
    limits = ((180, "bullet"), (480, "blitz"), (1500, "rapid"))
    return next((name for limit, name in limits if seconds < limit), "classical")


def popular(
    games: list[Game], plies: range | None, by: str = "", mirrors: bool = False
) -> dict[tuple, dict]:
    """Rows by group, ply and position; `plies` None is any: each position once a game."""
    group_of = groups_of(by) if by else lambda game: ""
    tallies: dict[tuple, Tally] = defaultdict(Tally)
    first: dict[tuple, int] = {}
    for game in games:
        group = group_of(game)
        seen = set()
        for ply, key in enumerate(game.keys):
            if plies is not None and ply not in plies:
                continue
            key = mirrored(key) if mirrors else key
            place = (group, ply if plies is not None else None, key)
            if plies is None:
                first[place] = min(ply, first.get(place, ply))
                if key in seen:
                    continue
                seen.add(key)
            tallies[place].add(game)
    factor = design(g for g in games if plies is None or g.plies >= plies[0])
    rows = {}
    for place, tally in tallies.items():
        results = tally.results()
        dates = [g.dates()[0] for g in tally.games if g.dates()[0]]
        rows[place] = (
            {"ply": place[1] if plies is not None else first[place], "fen": with_counters(place[2])}
            | results
            | {"moveless": tally.moveless}
            | scores(results, factor)
            | {
                "mean_elo": tally.mean(g.elo(side) for g in tally.games for side in ("White", "Black")),
                "first_date": min(dates, default=None),
                "last_date": max(dates, default=None),
                "players": len({g.name(s) for g in tally.games for s in ("White", "Black")} - {"", "?"}),
            }
        )
        if by:
            rows[place][{"time-control": "time_class"}.get(by, by)] = place[0] or None
    return rows


def known(games: list[Game], plies: range) -> dict[str, dict]:
    """For each start how quickly its games leave what others played; all other starts are one row.

    A game is alone after so many half-moves if no other game of its start is in its position; half of
    the games must be alone of those that have so many half-moves. Games count whose first move could not
    be replayed, games without moves do not.
    """
    starts: dict[str, list[Game]] = defaultdict(list)
    start_of = groups_of("start")
    for game in games:
        if not game.moveless:
            starts[start_of(game)].append(game)
    rows = {}
    for start, players in starts.items():
        positions, alone_ply = 0, None
        for ply in plies:
            count = Counter(g.keys[ply] for g in players if len(g.keys) > ply)
            positions += len(count)
            alone = sum(1 for n in count.values() if n == 1)
            if alone_ply is None and count and 2 * alone >= count.total():
                alone_ply = ply
        first = Counter((g.keys[0], g.moves[0].uci) for g in players if g.moves)
        total = sum(first.values())
        entropy = -sum(n / total * math.log2(n / total) for n in first.values()) if total else None
        rows[start] = {
            "start": start,
            "games": len(players),
            "alone_ply": alone_ply,
            "positions": positions,
            "first_moves": len(first),
            "first_move_entropy": abs(entropy) if entropy is not None else None,
        }
    return rows


# --- endings ---------------------------------------------------------------------------------------


def endings(games: list[Game], pieces: int = 7, min_stay: int = 1) -> dict[str, dict]:
    """A row for each material, counted once a game."""
    stays: dict[str, list[tuple[Game, int, int]]] = defaultdict(list)
    for game in games:
        if game.moveless:
            continue
        for first, last in game.stays():
            material = game.materials[first]
            if len(material) - 1 <= pieces and last - first + 1 >= min_stay:
                stays[material].append((game, first, last))
    rows = {}
    for material, found in stays.items():
        tally = Tally()
        tally.games = [game for game, _, _ in found]
        lengths = [last - first + 1 for _, first, last in found]
        clocks = [max(game.clocks[first : last + 1]) for game, first, last in found]
        ended = [(game, last) for game, _, last in found if last == game.plies]
        drawn = [(game, last) for game, last in ended if game.result == "1/2-1/2"]
        rows[material] = (
            {"material": material}
            | tally.results()
            | {
                "mean_stay": sum(lengths) / len(lengths),
                "max_stay": max(lengths),
                "max_clock": max(clocks),
                "at_100": sum(clock >= 100 for clock in clocks),
                "ended": len(ended),
                "ended_drawn": len(drawn),
                "drawn_at_100": sum(game.clocks[last] >= 100 for game, last in drawn),
                "plies": sum(lengths),
                "longest": {f"{g.source}@{g.offset}" for (g, _, _), n in zip(found, lengths) if n == max(lengths)},
            }
        )
    return rows
