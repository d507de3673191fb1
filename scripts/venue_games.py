"""Invented games: their plans, and how they are played.

A game starts from a Chess960 (or double Chess960) position and follows its `Plan` to a `Record`.
Most plans are ordinary games. Some are long endgames that run past fifty or seventy-five moves
without capture or pawn move; if one does not succeed, the next seed is tried.
"""

import random
from dataclasses import dataclass, field

import chess

import venue_player
from venue_player import Player, between

# Half-moves after which an attempt at a long endgame is given up.
PATIENCE = 180
# Half-move clock above which an ordinary game is discarded.
STALE = 70
# Half-moves after which an ordinary game is drawn.
LONGEST = 240
# Steps of `Plan.then` that are moves; the others end the game.
MOVE_STEPS = ("blunder", "punish", "pawn", "answer")


@dataclass(frozen=True)
class Plan:
    """How a game is to go."""

    # Scharnagl numbers of White's and Black's arrangement.
    white_start: int
    black_start: int
    # Ends when the clock reaches 100: a venue that adjudicates. A third repetition, or that nobody can
    # mate, ends any ordinary game.
    strict: bool = False
    # Plays on to mate instead of resigning.
    to_mate: bool = False
    # Half-move after which a side runs out of time.
    flag_ply: int | None = None
    # Half-move from which a draw is agreed if the game is level.
    agree_ply: int = 90
    # Half-move at which the record breaks off without a result.
    abandon_ply: int | None = None
    # Half-move clock that a quiet endgame must reach, and what follows then: moves (`blunder
    # punish pawn answer`) and an ending (`fifty agreement time resignation`). A strict game is
    # drawn automatically at 100.
    long_clock: int | None = None
    then: tuple[str, ...] = ("fifty",)


@dataclass
class Record:
    """A game as played."""

    start: chess.Board
    moves: list[chess.Move] = field(default_factory=list)
    # Scores in centipawns from White's side, one a half-move.
    scores: list[int] = field(default_factory=list)
    result: str = "*"
    # `checkmate stalemate material repetition fifty resignation time agreement abandoned`
    reason: str = "abandoned"
    # Peak of the half-move clock.
    peak: int = 0

    @property
    def loser(self) -> str | None:
        """`White` or `Black`."""
        return {"1-0": "Black", "0-1": "White"}.get(self.result)

    @property
    def winner(self) -> str | None:
        """`White` or `Black`."""
        return {"1-0": "White", "0-1": "Black"}.get(self.result)


def start_board(white: int, black: int) -> chess.Board:
    """The start position of two Scharnagl numbers."""
    board = chess.Board.from_chess960_pos(white)
    other = chess.Board.from_chess960_pos(black)
    if white != black:
        ranks = board.board_fen().split("/")
        ranks[0] = other.board_fen().split("/")[0]
        board.set_board_fen("/".join(ranks))
        board.castling_rights = board.rooks
    return board


