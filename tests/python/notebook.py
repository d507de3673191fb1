"""Executes the notebooks of examples/ and compares what they find with the program's own answers."""

import json
import os
import subprocess
import tempfile
from pathlib import Path

import nbformat
from archives import ROOT, program
from nbclient import NotebookClient

os.environ["MPLBACKEND"] = "agg"

# A cell appended to the notebook: prints what its cells have found.
FOUND = """
import json
print(json.dumps({
    "starts": dict(zip(starts["start"].to_list(), starts["games"].to_list())),
    "polars": missed.height,
    "duckdb": missed_by_sql.height,
    "same": missed.select(missed_by_sql.columns).equals(missed_by_sql),
    "dataset": dataset.manifest["totals"]["games"],
    "axes": axes.get_xlabel(),
}))
"""


def main() -> None:
    path = ROOT / "examples/start-positions-and-missed-draws.ipynb"
    notebook = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), f"{path}: has outputs"
    notebook.cells.append(nbformat.v4.new_code_cell(FOUND))
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(path.parent)}}).execute()
    found = json.loads(notebook.cells[-1].outputs[0].text)
    with tempfile.TemporaryDirectory() as folder:
        dataset = str(Path(folder, "audit"))
        archive = str(ROOT / "data/archive")
        subprocess.run([program(), "audit", "-q", "--exit-zero", archive, "--out", dataset], check=True, stdout=subprocess.DEVNULL)
        played = ask("starts", dataset, "--format", "csv", "--min-games", "1")
        draws = ask("draws", dataset, "--missed", "--rule", "fifty", "--format", "csv")
    header = played[0].split(",")
    table = [dict(zip(header, line.split(","))) for line in played[1:]]
    games = {row["start"]: int(row["games"]) for row in table}
    assert found["starts"] == games, (found["starts"], games)
    assert found["polars"] == found["duckdb"] == len(draws) - 1 and found["same"], (found, len(draws))
    assert found["dataset"] > sum(games.values()) > 0 and found["axes"]
    print(f"{path.name}: {len(games)} start positions, {found['polars']} missed draws")


def ask(*arguments: str) -> list[str]:
    return subprocess.run([program(), *arguments], check=True, capture_output=True, text=True).stdout.splitlines()


main()
