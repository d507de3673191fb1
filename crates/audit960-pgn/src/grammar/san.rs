//! A move in any notation seen in archives (PGN 8.2.3 and beyond). Every departure from SAN is a
//! [`Leniency`].
//!
//! ```text
//! move    = [piece] [file] [rank] ["x" / ":" / "-"] file rank [promotion] [tail]
//! castling = ("O" / "o" / "0") [dash] the same [[dash] the same]
//! numeric  = 4DIGIT [DIGIT]    file and rank from 1 to 8; queen, rook, bishop, knight from 1 to 4
//! ```
//! The text is returned as patterns to be matched on the board, the likelier first; this module knows no
//! position.

mod unread;

use audit960_types::{Bitboard, Pattern, Role, Square, Wing};

pub use self::unread::could_be_move;
use self::unread::{breaks_off, is_castling_letter, is_dash, is_null_move, is_numeric};

use super::language::{LANGUAGES, Language};

/// A way in which a text departs from SAN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Leniency {
    /// `0-0`
    CastlingZeros,
    /// `o-o`, `OO`, other dashes
    CastlingSpelling,
    /// `e2-e4`
    LongAlgebraic,
    /// `e2e4`
    Coordinate,
    /// `nf3`
    LowerCase,
    /// `Pe4`
    PawnLetter,
    /// `a8Q`, `a8/Q`, `a8(Q)`
    PromotionSpelling,
    /// `exd6ep`
    EnPassantGlued,
    /// `5254`: file and rank of both squares as digits (ICCF)
    Numeric,
    /// `NF3`, `E4`: squares in capitals
    UpperCase,
    /// `eXd5`
    CaptureSign,
    /// `g3-+`: an evaluation sign without a space before it
    Evaluation,
    /// Text after the move that is not part of it.
    Tail,
}

impl Leniency {
    /// Whether such a reading counts only if it is the only legal move among all readings of the word:
    /// nothing else tells the file B from a bishop.
    #[must_use]
    pub const fn must_be_alone(self) -> bool {
        matches!(self, Self::UpperCase)
    }
}

/// One way to read a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The pattern to match.
    pub pattern: Pattern,
    /// The ways in which it departs from SAN.
    pub leniencies: Vec<Leniency>,
    /// Whether the text marks a capture; always `true` for coordinate notation, which has no capture
    /// sign.
    pub captures: bool,
}

/// How a symbol reads as a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveReading {
    /// A move, to be tried in this order.
    Move {
        /// The ways to read it.
        candidates: Vec<Candidate>,
        /// Whether a check or mate mark follows it.
        marked_check: bool,
        /// Whether a mate mark follows it.
        marked_mate: bool,
        /// Bytes after the move that are not part of it.
        unread: u32,
    },
    /// A null move: `--`, `Z0`.
    Null,
    /// `e.p.` after a capture.
    EnPassantSuffix,
    /// Meant as a move, but not readable as one.
    Unreadable,
    /// Not a move at all.
    Junk,
}

/// Whether a symbol has the form of a move in some language.
pub(crate) fn has_move_form(symbol: &[u8]) -> bool {
    std::iter::once(&Language::ENGLISH)
        .chain(&LANGUAGES)
        .any(|language| matches!(read_move(symbol, language), MoveReading::Move { .. }))
}

