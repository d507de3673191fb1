"""The program as a child process: where it is, what it writes, and how it ends."""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from functools import cache
from importlib import metadata
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Union

if TYPE_CHECKING:
    import pyarrow as pa

    Batches = Generator[pa.RecordBatch, None, None]
PathLike = Union[str, "os.PathLike[str]"]
Paths = Union[PathLike, Iterable[PathLike]]

# Bytes read from the pipe at a time.
_PIPE = 1 << 20
# Bytes of standard error that a message quotes at most.
_MESSAGE = 4 << 10


class Split(NamedTuple):
    """A range of the stored bytes of an input, which one task reads."""

    uri: str
    start: int
    end: int

    def __str__(self) -> str:
        return f"{self.uri}, bytes {self.start} to {self.end}"


class ReadError(RuntimeError):
    """The program failed.

    ``split`` is the range it read, if it read one; ``code`` is its exit code, negative for a signal;
    ``message`` is the end of its standard error.
    """

    def __init__(self, split: Optional[Split], code: int, message: str) -> None:
        # All arguments, so that it can be pickled and sent from a worker to its driver.
        super().__init__(split, code, message)
        self.split, self.code, self.message = split, code, message

    def __str__(self) -> str:
        where = f"{self.split}: " if self.split else ""
        return f"{where}audit960 ended with exit code {self.code}: {self.message}"


class VersionError(RuntimeError):
    """The program is of another version than this package."""


def binary() -> str:
    """The path of the program: named by AUDIT960, installed with this package, sent to a Spark worker, or in
    PATH. Raises FileNotFoundError if there is none, and VersionError if it is of another version than the installed
    package.
    """
    return _checked(_found())


@cache
def _checked(program: str) -> str:
    """The program, if it is of the version of this package, where that is installed."""
    try:
        own = metadata.version("audit960")
    except metadata.PackageNotFoundError:
        return program
    said = subprocess.run([program, "--version"], stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL, check=False).stdout
    words = said.decode(errors="replace").split()
    if words[:1] != ["audit960"] or words[1:2] != [own]:
        found = " ".join(words[:2]) or "not audit960"
        raise VersionError(f"{program} is {found}, and this package is audit960 {own}: install both of one version")
    return program


def _found() -> str:
    named = os.environ.get("AUDIT960")
    if named:
        return named
    name = "audit960" + (sysconfig.get_config_var("EXE") or "")
    folders = [sysconfig.get_path("scripts"), str(Path(sys.executable).parent)]
    # A Spark worker has imported pyspark; a client of Spark Connect has no such files.
    with suppress(Exception):
        folders.append(sys.modules["pyspark"].SparkFiles.getRootDirectory())
    for folder in folders:
        path = Path(folder) / name
        if path.is_file():
            return str(path)
    found = shutil.which(name)
    if not found:
        raise FileNotFoundError("the program audit960 is neither installed nor in PATH; AUDIT960 can name it")
    return found


def run(arguments: Sequence[str], split: Optional[Split] = None, codes: Sequence[int] = (0,)) -> bytes:
    """Standard output of the program; raises ReadError, with the range, unless the exit code is one of ``codes``."""
    with TemporaryFile() as errors:
        done = subprocess.run([binary(), *arguments], stdin=DEVNULL, stdout=PIPE, stderr=errors, check=False)
        if done.returncode not in codes:
            raise ReadError(split, done.returncode, _said(errors))
    return done.stdout


def stream(split: Split, arguments: Sequence[str], started: Optional[Callable[[Popen[bytes]], None]] = None) -> Batches:
    """The rows of a range, batch by batch, as they are made.

    The program is killed when the iterator is closed or dropped, and on any exception. ``started`` receives
    the process, so that another thread can kill it while this one waits for its next batch.
    """
    pa = arrow()
    command = [binary(), "rows", *map(str, split), *arguments]
    # A file, not a pipe: the program never blocks because nobody reads it.
    with TemporaryFile() as errors, Popen(command, stdin=DEVNULL, stdout=PIPE, stderr=errors, bufsize=_PIPE) as child:
        assert child.stdout is not None
        try:
            if started is not None:
                started(child)
            broken: Optional[str] = None
            try:
                with pa.ipc.open_stream(child.stdout) as batches:
                    yield from batches
                if child.stdout.read(1):
                    broken = "bytes follow the end of the rows"
            except (pa.ArrowInvalid, OSError) as error:
                broken = f"the rows break off ({error})"
            # The end of the stream proves nothing; the exit code does.
            code = child.wait()
            if code or broken:
                raise ReadError(split, code, _said(errors) or broken or "no reason was given")
        finally:
            child.kill()


def _said(errors: Any) -> str:
    end = errors.seek(0, os.SEEK_END)
    errors.seek(max(0, end - _MESSAGE))
    return str(errors.read().decode(errors="replace")).strip()


def schema(
    table: str = "games", columns: Optional[Sequence[str]] = None, on_request: Sequence[str] = ()
) -> pa.Schema:
    """The columns of a table, or of ``"nested"`` rows, as Arrow types.

    ``on_request`` are arguments that add columns to ``games``: ``"--players"``, ``"--quality"``.
    """
    arguments = ["schema", *(["--nested"] if table == "nested" else [table]), *on_request]
    if columns is not None:
        arguments += ["--columns", ",".join(columns)]
    known: pa.Schema = arrow().ipc.open_stream(run(arguments)).schema
    return known


def arrow() -> Any:
    """The module pyarrow, which only rows need; the error for a missing one says how to install it."""
    try:
        import pyarrow
        import pyarrow.ipc
    except ImportError as error:
        raise ImportError("rows need pyarrow: pip install 'audit960[arrow]'") from error
    return pyarrow


def listed(paths: Paths) -> list[PathLike]:
    """Inputs as a list; raises ValueError if there is none."""
    named = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    if not named:
        raise ValueError("no input is named")
    return named


def names(paths: Paths) -> list[str]:
    """Inputs as arguments. What is no name of a file is taken as a pattern (``games/*.pgn.zst``, ``**`` for any
    folders); raises FileNotFoundError if nothing fits it.
    """
    found: list[str] = []
    for path in listed(paths):
        name = os.fspath(path)
        if not glob.has_magic(name) or "://" in name or os.path.exists(name):
            found.append(name)
            continue
        fitting = sorted(glob.glob(name, recursive=True))
        if not fitting:
            raise FileNotFoundError(f"no file fits {name}")
        found += fitting
    return found


def dataset_folder(paths: Paths) -> Optional[Path]:
    """The folder of the dataset that is named, if one is and nothing else."""
    named = listed(paths)
    folder = Path(named[0]) if len(named) == 1 else None
    return folder if folder is not None and (folder / "manifest.json").is_file() else None


def splits(paths: Paths, bytes: Union[int, str] = "128M", as_named: bool = False) -> list[Split]:
    """The ranges in which inputs are read, of about ``bytes`` stored bytes each; folders are walked.

    Paths are absolute, for workers elsewhere, unless ``as_named``: then ``source`` and ``game_id`` of the rows are those
    of :func:`audit`.
    """
    flags = ["--as-named"] if as_named else []
    said = run(["splits", "--bytes", str(bytes), *flags, "--", *names(paths)])
    found = (line.split("\t") for line in said.decode().split("\n") if line)
    return [Split(uri, int(start), int(end)) for uri, start, end in found]
