"""Answers of the package as frames, against the same answers as the program prints them; and the examples in its docstrings.

Run by scripts/test_python.sh from the root of the project.
"""

import csv
import datetime
import doctest
import io
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import audit960
import audit960._answers
import audit960._dataset
import audit960._read
import duckdb
import polars as pl
from archives import ROOT, program

CLASSICS = ROOT / "data/archive/fifty-move-classics.pgn"
MAINZ = ROOT / "data/archive/mainz-2009.pgn"


def load_tests(_loader: unittest.TestLoader, tests: unittest.TestSuite, _pattern: object) -> unittest.TestSuite:
    os.chdir(ROOT)
    for module in (audit960._answers, audit960._dataset, audit960._read):
        tests.addTests(doctest.DocTestSuite(module))
    return tests


def printed(*arguments: str) -> list[dict[str, str]]:
    """The rows of an answer as the program prints them, as CSV."""
    done = subprocess.run([program(), *arguments, "--format", "csv"], check=True, capture_output=True, text=True)
    return list(csv.DictReader(io.StringIO(done.stdout)))


def same(found: object, cell: str) -> bool:
    """Whether a value is what a cell of CSV says."""
    if found is None:
        return cell == ""
    if isinstance(found, bool):
        return cell == str(found).lower()
    if isinstance(found, (int, float)):
        return float(cell) == float(found)
    if isinstance(found, list):
        return json.loads(cell) == found
    if isinstance(found, datetime.date):
        return cell == found.isoformat()
    return cell == str(found)


