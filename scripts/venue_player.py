"""A small chess player for invented games: weak, quick, and the same on every machine.

Scores are integers in centipawns. The only source of chance is `random.Random.random()`, whose
sequence Python guarantees for a seed, and legal moves are tried in the order of their UCI text.

Needs python-chess (PyPI package `chess`).
"""

import random
from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

import chess

T = TypeVar("T")

MATE = 30_000
VALUE = {
    chess.PAWN: 100,
    chess.KNIGHT: 310,
    chess.BISHOP: 325,
    chess.ROOK: 500,
    chess.QUEEN: 930,
    chess.KING: 0,
}
# Most centipawns of noise in a score.
NOISE = 60
# Centipawns of advantage beyond which levelling players aim for no more.
SMALL_PLUS = 120
# (Most pieces on the board, half-moves that a player searches beyond its own move).
DEPTHS = ((5, 2), (14, 1), (32, 0))


def between(rng: random.Random, low: int, high: int) -> int:
    """A number from low to high, both included."""
    return low + int(rng.random() * (high - low + 1))


def pick(rng: random.Random, items: Sequence[T]) -> T:
    """One of the items."""
    return items[int(rng.random() * len(items))]


def _off_centre(square: chess.Square) -> int:
    """0 in the centre, 6 in the corners."""
    file, rank = chess.square_file(square), chess.square_rank(square)
    return (abs(2 * file - 7) + abs(2 * rank - 7) - 2) // 2


def _square_worth(piece: chess.PieceType, square: chess.Square, endgame: bool) -> int:
    """Value of a white piece on a square, in centipawns."""
    rank = chess.square_rank(square)
    worth = VALUE[piece]
    if piece == chess.PAWN:
        return worth + (0, 0, 2, 8, 16, 35, 70, 0)[rank] - 3 * (_off_centre(square) > 3)
    if piece == chess.KING:
        return -6 * _off_centre(square) if endgame else -25 * rank - 2 * (3 - _off_centre(square))
    if piece == chess.ROOK:
        return worth + (12 if rank == 6 else 0)
    if piece == chess.QUEEN:
        return worth - 2 * _off_centre(square)
    return worth - 7 * _off_centre(square) - 10 * (rank == 0)


_TABLES = {
    (colour, piece, endgame): [
        _square_worth(piece, square if colour else chess.square_mirror(square), endgame)
        for square in chess.SQUARES
    ]
    for colour in chess.COLORS
    for piece in chess.PIECE_TYPES
    for endgame in (False, True)
}


def piece_count(board: chess.Board) -> int:
    """The number of pieces on the board, kings and pawns included."""
    return chess.popcount(board.occupied)


def evaluate(board: chess.Board) -> int:
    """Score of a position without searching, from the mover's side."""
    endgame = piece_count(board) <= 14
    score = 0
    for colour in chess.COLORS:
        side = 0
        own = board.occupied_co[colour]
        for piece in chess.PIECE_TYPES:
            table = _TABLES[colour, piece, endgame]
            for square in chess.scan_forward(board.pieces_mask(piece, colour)):
                side += table[square]
        if own == board.kings & own:
            side -= _driven(board, colour)
        score += side if colour == board.turn else -side
    return score


def _driven(board: chess.Board, colour: chess.Color) -> int:
    """The penalty of a bare king for the edge and the other king."""
    king, other = board.king(colour), board.king(not colour)
    return 20 * _off_centre(king) + 8 * (7 - chess.square_distance(king, other))


