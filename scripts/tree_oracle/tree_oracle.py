"""Compares `explore`, `popular`, `find` and `endings` with brute force by python-chess, row by row.

    python scripts/tree_oracle/tree_games.py --games 5000 --out games.pgn
    python scripts/tree_oracle/tree_oracle.py --program target/ci/audit960 --queries 300 games.pgn
    python scripts/tree_oracle/tree_oracle.py --program target/ci/audit960 --dataset audit archive.pgn...

`--dataset DIR` asks questions to this dataset of the same files, too, and compares the answers with
those of the archive, byte for byte (all of them, or a share: `--dataset-share`). `--kept DIR` asks a
dataset made with `--positions=1000` in place of the archives, wherever it can answer. `--strict` also asks
what can be understood in two ways: whether `e4` may be a capture (`tree_find.move_matches`).

Archives must be such that python-chess reads the same games as the program: what the program repairs
and python-chess does not shows up in the very first part, `games`, which compares every position of
every game. Leave such archives out; the other parts count on it. Name the archives in sorted order.
`--only` names the parts to ask.

The exit code is 1 if anything differs. Needs python-chess (PyPI package `chess`).
"""

import argparse
import csv
import io
import json
import math
import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import chess
import chess.pgn

import tree_brute as brute
import tree_find
import tree_questions
from tree_replay import Game, read_archive

EXAMPLES = 6


