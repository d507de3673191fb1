#!/usr/bin/env python3
"""Compares games before and after an export, as python-chess reads them.

    compare_games.py BEFORE.pgn AFTER.pgn

The moves with their variations, the last position, the comments and the annotations of each game must be
the same, and every tag must still have its value, except those that an export rewrites. Games in which
python-chess reports an error before the export are counted and skipped: they have no reading to compare
with. Exits with 1 if anything differs, with 2 if python-chess finds another number of games (text between
games, games without tags).
"""

import io
import re
import sys

import chess.pgn

# Tags that an export rewrites: the result by the tables, the position in one dialect.
WRITTEN_ANEW = {"Result", "FEN", "SetUp", "Variant"}
UNKNOWN = {"", "?", "-", "????.??.??"}


# The comment that an export adds before the first move.
REMARK = re.compile(r"^(The (termination marker|Result tag) of the record: \S+ ?|The record gives \w+ again: )")


def text(comment):
    """A comment with runs of blanks collapsed; python-chess joins neighbouring comments."""
    return " ".join(str(comment).split())


def opening_comment(game):
    """The comment before the first move, without what an export adds there."""
    return REMARK.sub("", text(game.comment))


def value(headers, name):
    """A tag's value; python-chess leaves escapes as they are."""
    stood = re.sub(r"\\([\"\\])", r"\1", headers.get(name, ""))
    return " ".join(stood.split())


def tree(game):
    """The tree of variations as a list: moves, annotations and comments, each with the number of moves that
    follow it. Castling is written as such: its notation depends on whether Chess960 is named."""
    parts = []
    left = [(child, game.board()) for child in reversed(game.variations)]
    while left:
        node, board = left.pop()
        castles = board.is_castling(node.move)
        side = board.is_kingside_castling(node.move)
        parts.append(
            (
                ("O-O" if side else "O-O-O") if castles else node.move.uci(),
                sorted(node.nags),
                text(node.starting_comment),
                text(node.comment),
                len(node.variations),
            )
        )
        board.push(node.move)
        following = reversed(node.variations)
        left.extend((child, board.copy(stack=False)) for child in following)
    return parts


def games(path):
    """The games of a file."""
    with open(path, "rb") as file:
        data = file.read()
    try:
        decoded = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        decoded = data.decode("cp1252", errors="replace")
    stream = io.StringIO(decoded)
    while (game := chess.pgn.read_game(stream)) is not None:
        yield game


def differences(before, after):
    """What differs between two readings of a game."""
    if after.errors:
        yield f"errors after the export: {after.errors}"
    for name, stood in before.headers.items():
        same = value(before.headers, name) == value(after.headers, name)
        if name not in WRITTEN_ANEW and stood not in UNKNOWN and not same:
            yield f"tag {name}: {stood!r} became {after.headers.get(name)!r}"
    one, other = before.end().board(), after.end().board()
    if one.fen(en_passant="legal") != other.fen(en_passant="legal"):
        yield f"last position: {one.fen()} became {other.fen()}"
    if opening_comment(before) != opening_comment(after):
        yield f"comment before the first move: {before.comment!r} became {after.comment!r}"
    if tree(before) != tree(after):
        yield "moves, variations, comments or annotations"


def main():
    before, after = (list(games(path)) for path in sys.argv[1:3])
    if len(before) != len(after):
        print(f"{len(before)} games became {len(after)}")
        return 2
    compared, skipped, different = 0, 0, 0
    for number, (one, other) in enumerate(zip(before, after)):
        if one.errors:
            skipped += 1
            continue
        compared += 1
        found = list(differences(one, other))
        if found:
            different += 1
            print(f"game {number}, {one.headers.get('White')} - {one.headers.get('Black')}: {found[0]}")
    print(f"{compared} games compared, {skipped} skipped, {different} differ")
    return 1 if different or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