/// Reads a symbol of movetext as a move.
///
/// # Examples
/// ```
/// use audit960_pgn::types::{Pattern, Wing};
/// use audit960_pgn::{Language, Leniency, MoveReading, read_move};
///
/// // Zeros instead of the letter O (PGN 8.2.3.3): read, and named.
/// let MoveReading::Move { candidates, marked_check, .. } = read_move(b"0-0+", &Language::ENGLISH)
/// else { panic!("a move") };
/// assert_eq!(candidates[0].pattern, Pattern::Castling(Wing::HSide));
/// assert_eq!(candidates[0].leniencies, [Leniency::CastlingZeros]);
/// assert!(marked_check);
/// assert_eq!(read_move(b"--", &Language::ENGLISH), MoveReading::Null);
/// ```
#[must_use]
pub fn read_move(symbol: &[u8], language: &Language) -> MoveReading {
    if is_null_move(symbol) {
        return MoveReading::Null;
    }
    match symbol {
        b"ep" | b"e.p." | b"e.p" | b"E.P." => return MoveReading::EnPassantSuffix,
        _ => {}
    }
    let mut leniencies = Vec::new();
    let said = strip_evaluation(symbol);
    let unread = (symbol.len() - said.len()) as u32;
    if unread > 0 {
        leniencies.push(Leniency::Evaluation);
    }
    let (body, marked_check, marked_mate) = strip_tail(said, &mut leniencies);
    let candidates = match castling(body) {
        Some((wing, spelling)) => {
            leniencies.extend(spelling);
            vec![Candidate {
                pattern: Pattern::Castling(wing),
                leniencies,
                captures: false,
            }]
        }
        None => match numeric(body) {
            Some(pattern) => {
                note(&mut leniencies, Leniency::Numeric);
                vec![Candidate {
                    pattern,
                    leniencies,
                    captures: false,
                }]
            }
            None => piece_candidates(body, language, &leniencies),
        },
    };
    if candidates.is_empty() {
        return if could_be_move(symbol) || breaks_off(body) {
            MoveReading::Unreadable
        } else {
            MoveReading::Junk
        };
    }
    MoveReading::Move {
        candidates,
        marked_check,
        marked_mate,
        unread,
    }
}

/// Evaluation signs that authors write after a move without a space.
const EVALUATIONS: [&str; 13] = [
    "+-", "-+", "+/-", "-/+", "+/=", "=/+", "+=", "=+", "±", "∓", "⩲", "⩱", "∞",
];

/// Strips an evaluation sign.
fn strip_evaluation(symbol: &[u8]) -> &[u8] {
    let evaluated = EVALUATIONS
        .iter()
        .find_map(|sign| symbol.strip_suffix(sign.as_bytes()));
    evaluated.filter(|said| said.len() > 1).unwrap_or(symbol)
}

/// Strips check and mate marks, `ep` and a lone `=`.
fn strip_tail<'a>(symbol: &'a [u8], leniencies: &mut Vec<Leniency>) -> (&'a [u8], bool, bool) {
    let mut body = symbol;
    let (mut check, mut mate) = (false, false);
    loop {
        let before = body.len();
        for mark in ["+", "†", "‡"] {
            if let Some(rest) = body.strip_suffix(mark.as_bytes()) {
                (body, check) = (rest, true);
            }
        }
        if let Some(rest) = body.strip_suffix(b"#") {
            (body, check, mate) = (rest, true, true);
        }
        for tail in [&b"e.p."[..], b"e.p", b"ep"] {
            if let Some(rest) = body.strip_suffix(tail).filter(|rest| !rest.is_empty()) {
                body = rest;
                note(leniencies, Leniency::EnPassantGlued);
            }
        }
        if let Some(rest) = body.strip_suffix(b"=").filter(|rest| rest.len() > 1) {
            body = rest;
            note(leniencies, Leniency::Tail);
        }
        if body.len() == before {
            return (body, check, mate);
        }
    }
}

/// Adds a leniency unless it is there already.
fn note(leniencies: &mut Vec<Leniency>, leniency: Leniency) {
    if !leniencies.contains(&leniency) {
        leniencies.push(leniency);
    }
}