class Oracle:
    """Asks the program, compares, and keeps count of what was compared and what differed."""

    def __init__(self, arguments: argparse.Namespace, games: list[Game]) -> None:
        self.arguments = arguments
        self.games = [game for game in games if not game.rejected]
        self.selections = tree_questions.selections(self.games)
        self.random = random.Random(arguments.seed)
        self.queries: Counter[str] = Counter()
        self.rows: Counter[str] = Counter()
        self.differences: Counter[str] = Counter()
        self.started = time.monotonic()

    def ask(self, command: str, options: list[str]) -> str:
        """The program's answer about the archives; that about the dataset must be the same."""
        if self.arguments.kept:
            line = [self.arguments.program, command, str(self.arguments.kept), *options]
            done = subprocess.run(line, capture_output=True, text=True, encoding="utf-8")
            if done.returncode in (0, 1):
                self.queries[f"{command} of what was kept"] += 1
                return done.stdout
            if "half-moves were kept" not in done.stderr:
                return f"exit {done.returncode}: {done.stderr}"
        answers = []
        inputs = [self.arguments.archives]
        if self.random.random() < self.arguments.dataset_share:
            inputs += [[d] for d in self.arguments.dataset]
            self.queries[f"{command} of datasets"] += len(self.arguments.dataset)
        for source in inputs:
            line = [self.arguments.program, command, *map(str, source), *options]
            done = subprocess.run(line, capture_output=True, text=True, encoding="utf-8")
            if done.returncode not in (0, 1):
                answers.append(f"exit {done.returncode}: {done.stderr}")
            else:
                answers.append(done.stdout)
        for answer, source in zip(answers[1:], inputs[1:]):
            if answer != answers[0]:
                lines = list(zip(answer.splitlines(), answers[0].splitlines()))
                first = next(((a, b) for a, b in lines if a != b), (answer[-200:], answers[0][-200:]))
                self.differ(command, options, f"dataset {source[0]} says {first[0]}, archive {first[1]}")
        self.queries[command] += 1
        return answers[0]

    def table(self, command: str, options: list[str]) -> list[dict[str, str]]:
        answer = self.ask(command, [*options, "--format", "csv", "--raw-csv"])
        if answer.startswith("exit "):
            self.differ(command, options, answer)
            return []
        return list(csv.DictReader(io.StringIO(answer)))

    def differ(self, command: str, options: list[str], what: str) -> None:
        self.differences[command] += 1
        if self.differences[command] <= self.arguments.examples:
            text = " ".join(f'"{o}"' if " " in o else o for o in map(str, options))
            print(f"DIFFERENCE {command} {text}\n    {what}", flush=True)

    def cells(self, command: str, options: list[str], row: dict[str, str], expected: dict) -> None:
        """Compares a row cell by cell; columns that the oracle does not know are not compared."""
        self.rows[command] += 1
        wrong = [
            f"{name}: {row.get(name)!r}, expected {value!r}"
            for name, value in expected.items()
            if not same(row.get(name), value)
        ]
        if wrong:
            place = " ".join(str(expected[n]) for n in ("ply", "fen", "uci", "material", "start") if n in expected)
            self.differ(command, options, f"{place}: " + "; ".join(wrong))

    def keyed(self, command: str, options: list[str], rows: dict, expected: dict) -> None:
        """Compares two tables by their keys: rows that are missing, too many, or differ."""
        for key in expected.keys() - rows.keys():
            self.differ(command, options, f"missing: {expected[key]}")
        for key in rows.keys() - expected.keys():
            self.differ(command, options, f"too much: {rows[key]}")
        for key in expected.keys() & rows.keys():
            self.cells(command, options, rows[key], expected[key])

    def progress(self, part: str, number: int) -> None:
        if number % 50 == 0:
            print(f"{part} {number} after {time.monotonic() - self.started:.0f} s", file=sys.stderr, flush=True)

    # --- the commands ---

    def check_games(self) -> None:
        """Whether both read the same games with the same half-moves: the ground of all the rest."""
        options = ["--all"]
        found: dict[tuple, list] = {}
        for row in self.table("find", ["--ply", "0-", *options]):
            found.setdefault((row["source"], row["game"]), []).append(row)
        for game in self.games:
            rows = found.pop((game.source, str(game.ordinal)), [])
            self.rows["find"] += len(rows)
            if len(rows) != len(game.keys):
                what = f"{len(rows)} positions, expected {len(game.keys)}"
                self.differ("games", options, f"{game.source}#{game.ordinal}: {what}")
                continue
            for ply, row in enumerate(rows):
                expected = hit_row(game, ply)
                if any(not same(row[name], value) for name, value in expected.items()):
                    self.differ("games", options, f"{row}, expected {expected}")
                    break
        for key in found:
            self.differ("games", options, f"{key}: not expected")

    def check_popular(self, games: list[Game], plies: range | None, options: list[str], **how) -> None:
        mirrors, by = how.get("mirrors", False), how.get("by", "")
        if plies is None:
            span = ["--plies", "any"]
        elif len(plies) == 1:
            span = ["--plies", str(plies[0])]
        else:
            span = ["--plies", f"{plies[0]}-{plies[-1]}"]
        options = span + (["--mirror"] if mirrors else []) + (["--by", by] if by else []) + options
        expected = brute.popular(games, plies, by, mirrors)
        rows = {}
        column = {"time-control": "time_class"}.get(by, by)
        for row in self.table("explore", options):
            key = row["fen"].removesuffix(" 0 1")
            if mirrors:
                key = brute.mirrored(key)
            place = (row[column] if by else "", int(row["ply"]) if plies is not None else None, key)
            if place in rows:
                self.differ("popular", options, f"twice: {row}")
            rows[place] = row
            if mirrors and place in expected:
                either = {key, brute.mirror(key)} if key.split()[2] == "-" else {key}
                expected[place]["fen"] = {brute.with_counters(k) for k in either}
        self.keyed("popular", options, rows, expected)

    def check_known(self, games: list[Game], options: list[str], plies: range = range(41)) -> None:
        options = ["--known", *options]
        if plies != range(41):
            options += ["--plies", f"{plies[0]}-{plies[-1]}"]
        rows = {row["start"]: row for row in self.table("explore", options)}
        self.keyed("popular", options, rows, brute.known(games, plies))

    def check_explore(self, games: list[Game], key: str, options: list[str]) -> None:
        answer = self.ask("explore", [*options, "--format", "json"])
        if answer.startswith("exit "):
            self.differ("explore", options, answer)
            return
        found = json.loads(answer)
        expected, moves = brute.explore(games, key)
        rows = found.pop("moves")
        self.cells("explore", options, found, expected)
        if [r["uci"] for r in rows] != [r["uci"] for r in moves]:
            self.differ("explore", options, f"moves {[r['uci'] for r in rows]}, expected {[r['uci'] for r in moves]}")
            return
        for row, wanted in zip(rows, moves):
            self.cells("explore", options, row, wanted)

    def check_tree(self, games: list[Game], key: str, options: list[str], depth: int, least: int) -> None:
        """The tree as PGN: each node's games and score, and no move left out that `least` games played."""
        options = [*options, "--depth", str(depth), "--min-games", str(least), "--format", "pgn"]
        tree = chess.pgn.read_game(io.StringIO(self.ask("explore", options)))
        nodes = [(tree, key)]
        while nodes:
            node, key = nodes.pop()
            board = chess.Board(brute.with_counters(key), chess960=True)
            _, moves = brute.explore(games, key)
            inside = node.ply() - tree.ply() < depth
            expected = {row["uci"]: row for row in moves if inside and row["games"] >= least}
            found = {board.uci(board.parse_san(n.san()), chess960=True): n for n in node.variations}
            if found.keys() != expected.keys():
                self.differ("explore", options, f"{key}: moves {list(found)}, expected {list(expected)}")
            for uci in found.keys() & expected.keys():
                row = expected[uci]
                text = f"{row['games']:,} game{'s' * (row['games'] != 1)}, {100 * row['share']:.1f} %"
                if row["score"] is not None:
                    text += f", White scored {row['score']:.3f}"
                comment = " ".join(found[uci].comment.split())
                self.rows["explore"] += 1
                if comment != text:
                    self.differ("explore", options, f"{key} {uci}: {comment}, expected {text}")
                after = board.copy()
                after.push(chess.Move.from_uci(uci))
                nodes.append((found[uci], after.epd(en_passant="legal")))

    def check_find(self, query: list[dict], every: bool, form: str) -> None:
        options = (["--all"] if every else []) + spelled(query, form)
        hits = tree_find.find(self.games, query, every, self.arguments.strict)
        rows = self.table("find", options)
        if len(rows) != len(hits):
            ours = {(g.source, str(g.ordinal), str(i)) for g, i in hits}
            theirs = {(r["source"], r["game"], r["ply"]) for r in rows}
            some = f"missing {sorted(ours - theirs)[:2]}, too much {sorted(theirs - ours)[:2]}"
            self.differ("find", options, f"{len(rows)} hits, expected {len(hits)}: {some}")
            return
        for row, (game, ply) in zip(rows, hits):
            self.cells("find", options, row, hit_row(game, ply))
        if not every and self.random.random() < 0.3:
            count = self.ask("find", [*options, "--count"]).strip()
            if count != str(len(hits)):
                self.differ("find", [*options, "--count"], f"{count}, expected {len(hits)}")

    def check_endings(self, games: list[Game], options: list[str], pieces: int = 7, stay: int = 1) -> None:
        options = [*options, "--pieces", str(pieces), "--min-stay", str(stay)]
        rows = {row["material"]: row for row in self.table("endings", options)}
        self.keyed("endings", options, rows, brute.endings(games, pieces, stay))

    def report(self) -> int:
        for command in sorted(self.queries | self.differences):
            print(f"{command:20} {self.queries[command]:6} questions {self.rows[command]:9} rows "
                  f"{self.differences[command]:6} differences")
        print(f"{len(self.games)} games, {sum(g.plies for g in self.games)} half-moves, "
              f"{time.monotonic() - self.started:.0f} s")
        return 1 if sum(self.differences.values()) else 0


