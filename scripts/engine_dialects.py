"""Games as engine matches write them: an engine's figures in a comment after each half-move.

Every function takes a played `Record` and a `Setting` and returns the text of one game with `\\n`
for line ends.
"""

import datetime

import chess

import pgn_layout
import venue_clocks
from venue_games import Record
from venue_player import between, pick
from venue_setting import Setting, sans, tag_lines, xfen


SECONDS = ("0.025", "0.083", "0.12", "0.14", "0.20", "0.27", "0.31", "0.66")


def _engine_end(record: Record, tcec: bool) -> tuple[str, str]:
    """The values of the tags Termination and TerminationDetails of an engine game."""
    if record.reason == "checkmate":
        return "", f"{record.winner} mates"
    if record.reason == "repetition":
        return "", "3-Fold repetition"
    if record.reason == "fifty":
        return "", "Fifty moves rule"
    if record.reason == "stalemate":
        return "", "Stalemate"
    if record.reason == "material":
        return "", "Draw by insufficient mating material"
    if record.reason == "time":
        return "time forfeit", f"{record.loser} loses on time"
    if not tcec:
        return "adjudication", ""
    return "adjudication", "TCEC win rule" if record.winner else "TCEC draw rule"


def _balance(board: chess.Board) -> str:
    """White minus Black in pawns, knights, bishops, rooks, queens: `+1-1+0+0+0`."""
    pieces = (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)
    return "".join(
        f"{len(board.pieces(piece, chess.WHITE)) - len(board.pieces(piece, chess.BLACK)):+}"
        for piece in pieces
    )


def tcec(record: Record, setting: Setting) -> str:
    """One half-move per line, each with the engine's figures in a comment."""
    rng = setting.rng
    termination, details = _engine_end(record, tcec=True)
    words = sans(record)
    begin = datetime.datetime.combine(setting.date, datetime.time(between(rng, 0, 22), 5, 33))
    length = datetime.timedelta(seconds=between(rng, 1500, 4200))
    tags = [
        ("Event", f"TCEC Season 99 - {setting.form} Invented League"),
        ("Site", "https://tcec-chess.com"),
        ("Date", setting.pgn_date),
        ("Round", setting.round),
        ("White", setting.white),
        ("Black", setting.black),
        ("Result", record.result),
        ("BlackElo", setting.black_elo),
        ("FEN", xfen(record)),
        ("GameDuration", f"0{length}"),
        ("GameEndTime", f"{(begin + length).isoformat()}.140 UTC"),
        ("GameStartTime", f"{begin.isoformat()}.759 UTC"),
        ("PlyCount", len(words)),
        ("SetUp", "1"),
        ("Termination", termination),
        ("TerminationDetails", details),
        ("TimeControl", f"{setting.base}+{setting.increment}"),
        ("Variant", "fischerandom"),
        ("WhiteElo", setting.white_elo),
    ]
    options = "Protocol=uci; Threads=101; Hash=98304; SyzygyPath=/nowhere/syzygy; Ponder=false"
    lines = [f"{{WhiteEngineOptions: {options};, BlackEngineOptions: {options};}}"]
    left = venue_clocks.remaining_tenths(rng, len(words), setting.base, setting.increment)
    board = record.start.copy()
    for ply, san in enumerate(words):
        board.push(record.moves[ply])
        comment = f"book, mb={_balance(board)},"
        if ply >= 4:
            # Every now and then a line far beyond 255 characters.
            line = words[ply : ply + (60 if ply % 29 == 7 else between(rng, 1, 4))]
            comment = _tcec_figures(setting, board, " ".join(line), record.scores[ply], left[ply])
        if ply + 1 == len(words) and not termination:
            comment += f" {details}"
        number = f"{ply // 2 + 1}. " if ply % 2 == 0 else ""
        lines.append(f"{number}{san} {{{comment}}}")
    return f"{tag_lines(tags)}\n\n" + "\n".join([*lines, record.result]) + "\n\n"


def _tcec_figures(setting: Setting, board: chess.Board, line: str, score: int, left: int) -> str:
    """The figures after a move; `left` is in tenths of a second."""
    move_ms = between(setting.rng, 800, 90_000)
    figures = venue_clocks.engine_figures(setting.rng, move_ms)
    return (
        f"d={figures['d']}, sd={figures['sd']}, mt={move_ms}, tl={left * 100}, s={figures['s']}, "
        f"n={figures['n']}, pv={line}, tb={figures['tb']}, wv={_engine_score(score)}, "
        f"R50={(101 - board.halfmove_clock) // 2}, mb={_balance(board)},"
    )


def _engine_score(score: int) -> str:
    return f"{max(-15_000, min(15_000, score)) / 100:.2f}"


def cutechess(record: Record, setting: Setting) -> str:
    """Score, depth and seconds in a comment after each half-move; wrapped at 80 columns."""
    rng = setting.rng
    termination, details = _engine_end(record, tcec=False)
    tags = [
        ("Event", "Invented engine match"),
        ("Site", "?"),
        ("Date", setting.pgn_date),
        ("Round", setting.round),
        ("White", setting.white),
        ("Black", setting.black),
        ("Result", record.result),
        ("FEN", xfen(record)),
        ("PlyCount", len(record.moves)),
        ("SetUp", "1"),
        ("Termination", termination),
        ("TimeControl", f"{setting.base}+0.05"),
        ("Variant", "fischerandom"),
    ]
    words = []
    for ply, san in enumerate(sans(record)):
        own = record.scores[ply] * (1 if ply % 2 == 0 else -1)
        score = f"{own / 100:+.2f}" if own else "0.00"
        if abs(own) > 25_000:
            score = f"{'+' if own > 0 else '-'}M1"
        end = f", {details}" if details and ply + 1 == len(record.moves) else ""
        if ply % 2 == 0:
            words.append(f"{ply // 2 + 1}.")
        words.extend([san, f"{{{score}/{between(rng, 9, 24)}", f"{pick(rng, SECONDS)}s{end}}}"])
    return f"{tag_lines(tags)}\n\n{pgn_layout.wrap([*words, record.result])}\n\n"
