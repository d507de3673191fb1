"""Generates games of Chess960 for the oracle of positions: seeded, and made to be awkward.

    python scripts/tree_oracle/tree_games.py --games 5000 --seed 960 --out games.pgn

Few starts are played often, so that games transpose; there are the orthodox start with and without a
Chess960 tag, double Chess960, and late positions with counters. Some games shuffle to and fro, some
hunt for captures and promotions, some for castling. Games end by mate, stalemate, agreement,
resignation or not at all; some have an illegal move, no moves, variations, missing ratings and dates,
or are copies of earlier ones.
"""

import argparse
import random
import zlib
from pathlib import Path

import chess

LATE = (
    "8/5k2/8/8/3KP3/8/8/8 w - - 0 61",
    "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1",
    "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 4 20",
    "8/2k5/8/2r5/8/3B4/1K1R4/8 b - - 90 130",
    "2r1k1rr/pppppppp/8/8/8/8/PPPPPPPP/RR2K1R1 w KQkq - 0 9",
    "2r1k1rr/pppppppp/8/8/8/8/PPPPPPPP/RR2K1R1 b GBgc - 0 9",
    "8/P6k/8/8/8/8/p6K/8 w - - 3 50",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 40",
    "4k3/8/8/8/8/8/8/QQQQKQQQ w - - 0 1",
    "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 10 30",
    "rn2k2r/8/8/8/8/8/8/R3K2R b Kkq - 0 30",
)
NAMES = tuple(f"{a}{b}, {c}" for a in ("Kar", "Bel", "Tor", "Min") for b in ("lo", "va", "sen") for c in "AÉZ")


