"""The extension of DuckDB against the tables that the program writes. Run by scripts/test_duckdb.sh, which builds it."""

import os
import tempfile
import unittest
from pathlib import Path

import audit960
import duckdb
from archives import ROOT, folder_of_archives

EXTENSION = os.environ["AUDIT960_DUCKDB"]
CLASSICS = ROOT / "data/archive/fifty-move-classics.pgn"


class Extension(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name)
        cls.archives = folder_of_archives(cls.folder / "archives")
        cls.dataset = audit960.audit(cls.archives, cls.folder / "audit", with_moves=True)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.temporary.cleanup()

    def setUp(self) -> None:
        self.duck = duckdb.connect(config={"allow_unsigned_extensions": "true"})
        self.duck.load_extension(EXTENSION)

    def rows(self, query: str) -> list[tuple]:
        return self.duck.sql(query).fetchall()

    def test_rows_are_those_of_an_audit(self) -> None:
        for table in ("games", "incidents", "repetitions", "diagnostics"):
            # What no range of an input can know, and findings about a whole input.
            some = "* EXCLUDE (game, line)" if table in ("games", "diagnostics") else "* EXCLUDE (game)"
            known = "WHERE code <> 'S010'" if table == "diagnostics" else ""
            read = f"read_pgn('{self.archives}', table_name := '{table}', with_moves := true)"
            expected = f"read_parquet({self.dataset.files(table)!r})"
            with self.subTest(table):
                described = [self.rows(f"DESCRIBE SELECT * FROM {source}") for source in (read, expected)]
                names = [[(column[0], column[1]) for column in columns] for columns in described]
                self.assertEqual(names[0], names[1])
                found = self.rows(f"SELECT {some} FROM {read} ORDER BY ALL")
                self.assertGreater(len(found), 0)
                wanted = self.rows(f"SELECT {some} FROM {expected} {known} ORDER BY ALL")
                self.assertEqual(found, wanted)
                # Many ranges, on all threads.
                read = read.replace(")", ", split_bytes := '20K')")
                self.assertEqual(self.rows(f"SELECT {some} FROM {read} ORDER BY ALL"), wanted)

    def test_columns_on_request_are_those_of_an_audit(self) -> None:
        options = (("players", "white_player_key"), ("quality", "white_accuracy"))
        for option, column in options:
            dataset = audit960.audit(self.archives, self.folder / option, **{option: True})
            read = f"read_pgn('{self.archives}', {option} := true)"
            expected = f"read_parquet({dataset.files('games')!r})"
            with self.subTest(option):
                described = [self.rows(f"DESCRIBE SELECT * FROM {source}") for source in (read, expected)]
                names = [[row[0] for row in columns] for columns in described]
                self.assertIn(column, names[0])
                self.assertEqual(names[0], names[1])
                some = "* EXCLUDE (game, line)"
                found = self.rows(f"SELECT {some} FROM {read} ORDER BY ALL")
                self.assertEqual(found, self.rows(f"SELECT {some} FROM {expected} ORDER BY ALL"))
        keys = self.rows(f"SELECT count(white_player_key) FROM read_pgn('{self.archives}', players := true)")
        self.assertGreater(keys[0][0], 0)
        self.assertNotIn("white_player_key", [row[0] for row in self.rows(f"DESCRIBE SELECT * FROM read_pgn('{CLASSICS}')")])

    def test_columns_that_a_query_uses_are_all_that_is_made(self) -> None:
        read = f"read_pgn('{CLASSICS}')"
        self.assertEqual(self.rows(f"SELECT count(*) FROM {read}"), [(20,)])
        plan = self.rows(f"EXPLAIN SELECT black, white FROM {read}")[0][1]
        self.assertNotIn("max_clock", plan)
        names = self.rows(f"SELECT black, white FROM {read} WHERE max_clock >= 150 ORDER BY white LIMIT 1")
        known = audit960.read(CLASSICS, columns=["white", "black", "max_clock"]).to_arrow().to_pylist()
        late = [(game["black"], game["white"]) for game in known if game["max_clock"] >= 150]
        self.assertEqual(names, sorted(late, key=lambda pair: pair[1])[:1])
        twice = self.rows(f"SELECT count(*) FROM {read} a JOIN {read} b USING (game_id)")
        self.assertEqual(twice, [(20,)])

    def test_a_condition_leaves_out_games_and_what_is_about_them(self) -> None:
        condition = "max_clock >= 100 AND result = '1/2-1/2'"
        games = f"read_parquet({self.dataset.files('games')!r})"
        for table in ("games", "incidents", "repetitions", "diagnostics"):
            some = "* EXCLUDE (game, line)" if table in ("games", "diagnostics") else "* EXCLUDE (game)"
            read = f"read_pgn('{self.archives}', table_name := '{table}', with_moves := true, condition := $${condition}$$)"
            rows = f"read_parquet({self.dataset.files(table)!r})"
            chosen = f"(source, game) IN (SELECT (source, game) FROM {games} WHERE {condition})"
            with self.subTest(table):
                found = self.rows(f"SELECT {some} FROM {read} ORDER BY ALL")
                self.assertEqual(found, self.rows(f"SELECT {some} FROM {rows} WHERE {chosen} ORDER BY ALL"))
                if table != "repetitions":
                    self.assertGreater(len(found), 0)
        # Columns that a condition asks for need not be asked for.
        read = f"read_pgn('{CLASSICS}', condition := 'white_player_key IS NOT NULL')"
        self.assertEqual(self.rows(f"SELECT count(*) FROM {read}"), [(20,)])

    def test_inputs_are_named_as_in_duckdb(self) -> None:
        folder = ROOT / "data/archive"
        files = sorted(folder.glob("*-style.pgn"))
        counted = "SELECT source, count(*) FROM read_pgn({}) GROUP BY ALL ORDER BY ALL"
        one = self.rows(counted.format(f"'{folder}/*-style.pgn'"))
        self.assertEqual([Path(source).name for source, _ in one], [path.name for path in files])
        self.assertEqual(one, self.rows(counted.format(repr([str(path) for path in files]))))
        tables = ROOT / "data/records/tables"
        table = self.rows(f"SELECT white, black, plies FROM read_pgn('{tables}/pyarrow.parquet') ORDER BY ALL")
        self.assertEqual(table, self.rows(f"SELECT white, black, plies FROM read_pgn('{tables}/games.pgn') ORDER BY ALL"))

    def test_positions_are_asked_for_or_not(self) -> None:
        plies = "SELECT max(len(string_split(opening_moves, ' '))) FROM read_pgn('{}', positions := {})"
        for positions, longest in (("true", 25), ("24", 25), ("3", 4), ("false", None), ("NULL", None)):
            self.assertEqual(self.rows(plies.format(CLASSICS, positions)), [(longest,)])
        read = f"read_pgn('{CLASSICS}', condition := 'endings IS NOT NULL')"
        self.assertGreater(self.rows(f"SELECT count(*) FROM {read}")[0][0], 0)

    def test_what_is_wrong_is_said(self) -> None:
        for call, reason in (
            ("'/no/such.pgn'", "no/such.pgn"),
            ("'/no/*.pgn'", "no file fits"),
            (f"'{CLASSICS}', table_name := 'none'", "none"),
            (f"'{CLASSICS}', table_name := 'castling'", "castling"),
            (f"'{CLASSICS}', condition := 'colour = 1'", "colour"),
            (f"'{CLASSICS}', condition := 'game = 1'", "game"),
            (f"'{CLASSICS}', table_name := 'gaps', condition := 'plies > 1'", "gaps"),
            ("NULL", "NULL names no file"),
            (f"['{CLASSICS}', NULL]", "NULL names no file"),
            (f"'{CLASSICS}', positions := 0", "positions: 0"),
            (f"'{CLASSICS}', positions := 1001", "positions: 1001"),
        ):
            with self.subTest(call), self.assertRaisesRegex(duckdb.Error, reason):
                self.rows(f"SELECT * FROM read_pgn({call})")
        # The connection goes on, and a query that stops early leaves nothing behind.
        self.assertEqual(len(self.rows(f"SELECT white FROM read_pgn('{self.archives}') LIMIT 3")), 3)
        self.assertEqual(self.rows(f"SELECT count(*) FROM read_pgn('{CLASSICS}')"), [(20,)])


if __name__ == "__main__":
    unittest.main()