def same(cell: object, expected: object) -> bool:
    """Whether a cell of CSV or JSON is this value; a set stands for any of its members."""
    if isinstance(expected, set):
        return cell in expected
    if expected is None or expected == "":
        return cell in (None, "")
    if isinstance(expected, (int, float)):
        return cell not in (None, "") and math.isclose(float(cell), expected, rel_tol=1e-9, abs_tol=1e-9)
    return cell == expected


def hit_row(game: Game, ply: int) -> dict:
    return {
        "source": game.source,
        "game": game.ordinal,
        "line": game.line,
        "ply": ply,
        "fen": game.fen(ply),
        "side": game.side(ply),
        "stay": tree_find.stay(game, ply),
        "result": game.result,
        "white": game.name("White"),
        "black": game.name("Black"),
        "byte_offset": game.offset,
    }


def spelled(query: list[dict], form: str) -> list[str]:
    """A query as options, as text or as JSON."""
    if form == "json":
        return ["--query", json.dumps(query)]
    texts = [" ".join(worded(name, value) for name, value in conditions.items()) for conditions in query]
    if form == "text":
        return ["--query", " then ".join(texts)]
    options = []
    for name, value in query[0].items():
        options += [f"--{name}"] if value is True else [f"--{name}={value}"]
    for text in texts[1:]:
        options += ["--then", text]
    return options


def worded(name: str, value: object) -> str:
    if value is True:
        return name
    return f'{name} "{value}"' if " " in str(value) else f"{name} {value}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("archives", nargs="+", type=Path, metavar="FILE.pgn")
    parser.add_argument("--program", required=True, help="the program audit960")
    parser.add_argument("--dataset", action="append", default=[], type=Path, metavar="DIR")
    parser.add_argument("--kept", type=Path, metavar="DIR", help="a dataset made with audit --positions=1000")
    parser.add_argument("--dataset-share", type=float, default=1.0, help="share of the questions that datasets get")
    parser.add_argument("--queries", type=int, default=100, help="random questions to find and explore")
    parser.add_argument("--selections", type=int, default=100, help="at most so many conditions on games")
    parser.add_argument("--seed", type=int, default=960)
    parser.add_argument("--examples", type=int, default=EXAMPLES, help="differences printed for each command")
    parser.add_argument("--strict", action="store_true", help="ask what can be understood in two ways, too")
    parser.add_argument("--only", default="games,popular,explore,find,endings")
    arguments = parser.parse_args()
    games = [game for path in sorted(arguments.archives) for game in read_archive(path)]
    oracle = Oracle(arguments, games)
    for part in arguments.only.split(","):
        getattr(tree_questions, part)(oracle)
    return oracle.report()


if __name__ == "__main__":
    sys.exit(main())
