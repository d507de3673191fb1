//! A move in any notation seen in archives. Every leniency is named by one [`Leniency`].
//!
//! ```text
//! move    = [piece] [file] [rank] ["x" / ":" / "-"] file rank [promotion] [tail]
//! castling = ("O" / "o" / "0") [dash] the same [[dash] the same]
//! ```
//! What a text says is returned as patterns to be looked for on the board, the likelier first; this
//! module knows no position.

use audit960_types::{Pattern, Role, Wing};

use crate::language::{LANGUAGES, Language};

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
    /// Something behind the move that says nothing of it.
    Tail,
}

/// One way to read a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// What to look for.
    pub pattern: Pattern,
    /// In which ways it departs from SAN.
    pub leniencies: Vec<Leniency>,
    /// Whether it says that something is captured.
    pub captures: bool,
}

/// What a symbol is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// A move, to be tried in this order.
    Move {
        /// The ways to read it.
        candidates: Vec<Candidate>,
        /// Whether a check or mate mark stands behind it.
        marked_check: bool,
        /// Whether a mate mark does.
        marked_mate: bool,
    },
    /// A move by nobody: `--`, `Z0`.
    Null,
    /// `e.p.` behind a capture.
    EnPassantSuffix,
    /// It was meant for a move but is none.
    Unreadable,
    /// Nothing of the kind.
    Junk,
}

/// Whether a symbol has the form of a move in some language.
pub(crate) fn looks_like_move(symbol: &[u8]) -> bool {
    std::iter::once(&Language::ENGLISH)
        .chain(&LANGUAGES)
        .any(|language| matches!(read_move(symbol, language), Reading::Move { .. }))
}

/// Reads a symbol of movetext as a move.
#[must_use]
pub fn read_move(symbol: &[u8], language: &Language) -> Reading {
    match symbol {
        b"--" | b"Z0" | b"null" | b"NULL" | b"pass" | b"@@@@" | b"0000" => return Reading::Null,
        b"ep" | b"e.p." | b"e.p" | b"E.P." => return Reading::EnPassantSuffix,
        _ => {}
    }
    let mut leniencies = Vec::new();
    let (body, marked_check, marked_mate) = strip_tail(symbol, &mut leniencies);
    let candidates = match castling(body) {
        Some((wing, spelling)) => {
            leniencies.extend(spelling);
            vec![Candidate {
                pattern: Pattern::Castling(wing),
                leniencies,
                captures: false,
            }]
        }
        None => piece_candidates(body, language, &leniencies),
    };
    if candidates.is_empty() {
        return if meant_as_move(symbol) {
            Reading::Unreadable
        } else {
            Reading::Junk
        };
    }
    Reading::Move {
        candidates,
        marked_check,
        marked_mate,
    }
}

/// Whether a text that is no move was meant for one: it names a square, ends in a letter and a
/// digit, or breaks off behind a piece or a capture.
fn meant_as_move(text: &[u8]) -> bool {
    let piece = matches!(text.first(), Some(b'K' | b'Q' | b'R' | b'B' | b'N'));
    let ends_as_square = matches!(text, [.., b'a'..=b'z', b'1'..=b'9']) && text.len() <= 7;
    let broken_off = match text {
        [_, rest @ ..] if piece && !rest.is_empty() => rest
            .iter()
            .all(|b| matches!(b, b'a'..=b'h' | b'1'..=b'8' | b'x')),
        [b'a'..=b'h', b'x'] | [b'a'..=b'h', b'x', b'a'..=b'h'] => true,
        _ => false,
    };
    text.windows(2)
        .any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']))
        || ends_as_square
        || broken_off
}

/// Takes off check and mate marks, `ep` and a lone `=`.
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

/// Names a leniency, once however often it is needed.
fn note(leniencies: &mut Vec<Leniency>, leniency: Leniency) {
    if !leniencies.contains(&leniency) {
        leniencies.push(leniency);
    }
}

