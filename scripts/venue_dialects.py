"""How each venue writes a game down: its tags, their order, its comments and its closing words.

Every function takes a played `Record` and a `Setting` and gives the text of one game with `\\n`
for line ends. Encodings and line ends of whole files are the business of the caller.
"""

import datetime
import random
from dataclasses import dataclass

import chess

import pgn_layout
import venue_clocks
from venue_games import Record
from venue_player import between, pick


@dataclass
class Setting:
    """What surrounds a game."""

    rng: random.Random
    # Ordinal within the file, from 1.
    number: int
    date: datetime.date
    round: str
    white: str
    black: str
    white_elo: int | None
    black_elo: int | None
    # Seconds a side and seconds a move.
    base: int
    increment: int
    # Which of a venue's own forms is used: see the functions.
    form: str = ""

    @property
    def pgn_date(self) -> str:
        """`2023.03.11`."""
        return self.date.strftime("%Y.%m.%d")


def _time(rng: random.Random) -> str:
    return f"{between(rng, 0, 23):02}:{between(rng, 0, 59):02}:{between(rng, 0, 59):02}"


def _tags(pairs: list[tuple[str, object]]) -> str:
    """The tags that have a value, one a line, in the order given."""
    return "\n".join(pgn_layout.tag_line(name, str(value)) for name, value in pairs if value)


def _sans(record: Record) -> list[str]:
    board = record.start.copy()
    return [board.san_and_push(move) for move in record.moves]


def _xfen(record: Record) -> str:
    return record.start.fen(en_passant="legal")


def _numbered(ply: int) -> str:
    """The number before half-move `ply` (from 0) where every half-move has one."""
    return f"{ply // 2 + 1}." if ply % 2 == 0 else f"{ply // 2 + 1}..."


def _glyph(before: int, after: int, white: bool) -> str:
    """The mark for a loss of centipawns, as servers give it."""
    loss = (before - after) if white else (after - before)
    if loss > 300:
        return "??"
    if loss > 150:
        return "?"
    return "?!" if loss > 80 else ""


def _lichess_eval(score: int) -> str:
    if abs(score) > 25_000:
        return f"#{'-' if score < 0 else ''}1"
    return f"{score / 100:.2f}"


def lichess(record: Record, setting: Setting) -> str:
    """Forms: `plain` (moves only), `clocks`, `analysed` (evaluations, marks and clocks)."""
    rng = setting.rng
    gain = between(rng, 3, 9) * {"1-0": 1, "0-1": -1}.get(record.result, 0)
    event = "Rated Chess960 game"
    if setting.number % 6 == 0:
        event = f"Rated Chess960 tournament https://lichess.org/tournament/INVENT{setting.number:02}"
    tags = [
        ("Event", event),
        ("Site", f"https://lichess.org/INVENT{setting.number:02}"),
        ("Date", setting.pgn_date),
        ("Round", "-"),
        ("White", setting.white),
        ("Black", setting.black),
        ("Result", record.result),
        ("UTCDate", setting.pgn_date),
        ("UTCTime", _time(rng)),
        ("WhiteElo", setting.white_elo),
        ("BlackElo", setting.black_elo),
        ("WhiteRatingDiff", f"{gain:+}"),
        ("BlackRatingDiff", f"{-gain:+}"),
        ("Variant", "Chess960"),
        ("TimeControl", f"{setting.base}+{setting.increment}"),
        ("ECO", "?"),
        ("Opening", "?"),
        ("Termination", "Time forfeit" if record.reason == "time" else "Normal"),
        ("SetUp", "1"),
        ("FEN", _xfen(record)),
    ]
    left = venue_clocks.remaining_tenths(
        rng, len(record.moves), setting.base, setting.increment
    )
    words = []
    before = 0
    for ply, san in enumerate(_sans(record)):
        clock = f"[%clk {venue_clocks.hours(left[ply])}]"
        score = record.scores[ply]
        mate = record.reason == "checkmate" and ply + 1 == len(record.moves)
        if setting.form == "plain":
            words.append(f"{_numbered(ply)} {san}" if ply % 2 == 0 else san)
        elif setting.form == "clocks" or mate:
            words.append(f"{_numbered(ply)} {san} {{ {clock} }}")
        else:
            mark = _glyph(before, score, ply % 2 == 0)
            words.append(
                f"{_numbered(ply)} {san}{mark} {{ [%eval {_lichess_eval(score)}] {clock} }}"
            )
        before = score
    return f"{_tags(tags)}\n\n{' '.join([*words, record.result])}\n\n"


def _chesscom_termination(record: Record, setting: Setting) -> str:
    names = {"White": setting.white, "Black": setting.black}
    if record.winner is not None:
        how = {"checkmate": "by checkmate", "resignation": "by resignation", "time": "on time"}
        return f"{names[record.winner]} won {how[record.reason]}"
    how = {
        "agreement": "by agreement",
        "repetition": "by repetition",
        "stalemate": "by stalemate",
        "material": "by insufficient material",
        "fifty": "by 50-move rule",
    }
    return f"Game drawn {how[record.reason]}"


