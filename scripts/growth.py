#!/usr/bin/env python3
"""Growth: each command by each dimension of an archive, at n, 2n and 4n.

Work is counted, not timed: instructions, by valgrind's callgrind. What a command does for a tiny archive is
subtracted; twice the archive may take at most 2.4 times the rest. Memory is the greatest resident set of a run
without valgrind, compared in the same way where it exceeds that of the tiny archive by more than 64 MB.

    python3 scripts/growth.py PROGRAM [--quick] [--only TEXT] [--size N]

PROGRAM is the audit960 to measure. --quick asks a few questions, each of which was once answered in quadratic
time. Exit code 1 if something grows too fast, 0 with a message if valgrind is not installed.
"""

import argparse
import csv
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

LIMIT = 2.4
MEMORY = 64 << 20

ROSTER = (
    '[Event "{event}"]\n[Site "?"]\n[Date "2020.01.02"]\n[Round "1"]\n[White "{white}"]\n[Black "{black}"]\n'
    '[Result "{result}"]\n'
)
MOVES = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5"


def game(tags="", moves=MOVES, event="x", white="A", black="B", result="1-0"):
    head = ROSTER.format(event=event, white=white, black=black, result=result)
    return f"{head}{tags}\n{moves} {result}\n\n"


def variations(depth):
    """Variations inside each other, each an alternative to the last move of the one before."""
    text = "1. e4 e5 "
    for level in range(depth):
        text += "(1... d5 " if level % 2 == 0 else "(1... e5 "
    return text + ")" * depth


def shuffle(turns):
    """Knights that go out and home again: claims by repetition, and by fifty moves."""
    out, home = ["Nf3 Nf6", "Ng1 Ng8"]
    return " ".join(f"{n + 1}. {out if n % 2 == 0 else home}" for n in range(turns))


def write(path, text):
    path.write_text(text)
    return [str(path)]


def zipped(folder, n):
    path = folder / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as members:
        for number in range(n):
            members.writestr(f"{number}.pgn", game(event=f"e{number}"))
    return [str(path)]


def files(folder, n):
    inner = folder / "files"
    inner.mkdir()
    for number in range(n):
        (inner / f"{number}.pgn").write_text(game(event=f"e{number}"))
    return [str(inner)]


def files_with_claims(folder, n):
    inner = folder / "files"
    inner.mkdir()
    for number in range(n):
        (inner / f"{number}.pgn").write_text(game(moves=shuffle(10), event=f"e{number}", result="1/2-1/2"))
    return [str(inner)]


def pgn(make):
    return lambda folder, n: write(folder / "a.pgn", make(n))


# The inputs of a size n, and the size to begin with.
DIMENSIONS = {
    "games": (pgn(lambda n: "".join(game(white=f"A{i % 50}") for i in range(n))), 1000),
    "tags of a game": (pgn(lambda n: game("".join(f'[T{i} "x"]\n' for i in range(n)))), 2000),
    "tags of one name": (pgn(lambda n: game("".join(f'[T "x{i}"]\n' for i in range(n)))), 2000),
    "comments of a game": (pgn(lambda n: game(moves="1. e4 " + "{a} " * n)), 5000),
    "variations of a game": (pgn(lambda n: game(moves="1. e4 e5 " + "(1... d5) " * n)), 1000),
    "depth of variations": (pgn(lambda n: game(moves=variations(n))), 1000),
    "members of a zip": (zipped, 250),
    "files": (files, 250),
    "files with claims": (files_with_claims, 250),
    "findings": (pgn(lambda n: game(moves=MOVES + " <x>" * n)), 2000),
    "damaged games": (pgn(lambda n: game(moves="1. e4 e4") * n), 500),
    "names": (
        pgn(lambda n: "".join(game(event=f"e{i}", white=f"w{i}", black=f"b{i}") for i in range(n))),
        1000,
    ),
    "names and events of a player": (
        pgn(lambda n: "".join(game('[WhiteFideId "1503014"]\n', event=f"e{i}", white=f"Name {i}") for i in range(n))),
        1000,
    ),
    "copies of a game": (pgn(lambda n: game() * n), 500),
    "text between games": (pgn(lambda n: (game() + "nothing of the kind\n\n") * n), 500),
    "claims of a game": (pgn(lambda n: game(moves=shuffle(n), result="1/2-1/2")), 200),
}


def of_archive(*arguments):
    return lambda inputs, _: [arguments[0], *inputs, *arguments[1:]]


def of_dataset(*arguments):
    return lambda _, dataset: [arguments[0], dataset, *arguments[1:]]


def into(name, command, *arguments):
    """A command that writes a file or folder."""
    return lambda inputs, dataset: [
        *command(inputs, dataset),
        *arguments,
        "--out",
        str(Path(dataset).parent / name),
    ]