/// Two or three zeros or letters O, with dashes of any kind or none.
fn castling(body: &[u8]) -> Option<(Wing, Option<Leniency>)> {
    if !matches!(body.first(), Some(b'O' | b'o' | b'0')) || body.len() > 15 {
        return None;
    }
    let text = std::str::from_utf8(body).ok()?;
    let mut rings = Vec::with_capacity(3);
    for letter in text.chars() {
        match letter {
            ring if is_castling_letter(ring) => rings.push(ring),
            dash if is_dash(dash) => {}
            _ => return None,
        }
    }
    let wing = match rings.len() {
        2 => Wing::HSide,
        3 => Wing::ASide,
        _ => return None,
    };
    let dashed = text.chars().filter(|&letter| letter == '-').count() + 1 == rings.len()
        && text.len() == 2 * rings.len() - 1;
    let spelling = match rings.as_slice() {
        letters if dashed && letters.iter().all(|&l| l == 'O') => None,
        letters if text.is_ascii() && letters.iter().all(|&l| l == '0') => {
            Some(Leniency::CastlingZeros)
        }
        _ => Some(Leniency::CastlingSpelling),
    };
    Some((wing, spelling))
}

/// ICCF's numeric notation: the file and rank of both squares, and a digit for the promotion.
fn numeric(body: &[u8]) -> Option<Pattern> {
    let (squares, promotion) = match body {
        [squares @ .., digit @ b'1'..=b'4'] if squares.len() == 4 => {
            let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
            (squares, Some(roles[usize::from(digit - b'1')]))
        }
        _ => (body, None),
    };
    let &[from_file, from_rank, to_file, to_rank] = squares else {
        return None;
    };
    if !is_numeric(squares) {
        return None;
    }
    let square = |file: u8, rank: u8| Square::on(file - b'1', rank - b'1');
    Some(Pattern::Piece {
        role: None,
        from: square(from_file, from_rank)?.into(),
        to: square(to_file, to_rank)?,
        promotion,
    })
}

/// The ways to read a move other than castling.
fn piece_candidates(body: &[u8], language: &Language, common: &[Leniency]) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    let mut add = |role, rest, extra: Option<Leniency>| {
        if let Some(mut candidate) = squares(role, rest, language) {
            candidate.leniencies.extend(extra);
            candidate.leniencies.extend_from_slice(common);
            candidates.push(candidate);
        }
    };
    match language.piece(body) {
        Some((Role::Pawn, len)) => add(Some(Role::Pawn), &body[len..], Some(Leniency::PawnLetter)),
        Some((role, len)) => add(Some(role), &body[len..], None),
        None => add(None, body, None),
    }
    // Lower-case letters only in English: elsewhere they would be files too often.
    if *language == Language::ENGLISH
        && let Some(&first @ (b'k' | b'q' | b'r' | b'b' | b'n')) = body.first()
    {
        add(
            Role::from_letter(first),
            &body[1..],
            Some(Leniency::LowerCase),
        );
    }
    if candidates.is_empty() && *language == Language::ENGLISH {
        return upper_case(body, common);
    }
    candidates
}

/// The ways to read a word whose squares are in capitals: as a piece's move and as a pawn's.
fn upper_case(body: &[u8], common: &[Leniency]) -> Vec<Candidate> {
    if body.len() > 8 || !body.is_ascii() {
        return Vec::new();
    }
    let small = body.to_ascii_lowercase();
    let first = body.first().copied().unwrap_or_default();
    let piece = matches!(first.to_ascii_uppercase(), b'K' | b'Q' | b'R' | b'B' | b'N')
        .then(|| squares(Role::from_letter(first), &small[1..], &Language::ENGLISH));
    let pawn = squares(None, &small, &Language::ENGLISH);
    let mut candidates: Vec<_> = [piece.flatten(), pawn].into_iter().flatten().collect();
    for candidate in &mut candidates {
        candidate.leniencies = [&[Leniency::UpperCase], common].concat();
    }
    candidates
}