/// Two or three noughts or letters O, with dashes of any kind or none.
fn castling(body: &[u8]) -> Option<(Wing, Option<Leniency>)> {
    if !matches!(body.first(), Some(b'O' | b'o' | b'0')) || body.len() > 15 {
        return None;
    }
    let text = std::str::from_utf8(body).ok()?;
    let mut rings = Vec::with_capacity(3);
    for letter in text.chars() {
        match letter {
            'O' | 'o' | '0' => rings.push(letter),
            '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' => {}
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
        letters if dashed && letters.iter().all(|&l| l == '0') => Some(Leniency::CastlingZeros),
        _ => Some(Leniency::CastlingSpelling),
    };
    Some((wing, spelling))
}

/// The ways to read a move that is no castling.
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
    // Small letters only in English: elsewhere they would be files too often.
    if *language == Language::ENGLISH
        && let Some(&first @ (b'k' | b'q' | b'r' | b'b' | b'n')) = body.first()
    {
        add(
            Role::from_letter(first),
            &body[1..],
            Some(Leniency::LowerCase),
        );
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
    let named_square = matches!(origin, (Some(_), Some(_)));
    match separator {
        Some(b'-') => leniencies.push(Leniency::LongAlgebraic),
        Some(_) if named_square && role.is_none() => leniencies.push(Leniency::LongAlgebraic),
        None if named_square && role.is_none() => leniencies.push(Leniency::Coordinate),
        _ => {}
    }
    let coordinate = leniencies.contains(&Leniency::Coordinate);
    let promotion = promotion(rest, coordinate, language, &mut leniencies)?;
    let mut from = !0_u64;
    if let Some(file) = origin.0 {
        from &= 0x0101_0101_0101_0101 << file;
    }
    if let Some(rank) = origin.1 {
        from &= 0xff << (8 * rank);
    }
    // Without a letter it is a pawn's move, unless it names the square it starts from.
    let role = role.or_else(|| (!named_square).then_some(Role::Pawn));
    let to = target.1 * 8 + target.0;
    let captures = matches!(separator, Some(b'x'));
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

/// `x` for any sign of capture, `-` for any dash.
fn separator(text: &[u8]) -> (Option<u8>, &[u8]) {
    for (sign, kind) in [
        ("x", b'x'),
        (":", b'x'),
        ("X", b'x'),
        ("×", b'x'),
        ("-", b'-'),
        ("–", b'-'),
        ("‑", b'-'),
    ] {
        if let Some(rest) = text.strip_prefix(sign.as_bytes()) {
            // `e2-xd3` and the like are not seen; `Nb1-d2` and `e4:d5` are.
            return (Some(kind), rest);
        }
    }
    (None, text)
}

/// What a pawn becomes; `None` outside where the text is no promotion.
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
mod tests {
    use super::*;

    /// Candidates as short text: role letter, number of origin squares, target, promotion.
    fn read(symbol: &str) -> Vec<(String, Vec<Leniency>)> {
        let Reading::Move { candidates, .. } = read_move(symbol.as_bytes(), &Language::ENGLISH)
        else {
            return Vec::new();
        };
        let show = |candidate: &Candidate| match candidate.pattern {
            Pattern::Castling(wing) => wing.to_string(),
            Pattern::Piece {
                role,
                from,
                to,
                promotion,
            } => {
                let letter = |role: Option<Role>| role.map_or('?', |r| char::from(r.letter()));
                let square = [b'a' + to % 8, b'1' + to / 8].map(char::from);
                let becomes = promotion.map_or(String::new(), |p| format!("={}", letter(Some(p))));
                format!(
                    "{}{}{}{}{becomes}",
                    letter(role),
                    from.count_ones(),
                    square[0],
                    square[1]
                )
            }
        };
        candidates
            .iter()
            .map(|c| (show(c), c.leniencies.clone()))
            .collect()
    }

    fn one(symbol: &str, shown: &str, leniencies: &[Leniency]) {
        assert_eq!(
            read(symbol),
            [(shown.to_owned(), leniencies.to_vec())],
            "{symbol}"
        );
    }

    #[test]
    fn a_leniency_is_named_once() {
        assert_eq!(read("e4===="), [("P64e4".into(), vec![Leniency::Tail])]);
        let glued = vec![Leniency::EnPassantGlued];
        assert_eq!(read("exd6epe.p."), [("P8d6".into(), glued)]);
    }

    #[test]
    fn each_leniency() {
        use Leniency as L;
        one("Nf3", "N64f3", &[]);
        one("Nbxd7+", "N8d7", &[]);
        one("O-O", "h_side", &[]);
        one("0-0", "h_side", &[L::CastlingZeros]);
        one("0-0-0+", "a_side", &[L::CastlingZeros]);
        one("o-o", "h_side", &[L::CastlingSpelling]);
        one("OOO", "a_side", &[L::CastlingSpelling]);
        one("O–O", "h_side", &[L::CastlingSpelling]);
        one("e2-e4", "?1e4", &[L::LongAlgebraic]);
        one("Ng1-f3", "N1f3", &[L::LongAlgebraic]);
        one("e2e4", "?1e4", &[L::Coordinate]);
        one("e7e8q", "?1e8=Q", &[L::Coordinate]);
        one("Pe4", "P64e4", &[L::PawnLetter]);
        one("a8Q", "P64a8=Q", &[L::PromotionSpelling]);
        one("a8/Q", "P64a8=Q", &[L::PromotionSpelling]);
        one("a8(Q)", "P64a8=Q", &[L::PromotionSpelling]);
        one("a8=Q", "P64a8=Q", &[]);
        one("exd6ep", "P8d6", &[L::EnPassantGlued]);
        one("exd6e.p.", "P8d6", &[L::EnPassantGlued]);
        one("nf3", "N64f3", &[L::LowerCase]);
        one("Kxh1", "K64h1", &[]);
    }

    #[test]
    fn a_small_b_is_a_file_first() {
        let both = read("bc4");
        assert_eq!(both[0], ("P8c4".into(), vec![]));
        assert_eq!(both[1], ("B64c4".into(), vec![Leniency::LowerCase]));
    }

    #[test]
    fn no_moves() {
        let english = |text: &str| read_move(text.as_bytes(), &Language::ENGLISH);
        assert_eq!(english("--"), Reading::Null);
        assert_eq!(english("Z0"), Reading::Null);
        assert_eq!(english("e.p."), Reading::EnPassantSuffix);
        assert_eq!(english("+-"), Reading::Junk);
        assert_eq!(english("novelty"), Reading::Junk);
        assert_eq!(english("Sf3"), Reading::Unreadable);
        for text in ["e4e5e6", "Nx", "Ni3", "ex", "exd", "Qd"] {
            assert_eq!(english(text), Reading::Unreadable, "{text}");
        }
        for text in ["N", "D", "the", "(Q)", "+/=", "RR"] {
            assert_eq!(english(text), Reading::Junk, "{text}");
        }
    }

    #[test]
    fn other_letters() {
        let german = LANGUAGES.iter().find(|l| l.name == "German").unwrap();
        let shape = |text: &str, language| {
            matches!(read_move(text.as_bytes(), language), Reading::Move { .. })
        };
        assert!(shape("Sf3", german) && shape("Lxc4+", german) && shape("e8=D", german));
        assert!(!shape("Nf3", german));
        let figurines = &LANGUAGES[0];
        assert!(shape("♘f3", figurines) && shape("♞c6", figurines));
        assert!(looks_like_move("Cf3".as_bytes()) && !looks_like_move(b"the"));
    }
}