def _quiescence(board: chess.Board, alpha: int, beta: int, depth: int) -> int:
    """Score after all captures are played out."""
    best = evaluate(board)
    if best >= beta or depth == 0:
        return best
    alpha = max(alpha, best)
    captures = sorted(
        board.generate_legal_captures(),
        key=lambda move: (-VALUE[_captured(board, move)], move.uci()),
    )
    for move in captures:
        if best + VALUE[_captured(board, move)] + 200 < alpha:
            continue
        board.push(move)
        score = -_quiescence(board, -beta, -alpha, depth - 1)
        board.pop()
        best = max(best, score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def _captured(board: chess.Board, move: chess.Move) -> chess.PieceType:
    return board.piece_type_at(move.to_square) or chess.PAWN


def search(board: chess.Board, depth: int, alpha: int = -MATE, beta: int = MATE) -> int:
    """Score from the mover's side, `depth` half-moves deep and then the captures."""
    if depth == 0:
        return _quiescence(board, alpha, beta, 4)
    moves = sorted(
        board.legal_moves,
        key=lambda move: (not board.is_capture(move), move.uci()),
    )
    if not moves:
        return -MATE + board.ply() % 1000 if board.is_check() else 0
    best = -MATE
    for move in moves:
        board.push(move)
        best = max(best, -search(board, depth - 1, -beta, -alpha))
        board.pop()
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


class Player:
    """Chooses moves for both sides of one game and remembers its positions."""

    def __init__(self, board: chess.Board, rng: random.Random, levelling: bool) -> None:
        """`levelling` players trade what they can and aim for a small advantage only."""
        self.board = board
        self.rng = rng
        self.levelling = levelling
        self.seen: Counter[str] = Counter([board.epd()])

    def push(self, move: chess.Move) -> None:
        """Plays a move."""
        self.board.push(move)
        self.seen[self.board.epd()] += 1

    def repetitions(self) -> int:
        """How often the position on the board has occurred."""
        return self.seen[self.board.epd()]

    def scored(self, depth: int) -> list[tuple[int, chess.Move]]:
        """Legal moves with their scores, best first; equal ones in the order of their text."""
        scores = []
        for move in sorted(self.board.legal_moves, key=chess.Move.uci):
            self.board.push(move)
            score = -search(self.board, depth)
            if score > 200 and self.seen[self.board.epd()]:
                score -= 150
            self.board.pop()
            scores.append((score, move))
        return sorted(scores, key=lambda pair: -pair[0])

    def _wanted(self, score: int) -> int:
        return min(score, SMALL_PLUS) if self.levelling else score

    def _depth(self) -> int:
        count = piece_count(self.board)
        return next(depth for limit, depth in DEPTHS if count <= limit)

    def normal(self) -> tuple[int, chess.Move]:
        """Score and move of ordinary play."""
        liked = []
        for score, move in self.scored(self._depth()):
            liking = self._wanted(score) + int(self.rng.random() * NOISE)
            if self.board.is_castling(move):
                liking += 90
            if self.levelling and self.board.is_capture(move):
                liking += 90
            liked.append((liking, score, move))
        liked.sort(key=lambda triple: -triple[0])
        for _, score, move in liked[:4]:
            if not self._allows_mate(move):
                return score, move
        return liked[0][1], liked[0][2]

    def _allows_mate(self, move: chess.Move) -> bool:
        self.board.push(move)
        try:
            return any(self._mates(reply) for reply in self.board.legal_moves)
        finally:
            self.board.pop()

    def _mates(self, move: chess.Move) -> bool:
        if not self.board.gives_check(move):
            return False
        self.board.push(move)
        mate = self.board.is_checkmate()
        self.board.pop()
        return mate

    def quiet(self) -> tuple[int, chess.Move] | None:
        """A safe move that neither captures nor moves a pawn, to the position that occurred least."""
        scores = self.scored(1)
        floor = self._wanted(scores[0][0]) - 150
        safe = [
            (score, move)
            for score, move in scores
            if score >= floor and not self.board.is_zeroing(move) and abs(score) < MATE // 2
        ]
        if not safe:
            return None
        freshness = []
        for score, move in safe:
            self.board.push(move)
            count = self.seen[self.board.epd()]
            self.board.pop()
            freshness.append((count, self.rng.random(), score, move))
        _, _, score, move = min(freshness, key=lambda entry: entry[:2])
        return score, move

    def blunder(self) -> tuple[int, chess.Move]:
        """The worst quiet move that does not allow mate at once."""
        scores = [
            pair
            for pair in self.scored(1)
            if not self.board.is_zeroing(pair[1]) and pair[0] > -MATE // 2
        ]
        return scores[-1] if scores else self.normal()

    def pawn_step(self) -> tuple[int, chess.Move] | None:
        """The best pawn move that captures nothing, if there is one."""
        for score, move in self.scored(1):
            moved = self.board.piece_type_at(move.from_square)
            if moved == chess.PAWN and not self.board.is_capture(move):
                return score, move
        return None
