"""Archives for the tests of data engines, and functions that compare tables."""

import os
import shutil
from pathlib import Path

import audit960
import pyarrow as pa

ROOT = Path(__file__).resolve().parents[2]

# Columns that no task can know, and findings about a whole input.
UNKNOWN = {"game", "line"}
WHOLE_INPUT = {"no-games"}


def frames(text: bytes, length: int) -> bytes:
    """Zstd frames with ``length`` bytes of text each, announced as pzstd does."""
    codec = pa.Codec("zstd")
    stored = b""
    for start in range(0, len(text), length):
        frame = codec.compress(text[start : start + length], asbytes=True)
        stored += b"\x50\x2a\x4d\x18\x04\0\0\0" + len(frame).to_bytes(4, "little") + frame
    return stored


def folder_of_archives(folder: Path) -> Path:
    """A folder with plain files, LF and CRLF, and zstd files of several frames and of one."""
    folder.mkdir(parents=True, exist_ok=True)
    names = sorted((ROOT / "data/archive").glob("*.pgn"))
    for path in names:
        shutil.copy(path, folder)
    text = b"".join(path.read_bytes() for path in names)
    (folder / "crlf.pgn").write_bytes(text.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
    (folder / "frames.pgn.zst").write_bytes(frames(text, 20_000))
    (folder / "one.pgn.zst").write_bytes(pa.Codec("zstd").compress(text, asbytes=True))
    (folder / "damaged.pgn").write_bytes(b"stray text\n\n[Event \"x\"]\n\n1. e4 e5 2. Nf6 ?? 1-0\n\n" * 50)
    shutil.copy(ROOT / "data/traps/other-variants.pgn", folder)
    return folder


def rows(table: pa.Table, drop: set[str] = UNKNOWN) -> list[dict]:
    """The rows of a table without the columns that no task can know."""
    return table.drop([name for name in table.column_names if name in drop]).to_pylist()


def same_dataset(ours: audit960.Dataset, theirs: audit960.Dataset) -> None:
    """Fails unless two datasets have the same rows in the same order, and count the same."""
    assert ours.tables == theirs.tables, (ours.tables, theirs.tables)
    for name in theirs.tables:
        left, right = rows(ours.read(name)), rows(theirs.read(name))
        assert len(left) == len(right), (name, len(left), len(right))
        for number, pair in enumerate(zip(left, right)):
            assert pair[0] == pair[1], (name, number, pair)
    assert ours.manifest["totals"] == theirs.manifest["totals"]


def program() -> str:
    """The program under test."""
    return os.environ["AUDIT960"]
