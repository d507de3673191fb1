//! The dialects in which comments state clocks and evaluations.
//!
//! - Commands of the PGN supplement of 2001: `[%clk 0:02:59.9]` is the time left after the move, `[%emt 1.5]` the
//!   time spent on it, `[%eval 0.17]`, `[%eval 17,20]` or `[%eval #-3]` an evaluation from White's point of view.
//!   A whole number before a depth is in centipawns (ChessBase); without a depth the unit is unknown, and
//!   the number is ignored.
//! - cutechess and fastchess, `+0.35/12 1.2s, White mates`: evaluation, depth and time spent. The evaluation is
//!   that of the engine that moved, so Black's changes sign. The `s` distinguishes this dialect from similar
//!   ones with White's point of view.
//! - TCEC, `d=27, sd=49, mt=39722, tl=1765510, wv=-0.18, ...`: time spent, time left, White's evaluation. Times
//!   are milliseconds, or `00:06:16` in earlier seasons.

use audit960_types::Side;
use memchr::{memchr, memmem};

/// Evaluation of a forced mate, in pawns. The distance to mate is not kept: some dialects count moves, others
/// half-moves.
const MATE: f64 = 1000.0;

/// Maximum number of digits; a longer number is not a clock or an evaluation, and would not be exact.
const MAX_DIGITS: usize = 9;

/// The clock, time and evaluation that a comment states for the half-move before it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Note {
    /// Seconds left on the clock of the side that moved.
    pub(super) clock: Option<f64>,
    /// Seconds spent on the move.
    pub(super) move_time: Option<f64>,
    /// Evaluation in pawns, from White's point of view.
    pub(super) eval: Option<f64>,
    /// Whether the evaluation is that of the player who moved, not of an analysis.
    pub(super) by_player: bool,
}

/// Parses a comment on a half-move of `side`.
pub(super) fn read(comment: &[u8], side: Side) -> Note {
    let text = comment.trim_ascii();
    let note = commands(text, side);
    let engine = match text.first() {
        Some(b'+' | b'-' | b'0'..=b'9') => engine(text, side),
        Some(b'd') => fields(text),
        _ => None,
    };
    match engine {
        None => note,
        Some(engine) => Note {
            clock: note.clock.or(engine.clock),
            move_time: note.move_time.or(engine.move_time),
            eval: note.eval.or(engine.eval),
            by_player: note.eval.is_none() && engine.eval.is_some(),
        },
    }
}

/// Parses commands `[%name value]` anywhere in the comment.
fn commands(text: &[u8], side: Side) -> Note {
    let mut note = Note::default();
    let mut rest = text;
    while let Some(at) = memmem::find(rest, b"[%") {
        rest = &rest[at + 2..];
        let Some(end) = memchr(b']', rest) else {
            break;
        };
        let command = &rest[..end];
        rest = &rest[end..];
        let name = command.iter().position(u8::is_ascii_whitespace);
        let (name, value) = command.split_at(name.unwrap_or(end));
        let value = value.trim_ascii();
        match name {
            b"clk" => note.clock = note.clock.or_else(|| duration(value)),
            b"emt" => note.move_time = note.move_time.or_else(|| duration(value)),
            b"eval" => note.eval = note.eval.or_else(|| evaluation(value, side)),
            _ => {}
        }
    }
    note
}

/// Bytes of a movetext in which the first clocks are searched for.
const FIRST: usize = 1_000;

/// The higher of the first two clocks of a movetext, in seconds, as commands state them.
pub(crate) fn first_clocks(movetext: &[u8]) -> Option<f64> {
    let text = movetext.get(..FIRST).unwrap_or(movetext);
    let clocks = memmem::find_iter(text, b"[%clk").take(2).filter_map(|at| {
        let value = &text[at + b"[%clk".len()..];
        duration(value[..memchr(b']', value)?].trim_ascii())
    });
    clocks.reduce(f64::max)
}

/// Parses the value of `%eval`, in pawns from White's point of view.
fn evaluation(value: &[u8], side: Side) -> Option<f64> {
    let comma = value.iter().position(|byte| *byte == b',');
    let score = value[..comma.unwrap_or(value.len())].trim_ascii();
    if let Some(distance) = score.strip_prefix(b"#") {
        let (negative, distance) = signed(distance);
        // `#0` is mate given by the side that moved, whatever the sign.
        let black_mates = match digits(distance)? {
            (_, 1..) => return None,
            (0, 0) => side == Side::Black,
            _ => negative,
        };
        return Some(if black_mates { -MATE } else { MATE });
    }
    let (negative, number) = signed(score);
    let (units, places) = digits(number)?;
    match (number.contains(&b'.'), comma) {
        (true, _) => Some(pawns(negative, units, places)),
        (false, Some(_)) => Some(pawns(negative, units, 2)),
        (false, None) => (units == 0).then_some(0.0),
    }
}

