//! The start position of a game: from the FEN, from Chess960 named in tags, from a stated Scharnagl number.

mod foreign;
mod notes;
mod tags;

use std::sync::Arc;

use audit960_board::Position;
use audit960_board::start::Start;
use audit960_pgn::{FenDiagnostic, Tag, parse_fen};
use audit960_types::{
    CastlingLetter, CastlingStyle, Code, Role, Setup, Side, Square, StartKind, Wing,
};

use notes::TagNote;
pub(crate) use tags::stated_number_differs;

/// The start of a game.
#[derive(Clone, Debug)]
pub(crate) struct GameStart {
    pub(crate) kind: StartKind,
    /// Its kind if the moves show that it has the castling rights that the record lacks.
    pub(crate) kind_with_rights: StartKind,
    /// Scharnagl numbers of White's and of Black's arrangement.
    pub(crate) numbers: [Option<u16>; 2],
    pub(crate) style: CastlingStyle,
    /// The position; `None` if there is none to replay from.
    pub(crate) position: Option<Position>,
    /// The position as X-FEN, if already known.
    pub(crate) xfen: Option<Arc<str>>,
    /// The findings.
    pub(crate) notes: Vec<TagNote>,
    /// Whether Chess960 is named without a position: a stated number may still give one.
    pub(crate) needs_stated_number: bool,
    /// The tag that names Chess960.
    pub(crate) named_by: Option<Tag>,
    /// Whether the game is of another variant, and so not replayed.
    pub(crate) foreign: bool,
    /// By side and wing: whether the castling field names a file without a rook there.
    misnamed: [[bool; 2]; 2],
    /// Whether the rights do not come from a castling field that fits the pieces, but are assumed to be those
    /// of a start position.
    pub(crate) rights_assumed: bool,
}

impl GameStart {
    fn without_position(notes: Vec<TagNote>) -> Self {
        Self {
            kind: StartKind::Unknown,
            kind_with_rights: StartKind::Unknown,
            numbers: [None; 2],
            style: CastlingStyle::None,
            position: None,
            xfen: None,
            notes,
            needs_stated_number: false,
            named_by: None,
            foreign: false,
            misnamed: [[false; 2]; 2],
            rights_assumed: false,
        }
    }

    /// The orthodox position, where no tag names Chess960.
    pub(crate) fn orthodox() -> Self {
        let orthodox = audit960_board::start::ORTHODOX.number();
        Self {
            kind: StartKind::Standard,
            kind_with_rights: StartKind::Standard,
            numbers: [Some(orthodox); 2],
            position: Some(Position::standard()),
            ..Self::without_position(Vec::new())
        }
    }

    /// The start position of a Scharnagl number.
    pub(crate) fn from_number(start: Start) -> Self {
        Self::from_numbers(start, start)
    }

    /// The start position of White's and Black's Scharnagl numbers, with full rights.
    pub(crate) fn from_numbers(white: Start, black: Start) -> Self {
        let (rank, black) = (white.name(), black.name().to_ascii_lowercase());
        let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1");
        let mut made = Self::from_fen(fen.as_bytes(), true);
        made.style = CastlingStyle::None;
        made.rights_assumed = true;
        made
    }

    /// Whether the half-move clock of a FEN cannot be right (finding F020).
    pub(crate) fn has_doubtful_clock(fen: &str) -> bool {
        let start = Self::from_fen(fen.as_bytes(), true);
        let about_clock = |(code, ..): &TagNote| *code == Code::ImplausibleClock;
        start.notes.iter().any(about_clock)
    }

