"""Writes the bare facts of games into a fresh PGN file in our own layout.

    python scripts/rekey_games.py INPUT... --out FILE.pgn

INPUT is a PGN file or a folder of them. Event, site, date, round, players, result, ratings, variant,
start position and the moves of the main line are kept, the moves replayed and rewritten. Comments,
annotators, variations, classifications and source tags are dropped. Games are sorted by date and
round; of two records of the same moves the one with more facts is kept, else the later one.

Needs python-chess (PyPI package `chess`).
"""

import argparse
import re
import sys
from pathlib import Path

import chess
import chess.pgn

import pgn_layout

# Players who are written family name first although no comma says so.
FAMILY_NAME_FIRST = {"Tan Zhongyi", "Yu Yangyi"}
UNKNOWN = {"", "?", "-"}


def player(name: str) -> str:
    """`Anatoly Karpov` as `Karpov, Anatoly` (PGN 8.1.1.4); names with a comma stay."""
    if "," in name or " " not in name:
        return name
    if name in FAMILY_NAME_FIRST:
        family, given = name.split(" ", 1)
    else:
        given, family = name.rsplit(" ", 1)
    return f"{family}, {given}"


def facts(game: chess.pgn.Game) -> dict[str, str]:
    """The tags worth keeping, with unknown ratings left out."""
    tags = {name: game.headers[name] for name in pgn_layout.TAG_ORDER if name in game.headers}
    for colour in ("White", "Black"):
        tags[colour] = player(tags[colour])
        if tags.get(f"{colour}Elo", "") in UNKNOWN:
            tags.pop(f"{colour}Elo", None)
    if "FEN" in tags:
        tags["SetUp"] = "1"
    return tags


def read_games(path: Path) -> list[tuple[dict[str, str], chess.Board, tuple[chess.Move, ...]]]:
    """Tags, start position and main line of every game of a file; a damaged game is an error."""
    found = []
    with path.open(encoding="utf-8", errors="strict") as text:
        while (game := chess.pgn.read_game(text)) is not None:
            if game.errors:
                raise ValueError(f"{path}: {game.headers}: {game.errors}")
            found.append((facts(game), game.board(), tuple(game.mainline_moves())))
    return found


def round_key(text: str) -> tuple[int, ...]:
    """`10.2` sorts after `9.13`."""
    return tuple(int(digits) for digits in re.findall(r"\d+", text))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("inputs", nargs="+", type=Path, metavar="INPUT")
    parser.add_argument("--out", required=True, type=Path, metavar="FILE.pgn")
    arguments = parser.parse_args()

    paths = []
    for path in arguments.inputs:
        paths.extend(sorted(path.glob("*.pgn")) if path.is_dir() else [path])
    by_moves: dict[tuple, tuple] = {}
    for path in paths:
        for game in read_games(path):
            key = (game[1].fen(), game[2])
            if key not in by_moves or len(game[0]) >= len(by_moves[key][0]):
                by_moves[key] = game
    games = sorted(
        by_moves.values(),
        key=lambda game: (game[0]["Date"], game[0]["Event"], round_key(game[0]["Round"])),
    )
    texts = []
    for tags, start, moves in games:
        words = [*pgn_layout.numbered_sans(start, moves), tags["Result"]]
        texts.append(f"{pgn_layout.tag_section(tags)}\n\n{pgn_layout.wrap(words)}\n")
    arguments.out.write_text("\n".join(texts), encoding="ascii", newline="\n")
    print(f"{arguments.out}: {len(games)} games", file=sys.stderr)


if __name__ == "__main__":
    main()
