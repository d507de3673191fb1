"""Writes the fifty-move expectations of an archive, computed with python-chess alone.

    python scripts/golden_fifty.py FILE.pgn... --out FILE.tsv

One line per incident: a maximal run of half-moves without capture or pawn move in which at least
one claim existed. Everything follows the definitions, nothing the program's own code:

- clock: half-moves since the last capture or pawn move, starting from FEN field 5;
- 9.3.1 before ply n: clock 99 or more, and the side to move has a legal move that is neither a
  capture nor a pawn move. The test is made over all legal moves: python-chess's own
  `can_claim_fifty_moves` does not count a move that mates or stalemates, and is not used;
- 9.3.2 before ply n: clock 100 or more, and the side to move has a legal move. From clock 100 on
  the article named is 9.3.2;
- the claim before the ply after the last one counts, too; only checkmate and stalemate end claims;
- `seventy_five_ply`: the half-move that brought the clock to 150, unless it mated.

Needs python-chess (PyPI package `chess`).
"""

import argparse
from dataclasses import dataclass, field
from pathlib import Path

import chess

import golden_replay

COLUMNS = (
    "file",
    "game",
    "reset_ply",
    "reset_by",
    "first_claim_ply",
    "first_claim_side",
    "first_claim_article",
    "first_932_ply",
    "white_claims",
    "black_claims",
    "peak_clock",
    "seventy_five_ply",
    "ended_by",
    "outcome",
    "material",
    "fen",
)
# Known from print, in half-moves: where the runs begin and who could claim first.
KNOWN = {
    # Drawn by claim at move 70; the last pawn move was Black's 20th.
    "Filipowicz, Andrzej": [(40, "pawn", 140, "black", "9.3.1", 141, 1, 1, 100)],
    # Last capture 63.Kxh4; White could write his 113th move and claim, Black after it.
    "Karpov, Anatoly": [(125, "capture", 225, "white", "9.3.1", 226, 3, 2, 103)],
    # Last capture 69.Rxg3; claimable from move 119; clock 105 at the end.
    "Timman, Jan": [(137, "capture", 237, "white", "9.3.1", 238, 4, 3, 105)],
    # Rook, bishop and pawn until 167.Bxd5, then rook and bishop until move 269.
    "Nikolic, Ivan": [
        (222, "pawn", 322),
        (333, "capture", 433, "white", "9.3.1", 434, 54, 53, 205),
    ],
}
SIDES = {chess.WHITE: "white", chess.BLACK: "black"}
WINNERS = {"1-0": chess.WHITE, "0-1": chess.BLACK}


@dataclass
class Run:
    """Half-moves without capture or pawn move, and the claims in them."""

    reset_ply: int
    reset_by: str
    claims: dict[chess.Color, int] = field(default_factory=lambda: {chess.WHITE: 0, chess.BLACK: 0})
    first_claim: tuple[int, chess.Color, str] | None = None
    first_932_ply: int | None = None
    peak_clock: int = 0
    seventy_five_ply: int | None = None
    material: str = ""
    fen: str = ""

    def look(self, board: chess.Board, ply: int) -> None:
        """Adds the position before `ply`."""
        clock = board.halfmove_clock
        self.peak_clock = max(self.peak_clock, clock)
        article = claim(board)
        if article is None:
            return
        self.claims[board.turn] += 1
        if self.first_claim is None:
            self.first_claim = (ply, board.turn, article)
            self.material = material(board)
            self.fen = board.fen(en_passant="legal")
        if article == "9.3.2" and self.first_932_ply is None:
            self.first_932_ply = ply


def claim(board: chess.Board) -> str | None:
    """The article on which the side to move may claim a draw."""
    moves = list(board.legal_moves)
    if board.halfmove_clock >= 100:
        return "9.3.2" if moves else None
    if board.halfmove_clock == 99 and any(not board.is_zeroing(move) for move in moves):
        return "9.3.1"
    return None


def material(board: chess.Board) -> str:
    """`KRBvKR`: White first, king, queens, rooks, bishops, knights, pawns."""
    sides = []
    for colour in (chess.WHITE, chess.BLACK):
        order = (chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)
        counted = ((piece, len(board.pieces(piece, colour))) for piece in order)
        sides.append("".join(chess.piece_symbol(piece).upper() * n for piece, n in counted))
    return "v".join(sides)


def outcome(run: Run, ended_by: str, result: str) -> str:
    """The outcome of the game, seen from the claims of this run."""
    if result == "1/2-1/2":
        return "drawn_with_claim_open" if ended_by == "end_of_game" else "drawn_later"
    if result not in WINNERS:
        return "unfinished"
    loser = not WINNERS[result]
    return "lost_after_claim" if run.claims[loser] else "won_after_claim"


def incidents(start: chess.Board, moves: list[chess.Move], result: str) -> list[tuple]:
    """The rows of one game, without file and ordinal."""
    board = start.copy()
    rows = []

    def close(run: Run, ended_by: str) -> None:
        if run.first_claim is None:
            return
        ply, side, article = run.first_claim
        rows.append(
            (
                run.reset_ply,
                run.reset_by,
                ply,
                SIDES[side],
                article,
                run.first_932_ply,
                run.claims[chess.WHITE],
                run.claims[chess.BLACK],
                run.peak_clock,
                run.seventy_five_ply,
                ended_by,
                outcome(run, ended_by, result),
                run.material,
                run.fen,
            )
        )

    run = Run(0, "start")
    run.look(board, 1)
    for ply, move in enumerate(moves, start=1):
        reset = None
        if board.is_capture(move):
            reset = "capture"
        elif board.piece_type_at(move.from_square) == chess.PAWN:
            reset = "pawn"
        board.push(move)
        if reset:
            close(run, reset)
            run = Run(ply, reset)
        elif board.halfmove_clock == 150 and not board.is_checkmate():
            run.seventy_five_ply = ply
        run.look(board, ply + 1)
    if board.is_checkmate():
        close(run, "checkmate")
    elif board.is_stalemate():
        close(run, "stalemate")
    else:
        close(run, "end_of_game")
    return rows


def check_known(white: str, rows: list[tuple]) -> None:
    """Raises ValueError if the rows contradict what is known of a famous game."""
    for row in KNOWN.get(white, ()):
        if row not in [found[: len(row)] for found in rows]:
            raise ValueError(f"{white}: expected {row}, computed {rows}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE.pgn")
    parser.add_argument("--out", required=True, type=Path, metavar="FILE.tsv")
    arguments = parser.parse_args()

    lines = ["\t".join(COLUMNS)]
    for path in sorted(arguments.files):
        for number, game in enumerate(golden_replay.read_games(path)):
            rows = incidents(game.board(), list(game.mainline_moves()), game.headers["Result"])
            check_known(game.headers["White"], rows)
            for row in rows:
                cells = ("" if cell is None else str(cell) for cell in row)
                lines.append("\t".join((path.name, str(number), *cells)))
    arguments.out.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
