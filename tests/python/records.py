"""Games in tables that polars, DuckDB and pyarrow write against the same games as PGN.

Run by scripts/test_python.sh.
"""

import datetime
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import duckdb
import polars as pl
import pyarrow as pa
from archives import ROOT, program
from pyarrow import feather, ipc, parquet

NUMBERS = ("WhiteElo", "BlackElo", "WhiteRatingDiff", "BlackRatingDiff")


def table(path: Path) -> pa.Table:
    """The games of a PGN file with the columns and types of the Lichess sets."""
    games = []
    for game in re.split(r"(?m)^(?=\[Event )", path.read_text("utf-8"))[1:]:
        tags, _, movetext = game.partition("\n\n")
        found = dict(re.findall(r'(?m)^\[(\w+) "(.*)"\]$', tags))
        games.append({**found, "movetext": " ".join(movetext.split())})
    names = dict.fromkeys(name for game in games for name in game)
    columns = {}
    for name in names:
        cells = [game.get(name) for game in games]
        if name in NUMBERS:
            columns[name] = pa.array([cell and int(cell) for cell in cells], pa.int16())
        elif name == "UTCDate":
            days = [cell and datetime.date(*map(int, cell.split("."))) for cell in cells]
            columns[name] = pa.array(days, pa.date32())
        elif name == "UTCTime":
            times = [cell and datetime.time(*map(int, cell.split(":"))) for cell in cells]
            columns[name] = pa.array(times, pa.time32("s"))
        else:
            columns[name] = pa.array(cells, pa.string())
    return pa.table(columns)


class Records(unittest.TestCase):
    def audit(self, path: Path) -> Path:
        out = path.with_name(path.name + "-audit")
        command = [program(), "audit", str(path), "--out", str(out), "--with-moves", "-q"]
        subprocess.run(command, check=True, capture_output=True)
        return out

    def test_every_writer_gives_the_rows_of_the_pgn(self) -> None:
        source = ROOT / "data/archive/lichess-style.pgn"
        games = table(source)
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            copy = folder / source.name
            copy.write_bytes(source.read_bytes())
            expected = self.audit(copy)
            for compression in ("none", "snappy", "gzip", "lz4", "zstd"):
                parquet.write_table(
                    games, folder / f"{compression}.parquet", compression=compression, row_group_size=7
                )
            parquet.write_table(games.combine_chunks(), folder / "dictionary.parquet", use_dictionary=True)
            feather.write_feather(games, str(folder / "lz4.feather"))
            feather.write_feather(games, str(folder / "zstd.feather"), compression="zstd")
            with ipc.new_stream(folder / "games.arrows", games.schema) as stream:
                stream.write_table(games)
            pl.from_arrow(games).write_parquet(folder / "polars.parquet")
            pl.from_arrow(games).write_ipc(folder / "polars.arrow")
            duckdb.sql("SELECT * FROM games").write_parquet(str(folder / "duckdb.parquet"))
            written = sorted(set(folder.iterdir()) - {copy, expected})
            self.assertEqual(len(written), 12)
            for path in written:
                command = [program(), "diff", str(expected), str(self.audit(path))]
                found = subprocess.run(command, check=False, capture_output=True, text=True)
                with self.subTest(path.name):
                    self.assertIn("26 games before, 26 after; 26 are equal", found.stdout, found.stderr)


if __name__ == "__main__":
    unittest.main()
