"""The PGN layout of our own scripts: a fixed tag order, movetext wrapped at 80 columns."""

from collections.abc import Iterable, Mapping

import chess

TAG_ORDER = (
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "WhiteElo",
    "BlackElo",
    "Variant",
    "SetUp",
    "FEN",
)
COLUMNS = 80


def tag_line(name: str, value: str) -> str:
    """One tag pair; quotes and backslashes in the value are escaped (PGN 7)."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def tag_section(tags: Mapping[str, str], order: Iterable[str] = TAG_ORDER) -> str:
    """The tags that are present, in the given order, one per line."""
    return "\n".join(tag_line(name, tags[name]) for name in order if name in tags)


def wrap(words: Iterable[str], columns: int = COLUMNS) -> str:
    """Words joined by blanks, in lines of fewer than `columns` characters."""
    lines: list[str] = []
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) >= columns:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    lines.append(line)
    return "\n".join(lines)


def numbered_sans(start: chess.Board, moves: Iterable[chess.Move]) -> list[str]:
    """SAN words of a main line with move numbers as words of their own: `1.`, `e4`, `e5`, `2.`."""
    board = start.copy()
    words: list[str] = []
    for move in moves:
        if board.turn == chess.WHITE:
            words.append(f"{board.fullmove_number}.")
        elif not words:
            words.append(f"{board.fullmove_number}...")
        words.append(board.san_and_push(move))
    return words
