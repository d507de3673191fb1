"""What `find` must answer: its language by brute force, and random questions in it.

A query is a list of clauses, a clause a dictionary as in the language's JSON form. A clause becomes
one predicate of a game and a ply; nothing is skipped that could be a hit.
"""

import functools
import random
import re
from collections.abc import Callable

import chess

from tree_replay import Game

Predicate = Callable[[Game, int], bool]
SPREAD = str.maketrans({str(n): "." * n for n in range(1, 9)} | {"/": ""})
SAN = re.compile(r"([KQRBN])?([a-h])?([1-8])?(x)?([a-h][1-8])(?:=?([QRBN]))?[+#]*$")
UCI = re.compile(r"[a-h][1-8][a-h][1-8][qrbn]?$")


def pattern_regex(pattern: str) -> re.Pattern:
    """A pattern of the board as an expression over its 64 squares, empty ones as dots."""
    out, index = [], 0
    single = {"?": ".", ".": r"\.", "A": "[KQRBNP]", "a": "[kqrbnp]", "*": r"[^.]"}
    while index < len(pattern):
        char = pattern[index]
        if char == "[":
            end = pattern.index("]", index)
            inner = pattern[index + 1 : end]
            negated = inner.startswith("^")
            members = "".join(
                {"A": "KQRBNP", "a": "kqrbnp", "*": "KQRBNPkqrbnp"}.get(c, c) for c in inner.lstrip("^")
            )
            out.append(f"[{'^' if negated else ''}{members}]")
            index = end
        elif char.isdigit():
            out.append("." * int(char))
        elif char != "/":
            out.append(single.get(char, char))
        index += 1
    return re.compile("".join(out))


def move_matches(text: str, marks: bool = False) -> Callable[[Game, int], bool]:
    """Whether half-move `i` (from 0) of a game can be written so.

    With `marks` only a capture is written with an x, as PGN 8.2.3.3 has it; without, the x says
    nothing, and `e4` may also be a capture by any pawn.
    """
    if text in ("O-O", "O-O-O"):
        return lambda game, i: game.moves[i].castling == text
    if UCI.match(text):
        return lambda game, i: game.moves[i].uci == text
    piece, file, rank, takes, to, promotion = SAN.match(text).groups()

    def matches(game: Game, i: int) -> bool:
        move = game.moves[i]
        return (
            not move.castling
            and move.piece == (piece or "P")
            and move.uci[2:4] == to
            and move.uci[4:].upper() == (promotion or "")
            and (file is None or move.uci[0] == file)
            and (rank is None or move.uci[1] == rank)
            and (not marks or (takes is not None) == bool(move.captured))
        )

    return matches


def words(line: str) -> list[str]:
    return [w for w in (re.sub(r"^\d+\.+", "", word) for word in line.split()) if w]


def clause(conditions: dict, marks: bool) -> Predicate:
    """All conditions of a clause as one predicate, the cheap ones first."""
    tests: list[Predicate] = []
    if "ply" in conditions:
        text = str(conditions["ply"])
        low, dash, high = text.partition("-")
        least = int(low or 0)
        most = int(high) if high else (10**9 if dash else least)
        tests.append(lambda g, i: least <= i <= most)
    if "side" in conditions:
        tests.append(lambda g, i: g.side(i) == conditions["side"])
    if "fen" in conditions:
        board = chess.Board(conditions["fen"], chess960=True)
        key = board.epd(en_passant="legal")
        tests.append(lambda g, i: g.keys[i] == key)
    if "material" in conditions:
        white, black = conditions["material"].split("v")
        wanted = {f"{white}v{black}"} | (set() if conditions.get("exact") else {f"{black}v{white}"})
        tests.append(lambda g, i: g.materials[i] in wanted)
    if "moved" in conditions:
        text = conditions["moved"]
        if re.fullmatch(r"[KQRBNP]+", text):
            tests.append(lambda g, i: i > 0 and g.moves[i - 1].piece in text)
        else:
            any_of = [move_matches(part, marks) for part in text.split(",")]
            tests.append(lambda g, i: i > 0 and any(m(g, i - 1) for m in any_of))
    if "captured" in conditions:
        taken = set(conditions["captured"])
        tests.append(lambda g, i: i > 0 and g.moves[i - 1].captured in taken)
    if "castled" in conditions:
        tests.append(castled(conditions["castled"]))
    if "line" in conditions:
        line = [move_matches(word, marks) for word in words(conditions["line"])]
        n = len(line)
        tests.append(lambda g, i: i >= n and all(m(g, i - n + j) for j, m in enumerate(line)))
    if "position" in conditions:
        regex = pattern_regex(conditions["position"])
        tests.append(lambda g, i: regex.match(g.keys[i].split(" ", 1)[0].translate(SPREAD)) is not None)
    if "stay" in conditions:
        tests.append(lambda g, i: stay(g, i) >= int(conditions["stay"]))
    return functools.reduce(both, tests)


def both(first: Predicate, second: Predicate) -> Predicate:
    return lambda g, i: first(g, i) and second(g, i)


def castled(text: str) -> Predicate:
    side, _, how = text.rpartition(":")
    if how in ("white", "black"):
        side, how = how, "any"

    def test(game: Game, ply: int) -> bool:
        if ply == 0 or not game.moves[ply - 1].castling:
            return False
        return how in ("any", game.moves[ply - 1].castling) and side in ("", game.side(ply - 1))

    return test