def chesscom(record: Record, setting: Setting) -> str:
    """Forms: `live` (clocks with tenths on one line), `friendly` (no Variant tag, wrapped)."""
    rng = setting.rng
    friendly = setting.form == "friendly"
    control = str(setting.base)
    if setting.increment:
        control = f"{setting.base}+{setting.increment}"
    tags = [
        ("Event", "Chess.com 960 friendly" if friendly else "Live Chess - Chess960"),
        ("Site", "Chess.com"),
        ("Date", setting.pgn_date),
        ("Round", "-"),
        ("White", setting.white),
        ("Black", setting.black),
        ("Result", record.result),
        ("Variant", "" if friendly else "Chess960"),
        ("SetUp", "1"),
        ("FEN", record.start.fen(shredder=True, en_passant="legal")),
        ("UTCDate", "" if friendly else setting.pgn_date),
        ("UTCTime", "" if friendly else _time(rng)),
        ("WhiteElo", setting.white_elo),
        ("BlackElo", setting.black_elo),
        ("TimeControl", control),
        ("EndTime", f"{_time(rng)} PST"),
        ("Termination", _chesscom_termination(record, setting)),
    ]
    if friendly:
        words = pgn_layout.numbered_sans(record.start, record.moves)
        return f"{_tags(tags)}\n\n{pgn_layout.wrap([*words, record.result])}\n\n"
    left = venue_clocks.remaining_tenths(
        rng, len(record.moves), setting.base, setting.increment
    )
    words = [
        f"{_numbered(ply)} {san} {{[%clk {venue_clocks.hours_and_tenths(left[ply])}]}}"
        for ply, san in enumerate(_sans(record))
    ]
    return f"{_tags(tags)}\n\n{' '.join([*words, record.result])}\n\n"


def _server_words(record: Record) -> str:
    """The closing words that ICC and FICS share."""
    side = record.loser
    return {
        "checkmate": f"{side} checkmated",
        "resignation": f"{side} resigns",
        "time": f"{side} forfeits on time",
        "agreement": "Game drawn by mutual agreement",
        "repetition": "Game drawn by repetition",
        "stalemate": "Game drawn by stalemate",
        "material": "Neither player has mating material",
        "fifty": "Game drawn by the 50 move rule",
        "abandoned": "Game adjourned when White disconnected",
    }[record.reason]


def icc(record: Record, setting: Setting) -> str:
    """Forms: `rated`, `unrated` (a `u` in the event, no ratings). No Variant and no SetUp tag."""
    words = _server_words(record)
    unrated = setting.form == "unrated"
    tags = [
        (
            "Event",
            f"ICC w22 {setting.base // 60} {setting.increment}{' u' if unrated else ''}",
        ),
        ("Site", "Internet Chess Club"),
        ("Date", setting.pgn_date),
        ("Round", "-"),
        ("White", setting.white),
        ("Black", setting.black),
        ("Result", record.result),
        ("ICCResult", words),
        ("WhiteElo", None if unrated else setting.white_elo),
        ("BlackElo", None if unrated else setting.black_elo),
        ("FEN", _xfen(record)),
        ("Time", _time(setting.rng)),
        ("TimeControl", f"{setting.base}+{setting.increment}"),
    ]
    moves = pgn_layout.numbered_sans(record.start, record.moves)
    if setting.number % 3 == 0:
        movetext = f"{pgn_layout.wrap(moves)}\n{{{words}}} {record.result}"
    else:
        movetext = pgn_layout.wrap([*moves, f"{{{words}}}", record.result])
    return f"{_tags(tags)}\n\n{movetext}\n\n"


