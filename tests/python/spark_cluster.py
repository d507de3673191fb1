"""A real Spark cluster on loopback: a master, two workers, and failures.

Each job must give the tables of one process, row for row: a clean one, one in which a task fails after its
files were written, one in which a worker is killed. A file that always fails must be named, and the job may
leave nothing. Run by scripts/test_spark.sh.
"""

import glob
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pyspark

HOME = os.path.dirname(pyspark.__file__)
os.environ.update(SPARK_LOCAL_IP="127.0.0.1", PYSPARK_PYTHON=sys.executable, SPARK_HOME=HOME, SPARK_DAEMON_MEMORY="256m")

import audit960
import audit960.spark
from archives import folder_of_archives, program, same_dataset
from pyspark.sql import SparkSession

BEGAN = time.time()

# Wraps the program on the workers. Files in its folder control it: `slow` gives time to kill a worker, `fail`
# makes the first task that finds it fail after it wrote all its files. A range of bad.pgn always fails.
WRAPPER = """#!/bin/sh
here=$(dirname "$0")
[ -e "$here/slow" ] && sleep 0.3
case "$1 $2" in
"rows "*bad.pgn) echo "the disk is on fire" >&2; exit 1 ;;
rows*) if rm "$here/fail" 2>/dev/null; then {program} "$@"; exit 1; fi ;;
esac
exec {program} "$@"
"""


def note(what: str) -> None:
    print(f"{time.time() - BEGAN:6.1f} s  {what}", flush=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Cluster:
    """A standalone master and two workers, each a process group of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.daemons: list[subprocess.Popen] = []
        port = free_port()
        self.master = f"spark://127.0.0.1:{port}"
        self.start("master.Master", "--port", str(port), "--webui-port", str(free_port()))
        for worker in (1, 2):
            self.start(
                "worker.Worker", *("--cores", "1", "--memory", "1g", "--webui-port", str(free_port())),
                *("-d", str(folder / f"worker{worker}"), self.master),
            )

    def start(self, name: str, *arguments: str) -> None:
        command = [f"{HOME}/bin/spark-class", f"org.apache.spark.deploy.{name}", "--host", "127.0.0.1", *arguments]
        log = open(self.folder / f"daemon{len(self.daemons)}.log", "w")
        self.daemons.append(subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True))

    def kill(self, number: int) -> None:
        try:
            os.killpg(self.daemons[number].pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def stop(self) -> None:
        for number in range(len(self.daemons)):
            self.kill(number)


def run(folder: Path, cluster: Cluster) -> None:
    archives = folder_of_archives(folder / "archives")
    one = audit960.audit(archives, folder / "one")
    note(f"{one.manifest['totals']['games']} games by one process")
    bin_folder = folder / "bin"
    bin_folder.mkdir()
    wrapper = bin_folder / "audit960"
    wrapper.write_text(WRAPPER.replace("{program}", program()))
    wrapper.chmod(0o755)
    spark = (
        SparkSession.builder.master(cluster.master)
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.executor.memory", "640m")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.executorEnv.AUDIT960", str(wrapper))
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("OFF")
    audit960.spark.register(spark)
    note(f"session of Spark {pyspark.__version__} on {cluster.master}")
    options = {"splitBytes": "100K"}

    def job(name: str) -> audit960.Dataset:
        out = audit960.spark.submit(spark, [str(archives)], str(folder / name), options)
        dataset = audit960.Dataset(out)
        same_dataset(dataset, one)
        dataset.verify()
        ranges = sum(len(found["splits"]) for found in dataset.manifest["inputs"])
        note(f"{name}: {ranges} tasks, tables equal row for row")
        return dataset

    clean = job("clean")
    assert any(len(found["splits"]) > 1 for found in clean.manifest["inputs"] if found["name"].endswith(".zst"))
    page = clean.report()
    assert page.stat().st_size > 100_000
    printed = {
        (command, dataset): subprocess.run(
            [program(), command, str(dataset.folder)], check=True, capture_output=True, text=True
        ).stdout.splitlines()
        for command in ("draws", "starts")
        for dataset in (clean, one)
    }
    assert printed["starts", clean] == printed["starts", one]
    # Games are named by their ordinal where it is known.
    draws = [printed["draws", dataset] for dataset in (clean, one)]
    assert len(draws[0]) == len(draws[1]) and draws[0][-1] == draws[1][-1], draws[0][-1]
    note("report, draws and positions")

    reader = spark.read.format("audit960").option("splitBytes", "100K")
    counted = reader.load(str(archives)).groupBy("verdict").count().collect()
    assert {row["verdict"]: row["count"] for row in counted}["ok"] == one.manifest["totals"]["ok"]
    few = reader.option("table", "incidents").option("columns", "fen,source").load(str(archives))
    assert few.columns == ["source", "fen"] and few.count() == one.manifest["totals"]["incidents"]
    note("tables by spark.read")

    fail = bin_folder / "fail"
    fail.touch()
    job("task-fails-once")
    assert not fail.exists(), "no task failed"

    (bin_folder / "slow").touch()
    out = folder / "worker-killed"
    killed = threading.Event()

    def killer() -> None:
        for _ in range(600):
            if len(glob.glob(f"{out}/_attempts/*/splits.parquet")) >= 4:
                cluster.kill(1)
                killed.set()
                return
            time.sleep(0.05)

    thread = threading.Thread(target=killer)
    thread.start()
    job("worker-killed")
    thread.join()
    assert killed.is_set(), "the job was over before a worker could be killed"
    (bin_folder / "slow").unlink()

    shutil.copy(archives / "crlf.pgn", archives / "bad.pgn")
    out = folder / "always-fails"
    try:
        audit960.spark.submit(spark, [str(archives)], str(out), options)
    except Exception as error:  # whatever Spark makes of it
        message = str(error)
    else:
        raise AssertionError("a file that cannot be read went unnoticed")
    assert f"{archives}/bad.pgn, bytes " in message and "the disk is on fire" in message, message
    assert not out.exists(), list(out.rglob("*"))
    note("a file that always fails is named, and nothing is left")
    spark.stop()


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cluster = Cluster(folder)
        try:
            run(folder, cluster)
            note("done")
        finally:
            cluster.stop()


main()