class Maker:
    """Makes the games one after the other; the same seed gives the same text."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.favourites = [518] * 3 + self.random.sample(range(960), 8)
        self.pairs = [(518, 12)] + [tuple(self.random.sample(range(960), 2)) for _ in range(4)]
        self.made: list[str] = []

    def start(self) -> tuple[chess.Board, dict[str, str]]:
        """A start position and the tags that tell it."""
        dice = self.random
        kind = dice.random()
        if kind < 0.15:
            return chess.Board(chess960=True), {}
        if kind < 0.65:
            number = dice.choice(self.favourites) if dice.random() < 0.7 else dice.randrange(960)
            board = chess.Board.from_chess960_pos(number)
        elif kind < 0.85:
            pair = dice.choice(self.pairs) if dice.random() < 0.7 else dice.sample(range(960), 2)
            board = double_start(*pair)
        else:
            board = chess.Board(dice.choice(LATE), chess960=True)
        fen = board.shredder_fen() if dice.random() < 0.4 else board.fen(en_passant="fen")
        tags = {"SetUp": "1", "FEN": fen}
        if kind < 0.85 or dice.random() < 0.5:
            tags["Variant"] = dice.choice(("Chess960", "chess 960", "fischerandom"))
        return board, tags

    def choose(self, board: chess.Board, style: str) -> chess.Move:
        """The next move: the start of a game from few moves, then by the style of the game."""
        dice = self.random
        moves = sorted(board.legal_moves, key=lambda m: zlib.crc32(m.uci().encode()))
        if board.ply() < 14 and dice.random() < 0.9:
            index = 0
            while dice.random() < 0.45 and index + 1 < len(moves):
                index += 1
            return moves[index]
        if style == "shuffle" and len(board.move_stack) > 1 and dice.random() < 0.7:
            last = board.move_stack[-2]
            back = chess.Move(last.to_square, last.from_square)
            if back in moves and not board.is_castling(back):
                return back
        if style == "castle":
            castling = [m for m in moves if board.is_castling(m)]
            if castling:
                return dice.choice(castling)
            rank = chess.BB_RANK_1 if board.turn else chess.BB_RANK_8
            away = [m for m in moves if board.piece_type_at(m.from_square) in (2, 3, 5)]
            away = [m for m in away if chess.BB_SQUARES[m.from_square] & rank]
            if away and dice.random() < 0.8:
                return dice.choice(away)
        if style == "greedy" and dice.random() < 0.85:
            for wish in (
                [m for m in moves if m.promotion],
                [m for m in moves if board.is_capture(m)],
                [m for m in moves if board.piece_type_at(m.from_square) == chess.PAWN],
            ):
                if wish:
                    return dice.choice(wish)
        return dice.choice(moves)

    def play(self, board: chess.Board) -> tuple[list[str], str]:
        """SAN of a game from here, and its result."""
        dice = self.random
        style = dice.choice(("plain", "shuffle", "castle", "greedy", "greedy"))
        length = dice.choice((6, 12, 20, 40, 60, 90, 140, 300 if style == "greedy" else 120))
        length = dice.randrange(1, 2 * length)
        sans: list[str] = []
        while len(sans) < length and not (board.is_checkmate() or board.is_stalemate()):
            move = self.choose(board, style)
            san = board.san(move)
            sans.append(san)
            board.push(move)
        if board.is_checkmate():
            return sans, "0-1" if board.turn else "1-0"
        if board.is_stalemate() or board.is_insufficient_material():
            return sans, "1/2-1/2"
        return sans, dice.choice(("1-0", "0-1", "1/2-1/2", "1/2-1/2", "*"))

    def tags(self) -> dict[str, str]:
        """The roster, with what is missing or only partly known."""
        dice = self.random
        white, black = dice.sample(NAMES, 2)
        year, month, day = dice.randrange(1995, 2026), dice.randrange(1, 13), dice.randrange(1, 29)
        partly = (f"{year}.{month:02}.??", f"{year}.??.??", "????.??.??", "")
        date = dice.choice((f"{year}.{month:02}.{day:02}",) * 6 + partly)
        tags = {"Event": dice.choice(("Open", "Club Night", "League")), "Site": "?", "Date": date, "Round": "1"}
        tags |= {"White": white, "Black": black}
        for side in ("White", "Black"):
            tags[f"{side}Elo"] = dice.choice((str(dice.randrange(900, 2900)),) * 4 + ("?", ""))
        if dice.random() < 0.05:
            del tags[dice.choice(("White", "Black"))]
        return {name: text for name, text in tags.items() if text}

    def damage(self, board: chess.Board, sans: list[str]) -> None:
        """Replaces a move by one of a piece that cannot go there, whoever is meant."""
        at = self.random.randrange(len(sans))
        for san in sans[:at]:
            board.push_san(san)
        reached = {(board.piece_type_at(m.from_square), m.to_square) for m in board.legal_moves}
        free = [s for s in chess.SQUARES if (chess.QUEEN, s) not in reached]
        sans[at] = "Q" + chess.square_name(self.random.choice(free))

    def game(self) -> str:
        dice = self.random
        if self.made and dice.random() < 0.03:
            return dice.choice(self.made)
        board, start = self.start()
        first = board.copy()
        sans, result = self.play(board)
        if dice.random() < 0.02:
            sans = []
        if sans and dice.random() < 0.03:
            self.damage(first.copy(), sans)
        tags = self.tags() | start | {"Result": result}
        lines = [f'[{name} "{text}"]' for name, text in tags.items()]
        words = []
        number, black = first.fullmove_number, first.turn == chess.BLACK
        for index, san in enumerate(sans):
            if index == 0 or (index + black) % 2 == 0:
                dots = "..." if (index + black) % 2 else "."
                words.append(f"{number + (index + black) // 2}{dots}")
            words.append(san)
            if dice.random() < 0.01:
                variation = f"({words[-2] if index == 0 else ''} {san} $2)"
                words.append(dice.choice(("$1", "{a comment (of 1. e4) and [Event]}", variation)))
        words.append(result)
        text, line = [], ""
        for word in words:
            if len(line) + len(word) > 78:
                text.append(line)
                line = ""
            line = f"{line} {word}".strip()
        return "\n".join(lines) + "\n\n" + "\n".join(text + [line]) + "\n\n"

    def archive(self, games: int) -> str:
        while len(self.made) < games:
            self.made.append(self.game())
        return "".join(self.made)


def double_start(white: int, black: int) -> chess.Board:
    """The start of double Chess960 with these arrangements."""
    board = chess.Board.from_chess960_pos(white)
    other = chess.Board.from_chess960_pos(black)
    for file in range(8):
        board.set_piece_at(chess.square(file, 7), other.piece_at(chess.square(file, 7)))
    board.castling_rights = (board.castling_rights & chess.BB_RANK_1) | (other.castling_rights & chess.BB_RANK_8)
    return board


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=960)
    parser.add_argument("--out", required=True, type=Path, metavar="FILE.pgn")
    arguments = parser.parse_args()
    arguments.out.write_text(Maker(arguments.seed).archive(arguments.games), encoding="utf-8")


if __name__ == "__main__":
    main()
