//! Where a game starts: FEN, Chess960 named in tags, a stated Scharnagl number.

use std::sync::Arc;

use audit960_board::start::{Start, scharnagl_number};
use audit960_board::{Position, SetupFault};
use audit960_pgn::{FenNote, Tag, parse_fen};
use audit960_types::{CastlingStyle, Code, Role, Side, StartKind};

use crate::memo::StartMemo;
use crate::sheet::Sheet;

/// The start of a game.
#[derive(Clone, Debug)]
pub(crate) struct GameStart {
    pub(crate) kind: StartKind,
    /// Scharnagl numbers of White's and of Black's arrangement.
    pub(crate) numbers: [Option<u16>; 2],
    pub(crate) style: CastlingStyle,
    /// The position; `None` where there is none to start from.
    pub(crate) position: Option<Position>,
    /// The position as X-FEN, where that is known already.
    pub(crate) xfen: Option<Arc<str>>,
    /// What is to be said, each about the FEN tag.
    pub(crate) notes: Vec<(Code, String)>,
    /// Whether Chess960 is named without a position: a stated number may still give one.
    pub(crate) wants_number: bool,
}

impl GameStart {
    fn without_position(notes: Vec<(Code, String)>) -> Self {
        Self {
            kind: StartKind::Unknown,
            numbers: [None; 2],
            style: CastlingStyle::None,
            position: None,
            xfen: None,
            notes,
            wants_number: false,
        }
    }

    /// The orthodox position.
    pub(crate) fn orthodox(named: bool) -> Self {
        let orthodox = audit960_board::start::ORTHODOX.number();
        Self {
            kind: if named {
                StartKind::Chess960
            } else {
                StartKind::Standard
            },
            numbers: [Some(orthodox); 2],
            style: CastlingStyle::None,
            position: Some(Position::standard()),
            xfen: None,
            notes: Vec::new(),
            wants_number: false,
        }
    }

    /// The start position of a Scharnagl number.
    pub(crate) fn from_number(start: Start) -> Self {
        let rank = start.name();
        let black = rank.to_ascii_lowercase();
        let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1");
        let mut made = Self::from_fen(fen.as_bytes(), true);
        made.style = CastlingStyle::None;
        made
    }

    /// What the tags of a game say.
    pub(crate) fn from_tags(sheet: &Sheet<'_>, memo: &mut StartMemo) -> Self {
        if let Some(fen) = sheet.raw(Tag::Fen) {
            return memo.start(fen, names_chess960(sheet));
        }
        let mut start = if names_chess960(sheet) {
            let mut start = Self::without_position(Vec::new());
            start.wants_number = true;
            start
        } else {
            Self::orthodox(false)
        };
        if sheet.raw(Tag::SetUp) == Some(b"1") && !start.wants_number {
            start.notes.push((
                Code::SetUpWithoutFen,
                "SetUp announces a position, but there is no FEN; starts from the orthodox one"
                    .to_owned(),
            ));
        }
        start
    }

    /// What a FEN says; `named` tells whether a tag names Chess960.
    pub(crate) fn from_fen(text: &[u8], named: bool) -> Self {
        let record = match parse_fen(text) {
            Ok(record) => record,
            Err(fault) => {
                let read = text.len() - fault.at.len();
                let message = format!(
                    "the FEN holds no position (stopped at character {})",
                    read + 1
                );
                return Self::without_position(vec![(Code::UnreadableFen, message)]);
            }
        };
        let mut notes: Vec<_> = record.notes.iter().map(|note| describe(*note)).collect();
        let loaded = match Position::load(&record.setup) {
            Ok(loaded) => loaded,
            Err(fault) => {
                notes.push((Code::ImpossiblePosition, reason(fault)));
                return Self::without_position(notes);
            }
        };
        let dropped = &loaded.dropped;
        if !dropped.castling.is_empty() {
            let letters: String = dropped
                .castling
                .iter()
                .map(|letter| char::from(letter.letter()))
                .collect();
            notes.push((
                Code::RightWithoutRook,
                format!("castling field: {letters} names no rook that could castle; dropped"),
            ));
        }
        if dropped.en_passant.is_some() {
            notes.push((
                Code::ImpossibleEnPassant,
                "no pawn can just have passed the en-passant square; passed over".to_owned(),
            ));
        }
        if let Some(side) = dropped.too_many_men {
            notes.push((
                Code::TooManyMen,
                format!("{side} has more men of a kind than promotions can have made"),
            ));
        }
        let position = loaded.position;
        let numbers = start_numbers(&position);
        let orthodox = audit960_board::start::ORTHODOX.number();
        let kind = match numbers {
            [Some(white), Some(black)] if white != black => StartKind::DoubleChess960,
            [Some(white), Some(_)] if white != orthodox || named => StartKind::Chess960,
            [Some(_), Some(_)] => StartKind::Standard,
            _ => StartKind::Other,
        };
        let numbers = if kind == StartKind::Other {
            [None; 2]
        } else {
            numbers
        };
        let (style, position) = (record.style, Some(position));
        Self {
            kind,
            numbers,
            style,
            position,
            xfen: None,
            notes,
            wants_number: false,
        }
    }
}

