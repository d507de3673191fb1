"""Tables of the package in polars, DuckDB, pandas and Dask against the Parquet files of the program.

Run by scripts/test_python.sh.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import audit960
import audit960._child
import dask
import duckdb
import polars as pl
import pyarrow as pa
from archives import ROOT, UNKNOWN, folder_of_archives, frames, program, rows, same_dataset
from pyarrow import parquet

TABLES = ("games", "incidents", "repetitions", "diagnostics")

# Types as docs/tables.md names them.
TYPES = {
    "int32": pa.int32(),
    "int64": pa.int64(),
    "float64": pa.float64(),
    "bool": pa.bool_(),
    "date": pa.date32(),
    "utf8": pa.string(),
    "list<int32>": pa.list_(pa.int32()),
    "list<float64>": pa.list_(pa.float64()),
}


def documented() -> dict[str, dict[str, tuple[pa.DataType, bool]]]:
    """Type and nullability of each column of each table, as the documentation says."""
    tables: dict[str, dict[str, tuple[pa.DataType, bool]]] = {}
    for line in (ROOT / "docs/tables.md").read_text().splitlines():
        if line.startswith("## "):
            columns = tables.setdefault(line[3:], {})
        elif found := re.match(r"- `(\w+)` \(`([^`?]+)(\??)`", line):
            columns[found[1]] = (TYPES[found[2]], found[3] == "?")
    return tables


class Tables(unittest.TestCase):
    program = program()

    @classmethod
    def setUpClass(cls) -> None:
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name)
        cls.archives = folder_of_archives(cls.folder / "archives")
        cls.dataset = audit960.audit(cls.archives, cls.folder / "one")
        cls.small = audit960.Options(processes=2, split_bytes="40K")

    @classmethod
    def tearDownClass(cls) -> None:
        cls.temporary.cleanup()

    def expected(self, table: str) -> list[dict]:
        """What the program wrote, as DuckDB reads it."""
        files = self.dataset.files(table)
        read = duckdb.sql(f"select * from read_parquet({files!r})").to_arrow_table()
        return rows(read)

    def test_rows_are_read_as_often_as_they_are_named(self) -> None:
        incidents = audit960.read(self.archives, "incidents", options=self.small)
        twice = duckdb.sql(
            "SELECT (SELECT COUNT(*) FROM incidents) AS one, (SELECT COUNT(DISTINCT game_id) FROM incidents) AS other"
        ).fetchall()
        known = self.dataset.read("incidents")
        self.assertEqual(twice, [(known.num_rows, len(set(known["game_id"].to_pylist())))])
        self.assertEqual(incidents.read_all().num_rows, known.num_rows)

    def test_patterns_and_datasets_are_inputs(self) -> None:
        pattern = str(Path(self.archives) / "**" / "*.pgn*")
        fitting = audit960._child.names(pattern)
        self.assertGreater(len(fitting), 1)
        self.assertEqual(fitting, sorted(fitting))
        with self.assertRaisesRegex(FileNotFoundError, "no file fits"):
            audit960.scan(str(Path(self.archives) / "*.nothing"))
        scanned = audit960.scan(self.dataset.folder).select(pl.len()).collect().item()
        self.assertEqual(scanned, self.dataset.manifest["totals"]["games"])
        self.assertEqual(audit960.read(self.dataset.folder, limit=3).read_all().num_rows, 3)

    def test_the_module_is_the_program(self) -> None:
        run = subprocess.run([sys.executable, "-m", "audit960", "--version"], capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn(audit960.__version__, run.stdout)
        wrong = subprocess.run([sys.executable, "-m", "audit960", "nothing"], capture_output=True, text=True)
        self.assertEqual(wrong.returncode, 2)
        self.assertNotIn("Traceback", wrong.stderr)

    def test_control_c_leaves_no_trace_of_python(self) -> None:
        watched = str(ROOT / "data/archive/mainz-2009.pgn")
        child = subprocess.Popen(
            [sys.executable, "-m", "audit960", "draws", "watch", watched],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True,
        )
        time.sleep(1.5)
        os.killpg(child.pid, signal.SIGINT)
        _, said = child.communicate(timeout=60)
        self.assertNotIn("Traceback", said)

    def test_the_package_is_imported_without_pyarrow(self) -> None:
        script = (
            "import sys; sys.modules['pyarrow'] = None; import audit960\n"
            "try: audit960.schema()\n"
            "except ImportError as error: print(error)"
        )
        run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
        self.assertEqual(run.stdout.strip(), "rows need pyarrow: pip install 'audit960[arrow]'", run.stderr)

    def test_the_package_is_installed_without_the_program(self) -> None:
        target = self.folder / "installed"
        environment = {**os.environ, "AUDIT960": audit960.binary()}
        subprocess.run(
            [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(target), str(ROOT / "python")],
            check=True, env=environment,
        )
        environment["PYTHONPATH"] = str(target)
        script = "import audit960; print(audit960.__version__, audit960.__file__)"
        run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=True)
        version, place = run.stdout.split()
        self.assertEqual(version, audit960.__version__)
        self.assertTrue(place.startswith(str(target)), place)
        other = self.folder / "other"
        other.write_text("#!/bin/sh\necho audit960 0.0.7\n")
        other.chmod(0o755)
        environment["AUDIT960"] = str(other)
        script = "import audit960\ntry: audit960.schema()\nexcept RuntimeError as error: print(error)"
        run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=True)
        self.assertIn("is audit960 0.0.7, and this package is audit960 " + version, run.stdout)

    def test_types_are_those_of_the_documentation(self) -> None:
        for table, columns in documented().items():
            # With all columns that are there only if they are asked for.
            schema = audit960.schema(table, on_request=("--quality",))
            self.assertEqual(schema.names, list(columns))
            for field in schema:
                kind, nullable = columns[field.name]
                self.assertEqual((field.type, field.nullable), (kind, nullable), f"{table}.{field.name}")
        found = audit960.read(self.archives, options=self.small).read_all().schema
        self.assertEqual(found, audit960.schema("games"))

    def test_record_batches(self) -> None:
        for table in TABLES:
            read = audit960.read(self.archives, table, options=self.small).read_all()
            self.assertEqual(rows(read), self.expected(table), table)

    def test_one_range_counts_games_and_lines(self) -> None:
        whole = audit960.Options(processes=1, split_bytes="1T")
        read = audit960.read(self.archives, options=whole).read_all()
        self.assertEqual(rows(read, set()), rows(self.dataset.read("games"), set()))

    def test_a_dataset_is_scanned(self) -> None:
        for table in TABLES:
            files = self.dataset.files(table)
            written = pl.from_arrow(pa.concat_tables(parquet.read_table(file) for file in files))
            assert isinstance(written, pl.DataFrame)
            self.assertTrue(self.dataset.scan(table).collect().equals(written), table)

    def test_polars(self) -> None:
        for table in TABLES:
            lazy = audit960.scan(self.archives, table, options=self.small)
            known = [name for name in lazy.collect_schema().names() if name not in UNKNOWN]
            frame = lazy.select(known).collect()
            written = self.dataset.scan(table).select(known).collect()
            self.assertTrue(frame.equals(written), table)
            self.assertEqual(frame.schema, written.schema)

    def test_polars_hands_columns_conditions_and_limits_down(self) -> None:
        lazy = audit960.scan(self.archives, options=self.small)
        written = self.dataset.scan("games")
        queries = [
            lambda it: it.filter(pl.col("plies") > 60).select("white", "result"),
            lambda it: it.select("byte_offset").head(7),
            lambda it: it.filter(pl.col("result") == "1-0").select("source", "byte_offset").head(3),
            lambda it: it.group_by("verdict").len().sort("verdict"),
            lambda it: it.select(pl.len()),
            lambda it: it.select(pl.col("plies").sum(), pl.col("white").n_unique()),
            lambda it: it.with_columns(double=pl.col("plies") * 2).select("double").tail(4),
        ]
        for number, query in enumerate(queries):
            self.assertTrue(query(lazy).collect().equals(query(written).collect()), number)

    def test_a_limit_starts_no_process_more_than_it_needs(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            log, wrapper = Path(folder, "log"), Path(folder, "wrapper")
            wrapper.write_text(f'#!/bin/sh\necho "$@" >> {log}\nexec {program()} "$@"\n')
            wrapper.chmod(0o755)
            os.environ["AUDIT960"] = str(wrapper)
            try:
                one = audit960.Options(processes=1, split_bytes="40K")
                audit960.scan(self.archives, options=one).select("white").head(3).collect()
            finally:
                os.environ["AUDIT960"] = self.program
            started = [line for line in log.read_text().splitlines() if line.startswith("rows")]
            self.assertEqual(len(started), 1)
            self.assertIn("--columns white --limit 3", started[0])

    def test_duckdb_pandas_and_dask(self) -> None:
        reader = audit960.read(self.archives, "games", options=self.small)
        counted = duckdb.sql("select result, count(*), sum(plies) from reader group by all order by all")
        files = self.dataset.files("games")
        written = duckdb.sql(f"select result, count(*), sum(plies) from read_parquet({files!r}) group by all order by all")
        self.assertEqual(counted.fetchall(), written.fetchall())
        frame = audit960.read(self.archives, "incidents", options=self.small).read_pandas()
        expected = duckdb.sql(f"select * from read_parquet({self.dataset.files('incidents')!r})").df()
        self.assertEqual(list(frame["fen"]), list(expected["fen"]))
        self.assertEqual(list(frame["peak_clock"]), list(expected["peak_clock"]))
        for table in TABLES:
            with dask.config.set(scheduler="threads"):
                frame = audit960.dask(self.archives, table, options=self.small).compute()
            found = pa.Table.from_pandas(frame, schema=audit960.schema(table), preserve_index=False)
            self.assertEqual(rows(found), self.expected(table), table)

    def test_nested_rows_hold_all_tables(self) -> None:
        nested = audit960.read(self.archives, "nested", options=self.small).read_all()
        games = nested.filter(pa.compute.is_valid(nested["game_id"])).select(audit960.schema("games").names)
        self.assertEqual(rows(games), self.expected("games"))
        for table in TABLES[1:]:
            lists = nested[table].combine_chunks()
            self.assertEqual(rows(pa.Table.from_struct_array(lists.flatten())), self.expected(table))

    def test_with_moves(self) -> None:
        options = audit960.Options(split_bytes="40K", with_moves=True)
        moves = audit960.read(self.archives, columns=["moves", "plies"], options=options).read_all().to_pylist()
        self.assertEqual({len((row["moves"] or "").split()) - row["plies"] for row in moves if row["moves"]}, {0})
        self.assertGreater(sum(row["moves"] is not None for row in moves), len(moves) * 3 // 4)

    def test_errors_are_exceptions_with_file_range_and_message(self) -> None:
        with self.assertRaisesRegex(audit960.ReadError, "/nowhere.pgn: cannot be opened"):
            audit960.read("/nowhere.pgn")
        with self.assertRaisesRegex(audit960.ReadError, "there is no column mouse"):
            audit960.read(self.archives, columns=["mouse"])
        gone = self.folder / "gone.pgn"
        gone.write_bytes((ROOT / "data/archive/mainz-2009.pgn").read_bytes())
        reader = audit960.read(gone, options=self.small)
        lazy = audit960.scan(gone, options=self.small)
        gone.unlink()
        with self.assertRaises(audit960.ReadError) as caught:
            list(reader)
        error = caught.exception
        self.assertEqual((error.split.uri, error.split.start, error.code), (str(gone), 0, 1))
        self.assertIn("there is no such file", error.message)
        with self.assertRaisesRegex(Exception, "gone.pgn, bytes 0 to .* exit code 1"):
            lazy.collect()

    def test_dropping_an_iterator_ends_the_child(self) -> None:
        large = self.folder / "large.pgn"
        large.write_bytes((self.archives / "crlf.pgn").read_bytes() * 300)
        # The first range is read; for all others the program makes no rows for a long time: a fast one might
        # end before the test looks for it.
        slow = self.folder / "slow"
        slow.write_text(
            '#!/bin/bash\n[ "$1" = rows ] && [ "$3" != 0 ] && exec -a "$0 rows " sleep 300\n'
            f'exec "{self.program}" "$@"\n'
        )
        slow.chmod(0o755)
        os.environ["AUDIT960"] = str(slow)
        self.addCleanup(os.environ.__setitem__, "AUDIT960", self.program)
        # One process reads the whole archive, and waits until its rows are read from the pipe.
        for processes, split_bytes in ((1, "1G"), (2, "8M")):
            before = children()
            reader = audit960.read(large, options=audit960.Options(processes=processes, split_bytes=split_bytes))
            batches = iter(reader)
            next(batches)
            self.assertTrue(wait_for(lambda: children() - before))
            del batches
            self.assertTrue(wait_for(lambda: children() == before))

    def test_an_interrupt_ends_the_children(self) -> None:
        large = self.folder / "large2.pgn"
        large.write_bytes((self.archives / "crlf.pgn").read_bytes() * 200)
        code = (
            "import audit960, sys, time\n"
            "for batch in audit960.read(sys.argv[1], options=audit960.Options(processes=2, split_bytes='8M')):\n"
            "    print('row', flush=True); time.sleep(0.05)\n"
        )
        run = subprocess.Popen(
            [sys.executable, "-c", code, str(large)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )
        assert run.stdout
        run.stdout.readline()
        os.kill(run.pid, signal.SIGINT)
        _, errors = run.communicate(timeout=60)
        self.assertIn(b"KeyboardInterrupt", errors)
        self.assertTrue(wait_for(lambda: str(large) not in commands()))

    def test_much_on_standard_error_blocks_nothing(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            wrapper = Path(folder, "wrapper")
            wrapper.write_text(f'#!/bin/sh\nhead -c 3000000 /dev/zero >&2\nexec {program()} "$@"\n')
            wrapper.chmod(0o755)
            os.environ["AUDIT960"] = str(wrapper)
            try:
                read = audit960.read(ROOT / "data/archive/mainz-2009.pgn").read_all()
            finally:
                os.environ["AUDIT960"] = self.program
            self.assertGreater(read.num_rows, 5)

    def test_rows_without_the_exit_code_are_no_rows(self) -> None:
        archive = ROOT / "data/archive/mainz-2009.pgn"
        for ending in ("{program} \"$@\"; exit 1", "{program} \"$@\"; echo more", "{program} \"$@\" | head -c 9000", "kill -9 $$"):
            with self.subTest(ending), tempfile.TemporaryDirectory() as folder:
                wrapper = Path(folder, "wrapper")
                ending = ending.replace("{program}", self.program)
                wrapper.write_text(f'#!/bin/sh\n[ "$1" = rows ] || exec {self.program} "$@"\n{ending}\n')
                wrapper.chmod(0o755)
                os.environ["AUDIT960"] = str(wrapper)
                try:
                    with self.assertRaises(audit960.ReadError):
                        audit960.read(archive).read_all()
                finally:
                    os.environ["AUDIT960"] = self.program

    def test_what_tasks_wrote_is_finished(self) -> None:
        out = self.tasks(self.folder / "tasks")
        subprocess.run([self.program, "finish", str(out)], check=True, capture_output=True)
        same_dataset(audit960.Dataset(out), self.dataset)
        audit960.Dataset(out).verify()
        again = subprocess.run([self.program, "finish", str(out)], capture_output=True, text=True)
        self.assertEqual(again.returncode, 2)
        self.assertIn("dataset already", again.stderr)

    def tasks(self, out: Path) -> Path:
        """The tables of each range in files of its own, whose names do not show their order."""
        for number, split in enumerate(audit960.splits(self.archives, "60K")):
            name = f"part-{number * 37 % 101:05}-of-a-task.parquet"
            nested = pa.Table.from_batches(audit960._child.stream(split, ["--nested"]), audit960.schema("nested"))
            games = nested.filter(pa.compute.is_valid(nested["game_id"])).select(audit960.schema("games").names)
            tables = {"games": games}
            for table in ("incidents", "repetitions", "diagnostics", "gaps", "positions", "splits"):
                tables[table] = pa.Table.from_struct_array(nested[table].combine_chunks().flatten())
            for table, found in tables.items():
                (out / table).mkdir(parents=True, exist_ok=True)
                parquet.write_table(found, out / table / name, store_schema=False)
        return out

    def test_what_is_missing_or_twice_is_not_finished(self) -> None:
        def files(out: Path, table: str) -> list[Path]:
            return sorted((out / table).glob("*.parquet"), key=lambda path: -path.stat().st_size)

        def lost_games(out: Path) -> str:
            path = files(out, "games")[0]
            parquet.write_table(parquet.read_table(path).slice(1), path)
            return "table games has .* rows, and its tasks counted"

        def doubled_games(out: Path) -> str:
            path = files(out, "games")[0]
            path.with_name("part-00000-again.parquet").write_bytes(path.read_bytes())
            return "are mixed with|table games has"

        def other_length(out: Path) -> str:
            path = files(out, "games")[0]
            table = parquet.read_table(path)
            length = pa.compute.add(table["byte_length"], pa.scalar(1))
            place = table.schema.get_field_index("byte_length")
            field = pa.field("byte_length", pa.int64())
            parquet.write_table(table.set_column(place, field, length), path)
            return "bytes of text, and games and gaps hold [0-9]+: rows are missing or duplicated"

        def lost_finding(out: Path) -> str:
            path = files(out, "diagnostics")[0]
            parquet.write_table(parquet.read_table(path).slice(1), path)
            return "table diagnostics has"

        def lost_task(out: Path) -> str:
            files(out, "splits")[0].unlink()
            return "no task has read bytes"

        def doubled_task(out: Path) -> str:
            path = files(out, "splits")[0]
            path.with_name("part-00000-again.parquet").write_bytes(path.read_bytes())
            return "was read twice"

        def no_tasks(out: Path) -> str:
            for path in files(out, "splits"):
                path.unlink()
            return "no table splits"

        for number, damage in enumerate(
            [lost_games, doubled_games, other_length, lost_finding, lost_task, doubled_task, no_tasks]
        ):
            with self.subTest(damage.__name__):
                out = self.tasks(self.folder / f"broken{number}")
                expected = damage(out)
                run = subprocess.run([self.program, "finish", str(out)], capture_output=True, text=True)
                self.assertEqual(run.returncode, 2, run.stderr)
                self.assertRegex(run.stderr, expected)
                self.assertFalse((out / "manifest.json").exists())

    def test_frames_are_split_inside(self) -> None:
        path = self.folder / "large.pgn.zst"
        path.write_bytes(frames((self.archives / "crlf.pgn").read_bytes() * 3, 100_000))
        ranges = audit960.splits(path, "20K")
        self.assertGreater(len(ranges), 3)
        read = audit960.read(path, options=audit960.Options(split_bytes="20K")).read_all()
        one = audit960.audit(path, self.folder / "frames")
        self.assertEqual(rows(read), rows(one.read("games")))

    def test_a_dataset_knows_its_tables(self) -> None:
        self.assertIn("start_positions", self.dataset.tables)
        self.assertEqual(self.dataset.read("start_positions").num_rows, 960)
        self.assertEqual(self.dataset.scan("castling").collect().height, 42)
        with self.assertRaises(KeyError):
            self.dataset.files("mice")
        with self.assertRaises(audit960.ReadError):
            audit960.audit(self.archives, self.dataset.folder)


def commands() -> str:
    return subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout


def children() -> set[str]:
    listed = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", str(os.getpid())], capture_output=True, text=True)
    return {line for line in listed.stdout.splitlines() if " rows " in line and "defunct" not in line}


def wait_for(condition) -> bool:
    for _ in range(200):
        if condition():
            return True
        time.sleep(0.05)
    return False


if __name__ == "__main__":
    unittest.main()
