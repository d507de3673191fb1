"""The functions that are named as commands: their parameters, filters, inputs, deprecated names and HTML.

Run by scripts/test_python.sh from the root of the project.
"""

import inspect
import re
import subprocess
import tempfile
import unittest
import warnings
from html.parser import HTMLParser
from pathlib import Path
from typing import Callable

import audit960
import pyarrow as pa
from archives import ROOT, program

ARCHIVE = ROOT / "data/archive"
DAMAGED = ROOT / "data/traps/ambiguous.pgn"
#: Options of the terminal: the form of the answer, and what is printed beside it.
OF_THE_TERMINAL = {"all_findings", "exit_zero", "format", "help", "out", "quiet", "raw_csv"}
#: What stands beside moves of PGN, or is the length of an answer; the language of sentences that answers do not have.
OF_A_COMMAND = {("explore", "depth"), ("find", "count"), ("draws", "lang")}
ARGUMENTS = {"path", "paths", "dataset", "out", "sql", "deprecated_arguments", "filters", "limits"}
FILTERED = ["draws", "starts", "explore", "find", "endings", "report", "export"]


def documented(*topic: str) -> set[str]:
    """The options that the help of the program lists, as names of parameters."""
    text = subprocess.run([program(), "help", *topic], capture_output=True, text=True, check=True).stdout
    return {name.replace("-", "_") for name in re.findall(r"^ +(?:-\w, )?--([a-z-]+)", text, re.MULTILINE)}