def stay(game: Game, ply: int) -> int:
    """Half-moves after which the material of this ply stood without interruption."""
    return next(last - first + 1 for first, last in game.stays() if first <= ply <= last)


def find(games: list[Game], query: list[dict], every: bool = False, marks: bool = False) -> list[tuple[Game, int]]:
    """Hits in order: of each game the first, or all."""
    predicates = [clause(conditions, marks) for conditions in query]
    hits = []
    for game in games:
        at = -1
        for predicate in predicates[:-1]:
            at = next((i for i in range(at + 1, len(game.keys)) if predicate(game, i)), None)
            if at is None:
                break
        if at is None:
            continue
        for ply in range(at + 1, len(game.keys)):
            if predicates[-1](game, ply):
                hits.append((game, ply))
                if not every:
                    break
    return hits


# --- random questions -----------------------------------------------------------------------------


def random_pattern(dice: random.Random, placement: str) -> str:
    """A pattern that this placement fits, and perhaps others."""
    share = dice.choice((0.03, 0.08, 0.15, 0.5, 1.0))
    ranks = []
    for start in range(0, 64, 8):
        text, skipped = "", 0
        for square in placement[start : start + 8]:
            if dice.random() >= share:
                if dice.random() < 0.5:
                    skipped += 1
                    continue
                token = "?"
            else:
                token = wildcard(dice, square)
            text += (str(skipped) if skipped else "") + token
            skipped = 0
        ranks.append(text + (str(skipped) if skipped else ""))
    return "/".join(ranks)


def wildcard(dice: random.Random, square: str) -> str:
    """What fits a square with this on it."""
    others = [c for c in "KQRBNPkqrbnp." if c != square]
    choices = [square] * 4
    if square != ".":
        choices += ["*", "A" if square.isupper() else "a"]
    other = "".join(dice.sample([c for c in others if c not in "PpKk"], 2))
    choices += [f"[{square}{other}]", f"[^{other}]"]
    if square != "." and dice.random() < 0.3:
        choices.append(f"[{'a' if square.isupper() else 'A'}{square}]")
    return dice.choice(choices)


def random_condition(dice: random.Random, game: Game, ply: int, name: str) -> dict:
    """A condition of this kind that holds here; empty if there is none."""
    move = game.moves[ply - 1] if ply else None
    if name == "fen":
        if dice.random() < 0.3:
            return {"fen": chess.Board(game.fen(ply), chess960=True).shredder_fen(en_passant="legal")}
        return {"fen": game.fen(ply)}
    if name == "position":
        return {"position": random_pattern(dice, game.keys[ply].split()[0].translate(SPREAD))}
    if name == "material":
        material = game.materials[ply]
        if dice.random() < 0.5:
            material = "v".join(reversed(material.split("v")))
        found: dict = {"material": material}
        if dice.random() < 0.3:
            found["exact"] = True
        if dice.random() < 0.4:
            found["stay"] = dice.choice((1, 2, 5, 20))
        return found
    if name == "side":
        return {"side": game.side(ply)}
    if name == "ply":
        low, high = max(0, ply - dice.randrange(4)), ply + dice.randrange(4)
        return {"ply": dice.choice((str(ply), f"{low}-{high}", f"{low}-", f"-{high}"))}
    if move is None:
        return {}
    if name == "moved":
        if dice.random() < 0.3:
            return {"moved": "".join({move.piece, dice.choice("KQRBNP")})}
        return {"moved": ",".join([spelling(dice, move)] + dice.choice(([], ["e4"], ["O-O"], ["Nf3", "Qh5"])))}
    if name == "captured" and move.captured:
        return {"captured": "".join({move.captured, dice.choice("QRBNP")})}
    if name == "castled" and move.castling:
        color = game.side(ply - 1)
        return {"castled": dice.choice(("any", move.castling, color, f"{color}:{move.castling}"))}
    if name == "line":
        first = max(0, ply - dice.randrange(1, 5))
        return {"line": " ".join(spelling(dice, m) for m in game.moves[first:ply])}
    return {}


def spelling(dice: random.Random, move) -> str:
    """SAN with or without check marks and needless squares, or UCI_Chess960."""
    plain = move.san.rstrip("+#")
    forms = [move.san, plain, plain, move.uci]
    if move.piece in "QRBN":
        takes = "x" if move.captured else ""
        forms.append(f"{move.piece}{move.uci[:2]}{takes}{move.uci[2:4]}")
        forms.append(f"{move.piece}{takes}{move.uci[2:4]}")
    return dice.choice(forms)


KINDS = ("fen", "position", "position", "position", "material", "moved", "captured", "castled", "line", "side", "ply")


def random_query(dice: random.Random, games: list[Game]) -> list[dict]:
    """One to three clauses, taken from positions of one game in their order."""
    while True:
        game = dice.choice(games)
        count = dice.choice((1, 1, 1, 2, 3))
        if len(game.keys) <= count:
            continue
        query = []
        wants_castling = dice.random() < 0.15
        for ply in sorted(dice.sample(range(len(game.keys)), count)):
            if wants_castling:
                castles = [i + 1 for i, m in enumerate(game.moves) if m.castling]
                ply = dice.choice(castles) if castles else ply
            conditions: dict = {}
            for name in dice.sample(KINDS, dice.choice((1, 1, 2, 3))):
                conditions |= random_condition(dice, game, ply, name)
            if conditions:
                query.append(conditions)
        if query and set(query[0]) - {"side"}:
            return query
