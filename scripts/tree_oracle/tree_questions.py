"""The questions that the oracle of positions asks of each archive: fixed ones, and random ones by its seed."""

from collections import Counter
from collections.abc import Callable

import chess

import tree_brute as brute
import tree_find
from tree_replay import Game

FORMS = ("options", "text", "json")


def games(oracle) -> None:
    oracle.check_games()


def selections(all_games: list[Game]) -> list[tuple[list[str], list[Game]]]:
    """Conditions on games, and the games that meet them."""

    def elo(game: Game, test: Callable[[int], bool]) -> bool:
        both = game.elo("White"), game.elo("Black")
        return None not in both and all(test(e) for e in both)

    chosen: list[tuple[list[str], Callable[[Game], bool]]] = [
        ([], lambda g: True),
        (["--since", "2009"], lambda g: g.dates()[0] >= "2009-01-01"),
        (["--until", "2010-06"], lambda g: "" < g.dates()[1] <= "2010-06-30"),
        (["--min-elo", "1800"], lambda g: elo(g, lambda e: e >= 1800)),
        (["--max-elo", "2000"], lambda g: elo(g, lambda e: e <= 2000)),
        (["--player", "kar"], lambda g: any("kar" in g.name(s).lower() for s in ("White", "Black"))),
        (["--event", "e"], lambda g: "e" in g.tags.get("Event", "").lower()),
        (["--min-plies", "30"], lambda g: g.plies >= 30),
        (["--where", "year = 2012"], lambda g: g.year() == "2012"),
        (["--where", "result = '1-0' AND plies > 10"], lambda g: g.result == "1-0" and g.plies > 10),
        (["--where", "verdict = 'damaged'"], lambda g: g.damaged),
    ]
    for kind in ("standard", "chess960", "double", "other"):
        chosen.append((["--start-kind", kind], lambda g, kind=kind: g.kind == kind))
    starts = Counter((g.white_start, g.black_start) for g in all_games if g.white_start is not None)
    for pair, _ in starts.most_common(5):
        white, black = pair
        name = str(white) if white == black else f"{white}/{black}"
        chosen.append((["--start", name], lambda g, pair=pair: (g.white_start, g.black_start) == pair))
    return [(options, [g for g in all_games if test(g)]) for options, test in chosen]


def popular(oracle) -> None:
    for number, (options, part) in enumerate(oracle.selections[: oracle.arguments.selections]):
        oracle.progress("popular", number)
        for plies in (range(0, 1), range(4, 5), range(1, 13)):
            oracle.check_popular(part, plies, options)
        if number % 3 == 0:
            oracle.check_popular(part, range(2, 9), options, mirrors=True)
        oracle.check_known(part, options)
    for plies in (range(1, 2), range(12, 13), range(25, 26), range(60, 61), range(200, 201), range(30, 41)):
        oracle.check_popular(oracle.games, plies, [])
        oracle.check_popular(oracle.games, plies, [], mirrors=True)
    oracle.check_known(oracle.games, [], range(0, 20))
    for by in ("year", "event", "source", "start", "rating", "time-control"):
        oracle.check_popular(oracle.games, range(3, 4), [], by=by)
        oracle.check_popular(oracle.games, range(0, 3), [], by=by)
    some = [g for g in oracle.games if g.dates()[0] >= "2009-01-01"]
    oracle.check_popular(some, range(0, 8), ["--since", "2009"], by="year", mirrors=True)
    oracle.check_popular(oracle.games, None, [])
    oracle.check_popular(oracle.games, None, [], mirrors=True)


def explore(oracle) -> None:
    dice = oracle.random
    starts = Counter((g.white_start, g.black_start) for g in oracle.games if g.white_start is not None)
    for (white, black), _ in starts.most_common(oracle.arguments.queries // 3):
        name = str(white) if white == black else f"{white}/{black}"
        part = [g for g in oracle.games if (g.white_start, g.black_start) == (white, black)]
        castling = [g for g in part if len(g.keys[0].split()[2]) == 4]
        if not castling:  # an array without castling rights is another position than the start
            continue
        oracle.check_explore(part, castling[0].keys[0], ["--start", name])
        if dice.random() < 0.2:
            least = max(2, len(part) // 30)
            oracle.check_tree(part, castling[0].keys[0], ["--start", name], dice.randrange(1, 6), least)
        game = dice.choice(castling)
        length = dice.randrange(min(8, game.plies) + 1)
        line = " ".join(dice.choice((m.san, m.uci)) for m in game.moves[:length])
        oracle.check_explore(part, game.keys[length], ["--start", name, "--moves", line])
    long = [g for g in oracle.games if g.plies]
    for number in range(oracle.arguments.queries):
        oracle.progress("explore", number)
        game = dice.choice(long)
        ply = dice.randrange(min(game.plies, dice.choice((4, 10, 400))) + 1)
        board = chess.Board(game.fen(ply), chess960=True)
        fen = dice.choice((board.shredder_fen(en_passant="fen"), board.fen(en_passant="fen")))
        options, part = dice.choice(oracle.selections) if dice.random() < 0.3 else ([], oracle.games)
        steps = dice.randrange(3)
        after = min(game.plies, ply + steps)
        moves = " ".join(m.san for m in game.moves[ply:after])
        oracle.check_explore(part, game.keys[after], ["--fen", fen, *(["--moves", moves] if moves else []), *options])


def find(oracle) -> None:
    for number in range(oracle.arguments.queries):
        oracle.progress("find", number)
        query = tree_find.random_query(oracle.random, oracle.games)
        oracle.check_find(query, oracle.random.random() < 0.5, oracle.random.choice(FORMS))


def endings(oracle) -> None:
    for options, part in oracle.selections[: oracle.arguments.selections]:
        oracle.check_endings(part, options)
    for pieces, stay in ((2, 1), (3, 2), (5, 10), (7, 50), (12, 1), (32, 1), (31, 30)):
        oracle.check_endings(oracle.games, [], pieces, stay)
    every = brute.endings(oracle.games, 32)
    for material in sorted(brute.endings(oracle.games, 5))[:: 7]:
        other = "v".join(reversed(material.split("v")))
        for wanted, exact in ((material, False), (other, False), (other, True)):
            options = ["--material", wanted, *(["--exact"] if exact else [])]
            rows = {row["material"]: row for row in oracle.table("endings", options)}
            names = {wanted} if exact else {material, other}
            oracle.keyed("endings", options, rows, {m: r for m, r in every.items() if m in names})