class Game:
    """One attempt at a plan."""

    def __init__(self, plan: Plan, rng: random.Random) -> None:
        self.plan = plan
        start = start_board(plan.white_start, plan.black_start)
        self.record = Record(start.copy())
        self.player = Player(start, rng, levelling=plan.long_clock is not None)
        self.quiet_phase = False
        self.steps = list(plan.then)
        self.lost_for = 0

    @property
    def board(self) -> chess.Board:
        """The position reached."""
        return self.player.board

    def play(self) -> Record | None:
        """The record, or `None` if the plan did not succeed."""
        while not self._over():
            move = self._next()
            if move is None:
                return None
            score, chosen = move
            self.record.scores.append(score if self.board.turn else -score)
            self.record.moves.append(chosen)
            self.player.push(chosen)
            self.record.peak = max(self.record.peak, self.board.halfmove_clock)
        if self.plan.long_clock is None:
            return self.record
        succeeded = self.record.peak >= self.plan.long_clock and not self.steps
        return self.record if self.quiet_phase and succeeded else None

    def _draw(self, reason: str) -> bool:
        self.record.result = "1/2-1/2"
        self.record.reason = reason
        return True

    def _loss(self, loser: chess.Color, reason: str) -> bool:
        self.record.result = "0-1" if loser == chess.WHITE else "1-0"
        self.record.reason = reason
        return True

    def _over(self) -> bool:
        board, plan = self.board, self.plan
        if not any(board.legal_moves):
            if board.is_check():
                return self._loss(board.turn, "checkmate")
            return self._draw("stalemate")
        if board.is_insufficient_material():
            return self._draw("material")
        if plan.strict and board.halfmove_clock >= 100:
            return self._draw("fifty")
        return self._long_over() if plan.long_clock is not None else self._short_over()

    def _short_over(self) -> bool:
        plan, ply, scores = self.plan, len(self.record.moves), self.record.scores
        if ply == plan.abandon_ply:
            return True
        if ply == plan.flag_ply:
            return self._loss(self.board.turn, "time")
        if self.player.repetitions() >= 3:
            return self._draw("repetition")
        if not scores:
            return False
        self.lost_for = self.lost_for + 1 if abs(scores[-1]) > 700 else 0
        behind = (scores[-1] < 0) == self.board.turn
        if self.lost_for >= 8 and behind and not plan.to_mate:
            return self._loss(self.board.turn, "resignation")
        level = all(abs(score) < 60 for score in scores[-10:])
        if ply >= plan.agree_ply and level or ply >= LONGEST:
            return self._draw("agreement")
        return False

    def _long_over(self) -> bool:
        """Whether the quiet run and the moves after it are over, and the ending is due."""
        if self._run_goes_on() or not self.steps or self.steps[0] in MOVE_STEPS:
            return False
        ending = self.steps.pop(0)
        if ending in ("fifty", "agreement"):
            return self._draw(ending)
        return self._loss(self.board.turn, ending)

    def _run_goes_on(self) -> bool:
        return len(self.steps) == len(self.plan.then) and self.record.peak < self.plan.long_clock

    def _next(self) -> tuple[int, chess.Move] | None:
        if not self.quiet_phase:
            self.quiet_phase = self.plan.long_clock is not None and self._ripe()
        if not self.quiet_phase:
            return None if self._hopeless() else self.player.normal()
        if self._run_goes_on():
            return self.player.quiet()
        return self._step(self.steps.pop(0))

    def _hopeless(self) -> bool:
        """Whether this attempt cannot succeed."""
        if self.board.halfmove_clock > STALE:
            return True
        if self.plan.long_clock is None:
            return False
        scores = self.record.scores
        decided = len(scores) > 50 and all(abs(score) > 700 for score in scores[-6:])
        return decided or len(scores) > PATIENCE

    def _ripe(self) -> bool:
        """Whether this is an endgame that can go on for ever: few pieces, no queens, both sides have one."""
        board = self.board
        with_pawns = "pawn" in self.plan.then
        if board.queens or board.is_check():
            return False
        if venue_player.piece_count(board) > (8 if with_pawns else 6):
            return False
        pieces = board.rooks | board.bishops | board.knights
        if not all(pieces & board.occupied_co[colour] for colour in chess.COLORS):
            return False
        if with_pawns:
            return bool(board.pawns) and abs(venue_player.search(board, 1)) < 250
        return not board.pawns and bool(board.rooks)

    def _step(self, step: str) -> tuple[int, chess.Move] | None:
        if step == "blunder":
            return self.player.blunder()
        if step == "punish":
            gains = [pair for pair in self.player.scored(1) if self.board.is_capture(pair[1])]
            return gains[0] if gains and gains[0][0] > 300 else None
        if step == "pawn":
            return self.player.pawn_step()
        return self.player.normal()


def play(plan: Plan, seed: int) -> Record:
    """Plays a plan with the first seed, from the one given upwards, with which it succeeds."""
    while True:
        record = Game(plan, random.Random(seed)).play()
        if record is not None:
            return record
        seed += 1


def spread_starts(rng: random.Random, count: int) -> list[int]:
    """Different Scharnagl numbers, without the orthodox one."""
    numbers: list[int] = []
    while len(numbers) < count:
        number = between(rng, 0, 959)
        if number != 518 and number not in numbers:
            numbers.append(number)
    return numbers
