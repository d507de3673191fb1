"""Writes how python-chess replays every game of an archive: an oracle for the replay.

    python scripts/golden_replay.py FILE.pgn... --out FILE.tsv

One line per game: file, ordinal from 0, half-moves, final position, half-move clock, and what ended
the game on the board. The position is a FEN whose castling field is X-FEN (`KQkq`, a file letter
only for an inner rook) and whose en-passant square is given only if a capture there is legal.

Needs python-chess (PyPI package `chess`).
"""

import argparse
import io
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.pgn

COLUMNS = ("file", "game", "plies", "fen", "clock", "ending")


def read_games(path: Path) -> Iterator[chess.pgn.Game]:
    """The games of a file; one that python-chess cannot replay is an error."""
    data = path.read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    stream = io.StringIO(text.replace("\r\n", "\n"))
    while (game := chess.pgn.read_game(stream)) is not None:
        if game.errors:
            raise ValueError(f"{path}: {game.headers}: {game.errors}")
        yield game


def ending(board: chess.Board) -> str:
    """`checkmate stalemate insufficient_material none`, the first that holds."""
    if board.is_checkmate():
        return "checkmate"
    if board.is_stalemate():
        return "stalemate"
    return "insufficient_material" if board.is_insufficient_material() else "none"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE.pgn")
    parser.add_argument("--out", required=True, type=Path, metavar="FILE.tsv")
    arguments = parser.parse_args()

    lines = ["\t".join(COLUMNS)]
    for path in sorted(arguments.files):
        for number, game in enumerate(read_games(path)):
            board = game.end().board()
            cells = (
                path.name,
                number,
                len(board.move_stack),
                board.fen(en_passant="legal"),
                board.halfmove_clock,
                ending(board),
            )
            lines.append("\t".join(str(cell) for cell in cells))
    arguments.out.write_text("\n".join(lines) + "\n", encoding="ascii", newline="\n")


if __name__ == "__main__":
    main()
