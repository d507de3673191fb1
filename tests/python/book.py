"""Runs the Python of docs/python.md on three archives, and compares what it shows with the program's own answers."""

import ast
import json
import os
import re
import subprocess
import tempfile
from pathlib import Path

from archives import ROOT, program

ARCHIVES = ["icc-style.pgn", "mainz-2009.pgn", "fifty-move-classics.pgn"]


def shown(block: str, names: dict[str, object]) -> object:
    """Runs a block after those before it, and returns the value of its last expression."""
    tree = ast.parse(block)
    last = tree.body.pop()
    assert isinstance(last, ast.Expr), block
    exec(compile(tree, "docs/python.md", "exec"), names)
    return eval(compile(ast.Expression(last.value), "docs/python.md", "eval"), names)


def check(archive: Path, blocks: list[str], folder: str) -> None:
    """Runs the blocks where ``games.pgn`` is the archive and a game that is damaged."""
    text = archive.read_bytes() + (ROOT / "data/traps/ambiguous.pgn").read_bytes()
    Path(folder, "games.pgn").write_bytes(text)

    def ask(*arguments: str) -> list[dict]:
        output = subprocess.run([program(), *arguments, "--format", "json"], cwd=folder, check=True, capture_output=True)
        return json.loads(output.stdout)

    audit = [program(), "audit", "games.pgn", "--out", "games-audit", "-q", "--exit-zero"]
    subprocess.run(audit, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    query = "SELECT white, black, max_clock FROM games "
    longest = ask("query", "games-audit", query + "ORDER BY max_clock DESC LIMIT 5")
    whites = [row["white"] for row in ask("query", "games-audit", query + "WHERE verdict = 'damaged'")]
    years = ask("starts", "games-audit", "--by", "year", "--since", "2000", "--no-engines")
    names: dict[str, object] = {}
    before = os.getcwd()
    os.chdir(folder)
    try:
        clocks, damaged, by_year = (shown(block, names) for block in blocks)
        clocks = [row[2] for row in clocks.fetchall()]
    finally:
        os.chdir(before)
    assert len(clocks) == 5 and clocks == [row["max_clock"] for row in longest], clocks
    damaged = damaged.to_dicts()
    assert len(damaged) == 1 and [row["white"] for row in damaged] == whites, damaged
    assert by_year.to_dicts() == years, by_year


def main() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs/python.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 3, len(blocks)
    for name in ARCHIVES:
        with tempfile.TemporaryDirectory() as folder:
            check(ROOT / "data/archive" / name, blocks, folder)
    print(f"the Python of docs/python.md shows what the program answers, on {', '.join(ARCHIVES)}")


main()