    /// The start in a FEN; `named`: whether a tag names Chess960.
    pub(crate) fn from_fen(text: &[u8], named: bool) -> Self {
        let record = match parse_fen(text) {
            Ok(record) => record,
            Err(error) => {
                return Self::without_position(notes::unreadable(error.at + 1));
            }
        };
        let mut loaded = match Position::load(&record.setup) {
            Ok(loaded) => loaded,
            Err(error) => {
                return Self::without_position(notes::impossible(&record.notes, error));
            }
        };
        let mut notes = notes::loaded(&record.notes, &loaded);
        let passed = loaded.dropped.en_passant.is_none() && record.setup.en_passant.is_some();
        let misnamed = misnamed(&loaded.dropped.castling, &record.setup);
        let arrangements = loaded.position.arrangements();
        let no_field = arrangements.is_some()
            && text
                .trim_ascii()
                .split(u8::is_ascii_whitespace)
                .nth(2)
                .is_none();
        let unread = |note: &FenDiagnostic| matches!(note, FenDiagnostic::CastlingCharacter(_));
        let none_left = loaded.assume_rights(record.notes.iter().any(unread));
        if none_left {
            notes.push(notes::rights_assumed(&loaded));
        }
        let position = loaded.position;
        notes.extend(notes::implausible_clock(
            &record.setup,
            passed,
            arrangements.is_some(),
        ));
        let has_all_rights = position.castling_rooks().count() == 4;
        let kind_with_rights = audit960_board::start::kind(arrangements, named);
        let kind = match has_all_rights {
            true => kind_with_rights,
            // Without castling it is another game: results would not be those of the start position.
            false => StartKind::Other,
        };
        let numbers = arrangements.map(|both| both.map(|start| Some(start.number())).into_array());
        let numbers = numbers.unwrap_or_default();
        Self {
            kind,
            kind_with_rights,
            numbers,
            style: record.style,
            position: Some(position),
            misnamed,
            rights_assumed: none_left || no_field,
            ..Self::without_position(notes)
        }
    }

    /// Whether a side may have a castling right on a wing although the castling field does not give it: the
    /// field gives that side no right at all, or names a file of that wing without a rook. `start` is the
    /// position as parsed.
    pub(crate) fn may_have_right(&self, start: &Position, side: Side, wing: Wing) -> bool {
        start.castling_rights().all(|right| right.side != side)
            || self.misnamed[side as usize][wing as usize]
    }
}

/// By side and wing: whether a castling field names a file without a rook. The king's own file counts for
/// both wings, because either may be meant.
fn misnamed(dropped: &[CastlingLetter], setup: &Setup) -> [[bool; 2]; 2] {
    let mut wings = [[false; 2]; 2];
    for letter in dropped {
        let CastlingLetter::File(side, file) = *letter else {
            continue;
        };
        let own = &setup.pieces[side];
        let rank = match side {
            Side::White => 0,
            Side::Black => 7,
        };
        let (Some(king), Some(square)) = (own[Role::King].first(), Square::on(file, rank)) else {
            continue;
        };
        let king_file = king.file();
        if !own[Role::Rook].contains(square) {
            wings[side as usize][Wing::ASide as usize] |= file <= king_file;
            wings[side as usize][Wing::HSide as usize] |= file >= king_file;
        }
    }
    wings
}

/// Whether two FENs give the same position, in any dialect.
pub(crate) fn same_position(one: &[u8], other: &[u8]) -> bool {
    let xfen = |text| Some(Position::from_fen(text).ok()?.position.xfen());
    xfen(one).is_some_and(|fen| xfen(other) == Some(fen))
}

/// Finds a Scharnagl number stated as `SP 353`, `SP353` or `SP-ID 353`; `None` if there is none below 960.
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
    fn stated_numbers() {
        let number = |text: &str| stated_number(text.as_bytes()).map(Start::number);
        assert_eq!(number("SP 353"), Some(353));
        assert_eq!(number("SP579"), Some(579));
        assert_eq!(number(" SP-ID 0 "), Some(0));
        assert_eq!(number("SP 960"), None);
        assert_eq!(number("WSP 12"), None);
        assert_eq!(number("Spassky"), None);
    }

    /// Rights are assumed where the field is missing, or names only rights that cannot be; `-` is a field.
    #[test]
    fn assumed_rights_are_known_to_be_assumed() {
        for (fields, assumed) in [
            ("w KQkq - 0 1", false),
            ("w - - 0 1", false),
            ("w K - 0 1", false),
            ("w", true),
            ("w DDdd - 0 1", true),
        ] {
            let fen = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {fields}");
            let start = GameStart::from_fen(fen.as_bytes(), true);
            assert_eq!(start.rights_assumed, assumed, "{fields}");
        }
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
        assert_eq!((one.kind, one.numbers), (StartKind::Other, [Some(0); 2]));
        let all = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
        assert_eq!(kind(all, false), StartKind::Chess960);
        assert_eq!(kind(&all.replace("KQkq", "KQk"), true), StartKind::Other);
        assert_eq!(
            kind("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
            StartKind::Other
        );
        assert_eq!(kind("?", true), StartKind::Unknown);
        assert_eq!(kind("8/8/8/8/8/8/8/K7 w - - 0 1", true), StartKind::Unknown);
    }
}
