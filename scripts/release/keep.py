"""Makes the folder of a version in tests/datasets, which later versions are held to:

    python3 scripts/release/keep.py PROGRAM

The version is that of Cargo.toml, without its last number. A folder that is there is not written again.
"""

import re
import subprocess
import sys

from project import ROOT, facts


def main():
    version = facts()["version"].rpartition(".")[0]
    folder = ROOT / "tests/datasets" / version
    folder.mkdir()
    audits = [("games", "data/archive", ["--duplicates", "--positions"]), ("traps", "data/traps", ["--crosscheck"])]
    for name, archive, options in audits:
        command = [sys.argv[1], "audit", archive, "--out", folder / name, *options, "--exit-zero", "--quiet"]
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    table, rows = "", ["table\tcolumn\ttype"]
    for line in (ROOT / "docs/tables.md").read_text("utf-8").splitlines():
        if line.startswith("## "):
            table = line[3:].strip("`")
        elif found := re.match(r"- `(\w+)` \(`([^`?]+)\??`", line):
            rows.append(f"{table}\t{found[1]}\t{found[2]}")
    (folder / "columns.tsv").write_text("\n".join(rows) + "\n", "utf-8")
    pattern = r"(?m)^### (\w+) ([\w-]+) \((\w+)\)"
    codes = re.findall(pattern, (ROOT / "docs/diagnostics.md").read_text("utf-8"))
    rows = ["code\tname\tseverity", *("\t".join(code) for code in codes)]
    (folder / "codes.tsv").write_text("\n".join(rows) + "\n", "utf-8")
    print(folder)


main()
