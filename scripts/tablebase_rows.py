#!/usr/bin/env python3
"""Compares the values of claims in a dataset with those that python-chess gives.

    tablebase_rows.py PROGRAM DATASET TABLES

The dataset must come from `audit --with-moves --tablebase TABLES`. For each row of `incidents` and `repetitions` the game
is replayed by python-chess. The four positions follow the definitions of the columns: after the last capture or pawn move
before the first claim, at the first claim, at the last claim, after the last half-move. Positions that python-chess's
prober cannot answer must be unknown, the others have its WDL and, by its DTZ, the value under the clock (see
tablebase_oracle.py). At a sum of exactly 100 python-chess leaves two values, of which one must be given.

The move of a run that changed the value is looked for in the same way; where python-chess leaves two values on the way, it
is not compared.

Prints how many rows, values and changes were compared, and exits with 1 if any differs. Needs python-chess (PyPI package `chess`).
"""

import collections
import json
import subprocess
import sys

import chess
import chess.syzygy

NAMES = {-2: "loss", -1: "blessed-loss", 0: "draw", 1: "cursed-win", 2: "win"}
ORTHODOX = chess.STARTING_FEN


def query(program, dataset, sql):
    command = [program, "query", dataset, sql, "--format", "json"]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def boards(fen, moves):
    """The boards before each half-move, and after the last."""
    board = chess.Board(fen or ORTHODOX, chess960=True)
    found = [board.copy(stack=False)]
    for move in (moves or "").split():
        board.push(chess.Move.from_uci(move))
        found.append(board.copy(stack=False))
    return found


def claim(board):
    """Whether the side to move can claim under the plain limit of fifty moves."""
    if board.halfmove_clock >= 100:
        return any(board.legal_moves)
    return board.halfmove_clock == 99 and any(not board.is_zeroing(move) for move in board.legal_moves)


def places(row, all_boards, is_run):
    """Indices of the boards at the start, the first and last claim, and the end."""
    first = row["first_claim_ply"] - 1
    if is_run:
        start, last = row["reset_ply"], first
        at = first
        while at < len(all_boards) and (at == first or all_boards[at].halfmove_clock > 0):
            if claim(all_boards[at]):
                last = at
            at += 1
    else:
        start = max(first - all_boards[first].halfmove_clock, 0)
        last = max(row[name] or 0 for name in ("white_last_ply", "black_last_ply")) - 1
    found = {"start": start, "first_claim": first, "last_claim": last, "end": len(all_boards) - 1}
    return found, at - 1 if is_run else last


def allowed(board, tables):
    """The values that python-chess allows, and its WDL; `unknown` where it has none."""
    if board.is_checkmate() or board.is_stalemate() or board.is_insufficient_material():
        return {"loss" if board.is_checkmate() else "draw"}, None
    if board.castling_rights or chess.popcount(board.occupied) > 4:
        return {"unknown"}, None
    wdl, dtz = tables.probe_wdl(board), tables.probe_dtz(board)
    late = NAMES[{2: 1, -2: -1}.get(wdl, wdl)]
    total = abs(dtz) + board.halfmove_clock
    if abs(wdl) < 2 or board.halfmove_clock == 0 or total < 100:
        return {NAMES[wdl]}, wdl
    return ({late, NAMES[wdl]} if total == 100 else {late}), wdl


REVERSED = {"win": "loss", "cursed-win": "blessed-loss", "draw": "draw", "blessed-loss": "cursed-win", "loss": "win"}


ORDER = ["win", "cursed-win", "draw", "blessed-loss", "loss"]


def change(all_boards, start, last, tables):
    """Half-move, SAN and both values of the first change for the worse; `False` where values are in doubt."""
    before = None
    for at in range(start, last + 1):
        values, _ = allowed(all_boards[at], tables)
        if len(values) > 1:
            return False
        (value,) = values
        if value == "unknown":
            return None
        if before is not None and ORDER.index(REVERSED[value]) > ORDER.index(before):
            board, after = all_boards[at - 1], all_boards[at]
            san = next(board.san(move) for move in board.legal_moves if leads_to(board, move, after))
            return at, san, before, REVERSED[value]
        before = value
    return None


def compare_change(row, all_boards, start, last, tables, changes):
    """Whether a row names another change than python-chess finds."""
    names = ("value_change_ply", "value_change_san", "value_before_change", "value_after_change")
    told = tuple(row[name] for name in names)
    expected = change(all_boards, start, last, tables)
    changes["doubtful" if expected is False else "named" if expected else "none"] += 1
    if expected is False or told == (expected or (None,) * 4):
        return False
    print(f"incidents {row['source']} {row['game']} change: {told}, not {expected}")
    return True


def leads_to(board, move, after):
    board = board.copy(stack=False)
    board.push(move)
    return board.board_fen() == after.board_fen()


def main():
    program, dataset, folder = sys.argv[1:4]
    counts, wrong, compared = collections.Counter(), 0, 0
    changes = collections.Counter()
    with chess.syzygy.open_tablebase(folder) as tables:
        for table in ("incidents", "repetitions"):
            own = "t.start_fen AS first_fen, t.moves AS played" if table == "incidents" else "g.fen AS first_fen, g.moves AS played"
            rows = query(program, dataset, f"SELECT t.*, {own} FROM {table} t JOIN games g ON t.game_id = g.game_id")
            for row in rows:
                compared += 1
                all_boards = boards(row["first_fen"], row["played"])
                found_at, last = places(row, all_boards, table == "incidents")
                if table == "incidents":
                    wrong += compare_change(row, all_boards, found_at["start"], last, tables, changes)
                for place, at in found_at.items():
                    values, wdl = allowed(all_boards[at], tables)
                    found = row[f"value_{place}"]
                    counts[found] += 1
                    if found not in values or (wdl is not None and row[f"wdl_{place}"] != wdl):
                        wrong += 1
                        print(f"{table} {row['source']} {row['game']} {place}: {found}, not {values}: {all_boards[at].fen()}")
            print(f"{table}: {len(rows)} rows")
    print(f"{compared} rows, {sum(counts.values())} values, {wrong} differ: {dict(counts)}; changes: {dict(changes)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