class Table(HTMLParser):
    """The cells of a table, row by row, and its caption."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.caption, self.inside = "", ""
        self.feed(html)

    def handle_starttag(self, tag: str, _attributes: object) -> None:
        assert tag in {"table", "caption", "thead", "tbody", "tr", "th", "td"}, tag
        self.inside = tag
        if tag == "tr":
            self.rows.append([])
        elif tag in {"th", "td"}:
            self.rows[-1].append("")

    def handle_data(self, text: str) -> None:
        if self.inside == "caption":
            self.caption += text
        else:
            self.rows[-1][-1] += text


class Commands(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name)
        cls.dataset = audit960.audit([ARCHIVE, DAMAGED], cls.folder / "audit", with_moves=True, players=True)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.temporary.cleanup()

    def test_parameters_are_the_options_of_the_commands(self) -> None:
        limits = set(audit960.Limits.__annotations__)
        self.assertEqual(limits, documented("limits") | {"threads"})
        filters = set(audit960.Filters.__annotations__)
        self.assertEqual(filters, documented("filters") | limits | {"no_verify"})
        for name in [*FILTERED, "audit", "check", "query", "explain"]:
            function = getattr(audit960, name)
            own = set(inspect.signature(function).parameters) - ARGUMENTS - ({"code"} if name == "explain" else set())
            without = OF_THE_TERMINAL | {option for command, option in OF_A_COMMAND if command == name}
            shared = filters if name in FILTERED else limits if name in ("audit", "check") else set()
            self.assertEqual(own, documented(name) - without - shared, name)
            for parameter in own - {"resume", "append"}:
                self.assertIn(f"``{parameter}``", function.__doc__, name)

    def test_filters_are_those_of_the_program(self) -> None:
        hits = self.folder / "hits.csv"
        with hits.open("w") as out:
            asked = [program(), "find", str(ARCHIVE), "--material=KRvKRB", "--format=csv"]
            subprocess.run(asked, stdout=out, check=True)
        values = {
            "where": "plies > 200", "since": "2009", "until": "1990", "min_elo": 2600, "max_elo": 2000, "min_plies": 150,
            "time_control": ["blitz", "rapid"], "event": "chess960", "player": ["karpov", "nakamura"], "source": "fics",
            "venue": "lichess", "no_engines": True, "rated": True, "found": hits,
        }
        self.assertEqual(set(values), documented("filters"))
        everything = sum(row["games"] for row in audit960.explore(ARCHIVE, plies=1))
        for name, value in values.items():
            every = value if isinstance(value, list) else [value]
            arguments = [f"--{name.replace('_', '-')}" + ("" if value is True else f"={one}") for one in every]
            asked = [program(), "explore", str(ARCHIVE), "--plies=1", "--format=csv", *arguments]
            lines = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.splitlines()
            found = audit960.explore(ARCHIVE, plies=1, **{name: value})
            with self.subTest(name):
                self.assertEqual(len(found), len(lines) - 1)
                self.assertLess(0, len(found))
                self.assertLess(sum(row["games"] for row in found), everything)
        with self.assertRaisesRegex(TypeError, "'sinze'"):
            audit960.starts(ARCHIVE, sinze=2020)

    def test_a_dataset_is_a_path(self) -> None:
        dataset, folder = self.dataset, self.dataset.folder
        questions: list[Callable] = [
            audit960.draws, audit960.starts, audit960.explore, audit960.endings,
            lambda path: audit960.find(path, material="KRvKRB"),
            lambda path: audit960.query(path, "SELECT white FROM games WHERE plies > 100"),
        ]
        for ask in questions:
            answer = ask(dataset)
            self.assertGreater(len(answer), 0)
            self.assertEqual(answer.rows, ask(folder).rows)
        games = dataset.read()
        self.assertEqual(audit960.read(dataset).to_arrow(), games)
        self.assertEqual(audit960.scan([dataset]).collect().height, games.num_rows)
        self.assertEqual(audit960.dask(dataset, columns=["white"]).compute()["white"].tolist(), games["white"].to_pylist())
        self.assertEqual(len(audit960.dask(dataset, "positions").compute()), 0)
        page = audit960.report(dataset, self.folder / "page.html", title="Sinquefield", lang="fr")
        self.assertIn("<h1>Sinquefield", page.read_text())
        out = self.folder / "damaged.pgn"
        audit960.export(dataset, out, raw=True, verdict=["damaged", "rejected"])
        # A game unchanged, and the line that ends it.
        self.assertEqual(out.read_bytes().strip(), DAMAGED.read_bytes().strip())
        with self.assertRaisesRegex(audit960.ReadError, "exists"):
            audit960.export(dataset, out)

    def test_findings_are_those_of_an_audit(self) -> None:
        found = audit960.check([ARCHIVE, DAMAGED]).to_arrow()
        expected = self.dataset.read("diagnostics").drop(["game_id"])
        order = [(name, "ascending") for name in ("source", "byte_offset", "code", "message")]
        self.assertGreater(found.num_rows, 10)
        self.assertEqual(found.sort_by(order).to_pylist(), expected.sort_by(order).to_pylist())
        nothing = audit960.check(ARCHIVE / "mainz-2009.pgn")
        self.assertEqual((len(nothing), nothing.to_arrow().schema), (0, found.schema))
        with self.assertRaisesRegex(audit960.ReadError, "no-such-code"):
            audit960.explain("no-such-code")

    def test_old_names_warn_and_answer(self) -> None:
        for old, new, options, now in [
            (audit960.positions, audit960.starts, {"sort": "start"}, {"sort": "start"}),
            (audit960.popular, audit960.explore, {"ply": 2, "top": 3}, {"plies": 2, "limit": 3}),
            (audit960.endings, audit960.endings, {"top": 2}, {"limit": 2}),
        ]:
            with self.assertWarnsRegex(DeprecationWarning, "use ") as caught:
                answer = old(ARCHIVE, **options)
            self.assertEqual(caught.filename, __file__)
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                self.assertEqual(answer.rows, new(ARCHIVE, **now).rows)

    def test_a_notebook_shows_tables(self) -> None:
        strange = "<script>a & b</script>"
        answer = audit960.Answer(pa.table({"n <": [3, None], "text": [strange, "x"], "score": [1 / 3, None]}), {})
        table = Table(answer._repr_html_())
        self.assertEqual(table.rows, [["n <", "text", "score"], ["3", strange, "0.3333"], ["", "x", ""]])
        self.assertEqual(table.caption, "2 rows")
        many = audit960.Answer(pa.table({"n": range(1000)}), {})
        self.assertEqual(Table(many._repr_html_()).caption, "1000 rows, the first 50 of them")
        self.assertEqual(len(Table(many._repr_html_()).rows), 51)
        counts = dict(map(tuple, Table(self.dataset._repr_html_()).rows[1:]))
        verdicts = self.dataset.read()["verdict"].to_pylist()
        self.assertEqual((counts["games"], counts["damaged"]), (str(len(verdicts)), str(verdicts.count("damaged"))))


if __name__ == "__main__":
    unittest.main()
