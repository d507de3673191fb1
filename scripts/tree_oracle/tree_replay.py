"""Games of PGN archives as python-chess replays them: the ground that the oracle of positions stands on.

`read_archive` cuts a file into games at its Event tags, replays the main line of each with
python-chess, and keeps for every half-move what the brute force in `tree_brute` asks for. A main line
ends at its first illegal, ambiguous, unreadable or null move. Positions are known by the first four
fields of their FEN: castling as X-FEN, an en-passant square only if a capture there is legal.
"""

import calendar
import datetime
import functools
import io
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

import chess
import chess.pgn

RESULTS = ("1-0", "0-1", "1/2-1/2")
CHESS960_NAMES = ("960", "fischer", "freestyle", "frc", "wild/fr")
PIECE_ORDER = "KQRBNP"
TAG = re.compile(r'\s*\[(\w+)\s+"(.*)"\s*\]')


@dataclass(slots=True)
class HalfMove:
    """One half-move: what it was, and what it took."""

    uci: str
    san: str
    piece: str
    captured: str
    castling: str


@dataclass(eq=False)
class Game:
    """One game as far as it could be replayed. `keys[i]` is the position after `i` half-moves."""

    source: str
    ordinal: int
    line: int
    offset: int
    tags: dict[str, str]
    keys: list[str] = field(default_factory=list)
    clocks: list[int] = field(default_factory=list)
    materials: list[str] = field(default_factory=list)
    moves: list[HalfMove] = field(default_factory=list)
    move_number: int = 1
    rejected: bool = False
    damaged: bool = False
    terminator: str = ""
    kind: str = ""
    white_start: int | None = None
    black_start: int | None = None

    @property
    def plies(self) -> int:
        return len(self.moves)

    @property
    def moveless(self) -> bool:
        """No moves in the record; a game whose first move is illegal has some."""
        return not self.moves and not self.damaged

    @functools.cached_property
    def result(self) -> str:
        tag = self.tags.get("Result", "")
        tag = "1/2-1/2" if tag == "1/2" else tag
        return tag if tag in RESULTS else (self.terminator or "*")

    @functools.cache
    def elo(self, side: str) -> int | None:
        text = self.tags.get(f"{side}Elo", "").strip()
        return int(text) if re.fullmatch(r"\d+", text) and 1 <= int(text) <= 4999 else None

    def name(self, side: str) -> str:
        return self.tags.get(side, "")

    @functools.cache
    def year(self) -> str:
        text = self.dates()[0] or self.tags.get("Date") or self.tags.get("UTCDate") or ""
        match = re.match(r"(\d{4})\b", text)
        return match.group(1) if match else ""

    @functools.cache
    def dates(self) -> tuple[str, str]:
        """First and last day on which the game can have been played; empty texts if none is known."""
        for tag in ("Date", "UTCDate", "EventDate"):
            match = re.fullmatch(r"(\d{4})(?:\.(\d\d|\?\?)(?:\.(\d\d|\?\?))?)?", self.tags.get(tag, "").strip())
            if not match:
                continue
            year, month, day = (part or "??" for part in match.groups())
            number = int(year)
            if month == "??":
                return f"{year}-01-01", f"{year}-12-31"
            if not 1 <= int(month) <= 12:
                continue
            last = calendar.monthrange(number, int(month))[1]
            if day == "??":
                return f"{year}-{month}-01", f"{year}-{month}-{last:02}"
            if 1 <= int(day) <= last:
                date = datetime.date(number, int(month), int(day)).isoformat()
                return date, date
        return "", ""

    def fen(self, ply: int) -> str:
        """The position with its counters."""
        key = self.keys[ply]
        first_black = self.keys[0].split()[1] == "b"
        return f"{key} {self.clocks[ply]} {self.move_number + (ply + first_black) // 2}"

    def side(self, ply: int) -> str:
        return "white" if self.keys[ply].split()[1] == "w" else "black"

    @functools.cache
    def stays(self) -> list[tuple[int, int]]:
        """First and last ply of each material, in order."""
        bounds = [0] + [i for i in range(1, len(self.keys)) if self.materials[i] != self.materials[i - 1]]
        return list(zip(bounds, [b - 1 for b in bounds[1:]] + [self.plies]))


_interned: dict[str, str] = {}


def intern(text: str) -> str:
    return _interned.setdefault(text, text)


def key_of(board: chess.Board) -> str:
    return intern(board.epd(en_passant="legal"))


def material_of(board: chess.Board) -> str:
    sides = []
    for color in (chess.WHITE, chess.BLACK):
        count = [
            chess.popcount(board.pieces_mask(chess.PIECE_SYMBOLS.index(letter.lower()), color))
            for letter in PIECE_ORDER
        ]
        sides.append("".join(letter * n for letter, n in zip(PIECE_ORDER, count)))
    return intern("v".join(sides))


