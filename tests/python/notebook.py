"""Executes the notebooks of examples/, compares what they find with the program's own answers, and what they show with the
output that is stored in them. AUDIT960_WRITE_DOCS=1 stores it.
"""

import json
import os
import re
import subprocess
import tempfile
from pathlib import Path

import nbformat
from archives import ROOT, program
from nbclient import NotebookClient

# A cell appended to the notebook: prints what its cells have found.
FOUND = """
import json
low, high = axes.containers[0].lines[2][0].get_segments()[0][:, 1]
print(json.dumps({
    "starts": {str(row["start"]): [row["games"], row["score_low"], row["score_high"]] for row in starts.to_dicts()},
    "interval": [low, high],
    "polars": missed.height,
    "duckdb": missed_by_sql.height,
    "same": missed.select(missed_by_sql.columns).equals(missed_by_sql),
    "dataset": dataset.manifest["totals"]["games"],
}))
"""


def shown(cell: nbformat.NotebookNode) -> list[str]:
    """What a cell shows, as text: each version of a library draws other pictures, and has another HTML."""
    return [output.data["text/plain"] for output in cell.outputs]


def main() -> None:
    path = ROOT / "examples/start-positions-and-missed-draws.ipynb"
    notebook = nbformat.read(path, as_version=4)
    stored = [shown(cell) for cell in notebook.cells if cell.cell_type == "code"]
    notebook.cells.append(nbformat.v4.new_code_cell(FOUND))
    with tempfile.TemporaryDirectory() as temporary:
        os.environ["TMPDIR"] = temporary
        client = NotebookClient(notebook, timeout=120, record_timing=False, resources={"metadata": {"path": str(path.parent)}})
        client.execute()
        del os.environ["TMPDIR"]
    found = json.loads(notebook.cells.pop().outputs[0].text)
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            for kind, text in output.get("data", {}).items():
                # The name of the folder is another one each time.
                output.data[kind] = re.sub(rf"{re.escape(temporary)}/\w+/", "", text)
    if os.environ.get("AUDIT960_WRITE_DOCS") == "1":
        notebook.metadata = {"kernelspec": notebook.metadata.kernelspec, "language_info": {"name": "python"}}
        nbformat.write(notebook, path)
    else:
        now = [shown(cell) for cell in notebook.cells if cell.cell_type == "code"]
        assert now == stored, f"{path} shows {now}, and {stored} is stored: AUDIT960_WRITE_DOCS=1 stores it"
        assert "image/png" in path.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        dataset = str(Path(folder, "audit"))
        archive = str(ROOT / "data/archive")
        subprocess.run([program(), "audit", "-q", "--exit-zero", archive, "--out", dataset], check=True, stdout=subprocess.DEVNULL)
        played = ask("starts", dataset)
        files = ask("starts", dataset, "--by", "king-file")
        draws = ask("draws", dataset, "--missed", "--rule", "fifty")
    assert found["starts"] == {str(row["start"]): interval(row) for row in played}, found["starts"]
    wanted = interval(files[0])[1:]
    assert all(abs(one - other) < 1e-9 for one, other in zip(found["interval"], wanted)), (found["interval"], wanted)
    assert found["polars"] == found["duckdb"] == len(draws) and found["same"], (found, len(draws))
    assert found["dataset"] > sum(row["games"] for row in played) > 0
    print(f"{path.name}: {len(played)} start positions, {found['polars']} missed draws")


def interval(row: dict[str, object]) -> list[object]:
    """The games of an answer's row, and the interval of its score."""
    return [row[name] for name in ("games", "score_low", "score_high")]


def ask(*arguments: str) -> list[dict[str, object]]:
    done = subprocess.run([program(), *arguments, "--format", "json"], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


main()
