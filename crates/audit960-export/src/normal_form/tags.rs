//! The tag section (PGN 8.1): the roster first, other tags in their order, then the position.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use audit960_board::Position;
use audit960_pgn::{Meaning, Tag, TagPair, decode, stated_result, write_tag};
use audit960_types::{GameResult, StartKind};

use crate::normal_form::game::ExportGame;
use crate::normal_form::options::{CastlingField, ExportOptions};

/// The tags of the roster except `Result`, in the order of the standard, with the value that means
/// unknown.
const ROSTER: [(Tag, &[u8], &[u8]); 6] = [
    (Tag::Event, b"Event", b"?"),
    (Tag::Site, b"Site", b"?"),
    (Tag::Date, b"Date", b"????.??.??"),
    (Tag::Round, b"Round", b"?"),
    (Tag::White, b"White", b"?"),
    (Tag::Black, b"Black", b"?"),
];

/// Bytes of a tag's value that are copied as they are: ASCII except control characters, quotes and
/// backslashes.
static PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = b' ';
    while byte < 0x7f {
        plain[byte as usize] = !matches!(byte, b'"' | b'\\');
        byte += 1;
    }
    plain
};

/// Writes a tag pair; its value is decoded and escaped again if that can make a difference.
fn write_pair(name: &[u8], pair: &TagPair<'_>, out: &mut Vec<u8>) {
    if pair.raw.iter().all(|byte| PLAIN[usize::from(*byte)]) {
        out.push(b'[');
        out.extend_from_slice(name);
        out.extend_from_slice(b" \"");
        out.extend_from_slice(pair.raw);
        out.extend_from_slice(b"\"]\n");
    } else {
        write_tag(name, &pair.value().0, out);
    }
}

/// The tags of a game that have a fixed place.
#[derive(Default)]
pub(crate) struct Known<'g> {
    roster: [Option<TagPair<'g>>; ROSTER.len()],
    result: Option<TagPair<'g>>,
    set_up: Option<TagPair<'g>>,
    fen: Option<TagPair<'g>>,
    variant: Option<TagPair<'g>>,
}

impl<'g> Known<'g> {
    /// The slot of a tag; `None` if it has no fixed place.
    fn slot(&mut self, tag: Tag) -> Option<&mut Option<TagPair<'g>>> {
        if let Some(index) = ROSTER.iter().position(|(of_roster, ..)| *of_roster == tag) {
            return self.roster.get_mut(index);
        }
        match tag {
            Tag::Result => Some(&mut self.result),
            Tag::SetUp => Some(&mut self.set_up),
            Tag::Fen => Some(&mut self.fen),
            Tag::Variant => Some(&mut self.variant),
            _ => None,
        }
    }
}

/// Writes the tag section and an empty line. `start` is the position the game starts from. Returns diagnostics
/// on tags that contradict the first one of their name, and on a Result tag that contradicts the result.
pub(crate) fn write(
    game: &ExportGame<'_>,
    start: &Position,
    options: &ExportOptions,
    out: &mut Vec<u8>,
) -> Vec<String> {
    let mut known = Known::default();
    let mut others: Vec<TagPair<'_>> = Vec::new();
    // A game may have any number of them.
    let mut by_name: BTreeMap<&[u8], usize> = BTreeMap::new();
    let mut diagnostics = Vec::new();
    for pair in game.all_tags() {
        let slot = match pair.meaning {
            Meaning::Read(tag) => known.slot(tag),
            _ => None,
        };
        let first = match slot {
            Some(slot @ None) => {
                *slot = Some(pair);
                continue;
            }
            Some(Some(first)) => Some(&*first),
            None => match by_name.entry(pair.name) {
                Entry::Occupied(index) => others.get(*index.get()),
                Entry::Vacant(free) => {
                    free.insert(others.len());
                    None
                }
            },
        };
        match first {
            None => others.push(pair),
            Some(first) if first.raw == pair.raw => {}
            Some(_) => {
                let (name, value) = (decode(pair.name).0, pair.value().0);
                diagnostics.push(format!("The record gives {name} again: {value}"));
            }
        }
    }
    for ((_, name, unknown), pair) in ROSTER.into_iter().zip(&known.roster) {
        match pair {
            Some(pair) => write_pair(name, pair, out),
            None => write_plain(name, unknown, out),
        }
    }
    let result = game.facts.result;
    write_plain(b"Result", result.as_str().as_bytes(), out);
    diagnostics.extend(known.result.and_then(|pair| result_remark(&pair, result)));
    // The same number in each colour: there is none for double Chess960.
    let facts = game.facts;
    let number = facts
        .white_start
        .filter(|white| options.number_tag && facts.black_start == Some(*white))
        .filter(|_| facts.start == StartKind::Chess960);
    for pair in &others {
        if number.is_none() || pair.name != NUMBER {
            write_pair(pair.name, pair, out);
        }
    }
    write_position(game, &known, start, options.castling, out);
    if let Some(number) = number {
        write_plain(NUMBER, number.to_string().as_bytes(), out);
    }
    out.push(b'\n');
    diagnostics
}

/// Writes a tag whose value needs no escapes.
fn write_plain(name: &[u8], value: &[u8], out: &mut Vec<u8>) {
    for part in [b"[", name, b" \"", value, b"\"]\n"] {
        out.extend_from_slice(part);
    }
}

/// A diagnostic on a Result tag that is neither the result, in any spelling, nor a placeholder.
fn result_remark(pair: &TagPair<'_>, result: GameResult) -> Option<String> {
    let value = pair.value().0;
    let text = value.trim();
    let same = text == result.as_str() || matches!(text, "" | "?" | "-" | "*");
    let spelled = stated_result(text.as_bytes()) == Some(result)
        && text.bytes().all(|byte| !byte.is_ascii_alphabetic());
    (!same && !spelled).then(|| format!("The Result tag of the record: {value}"))
}

/// The tag of a Scharnagl number.
const NUMBER: &[u8] = b"Chess960Number";

/// What cutechess calls Chess960.
const CUTECHESS: &[u8] = b"fischerandom";

/// Writes `SetUp`, `FEN` and `Variant`, if the game has them or needs them.
fn write_position(
    game: &ExportGame<'_>,
    known: &Known<'_>,
    start: &Position,
    castling: CastlingField,
    out: &mut Vec<u8>,
) {
    let facts = game.facts;
    let chess960 = facts.start == StartKind::Chess960;
    let setup = facts.fen.is_some() || chess960 || known.fen.is_some();
    if setup {
        write_plain(b"SetUp", b"1", out);
        write_plain(b"FEN", castling.fen(start).as_bytes(), out);
    } else if let Some(pair) = &known.set_up {
        write_pair(b"SetUp", pair, out);
    }
    match &known.variant {
        // The name tells which program held the match, and by whose rules it was drawn.
        Some(pair) if chess960 && pair.raw == CUTECHESS => write_pair(b"Variant", pair, out),
        _ if chess960 => write_plain(b"Variant", b"Chess960", out),
        Some(pair) => write_pair(b"Variant", pair, out),
        None if setup && has_unorthodox_castling(start) => {
            write_plain(b"Variant", b"Chess960", out);
        }
        None => {}
    }
}

/// Whether a side may castle from other squares than the orthodox ones: readers then have to know that
/// the rules of Chess960 apply.
fn has_unorthodox_castling(start: &Position) -> bool {
    start.castling_rights().any(|right| !right.is_orthodox())
}
