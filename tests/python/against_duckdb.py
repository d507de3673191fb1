"""Conditions (--where) and SQL (query) against DuckDB, which reads the same rows.

Run by scripts/test_python.sh. AUDIT960_SEED chooses other conditions than those of every day.
"""

import json
import os
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

import duckdb
import pyarrow as pa
from archives import ROOT, program

CONDITIONS = 250

NUMBERS = ["plies", "white_elo", "black_elo", "year", "increment_seconds", "white_start", "max_clock", "final_clock"]
TEXTS = ["white", "black", "event", "site", "eco", "opening"]
LABELS = ["result", "start_kind", "verdict", "termination", "population", "venue"]
TRUTHS = ["half_point_uncertain"]
DAYS = ["date_from", "date_to"]

# Queries whose answers are compared as they are, those without an order as sets.
QUERIES = """
SELECT COUNT(*) AS n, COUNT(white_elo) AS rated, COUNT(DISTINCT white) AS players FROM games
SELECT result, COUNT(*) AS n FROM games GROUP BY result ORDER BY n DESC, result
SELECT year, AVG(plies) AS mean FROM games GROUP BY year ORDER BY year NULLS LAST
SELECT MIN(plies) AS least, MAX(plies) AS most, SUM(plies) AS total FROM games
SELECT white, black FROM games WHERE white LIKE 'A%' ORDER BY white, black, game_id LIMIT 7
SELECT white, black FROM games WHERE white ILIKE 'a%' OR black NOT LIKE '%a%'
SELECT COUNT(*) AS n FROM games WHERE white_elo IS NULL
SELECT COUNT(*) AS n FROM games WHERE white_elo IS NOT NULL AND NOT (white_elo > 2500)
SELECT COUNT(*) AS n FROM games WHERE NOT (white_elo > 2500 OR black_elo > 2500)
SELECT COUNT(*) AS n FROM games WHERE white_elo NOT IN (2500, 2600)
SELECT COUNT(*) AS n FROM games WHERE white_elo NOT BETWEEN 2000 AND 2600
SELECT CASE WHEN plies > 80 THEN 'long' WHEN plies > 40 THEN 'middle' ELSE 'short' END AS size, COUNT(*) AS n FROM games GROUP BY size ORDER BY size
SELECT COALESCE(white_elo, 0) + COALESCE(black_elo, 0) AS total FROM games ORDER BY total DESC LIMIT 9
SELECT plies / 2.0 AS moves FROM games ORDER BY moves DESC LIMIT 5
SELECT plies * 2 - 1 AS n FROM games ORDER BY n LIMIT 5
SELECT UPPER(white) AS w, LOWER(black) AS b, LENGTH(event) AS n FROM games ORDER BY game_id LIMIT 20
SELECT DISTINCT result, verdict FROM games ORDER BY result, verdict
SELECT venue, result, COUNT(*) AS n FROM games GROUP BY venue, result HAVING COUNT(*) > 2 ORDER BY venue, result
SELECT g.white, i.peak_clock FROM games AS g JOIN incidents AS i ON g.game_id = i.game_id ORDER BY i.peak_clock DESC, g.white LIMIT 10
SELECT COUNT(*) AS n FROM games AS g LEFT JOIN incidents AS i ON g.game_id = i.game_id
SELECT COUNT(*) AS n FROM games AS g LEFT JOIN incidents AS i ON g.game_id = i.game_id WHERE i.game_id IS NULL
SELECT COUNT(*) AS n FROM games WHERE game_id IN (SELECT game_id FROM incidents)
SELECT COUNT(*) AS n FROM games WHERE plies > (SELECT AVG(plies) FROM games)
WITH long AS (SELECT * FROM games WHERE plies > 100) SELECT result, COUNT(*) AS n FROM long GROUP BY result ORDER BY result
SELECT result, n FROM (SELECT result, COUNT(*) AS n FROM games GROUP BY result) AS t WHERE n > 3 ORDER BY result
SELECT white AS player FROM games UNION SELECT black AS player FROM games ORDER BY player NULLS LAST LIMIT 30
SELECT white AS player FROM games UNION ALL SELECT black AS player FROM games
SELECT date_from, COUNT(*) AS n FROM games GROUP BY date_from ORDER BY date_from NULLS LAST
SELECT COUNT(*) AS n FROM games WHERE date_from >= DATE '2010-01-01'
SELECT COUNT(*) AS n FROM games WHERE date_from BETWEEN DATE '2000-01-01' AND DATE '2015-12-31'
SELECT date_from FROM games WHERE date_from IS NOT NULL ORDER BY date_from DESC LIMIT 3
SELECT start, games, score FROM start_positions WHERE games > 0 ORDER BY games DESC, start LIMIT 10
SELECT SUM(games) AS n FROM start_positions
SELECT arrangement FROM start_positions WHERE start = 518
SELECT code, severity, COUNT(*) AS n FROM diagnostics GROUP BY code, severity ORDER BY code
SELECT COUNT(*) AS n FROM diagnostics WHERE message LIKE '%move%'
SELECT SUM(byte_length) AS n FROM gaps
SELECT kind, COUNT(*) AS n FROM gaps GROUP BY kind ORDER BY kind
SELECT ABS(white_elo - black_elo) AS d FROM games WHERE white_elo IS NOT NULL AND black_elo IS NOT NULL ORDER BY d DESC LIMIT 5
SELECT ROUND(AVG(plies), 2) AS mean FROM games
SELECT FLOOR(plies / 10.0) AS tens, COUNT(*) AS n FROM games GROUP BY tens ORDER BY tens
SELECT SUBSTR(event, 1, 5) AS e, COUNT(*) AS n FROM games GROUP BY e ORDER BY e NULLS LAST
SELECT CONCAT(white, ' - ', black) AS pair FROM games WHERE white IS NOT NULL AND black IS NOT NULL ORDER BY pair LIMIT 10
SELECT white || '/' || black AS pair FROM games ORDER BY pair NULLS LAST LIMIT 10
SELECT COUNT(*) AS n FROM games WHERE STARTS_WITH(white, 'K')
SELECT REPLACE(result, '1/2', '=') AS r, COUNT(*) AS n FROM games GROUP BY r ORDER BY r
SELECT MAX(white_elo) AS m, MIN(white) AS first FROM games
SELECT COUNT(*) AS n FROM games WHERE result = '1-0' AND (plies < 40 OR white_elo > 2600)
SELECT COUNT(*) AS n FROM games WHERE NULLIF(result, '*') IS NULL
SELECT GREATEST(white_elo, black_elo) AS g FROM games WHERE white_elo IS NOT NULL AND black_elo IS NOT NULL ORDER BY g DESC LIMIT 3
SELECT plies, white FROM games ORDER BY plies DESC, white LIMIT 5 OFFSET 5
SELECT COUNT(*) AS n FROM repetitions
SELECT g.result, COUNT(*) AS n FROM games AS g INNER JOIN repetitions AS r ON g.game_id = r.game_id GROUP BY g.result ORDER BY g.result
SELECT a.start, b.start AS other FROM start_positions AS a JOIN start_positions AS b ON a.mirror = b.start WHERE a.games > 0 ORDER BY a.start LIMIT 5
SELECT MIN(peak_clock) AS least, MAX(peak_clock) AS most FROM incidents WHERE outcome IS NOT NULL
SELECT CAST(plies AS DOUBLE) / 3 AS third FROM games ORDER BY third LIMIT 3
SELECT COUNT(*) AS n FROM games WHERE white = black
SELECT COUNT(*) AS n FROM games WHERE white <> black
SELECT verdict, MIN(plies) AS a, MAX(plies) AS b FROM games GROUP BY verdict ORDER BY verdict
SELECT SUM(CASE WHEN result = '1-0' THEN 1 ELSE 0 END) AS wins, SUM(CASE WHEN result = '0-1' THEN 1 ELSE 0 END) AS losses FROM games
""".strip().splitlines()


