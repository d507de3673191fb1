#!/usr/bin/env python3
"""Compares values from tables with those that python-chess gives, over random positions.

    tablebase_oracle.py [--positions 20000] [--seed 1] [--jobs 1] PROGRAM DIR [MATERIAL...]

For each table in DIR, positions of its pieces are drawn at random, with either side the stronger, either to move, a
clock of 0 to 120 and, where one is possible, a square to capture in passing. `audit960 tablebase probe -` and
python-chess's prober (its own code, which shares nothing with the program's) must give the same WDL and the same DTZ;
the value under the clock is worked out here from python-chess's numbers:

- mate is lost and stalemate drawn whatever the clock; draws, cursed wins and blessed losses are what WDL says;
- for a clock of zero WDL is exact;
- a win or loss with |DTZ| + clock below 100 is in time, above 100 it is not;
- at exactly 100 it is in time only if the distance is no rounded one. python-chess does not tell which are. So a value
  that is said to be certain there is searched for: the distance must be forced move by move, which is feasible up to
  three half-moves; longer ones are counted as failures.

Prints a line per table, and exits with 1 if anything differs. Needs python-chess (PyPI package `chess`).
"""

import argparse
import collections
import json
import multiprocessing
import os
import random
import subprocess
import sys

import chess
import chess.syzygy

NAMES = {-2: "loss", -1: "blessed-loss", 0: "draw", 1: "cursed-win", 2: "win"}


def random_board(material, rng):
    """A legal position of these pieces."""
    first, second = material.split("v")
    while True:
        board = chess.Board(None)
        sides = [chess.WHITE, chess.BLACK]
        rng.shuffle(sides)
        squares = rng.sample(range(64), len(material) - 1)
        letters = [(side, letter) for side, half in zip(sides, (first, second)) for letter in half]
        for square, (side, letter) in zip(squares, letters):
            board.set_piece_at(square, chess.Piece(chess.PIECE_SYMBOLS.index(letter.lower()), side))
        board.turn = rng.choice([chess.WHITE, chess.BLACK])
        board.halfmove_clock = rng.randrange(121)
        if not board.is_valid():
            continue
        if "P" in first and "P" in second and rng.random() < 0.2:
            possible = []
            for square in chess.SquareSet(chess.BB_RANK_6 if board.turn else chess.BB_RANK_3):
                board.ep_square = square
                if board.is_valid() and board.has_legal_en_passant():
                    possible.append(square)
            board.ep_square = rng.choice(possible) if possible else None
            if possible:
                board.halfmove_clock = 0
        return board


def forced(board, tablebase, plies, winning):
    """Whether the side that wins can zero the clock, keeping the win, or mate in so many half-moves."""
    if board.is_checkmate():
        return not winning
    if plies == 0:
        return False
    results = []
    for move in board.legal_moves:
        zeroing = board.is_zeroing(move)
        board.push(move)
        if winning:
            good = board.is_checkmate() or zeroing and tablebase.probe_wdl(board) == -2
            result = good or not zeroing and forced(board, tablebase, plies - 1, False)
        else:
            # The loser's own zeroing move zeroes the clock: it must still be a win.
            result = tablebase.probe_wdl(board) == 2 if zeroing else forced(board, tablebase, plies - 1, True)
        board.pop()
        if result == winning:
            return winning
        results.append(result)
    return bool(results) and not winning


def problem(board, found, tablebase, counts):
    """What is wrong with an answer, if anything is."""
    wdl, dtz = tablebase.probe_wdl(board), tablebase.probe_dtz(board)
    clock = board.halfmove_clock
    if (found["wdl"], found["dtz"]) != (wdl, dtz):
        return f"WDL and DTZ are {wdl} and {dtz}"
    late = {2: 1, -2: -1}.get(wdl, wdl)
    if board.is_checkmate() or board.is_stalemate() or clock == 0 or abs(wdl) < 2 or abs(dtz) + clock < 100:
        expected = wdl
    elif abs(dtz) + clock > 100:
        expected = late
    elif found["certain"]:
        counts["exact at the edge"] += 1
        distance = abs(dtz)
        if distance > 3:
            return "said to be exact, and too long to prove"
        expected = wdl if forced(board, tablebase, distance, wdl > 0) else late
    else:
        counts["ambiguous"] += 1
        return None if found["value"] == NAMES[late] else f"ambiguous, and not {NAMES[late]}"
    counts[NAMES[expected]] += 1
    if (found["value"], found["certain"]) != (NAMES[expected], True):
        return f"the value is {NAMES[expected]}"
    return None


def compare(task):
    """Compares one material; its counts and what differs."""
    program, folder, material, positions, seed = task
    rng = random.Random(f"{material} {seed}")
    boards = [random_board(material, rng) for _ in range(positions)]
    text = "".join(board.fen(en_passant="legal") + "\n" for board in boards)
    command = [program, "tablebase", "probe", "-", "--tablebase", folder, "--format", "json"]
    output = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in output.stdout.splitlines()]
    counts, wrong = collections.Counter(), []
    if len(answers) != len(boards) or output.stderr:
        wrong.append(f"{len(answers)} answers to {len(boards)} positions; {output.stderr}")
    with chess.syzygy.open_tablebase(folder) as tablebase:
        for board, found in zip(boards, answers):
            different = problem(board, found, tablebase, counts)
            if different:
                wrong.append(f"{board.fen()}: {found}: {different}")
    return material, counts, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("materials", nargs="*")
    parser.add_argument("--positions", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    names = sorted(name[:-5] for name in os.listdir(args.folder) if name.endswith(".rtbw"))
    materials = args.materials or names
    tasks = [(args.program, args.folder, material, args.positions, args.seed) for material in materials]
    failed, total = 0, 0
    with multiprocessing.Pool(args.jobs) as pool:
        for material, counts, wrong in pool.imap(compare, tasks):
            total += args.positions
            failed += len(wrong)
            kinds = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
            print(f"{material}: {args.positions} positions, {len(wrong)} differ; {kinds}", flush=True)
            for line in wrong[:5]:
                print(f"  {line}")
    print(f"{total} positions of {len(materials)} tables, {failed} differ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