class Answers(unittest.TestCase):
    def test_answers_are_those_of_the_program(self) -> None:
        questions: list[tuple[audit960.Answer, list[str]]] = [
            (audit960.draws(CLASSICS, each=True), ["draws", "--each"]),
            (audit960.draws(CLASSICS, rule="fifty", missed=True), ["draws", "--rule=fifty", "--missed"]),
            (audit960.starts(MAINZ, min_games=1, sort="start"), ["starts", "--sort=start"]),
            (audit960.starts(MAINZ, by="source"), ["starts", "--by=source"]),
            (audit960.explore(CLASSICS, start_kind="standard"), ["explore", "--start-kind=standard"]),
            (audit960.find(CLASSICS, material="KRvKRB", all=True), ["find", "--material=KRvKRB", "--all"]),
            (audit960.explore(CLASSICS, plies=4), ["explore", "--plies=4"]),
            (audit960.endings(CLASSICS, where="plies > 200"), ["endings", "--where=plies > 200"]),
        ]
        for answer, arguments in questions:
            path = MAINZ if arguments[0] == "starts" else CLASSICS
            expected = printed(*arguments, str(path))
            with self.subTest(arguments):
                self.assertGreater(len(expected), 0)
                self.assertEqual(answer.columns, list(expected[0]))
                self.assertEqual(len(answer), len(expected))
                for found, row in zip(answer, expected):
                    wrong = {name: (found[name], cell) for name, cell in row.items() if not same(found[name], cell)}
                    self.assertEqual(wrong, {})

    def test_frames_have_the_rows(self) -> None:
        answer = audit960.endings(CLASSICS)
        rows = list(answer)
        self.assertEqual(answer.to_arrow().to_pylist(), rows)
        self.assertEqual(answer.to_polars().to_dicts(), rows)
        self.assertEqual(answer.to_pandas()["games"].tolist(), [row["games"] for row in rows])
        self.assertEqual(pl.DataFrame(answer).to_dicts(), rows)
        total = duckdb.sql("SELECT SUM(games) FROM answer").fetchall()
        self.assertEqual(total, [(sum(row["games"] for row in rows),)])

    def test_an_answer_without_rows_has_its_columns(self) -> None:
        nothing = audit960.find(MAINZ, material="KBNvK")
        self.assertEqual(len(nothing), 0)
        self.assertEqual(nothing.columns, audit960.find(MAINZ, material="KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP").columns)
        self.assertEqual(nothing.to_polars().columns, nothing.columns)

    def test_columns_without_a_value_have_types(self) -> None:
        nothing = audit960.find(MAINZ, material="KBNvK").to_arrow().schema
        some = audit960.find(MAINZ, material="KvK").to_arrow().schema
        self.assertEqual(nothing, some)
        self.assertEqual([str(some.field(name).type) for name in ("game", "fen", "stay")], ["int64", "string", "int64"])
        # No game of this archive has a rating.
        moves = audit960.explore(ROOT / "data/archive/cutechess-style.pgn", start=14)
        ratings = moves.to_arrow()["mean_white_elo"]
        self.assertEqual((str(ratings.type), ratings.null_count), ("double", len(moves)))
        self.assertEqual(moves.to_polars().schema["last_date"], pl.Date)

    def test_archives_and_datasets_answer_alike(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            dataset = audit960.audit(CLASSICS, Path(folder) / "audit", with_moves=True)
            for ask in (audit960.endings, audit960.explore):
                self.assertEqual(list(ask(CLASSICS))[0]["games"], list(ask(dataset.folder))[0]["games"])
            self.assertEqual(dataset.to_polars().height, 20)
            self.assertEqual(dataset.to_arrow("incidents").num_rows, dataset.to_pandas("incidents").shape[0])
            rows = audit960.read(CLASSICS, columns=["white", "plies"])
            self.assertEqual(rows.to_polars().to_dicts(), rows.to_arrow().to_pylist())
            self.assertEqual(rows.to_pandas()["plies"].tolist(), dataset.to_polars()["plies"].to_list())

    def test_inputs_and_numbers_of_any_kind(self) -> None:
        whole = audit960.read(MAINZ, columns=["white"]).to_arrow()
        for inputs in (iter([MAINZ]), (path for path in [Path(MAINZ)]), [Path(MAINZ)]):
            self.assertEqual(audit960.read(inputs, columns=["white"]).to_arrow(), whole)
        self.assertEqual(audit960.scan(iter([MAINZ])).select("white").collect().height, whole.num_rows)
        for ask in (audit960.read, audit960.scan, audit960.find):
            with self.assertRaisesRegex(ValueError, "no input is named"):
                ask([])
        start = pl.Series([902]).to_numpy()[0]
        self.assertEqual(list(audit960.explore(MAINZ, start=start)), list(audit960.explore(MAINZ, start=902)))
        by_material = audit960.draws(CLASSICS, rule="fifty", by_material=True)
        self.assertEqual(by_material.columns[0], "material")
        self.assertIsInstance(audit960.draws(CLASSICS).rows[0]["date_from"], datetime.date)

    def test_games_are_the_same_from_every_door(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = "data/archive/mainz-2009.pgn"
            ids = audit960.audit(path, Path(folder) / "audit").to_arrow().column("game_id").to_pylist()
            self.assertEqual(audit960.read(path, columns=["game_id"]).to_arrow()["game_id"].to_pylist(), ids)
            self.assertEqual(audit960.scan(path).select("game_id").collect()["game_id"].to_list(), ids)

    def test_tables_without_rows(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            dataset = audit960.audit(MAINZ, Path(folder) / "audit")
            self.assertNotIn("positions", dataset.tables)
            self.assertEqual(dataset.to_arrow("positions").num_rows, 0)
            self.assertEqual(dataset.to_polars("positions").columns, dataset.to_arrow("positions").column_names)
            with self.assertRaises(KeyError):
                dataset.to_arrow("tree")

    def test_what_is_wrong_is_said(self) -> None:
        with self.assertRaisesRegex(audit960.ReadError, "KXvK"):
            audit960.find(MAINZ, material="KXvK")
        with self.assertRaisesRegex(audit960.ReadError, "none.pgn"):
            audit960.endings("none.pgn")


if __name__ == "__main__":
    unittest.main()