# Those that are refused.
REFUSED = ["SELECT COUNT(*) AS n FROM games WHERE plies > (SELECT AVG(plies) FROM games)"]


class AgainstDuckDB(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.temporary = tempfile.TemporaryDirectory()
        folder = Path(cls.temporary.name)
        names = sorted((ROOT / "data/archive").glob("*.pgn")) + [ROOT / "data/traps/other-variants.pgn"]
        cls.archive = folder / "all.pgn"
        cls.archive.write_bytes(b"\n\n".join(name.read_bytes() for name in names))
        cls.dataset = folder / "audit"
        cls.run_program("audit", cls.archive, "--out", cls.dataset, "--quiet", "--exit-zero")
        cls.tables = duckdb.connect()
        for path in sorted(cls.dataset.iterdir()):
            name = path.name.removesuffix(".parquet")
            if path.is_dir() or path.suffix == ".parquet":
                files = path / "*.parquet" if path.is_dir() else path
                cls.tables.execute(f"CREATE VIEW {name} AS SELECT * FROM read_parquet('{files}')")

    @classmethod
    def tearDownClass(cls) -> None:
        cls.temporary.cleanup()

    @staticmethod
    def run_program(*arguments: object) -> bytes:
        done = subprocess.run([program(), *map(str, arguments)], capture_output=True, check=False)
        if done.returncode not in (0, 1):
            raise AssertionError(f"{arguments}: {done.stderr.decode()}")
        return done.stdout

    def column(self, name: str) -> list:
        """Some of the values of a column that occur."""
        sql = f"SELECT DISTINCT {name} FROM games WHERE {name} IS NOT NULL ORDER BY {name} LIMIT 40"
        return [value for (value,) in self.tables.execute(sql).fetchall()]

    def atom(self, chance: random.Random) -> str:
        """A condition on one column."""
        kind = chance.choice(["number", "number", "text", "label", "truth", "day", "null", "sum", "length", "like"])
        quoted = lambda text: "'" + str(text).replace("'", "''") + "'"  # noqa: E731
        compare = chance.choice(["=", "<>", "<", "<=", ">", ">="])
        if kind == "number":
            name = chance.choice(NUMBERS)
            values = [chance.choice(self.values[name] or [7]) + chance.choice([-1, 0, 0, 1]) for _ in range(3)]
            negated = chance.choice(["", "NOT "])
            return chance.choice([
                f"{name} {compare} {values[0]}",
                f"{name} {negated}IN ({', '.join(map(str, values))})",
                f"{name} {negated}BETWEEN {min(values)} AND {max(values)}",
                f"COALESCE({name}, {values[0]}) {compare} {values[1]}",
            ])
        if kind == "sum":
            one, other = chance.sample(NUMBERS, 2)
            return f"ABS({one} {chance.choice('+-*')} {other}) {compare} {chance.randrange(3000)}"
        if kind == "length":
            return f"LENGTH({chance.choice(TEXTS)}) {compare} {chance.randrange(30)}"
        if kind == "text":
            name = chance.choice(TEXTS)
            value = quoted(chance.choice(self.values[name] or ["x"]))
            function = chance.choice(["", "", "LOWER", "UPPER"])
            return f"{function}({name}) {compare} {function}({value})" if function else f"{name} {compare} {value}"
        if kind == "like":
            name = chance.choice(TEXTS)
            text = str(chance.choice(self.values[name] or ["x"]))
            at = chance.randrange(len(text) + 1)
            pattern = quoted(chance.choice([text[:at] + "%", "%" + text[at:], "_" + text[1:], "%" + text[at : at + 2] + "%"]))
            return f"{name} {chance.choice(['', 'NOT '])}{chance.choice(['LIKE', 'ILIKE'])} {pattern}"
        if kind == "label":
            name = chance.choice(LABELS)
            return f"{name} {chance.choice(['=', '<>'])} {quoted(chance.choice(self.values[name] or ['unknown']))}"
        if kind == "truth":
            return f"{chance.choice(['', 'NOT '])}{chance.choice(TRUTHS)}"
        if kind == "day":
            name = chance.choice(DAYS)
            return f"{name} {compare} DATE '{chance.choice(self.values[name])}'"
        return f"{chance.choice(NUMBERS + TEXTS + LABELS + TRUTHS + DAYS)} IS {chance.choice(['', 'NOT '])}NULL"

    def condition(self, chance: random.Random, depth: int) -> str:
        if depth == 0 or chance.random() < 0.2:
            return self.atom(chance)
        one, other = self.condition(chance, depth - 1), self.condition(chance, depth - 1)
        return chance.choice([f"({one} AND {other})", f"({one} OR {other})", f"NOT ({one})"])

    def test_conditions_select_the_games_that_sql_does(self) -> None:
        seed = os.environ.get("AUDIT960_SEED", "960")
        chance = random.Random(seed)
        self.values = {name: self.column(name) for name in NUMBERS + TEXTS + LABELS + DAYS}
        known = "start_kind <> 'unknown' AND verdict <> 'foreign' AND illegal_kept = 0 AND plies > 0"
        chosen = 0
        for number in range(CONDITIONS):
            condition = self.condition(chance, 3)
            said = f"seed {seed}, condition {number}: {condition}"
            sql = f"SELECT game_id FROM games WHERE ({condition})"
            wanted = sorted(game for (game,) in self.tables.execute(sql).fetchall())
            chosen += 0 < len(wanted) < 100
            # An archive, as it is read; what tags decide is decided before the replay.
            stream = self.run_program("rows", self.archive, "--where", condition, "--columns", "game_id")
            found = pa.ipc.open_stream(stream).read_all()["game_id"].to_pylist()
            self.assertEqual(sorted(found), wanted, said)
            # A dataset, whose row groups are pruned.
            wanted = sorted(game for (game,) in self.tables.execute(f"{sql} AND {known}").fetchall())
            answer = self.run_program(
                "starts", self.dataset, "--by", "game_id,start_kind", "--where", condition, "--format", "json"
            )
            rows = json.loads(answer)
            self.assertEqual(sorted(row["game_id"] for row in rows), wanted, said)
        self.assertGreater(chosen, CONDITIONS // 4)

    def test_queries_are_answered_as_sql_says(self) -> None:
        refused = []
        for query in QUERIES:
            asked = [program(), "query", str(self.dataset), query, "--format", "json"]
            done = subprocess.run(asked, capture_output=True, check=False)
            # What the engine cannot do is said; no answer is another one than DuckDB's.
            if done.returncode == 2:
                refused.append(query)
                continue
            ours = json.loads(done.stdout)
            found = self.tables.execute(query)
            names = [column[0] for column in found.description]
            theirs = [dict(zip(names, row)) for row in found.fetchall()]
            one, other = ([self.comparable(row) for row in rows] for rows in (ours, theirs))
            if "ORDER BY" not in query:
                one, other = sorted(one, key=repr), sorted(other, key=repr)
            self.assertEqual(one, other, query)
        self.assertEqual(refused, REFUSED)

    @staticmethod
    def comparable(row: dict) -> list:
        def value(cell: object) -> object:
            if cell is None or isinstance(cell, (bool, str)):
                return cell
            if hasattr(cell, "isoformat"):
                return cell.isoformat()
            return round(float(cell), 9)

        return [(name, value(cell)) for name, cell in sorted(row.items())]


if __name__ == "__main__":
    unittest.main()
