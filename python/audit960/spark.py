"""Archives as a table of Apache Spark 4, and whole audits on a cluster.

    audit960.spark.register(spark)
    spark.read.format("audit960").option("table", "games").load("/archive")

    python -m audit960.spark submit --master spark://host:7077 /archive /shared/out

Paths must mean the same on every machine. Spark distributes, retries and chooses the attempt of a task that
counts; each task is one run of ``audit960 rows``, whose exit code decides whether it is done, and which
writes the files of a dataset itself.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Optional
from uuid import uuid4

from pyspark import cloudpickle
from pyspark.sql import SparkSession
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructType

from ._child import Split, binary, run, schema, splits, stream
from ._read import Options

# Stored bytes per task.
SPLIT_BYTES = "128M"


class Reader(DataSourceReader):  # type: ignore[misc]
    """Reads one range per task."""

    def __init__(self, source: Source) -> None:
        self.paths, self.bytes = source.options["path"].split(","), source.options.get("splitBytes", SPLIT_BYTES)
        self.arguments = source.games.arguments(source.table, source.columns)

    def partitions(self) -> Sequence[InputPartition]:
        return [InputPartition(split) for split in splits(self.paths, self.bytes)]

    def read(self, partition: InputPartition) -> Iterator[Any]:
        # Rows that were returned before a failure are discarded with the attempt.
        return stream(Split(*partition.value), self.arguments)


class Source(DataSource):  # type: ignore[misc]
    """Data source ``audit960``.

    Options: ``table`` (games, incidents, repetitions, diagnostics, gaps, positions, nested), ``columns``
    (names separated by commas), ``splitBytes``, ``withMoves``, ``keepIllegal``, ``positions``, ``players``,
    ``quality``, ``maxMemory``.
    """

    def __init__(self, options: dict[str, str]) -> None:
        super().__init__(options)
        self.table, columns = options.get("table", "games"), options.get("columns")
        self.columns = columns.split(",") if columns else None
        self.games = _games(options)

    @classmethod
    def name(cls) -> str:
        return "audit960"

    def schema(self) -> Any:
        return from_arrow_schema(schema(self.table, self.columns, self.games.on_request()))

    def reader(self, schema: StructType) -> DataSourceReader:
        return Reader(self)


def _games(options: dict[str, str]) -> Options:
    """The options of reading games, from Spark's options, which are strings."""
    return Options(
        with_moves=options.get("withMoves", "false").lower() == "true",
        keep_illegal=options.get("keepIllegal", "false").lower() == "true",
        positions=int(options["positions"]) if options.get("positions") else None,
        players=options.get("players", "false").lower() == "true",
        quality=options.get("quality", "false").lower() == "true",
        max_memory=options.get("maxMemory"),
    )


def register(spark: SparkSession, *, send: bool = True) -> None:
    """Registers the data source ``audit960`` with a session.

    Workers need neither this package nor the program: both are sent to them, the program unless ``send``
    is false or AUDIT960 is in the workers' environment (an image with the program inside).
    """
    cloudpickle.register_pickle_by_value(sys.modules[__package__])
    if send and not spark.sparkContext.getConf().contains("spark.executorEnv.AUDIT960"):
        spark.sparkContext.addFile(binary())
    spark.dataSource.register(Source)


def submit(spark: SparkSession, paths: Sequence[str], out: str, options: Optional[dict[str, str]] = None) -> Path:
    """Audits archives into a dataset: one pass over the archives, committed in two phases, then finished.

    Each attempt of a task writes a folder of its own. Spark gives the driver one attempt of each task, or an
    error; only then do the files of these attempts become tables. ``out`` is a folder that all machines
    share, and must be empty or not exist; a job that fails leaves nothing in it.
    """
    chosen, folder = options or {}, Path(out).absolute()
    attempts = folder / "_attempts"
    if attempts.exists():
        raise FileExistsError(f"{attempts}: another job writes here, or was killed; if none runs, remove the folder")
    if folder.exists() and any(folder.iterdir()):
        raise FileExistsError(f"{folder}: the output folder exists and is not empty")
    sources = [path if "://" in path else os.path.abspath(path) for path in paths]
    ranges = [tuple(split) for split in splits(sources, chosen.get("splitBytes", SPLIT_BYTES))]
    new = not folder.exists()
    attempts.mkdir(parents=True)
    try:
        tasks = spark.sparkContext.parallelize(ranges, max(len(ranges), 1))
        _commit(folder, tasks.map(partial(_task, attempts, _games(chosen).of_games())).collect())
    except BaseException:
        for found in (folder,) if new else list(folder.iterdir()):
            shutil.rmtree(found, ignore_errors=True)
        raise
    run(["finish", "--quiet", str(folder)])
    return folder


def _task(attempts: Path, arguments: Sequence[str], split: tuple[str, int, int]) -> Path:
    """Writes the tables of one range; returns the folder of this attempt."""
    folder = attempts / uuid4().hex
    run(["rows", *map(str, split), "--parquet", str(folder), *arguments], Split(*split))
    return folder


def _commit(out: Path, folders: Sequence[Path]) -> None:
    for number, folder in enumerate(folders):
        for file in folder.iterdir():
            (out / file.stem).mkdir(exist_ok=True)
            file.rename(out / file.stem / f"part-{number:05}.parquet")
    shutil.rmtree(out / "_attempts", ignore_errors=True)  # a lost worker may still write there


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """``python -m audit960.spark``."""
    parser = argparse.ArgumentParser(prog="python -m audit960.spark")
    commands = parser.add_subparsers(required=True)
    job = commands.add_parser("submit", help="audit archives into a dataset")
    job.add_argument("source", nargs="+", metavar="SRC", help="files or folders, the same on every machine")
    job.add_argument("out", metavar="OUT", help="folder for the dataset, shared by all machines")
    job.add_argument("--master", help="such as spark://host:7077")
    job.add_argument("--split-bytes", default=SPLIT_BYTES, metavar="SIZE", help="stored bytes per task")
    job.add_argument("--with-moves", action="store_true", help="keep the moves of every game")
    job.add_argument(
        "--positions", nargs="?", const=24, type=int, metavar="PLIES", help="keep what was played within PLIES half-moves"
    )
    job.add_argument("--players", action="store_true", help="say who played, and write table players")
    job.add_argument("--quality", action="store_true", help="say how well, by clocks and evaluations in the text")
    job.add_argument("--report", action="store_true", help="write the report, too: OUT/report.html")
    given: Any = parser.parse_args(arguments)
    # Workers use this Python, unless PYSPARK_PYTHON names another.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    # Java only hands out tasks, too little work for its optimising compiler to pay off.
    java = "-XX:TieredStopAtLevel=1"
    settings: dict[str, Any] = {f"spark.{who}.defaultJavaOptions": java for who in ("driver", "executor")}
    settings |= {"spark.master": given.master} if given.master else {}
    spark = SparkSession.builder.appName("audit960").config(map=settings).getOrCreate()
    try:
        register(spark)
        chosen = {"splitBytes": given.split_bytes, "withMoves": str(given.with_moves)}
        chosen |= {name: "true" for name in ("players", "quality") if getattr(given, name)}
        chosen |= {"positions": str(given.positions)} if given.positions else {}
        folder = submit(spark, given.source, given.out, chosen)
    finally:
        spark.stop()
    if given.report:
        run(["report", str(folder), "--out", str(folder / "report.html")])
    return subprocess.run([binary(), "verify", str(folder)], check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