fn reason(fault: SetupFault) -> String {
    format!("the FEN's position is impossible: {fault}")
}

fn describe(note: FenNote) -> (Code, String) {
    match note {
        FenNote::FieldsMissing => (
            Code::FenFieldsMissing,
            "fields of the FEN are missing; taken as -".to_owned(),
        ),
        FenNote::CastlingCharacter(byte) => (
            Code::RightWithoutRook,
            format!(
                "castling field: {} is no castling letter; dropped",
                char::from(byte)
            ),
        ),
        FenNote::EnPassantText => (
            Code::ImpossibleEnPassant,
            "the en-passant field is no square; passed over".to_owned(),
        ),
        FenNote::SeventhField => (
            Code::SevenFieldFen,
            "the FEN has a field for pieces in hand; passed over".to_owned(),
        ),
        FenNote::Counter => (
            Code::FenCounter,
            "a counter of the FEN is no number up to 1000000; clock 0, move 1".to_owned(),
        ),
        FenNote::Tail => (Code::FenTail, "text behind the FEN; passed over".to_owned()),
    }
}

/// Scharnagl numbers of both sides, if all men stand as at the start of a game.
fn start_numbers(position: &Position) -> [Option<u16>; 2] {
    let [white, black] = position.pieces();
    let pawn = Role::Pawn as usize;
    let all = |side: &[u64; 6]| side.iter().fold(0, |set, squares| set | squares);
    let at_home = position.turn() == Side::White
        && white[pawn] == 0xff00
        && black[pawn] == 0xff00_u64.swap_bytes()
        && all(&white) == 0xffff
        && all(&black) == 0xffff_u64.swap_bytes();
    if !at_home {
        return [None; 2];
    }
    [(&white, 0), (&black, 56)].map(|(side, shift)| {
        let mut rank = [0; 8];
        for role in Role::ALL {
            for (file, letter) in rank.iter_mut().enumerate() {
                if side[role as usize] >> shift >> file & 1 != 0 {
                    *letter = role.letter();
                }
            }
        }
        scharnagl_number(&rank)
    })
}

/// Whether a tag names Chess960, under any of its names.
pub(crate) fn names_chess960(sheet: &Sheet<'_>) -> bool {
    sheet.raw(Tag::Variant).is_some_and(variant_is_chess960)
        || sheet.raw(Tag::Event).is_some_and(event_names_chess960)
}

fn variant_is_chess960(variant: &[u8]) -> bool {
    const NAMES: [&[u8]; 8] = [
        b"frc",
        b"dfrc",
        b"freestyle",
        b"freestyle chess",
        b"9lx",
        b"wild/fr",
        b"wild/22",
        b"chess9lx",
    ];
    has_number_960(variant)
        || contains(variant, b"fischer")
        || NAMES.iter().any(|name| variant.eq_ignore_ascii_case(name))
}

