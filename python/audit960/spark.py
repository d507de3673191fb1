"""Archives as a table of Apache Spark 4, and whole audits on a cluster.

    audit960.spark.register(spark)
    spark.read.format("audit960").option("table", "games").load("/archive")

    python -m audit960.spark submit --master spark://host:7077 /archive /shared/out

Paths must mean the same on every machine. Spark distributes, retries and commits; each task is one run of
``audit960 rows``, whose exit code decides whether the task is done.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Optional

import pyarrow as pa
from pyspark import cloudpickle
from pyspark.sql import SparkSession
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.types import StructType

from ._child import Split, binary, run, schema, splits, stream
from ._read import Options

# The tables in nested rows, beside games.
INNER = ("incidents", "repetitions", "diagnostics", "gaps", "positions", "splits")


class Reader(DataSourceReader):  # type: ignore[misc]
    """One task a range."""

    def __init__(self, options: dict[str, str]) -> None:
        self.path = options["path"]
        self.table = options.get("table", "games")
        self.bytes = options.get("splitbytes", "128M")
        columns = options.get("columns")
        chosen = Options(
            with_moves=options.get("withmoves", "false").lower() == "true",
            keep_illegal=options.get("keepillegal", "false").lower() == "true",
            max_memory=options.get("maxmemory"),
        )
        self.arguments = chosen.arguments(self.table, columns.split(",") if columns else None)

    def partitions(self) -> Sequence[InputPartition]:
        return [InputPartition(split) for split in splits(self.path.split(","), self.bytes)]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        # Rows that were given before a failure are discarded with the attempt.
        return stream(Split(*partition.value), self.arguments)


class Source(DataSource):  # type: ignore[misc]
    """Data source ``audit960``.

    Options: ``table`` (games, incidents, repetitions, diagnostics, gaps, positions, nested), ``columns``
    (names with commas), ``splitBytes``, ``withMoves``, ``keepIllegal``, ``maxMemory``.
    """

    @classmethod
    def name(cls) -> str:
        return "audit960"

    def schema(self) -> StructType:
        from pyspark.sql.pandas.types import from_arrow_schema

        columns = self.options.get("columns")
        table = self.options.get("table", "games")
        return from_arrow_schema(schema(table, columns.split(",") if columns else None))

    def reader(self, schema: StructType) -> DataSourceReader:
        return Reader({name.lower(): value for name, value in self.options.items()})


def register(spark: SparkSession, *, send: bool = True) -> None:
    """Makes data source ``audit960`` known to a session.

    Workers need neither this package nor the program: both are sent to them, the program unless ``send``
    is false or AUDIT960 is in the workers' environment (an image with the program inside).
    """
    cloudpickle.register_pickle_by_value(sys.modules[__package__])
    if send and "spark.executorEnv.AUDIT960" not in dict(spark.sparkContext.getConf().getAll()):
        spark.sparkContext.addFile(binary())
    spark.dataSource.register(Source)


def submit(spark: SparkSession, paths: Sequence[str], out: str, options: Optional[dict[str, str]] = None) -> Path:
    """Audits archives into a dataset: one pass over the archives, committed by Spark, then the tables.

    ``out`` is a folder that all machines share, and must be empty or not exist.
    """
    folder = Path(out).absolute()
    if folder.exists() and any(folder.iterdir()):
        raise FileExistsError(f"{folder}: the output folder exists and is not empty")
    staging = folder / "nested"
    reader = spark.read.format("audit960").options(table="nested", **(options or {}))
    rows = reader.load(",".join(os.path.abspath(path) for path in paths))
    rows.write.parquet(staging.as_uri())
    # One file a partition, so that rows stay in the order of their range.
    whole = str(128 << 20)
    spark.conf.set("spark.sql.files.maxPartitionBytes", whole)
    spark.conf.set("spark.sql.files.openCostInBytes", whole)
    written = spark.read.schema(rows.schema).parquet(staging.as_uri())
    games = written.where("game_id is not null").select(*schema("games").names)
    games.write.parquet((folder / "games").as_uri())
    for table in INNER:
        written.selectExpr(f"inline({table})").write.parquet((folder / table).as_uri())
    run(["finish", "--quiet", str(folder)])
    shutil.rmtree(staging)
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
    builder = SparkSession.builder.appName("audit960")
    if given.master:
        builder = builder.master(given.master)
    spark = builder.getOrCreate()
    try:
        register(spark)
        options = {"splitBytes": given.split_bytes, "withMoves": str(given.with_moves)}
        folder = submit(spark, given.source, given.out, options)
    finally:
        spark.stop()
    if given.report:
        run(["report", str(folder), "--out", str(folder / "report.html")])
    return subprocess.run([binary(), "verify", str(folder)], check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
