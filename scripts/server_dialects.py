"""Games as chess servers write them: tags, their order, comments and closing words.

Every function takes a played `Record` and a `Setting` and returns the text of one game with `\\n`
for line ends. Encodings and line ends of whole files are left to the caller.
"""

import pgn_layout
import venue_clocks
from venue_games import Record
from venue_player import between
from venue_setting import Setting, numbered, sans, tag_lines, time_of_day, xfen


def _glyph(before: int, after: int, white: bool) -> str:
    """The annotation for a loss in centipawns, as servers give it."""
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
    """Forms: `plain` (moves only), `clocks`, `analysed` (evaluations, annotations and clocks)."""
    rng = setting.rng
    gain = between(rng, 3, 9) * {"1-0": 1, "0-1": -1}.get(record.result, 0)
    event = "Rated Chess960 game"
    if setting.number % 6 == 0:
        event = (
            f"Rated Chess960 tournament https://lichess.org/tournament/INVENT{setting.number:02}"
        )
    tags = [
        ("Event", event),
        ("Site", f"https://lichess.org/INVENT{setting.number:02}"),
        ("Date", setting.pgn_date),
        ("Round", "-"),
        ("White", setting.white),
        ("Black", setting.black),
        ("Result", record.result),
        ("UTCDate", setting.pgn_date),
        ("UTCTime", time_of_day(rng)),
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
        ("FEN", xfen(record)),
    ]
    left = venue_clocks.remaining_tenths(rng, len(record.moves), setting.base, setting.increment)
    words = []
    before = 0
    for ply, san in enumerate(sans(record)):
        clock = f"[%clk {venue_clocks.hours(left[ply])}]"
        score = record.scores[ply]
        mate = record.reason == "checkmate" and ply + 1 == len(record.moves)
        if setting.form == "plain":
            words.append(f"{numbered(ply)} {san}" if ply % 2 == 0 else san)
        elif setting.form == "clocks" or mate:
            words.append(f"{numbered(ply)} {san} {{ {clock} }}")
        else:
            mark = _glyph(before, score, ply % 2 == 0)
            words.append(
                f"{numbered(ply)} {san}{mark} {{ [%eval {_lichess_eval(score)}] {clock} }}"
            )
        before = score
    return f"{tag_lines(tags)}\n\n{' '.join([*words, record.result])}\n\n"


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
        ("UTCTime", "" if friendly else time_of_day(rng)),
        ("WhiteElo", setting.white_elo),
        ("BlackElo", setting.black_elo),
        ("TimeControl", control),
        ("EndTime", f"{time_of_day(rng)} PST"),
        ("Termination", _chesscom_termination(record, setting)),
    ]
    if friendly:
        words = pgn_layout.numbered_sans(record.start, record.moves)
        return f"{tag_lines(tags)}\n\n{pgn_layout.wrap([*words, record.result])}\n\n"
    left = venue_clocks.remaining_tenths(rng, len(record.moves), setting.base, setting.increment)
    words = [
        f"{numbered(ply)} {san} {{[%clk {venue_clocks.hours_and_tenths(left[ply])}]}}"
        for ply, san in enumerate(sans(record))
    ]
    return f"{tag_lines(tags)}\n\n{' '.join([*words, record.result])}\n\n"


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
        ("FEN", xfen(record)),
        ("Time", time_of_day(setting.rng)),
        ("TimeControl", f"{setting.base}+{setting.increment}"),
    ]
    moves = pgn_layout.numbered_sans(record.start, record.moves)
    if setting.number % 3 == 0:
        movetext = f"{pgn_layout.wrap(moves)}\n{{{words}}} {record.result}"
    else:
        movetext = pgn_layout.wrap([*moves, f"{{{words}}}", record.result])
    return f"{tag_lines(tags)}\n\n{movetext}\n\n"


def fics(record: Record, setting: Setting) -> str:
    """Forms: `database` (a time for each move, no SetUp tag), `match` (as a client saves it)."""
    words = _server_words(record)
    if record.reason == "abandoned":
        words = "White lost connection; game adjourned"
    return (_fics_database if setting.form == "database" else _fics_match)(record, setting, words)


def _fics_match(record: Record, setting: Setting, words: str) -> str:
    tags = [
        ("Event", "ICS Rated wild/fr match"),
        ("Site", "freechess.org"),
        ("Date", setting.pgn_date),
        ("Round", "-"),
        ("White", setting.white),
        ("Black", setting.black),
        ("Result", record.result),
        ("WhiteElo", setting.white_elo),
        ("BlackElo", setting.black_elo),
        ("TimeControl", f"{setting.base}+{setting.increment}"),
        ("Variant", "fischerandom"),
        ("FEN", xfen(record)),
        ("SetUp", "1"),
    ]
    moves = pgn_layout.numbered_sans(record.start, record.moves)
    text = pgn_layout.wrap([*moves, f"{{{words}}}", record.result])
    return f"{tag_lines(tags)}\n\n{text}\n\n"


def _fics_database(record: Record, setting: Setting, words: str) -> str:
    base = f"{setting.base // 3600}:{setting.base // 60 % 60:02}:00.000"
    tags = [
        ("Event", "FICS rated wild/fr game"),
        ("Site", "FICS"),
        ("Round", "?"),
        ("White", setting.white),
        ("Black", setting.black),
        ("WhiteElo", setting.white_elo),
        ("BlackElo", setting.black_elo),
        ("TimeControl", f"{setting.base}+{setting.increment}"),
        ("Date", setting.pgn_date),
        ("Time", time_of_day(setting.rng)),
        ("WhiteClock", base),
        ("BlackClock", base),
        ("Variant", "Fischerandom"),
        ("FEN", xfen(record)),
        ("PlyCount", len(record.moves)),
        ("Result", record.result),
    ]
    spent = venue_clocks.spent_thousandths(setting.rng, len(record.moves), setting.base)
    moves = []
    for ply, san in enumerate(sans(record)):
        number = f"{ply // 2 + 1}. " if ply % 2 == 0 else ""
        moves.append(f"{number}{san} {{[%emt {spent[ply] / 1000}]}}")
    return f"{tag_lines(tags)}\n\n{' '.join(moves)} {{{words}}} {record.result}\n\n\n"
