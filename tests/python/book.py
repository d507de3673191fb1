"""Runs the Python of docs/python.md, and compares what it shows with the program's own answers."""

import ast
import json
import os
import re
import subprocess
import tempfile
from pathlib import Path

from archives import ROOT, program


def shown(block: str) -> object:
    """Runs a block, and returns the value of its last expression."""
    tree = ast.parse(block)
    last = tree.body.pop()
    assert isinstance(last, ast.Expr), block
    names: dict[str, object] = {}
    exec(compile(tree, "docs/python.md", "exec"), names)
    return eval(compile(ast.Expression(last.value), "docs/python.md", "eval"), names)


def main() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs/python.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 2, len(blocks)
    with tempfile.TemporaryDirectory() as folder:
        # An archive, and a game that is damaged.
        text = (ROOT / "data/archive/icc-style.pgn").read_bytes() + (ROOT / "data/traps/ambiguous.pgn").read_bytes()
        Path(folder, "games.pgn").write_bytes(text)
        audit = [program(), "audit", "games.pgn", "--out", "games-audit", "-q", "--exit-zero"]
        subprocess.run(audit, cwd=folder, check=True, stdout=subprocess.DEVNULL)

        def answer(condition: str) -> list[dict]:
            query = [program(), "query", "games-audit", f"SELECT white, black, max_clock FROM games {condition}"]
            output = subprocess.run([*query, "--format", "json"], cwd=folder, check=True, capture_output=True, text=True)
            return json.loads(output.stdout)

        longest = answer("ORDER BY max_clock DESC LIMIT 5")
        whites = [row["white"] for row in answer("WHERE verdict = 'damaged'")]
        before = os.getcwd()
        os.chdir(folder)
        clocks = [row[2] for row in shown(blocks[0]).fetchall()]
        damaged = shown(blocks[1]).to_dicts()
        os.chdir(before)
    assert len(clocks) == 5 and clocks == [row["max_clock"] for row in longest], clocks
    assert len(damaged) == 1 and [row["white"] for row in damaged] == whites, damaged
    print("the Python of docs/python.md shows what the program answers")


main()
