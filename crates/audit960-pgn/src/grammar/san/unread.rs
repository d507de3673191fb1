//! Words that cannot be read as a move but may have been meant as one: a game that contains such a word
//! is never *ok*.

/// Whether an unreadable word could have been a move: it names a square and is not an ECO code, consists
/// of two or more castling letters (`O`, `o`, `0`), has four or five digits from 1 to 8, is or contains a
/// null move or castling, or is a piece letter glued to a move number. A game with such a word is never
/// `ok`.
#[must_use]
pub fn could_be_move(word: &[u8]) -> bool {
    let names_square = word
        .windows(2)
        .any(|pair| matches!(pair, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']));
    names_square && !is_eco_code(word)
        || is_castling_letters(word)
        || is_numeric(word)
        || is_null_move(word)
        || is_numbered_piece(word)
        || holds(word, b"O-O")
        || holds(word, b"@@@@")
}

/// Whether castling or a null move is glued to something else.
fn holds(word: &[u8], part: &[u8]) -> bool {
    word.windows(part.len()).any(|window| window == part)
}

/// `17N`: part of a move such as `17.Nf3` that was torn apart.
fn is_numbered_piece(word: &[u8]) -> bool {
    match word {
        [number @ .., b'K' | b'Q' | b'R' | b'B' | b'N'] => {
            (1..=3).contains(&number.len()) && number.iter().all(u8::is_ascii_digit)
        }
        _ => false,
    }
}

/// `B12`, or with a variation: `E97/02`.
fn is_eco_code(word: &[u8]) -> bool {
    match word {
        [b'A'..=b'E', tens, ones, rest @ ..] => {
            tens.is_ascii_digit()
                && ones.is_ascii_digit()
                && matches!(rest, [] | [b'/', ..])
                && rest.iter().skip(1).all(u8::is_ascii_digit)
        }
        _ => false,
    }
}

/// Two or more castling letters with dashes of any kind, and nothing else but the 1 of a result that is
/// glued to them.
fn is_castling_letters(word: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(word) else {
        return false;
    };
    let rings = text
        .chars()
        .filter(|letter| is_castling_letter(*letter))
        .count();
    rings > 1
        && text
            .chars()
            .all(|letter| is_castling_letter(letter) || is_dash(letter) || letter == '1')
}

/// A castling letter, in any spelling.
pub(super) const fn is_castling_letter(letter: char) -> bool {
    matches!(letter, 'O' | 'o' | '0')
}

/// A dash of any kind.
pub(super) const fn is_dash(letter: char) -> bool {
    matches!(letter, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// Four or five of the digits 1 to 8.
pub(super) fn is_numeric(word: &[u8]) -> bool {
    matches!(word.len(), 4 | 5) && word.iter().all(|digit| matches!(digit, b'1'..=b'8'))
}

/// A null move, as chess programs write it.
pub(super) fn is_null_move(word: &[u8]) -> bool {
    matches!(
        word,
        b"--" | b"Z0" | b"null" | b"NULL" | b"pass" | b"@@@@" | b"0000"
    )
}

/// Whether a word begins as a move does and then goes wrong or breaks off: `Nx`, `Qh`, `QdZ`, `exd`.
pub(super) fn breaks_off(body: &[u8]) -> bool {
    let ends_as_square = matches!(body, [.., b'a'..=b'z', b'1'..=b'9']) && body.len() <= 7;
    ends_as_square
        || match body {
            [
                b'K' | b'Q' | b'R' | b'B' | b'N',
                b'a'..=b'h' | b'1'..=b'8' | b'x',
                rest @ ..,
            ] => {
                rest.len() <= 3
                    && !rest
                        .iter()
                        .any(|byte| matches!(byte, b'i'..=b'w' | b'y' | b'z'))
            }
            [b'a'..=b'h', b'x'] | [b'a'..=b'h', b'x', b'a'..=b'h'] => true,
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_could_be_moves() {
        for word in [
            "e4", "xf9e4", "E4", "C421", "OO-OO", "0-0-0-0", "00-0-1", "5254", "52541", "N@f3",
            "--", "Z0", "0000",
        ] {
            assert!(could_be_move(word.as_bytes()), "{word}");
        }
        for word in [
            "B12", "E97/02", "A00", "novelty", "+-", "N", "0", "O", "-", "1/2", "529", "525412",
            "9254", "the", "",
        ] {
            assert!(!could_be_move(word.as_bytes()), "{word}");
        }
    }

    #[test]
    fn words_that_break_off() {
        for word in ["Nx", "Qh", "QdZ", "exd", "ex", "Ni3", "N3", "Rax"] {
            assert!(breaks_off(word.as_bytes()), "{word}");
        }
        for word in ["N", "e", "the", "Rated", "Black", "Kasparov"] {
            assert!(!breaks_off(word.as_bytes()), "{word}");
        }
    }
}