def half_move(board: chess.Board, move: chess.Move) -> HalfMove:
    castling = ""
    captured = ""
    if board.is_castling(move):
        castling = "O-O" if board.is_kingside_castling(move) else "O-O-O"
    elif board.is_en_passant(move):
        captured = "P"
    elif board.piece_type_at(move.to_square):
        captured = chess.piece_symbol(board.piece_type_at(move.to_square)).upper()
    piece = chess.piece_symbol(board.piece_type_at(move.from_square)).upper()
    san = intern(board.san(move))
    return HalfMove(intern(board.uci(move, chess960=True)), san, piece, captured, castling)


class Replay(chess.pgn.BaseVisitor):
    """Records the main line; the board is always one of Chess960, so that castling is king to rook."""

    def __init__(self) -> None:
        self.headers = chess.pgn.Headers({})
        self.tags: dict[str, str] = {}
        self.board: chess.Board | None = None
        self.game = Game("", 0, 0, 0, self.tags)

    def begin_headers(self):
        return self.headers

    def visit_header(self, tagname, tagvalue):
        self.tags.setdefault(tagname, tagvalue.replace('\\"', '"').replace("\\\\", "\\"))
        if tagname == "FEN":
            self.headers["FEN"] = tagvalue

    def visit_board(self, board):
        if self.board is None:
            self.board = board
            board.chess960 = True
            self.game.move_number = board.fullmove_number
            self._note(board)

    def _note(self, board) -> None:
        self.game.keys.append(key_of(board))
        self.game.clocks.append(board.halfmove_clock)
        last = self.game.moves[-1] if self.game.moves else None
        same = last is not None and not last.captured and "=" not in last.san
        self.game.materials.append(self.game.materials[-1] if same else material_of(board))

    def begin_variation(self):
        return chess.pgn.SKIP

    def parse_san(self, board, san):
        if self.game.damaged:
            raise ValueError("after damage")
        move = super().parse_san(board, san)
        if not move:
            raise ValueError("null move")
        return move

    def visit_move(self, board, move):
        if len(self.game.keys) == len(self.game.moves):
            self._note(board)
        self.game.moves.append(half_move(board, move))

    def visit_result(self, result):
        self.game.terminator = self.game.terminator or result

    def handle_error(self, error):
        self.game.damaged = True

    def result(self):
        if self.board is None:
            self.game.rejected = True
        elif len(self.game.keys) == len(self.game.moves):
            self._note(self.board)
        return self.game


SCHARNAGL: dict[str, int] = {}


def scharnagl(rank: str) -> int | None:
    """The number of an arrangement of White's first rank."""
    if not SCHARNAGL:
        for number in range(960):
            placement = chess.Board.from_chess960_pos(number).board_fen()
            SCHARNAGL[placement.rsplit("/", 1)[1]] = number
    return SCHARNAGL.get(rank.upper())


def classify(game: Game) -> None:
    """Kind of start and Scharnagl numbers, by the definitions of the contract."""
    if game.rejected:
        return
    variant = game.tags.get("Variant", "").lower()
    named = any(name in variant for name in CHESS960_NAMES)
    if named and "FEN" not in game.tags:
        game.rejected = True
        return
    placement, turn = game.keys[0].split()[:2]
    ranks = placement.split("/")
    arrays = scharnagl(ranks[7]) is not None and ranks[7].isupper(), scharnagl(ranks[0]) is not None
    pawns = ranks[1:7] == ["pppppppp", "8", "8", "8", "8", "PPPPPPPP"]
    game.kind = "other"
    if all(arrays) and pawns and turn == "w":
        game.white_start, game.black_start = scharnagl(ranks[7]), scharnagl(ranks[0])
        if game.white_start != game.black_start:
            game.kind = "double"
        else:
            game.kind = "standard" if game.white_start == 518 and not named else "chess960"


def cut(data: bytes) -> list[tuple[int, int, str]]:
    """Offset, line and text of each game, cut at Event tags below a line that is no tag line."""
    games: list[tuple[int, int, list[bytes]]] = []
    offset = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    before = b""
    for number, line in enumerate(data[offset:].splitlines(keepends=True), 1):
        if line.startswith(b"[Event ") and not before.startswith(b"["):
            games.append((offset, number, []))
        if games:
            games[-1][2].append(line)
        offset += len(line)
        before = line
    return [(start, number, decode(b"".join(lines))) for start, number, lines in games]


def decode(text: bytes) -> str:
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError:
        return text.decode("cp1252", errors="replace")


def read_archive(path: Path, named: str | None = None) -> list[Game]:
    """All games of a file, in order; `named` is the source as the program names it."""
    games = []
    for ordinal, (offset, line, text) in enumerate(cut(path.read_bytes())):
        stream = io.StringIO(text.replace("\r\n", "\n"))
        game = chess.pgn.read_game(stream, Visitor=Replay)
        game.source, game.ordinal, game.line, game.offset = named or str(path), ordinal, line, offset
        classify(game)
        games.append(game)
    return games


if __name__ == "__main__":
    for name in sys.argv[1:]:
        read = read_archive(Path(name))
        print(name, len(read), sum(g.plies for g in read), sum(g.damaged for g in read), sum(g.rejected for g in read))
