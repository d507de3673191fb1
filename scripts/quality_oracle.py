"""Time and accuracy of the games of a PGN file, by Lichess's formulas, read with nothing but regular expressions.

    quality_oracle.py FILE.pgn < rows.json

Standard input has the rows of ``audit960 query DIR "SELECT ... FROM games" --format json`` with the columns named below, in the
order of the file. Prints how many sides agree; the exit code is 1 if one does not. The file must have one comment after each
half-move and games from the orthodox start, as Lichess writes them.
"""

import json
import math
import re
import statistics
import sys

INITIAL = 15
CEILING = 1000


def ceiled(centipawns):
    return max(-CEILING, min(CEILING, centipawns))


def chances(centipawns):
    return 2 / (1 + math.exp(-0.00368208 * centipawns)) - 1


def percent(centipawns):
    return 50 + 50 * chances(ceiled(centipawns))


def accuracy(before, after):
    if after >= before:
        return 100.0
    raw = 103.1668100711649 * math.exp(-0.04354415386753951 * (before - after)) - 3.166924740191411
    return max(0.0, min(100.0, raw + 1))


def judgement(before, after):
    """0 for an inaccuracy, 1 for a mistake, 2 for a blunder. Scores are (centipawns, None) or (None, sign of the mate)."""
    (cp, mate), (next_cp, next_mate) = before, after
    if mate is None and next_mate is None:
        fall = chances(cp) - chances(next_cp)
        return 2 if fall >= 0.3 else 1 if fall >= 0.2 else 0 if fall >= 0.1 else None
    if mate is None and next_mate < 0:
        return 0 if cp < -999 else 1 if cp < -700 else 2
    if mate is not None and mate > 0 and next_mate is None:
        return 0 if next_cp > 999 else 1 if next_cp > 700 else 2
    return 2 if mate is not None and mate > 0 > next_mate else None


def score(text):
    if text.startswith("#"):
        return None, -1 if "-" in text else 1
    return round(float(text) * 100), None


def own(value, sign):
    return tuple(None if part is None else sign * part for part in value)


def by_evaluations(texts):
    """Of White and of Black: loss, accuracy, inaccuracies, mistakes, blunders."""
    scores = [(INITIAL, None)] + [score(text) for text in texts]
    ended = [ceiled(cp) if mate is None else CEILING * mate for cp, mate in scores]
    wins = [percent(cp) for cp in ended]
    moves = len(texts)
    size = max(2, min(8, moves // 10))
    windows = [wins[:size]] * (size - 2) + [wins[at : at + size] for at in range(moves + 2 - size)]
    weights = [max(0.5, min(12.0, statistics.pstdev(window))) for window in windows]
    for sign, first in ((1, 0), (-1, 1)):
        turns = range(first, moves, 2)
        if not turns:
            yield (None,) * 5
            continue
        seen = [win if sign > 0 else 100 - win for win in wins]
        marks = [accuracy(seen[at], seen[at + 1]) for at in turns]
        weighted = sum(weights[at] * mark for at, mark in zip(turns, marks)) / sum(weights[at] for at in turns)
        harmonic = len(marks) / sum(1 / max(1, mark) for mark in marks)
        losses = [max(0, sign * (ended[at] - ended[at + 1])) for at in turns]
        judged = [judgement(own(scores[at], sign), own(scores[at + 1], sign)) for at in turns]
        counts = [judged.count(grade) for grade in range(3)]
        yield (sum(losses) / len(losses), (weighted + harmonic) / 2, *counts)


def by_clocks(clocks, base, increment):
    """Moves in time trouble, and the longest think."""
    low = max(10, min(60, base / 8))
    thinks = [before + increment - after for before, after in zip(clocks, clocks[1:])]
    longest = max(thinks, default=None)
    return sum(left < low for left in clocks[:-1]), longest if longest is None or longest >= 0 else None


def same(one, other):
    if one is None or other is None:
        return one is other
    return math.isclose(one, other, rel_tol=1e-12, abs_tol=1e-9)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        games = re.split(r"(?=^\[Event )", file.read(), flags=re.M)[1:]
    rows = json.load(sys.stdin)
    assert len(games) == len(rows), (len(games), len(rows))
    agree, wrong = {"evaluations": 0, "clocks": 0}, 0
    for game, row in zip(games, rows):
        comments = re.findall(r"\{([^}]*)\}", game.split("\n\n", 1)[1])
        texts = [found.group(1) for found in (re.search(r"%eval ([^\]]+)", it) for it in comments) if found]
        times = [re.search(r"%clk (\d+):(\d+):(\d+)", it) for it in comments]
        control = re.search(r'TimeControl "(\d+)\+(\d+)"', game)
        expected = {}
        if control and all(times) and len(times) == row["plies"] > 1:
            clocks = [3600 * int(it[1]) + 60 * int(it[2]) + int(it[3]) for it in times]
            for side, first in (("white", 0), ("black", 1)):
                trouble, think = by_clocks(clocks[first::2], int(control[1]), int(control[2]))
                expected["clocks", side] = {"time_trouble": trouble, "longest_think": think}
        if texts and 10 * len(texts) >= 9 * row["plies"]:
            names = ("centipawn_loss", "accuracy", "inaccuracies", "mistakes", "blunders")
            for side, values in zip(("white", "black"), by_evaluations(texts)):
                expected["evaluations", side] = dict(zip(names, values))
        elif row["white_accuracy"] is not None:
            print(f"line {row['line']}: too few evaluations")
            wrong += 1
        for (kind, side), values in expected.items():
            if all(same(value, row[f"{side}_{name}"]) for name, value in values.items()):
                agree[kind] += 1
            else:
                print(f"line {row['line']}, {side}: {values}")
                wrong += 1
    print(f"{agree['evaluations']} sides by evaluations, {agree['clocks']} by clocks agree, {wrong} do not")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