/// `[file] [rank] ["x" / ":" / "-"] file rank [promotion]`
fn squares(role: Option<Role>, text: &[u8], language: &Language) -> Option<Candidate> {
    let mut leniencies = Vec::new();
    let (first, rest) = coordinates(text);
    let (separator, rest) = separator(rest);
    let (second, rest) = coordinates(rest);
    let (origin, target) = match (first, second) {
        ((Some(file), Some(rank)), (None, None)) if separator.is_none() => {
            ((None, None), (file, rank))
        }
        (origin, (Some(file), Some(rank))) => (origin, (file, rank)),
        _ => return None,
    };
    // SAN names the file of a pawn that captures (PGN 8.2.3.3): a rank alone is the rest of something
    // else.
    if matches!(role, None | Some(Role::Pawn)) && matches!(origin, (None, Some(_))) {
        return None;
    }
    let named_square = matches!(origin, (Some(_), Some(_)));
    if separator == Some(b'X') {
        leniencies.push(Leniency::CaptureSign);
    }
    match separator {
        Some(b'-') => leniencies.push(Leniency::LongAlgebraic),
        Some(_) if named_square && role.is_none() => leniencies.push(Leniency::LongAlgebraic),
        None if named_square && role.is_none() => leniencies.push(Leniency::Coordinate),
        _ => {}
    }
    let coordinate = leniencies.contains(&Leniency::Coordinate);
    let promotion = promotion(rest, coordinate, language, &mut leniencies)?;
    let mut from = Bitboard::FULL;
    if let Some(file) = origin.0 {
        from &= Bitboard(0x0101_0101_0101_0101 << file);
    }
    if let Some(rank) = origin.1 {
        from &= Bitboard(0xff << (8 * rank));
    }
    // Without a letter it is a pawn move, unless it names its origin square.
    let role = role.or_else(|| (!named_square).then_some(Role::Pawn));
    let to = Square::on(target.0, target.1)?;
    let captures = matches!(separator, Some(b'x' | b'X'));
    let captures = captures || coordinate;
    Some(Candidate {
        pattern: Pattern::Piece {
            role,
            from,
            to,
            promotion,
        },
        leniencies,
        captures,
    })
}

/// A file, a rank or both, each from 0.
fn coordinates(text: &[u8]) -> ((Option<u8>, Option<u8>), &[u8]) {
    let (file, text) = match text {
        [file @ b'a'..=b'h', rest @ ..] => (Some(file - b'a'), rest),
        _ => (None, text),
    };
    match text {
        [rank @ b'1'..=b'8', rest @ ..] => ((file, Some(rank - b'1')), rest),
        _ => ((file, None), text),
    }
}

/// The separator between two squares: `x` for any capture sign but a capital X, `-` for any dash.
fn separator(text: &[u8]) -> (Option<u8>, &[u8]) {
    for (sign, kind) in [
        ("x", b'x'),
        (":", b'x'),
        ("X", b'X'),
        ("×", b'x'),
        ("-", b'-'),
        ("–", b'-'),
        ("‑", b'-'),
    ] {
        if let Some(rest) = text.strip_prefix(sign.as_bytes()) {
            // `Nb1-d2` and `e4:d5` occur, `e2-xd3` and the like do not.
            return (Some(kind), rest);
        }
    }
    (None, text)
}

/// The promotion piece, if any; the outer `None` means that the text is not a promotion.
#[expect(
    clippy::option_option,
    reason = "no promotion and no reading are different answers"
)]
fn promotion(
    text: &[u8],
    coordinate: bool,
    language: &Language,
    leniencies: &mut Vec<Leniency>,
) -> Option<Option<Role>> {
    if text.is_empty() {
        return Some(None);
    }
    let (text, standard) = match text {
        [b'=', b'(', inner @ .., b')'] | [b'(', inner @ .., b')'] => (inner, false),
        [b'=', rest @ ..] => (rest, true),
        [b'/' | b'-', rest @ ..] => (rest, false),
        _ => (text, false),
    };
    let (role, len) = match language.piece(text) {
        Some(found) => found,
        None => (Role::from_letter(*text.first()?)?, 1),
    };
    let becomes = matches!(role, Role::Knight | Role::Bishop | Role::Rook | Role::Queen);
    if len != text.len() || !becomes {
        return None;
    }
    let small = text.first().is_some_and(u8::is_ascii_lowercase);
    if !(coordinate && small || standard && !small) {
        leniencies.push(Leniency::PromotionSpelling);
    }
    Some(Some(role))
}

#[cfg(test)]
mod tests;
