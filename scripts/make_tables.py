"""Writes small tables of games as pyarrow and polars write them: Parquet, and Arrow with each compression.

    python scripts/make_tables.py data/archive/lichess-style.pgn --out data/records/tables
    python scripts/make_tables.py data/archive/mainz-2009.pgn --lost --out data/records

The games are the first of the archive, cut after a few half-moves, which is what `games.pgn` there has, too; with
`--lost`, whole games without their start positions. Needs pyarrow and polars; the tests need neither.
"""

import argparse
import re
from pathlib import Path

import polars as pl
import pyarrow as pa
from pyarrow import ipc, parquet

GAMES = 8
HALF_MOVES = 6
# Several batches, so that one of them can be damaged.
BATCH = 3


def cut(game: str) -> tuple[dict[str, str], str]:
    """Tags and movetext of a game without what follows its first half-moves."""
    tags, _, movetext = game.partition("\n\n")
    found = dict(re.findall(r'(?m)^\[(\w+) "(.*)"\]$', tags))
    # Each half-move has a comment; games without comments stay as they are.
    ends = [match.end() for match in re.finditer(r"\}", movetext)][:HALF_MOVES]
    return found, f"{movetext[: ends[-1]]} {found['Result']}" if ends else " ".join(movetext.split())


def without_starts(text: str) -> pa.Table:
    """All games of an archive that has no comments, without FEN and SetUp."""
    rows = []
    for tags, movetext in map(cut, re.split(r"(?m)^(?=\[Event )", text)[1:]):
        rows.append({**tags, "movetext": movetext})
        rows[-1].pop("FEN")
        rows[-1].pop("SetUp")
    return pa.Table.from_pylist(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("archive", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--lost", action="store_true", help="write starts.parquet: games without their start positions")
    arguments = parser.parse_args()
    text = arguments.archive.read_text("utf-8")
    if arguments.lost:
        parquet.write_table(without_starts(text), arguments.out / "starts.parquet")
        return
    games = [cut(game) for game in re.split(r"(?m)^(?=\[Event )", text)[1 : GAMES + 1]]
    pgn = "".join(
        "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + f"\n{movetext}\n\n"
        for tags, movetext in games
    )
    (arguments.out / "games.pgn").write_text(pgn, "utf-8")
    names = list(dict.fromkeys(name for tags, _ in games for name in tags))
    columns = {name: pa.array([tags.get(name) for tags, _ in games]) for name in names}
    columns["WhiteElo"] = columns["WhiteElo"].cast(pa.int16())
    # Few values: a dictionary.
    columns["Event"] = columns["Event"].dictionary_encode()
    columns["movetext"] = pa.array([movetext for _, movetext in games])
    table = pa.table(columns)
    frame = pl.from_arrow(table)
    parquet.write_table(table, arguments.out / "pyarrow.parquet", row_group_size=BATCH)
    frame.write_parquet(arguments.out / "polars.parquet", row_group_size=BATCH)
    for compression in ("none", "lz4", "zstd"):
        options = ipc.IpcWriteOptions(compression=None if compression == "none" else compression)
        for name, writer in (("arrow", ipc.new_file), ("arrows", ipc.new_stream)):
            with writer(arguments.out / f"pyarrow-{compression}.{name}", table.schema, options=options) as sink:
                sink.write_table(table, max_chunksize=BATCH)
        kind = None if compression == "none" else compression
        target = arguments.out / f"polars-{compression}.arrow"
        frame.lazy().sink_ipc(target, compression=kind, record_batch_size=BATCH)
        frame.write_ipc_stream(arguments.out / f"polars-{compression}.arrows", compression=kind or "uncompressed")


if __name__ == "__main__":
    main()