fn event_names_chess960(event: &[u8]) -> bool {
    has_number_960(event)
        || memchr::memchr(b'w', event).is_some()
            && (contains(event, b"wild/fr") || contains(event, b"wild/22") || is_icc_wild_22(event))
        || memchr::memchr2(b'F', b'f', event).is_some()
            && (contains(event, b"fischerandom") || contains(event, b"fischer random"))
}

/// `ICC w22 5 0`
fn is_icc_wild_22(event: &[u8]) -> bool {
    event
        .strip_prefix(b"ICC w22")
        .is_some_and(|rest| rest.first().is_none_or(|b| *b == b' '))
}

/// `960` as a number of its own or behind letters, not as the end of a year.
fn has_number_960(text: &[u8]) -> bool {
    memchr::memchr_iter(b'6', text).any(|at| {
        at >= 1
            && text[at - 1] == b'9'
            && text.get(at + 1) == Some(&b'0')
            && !text.get(at + 2).is_some_and(u8::is_ascii_digit)
            && !(at >= 2 && text[at - 2].is_ascii_digit())
    })
}

fn contains(text: &[u8], name: &[u8]) -> bool {
    text.windows(name.len())
        .any(|part| part.eq_ignore_ascii_case(name))
}

/// A Scharnagl number stated as `SP 353`, `SP353` or `SP-ID 353`.
pub(crate) fn stated_number(text: &[u8]) -> Option<Start> {
    let at = text.windows(2).position(|pair| pair == b"SP")?;
    if at > 0 && text[at - 1].is_ascii_alphanumeric() {
        return None;
    }
    let rest = text[at + 2..]
        .strip_prefix(b"-ID")
        .unwrap_or(&text[at + 2..]);
    let rest = rest.trim_ascii_start();
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    let tail_ok = !rest.get(digits).is_some_and(u8::is_ascii_alphanumeric);
    if !(1..=3).contains(&digits) || !tail_ok {
        return None;
    }
    let number = rest[..digits]
        .iter()
        .fold(0, |n, b| n * 10 + u16::from(b - b'0'));
    Start::new(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_chess960() {
        for variant in [
            "Chess960",
            "chess 960",
            "fischerandom",
            "Fischer Random",
            "FRC",
            "wild/fr",
        ] {
            assert!(variant_is_chess960(variant.as_bytes()), "{variant}");
        }
        for event in [
            "Rated Chess960 game",
            "Chess.com 960 friendly",
            "ICC w22 5 0",
            "FICS rated wild/fr game",
        ] {
            assert!(event_names_chess960(event.as_bytes()), "{event}");
        }
        for event in [
            "URS-ch 1960",
            "Tournament 9601",
            "ICC w16 1 0",
            "Fischer memorial",
            "ICC 5 0 u",
        ] {
            assert!(!event_names_chess960(event.as_bytes()), "{event}");
        }
        assert!(!variant_is_chess960(b"Standard"));
    }

    #[test]
    fn stated_numbers() {
        let number = |text: &str| stated_number(text.as_bytes()).map(Start::number);
        assert_eq!(number("SP 353"), Some(353));
        assert_eq!(number("SP579"), Some(579));
        assert_eq!(number(" SP-ID 0 "), Some(0));
        assert_eq!(number("SP 960"), None);
        assert_eq!(number("WSP 12"), None);
        assert_eq!(number("Spassky"), None);
    }

    #[test]
    fn kinds() {
        let kind = |fen: &str, named| GameStart::from_fen(fen.as_bytes(), named).kind;
        let orthodox = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(kind(orthodox, false), StartKind::Standard);
        assert_eq!(kind(orthodox, true), StartKind::Chess960);
        let double = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAhf - 0 1";
        assert_eq!(kind(double, true), StartKind::DoubleChess960);
        let one = GameStart::from_fen(
            b"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w - - 0 1",
            false,
        );
        assert_eq!((one.kind, one.numbers), (StartKind::Chess960, [Some(0); 2]));
        assert_eq!(
            kind("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
            StartKind::Other
        );
        assert_eq!(kind("?", true), StartKind::Unknown);
        assert_eq!(kind("8/8/8/8/8/8/8/K7 w - - 0 1", true), StartKind::Unknown);
    }
}
