//! The start position that the tags of a game give, according to shakmaty.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position, PositionError};

/// What the tags give: the position and the half-moves before it, if known, and how the tags deviate
/// from PGN 9.7 and 16.1, X-FEN or Shredder-FEN, if they do.
type Start = (Option<(Chess, u32)>, Option<&'static str>);

/// The start position of a game with these tags.
pub(super) fn start(tags: &[(Vec<u8>, Vec<u8>)]) -> Start {
    let other_case = |name: &str| {
        let mut names = tags.iter().map(|(known, _)| known);
        names.any(|known| known != name.as_bytes() && known.eq_ignore_ascii_case(name.as_bytes()))
    };
    let value = |name: &str| {
        let mut tags = tags.iter();
        tags.find(|(known, _)| known == name.as_bytes())
            .map(|(_, value)| value.as_slice())
    };
    if ["FEN", "SetUp", "Variant", "Result"]
        .into_iter()
        .any(other_case)
    {
        return (None, Some("a tag name in another letter case"));
    }
    if value("Variant").is_some_and(names_s_chess) {
        return (None, Some("S-chess, by other rules"));
    }
    let named = names_chess960(value("Event"), value("Variant"));
    match (value("SetUp"), value("FEN")) {
        (_, None) if named => (None, Some("Chess960 without a FEN")),
        (Some(b"0") | None, None) => (Some((Chess::new(), 0)), None),
        (_, None) => (Some((Chess::new(), 0)), Some("SetUp without a FEN")),
        (setup, Some(fen)) => {
            let loaded = load(fen);
            let contradicted = setup.is_some_and(|setup| setup != b"1");
            let why = match loaded {
                None => Some("a FEN by no rule"),
                Some(_) => contradicted.then_some("SetUp contradicts the FEN"),
            };
            (loaded, why)
        }
    }
}

/// One letter before `Chess960` makes it the S-chess of drawn positions, Seirawan's game.
fn names_s_chess(variant: &[u8]) -> bool {
    let letters = variant.iter().filter(|byte| byte.is_ascii_alphanumeric());
    let name: Vec<u8> = letters.map(u8::to_ascii_lowercase).collect();
    name.starts_with(b"schess")
}

/// A word of the Variant tag names Chess960, or without that tag a mark of the Event tag does.
fn names_chess960(event: Option<&[u8]>, variant: Option<&[u8]>) -> bool {
    let events = [
        "chess960",
        "chess 960",
        "fischer",
        "freestyle",
        "w22",
        "wild/fr",
    ];
    let variants = ["960", "fischer", "freestyle", "frc", "frd", "wild"];
    let (value, marks) = match (event, variant) {
        (_, Some(variant)) => (variant, variants),
        (Some(event), None) => (event, events),
        (None, None) => return false,
    };
    let value = String::from_utf8_lossy(value).to_lowercase();
    marks.iter().any(|mark| value.contains(mark))
}

/// Six fields, one blank between them; each castling right once.
fn load(fen: &[u8]) -> Option<(Chess, u32)> {
    let fields: Vec<_> = fen.split(|byte| *byte == b' ').collect();
    let [board, b"w" | b"b", castling, en_passant, clock, number] = fields[..] else {
        return None;
    };
    // shakmaty also accepts `_` as a blank.
    if !matches!(en_passant, b"-" | [b'a'..=b'h', b'3' | b'6']) {
        return None;
    }
    let is_count =
        |field: &[u8]| (1..=6).contains(&field.len()) && field.iter().all(u8::is_ascii_digit);
    let plain = board.iter().all(|b| b"/12345678KQRBNPkqrbnp".contains(b))
        && !board.windows(2).any(|w| w.iter().all(u8::is_ascii_digit))
        // shakmaty accepts a slash after the last rank.
        && board.split(|byte| *byte == b'/').count() == 8;
    if !plain || !is_count(clock) || !is_count(number) || number == b"0" {
        return None;
    }
    let fen = Fen::from_ascii(fen).ok()?;
    let letters = castling.iter().filter(|byte| **byte != b'-').count();
    if fen.as_setup().castling_rights.count() != letters {
        return None;
    }
    let loaded = fen
        .into_position::<Chess>(CastlingMode::Chess960)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check);
    let position = loaded.ok()?;
    let black = u32::from(position.turn().is_black());
    let before = (u32::from(position.fullmoves()) - 1).checked_mul(2)?;
    Some((position, before.checked_add(black)?))
}
