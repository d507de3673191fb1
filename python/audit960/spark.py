"""Archives as a table of Apache Spark 4, and whole audits on a cluster.

    audit960.spark.register(spark)
    spark.read.format("audit960").option("table", "games").load("/archive")

    python -m audit960.spark submit --master spark://host:7077 /archive /shared/out

Paths must mean the same on every machine. Spark distributes, retries and commits; each task is one run of
``audit960 rows``, whose exit code decides whether it is done, and which writes a dataset's files itself.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional
from uuid import uuid4

from pyspark import cloudpickle
from pyspark.sql import Row, SparkSession
from pyspark.sql.datasource import DataSource, DataSourceReader, DataSourceWriter, InputPartition, WriterCommitMessage
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructType

from ._child import Split, binary, run, schema, splits, stream
from ._read import Options

# The table of the ranges themselves, which can be written as a dataset, and the tables of that.
RANGES = "ranges"
TABLES = ("games", "incidents", "repetitions", "diagnostics", "gaps", "positions", "splits")


class Reader(DataSourceReader):  # type: ignore[misc]
    """One task a range."""

    def __init__(self, source: Source) -> None:
        self.table = source.table
        self.paths, self.bytes = source.options["path"].split(","), source.options.get("splitBytes", "128M")
        self.arguments = source.games.arguments(source.table, source.columns)

    def partitions(self) -> Sequence[InputPartition]:
        return [InputPartition(split) for split in splits(self.paths, self.bytes)]

    def read(self, partition: InputPartition) -> Iterator[Any]:
        split = Split(*partition.value)
        # Rows that were given before a failure are discarded with the attempt.
        return iter([tuple(split)]) if self.table == RANGES else stream(split, self.arguments)


@dataclass
class Written(WriterCommitMessage):  # type: ignore[misc]
    """The folders that an attempt of a task has written, one a range."""

    folders: list[Path]


class Writer(DataSourceWriter):  # type: ignore[misc]
    """Writes the tables of ranges, to be finished: Spark's two-phase commit of files that the program wrote.

    Each attempt of a task writes into folders of its own. Spark takes one attempt of each task, and hands
    their messages to ``commit`` if all are there, to ``abort`` if not.
    """

    def __init__(self, source: Source) -> None:
        self.arguments = source.games.of_games()
        self.out = Path(source.options["path"]).absolute()
        if self.out.exists() and any(self.out.iterdir()):
            raise FileExistsError(f"{self.out}: the output folder exists and is not empty")
        self.attempts = self.out / "_attempts"
        self.attempts.mkdir(parents=True)

    def write(self, iterator: Iterator[Row]) -> Written:
        folders = []
        for split in (Split(row.uri, row.start, row.end) for row in iterator):
            folder = self.attempts / uuid4().hex
            run(["rows", *map(str, split), "--parquet", str(folder), *self.arguments], split)
            folders.append(folder)
        return Written(folders)

    def commit(self, messages: Sequence[Any]) -> None:
        for number, folder in enumerate(folder for message in messages for folder in message.folders):
            for file in folder.iterdir():
                (self.out / file.stem).mkdir(exist_ok=True)
                file.rename(self.out / file.stem / f"part-{number:05}.parquet")
        shutil.rmtree(self.attempts, ignore_errors=True)  # a lost worker may still write there

    def abort(self, messages: Sequence[Any]) -> None:
        for folder in (self.attempts, *(self.out / table for table in TABLES)):
            shutil.rmtree(folder, ignore_errors=True)
        with suppress(OSError):
            self.out.rmdir()


class Source(DataSource):  # type: ignore[misc]
    """Data source ``audit960``.

    Options: ``table`` (games, incidents, repetitions, diagnostics, gaps, positions, nested, ranges), ``columns``
    (names with commas), ``splitBytes``, ``withMoves``, ``keepIllegal``, ``maxMemory``. What is written are
    rows of table ranges; ``audit960 finish`` makes a dataset of it.
    """

    def __init__(self, options: dict[str, str]) -> None:
        super().__init__(options)
        self.table, columns = options.get("table", "games"), options.get("columns")
        self.columns = columns.split(",") if columns else None
        self.games = Options(
            with_moves=options.get("withMoves", "false").lower() == "true",
            keep_illegal=options.get("keepIllegal", "false").lower() == "true",
            max_memory=options.get("maxMemory"),
        )

    @classmethod
    def name(cls) -> str:
        return "audit960"

    def schema(self) -> Any:
        if self.table == RANGES:
            return "uri string, start long, end long"
        return from_arrow_schema(schema(self.table, self.columns))

    def reader(self, schema: StructType) -> DataSourceReader:
        return Reader(self)

    def writer(self, schema: StructType, overwrite: bool) -> DataSourceWriter:
        return Writer(self)


def register(spark: SparkSession, *, send: bool = True) -> None:
    """Makes data source ``audit960`` known to a session.

    Workers need neither this package nor the program: both are sent to them, the program unless ``send``
    is false or AUDIT960 is in the workers' environment (an image with the program inside).
    """
    cloudpickle.register_pickle_by_value(sys.modules[__package__])
    if send and not spark.sparkContext.getConf().contains("spark.executorEnv.AUDIT960"):
        spark.sparkContext.addFile(binary())
    spark.dataSource.register(Source)


def submit(spark: SparkSession, paths: Sequence[str], out: str, options: Optional[dict[str, str]] = None) -> Path:
    """Audits archives into a dataset: one pass over the archives, committed by Spark, then finished.

    ``out`` is a folder that all machines share, and must be empty or not exist.
    """
    chosen, folder = options or {}, Path(out).absolute()
    sources = (path if "://" in path else os.path.abspath(path) for path in paths)
    ranges = spark.read.format("audit960").options(table=RANGES, **chosen).load(",".join(sources))
    ranges.write.format("audit960").options(**chosen).mode("append").save(str(folder))
    run(["finish", "--quiet", str(folder)])
    return folder


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """``python -m audit960.spark``."""
    parser = argparse.ArgumentParser(prog="python -m audit960.spark")
    commands = parser.add_subparsers(required=True)
    job = commands.add_parser("submit", help="audit archives into a dataset")
    job.add_argument("source", nargs="+", metavar="SRC", help="files or folders, the same on every machine")
    job.add_argument("out", metavar="OUT", help="folder for the dataset, shared by all machines")
    job.add_argument("--master", help="such as spark://host:7077")
    job.add_argument("--split-bytes", default="128M", metavar="SIZE", help="stored bytes of a task")
    job.add_argument("--with-moves", action="store_true", help="keep the moves of every game")
    job.add_argument("--report", action="store_true", help="make the report too: OUT/report.html")
    given: Any = parser.parse_args(arguments)
    # Workers have what this Python has; who starts it with spark-submit has said which they take.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    # Java only hands out tasks: what its better compiler takes to start is never won back.
    java = "-XX:TieredStopAtLevel=1"
    settings: dict[str, Any] = {f"spark.{who}.defaultJavaOptions": java for who in ("driver", "executor")}
    settings |= {"spark.master": given.master} if given.master else {}
    spark = SparkSession.builder.appName("audit960").config(map=settings).getOrCreate()
    try:
        register(spark)
        chosen = {"splitBytes": given.split_bytes, "withMoves": str(given.with_moves)}
        folder = submit(spark, given.source, given.out, chosen)
    finally:
        spark.stop()
    if given.report:
        run(["report", str(folder), "--out", str(folder / "report.html")])
    return subprocess.run([binary(), "verify", str(folder)], check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
