#!/usr/bin/env python3
"""Evaluations of the 960 start positions by Stockfish, from White's side, as data/evaluations.csv has them.

    python3 scripts/evaluate_starts.py [--engine stockfish] [--nodes 2000000] [--jobs 2] > data/evaluations.csv

Each position is searched alone: one thread, an empty hash table of 64 MB, a fixed number of nodes. So the same binary gives
the same file. Columns: Scharnagl number, White's first rank, centipawns; a line that begins with # says which engine and how many
nodes. Needs a Stockfish, such as that of Debian's package stockfish.
"""

import argparse
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

KNIGHTS = ["NN---", "N-N--", "N--N-", "N---N", "-NN--", "-N-N-", "-N--N", "--NN-", "--N-N", "---NN"]


def arrangement(number):
    """The first rank of a Scharnagl number (0 to 959)."""
    rank = [None] * 8
    number, light = divmod(number, 4)
    number, dark = divmod(number, 4)
    knights, queen = divmod(number, 6)
    rank[2 * light + 1] = rank[2 * dark] = "B"
    free = [file for file in range(8) if rank[file] is None]
    rank[free[queen]] = "Q"
    free = [file for file in range(8) if rank[file] is None]
    for file, letter in zip(free, KNIGHTS[knights]):
        if letter == "N":
            rank[file] = "N"
    free = [file for file in range(8) if rank[file] is None]
    for file, letter in zip(free, "RKR"):
        rank[file] = letter
    return "".join(rank)


class Engine:
    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.name = "?"
        self.say("uci")
        for line in self.until("uciok"):
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ")
        for option, value in [("UCI_Chess960", "true"), ("Threads", 1), ("Hash", 64)]:
            self.say(f"setoption name {option} value {value}")

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def until(self, last):
        for line in self.process.stdout:
            yield line.strip()
            if line.startswith(last):
                return
        sys.exit("the engine has gone")

    def centipawns(self, fen, nodes):
        self.say("ucinewgame")
        self.say("isready")
        list(self.until("readyok"))
        self.say(f"position fen {fen}")
        self.say(f"go nodes {nodes}")
        found = None
        for line in self.until("bestmove"):
            words = line.split()
            # Bounds are no evaluations.
            if "cp" in words and "upperbound" not in words and "lowerbound" not in words:
                found = int(words[words.index("cp") + 1])
        return found

    def close(self):
        self.say("quit")
        self.process.wait()


def part(engine, numbers, nodes):
    engine = Engine(engine)
    found = {}
    for number in numbers:
        rank = arrangement(number)
        fen = f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1"
        found[number] = (rank, engine.centipawns(fen, nodes))
        print(f"\r{number} {rank} {found[number][1]}   ", end="", file=sys.stderr)
    engine.close()
    return engine.name, found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="stockfish")
    parser.add_argument("--nodes", type=int, default=2_000_000)
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    assert arrangement(518) == "RNBQKBNR" and len({arrangement(number) for number in range(960)}) == 960
    with ThreadPoolExecutor(asked.jobs) as pool:
        shares = [range(job, 960, asked.jobs) for job in range(asked.jobs)]
        parts = list(pool.map(lambda share: part(asked.engine, share, asked.nodes), shares))
    found = {number: value for _, share in parts for number, value in share.items()}
    print(f"# {parts[0][0]}, UCI_Chess960, 1 thread, hash 64 MB, {asked.nodes} nodes a position")
    print("start,arrangement,centipawns")
    for number in range(960):
        rank, centipawns = found[number]
        print(f"{number},{rank},{centipawns}")


if __name__ == "__main__":
    main()