def fics(record: Record, setting: Setting) -> str:
    """Forms: `database` (times a move, no SetUp tag), `match` (as a client saves it)."""
    rng = setting.rng
    words = _server_words(record)
    if record.reason == "abandoned":
        words = "White lost connection; game adjourned"
    base = f"{setting.base // 3600}:{setting.base // 60 % 60:02}:00.000"
    database = setting.form == "database"
    opening_tags = [
        ("Event", "FICS rated wild/fr game" if database else "ICS Rated wild/fr match"),
        ("Site", "FICS" if database else "freechess.org"),
    ]
    names = [
        ("White", setting.white),
        ("Black", setting.black),
        ("WhiteElo", setting.white_elo),
        ("BlackElo", setting.black_elo),
    ]
    if not database:
        tags = [
            *opening_tags,
            ("Date", setting.pgn_date),
            ("Round", "-"),
            *names[:2],
            ("Result", record.result),
            *names[2:],
            ("TimeControl", f"{setting.base}+{setting.increment}"),
            ("Variant", "fischerandom"),
            ("FEN", _xfen(record)),
            ("SetUp", "1"),
        ]
        moves = pgn_layout.numbered_sans(record.start, record.moves)
        text = pgn_layout.wrap([*moves, f"{{{words}}}", record.result])
        return f"{_tags(tags)}\n\n{text}\n\n"
    tags = [
        *opening_tags,
        ("Round", "?"),
        *names,
        ("TimeControl", f"{setting.base}+{setting.increment}"),
        ("Date", setting.pgn_date),
        ("Time", _time(rng)),
        ("WhiteClock", base),
        ("BlackClock", base),
        ("Variant", "Fischerandom"),
        ("FEN", _xfen(record)),
        ("PlyCount", len(record.moves)),
        ("Result", record.result),
    ]
    spent = venue_clocks.spent_thousandths(rng, len(record.moves), setting.base)
    moves = []
    for ply, san in enumerate(_sans(record)):
        number = f"{ply // 2 + 1}. " if ply % 2 == 0 else ""
        moves.append(f"{number}{san} {{[%emt {spent[ply] / 1000}]}}")
    return f"{_tags(tags)}\n\n{' '.join(moves)} {{{words}}} {record.result}\n\n\n"


def _engine_end(record: Record, tcec: bool) -> tuple[str, str]:
    """The tags Termination and TerminationDetails of an engine game."""
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
    """One half-move a line, each with the engine's figures in a comment."""
    rng = setting.rng
    termination, details = _engine_end(record, tcec=True)
    sans = _sans(record)
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
        ("FEN", _xfen(record)),
        ("GameDuration", f"0{length}"),
        ("GameEndTime", f"{(begin + length).isoformat()}.140 UTC"),
        ("GameStartTime", f"{begin.isoformat()}.759 UTC"),
        ("PlyCount", len(sans)),
        ("SetUp", "1"),
        ("Termination", termination),
        ("TerminationDetails", details),
        ("TimeControl", f"{setting.base}+{setting.increment}"),
        ("Variant", "fischerandom"),
        ("WhiteElo", setting.white_elo),
    ]
    options = "Protocol=uci; Threads=101; Hash=98304; SyzygyPath=/nowhere/syzygy; Ponder=false"
    lines = [f"{{WhiteEngineOptions: {options};, BlackEngineOptions: {options};}}"]
    left = venue_clocks.remaining_tenths(rng, len(sans), setting.base, setting.increment)
    board = record.start.copy()
    for ply, san in enumerate(sans):
        board.push(record.moves[ply])
        words = _tcec_comment(rng, board, record, sans, ply, left[ply])
        if ply + 1 == len(sans) and not termination:
            words += f" {details}"
        number = f"{ply // 2 + 1}. " if ply % 2 == 0 else ""
        lines.append(f"{number}{san} {{{words}}}")
    return f"{_tags(tags)}\n\n" + "\n".join([*lines, record.result]) + "\n\n"


def _tcec_comment(
    rng: random.Random,
    board: chess.Board,
    record: Record,
    sans: list[str],
    ply: int,
    left: int,
) -> str:
    if ply < 4:
        return f"book, mb={_balance(board)},"
    # Every now and then a line far beyond 255 characters.
    line = " ".join(sans[ply : ply + (60 if ply % 29 == 7 else between(rng, 1, 4))])
    move_ms = between(rng, 800, 90_000)
    figures = venue_clocks.engine_figures(rng, move_ms)
    return (
        f"d={figures['d']}, sd={figures['sd']}, mt={move_ms}, tl={left * 100}, s={figures['s']}, "
        f"n={figures['n']}, pv={line}, tb={figures['tb']}, "
        f"wv={_engine_score(record.scores[ply])}, R50={(101 - board.halfmove_clock) // 2}, "
        f"mb={_balance(board)},"
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
        ("FEN", _xfen(record)),
        ("PlyCount", len(record.moves)),
        ("SetUp", "1"),
        ("Termination", termination),
        ("TimeControl", f"{setting.base}+0.05"),
        ("Variant", "fischerandom"),
    ]
    words = []
    sans = _sans(record)
    for ply, san in enumerate(sans):
        own = record.scores[ply] * (1 if ply % 2 == 0 else -1)
        score = f"{own / 100:+.2f}" if own else "0.00"
        if abs(own) > 25_000:
            score = f"{'+' if own > 0 else '-'}M1"
        end = f", {details}" if details and ply + 1 == len(sans) else ""
        if ply % 2 == 0:
            words.append(f"{ply // 2 + 1}.")
        words.extend([san, f"{{{score}/{between(rng, 9, 24)}", f"{pick(rng, _SECONDS)}s{end}}}"])
    return f"{_tags(tags)}\n\n{pgn_layout.wrap([*words, record.result])}\n\n"


_SECONDS = ("0.025", "0.083", "0.12", "0.14", "0.20", "0.27", "0.31", "0.66")