/// Parses `+0.35/12 1.2s`, optionally with more text after a comma or blank.
fn engine(text: &[u8], side: Side) -> Option<Note> {
    let slash = text.iter().position(|byte| *byte == b'/')?;
    let score = score(&text[..slash])?;
    let mut words = text[slash + 1..]
        .split(|byte| byte.is_ascii_whitespace() || *byte == b',')
        .filter(|word| !word.is_empty());
    let depth = words.next()?;
    if !depth.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let time = duration(words.next()?.strip_suffix(b"s")?)?;
    let eval = match side {
        Side::White => score,
        // Not `-score`: zero must not become negative zero.
        Side::Black => 0.0 - score,
    };
    Some(Note {
        clock: None,
        move_time: Some(time),
        eval: Some(eval),
        by_player: true,
    })
}

/// Parses fields `key=value` separated by commas, the depth first.
fn fields(text: &[u8]) -> Option<Note> {
    text.strip_prefix(b"d=")?;
    let mut note = Note::default();
    for field in text.split(|byte| *byte == b',') {
        let field = field.trim_ascii();
        let Some(at) = field.iter().position(|byte| *byte == b'=') else {
            continue;
        };
        let value = field[at + 1..].trim_ascii();
        match &field[..at] {
            b"mt" => note.move_time = note.move_time.or_else(|| milliseconds(value)),
            b"tl" => note.clock = note.clock.or_else(|| milliseconds(value)),
            b"wv" => note.eval = note.eval.or_else(|| score(value)),
            _ => {}
        }
    }
    Some(note)
}

/// Parses a score in pawns, `-0.18`, or a mate, `M5` or `-M12`.
fn score(text: &[u8]) -> Option<f64> {
    let (negative, number) = signed(text.trim_ascii());
    if let Some(distance) = number.strip_prefix(b"M") {
        digits(distance)?;
        return Some(if negative { -MATE } else { MATE });
    }
    let (units, places) = digits(number)?;
    (places > 0).then(|| pawns(negative, units, places))
}

/// Parses milliseconds, or hours, minutes and seconds; gives seconds.
fn milliseconds(text: &[u8]) -> Option<f64> {
    if text.contains(&b':') {
        return duration(text);
    }
    match digits(text)? {
        (units, 0) => Some(scaled(units, 3)),
        _ => None,
    }
}

/// Parses `h:mm:ss`, `mm:ss` or `ss`, the last with or without a fraction; gives seconds.
fn duration(text: &[u8]) -> Option<f64> {
    let mut whole = 0u64;
    let mut parts = text.split(|byte| *byte == b':').rev();
    let (last, places) = digits(parts.next()?)?;
    for (index, part) in parts.enumerate() {
        let unit = *[60, 3600].get(index)?;
        let (count, 0) = digits(part)? else {
            return None;
        };
        whole += count * unit;
    }
    let units = whole.checked_mul(10u64.pow(places))?.checked_add(last)?;
    Some(scaled(units, places))
}

/// Whether a number has a minus sign, and the number without its sign.
fn signed(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [b'-', number @ ..] => (true, number),
        [b'+', number @ ..] => (false, number),
        number => (false, number),
    }
}

/// Parses digits with at most one decimal point: their value without the point, and the number of decimals.
fn digits(text: &[u8]) -> Option<(u64, u32)> {
    let point = text.iter().position(|byte| *byte == b'.');
    let (whole, fraction) = match point {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (text, &[][..]),
    };
    let count = whole.len() + fraction.len();
    if count == 0 || count > MAX_DIGITS {
        return None;
    }
    let mut value = 0;
    for byte in whole.iter().chain(fraction) {
        if !byte.is_ascii_digit() {
            return None;
        }
        value = value * 10 + u64::from(byte - b'0');
    }
    Some((value, fraction.len() as u32))
}

fn pawns(negative: bool, units: u64, places: u32) -> f64 {
    let value = scaled(units, places);
    if negative { 0.0 - value } else { value }
}

/// `units / 10^places`. Both operands are exact, so the quotient is the number nearest to the decimal one.
fn scaled(units: u64, places: u32) -> f64 {
    units as f64 / 10u64.pow(places) as f64
}