COMMANDS = {
    "audit": into("again", of_archive("audit", "-q", "-j1")),
    "audit with all": into(
        "again", of_archive("audit", "-q", "-j1", "--with-moves", "--duplicates", "--crosscheck", "--propose")
    ),
    "audit with positions": into("again", of_archive("audit", "-q", "-j1", "--positions", "--players", "--quality")),
    "verify": of_dataset("verify"),
    "export of archives": into("out.pgn", of_archive("export", "-q", "-j1")),
    "export of a dataset": into("out.pgn", of_dataset("export", "-q", "-j1")),
    "export, damaged apart": into("out.pgn", of_archive("export", "-q", "-j1"), "--damaged-to", "{bad}"),
    "export, no duplicates": into("out.pgn", of_archive("export", "-q", "-j1", "--no-duplicates")),
    "export, split": into("out.pgn", of_archive("export", "-q", "-j1", "--split-by", "event")),
    "draws of archives": of_archive("draws", "-j1", "--format", "csv"),
    "draws of a dataset": of_dataset("draws", "-j1", "--format", "csv"),
    "positions": of_dataset("starts", "-j1", "--format", "csv"),
    "report": into("out.html", of_dataset("report", "-q", "-j1")),
    "explore": of_archive("explore", "-j1", "--format", "csv"),
    "popular": of_archive("explore", "-j1", "--format", "csv"),
    "find": of_archive("find", "-j1", "--material", "KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP", "--format", "csv"),
    "endings": of_archive("endings", "-j1", "--format", "csv"),
    "show": of_dataset("show", "a.pgn#0"),
    "query": of_dataset("query", "SELECT event, COUNT(*) FROM games GROUP BY event", "--format", "csv"),
    "diff": lambda _, dataset: ["diff", dataset, dataset],
}

# What was once quadratic.
QUICK = [
    ("export of archives", "tags of a game"),
    ("export of a dataset", "members of a zip"),
    ("export, no duplicates", "tags of a game"),
    ("draws of archives", "files with claims"),
    ("report", "files with claims"),
    ("audit with positions", "names and events of a player"),
]


def instructions(program, arguments, folder):
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}", program, *arguments]
    run = subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    found = re.search(r"Collected : (\d+)", run.stderr)
    if not found or run.returncode not in (0, 1):
        raise RuntimeError(f"{arguments}: {run.stderr[-2000:]}")
    return int(found[1])


def memory(program, arguments, folder):
    with open(os.devnull, "w") as nowhere:
        child = subprocess.Popen([program, *arguments], cwd=folder, stdout=nowhere, stderr=nowhere)
        _, _, usage = os.wait4(child.pid, 0)
    return usage.ru_maxrss << 10


def measure(program, command, dimension, n):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        inputs = DIMENSIONS[dimension][0](folder, n)
        dataset = str(folder / "dataset")
        audit = [program, "audit", "-q", "-j1", *inputs, "--out", dataset]
        subprocess.run(audit, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        arguments = [it.replace("{bad}", str(folder / "bad")) for it in COMMANDS[command](inputs, dataset)]
        if command == "show":
            # The members of a zip are sources, too.
            first = ["query", dataset, "SELECT source FROM games LIMIT 1", "--format", "csv"]
            found = subprocess.run([program, *first], stdout=subprocess.PIPE, text=True, check=True)
            arguments[-1] = next(csv.DictReader(found.stdout.splitlines()))["source"] + "#0"
        held = memory(program, arguments, folder)
        for left in ["again", "out.pgn", "out.html", "bad", "out.pgn.dropped.csv"]:
            path = folder / left
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        for path in folder.glob("out-*"):
            path.unlink()
        return instructions(program, arguments, folder), held


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default="", help="commands and dimensions whose names contain this")
    parser.add_argument("--size", type=float, default=1.0, help="a factor for all sizes")
    asked = parser.parse_args()
    if not shutil.which("valgrind"):
        print("skipped: valgrind is not installed")
        return 0
    pairs = QUICK if asked.quick else [(c, d) for d in DIMENSIONS for c in COMMANDS]
    wrong, bases = 0, {}
    with tempfile.TemporaryDirectory() as folder:
        # Valgrind reads debugging symbols first, which takes it longer than the rest.
        program = str(Path(folder) / "audit960")
        shutil.copy(asked.program, program)
        subprocess.run(["strip", "--strip-all", program], check=False)
        print(f"{'command':24} {'dimension':22} {'n':>6}  instructions at n, 2n, 4n (millions)   ratios")
        for command, dimension in pairs:
            if asked.only not in command and asked.only not in dimension:
                continue
            n = max(1, int(DIMENSIONS[dimension][1] * asked.size))
            # One small game is the same archive in most dimensions, and nearly so in the others.
            if command not in bases:
                bases[command] = measure(program, command, "games", 1)
            base, base_held = bases[command]
            rest = [measure(program, command, dimension, it) for it in [n, 2 * n, 4 * n]]
            counts = [count - base for count, _ in rest]
            ratios = [after / max(before, 1) for before, after in zip(counts, counts[1:])]
            # Where nothing grows there is nothing to compare.
            grows_at_all = max(counts) > 2_000_000
            fast = grows_at_all and max(ratios) > LIMIT
            shown_ratios = " ".join(f"{ratio:.2f}" for ratio in ratios) if grows_at_all else "   -    -"
            held = [max(held - base_held, 1) for _, held in rest]
            grows = [after / before for before, after in zip(held, held[1:])]
            heavy = held[-1] > MEMORY and max(grows) > LIMIT
            wrong += fast or heavy
            shown = "  ".join(f"{count / 1e6:9.1f}" for count in counts)
            mark = ("  TOO FAST" if fast else "") + ("  TOO MUCH MEMORY" if heavy else "")
            print(f"{command:24} {dimension:22} {n:6}  {shown}   {shown_ratios}  {held[-1] >> 20} MB{mark}", flush=True)
    print(f"{wrong} of {len(pairs)} grow too fast" if wrong else "nothing grows too fast")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
